//! Validation: compares the simulator with oracles, which are recordings, measurements and papers.
//!
//! The results of each [`Oracle`] are one JSON file, `docs/validation/NAME.json`. `aqm validate` computes it. Goals and
//! tolerances are in this crate and, for papers, in `aqm_papers`; a result is judged here once, and the file holds the verdict.
//!
//! [`pages::files`] renders the files: a page per oracle, `docs/validation/NAME.md`, and the front page, `docs/validation.md`. Texts
//! that are written by hand are in `docs/validation/remarks`.

pub mod behaviour;
pub mod beside;
pub mod document;
mod error;
pub mod kernel;
pub mod loops;
mod markdown;
mod measures;
pub mod pages;
pub mod papers;
mod scatter;
pub mod scripts;

pub use aqm_papers::Goal;
pub use document::Node;
pub use error::Error;

use std::path::{Path, PathBuf};

/// What the simulator is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Oracle {
    /// Recorded decisions of Linux' queue disciplines and congestion controls.
    Kernel,
    /// Measurements with real Linux end systems.
    Loops(&'static loops::Measurement),
    /// packetdrill's scripts.
    Scripts,
    /// A published paper, by its name.
    Paper(&'static str),
}

impl Oracle {
    /// Returns all oracles, in the order of the front page.
    pub fn all() -> Vec<Oracle> {
        let loops = loops::ALL.iter().map(Oracle::Loops);
        let papers = aqm_papers::papers().iter().map(|paper| Oracle::Paper(paper.name()));
        std::iter::once(Oracle::Kernel)
            .chain(loops)
            .chain([Oracle::Scripts])
            .chain(papers)
            .collect()
    }

    /// Returns the name, as on the command line and in names of files.
    pub fn name(self) -> &'static str {
        match self {
            Oracle::Kernel => "kernel",
            Oracle::Loops(measurement) => measurement.name,
            Oracle::Scripts => "packetdrill",
            Oracle::Paper(name) => name,
        }
    }

    /// Returns the oracle with this name.
    pub fn named(name: &str) -> Option<Oracle> {
        Oracle::all().into_iter().find(|oracle| oracle.name() == name)
    }

    /// Returns the path of the results, below the root of the repository.
    pub fn results_path(self) -> String {
        format!("docs/validation/{}.json", self.name())
    }

    /// Reads the results of the last full run from the repository at `root`.
    pub fn results(self, root: &Path) -> Result<Node, Error> {
        document::read(&root.join(self.results_path()))
    }
}

/// What [`compute`] needs besides the repository.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// Root of the repository.
    pub root: PathBuf,
    /// A complete set of recordings of the kernel's decisions. Without it, the sums of the last one are kept.
    pub recordings: Option<PathBuf>,
    /// packetdrill's folder `gtests/net/tcp`. Without it, the results of the last run are kept.
    pub scripts: Option<PathBuf>,
    /// The text of a file of `aqm reproduce --save`. Without it, the experiments of papers are run.
    pub reports: Option<String>,
    /// Number of threads.
    pub threads: usize,
}

/// Computes the results of an oracle. Calls `progress` with the completed share, 0..1.
pub fn compute(
    oracle: Oracle,
    sources: &Sources,
    progress: &(dyn Fn(f64) + Sync),
) -> Result<Node, Error> {
    match oracle {
        Oracle::Kernel => kernel::compute(sources),
        Oracle::Loops(measurement) => {
            loops::compute(measurement, &sources.root, sources.threads, progress)
        }
        Oracle::Scripts => scripts::compute(sources),
        Oracle::Paper(name) => papers::compute(name, sources, progress),
    }
}
