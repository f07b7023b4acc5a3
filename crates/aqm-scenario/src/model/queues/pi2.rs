//! PI2 (De Schepper, Bondarenko, Tsang and Briscoe 2016). Defaults are the simulator's.

use super::delay_ms;
use crate::model::table::discipline;
use crate::schema::{Flag, Number};
use aqm_sim::aqm::Pi2Params;

discipline! {
    /// PI with a squared output. Holds the delay at the target with the same gains at every load. Marks scalable traffic in proportion to the output, not to its square.
    pub struct Pi2 of Pi2Params, label "PI2", look "green" "long", family "By delay" {
        /// Queue delay that the controller aims at.
        target: f64 {
            json: "targetMs", label: "Target",
            check: delay_ms(1000.0).log_slider(0.5, 100.0, 0.5),
            source: "De Schepper et al. 2016, table 1",
        }
        /// Time between updates of the base probability.
        update: f64 {
            json: "updateMs", label: "Update interval",
            check: Number::new("ms", 1.0, 1000.0).log_slider(1.0, 200.0, 1.0),
            source: "De Schepper et al. 2016, table 1",
        }
        /// Integral gain: each update adds alpha times (delay - target) to the base probability.
        alpha: f64 {
            json: "alpha", label: "Alpha", check: Number::new("1/s", 0.0, 100.0).slider(0.0, 2.0, 0.0125),
            source: "De Schepper et al. 2016, table 1",
        }
        /// Proportional gain: each update adds beta times the change of the delay since the last update. So all updates of a
        /// rise together add beta times the whole rise.
        beta: f64 {
            json: "beta", label: "Beta", check: Number::new("1/s", 0.0, 100.0).slider(0.0, 20.0, 0.125),
            source: "De Schepper et al. 2016, table 1",
        }
        /// Scalable packets are marked with this many times the base probability.
        coupling: f64 {
            json: "coupling", label: "Coupling factor",
            check: Number::new("", 1.0, 100.0).slider(1.0, 10.0, 0.1),
            source: "De Schepper et al. 2016, section 4",
        }
        /// Marks ECN-capable packets instead of dropping them. Off: all packets count as Classic.
        ecn: bool {
            json: "ecn", label: "ECN", check: Flag,
            source: "De Schepper et al. 2016, section 5",
        }
        /// Packets with ECT(0) count as scalable, like those with ECT(1). For traffic such as DCTCP.
        ect0_scalable: bool { json: "ect0Scalable", label: "ECT(0) is scalable", check: Flag }
    }
}
