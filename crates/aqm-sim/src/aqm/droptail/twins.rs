//! Drop-tail: `pfifo` or `bfifo`.

use super::params::DropTailParams;
use crate::aqm::twins::{Ns3Twin, Place, TcTwin, Twins};

impl Twins for DropTailParams {
    const NAME: &'static str = "Drop-tail";

    fn tc(&self, place: &Place) -> Result<TcTwin, String> {
        if place.counts_bytes {
            Ok(TcTwin::new("bfifo").with("limit", place.bytes()))
        } else {
            Ok(TcTwin::new("pfifo").with("limit", place.packets()))
        }
    }

    fn ns3(&self, place: &Place) -> Result<Ns3Twin, String> {
        Ok(Ns3Twin::new("ns3::FifoQueueDisc").limit(place))
    }
}
