//! The curves of the view: the Bode plot, and margins against one parameter.

use super::{About, Control, Parameter, Settings, digits};
use crate::control::{Margins, Tuning, geometric};
use aqm_json::Value as Json;
use aqm_json::answer;
use aqm_json::answer::{Answer, Member, Type, Types};
use aqm_sim::math;
use std::f64::consts::LN_10;

/// The curves beside that of the operating point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lines {
    /// None.
    One,
    /// Half and twice the round-trip time.
    Rtt,
    /// alpha and beta, fixed: all, a half, an eighth, as in Figs 15 and 16. Of PI: four times the gains, all, a quarter.
    Gains,
    /// Five values of beta, as in our Fig. 13. PI has none.
    Beta,
    /// Half and twice the number of flows.
    Flows,
}

impl Lines {
    /// All of them.
    pub const ALL: [Lines; 5] = [Lines::One, Lines::Rtt, Lines::Gains, Lines::Beta, Lines::Flows];

    /// Returns the name, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Lines::One => "one",
            Lines::Rtt => "rtt",
            Lines::Gains => "gains",
            Lines::Beta => "beta",
            Lines::Flows => "flows",
        }
    }

    /// Returns whether the curves have different values of the parameter: then they are no curves against it.
    fn vary(self, parameter: Parameter) -> bool {
        match self {
            Lines::One => false,
            Lines::Rtt => parameter == Parameter::Rtt,
            Lines::Gains => matches!(
                parameter,
                Parameter::Alpha | Parameter::Beta | Parameter::GainA | Parameter::GainB
            ),
            Lines::Beta => parameter == Parameter::Beta,
            Lines::Flows => matches!(parameter, Parameter::Flows | Parameter::Probability),
        }
    }
}

/// Number of frequencies of a Bode plot.
pub const FREQUENCIES: usize = 163;
/// Number of values of a parameter on an axis; p0 has more, at the steps of auto-tuning.
pub const VALUES: usize = 122;

pub(super) struct Curve {
    pub(super) name: String,
    pub(super) settings: Settings,
}

impl Settings {
    /// Returns these settings and, in the order of their values, those of the other curves, with names.
    pub(super) fn curves(&self, lines: Lines) -> Vec<Curve> {
        let fixed = |factor: f64| {
            let (alpha, beta) = (self.alpha * factor, self.beta * factor);
            let name = format!("{}:{}", digits(alpha), digits(beta));
            let control = Control::Delay(Tuning::Fixed);
            Curve { name, settings: Settings { alpha, beta, control, ..*self } }
        };
        let times = |factor: f64| {
            let settings = Settings { gain_factor: factor * self.gain_factor, ..*self };
            Curve { name: format!("gains x {factor}"), settings }
        };
        let of = |parameter: Parameter, x: f64| {
            let About { symbol, unit, .. } = parameter.about();
            let name = format!("{symbol} {} {unit}", digits(x)).trim_end().to_owned();
            Curve { name, settings: self.with(parameter, x) }
        };
        let is_pi = self.control == Control::Pi;
        let mut all: Vec<Curve> = match lines {
            Lines::One => vec![],
            Lines::Beta if is_pi => vec![],
            Lines::Gains if is_pi => [4.0, 1.0, 0.25].map(times).into(),
            Lines::Flows => {
                let flows = self.point().flows;
                let mut all = [0.5, 1.0, 2.0].map(|factor| of(Parameter::Flows, factor * flows));
                // The same point, whether N or p0 is set.
                all[1].settings = *self;
                all.into()
            }
            Lines::Rtt => {
                [0.5, 1.0, 2.0].map(|factor| of(Parameter::Rtt, factor * self.rtt_ms)).into()
            }
            Lines::Gains => [1.0, 0.5, 0.125].map(fixed).into(),
            Lines::Beta => {
                let mut betas = vec![0.001, 0.01, 0.1, 0.156, 1.0, self.beta];
                betas.sort_by(f64::total_cmp);
                betas.dedup();
                betas.into_iter().map(|beta| of(Parameter::Beta, beta)).collect()
            }
        };
        if !all.iter().any(|curve| curve.settings == *self) {
            let is_fixed = self.control.tuning() == Tuning::Fixed;
            let name = if is_fixed { "this point" } else { "auto-tuning" };
            all.insert(0, Curve { name: name.to_owned(), settings: *self });
        }
        all
    }

    /// Returns the operating point, and the names of the curves.
    pub fn summary(&self, lines: Lines) -> Summary {
        let open_loop = self.open_loop();
        let margins = open_loop.margins();
        let point = self.point();
        let packets_per_s = point.packets_per_s();
        let curves = self.curves(lines).into_iter();
        Summary {
            values: Values(Parameter::ALL.map(|parameter| self.value(parameter))),
            window: point.rtt_s * packets_per_s / point.flows,
            packets_per_s,
            factor: self.control.tuning().factor(self.probability()),
            zero: open_loop.zero,
            window_pole: open_loop.window_pole,
            queue_pole: open_loop.queue_pole,
            crossover: margins.crossover,
            phase_margin: margins.phase_deg,
            phase_crossover: margins.phase_crossover,
            gain_margin: margins.gain_db,
            stable: margins.is_stable(),
            curves: curves
                .map(|curve| CurveName { own: curve.settings == *self, name: curve.name })
                .collect(),
        }
    }

