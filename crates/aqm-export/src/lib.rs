//! Scripts that run a scenario elsewhere: with `tc` in network namespaces, NeST, ns-3, Mininet or Flent; and data files of Flent.
//!
//! [`export`] returns the text of a script and the list of what does not carry over. This crate reads and writes no files.
//!
//! - `plan` reads the scenario: its lanes, and their timed changes (`timeline`) and sources (`flows`). `route` has the path of a
//!   configuration: routers, queues, delays.
//! - `qdisc` has one file per discipline: its line of `tc` and its attributes in ns-3.
//! - `congestion` has the names of the congestion controls.
//! - `targets` has one file per target. `commands` is shared by those that call `tc`. `literal` quotes the texts of a scenario.
//! - `flent` writes what was recorded of a lane as a data file of Flent. The rest of the crate does not use it.

mod commands;
mod congestion;
pub mod flent;
mod flows;
mod left_out;
pub mod literal;
mod network;
mod numbers;
mod plan;
pub mod qdisc;
mod route;
mod targets;
mod timeline;

use aqm_scenario::Scenario;

/// What runs the script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// Bash with `ip`, `tc` and iperf3.
    Tc,
    /// Python with NeST.
    Nest,
    /// A C++ program for ns-3.
    Ns3,
    /// Python with Mininet.
    Mininet,
    /// Bash as for `Tc`, with Flent in place of iperf3 for the flows that always have data to send.
    Flent,
}

impl Target {
    /// Every target.
    pub const ALL: [Target; 5] =
        [Target::Tc, Target::Nest, Target::Ns3, Target::Mininet, Target::Flent];

    /// Returns the name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Target::Tc => "tc",
            Target::Nest => "nest",
            Target::Ns3 => "ns3",
            Target::Mininet => "mininet",
            Target::Flent => "flent",
        }
    }

    /// Returns the target of a name.
    pub fn of(name: &str) -> Option<Target> {
        Target::ALL.into_iter().find(|target| target.name() == name)
    }

    /// Returns the end of the file's name.
    const fn extension(self) -> &'static str {
        match self {
            Target::Tc => "tc.sh",
            Target::Nest => "nest.py",
            Target::Ns3 => "ns3.cc",
            Target::Mininet => "mininet.py",
            Target::Flent => "flent.sh",
        }
    }

    /// Returns whether the script calls `tc` with the lines of `qdisc`.
    pub(crate) const fn uses_kernel(self) -> bool {
        !matches!(self, Target::Ns3)
    }
}

/// What a script says about itself beside the scenario.
#[derive(Clone, Copy, Debug, Default)]
pub struct Header<'a> {
    /// Address of the page with the scenario, if there is one.
    pub link: Option<&'a str>,
    /// Version of AQM Playground.
    pub version: &'a str,
}

/// A script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exported {
    /// The text of the file.
    pub text: String,
    /// Suggested name of the file.
    pub file_name: String,
    /// What does not carry over, one sentence each. The header of the text has the same list.
    pub not_carried: Vec<String>,
}

/// Returns the script of a scenario that has passed its checks.
///
/// A lane without a counterpart in the target makes the script refuse this lane with one sentence.
pub fn export(scenario: &Scenario, target: Target, header: &Header<'_>) -> Exported {
    let plan = plan::Plan::new(scenario, target);
    let not_carried = left_out::list(&plan);
    let text = targets::write(&plan, header, &not_carried);
    let file_name = format!("{}.{}", slug(&scenario.title), target.extension());
    Exported { text, file_name, not_carried }
}

/// Returns a title as part of a file name.
fn slug(title: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in title.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        let length: usize = words.iter().map(|word| word.len() + 1).sum();
        if length + word.len() <= 50 {
            words.push(word.to_ascii_lowercase());
        }
    }
    if words.is_empty() { "scenario".to_owned() } else { words.join("-") }
}
