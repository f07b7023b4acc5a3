//! The kernel's clocks, for algorithms that follow Linux' arithmetic.

use super::{Context, Phase, Variable};
use crate::time::{Span, Time};

/// The kernel's clock at HZ = 1000: milliseconds modulo 2^32.
pub fn millis(now: Time) -> u32 {
    (now.nanos() / 1_000_000) as u32
}

/// Whole microseconds of a delay.
pub fn micros(delay: Span) -> u64 {
    delay.nanos() / 1000
}

/// A delay in the kernel's milliseconds: whole microseconds, rounded up.
pub fn ceil_millis(delay: Span) -> u32 {
    micros(delay).div_ceil(1000) as u32
}

/// RTTs as the kernel's Vegas, Veno and YeAH measure them: in microseconds, plus 1.
#[derive(Clone, PartialEq, Debug)]
pub struct RttSamples {
    pub count: u16,
    /// Smallest RTT since [`Self::restart`].
    pub min: u64,
    /// Smallest RTT since data was last sent into an empty network.
    pub base: u64,
}

impl RttSamples {
    /// An RTT that was not measured.
    pub const UNSET: u64 = i32::MAX as u64;
    /// With fewer samples in a round trip, delayed ACKs may hide the true RTT.
    const LEAST: u16 = 3;

    pub fn new() -> Self {
        RttSamples { count: 0, min: Self::UNSET, base: Self::UNSET }
    }

    /// Adds the RTT of an ACK, if it has one.
    pub fn add(&mut self, rtt: Option<Span>) {
        if let Some(rtt) = rtt {
            let rtt = micros(rtt) + 1;
            self.base = self.base.min(rtt);
            self.min = self.min.min(rtt);
            self.count = self.count.wrapping_add(1);
        }
    }

    /// Measures the smallest RTT anew.
    pub fn restart(&mut self) {
        self.min = Self::UNSET;
    }

    pub fn are_enough(&self) -> bool {
        self.count >= Self::LEAST
    }
}

/// The kernel's `struct vegas`, which its Vegas and its YeAH share: round trips, each with its smallest RTT.
#[derive(Clone, PartialEq, Debug)]
pub struct RoundTrips {
    /// Off during loss recovery.
    is_on: bool,
    /// The round trip ends when this segment is acknowledged.
    end: u64,
    /// Its smallest RTT is that of this round trip.
    pub rtts: RttSamples,
}

impl RoundTrips {
    pub fn new() -> Self {
        RoundTrips { is_on: true, end: 0, rtts: RttSamples::new() }
    }

    /// Starts over, with a new base RTT.
    pub fn restart(&mut self, context: &Context) {
        self.rtts.base = RttSamples::UNSET;
        self.enable(context);
    }

    /// Turns the measurement on in phase Open, and off in all others.
    pub fn on_phase(&mut self, context: &Context, phase: Phase) {
        if phase == Phase::Open {
            self.enable(context);
        } else {
            self.is_on = false;
        }
    }

    fn enable(&mut self, context: &Context) {
        self.is_on = true;
        self.begin(context);
    }

    /// Begins a round trip.
    pub fn begin(&mut self, context: &Context) {
        self.end = context.next;
        self.rtts.count = 0;
        self.rtts.restart();
    }

    pub fn is_on(&self) -> bool {
        self.is_on
    }

    /// Returns whether the round trip is over.
    pub fn is_over(&self, context: &Context) -> bool {
        context.una > self.end
    }

    pub fn probe(&self, report: &mut dyn FnMut(Variable)) {
        report(Variable::whole("doing_vegas", "", self.is_on));
        report(Variable::whole("beg_nxt", "segment", self.end));
        report(Variable::whole("cntRTT", "", self.rtts.count));
        report(Variable::whole("minRTT", "us", self.rtts.min));
        report(Variable::whole("baseRTT", "us", self.rtts.base));
    }
}
