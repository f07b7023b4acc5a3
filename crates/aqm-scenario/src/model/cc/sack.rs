//! Reno with SACK recovery.

use crate::model::table::algorithm;
use aqm_sim::cc::reno::RenoParams;

algorithm! {
    /// Reno with SACK recovery (RFC 6675), whatever the stack.
    pub struct Sack of RenoParams, label "SACK TCP", family "Standard" {}
}
