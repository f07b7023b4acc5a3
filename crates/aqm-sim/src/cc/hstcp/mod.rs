//! HighSpeed TCP (S. Floyd, RFC 3649): the larger the window, the faster it grows and the less it falls.
//!
//! The Linux stacks take whole segments from the table of the RFC's appendix B; stack `rfc` follows the
//! formulas of section 5.

use super::{
    Algorithm, Congestion, Context, Dialect, Events, Growth, Phase, Reduction, Setup, Twin,
    Variable, Why, Window,
};
use crate::math;

/// Low_Window, High_Window and High_Decrease (RFC 3649, section 5).
const LOW_WINDOW: f64 = 38.0;
const HIGH_WINDOW: f64 = 83_000.0;
const LOW_DECREASE: f64 = 0.5;
const HIGH_DECREASE: f64 = 0.1;
/// The response function between them: w = 0.12 / p^0.835, or p = 0.078 / w^1.2.
const RESPONSE: (f64, f64) = (0.078, 1.2);
/// RFC 3649, appendix B: the largest window with an increase of 1, 2, ... 72 segments per round trip.
const TABLE: [u32; 72] = [
    38, 118, 221, 347, 495, 663, 851, 1058, 1284, 1529, 1793, 2076, 2378, 2699, 3039, 3399, 3778,
    4177, 4596, 5036, 5497, 5979, 6483, 7009, 7558, 8130, 8726, 9346, 9991, 10661, 11358, 12082,
    12834, 13614, 14424, 15265, 16137, 17042, 17981, 18955, 19965, 21013, 22101, 23230, 24402,
    25618, 26881, 28193, 29557, 30975, 32450, 33986, 35586, 37253, 38992, 40808, 42707, 44694,
    46776, 48961, 51258, 53677, 56230, 58932, 61799, 64851, 68113, 71617, 75401, 79517, 84035,
    89053,
];
/// Unit of the decrease factor in Linux.
const UNIT: f64 = 256.0;

/// HighSpeed TCP has no parameters: its formulas fix both ends of the response function.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct HstcpParams;

/// Returns b(w), the fraction of a window of `w` segments that a reduction takes away (RFC 3649,
/// section 5).
pub fn decrease(w: f64) -> f64 {
    let position =
        (math::ln(w) - math::ln(LOW_WINDOW)) / (math::ln(HIGH_WINDOW) - math::ln(LOW_WINDOW));
    if w <= LOW_WINDOW {
        LOW_DECREASE
    } else {
        LOW_DECREASE + (HIGH_DECREASE - LOW_DECREASE) * position
    }
}

/// Returns a(w), the segments that a round trip adds to a window of `w` segments (RFC 3649, section
/// 5).
pub fn increase(w: f64) -> f64 {
    if w <= LOW_WINDOW {
        return 1.0;
    }
    let b = decrease(w);
    let p = RESPONSE.0 / math::pow(w, RESPONSE.1);
    (w * w * p * 2.0 * b / (2.0 - b)).max(1.0)
}

/// HighSpeed TCP.
#[derive(Clone, PartialEq, Debug)]
pub struct Hstcp {
    dialect: Dialect,
    /// Row of the table, from 0. Slow start does not move it, so that a first loss halves any window.
    row: usize,
    /// Increases counted towards the next segment.
    count: u64,
}

impl Algorithm for Hstcp {
    type Params = HstcpParams;
    const KERNEL: Twin = Twin::exact("highspeed");
    const NS3: Twin = Twin::exact("ns3::TcpHighSpeed");

    fn new(_: &HstcpParams, setup: &Setup) -> Self {
        Hstcp { dialect: setup.dialect, row: 0, count: 0 }
    }
}

impl Hstcp {
    fn find_row(&mut self, cwnd: u64) {
        let limit = |row: usize| u64::from(TABLE[row]);
        while self.row + 1 < TABLE.len() && cwnd > limit(self.row) {
            self.row += 1;
        }
        while self.row > 0 && cwnd <= limit(self.row - 1) {
            self.row -= 1;
        }
    }

    /// Linux adds the increase once per ACK, whatever the ACK covers, and at most one segment.
    fn avoid(&mut self, window: &mut Window) {
        let cwnd = window.segments();
        self.find_row(cwnd);
        self.count += self.row as u64 + 1;
        if self.count >= cwnd {
            self.count -= cwnd;
            window.set_segments(cwnd + 1);
        }
    }
}

/// Returns the reason of a reduction of `window` segments by the share `b`.
fn why(window: f64, b: f64) -> Why {
    Why::new("hstcp.reduce").with("window", "segments", window).with("b", "", b)
}

impl Events for Hstcp {
    fn grow(&mut self, window: &mut Window, _: &Context, growth: &Growth) {
        // What slow start leaves over is not used.
        let in_slow_start = window.in_slow_start();
        let left = self.dialect.slow_start(window, growth.segments);
        if in_slow_start || left == 0 {
            return;
        }
        if self.dialect == Dialect::Rfc {
            let w = window.cwnd();
            window.set_cwnd(w + increase(w) * left as f64 / w);
        } else {
            self.avoid(window);
        }
    }

