//! Westwood+. Defaults are the simulator's.

use crate::schema::{Integer, record};
use aqm_sim::cc::CcConfig;
use aqm_sim::cc::westwood::WestwoodParams;

record! {
    /// Westwood+: after a loss the window is the measured bandwidth times the smallest round-trip time.
    #[derive(Copy)]
    pub struct Westwood, label "Westwood+", family "Delivery rate" {
        /// Shortest interval of a bandwidth sample. A sample takes at least a round-trip time.
        min_interval_ms: u64 {
            json: "minIntervalMs", label: "Shortest sample",
            check: Integer::new("ms", 1, 10_000).log_slider(1, 1000),
            default: WestwoodParams::default().min_interval_ms.into(), source: "Grieco and Mascolo 2004",
        }
    }
}

impl Default for Westwood {
    fn default() -> Self {
        Westwood { min_interval_ms: WestwoodParams::default().min_interval_ms.into() }
    }
}

impl Westwood {
    pub(super) fn config(&self) -> CcConfig {
        CcConfig::Westwood(WestwoodParams { min_interval_ms: self.min_interval_ms as u32 })
    }
}
