//! Reno with SACK recovery.

use crate::schema::record;
use aqm_sim::cc::CcConfig;
use aqm_sim::cc::reno::RenoParams;

record! {
    /// Reno with SACK recovery (RFC 6675), whatever the stack.
    #[derive(Copy)]
    pub struct Sack, label "SACK TCP", family "Standard" {}
}

impl Sack {
    pub(super) fn config(&self) -> CcConfig {
        CcConfig::Sack(RenoParams)
    }
}
