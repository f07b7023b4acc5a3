//! BBR version 1.

use crate::model::table::algorithm;
use aqm_sim::cc::bbr::BbrParams;

algorithm! {
    /// BBR version 1: paces at the largest delivery rate of the last ten round trips. Losses do not change its model of the path.
    pub struct Bbr of BbrParams, label "BBR", family "Delivery rate" {}
}
