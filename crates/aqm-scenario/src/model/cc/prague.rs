//! Prague (draft-briscoe-iccrg-prague-congestion-control). Defaults are the simulator's.

use crate::model::table::algorithm;
use crate::schema::{Integer, Number};
use aqm_sim::cc::prague::PragueParams;

algorithm! {
    /// Prague: the sender of L4S. Falls in proportion to the fraction of ECN marks, and is paced. Its rate hardly depends on the RTT below 25 ms. Needs ECN and a queue with L4S marks, like DualPI2.
    pub struct Prague of PragueParams, label "Prague", family "ECN" {
        /// In the average, a new fraction of marks has the weight 2 to the power of minus this value.
        weight_log: u64 {
            json: "weightLog", label: "Weight exponent",
            check: Integer::new("", 0, 10).slider(0, 10),
            source: "the draft, section 2.3.2: g = 1/16",
        }
        /// Flows with a shorter round-trip time behave as if it were this one. 0: every flow uses its own.
        virtual_rtt: f64 {
            json: "virtualRttMs", label: "Virtual RTT",
            check: Number::new("ms", 0.0, 1000.0).slider(0.0, 100.0, 1.0),
            source: "the draft, section 2.4.4",
        }
    }
}
