//! Schedules of the link's rate.

use super::MAX_MBPS;
use crate::convert::rate;
use crate::problem::Reader;
use crate::schema::{Detail, Flag, Items, Json as _, List, Maybe, Nested, Number, record, tagged};
use aqm_json::{Value, shown};
use aqm_sim::schedule::{RateSchedule, Step};
use aqm_sim::time::{Span, Time};

/// Largest number of rates of a trace.
pub const MAX_TRACE_RATES: usize = 4096;
/// Zero is an outage.
const RATE: Number = Number::new("Mbit/s", 0.0, MAX_MBPS).log_slider(0.1, 1000.0, 0.1);
/// Shortest time between two changes of the rate. Each change is an event.
const SHORTEST: Span = Span::from_millis(1);

tagged! {
    /// Rates of the link over time.
    pub enum Schedule by "kind", later &[] => {
        "steps" => Steps(RateSteps),
        "square" => Square(SquareWave),
        "trace" => Trace(RateTrace),
    }
}

record! {
    /// A list of rates, each with its time.
    pub struct RateSteps, label "Steps", agree agree {
        /// Rates in order of time.
        steps: Vec<RateStep> {
            json: "steps", label: "Steps", check: List::of(1, 1000, "steps"),
        }
        /// Time after which the list starts again. Off: the last rate stays.
        repeat_s: Option<f64> {
            json: "repeatS", label: "Repeat after",
            check: Maybe(Number::new("s", 0.001, 3600.0).slider(1.0, 120.0, 1.0)), default: None,
        }
    }
}

record! {
    /// A rate, and the time from which it holds.
    #[derive(Copy)]
    pub struct RateStep {
        /// Time from which the rate holds.
        at_s: f64 { json: "atS", label: "From", check: Number::new("s", 0.0, 3600.0) }
        /// Rate of the link; 0 is an outage.
        rate_mbps: f64 { json: "rateMbps", label: "Bandwidth", check: RATE }
    }
}

record! {
    /// Two rates that alternate. The high rate comes first.
    #[derive(Copy)]
    pub struct SquareWave, label "Square wave", agree agree {
        /// The high rate.
        high_mbps: f64 { json: "highMbps", label: "High", check: RATE }
        /// The low rate; 0 is an outage.
        low_mbps: f64 { json: "lowMbps", label: "Low", check: RATE }
        /// Time from one rise to the next.
        period_s: f64 {
            json: "periodS", label: "Period",
            check: Number::new("s", 0.002, 3600.0).log_slider(0.1, 100.0, 0.1),
        }
        /// Share of the period with the high rate.
        duty: f64 {
            json: "duty", label: "Duty", check: Number::new("", 0.001, 0.999).slider(0.1, 0.9, 0.05),
            default: 0.5,
        }
    }
}

record! {
    /// Rates in bins of equal length, such as a recorded cellular link.
    pub struct RateTrace, label "Trace", agree agree {
        /// Length of a bin.
        bin_ms: f64 {
            json: "binMs", label: "Bin", check: Number::new("ms", 1.0, 60_000.0).log_slider(10.0, 1000.0, 10.0),
        }
        /// Mean rate in each bin; 0 is an outage.
        rates_mbps: Vec<f64> {
            json: "ratesMbps", label: "Rates", check: Items::of(1, MAX_TRACE_RATES, "rates", RATE),
        }
        /// The trace starts again at its end. Otherwise the last rate stays.
        repeat: bool { json: "repeat", label: "Repeat", check: Flag, default: true }
    }
}

impl Schedule {
    /// The check of a field with an optional schedule.
    pub(crate) const MAYBE: Maybe<Nested<Schedule>> = Maybe(Nested::NEW);

    /// Returns JSON without the defaults, or with all of them.
    pub fn to_value(&self, detail: Detail) -> Value {
        self.write(detail)
    }

    /// Returns the simulator's schedule. The schedule must have passed its checks.
    pub(crate) fn config(&self) -> RateSchedule {
        RateSchedule::new(self.steps(), self.period())
    }

    /// Returns the largest rate in Mbit/s.
    pub(crate) fn largest_mbps(&self) -> f64 {
        let rates = self.steps().into_iter().map(|step| step.rate);
        rates.max().unwrap_or_default().mbps()
    }

