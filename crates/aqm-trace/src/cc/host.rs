//! The sender around a congestion control module: it calls the module in the kernel's order, and owns
//! the window, the threshold and the state of loss recovery.

use super::rows::{self, Event, Header, Row, Verdict};
use aqm_sim::cc::{
    AckEvent, Algorithm, Congestion, Context, Growth, MIN_SSTHRESH, Phase, RateSample, Totals,
    Window,
};
use aqm_sim::time::{Span, Time};
use aqm_sim::units::BitRate;

/// An infinite threshold in traces.
const INFINITE: i64 = 2_147_483_647;
/// RFC 5681, section 4.1: the restart window, in Linux the default initial window.
const RESTART_WINDOW: u64 = 10;

pub(super) struct Host<A> {
    pub(super) algorithm: A,
    window: Window,
    phase: Phase,
    prior_cwnd: u64,
    /// The threshold to which an undo returns; `None`: no undo.
    prior_ssthresh: Option<f64>,
    undo_mark: bool,
    reduced_delivered: u64,
    /// Time of the last ACK that delivered something.
    delivered_at: Time,
    min_rtt: Span,
    paced: bool,
}

fn at(micros: u64) -> Time {
    Time::from_nanos(micros * 1000)
}

impl<A: Algorithm> Host<A> {
    pub(super) fn new(algorithm: A, header: &Header) -> Self {
        let mut window = Window::new(header.initial_window);
        if let Some(ssthresh) = header.initial_ssthresh {
            window.set_ssthresh(ssthresh.into());
        }
        Host {
            algorithm,
            window,
            phase: Phase::Open,
            prior_cwnd: 0,
            prior_ssthresh: None,
            undo_mark: false,
            reduced_delivered: 0,
            delivered_at: Time::ZERO,
            min_rtt: header.min_rtt_us.map_or(Span::MAX, Span::from_micros),
            paced: header.paced,
        }
    }

