//! The measures with their published names.

use super::{DelaySummary, FlowDelay, PartSummary, ResultSummary};
use crate::packet::FlowId;

/// Packets at the bottleneck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PacketCounts {
    /// Offered to the queue.
    pub offered: u64,
    /// Transmission started.
    pub sent: u64,
    /// Dropped by the algorithm.
    pub early: u64,
    /// Dropped because the buffer was full.
    pub overflow: u64,
    /// CE-marked.
    pub marked: u64,
}

impl PacketCounts {
    /// Returns the number of all drops.
    pub fn dropped(&self) -> u64 {
        self.early + self.overflow
    }

    pub(super) fn add(&mut self, other: &PacketCounts) {
        self.offered += other.offered;
        self.sent += other.sent;
        self.early += other.early;
        self.overflow += other.overflow;
        self.marked += other.marked;
    }
}

/// One flow's share.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FlowSummary {
    /// The flow.
    pub id: FlowId,
    /// Index of its traffic group.
    pub group: usize,
    /// New in-order payload delivered, in Mbit/s of the measured time.
    pub goodput_mbps: f64,
}

/// Measures of one lane over a span of simulated time.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// Length of the span in s.
    pub seconds: f64,
    /// Queue delay; `None` if no packet was sent.
    pub delay: Option<DelaySummary>,
    /// Delay in the queue of the device, from the end of the queue delay to the start of transmission;
    /// `None` without such a queue or if no packet left.
    pub device_delay: Option<DelaySummary>,
    /// Packets lost behind the bottleneck / packets that left it, 0..1; `None` if the path is not noisy.
    pub path_loss_rate: Option<f64>,
    /// Measures of the bottleneck of the reverse direction, without flows; `None` without one.
    pub reverse: Option<Box<Summary>>,
    /// Measures of the other hops of the forward direction, without flows, in their order.
    pub hops: Vec<Summary>,
    /// Bits sent / integral of the link rate, 0..1.
    pub utilization: f64,
    /// Packets dropped / packets offered, 0..1. A packet may be dropped in a later span than it was
    /// offered in. So if more packets left the queue (sent or dropped) than were offered, their
    /// number is the divisor.
    pub drop_rate: f64,
    /// The algorithm's part of `drop_rate`.
    pub early_drop_rate: f64,
    /// The full buffer's part of `drop_rate`.
    pub overflow_drop_rate: f64,
    /// Packets CE-marked / the same divisor, 0..1.
    pub mark_rate: f64,
    /// Time-weighted mean backlog in packets.
    pub queue_packets_mean: f64,
    /// Time-weighted mean backlog in bytes.
    pub queue_bytes_mean: f64,
    /// Time-weighted mean backlog as a share of the buffer, 0..1.
    pub queue_share_mean: f64,
    /// Jain's fairness index over the goodputs of the bulk flows that were open during the whole span, 0..1;
    /// `None` without such flows or without goodput.
    pub jain: Option<f64>,
    /// Goodput of every TCP flow.
    pub flows: Vec<FlowSummary>,
    /// Queue delay of each traffic group and of each class of the discipline; empty if it was not recorded.
    pub parts: Vec<PartSummary>,
    /// Queue delay of each flow since the warm-up, by its number; empty if it was not recorded, and in windows.
    pub flow_delays: Vec<FlowDelay>,
    /// Results of the traffic groups that are applications, in the order of the groups.
    pub applications: Vec<ResultSummary>,
    /// Counts.
    pub packets: PacketCounts,
}

/// Jain's fairness index: (sum x)^2 / (n sum x^2) (Jain, Chiu, Hawe 1984).
pub fn jain_index(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum, squares) =
        values.fold((0.0, 0.0, 0.0), |(n, sum, squares), x| (n + 1.0, sum + x, squares + x * x));
    (squares > 0.0).then(|| sum * sum / (count * squares))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jain_is_one_when_equal_and_one_over_n_when_one_takes_all() {
        assert_eq!(jain_index([2.0, 2.0, 2.0].into_iter()), Some(1.0));
        assert_eq!(jain_index([4.0, 0.0, 0.0, 0.0].into_iter()), Some(0.25));
        assert_eq!(jain_index([0.0, 0.0].into_iter()), None);
    }
}
