//! Drop-tail.

use crate::schema::record;
use aqm_sim::aqm::{AqmConfig, DropTailParams};

record! {
    /// First in, first out. Drops arriving packets while the buffer is full.
    #[derive(Copy)]
    pub struct DropTail, label "Drop-tail", look "orange" "solid", family "No AQM" {}
}

impl DropTail {
    pub(super) fn config(self) -> AqmConfig {
        AqmConfig::DropTail(DropTailParams)
    }
}
