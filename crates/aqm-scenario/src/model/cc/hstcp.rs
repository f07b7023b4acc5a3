//! HighSpeed TCP (RFC 3649).

use crate::schema::record;
use aqm_sim::cc::CcConfig;
use aqm_sim::cc::hstcp::HstcpParams;

record! {
    /// HighSpeed TCP (RFC 3649): Reno for windows up to 38 segments, faster beyond.
    #[derive(Copy)]
    pub struct Hstcp, label "HighSpeed TCP", family "High bandwidth" {}
}

impl Hstcp {
    pub(super) fn config(&self) -> CcConfig {
        CcConfig::Hstcp(HstcpParams)
    }
}
