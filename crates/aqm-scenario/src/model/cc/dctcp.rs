//! DCTCP (RFC 8257). Defaults are the simulator's.

use crate::model::table::algorithm;
use crate::schema::{Integer, Number};
use aqm_sim::cc::dctcp::DctcpParams;

algorithm! {
    /// DCTCP (RFC 8257): falls in proportion to the fraction of ECN marks. Needs ECN.
    pub struct Dctcp of DctcpParams, label "DCTCP", family "ECN" {
        /// In the average, a new fraction of marks has the weight 2 to the power of minus this value.
        weight_log: u64 {
            json: "weightLog", label: "Weight exponent",
            check: Integer::new("", 0, 10).slider(0, 10),
            source: "RFC 8257, section 4.2: g = 1/16",
        }
        /// Estimated fraction of marks at the start. The first mark reduces the window by half of this fraction.
        initial_alpha: f64 {
            json: "initialAlpha", label: "Initial alpha",
            check: Number::new("", 0.0, 1.0).slider(0.0, 1.0, 0.05),
            source: "RFC 8257, section 3.3",
        }
    }
}