    /// Returns the time of the first step, s.
    pub fn first_s(&self) -> f64 {
        match self {
            Schedule::Steps(steps) => steps.steps.first().map_or(0.0, |step| step.at_s),
            Schedule::Square(_) | Schedule::Trace(_) => 0.0,
        }
    }

    fn steps(&self) -> Vec<Step> {
        match self {
            Schedule::Steps(steps) => {
                steps.steps.iter().map(|step| at(step.at_s, step.rate_mbps)).collect()
            }
            Schedule::Square(wave) => {
                vec![at(0.0, wave.high_mbps), at(wave.period_s * wave.duty, wave.low_mbps)]
            }
            Schedule::Trace(trace) => trace.steps(),
        }
    }

    fn period(&self) -> Option<Span> {
        match self {
            Schedule::Steps(steps) => steps.repeat_s.map(Span::from_seconds),
            Schedule::Square(wave) => Some(Span::from_seconds(wave.period_s)),
            Schedule::Trace(trace) => {
                trace.repeat.then(|| trace.bin() * trace.rates_mbps.len() as u64)
            }
        }
    }
}

fn at(seconds: f64, mbps: f64) -> Step {
    Step { at: Span::from_seconds(seconds), rate: rate(mbps) }
}

/// Returns whether the link sends at this rate.
fn sends(mbps: f64) -> bool {
    rate(mbps).bps() > 0
}

const DEAD: &str = "makes an outage without end; expected a rate above 0 Mbit/s at least once.";

impl RateSteps {
    fn agree(&self, reader: &mut Reader) {
        let mut least = Time::ZERO;
        for (index, step) in self.steps.iter().enumerate() {
            let time = Time::from_seconds(step.at_s);
            if time < least {
                let problem = ["is ", &shown(step.at_s), TOO_SOON].concat();
                reader.member("steps", |reader| {
                    reader.item(index, |reader| reader.problem_in("atS", problem));
                });
            }
            least = time + SHORTEST;
        }
        if let Some(repeat_s) = self.repeat_s
            && Time::from_seconds(repeat_s) < least
        {
            let problem = ["is ", &shown(repeat_s), TOO_SOON].concat();
            reader.problem_in("repeatS", problem);
        }
        let (last, any) = (self.steps.last(), self.steps.iter().any(|step| sends(step.rate_mbps)));
        let ends = if self.repeat_s.is_some() {
            any
        } else {
            last.is_some_and(|step| sends(step.rate_mbps))
        };
        if !ends {
            reader.problem_in("steps", DEAD_AT_END);
        }
    }
}

const TOO_SOON: &str = " s; expected at least 1 ms more than the time of the step before.";
const DEAD_AT_END: &str = "make an outage without end; expected a last rate above 0 Mbit/s, or repeatS \
                           and any rate above 0 Mbit/s.";

impl SquareWave {
    fn agree(&self, reader: &mut Reader) {
        if !sends(self.high_mbps) {
            reader.problem_in("highMbps", DEAD);
        }
        let high = Span::from_seconds(self.period_s * self.duty);
        let low = Span::from_seconds(self.period_s).saturating_sub(high);
        if high.min(low) < SHORTEST {
            let problem = "leaves less than 1 ms for one of the rates; expected a longer period, or a \
                           duty nearer to 0.5.";
            reader.problem_in("duty", problem);
        }
    }
}

impl RateTrace {
    fn agree(&self, reader: &mut Reader) {
        let (last, any) = (self.rates_mbps.last(), self.rates_mbps.iter().any(|&mbps| sends(mbps)));
        let ends = if self.repeat { any } else { last.is_some_and(|&mbps| sends(mbps)) };
        if !ends {
            let problem = if self.repeat { DEAD } else { DEAD_LAST };
            reader.problem_in("ratesMbps", problem);
        }
    }

    fn bin(&self) -> Span {
        Span::from_seconds(self.bin_ms / 1e3)
    }

    /// Returns a step for each bin with another rate than the one before.
    fn steps(&self) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        for (index, &mbps) in self.rates_mbps.iter().enumerate() {
            let step = Step { at: self.bin() * index as u64, rate: rate(mbps) };
            if steps.last().is_none_or(|last| last.rate != step.rate) {
                steps.push(step);
            }
        }
        steps
    }
}

const DEAD_LAST: &str =
    "makes an outage without end; expected a last rate above 0 Mbit/s, or repeat.";