    /// Returns the Bode plot: [`FREQUENCIES`] angular frequencies in rad/s, then for each curve its gains in dB and its phases in
    /// degrees. Both crossings of this point are among the frequencies.
    pub fn bode(&self, lines: Lines) -> Vec<f64> {
        let open_loop = self.open_loop();
        let margins = open_loop.margins();
        let [low, high] =
            [f64::min, f64::max].map(|of| of(margins.crossover, margins.phase_crossover));
        // Whole decades, so that the axis rests while a slider moves.
        let decade = |w: f64, round: fn(f64) -> f64| math::pow(10.0, round(math::ln(w) / LN_10));
        let low = decade(low / 2.0, f64::floor).min(0.1);
        let high = decade(high * 2.0, f64::ceil).max(100.0);
        let mut frequencies: Vec<f64> = geometric(low, high, FREQUENCIES - 2).collect();
        frequencies.extend([margins.crossover, margins.phase_crossover]);
        frequencies.sort_by(f64::total_cmp);
        let mut all = frequencies.clone();
        for curve in self.curves(lines) {
            let open_loop = curve.settings.open_loop();
            all.extend(frequencies.iter().map(|&w| open_loop.gain_db(w)));
            all.extend(frequencies.iter().map(|&w| open_loop.phase_deg(w)));
        }
        all
    }

    /// Returns margins against a parameter: at least [`VALUES`] values in its unit, then for each curve the phase margins in degrees, the gain
    /// margins in dB and the gain crossovers in rad/s. The value of this point is among them. Curves that differ in the parameter are
    /// left out; NaN stands in their place.
    pub fn margins(&self, lines: Lines, against: Parameter) -> Vec<f64> {
        let here = self.value(against);
        let [low, high] = against.about().axis;
        let mut xs: Vec<f64> = geometric(low.min(here), high.max(here), VALUES - 1).collect();
        xs.push(here);
        if against == Parameter::Probability {
            // Both sides of each step of auto-tuning, so that the curves have steps.
            let steps = self.control.tuning().steps().iter().map(|(bound, _)| *bound);
            xs.extend(steps.filter(|p| *p > low).flat_map(|p| [p * (1.0 - 1e-9), p]));
        }
        xs.sort_by(f64::total_cmp);
        let mut all = xs.clone();
        for curve in self.curves(lines) {
            let is_own = curve.settings == *self;
            let margins = xs.iter().map(|&x| {
                let shown = is_own || !lines.vary(against);
                shown.then(|| curve.settings.with(against, x).margins_here())
            });
            let margins: Vec<_> = margins.collect();
            let mut add = |of: fn(&Margins) -> f64| {
                all.extend(margins.iter().map(|one| one.as_ref().map_or(f64::NAN, of)));
            };
            add(|margins| margins.phase_deg);
            add(|margins| margins.gain_db);
            add(|margins| margins.crossover);
        }
        all
    }
}

answer! {
    /// An operating point. Frequencies are in rad/s, margins in degrees and dB.
    pub struct Summary {
        /// Its parameters, in their units.
        "values" values: Values,
        /// Mean window of a flow, packets.
        "window" window: f64,
        /// Rate of the link in packets per second.
        "packetsPerS" packets_per_s: f64,
        /// Factor of auto-tuning for alpha and beta.
        "factor" factor: f64,
        /// Zero of the controller.
        "zero" zero: f64,
        /// Pole of the window.
        "windowPole" window_pole: f64,
        /// Pole of the queue.
        "queuePole" queue_pole: f64,
        /// Gain crossover.
        "crossover" crossover: f64,
        /// Phase margin.
        "phaseMargin" phase_margin: f64,
        /// Phase crossover.
        "phaseCrossover" phase_crossover: f64,
        /// Gain margin.
        "gainMargin" gain_margin: f64,
        /// Both margins are positive.
        "stable" stable: bool,
        /// The curves.
        "curves" curves: Vec<CurveName>,
    }

    /// A curve.
    pub struct CurveName {
        /// It is that of the point.
        "own" own: bool,
        /// Its name.
        "name" name: String,
    }
}

/// A value for each of [`Parameter::ALL`].
#[derive(Clone, PartialEq, Debug)]
pub struct Values([f64; Parameter::ALL.len()]);

impl Answer for Values {
    fn to_json(&self) -> Json {
        let values = Parameter::ALL.iter().zip(&self.0);
        let values = values.map(|(one, &value)| (one.name().to_owned(), Json::number(value)));
        Json::Object(values.collect())
    }

    fn describe(_: &mut Types) -> Type {
        let members = Parameter::ALL.map(|one| Member::new(one.name(), "", Type::Number));
        Type::Object(members.into())
    }
}

/// Returns the types of the answers of this module.
pub fn types() -> Types {
    let mut types = Types::of::<Summary>();
    About::describe(&mut types);
    types
}