    /// State of loss recovery, window and threshold, as traces write them.
    pub(super) fn outputs(&self) -> [(&'static str, i64); 3] {
        let is_set = self.window.ssthresh().is_finite();
        let ssthresh = if is_set { self.window.threshold() as i64 } else { INFINITE };
        [
            ("st", rows::code(self.phase)),
            ("cwnd", self.window.segments() as i64),
            ("ssthresh", ssthresh),
        ]
    }

    pub(super) fn step(&mut self, row: &Row) {
        let context = self.context(row);
        match row.event {
            Event::Init => {
                self.delivered_at = context.now;
                let context = self.context(row);
                self.algorithm.on_start(&mut self.window, &context);
            }
            Event::Send => {
                let last_sent = row.since_sent_ms.map_or(Time::NEVER, |since_ms| {
                    let now_ms = row.micros / 1000;
                    at(now_ms.saturating_sub(since_ms) * 1000)
                });
                self.algorithm.on_resume(&mut self.window, &context, last_sent);
                if row.una == row.next {
                    self.delivered_at = context.now;
                }
            }
            Event::Restart => self.restart(row, &context),
            Event::Timeout => {
                self.prior_ssthresh = Some(self.current_ssthresh());
                self.prior_cwnd = self.window.segments();
                self.congestion(&context, Congestion::Timeout);
                self.undo_mark = true;
                self.time_out(row);
            }
            Event::RepeatedTimeout => {
                self.undo_mark = true;
                self.time_out(row);
            }
            Event::Ack => self.acknowledge(row),
        }
    }

    fn context(&self, row: &Row) -> Context {
        Context {
            now: at(row.micros),
            una: row.una,
            next: row.next,
            in_flight: row.in_flight,
            // An eighth of a microsecond is 125 ns.
            srtt: Span::from_nanos(row.srtt_8 * 125),
            min_rtt: self.min_rtt,
            forward_delay: None,
            phase: self.phase,
            paced: self.paced,
            totals: Totals {
                delivered: row.delivered,
                delivered_ce: 0,
                lost: row.lost,
                app_limited: row.app_limited,
                delivered_at: self.delivered_at,
                departure_in: Span::from_micros(row.departure_us),
            },
        }
    }

    fn current_ssthresh(&self) -> f64 {
        if matches!(self.phase, Phase::Cwr | Phase::Recovery) {
            return self.window.ssthresh();
        }
        let cwnd = self.window.segments();
        self.window.ssthresh().max((cwnd / 2 + cwnd / 4) as f64)
    }

    fn change(&mut self, row: &Row, phase: Phase) {
        let context = self.context(row);
        self.algorithm.on_phase(&mut self.window, &context, phase);
        self.phase = phase;
    }

    fn congestion(&mut self, context: &Context, cause: Congestion) {
        let flight = context.next.saturating_sub(context.una);
        let ssthresh =
            self.algorithm.on_congestion(&mut self.window, context, cause, flight).ssthresh;
        self.window.set_ssthresh(ssthresh.max(MIN_SSTHRESH));
    }

    fn restart(&mut self, row: &Row, context: &Context) {
        self.window.set_ssthresh(self.current_ssthresh().max(1.0));
        let mut cwnd = self.window.segments();
        let floor = cwnd.min(RESTART_WINDOW);
        let mut left = row.idle_ms.saturating_sub(row.rto_ms);
        while left > 0 && cwnd > floor {
            cwnd /= 2;
            left = left.saturating_sub(row.rto_ms);
        }
        self.window.set_segments(cwnd.max(floor));
        self.algorithm.on_restart(&mut self.window, context);
    }

    fn time_out(&mut self, row: &Row) {
        self.window.set_segments(row.in_flight + 1);
        self.change(row, Phase::Loss);
    }

    fn reduce(&mut self, row: &Row, cause: Congestion) {
        self.prior_cwnd = self.window.segments();
        self.reduced_delivered = 0;
        let context = self.context(row);
        self.congestion(&context, cause);
    }

    fn acknowledge(&mut self, row: &Row) {
        let marked = if row.ece { row.newly } else { 0 };
        let rtt = row.rtt_us.map(Span::from_micros);
        let ack = AckEvent {
            rtt,
            acked: row.acked,
            delivered: row.newly,
            marked,
            in_order: !row.slow_path,
        };
        let context = self.context(row);
        // BBR sets its rate itself, and its traces do not record one.
        if let Some(rate) = row.pacing_rate {
            self.window.set_pacing_rate((rate > 0).then(|| BitRate::from_bps(rate * 8)));
        }
        if !self.algorithm.needs().control {
            self.algorithm.on_ack(&mut self.window, &context, &ack);
        }
        if row.ece {
            self.prior_ssthresh = None;
        }
        for verdict in &row.verdicts {
            self.judge(row, *verdict);
        }
        if row.newly > 0 {
            self.delivered_at = at(row.micros);
        }
        if self.algorithm.needs().control {
            self.control(row, rtt);
        } else if matches!(self.phase, Phase::Cwr | Phase::Recovery) {
            self.reduce_proportionally(row);
        } else if row.acked > 0 && row.newly > 0 {
            self.grow(row);
        }
    }

    fn judge(&mut self, row: &Row, verdict: Verdict) {
        match verdict {
            Verdict::Disorder => self.change(row, Phase::Disorder),
            Verdict::Open => self.change(row, Phase::Open),
            Verdict::Loss => {
                self.undo_mark = true;
                let is_reduced = matches!(self.phase, Phase::Cwr | Phase::Recovery);
                self.prior_ssthresh = None;
                if !is_reduced {
                    if !row.ece {
                        self.prior_ssthresh = Some(self.current_ssthresh());
                    }
                    self.reduce(row, Congestion::Loss);
                }
                self.change(row, Phase::Recovery);
            }
            Verdict::Cwr => {
                self.prior_ssthresh = None;
                self.undo_mark = false;
                self.reduce(row, Congestion::Ecn);
                self.change(row, Phase::Cwr);
            }
            Verdict::Undo => {
                if let Some(ssthresh) = self.prior_ssthresh {
                    let context = self.context(row);
                    let prior = self.prior_cwnd as f64;
                    let cwnd = self.algorithm.on_undo(&mut self.window, &context, prior);
                    self.window.set_cwnd(cwnd.max(1.0));
                    self.window.set_ssthresh(self.window.ssthresh().max(ssthresh));
                }
                self.undo_mark = false;
            }
            Verdict::Recovered => match self.phase {
                Phase::Recovery => {
                    self.change(row, Phase::Open);
                    self.end_reduction(row, false);
                }
                Phase::Cwr => {
                    self.end_reduction(row, true);
                    self.change(row, Phase::Open);
                }
                Phase::Loss | Phase::Open | Phase::Disorder => self.change(row, Phase::Open),
            },
        }
    }

    fn end_reduction(&mut self, row: &Row, is_cwr: bool) {
        if self.algorithm.needs().control {
            return;
        }
        let ssthresh = self.window.ssthresh();
        if ssthresh.is_finite() && (is_cwr || self.undo_mark) {
            self.window.set_cwnd(ssthresh);
        }
        let context = self.context(row);
        self.algorithm.on_reduction_end(&mut self.window, &context);
    }

    fn control(&mut self, row: &Row, rtt: Option<Span>) {
        let mut context = self.context(row);
        context.totals.lost += row.losses;
        let sample = RateSample {
            prior_delivered: row.prior_delivered,
            delivered: row.sample_delivered,
            interval: row.sample_interval.map(Span::from_micros),
            app_limited: row.sample_app_limited,
            maybe_delayed: row.ack_delayed,
            rtt,
            newly_delivered: row.newly,
            losses: row.losses,
            prior_in_flight: row.prior_in_flight,
            ..RateSample::default()
        };
        self.algorithm.control(&mut self.window, &context, &sample);
    }

    /// Proportional rate reduction (RFC 6937) as in Linux.
    fn reduce_proportionally(&mut self, row: &Row) {
        if row.newly == 0 {
            return;
        }
        self.reduced_delivered += row.newly;
        let (delivered, sent) = (self.reduced_delivered, row.sent_in_reduction);
        let ssthresh = self.window.threshold();
        let more = if ssthresh < row.in_flight {
            let share = u128::from(ssthresh) * u128::from(delivered);
            let due = share.div_ceil(u128::from(self.prior_cwnd.max(1))) as u64;
            due.saturating_sub(sent)
        } else {
            let gap = ssthresh - row.in_flight;
            let is_safe = row.acked > 0 && row.losses == 0;
            (delivered.saturating_sub(sent).max(row.newly) + u64::from(is_safe)).min(gap)
        };
        let more = more.max(u64::from(sent == 0));
        self.window.set_segments((row.in_flight + more).max(1));
    }

    fn grow(&mut self, row: &Row) {
        let cwnd = self.window.segments();
        let slow_start = self.window.in_slow_start();
        let window_used = row.limited || (slow_start && cwnd < 2 * row.most_outstanding);
        if window_used || self.algorithm.needs().grow_unused {
            let context = self.context(row);
            let growth = Growth { segments: row.newly, window_used };
            self.algorithm.grow(&mut self.window, &context, &growth);
        }
    }
}
