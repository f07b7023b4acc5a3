//! What a sender shows of its inner state.

use crate::cc::Phase;
use crate::time::Span;

/// A snapshot of a sender for plots and tests.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SenderProbe {
    /// Congestion window in segments, at least 1.
    pub cwnd: f64,
    /// Slow start threshold in segments; `None` before the first congestion event.
    pub ssthresh: Option<f64>,
    /// Smoothed round-trip time; `None` before the first sample.
    pub srtt: Option<Span>,
    /// Smallest round-trip time of the last 300 s; `None` before the first sample.
    pub min_rtt: Option<Span>,
    /// Retransmission timeout with its present backoff.
    pub rto: Span,
    /// Segments believed to be in the network (RFC 6675's pipe).
    pub in_flight: u64,
    /// Segments sent and not cumulatively acknowledged (RFC 5681's flight).
    pub outstanding: u64,
    /// Of these, reported in SACK blocks; without SACK, counted by duplicate ACKs.
    pub sacked: u64,
    /// Of these, believed lost and not known to have arrived since.
    pub lost: u64,
    /// Of these, retransmitted, with the retransmission believed to be in the network.
    pub repaired: u64,
    /// Segments that may arrive above a missing one before it counts as lost (at first 3).
    pub reordering: u64,
    /// ACKs so far that showed reordering.
    pub reorderings: u64,
    /// State of loss recovery.
    pub phase: Phase,
    /// Data segments sent again so far.
    pub retransmissions: u64,
    /// Retransmission timeouts so far.
    pub timeouts: u64,
}
