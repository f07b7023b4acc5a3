//! CUBIC (RFC 9438). Defaults are the simulator's.

use crate::model::table::algorithm;
use crate::schema::{Flag, Number};
use aqm_sim::cc::cubic::CubicParams;

algorithm! {
    /// CUBIC (RFC 9438), in the Linux stacks with HyStart: the default of today's systems.
    pub struct Cubic of CubicParams, label "CUBIC", family "Standard" {
        /// The window is multiplied by this after a loss.
        beta: f64 {
            json: "beta", label: "Decrease factor",
            check: Number::new("", 0.1, 0.95).slider(0.3, 0.95, 0.05),
            source: "RFC 9438, section 4.6",
        }
        /// Steepness of the cubic curve.
        c: f64 {
            json: "c", label: "C",
            check: Number::new("segments/s³", 0.001, 100.0).log_slider(0.01, 10.0, 0.01),
            source: "RFC 9438, section 5.1",
        }
        /// A flow whose peak falls gives up more of its window, so that new flows get their share sooner.
        fast_convergence: bool {
            json: "fastConvergence", label: "Fast convergence", check: Flag,
            source: "RFC 9438, section 4.7",
        }
        /// Grows at least as fast as Reno would.
        tcp_friendliness: bool {
            json: "tcpFriendliness", label: "Reno-friendly region", check: Flag,
            source: "RFC 9438, section 4.3",
        }
        /// Ends slow start when the delay rises, or when a train of ACKs takes half of the smallest RTT. The stack `rfc` has no HyStart.
        hystart: bool {
            json: "hystart", label: "HyStart", check: Flag,
            source: "Ha and Rhee, Taming the elephants, 2011",
        }
    }
}
