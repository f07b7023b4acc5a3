//! BBR's estimates of the path (draft-ietf-ccwg-bbr-06, section 5.5): bandwidth, round-trip time, and the
//! bounds that losses set.

use crate::time::{Span, Time};

/// BBR.MinRTTFilterLen.
const MIN_RTT_FILTER: Span = Span::from_millis(10_000);
/// BBR.ProbeRTTInterval.
const PROBE_RTT_INTERVAL: Span = Span::from_millis(5000);
/// Rounds in one of the two slots of the filter of bunched ACKs: BBR.ExtraAckedFilterLen is 10.
const EXTRA_ACKED_SLOT: u32 = 5;

/// The largest delivery rate of this and the previous cycle of probing (sections 5.5.3 to 5.5.6), in
/// segments/s.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct MaxBandwidth {
    previous: f64,
    current: f64,
}

impl MaxBandwidth {
    pub fn max(self) -> f64 {
        self.previous.max(self.current)
    }

    pub fn add(&mut self, rate: f64) {
        self.current = rate.max(self.current);
    }

    /// A cycle ends. A cycle without samples is not one.
    pub fn advance(&mut self) {
        if self.current > 0.0 {
            self.previous = self.current;
            self.current = 0.0;
        }
    }
}

/// The smallest round-trip time, and when to probe for it (section 5.3.4.3).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MinRtt {
    /// BBR.min_rtt; [`Span::MAX`] before the first sample.
    pub min: Span,
    stamp: Time,
    probe_min: Span,
    probe_stamp: Time,
}

impl MinRtt {
    pub fn new(rtt: Span, now: Time) -> Self {
        MinRtt { min: rtt, stamp: now, probe_min: rtt, probe_stamp: now }
    }

    /// Takes a sample. Returns whether the time to probe has come (BBR.probe_rtt_expired).
    pub fn update(&mut self, rtt: Option<Span>, now: Time) -> bool {
        let is_due = now > self.probe_stamp + PROBE_RTT_INTERVAL;
        if let Some(rtt) = rtt
            && (rtt < self.probe_min || is_due)
        {
            self.probe_min = rtt;
            self.probe_stamp = now;
        }
        let is_old = now > self.stamp + MIN_RTT_FILTER;
        if self.probe_min < self.min || is_old {
            self.min = self.probe_min;
            self.stamp = self.probe_stamp;
        }
        is_due
    }

    /// Probing is done: the next interval starts.
    pub fn restart(&mut self, now: Time) {
        self.probe_stamp = now;
    }
}

/// Bounds that losses set (section 5.5.10), in segments/s and segments; infinite without losses.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    pub bw_shortterm: f64,
    pub inflight_shortterm: f64,
    pub inflight_longterm: f64,
}

impl Bounds {
    pub const NONE: Bounds = Bounds {
        bw_shortterm: f64::INFINITY,
        inflight_shortterm: f64::INFINITY,
        inflight_longterm: f64::INFINITY,
    };

    pub fn reset_shortterm(&mut self) {
        self.bw_shortterm = f64::INFINITY;
        self.inflight_shortterm = f64::INFINITY;
    }

    /// A round with losses, while BBR does not probe: the bounds follow what was delivered.
    pub fn lower(&mut self, latest: Latest, max_bw: f64, cwnd: f64, beta: f64) {
        if self.bw_shortterm.is_infinite() {
            self.bw_shortterm = max_bw;
        }
        if self.inflight_shortterm.is_infinite() {
            self.inflight_shortterm = cwnd;
        }
        self.bw_shortterm = latest.bw.max(beta * self.bw_shortterm);
        self.inflight_shortterm = latest.inflight.max(beta * self.inflight_shortterm);
    }

    /// An undo: no bound stays below `before`.
    pub fn raise_to(&mut self, before: Bounds) {
        self.bw_shortterm = self.bw_shortterm.max(before.bw_shortterm);
        self.inflight_shortterm = self.inflight_shortterm.max(before.inflight_shortterm);
        self.inflight_longterm = self.inflight_longterm.max(before.inflight_longterm);
    }
}

/// The most that was delivered in the last round trip: BBR.bw_latest and BBR.inflight_latest.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Latest {
    pub bw: f64,
    pub inflight: f64,
}

impl Latest {
    pub fn add(&mut self, bw: f64, inflight: f64) {
        self.bw = bw.max(self.bw);
        self.inflight = inflight.max(self.inflight);
    }
}

/// The search for a plateau of the delivery rate (section 5.3.1.2).
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct FullPipe {
    baseline: f64,
    rounds: u32,
    /// BBR.full_bw_now.
    pub is_full: bool,
}

impl FullPipe {
    /// Starts a search from `rate`.
    pub fn from(rate: f64) -> Self {
        FullPipe { baseline: rate, ..FullPipe::default() }
    }

    /// A round trip ended with this rate. Returns whether the third one without 25 % more has passed.
    pub fn add_round(&mut self, rate: f64) -> bool {
        if rate >= self.baseline * 1.25 {
            *self = FullPipe::from(rate);
            return false;
        }
        self.rounds += 1;
        self.is_full = self.rounds >= 3;
        self.is_full
    }
}

/// How many more segments ACKs report than the bandwidth explains (section 5.5.9).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExtraAcked {
    from: Time,
    acked: f64,
    /// Maxima of the present slot and the one before.
    slots: [f64; 2],
    rounds: u32,
}

impl ExtraAcked {
    pub fn new(now: Time) -> Self {
        ExtraAcked { from: now, acked: 0.0, slots: [0.0; 2], rounds: 0 }
    }

    pub fn restart(&mut self, now: Time) {
        self.from = now;
    }

    pub fn max(&self) -> f64 {
        self.slots[0].max(self.slots[1])
    }

    pub fn start_round(&mut self, is_startup: bool) {
        self.rounds += 1;
        if is_startup || self.rounds >= EXTRA_ACKED_SLOT {
            self.rounds = 0;
            self.slots = [0.0, if is_startup { 0.0 } else { self.slots[0] }];
        }
    }

    /// An ACK reports `newly` segments, at this bandwidth and window.
    pub fn add(&mut self, newly: f64, bw: f64, cwnd: f64, now: Time) {
        let mut expected = bw * now.saturating_since(self.from).seconds();
        if self.acked <= expected {
            self.acked = 0.0;
            self.from = now;
            expected = 0.0;
        }
        self.acked += newly;
        self.slots[0] = (self.acked - expected).min(cwnd).max(self.slots[0]);
    }
}
