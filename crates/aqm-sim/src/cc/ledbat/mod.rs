//! LEDBAT (RFC 6817): a background transport that holds the queueing delay at a target. It therefore makes
//! room for every sender that makes the queue longer.

mod delays;

use super::{
    AckEvent, Algorithm, Congestion, Context, Events, Growth, Needs, Reduction, Setup, Twin,
    Variable, Why, Window,
};
use crate::time::Span;
use delays::{BaseDelay, CurrentDelay};

/// Smallest window in segments (MIN_CWND).
const MIN_CWND: f64 = 2.0;
/// Segments by which the window may exceed the flight (ALLOWED_INCREASE).
const ALLOWED_INCREASE: u64 = 1;
/// Most minutes in the history of the base delay, and most samples of the current delay.
pub(crate) const MAX_BASE_HISTORY: u32 = 20;
pub(crate) const MAX_CURRENT_FILTER: u32 = 64;

/// Parameters of LEDBAT.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LedbatParams {
    /// Queueing delay that LEDBAT aims at (TARGET: at most 100 ms), more than 0.
    pub target: Span,
    /// Segments that the window grows by per round trip while the queue is empty (GAIN: at most 1),
    /// more than 0.
    pub gain: f64,
    /// Minutes over which the smallest delay counts as the empty path's (BASE_HISTORY: 10), 1 to 20.
    pub base_history: u32,
    /// Samples whose smallest one is the current delay (CURRENT_FILTER: 4), 1 to 64.
    pub current_filter: u32,
}

impl Default for LedbatParams {
    fn default() -> Self {
        LedbatParams {
            target: Span::from_millis(100),
            gain: 1.0,
            base_history: 10,
            current_filter: 4,
        }
    }
}

/// LEDBAT.
#[derive(Clone, PartialEq, Debug)]
pub struct Ledbat {
    target: Span,
    gain: f64,
    base: BaseDelay,
    current: CurrentDelay,
}

impl Algorithm for Ledbat {
    type Params = LedbatParams;
    const KERNEL: Twin = Twin::other(
        "reno",
        "LEDBAT has no module in the kernel; the script uses reno in its place.",
    );
    const NS3: Twin = Twin::exact("ns3::TcpLedbat");

    fn new(params: &LedbatParams, _: &Setup) -> Self {
        Ledbat {
            target: params.target.max(Span::from_nanos(1)),
            gain: params.gain,
            base: BaseDelay::new(params.base_history.clamp(1, MAX_BASE_HISTORY)),
            current: CurrentDelay::new(params.current_filter.clamp(1, MAX_CURRENT_FILTER)),
        }
    }
}

impl Ledbat {
    /// Returns the delay above the smallest one. [`None`] before the first sample.
    fn queueing_delay(&self) -> Option<Span> {
        Some(self.current.min()?.saturating_sub(self.base.min()?))
    }
}

impl Events for Ledbat {
    fn needs(&self) -> Needs {
        Needs { forward_delay: true, grow_unused: true, ..Needs::default() }
    }

    /// RFC 6817, section 2.4.2: update_base_delay and update_current_delay.
    fn on_ack(&mut self, _: &mut Window, context: &Context, _: &AckEvent) {
        if let Some(delay) = context.forward_delay {
            self.base.add(delay, context.now);
            self.current.add(delay);
        }
    }

    /// RFC 6817, section 2.4.2: cwnd += GAIN * off_target * acked / cwnd, with
    /// off_target = (TARGET - queueing delay) / TARGET.
    fn grow(&mut self, window: &mut Window, context: &Context, growth: &Growth) {
        let Some(queueing) = self.queueing_delay() else { return };
        let off_target = 1.0 - queueing.nanos() as f64 / self.target.nanos() as f64;
        let cwnd = window.cwnd();
        let cwnd = cwnd + self.gain * off_target * growth.segments as f64 / cwnd;
        // The flight before this ACK.
        let flight = context.next - context.una + growth.segments;
        let most = (flight + ALLOWED_INCREASE) as f64;
        window.set_cwnd(cwnd.min(most).max(MIN_CWND));
    }

