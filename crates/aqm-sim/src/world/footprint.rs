//! How much memory the parts of a simulation take, in bytes. `aqm_scenario` estimates from these sizes what a run can need.

use super::acks::{Pending, StoredAck};
use super::attached::Attached;
use super::flow::Flow;
use crate::app;
use crate::buffer::Queued;
use crate::metrics::{self, Bin};
use crate::packet::Packet;
use crate::tcp;

/// Arrays have a power of two of places, so they can be twice as long as what they hold.
const GROWTH: usize = 2;

/// A lane without flows, packets, records and snapshots: its timing wheels and histograms. Measured in the tests of `aqm_report`.
pub const LANE: usize = 1_000_000;

/// A flow with both its endpoints, its deadlines, and the smallest arrays of its endpoints.
pub const FLOW: usize = size_of::<Flow>() * 3 / 2 + 300;

/// What an application adds to a flow: its messages, a user, and the smallest arrays of both.
pub const APPLICATION: usize = GROWTH * (size_of::<Attached>() + app::USER_BYTES) + 400;

/// A packet in a queue.
pub const QUEUED_PACKET: usize = GROWTH * size_of::<Queued<Packet>>();

/// A segment that is not acknowledged, and was perhaps sent again. The array of each state grows on its own.
pub const SEGMENT: usize = GROWTH * tcp::SEGMENT_BYTES;

/// An ACK on its way, with its options and its place in a timing wheel.
pub const ACK: usize = GROWTH * size_of::<StoredAck>() + size_of::<Pending>() + size_of::<u32>();

/// A traffic group or a class whose queue delay is recorded: the counts of the open window.
pub const PART: usize = metrics::PART_BYTES;

/// What the delays of groups, classes and flows add to a flow.
pub const PART_FLOW: usize = GROWTH * metrics::FLOW_DELAY_BYTES;

/// A bin of the time series of a hop.
pub const BIN: usize = size_of::<Bin>();

/// A bin of the time series of a traffic group.
pub const PART_BIN: usize = GROWTH * size_of::<f32>();

/// A finished window of a hop, without its histogram.
pub const WINDOW: usize = metrics::WINDOW_BYTES;

/// A delay in the histogram of a window.
pub const DELAY: usize = size_of::<(u16, u32)>();

/// A finished second of the results of an application, without its completion times, which are counted like delays.
pub const RESULT: usize = GROWTH * metrics::RESULT_BYTES;

/// A flow in a second of the goodput log.
pub const GOODPUT: usize = size_of::<u64>();

/// A flow in a snapshot.
pub(super) const SNAPSHOT_FLOW: usize = size_of::<Flow>() + 128;

#[cfg(test)]
mod tests {
    use super::*;

    /// The estimate of a scenario must not change by much without a reason.
    #[test]
    fn sizes_are_in_their_ranges() {
        for (what, bytes, least, most) in [
            ("flow", FLOW, 1000, 4000),
            ("application", APPLICATION, 600, 1500),
            ("packet", QUEUED_PACKET, 48, 64),
            ("segment", SEGMENT, 64, 96),
            ("ACK", ACK, 200, 320),
            ("part", PART, 15_000, 25_000),
            ("flow of parts", PART_FLOW, 900, 1300),
            ("second of a hop", 100 * BIN + 4 * WINDOW, 5000, 8000),
            ("second of results", RESULT, 200, 400),
        ] {
            assert!((least..=most).contains(&bytes), "{what}: {bytes} bytes");
        }
    }
}
