//! BBR version 3. Defaults are the simulator's.

use crate::model::table::algorithm;
use crate::schema::Number;
use aqm_sim::cc::bbr3::Bbr3Params;

algorithm! {
    /// BBR version 3: paces at the measured bandwidth. Losses lower the rate for a time; a probe that loses more than 2 % limits the data in flight.
    pub struct Bbr3 of Bbr3Params, label "BBRv3", family "Delivery rate" {
        /// A probe for more bandwidth ends when more than this share of the data in flight is lost.
        loss_threshold: f64 {
            json: "lossThreshold", label: "Loss threshold",
            check: Number::new("", 0.0, 0.5).slider(0.0, 0.2, 0.01),
            source: "draft-ietf-ccwg-bbr-06, section 2.8",
        }
        /// A round trip with losses multiplies the short-term bounds by this, but not below what was delivered.
        beta: f64 {
            json: "beta", label: "Decrease factor",
            check: Number::new("", 0.1, 1.0).slider(0.3, 1.0, 0.05),
            source: "draft-ietf-ccwg-bbr-06, section 2.8",
        }
        /// Part of the long-term bound that stays free between probes, for other flows.
        headroom: f64 {
            json: "headroom", label: "Headroom",
            check: Number::new("", 0.0, 0.9).slider(0.0, 0.5, 0.05),
            source: "draft-ietf-ccwg-bbr-06, section 2.8",
        }
    }
}
