//! BBR version 3. Defaults are the simulator's.

use crate::schema::{Number, record};
use aqm_sim::cc::CcConfig;
use aqm_sim::cc::bbr3::Bbr3Params;

record! {
    /// BBR version 3: paces at the measured bandwidth. Losses above 2 % limit the rate and the data in flight.
    #[derive(Copy)]
    pub struct Bbr3, label "BBRv3", family "Delivery rate" {
        /// A probe for more bandwidth ends when it loses more than this share of a round trip.
        loss_threshold: f64 {
            json: "lossThreshold", label: "Loss threshold",
            check: Number::new("", 0.0, 0.5).slider(0.0, 0.2, 0.01),
            default: Bbr3Params::default().loss_threshold, source: "draft-ietf-ccwg-bbr-06, section 2.8",
        }
        /// A round trip with losses multiplies the short-term bounds by this, but not below what was delivered.
        beta: f64 {
            json: "beta", label: "Decrease factor",
            check: Number::new("", 0.1, 1.0).slider(0.3, 1.0, 0.05),
            default: Bbr3Params::default().beta, source: "draft-ietf-ccwg-bbr-06, section 2.8",
        }
        /// Part of the long-term bound that stays free between probes, for other flows.
        headroom: f64 {
            json: "headroom", label: "Headroom",
            check: Number::new("", 0.0, 0.9).slider(0.0, 0.5, 0.05),
            default: Bbr3Params::default().headroom, source: "draft-ietf-ccwg-bbr-06, section 2.8",
        }
    }
}

impl Default for Bbr3 {
    fn default() -> Self {
        let Bbr3Params { loss_threshold, beta, headroom } = Bbr3Params::default();
        Bbr3 { loss_threshold, beta, headroom }
    }
}

impl Bbr3 {
    pub(super) fn config(&self) -> CcConfig {
        let Bbr3 { loss_threshold, beta, headroom } = *self;
        CcConfig::Bbr3(Bbr3Params { loss_threshold, beta, headroom })
    }
}