    /// RFC 6817, section 2.4.2: a loss halves the window. A mark counts as a loss.
    fn on_congestion(
        &mut self,
        window: &mut Window,
        _: &Context,
        _: Congestion,
        _: u64,
    ) -> Reduction {
        Reduction::new((window.cwnd() / 2.0).max(MIN_CWND), || {
            Why::new("ledbat.half").with("window", "segments", window.cwnd())
        })
    }

    fn probe(&self, report: &mut dyn FnMut(Variable)) {
        let mut delay = |name, delay: Option<Span>| {
            if let Some(delay) = delay {
                report(Variable { name, unit: "ms", value: delay.nanos() as f64 / 1e6 });
            }
        };
        delay("base delay", self.base.min());
        delay("current delay", self.current.min());
        delay("queuing delay", self.queueing_delay());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::Dialect;
    use crate::time::Time;

    const BASE: Span = Span::from_millis(20);

    fn ledbat(params: LedbatParams) -> Ledbat {
        let setup = Setup { dialect: Dialect::Linux6, seed: 1, packet_bytes: 1500 };
        Ledbat::new(&params, &setup)
    }

    fn at(seconds: f64, delay_ms: u64, flight: u64) -> Context {
        let delay = Some(Span::from_millis(delay_ms));
        let context = Context::of(Time::from_seconds(seconds), BASE * 2);
        Context { forward_delay: delay, next: flight, ..context }
    }

    fn take(ledbat: &mut Ledbat, context: &Context) {
        let ack = AckEvent { rtt: None, acked: 1, delivered: 1, marked: 0, in_order: true };
        ledbat.on_ack(&mut Window::new(10), context, &ack);
    }

    /// Change of a window of 50 segments in one round trip with this queueing delay.
    fn change_with(params: LedbatParams, queueing_ms: u64) -> f64 {
        let (mut ledbat, mut window) = (ledbat(params), Window::new(50));
        take(&mut ledbat, &at(0.0, 20, 50));
        for _ in 0..4 {
            take(&mut ledbat, &at(0.1, 20 + queueing_ms, 50));
        }
        for _ in 0..50 {
            let growth = Growth { segments: 1, window_used: true };
            ledbat.grow(&mut window, &at(0.1, 20 + queueing_ms, 50), &growth);
        }
        window.cwnd() - 50.0
    }

    #[test]
    fn the_window_moves_in_proportion_to_the_distance_from_the_target() {
        let params = LedbatParams::default();
        for (queueing_ms, expected) in [(0, 1.0), (50, 0.5), (100, 0.0), (150, -0.5), (300, -2.0)] {
            let change = change_with(params, queueing_ms);
            assert!((change - expected).abs() < 0.06, "{queueing_ms} ms: {change}");
        }
        let params = LedbatParams { gain: 0.5, target: Span::from_millis(50), ..params };
        assert!((change_with(params, 25) - 0.25).abs() < 0.01);
    }

    #[test]
    fn the_window_exceeds_the_flight_by_one_segment_at_most() {
        let (mut ledbat, mut window) = (ledbat(LedbatParams::default()), Window::new(50));
        take(&mut ledbat, &at(0.0, 20, 9));
        ledbat.grow(&mut window, &at(0.0, 20, 9), &Growth { segments: 1, window_used: false });
        assert_eq!(window.cwnd(), 11.0, "9 in flight, one acknowledged, and one more");
    }

    #[test]
    fn a_loss_halves_the_window_and_two_segments_stay() {
        let mut ledbat = ledbat(LedbatParams::default());
        let mut halved = |cwnd| {
            let mut window = Window::new(cwnd);
            ledbat.on_congestion(&mut window, &at(0.0, 20, 9), Congestion::Loss, 9).ssthresh
        };
        assert_eq!([50, 5, 3, 1].map(&mut halved), [25.0, 2.5, 2.0, 2.0]);
    }

    #[test]
    fn without_a_delay_the_window_stays() {
        let (mut ledbat, mut window) = (ledbat(LedbatParams::default()), Window::new(10));
        let context = Context { next: 20, ..Context::of(Time::ZERO, BASE) };
        ledbat.grow(&mut window, &context, &Growth { segments: 1, window_used: true });
        assert_eq!(window.cwnd(), 10.0);
    }
}
