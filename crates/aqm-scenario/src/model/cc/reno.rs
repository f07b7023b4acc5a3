//! Reno without SACK.

use crate::schema::record;
use aqm_sim::cc::CcConfig;
use aqm_sim::cc::reno::RenoParams;

record! {
    /// Reno (RFC 5681) without SACK: one recovery repairs one loss.
    #[derive(Copy)]
    pub struct Reno, label "Reno", family "Standard" {}
}

impl Reno {
    pub(super) fn config(&self) -> CcConfig {
        CcConfig::Reno(RenoParams)
    }
}
