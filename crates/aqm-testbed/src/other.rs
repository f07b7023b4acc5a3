//! Systems without network namespaces and TUN devices of Linux.

use crate::outcome::{Outcome, Place, Settings, utc};
use aqm_scenario::Scenario;

/// Why no run is possible.
const REASON: &str =
    "aqm testbed needs Linux: it runs the TCP of the Linux kernel in network namespaces";

/// Why a run failed.
#[derive(Debug)]
pub struct Error;

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(REASON)
    }
}

impl std::error::Error for Error {}

/// Returns what this machine lacks for a run.
pub fn missing() -> Option<String> {
    Some(REASON.to_owned())
}

/// Returns where and when this run takes place: nowhere.
pub fn place() -> Place {
    Place { kernel: String::new(), machine: String::new(), date: utc(0) }
}

/// Fails.
pub fn run(_scenario: &Scenario, _lane: usize, _settings: Settings) -> Result<Outcome, Error> {
    Err(Error)
}