    fn on_congestion(
        &mut self,
        window: &mut Window,
        _: &Context,
        _: Congestion,
        _: u64,
    ) -> Reduction {
        self.count = 0;
        if self.dialect == Dialect::Rfc {
            let b = decrease(window.cwnd());
            return Reduction::new(window.cwnd() * (1.0 - b), || why(window.cwnd(), b));
        }
        // The row's decrease is that of its largest window.
        let factor = (UNIT * decrease(TABLE[self.row].into())).floor() as u64;
        let cwnd = window.segments();
        Reduction::new((cwnd - (cwnd * factor) / UNIT as u64) as f64, || {
            why(cwnd as f64, factor as f64 / UNIT)
        })
    }

    /// A timeout, perhaps a repeated one, resets the counts.
    fn on_phase(&mut self, _: &mut Window, _: &Context, phase: Phase) {
        if phase == Phase::Loss {
            self.count = 0;
        }
    }

    fn probe(&self, report: &mut dyn FnMut(Variable)) {
        report(Variable::whole("cnt", "", self.count));
        report(Variable::whole("ai", "", self.row as u64));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::{Span, Time};

    fn hstcp(dialect: Dialect) -> Hstcp {
        Hstcp::new(&HstcpParams, &Setup { dialect, seed: 1, packet_bytes: 1500 })
    }

    fn context() -> Context {
        Context::of(Time::ZERO, Span::from_millis(50))
    }

    #[test]
    fn the_table_holds_the_windows_of_whole_increases() {
        for (row, limit) in TABLE.iter().enumerate().skip(1) {
            let a = increase((*limit).into());
            assert!((a - (row as f64 + 1.0)).abs() < 0.06, "a({limit}) = {a}");
        }
    }

    #[test]
    fn the_ends_of_the_response_function_are_those_of_the_rfc() {
        assert_eq!((increase(38.0), decrease(38.0)), (1.0, 0.5));
        assert!((decrease(83_000.0) - 0.1).abs() < 1e-12);
        assert!((increase(83_000.0) - 70.7).abs() < 0.5, "{}", increase(83_000.0));
    }

    #[test]
    fn one_round_trip_adds_the_increase() {
        // Linux: the eighth segment of 1000 completes after the window has grown by seven.
        for (dialect, cwnd, expected) in [
            (Dialect::Linux6, 30, 1.0),
            (Dialect::Linux6, 1000, 7.0),
            (Dialect::Rfc, 1000, increase(1000.0)),
        ] {
            let (mut hstcp, mut window) = (hstcp(dialect), Window::new(cwnd));
            window.set_ssthresh(2.0);
            for _ in 0..cwnd {
                hstcp.grow(&mut window, &context(), &Growth { segments: 1, window_used: true });
            }
            let grown = window.cwnd() - f64::from(cwnd);
            assert!((grown - expected).abs() < 0.1, "{grown}, {dialect:?}");
        }
    }

    #[test]
    fn the_first_reduction_in_linux_halves_any_window() {
        let (mut hstcp, mut window) = (hstcp(Dialect::Linux6), Window::new(80_000));
        let mut reduce = |window: &mut Window| {
            hstcp.on_congestion(window, &context(), Congestion::Loss, 0).ssthresh
        };
        assert_eq!(reduce(&mut window), 40_000.0);
        window.set_ssthresh(2.0);
        hstcp.grow(&mut window, &context(), &Growth { segments: 1, window_used: true });
        // The row up to 84,035 segments: 25/256.
        assert_eq!(
            hstcp.on_congestion(&mut window, &context(), Congestion::Loss, 0).ssthresh,
            80_000.0 - 7812.0
        );
    }

    /// RFC 3649, table 1: w = 0.12 / p^0.835.
    #[test]
    fn the_mean_window_follows_the_response_function() {
        for dialect in [Dialect::Linux6, Dialect::Rfc] {
            let period = 100_000_u64;
            let (mut hstcp, mut window) = (hstcp(dialect), Window::new(1000));
            window.set_ssthresh(2.0);
            let (mut segments, mut round_trips) = (0.0, 0.0);
            for segment in 0..60 * period {
                if segment % period == 0 {
                    let reduced =
                        hstcp.on_congestion(&mut window, &context(), Congestion::Loss, 0).ssthresh;
                    window.set_ssthresh(reduced);
                    window.set_cwnd(reduced);
                }
                hstcp.grow(&mut window, &context(), &Growth { segments: 1, window_used: true });
                if segment >= 20 * period {
                    segments += 1.0;
                    round_trips += 1.0 / window.cwnd();
                }
            }
            let mean = segments / round_trips;
            let expected = 0.12 * math::pow(period as f64, 0.835);
            assert!((mean / expected - 1.0).abs() < 0.1, "{mean}, not {expected}, {dialect:?}");
        }
    }
}
