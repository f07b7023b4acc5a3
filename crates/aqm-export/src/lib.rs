//! Scripts that run a scenario elsewhere: with `tc` in network namespaces, NeST, ns-3, Mininet or Flent; and data files of Flent.
//!
//! [`export`] returns the text of a script and the list of what does not carry over. This crate reads and writes no files.
//!
//! - `plan` reads the scenario: its lanes, and their timed changes (`timeline`) and sources (`flows`). `route` has the path of a
//!   configuration: routers, queues, delays.
//! - A discipline has its line of `tc` and its attributes in ns-3 in its folder in `aqm-sim` (`twins.rs`), a congestion control its
//!   names in its own (`KERNEL`, `NS3`).
//! - The table of targets is below, `targets` has their files. `commands` is shared by those that call `tc`. `literal` quotes the texts of a scenario.
//! - `flent` writes what was recorded of a lane as a data file of Flent. The rest of the crate does not use it.

mod commands;
pub mod flent;
mod flows;
mod left_out;
pub mod literal;
mod network;
mod numbers;
mod plan;
mod route;
mod timeline;

use aqm_scenario::Scenario;

/// One module for each kind of script.
mod targets {
    pub mod mininet;
    pub mod nest;
    pub mod ns3;
    pub mod shell;
    pub mod text;
}

/// Generates the targets from the table: `Name = "name on the command line", "end of the file's name", "name on the page" in
/// module;`. Several targets can be in one module.
macro_rules! targets {
    ($(
        $(#[doc = $about:literal])+
        $Target:ident = $name:literal, $extension:literal, $label:literal in $module:ident;
    )+) => {
        /// What runs the script.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Target {
            $($(#[doc = $about])+ $Target,)+
        }

        impl Target {
            /// Every target, in the order in which they are offered.
            pub const ALL: &[Target] = &[$(Target::$Target),+];

            /// Returns the name on the command line.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Target::$Target => $name,)+
                }
            }

            /// Returns the end of the file's name.
            pub const fn extension(self) -> &'static str {
                match self {
                    $(Target::$Target => $extension,)+
                }
            }

            /// Returns the name on the page, and a sentence about the script.
            const fn texts(self) -> (&'static str, &'static str) {
                match self {
                    $(Target::$Target => ($label, concat!($($about),+)),)+
                }
            }
        }

        /// Returns the text of a script.
        fn write(plan: &plan::Plan<'_>, header: &Header<'_>, not_carried: &[String]) -> String {
            match plan.target {
                $(Target::$Target => targets::$module::write(plan, header, not_carried),)+
            }
        }
    };
}

targets! {
    /// A shell script for Linux: network namespaces, the qdisc of the kernel, iperf3. Needs root.
    Tc = "tc", "tc.sh", "tc" in shell;
    /// A Python program for NeST, which needs Linux and root.
    Nest = "nest", "nest.py", "NeST" in nest;
    /// A C++ program for ns-3.37 or later.
    Ns3 = "ns3", "ns3.cc", "ns-3" in ns3;
    /// A Python program for Mininet, which needs root.
    Mininet = "mininet", "mininet.py", "Mininet" in mininet;
    /// A shell script that prepares the path and runs Flent.
    Flent = "flent", "flent.sh", "Flent" in shell;
}

impl Target {
    /// Returns the target of a name.
    pub fn of(name: &str) -> Option<Target> {
        Target::ALL.iter().copied().find(|target| target.name() == name)
    }

    /// Returns the names of all targets, for messages.
    pub fn names() -> String {
        Target::ALL.iter().map(|target| target.name()).collect::<Vec<_>>().join(", ")
    }

    /// Returns the path of the page's list of targets, and its text.
    pub fn page_list() -> (&'static str, String) {
        let mut text = String::from(
            "// Generated from the table in crates/aqm-export/src/lib.rs.\n\nexport const TARGETS = [\n",
        );
        for target in Target::ALL {
            let (label, about) = target.texts();
            let (name, about) = (target.name(), about.trim());
            text += &format!("  {{ value: '{name}', label: '{label}', about: '{about}' }},\n");
        }
        text += "] as const;\n";
        ("web/src/shared/takeaway/targets.generated.ts", text)
    }

    /// Returns whether the script calls `tc` with the lines of the disciplines.
    const fn uses_kernel(self) -> bool {
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
    let text = write(&plan, header, &not_carried);
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
