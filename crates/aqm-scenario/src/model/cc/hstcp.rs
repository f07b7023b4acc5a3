//! HighSpeed TCP (RFC 3649).

use crate::model::table::algorithm;
use aqm_sim::cc::hstcp::HstcpParams;

algorithm! {
    /// HighSpeed TCP (RFC 3649): Reno for windows up to 38 segments, faster beyond.
    pub struct Hstcp of HstcpParams, label "HighSpeed TCP", family "High bandwidth" {}
}
