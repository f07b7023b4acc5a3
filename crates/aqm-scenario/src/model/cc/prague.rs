//! Prague (draft-briscoe-iccrg-prague-congestion-control). Defaults are the simulator's.

use crate::convert::millis;
use crate::schema::{Integer, Number, record};
use aqm_sim::cc::CcConfig;
use aqm_sim::cc::prague::PragueParams;

record! {
    /// Prague: the sender of L4S. Falls in proportion to the fraction of ECN marks, paced, hardly dependent on the RTT. Needs ECN and a queue with L4S marks, like DualPI2.
    #[derive(Copy)]
    pub struct Prague, label "Prague", family "ECN" {
        /// In the average, a new fraction of marks has the weight 2 to the power of minus this value.
        weight_log: u64 {
            json: "weightLog", label: "Weight exponent",
            check: Integer::new("", 0, 10).slider(0, 10),
            default: PragueParams::default().weight_log.into(), source: "the draft, section 2.3.2: g = 1/16",
        }
        /// Flows with a shorter round-trip time behave as if it were this one. 0: every flow uses its own.
        virtual_rtt_ms: f64 {
            json: "virtualRttMs", label: "Virtual RTT",
            check: Number::new("ms", 0.0, 1000.0).slider(0.0, 100.0, 1.0),
            default: PragueParams::default().virtual_rtt.millis(), source: "the draft, section 2.4.4",
        }
    }
}

impl Default for Prague {
    fn default() -> Self {
        let PragueParams { weight_log, virtual_rtt } = PragueParams::default();
        Prague { weight_log: weight_log.into(), virtual_rtt_ms: virtual_rtt.millis() }
    }
}

impl Prague {
    pub(super) fn config(&self) -> CcConfig {
        let Prague { weight_log, virtual_rtt_ms } = *self;
        CcConfig::Prague(PragueParams {
            weight_log: weight_log as u32,
            virtual_rtt: millis(virtual_rtt_ms),
        })
    }
}
