//! Drop-tail: `pfifo` or `bfifo`.

use super::{Ns3Twin, Place, TcTwin};
use aqm_sim::config::BufferConfig;

/// Returns the line of `tc`.
pub fn tc(place: &Place) -> TcTwin {
    match place.buffer {
        BufferConfig::Bytes(bytes) => TcTwin::new("bfifo").with("limit", bytes),
        _ => TcTwin::new("pfifo").with("limit", place.packets()),
    }
}

/// Returns the discipline of ns-3.
pub fn ns3(place: &Place) -> Ns3Twin {
    Ns3Twin::new("ns3::FifoQueueDisc").limit(place)
}
