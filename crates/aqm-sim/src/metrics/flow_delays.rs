//! The queue delay of each flow: exact sums, and a coarse histogram for its 95th percentile.
//!
//! A snapshot copies all of it, so a histogram has few buckets: eight for each octave from 0.13 ms to 8.6 s.

use super::histogram::SUB_BITS;
use crate::packet::FlowId;

/// In place of the group of a flow that belongs to none.
const NO_GROUP: u32 = u32::MAX;
/// An octave has 2^3 buckets here, and 2^7 in [`super::Histogram`].
const COARSE_BITS: u32 = 3;
const SHIFT: u32 = SUB_BITS - COARSE_BITS;
/// The first bucket starts at 2^17 ns; smaller delays count there.
const FIRST: usize = (17 - SUB_BITS as usize + 1) << COARSE_BITS;
/// The last bucket ends at 2^33 ns; larger delays count there.
const COUNT: usize = (33 - 17) << COARSE_BITS;

/// Largest relative error of [`FlowDelay::p95`] between 0.13 ms and 8 s: half a bucket's width over its lower edge,
/// 2^-4 or 6.25 %.
pub const FLOW_RELATIVE_ERROR: f64 = 1.0 / 16.0;

/// The queue delay of one flow.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FlowDelay {
    /// The flow: a TCP connection or a datagram source.
    pub id: FlowId,
    /// Index of its traffic group; `None` for a burst.
    pub group: Option<usize>,
    /// Packets whose transmission started.
    pub sent: u64,
    /// Mean in ms; `None` without packets.
    pub mean: Option<f64>,
    /// 95th percentile in ms, to within [`FLOW_RELATIVE_ERROR`]; `None` without packets.
    pub p95: Option<f64>,
    /// Maximum in ms; `None` without packets.
    pub max: Option<f64>,
}

/// Sums of a flow.
#[derive(Clone, Copy, Debug)]
struct Flow {
    group: u32,
    sent: u64,
    nanos: u64,
    max: u64,
}

impl Flow {
    fn new(group: u32) -> Self {
        Flow { group, sent: 0, nanos: 0, max: 0 }
    }
}

/// Records the queue delay of all flows since the warm-up.
#[derive(Clone, Debug, Default)]
pub struct FlowDelays {
    flows: Vec<Flow>,
    counts: Vec<[u32; COUNT]>,
}

/// What a flow takes, in bytes.
pub const FLOW_DELAY_BYTES: usize = size_of::<Flow>() + size_of::<[u32; COUNT]>();

impl FlowDelays {
    /// Adds the next flow. `None` is a burst, which belongs to no group.
    pub fn add_flow(&mut self, group: Option<usize>) {
        self.flows.push(Flow::new(group.map_or(NO_GROUP, |group| group as u32)));
        self.counts.push([0; COUNT]);
    }

    /// Records a packet whose delay of `nanos` lies in `bucket` of [`super::Histogram`]. Returns the group of the flow, or a
    /// number that is none.
    #[inline(always)]
    pub fn sent(&mut self, flow: FlowId, nanos: u64, bucket: usize) -> usize {
        let coarse = (bucket >> SHIFT).clamp(FIRST, FIRST + COUNT - 1) - FIRST;
        self.counts[flow as usize][coarse] += 1;
        let flow = &mut self.flows[flow as usize];
        flow.sent += 1;
        flow.nanos += nanos;
        flow.max = flow.max.max(nanos);
        flow.group as usize
    }

    /// Returns the group of a flow, or a number that is none.
    pub fn group(&self, flow: FlowId) -> usize {
        self.flows[flow as usize].group as usize
    }

    /// Forgets all packets.
    pub fn reset(&mut self) {
        self.flows.iter_mut().for_each(|flow| *flow = Flow::new(flow.group));
        self.counts.iter_mut().for_each(|counts| counts.fill(0));
    }

    /// Returns the queue delay of each flow.
    pub fn summaries(&self) -> Vec<FlowDelay> {
        let flows = self.flows.iter().zip(&self.counts).enumerate();
        let summary = |(id, (flow, counts)): (usize, (&Flow, &[u32; COUNT]))| {
            let some = |ms: f64| (flow.sent > 0).then_some(ms);
            FlowDelay {
                id: id as FlowId,
                group: (flow.group != NO_GROUP).then_some(flow.group as usize),
                sent: flow.sent,
                mean: some(flow.nanos as f64 / flow.sent as f64 / 1e6),
                p95: some(flow.p95(counts) as f64 / 1e6),
                max: some(flow.max as f64 / 1e6),
            }
        };
        flows.map(summary).collect()
    }

    /// Returns its memory in bytes.
    pub fn bytes(&self) -> usize {
        self.flows.len() * FLOW_DELAY_BYTES
    }
}

impl Flow {
    /// Returns the 95th percentile (nearest rank) in ns.
    fn p95(&self, counts: &[u32; COUNT]) -> u64 {
        let rank = (self.sent * 19).div_ceil(20);
        // The last rank is known exactly, and so is the rest of a last bucket without end.
        let (mut seen, mut bucket) = (0, 0);
        while bucket < COUNT - 1 && seen + u64::from(counts[bucket]) < rank {
            seen += u64::from(counts[bucket]);
            bucket += 1;
        }
        if rank == self.sent || bucket == COUNT - 1 {
            return self.max;
        }
        let coarse = (FIRST + bucket) as u64;
        // The first octave of the histogram is 2^7.
        let octave = (coarse >> COARSE_BITS) + u64::from(SUB_BITS) - 1;
        let width = 1 << (octave - u64::from(COARSE_BITS));
        let lower = ((1 << COARSE_BITS) + coarse % (1 << COARSE_BITS)) * width;
        (lower + width / 2).min(self.max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::histogram::bucket_of;
    use crate::time::Span;

    fn recorded(delays: impl IntoIterator<Item = u64>) -> FlowDelay {
        let mut all = FlowDelays::default();
        all.add_flow(Some(3));
        for nanos in delays {
            let bucket = bucket_of(Span::from_nanos(nanos)) as usize;
            assert_eq!(all.sent(0, nanos, bucket), 3);
        }
        all.summaries()[0]
    }

    #[test]
    fn the_stated_error_of_the_p95_holds_from_a_tenth_of_a_ms_to_eight_s() {
        let mut nanos = 1u64 << 17;
        while nanos < 8_000_000_000 {
            // 95 of 100 packets have this delay.
            let delays = (0..100).map(|i| if i < 95 { nanos } else { nanos * 4 });
            let p95 = recorded(delays).p95.expect("packets") * 1e6;
            let error = (p95 - nanos as f64).abs() / nanos as f64;
            assert!(error <= FLOW_RELATIVE_ERROR, "{nanos} ns read back as {p95} ns");
            nanos += nanos / 37 + 1;
        }
    }

    #[test]
    fn few_packets_and_long_delays_have_their_maximum() {
        assert_eq!(recorded([]).p95, None);
        assert_eq!(recorded([0]).p95, Some(0.0));
        assert_eq!(recorded([5_000_000, 7_000_001]).p95, Some(7.000001));
        let long = recorded((0..100).map(|i| 20_000_000_000 + i));
        assert_eq!(long.p95, long.max);
        let short = recorded((0..100).map(|_| 900)).p95.expect("packets");
        assert_eq!(short, 0.0009, "not above the maximum");
    }
}
