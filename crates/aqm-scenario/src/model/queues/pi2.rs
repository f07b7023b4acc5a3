//! PI2 (De Schepper, Bondarenko, Tsang and Briscoe 2016). Defaults are the simulator's.

use super::delay_ms;
use crate::convert::millis;
use crate::schema::{Flag, Number, record};
use aqm_sim::aqm::{AqmConfig, Pi2Params};

record! {
    /// PI with a squared output. Holds the delay at the target without tuning. Marks scalable traffic in proportion to the output, not to its square.
    #[derive(Copy)]
    pub struct Pi2, label "PI2", look "green" "long", family "By delay" {
        /// Queue delay that the controller aims at.
        target_ms: f64 {
            json: "targetMs", label: "Target",
            check: delay_ms(1000.0).log_slider(0.5, 100.0, 0.5),
            default: Pi2Params::default().target.millis(), live: true,
            source: "De Schepper et al. 2016, table 1",
        }
        /// Time between updates of the base probability.
        update_ms: f64 {
            json: "updateMs", label: "Update interval",
            check: Number::new("ms", 1.0, 1000.0).log_slider(1.0, 200.0, 1.0),
            default: Pi2Params::default().update.millis(), live: true,
            source: "De Schepper et al. 2016, table 1",
        }
        /// Gain on the difference between delay and target.
        alpha: f64 {
            json: "alpha", label: "Alpha", check: Number::new("1/s", 0.0, 100.0).slider(0.0, 2.0, 0.0125),
            default: Pi2Params::default().alpha, live: true,
            source: "De Schepper et al. 2016, table 1",
        }
        /// Gain on the change of the delay since the last update.
        beta: f64 {
            json: "beta", label: "Beta", check: Number::new("1/s", 0.0, 100.0).slider(0.0, 20.0, 0.125),
            default: Pi2Params::default().beta, live: true,
            source: "De Schepper et al. 2016, table 1",
        }
        /// Scalable packets are marked with this many times the base probability.
        coupling: f64 {
            json: "coupling", label: "Coupling factor",
            check: Number::new("", 1.0, 100.0).slider(1.0, 10.0, 0.1),
            default: Pi2Params::default().coupling, live: true,
            source: "De Schepper et al. 2016, section 4",
        }
        /// Marks ECN-capable packets instead of dropping them. Off: all packets count as Classic.
        ecn: bool {
            json: "ecn", label: "ECN", check: Flag, default: Pi2Params::default().ecn, live: true,
            source: "De Schepper et al. 2016, section 5",
        }
        /// Packets with ECT(0) count as scalable, like those with ECT(1). For traffic such as DCTCP.
        ect0_scalable: bool {
            json: "ect0Scalable", label: "ECT(0) is scalable", check: Flag,
            default: Pi2Params::default().ect0_scalable, live: true,
        }
    }
}

impl Pi2 {
    pub(super) fn config(self) -> AqmConfig {
        AqmConfig::Pi2(Pi2Params {
            target: millis(self.target_ms),
            update: millis(self.update_ms),
            alpha: self.alpha,
            beta: self.beta,
            coupling: self.coupling,
            ecn: self.ecn,
            ect0_scalable: self.ect0_scalable,
        })
    }
}
