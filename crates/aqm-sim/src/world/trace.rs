//! Window and pacing rate of TCP flows over time, for plots.

use crate::packet::FlowId;
use crate::time::Span;

/// Time between two samples of a trace, a multiple of the bins of the time series.
pub const TRACE_INTERVAL: Span = Span::from_millis(50);

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
