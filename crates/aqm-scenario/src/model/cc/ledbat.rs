//! LEDBAT. Defaults are the simulator's.

use crate::convert::millis;
use crate::schema::{Integer, Number, record};
use aqm_sim::cc::CcConfig;
use aqm_sim::cc::ledbat::LedbatParams;

record! {
    /// LEDBAT (RFC 6817): keeps the queueing delay at a target and makes room for all others.
    #[derive(Copy)]
    pub struct Ledbat, label "LEDBAT", family "Delay" {
        /// Queueing delay that the window is steered to.
        target_ms: f64 {
            json: "targetMs", label: "Target",
            check: Number::new("ms", 0.1, 1000.0).log_slider(1.0, 200.0, 1.0),
            default: 100.0, source: "RFC 6817, section 2.5",
        }
        /// Segments by which the window grows in a round trip while the queue is empty.
        gain: f64 {
            json: "gain", label: "Gain",
            check: Number::new("segments", 0.01, 10.0).log_slider(0.1, 10.0, 0.1),
            default: LedbatParams::default().gain, source: "RFC 6817, section 2.5: at most 1",
        }
        /// The delay of the empty path is the smallest one of these last minutes.
        base_history_min: u64 {
            json: "baseHistoryMin", label: "Base history",
            check: Integer::new("min", 1, 20).slider(1, 20),
            default: LedbatParams::default().base_history.into(), source: "RFC 6817, section 2.5",
        }
        /// The current delay is the smallest one of these last samples.
        current_filter: u64 {
            json: "currentFilter", label: "Current filter",
            check: Integer::new("samples", 1, 64).slider(1, 64),
            default: LedbatParams::default().current_filter.into(), source: "RFC 6817, section 2.4.2",
        }
    }
}

impl Default for Ledbat {
    fn default() -> Self {
        let LedbatParams { target, gain, base_history, current_filter } = LedbatParams::default();
        Ledbat {
            target_ms: target.millis(),
            gain,
            base_history_min: base_history.into(),
            current_filter: current_filter.into(),
        }
    }
}

impl Ledbat {
    pub(super) fn config(&self) -> CcConfig {
        CcConfig::Ledbat(LedbatParams {
            target: millis(self.target_ms),
            gain: self.gain,
            base_history: self.base_history_min as u32,
            current_filter: self.current_filter as u32,
        })
    }
}
