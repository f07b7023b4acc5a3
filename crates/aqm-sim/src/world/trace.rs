//! Window and pacing rate of TCP flows over time, for plots.

use super::flow::Flow;
use super::state::State;
use crate::packet::FlowId;
use crate::time::{Span, Time};

/// Time between two samples of a trace, a multiple of the bins of the time series.
pub const TRACE_INTERVAL: Span = Span::from_millis(50);

/// Largest number of flows in a sample: the open ones with the lowest numbers.
const MOST_FLOWS: usize = 32;

/// State of one sender at the end of an interval of [`TRACE_INTERVAL`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FlowSample {
    /// Number of the interval, from 0.
    pub index: u32,
    /// The flow.
    pub flow: FlowId,
    /// Congestion window in segments, at least 1.
    pub cwnd: f32,
    /// Pacing rate in Mbit/s; NaN if the sender does not pace.
    pub pacing_mbps: f32,
}

impl State {
    /// Adds a sample at `now`, a boundary of time-series bins, if one is due.
    // Runs 20 times a second, outside of the hot loop.
    #[inline(never)]
    pub(super) fn sample_flows(&self, now: Time, trace: &mut Vec<FlowSample>) {
        if !now.nanos().is_multiple_of(TRACE_INTERVAL.nanos()) {
            return;
        }
        let index = (now.nanos() / TRACE_INTERVAL.nanos()) as u32 - 1;
        let is_open = |flow: &Flow| flow.is_tcp() && flow.opened <= now && flow.stopped > now;
        let flows = self.flows.iter().enumerate().filter(|(_, flow)| is_open(flow));
        trace.extend(flows.take(MOST_FLOWS).map(|(id, flow)| FlowSample {
            index,
            flow: id as FlowId,
            cwnd: flow.sender.cwnd() as f32,
            pacing_mbps: flow.sender.pacing_mbps().map_or(f32::NAN, |rate| rate as f32),
        }));
    }
}
