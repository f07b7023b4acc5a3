//! DCTCP (RFC 8257). Defaults are the simulator's.

use crate::schema::{Integer, Number, record};
use aqm_sim::cc::CcConfig;
use aqm_sim::cc::dctcp::DctcpParams;

record! {
    /// DCTCP (RFC 8257): falls in proportion to the fraction of ECN marks. Needs ECN.
    #[derive(Copy)]
    pub struct Dctcp, label "DCTCP", family "ECN" {
        /// In the average, a new fraction of marks has the weight 2 to the power of minus this value.
        weight_log: u64 {
            json: "weightLog", label: "Weight exponent",
            check: Integer::new("", 0, 10).slider(0, 10),
            default: DctcpParams::default().weight_log.into(), source: "RFC 8257, section 4.2: g = 1/16",
        }
        /// Estimated fraction of marks at the start. The first mark reduces the window by half of it.
        initial_alpha: f64 {
            json: "initialAlpha", label: "Initial alpha",
            check: Number::new("", 0.0, 1.0).slider(0.0, 1.0, 0.05),
            default: DctcpParams::default().initial_alpha, source: "RFC 8257, section 3.3",
        }
    }
}

impl Default for Dctcp {
    fn default() -> Self {
        let DctcpParams { weight_log, initial_alpha } = DctcpParams::default();
        Dctcp { weight_log: weight_log.into(), initial_alpha }
    }
}

impl Dctcp {
    pub(super) fn config(&self) -> CcConfig {
        let Dctcp { weight_log, initial_alpha } = *self;
        CcConfig::Dctcp(DctcpParams { weight_log: weight_log as u32, initial_alpha })
    }
}
