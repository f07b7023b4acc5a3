//! A sender's inner state for plots and tests.

use crate::cc::{Phase, Variable};
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

/// A number of a sender for readers.
#[derive(Clone, Copy, Debug)]
pub struct SenderNumber {
    /// Name, as in [`Variable::name`].
    pub name: &'static str,
    /// Unit.
    pub unit: &'static str,
    /// Name for readers.
    pub label: &'static str,
    /// One sentence.
    pub help: &'static str,
    read: fn(&SenderProbe) -> f64,
}

macro_rules! sender_numbers {
    ($($name:literal $unit:literal $label:literal $help:literal $read:expr;)+) => {
        /// The numbers of a sender, whatever its congestion control is.
        pub const SENDER_NUMBERS: &[SenderNumber] = &[$(
            SenderNumber { name: $name, unit: $unit, label: $label, help: $help, read: $read },
        )+];
    };
}

/// Returns a delay in ms, NaN without one.
fn millis(span: Option<Span>) -> f64 {
    span.map_or(f64::NAN, Span::millis)
}

sender_numbers! {
    "cwnd" "segments" "Window" "Congestion window: so many segments may be in flight." |s| s.cwnd;
    "ssthresh" "segments" "Slow start threshold" "Window at which slow start ends; none before the first loss or mark."
        |s| s.ssthresh.unwrap_or(f64::NAN);
    "inFlight" "segments" "In flight" "Segments believed to be in the network (RFC 6675's pipe)." |s| s.in_flight as f64;
    "srtt" "ms" "Smoothed RTT" "Smoothed round-trip time (RFC 6298)." |s| millis(s.srtt);
    "minRtt" "ms" "Smallest RTT" "Smallest round-trip time of the last 300 s." |s| millis(s.min_rtt);
    "rto" "ms" "Retransmission timeout" "Time without an ACK after which the sender starts again." |s| s.rto.millis();
    "phase" "" "Loss recovery" "0 open, 1 disorder, 2 reduced after an ECN echo, 3 fast recovery, 4 after a timeout."
        |s| f64::from(s.phase as u8);
    "lost" "segments" "Lost" "Segments in flight that are marked lost and not repaired yet." |s| s.lost as f64;
    "retransmissions" "segments" "Retransmissions" "Segments that were sent again so far." |s| s.retransmissions as f64;
    "timeouts" "" "Timeouts" "Retransmission timeouts so far." |s| s.timeouts as f64;
}

impl SenderProbe {
    /// Returns the values of [`SENDER_NUMBERS`], in their order; NaN where there is none.
    pub fn variables(&self) -> impl Iterator<Item = Variable> {
        SENDER_NUMBERS.iter().map(|&SenderNumber { name, unit, read, .. }| Variable {
            name,
            unit,
            value: read(self),
        })
    }
}
