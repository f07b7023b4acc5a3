//! BBR version 1.

use crate::schema::record;
use aqm_sim::cc::CcConfig;
use aqm_sim::cc::bbr::BbrParams;

record! {
    /// BBR version 1: paces at the largest delivery rate of the last ten round trips.
    #[derive(Copy)]
    pub struct Bbr, label "BBR", family "Delivery rate" {}
}

impl Bbr {
    pub(super) fn config(&self) -> CcConfig {
        CcConfig::Bbr(BbrParams)
    }
}
