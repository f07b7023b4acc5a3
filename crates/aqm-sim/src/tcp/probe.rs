//! A sender's inner state for plots and tests.

use crate::cc::Phase;
use crate::time::Span;

/// Inner state of a sender at one time.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SenderProbe {
    /// Congestion window in segments, at least 1.
    pub cwnd: f64,
    /// Slow start threshold in segments. `None` before the first congestion event.
    pub ssthresh: Option<f64>,
    /// Smoothed round-trip time. `None` before the first sample.
    pub srtt: Option<Span>,
    /// Smallest round-trip time of the last 300 s. `None` before the first sample.
    pub min_rtt: Option<Span>,
    /// Retransmission timeout with the current backoff.
    pub rto: Span,
    /// Estimated number of segments in the network (RFC 6675's pipe).
    pub in_flight: u64,
    /// Segments sent and not cumulatively acknowledged (RFC 5681's flight).
    pub outstanding: u64,
    /// Outstanding segments reported in SACK blocks. Without SACK: counted by duplicate ACKs.
    pub sacked: u64,
    /// Outstanding segments marked lost and not reported as arrived since.
    pub lost: u64,
    /// Outstanding segments with a retransmission that may be in the network.
    pub repaired: u64,
    /// Number of arrivals above a segment that indicate its loss. Initially 3.
    pub reordering: u64,
    /// Number of ACKs that showed reordering.
    pub reorderings: u64,
    /// State of loss recovery.
    pub phase: Phase,
    /// Number of data segments sent again.
    pub retransmissions: u64,
    /// Number of retransmission timeouts.
    pub timeouts: u64,
}
