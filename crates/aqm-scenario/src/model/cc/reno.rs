//! Reno without SACK.

use crate::model::table::algorithm;
use aqm_sim::cc::reno::RenoParams;

algorithm! {
    /// Reno (RFC 5681) without SACK: one recovery repairs one loss.
    pub struct Reno of RenoParams, label "Reno", family "Standard" {}
}
