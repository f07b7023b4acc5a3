//! Reno's window rules (RFC 5681).

use crate::schema::record;
use aqm_sim::cc::CcConfig;
use aqm_sim::cc::reno::RenoParams;

record! {
    /// Reno's window rules (RFC 5681). Loss recovery is the stack's.
    #[derive(Copy)]
    pub struct NewReno, label "NewReno", family "Standard" {}
}

impl NewReno {
    pub(super) fn config(&self) -> CcConfig {
        CcConfig::NewReno(RenoParams)
    }
}
