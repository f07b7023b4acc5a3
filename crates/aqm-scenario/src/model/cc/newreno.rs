//! NewReno.

use crate::model::table::algorithm;
use aqm_sim::cc::reno::RenoParams;

algorithm! {
    /// NewReno: Reno's window rules (RFC 5681). Loss recovery is the stack's, with SACK if it is on.
    pub struct NewReno of RenoParams, label "NewReno", family "Standard" {}
}
