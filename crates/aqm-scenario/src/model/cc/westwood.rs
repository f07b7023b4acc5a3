//! Westwood+. Defaults are the simulator's.

use crate::model::table::algorithm;
use crate::schema::Integer;
use aqm_sim::cc::westwood::WestwoodParams;

algorithm! {
    /// Westwood+: after a loss the window is the measured bandwidth times the smallest round-trip time.
    pub struct Westwood of WestwoodParams, label "Westwood+", family "Delivery rate" {
        /// Shortest interval of a bandwidth sample. A sample takes at least a round-trip time.
        min_interval_ms: u64 {
            json: "minIntervalMs", label: "Shortest sample",
            check: Integer::new("ms", 1, 10_000).log_slider(1, 1000),
            source: "Grieco and Mascolo 2004",
        }
    }
}
