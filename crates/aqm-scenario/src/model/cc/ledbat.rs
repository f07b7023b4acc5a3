//! LEDBAT. Defaults are the simulator's.

use crate::model::table::algorithm;
use crate::schema::{Integer, Number};
use aqm_sim::cc::ledbat::LedbatParams;

algorithm! {
    /// LEDBAT (RFC 6817): keeps the queueing delay at a target, and makes room for flows that make the queue longer.
    pub struct Ledbat of LedbatParams, label "LEDBAT", family "Delay" {
        /// Queueing delay that the window is steered to.
        target: f64 {
            json: "targetMs", label: "Target",
            check: Number::new("ms", 0.1, 1000.0).log_slider(1.0, 200.0, 1.0),
            source: "RFC 6817, section 2.5",
        }
        /// Segments by which the window grows in a round trip while the queue is empty.
        gain: f64 {
            json: "gain", label: "Gain",
            check: Number::new("segments", 0.01, 10.0).log_slider(0.1, 10.0, 0.1),
            source: "RFC 6817, section 2.5: at most 1",
        }
        /// The delay of the empty path is the smallest one of these last minutes.
        base_history: u64 {
            json: "baseHistoryMin", label: "Base history",
            check: Integer::new("min", 1, 20).slider(1, 20),
            source: "RFC 6817, section 2.5",
        }
        /// The current delay is the smallest one of these last samples.
        current_filter: u64 {
            json: "currentFilter", label: "Current filter",
            check: Integer::new("samples", 1, 64).slider(1, 64),
            source: "RFC 6817, section 2.4.2",
        }
    }
}
