//! COBALT, the part of CAKE that drops and marks. Defaults and their sources are the simulator's.

use super::delay_ms;
use crate::model::table::discipline;
use crate::schema::{Flag, Number};
use aqm_sim::aqm::CobaltParams;

discipline! {
    /// CoDel and BLUE side by side, as in CAKE. BLUE drops at random after the buffer has overflowed.
    pub struct Cobalt of CobaltParams, label "COBALT", look "blue" "dashDot", family "By delay" {
        /// Acceptable standing delay. COBALT drops or marks packets while the delay is above it.
        target: f64 {
            json: "targetMs", label: "Target",
            check: delay_ms(1000.0).log_slider(0.5, 100.0, 0.5),
            source: "CAKE in Linux",
        }
        /// Time between the first two drops. The next ones follow at interval / sqrt(count). Set it to about the largest round-trip time.
        interval: f64 {
            json: "intervalMs", label: "Interval",
            check: delay_ms(4000.0).log_slider(10.0, 1000.0, 5.0),
            source: "CAKE in Linux",
        }
        /// Raises target and interval on slow links, so that one and a half packets of 1500 bytes fit into the target.
        scales_with_rate: bool {
            json: "scalesWithRate", label: "Scale with link rate", check: Flag,
            source: "CAKE in Linux",
        }
        /// CoDel marks ECN-capable packets instead of dropping them. BLUE always drops.
        ecn: bool {
            json: "ecn", label: "ECN", check: Flag,
            source: "CAKE in Linux",
        }
        /// BLUE's drop probability rises by this step when the buffer overflows, at most once per target.
        increment: f64 {
            json: "blueIncrement", label: "BLUE increment",
            check: Number::new("", 0.0, 1.0).slider(0.0, 0.1, 0.0001), source: "CAKE in Linux",
        }
        /// BLUE's drop probability falls by this step when the queue is empty, at most once per target.
        decrement: f64 {
            json: "blueDecrement", label: "BLUE decrement",
            check: Number::new("", 0.0, 1.0).slider(0.0, 0.1, 0.0001), source: "CAKE in Linux",
        }
    }
}
