//! NewReno.

use crate::schema::record;
use aqm_sim::cc::CcConfig;
use aqm_sim::cc::reno::RenoParams;

record! {
    /// NewReno: Reno's window rules (RFC 5681). Loss recovery is the stack's, with SACK if it is on.
    #[derive(Copy)]
    pub struct NewReno, label "NewReno", family "Standard" {}
}

impl NewReno {
    pub(super) fn config(&self) -> CcConfig {
        CcConfig::NewReno(RenoParams)
    }
}
