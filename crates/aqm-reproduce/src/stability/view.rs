//! What the page's stability view shows: settings that are read and checked, the Bode plot, margins against one parameter, and the
//! same operating point as a scenario.

use super::Point;
use crate::control::{Controller, Loop, Margins, Reading, Tuning, flows, geometric, probability};
use aqm_scenario::json::{Value as Json, parse, shown};
use aqm_scenario::problem::{Problem, Reader, listed};
use aqm_scenario::read_scenario;
use aqm_sim::math;
use std::f64::consts::{LN_10, PI};

/// A parameter of the operating point, each with a slider and an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parameter {
    /// Gain on the distance to the target, 1/s.
    Alpha,
    /// Gain on the change of the delay, 1/s.
    Beta,
    /// T: time between updates, ms.
    Update,
    /// R: round-trip time with the queue delay, ms.
    Rtt,
    /// N: number of flows.
    Flows,
    /// C: rate of the link, Mbit/s.
    Rate,
    /// p0: drop probability at equilibrium, 0..1.
    Probability,
    /// Queue delay that the controller aims at, ms. The theory does not depend on it.
    Target,
    /// Size of the packets, bytes.
    PacketBytes,
}

/// How a parameter is written, and its values.
struct About {
    name: &'static str,
    symbol: &'static str,
    unit: &'static str,
    /// Accepted values.
    limits: [f64; 2],
    /// Ends of sliders and axes.
    axis: [f64; 2],
    standard: f64,
}

impl Parameter {
    /// All of them.
    pub const ALL: [Parameter; 9] = [
        Parameter::Alpha,
        Parameter::Beta,
        Parameter::Update,
        Parameter::Rtt,
        Parameter::Flows,
        Parameter::Rate,
        Parameter::Probability,
        Parameter::Target,
        Parameter::PacketBytes,
    ];

    /// The limits are those of scenarios, but above zero. The standards are those of Pan and others 2013: alpha, beta, T and the target of
    /// section IV, R of section V, and N and C of Fig. 7, because section V gives none.
    fn about(self) -> About {
        let about = |name, symbol, unit, limits, axis, standard| About {
            name,
            symbol,
            unit,
            limits,
            axis,
            standard,
        };
        match self {
            Parameter::Alpha => about("alpha", "alpha", "1/s", [1e-4, 100.0], [1e-3, 10.0], 0.125),
            Parameter::Beta => about("beta", "beta", "1/s", [1e-3, 100.0], [1e-2, 100.0], 1.25),
            Parameter::Update => about("updateMs", "T", "ms", [1.0, 1000.0], [1.0, 300.0], 30.0),
            Parameter::Rtt => about("rttMs", "R", "ms", [1.0, 2000.0], [5.0, 1000.0], 100.0),
            Parameter::Flows => about("flows", "N", "", [1.0, 1000.0], [1.0, 1000.0], 100.0),
            Parameter::Rate => {
                about("rateMbps", "C", "Mbit/s", [0.1, 10_000.0], [1.0, 1000.0], 100.0)
            }
            Parameter::Probability => {
                about("probability", "p0", "", [1e-6, 1.0], [1e-5, 1.0], 0.0128)
            }
            Parameter::Target => {
                about("targetMs", "the target", "ms", [0.01, 1000.0], [1.0, 100.0], 20.0)
            }
            Parameter::PacketBytes => about(
                "packetBytes",
                "the packet size",
                "bytes",
                [100.0, 1500.0],
                [100.0, 1500.0],
                1000.0,
            ),
        }
    }

    /// Returns the name, as in JSON.
    pub fn name(self) -> &'static str {
        self.about().name
    }

    /// Returns the parameter with this name.
    pub fn find(name: &str) -> Option<Parameter> {
        Parameter::ALL.into_iter().find(|parameter| parameter.name() == name)
    }

    /// Returns all parameters as a JSON list of `{ name, symbol, unit, limits, axis, standard }`.
    pub fn list() -> Json {
        let pair = |ends: [f64; 2]| Json::Array(ends.map(Json::number).into());
        let one = |parameter: Parameter| {
            let about = parameter.about();
            Json::object([
                ("name", Json::string(about.name)),
                ("symbol", Json::string(about.symbol)),
                ("unit", Json::string(about.unit)),
                ("limits", pair(about.limits)),
                ("axis", pair(about.axis)),
                ("standard", Json::number(about.standard)),
            ])
        };
        Json::Array(Parameter::ALL.map(one).into())
    }
}

/// Which of N and p0 is set; the other follows from W0^2 p0 = 2, W0 = R C / N.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Load {
    Flows(f64),
    Probability(f64),
}

/// The curves beside that of the operating point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lines {
    /// None.
    One,
    /// Half and twice the round-trip time.
    Rtt,
    /// alpha and beta, fixed: all, a half, an eighth, as in Figs 15 and 16.
    Gains,
    /// Five values of beta, as in our Fig. 13.
    Beta,
}

impl Lines {
    /// All of them.
    pub const ALL: [Lines; 4] = [Lines::One, Lines::Rtt, Lines::Gains, Lines::Beta];

    /// Returns the name, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Lines::One => "one",
            Lines::Rtt => "rtt",
            Lines::Gains => "gains",
            Lines::Beta => "beta",
        }
    }

    /// Returns whether the curves have different values of the parameter: then they are no curves against it.
    fn vary(self, parameter: Parameter) -> bool {
        match self {
            Lines::One => false,
            Lines::Rtt => parameter == Parameter::Rtt,
            Lines::Gains => matches!(parameter, Parameter::Alpha | Parameter::Beta),
            Lines::Beta => parameter == Parameter::Beta,
        }
    }
}

/// Checked settings of the view.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    alpha: f64,
    beta: f64,
    update_ms: f64,
    tuning: Tuning,
    rtt_ms: f64,
    load: Load,
    rate_mbps: f64,
    target_ms: f64,
    packet_bytes: f64,
    reading: Reading,
}

impl Settings {
    /// Reads `{ alpha, beta, updateMs, rttMs, flows | probability, rateMbps, targetMs, packetBytes, tuning, reading }`. What is absent is
    /// that of the paper. [`Parameter::list`] has the limits.
    ///
    /// # Errors
    /// Returns a problem for each member that is unknown, of another type, or outside its limits.
    pub fn read(text: &str) -> Result<Settings, Vec<Problem>> {
        let value = parse(text)
            .map_err(|error| vec![Problem::whole(format!("is not JSON: {}", error.message))])?;
        let mut reader = Reader::new("$");
        let Json::Object(members) = &value else {
            reader.expected(value.kind(), "an object");
            return Err(reader.into_problems());
        };
        let mut own = Settings::default();
        for (name, value) in members {
            reader.member(name, |reader| match (name.as_str(), Parameter::find(name), value) {
                ("tuning", ..) => {
                    let all = Tuning::ALL.map(|tuning| (tuning.name(), tuning));
                    choose(reader, value, &all, &mut own.tuning);
                }
                ("reading", ..) => {
                    let all = Reading::ALL.map(|reading| (reading.name(), reading));
                    choose(reader, value, &all, &mut own.reading);
                }
                (_, Some(parameter), Json::Number(x)) => {
                    let About { unit, limits: [low, high], .. } = parameter.about();
                    if (low..=high).contains(x) {
                        own = own.with(parameter, *x);
                    } else {
                        let accepted = format!("{} to {} {unit}", shown(low), shown(high));
                        reader.expected(&shown(*x), accepted.trim_end());
                    }
                }
                (_, Some(_), _) => reader.expected(value.kind(), "a number"),
                _ => reader.problem("is not a setting of the stability view."),
            });
        }
        if value.get("flows").is_some() && value.get("probability").is_some() {
            reader.problem_in("probability", "follows from the flows; remove one of both.");
        }
        reader.finish(Some(own))
    }

    /// Returns these settings with another value of a parameter, in its unit. A value of N makes p0 follow, and the other way round.
    pub fn with(mut self, parameter: Parameter, x: f64) -> Settings {
        match parameter {
            Parameter::Alpha => self.alpha = x,
            Parameter::Beta => self.beta = x,
            Parameter::Update => self.update_ms = x,
            Parameter::Rtt => self.rtt_ms = x,
            Parameter::Flows => self.load = Load::Flows(x),
            Parameter::Rate => self.rate_mbps = x,
            Parameter::Probability => self.load = Load::Probability(x),
            Parameter::Target => self.target_ms = x,
            Parameter::PacketBytes => self.packet_bytes = x,
        }
        self
    }

    /// Returns the value of a parameter, in its unit.
    pub fn value(&self, parameter: Parameter) -> f64 {
        match parameter {
            Parameter::Alpha => self.alpha,
            Parameter::Beta => self.beta,
            Parameter::Update => self.update_ms,
            Parameter::Rtt => self.rtt_ms,
            Parameter::Flows => self.point().flows,
            Parameter::Rate => self.rate_mbps,
            Parameter::Probability => self.probability(),
            Parameter::Target => self.target_ms,
            Parameter::PacketBytes => self.packet_bytes,
        }
    }

    fn packets_per_s(&self) -> f64 {
        self.rate_mbps * 1e6 / (8.0 * self.packet_bytes)
    }

    fn probability(&self) -> f64 {
        match self.load {
            Load::Flows(flows) => probability(flows, self.packets_per_s(), self.rtt_ms / 1e3),
            Load::Probability(p) => p,
        }
    }

    fn controller(&self) -> Controller {
        let Settings { alpha, beta, tuning, .. } = *self;
        Controller { alpha, beta, update_s: self.update_ms / 1e3, tuning }
    }

    /// Returns the operating point.
    pub fn point(&self) -> Point {
        Point {
            controller: self.controller(),
            target_s: self.target_ms / 1e3,
            rtt_s: self.rtt_ms / 1e3,
            flows: match self.load {
                Load::Flows(flows) => flows,
                Load::Probability(p) => flows(p, self.packets_per_s(), self.rtt_ms / 1e3),
            },
            rate_mbps: self.rate_mbps,
            packet_bytes: self.packet_bytes,
        }
    }

    fn open_loop(&self) -> Loop {
        Loop::new(&self.controller(), self.probability(), self.rtt_ms / 1e3, self.reading)
    }

    /// Returns these settings and, in the order of their values, those of the other curves, with names.
    fn curves(&self, lines: Lines) -> Vec<Curve> {
        let fixed = |factor: f64| {
            let (alpha, beta) = (self.alpha * factor, self.beta * factor);
            let name = format!("{}:{}", digits(alpha), digits(beta));
            Curve { name, settings: Settings { alpha, beta, tuning: Tuning::Fixed, ..*self } }
        };
        let of = |parameter: Parameter, x: f64| {
            let About { symbol, unit, .. } = parameter.about();
            let name = format!("{symbol} {} {unit}", digits(x));
            Curve { name, settings: self.with(parameter, x) }
        };
        let mut all: Vec<Curve> = match lines {
            Lines::One => vec![],
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
            let is_fixed = self.tuning == Tuning::Fixed;
            let name = if is_fixed { "this point" } else { "auto-tuning" };
            all.insert(0, Curve { name: name.to_owned(), settings: *self });
        }
        all
    }

    /// Returns `{ values: { alpha, … }, window, packetsPerS, factor, zero, windowPole, queuePole, crossover, phaseMargin, phaseCrossover,
    /// gainMargin, stable, curves: [{ name, own }] }`. Frequencies are in rad/s, margins in degrees and dB; `factor` multiplies alpha
    /// and beta, by auto-tuning; `own` is the curve of this point.
    pub fn summary(&self, lines: Lines) -> Json {
        let own = self.open_loop();
        let margins = own.margins();
        let point = self.point();
        let packets_per_s = point.packets_per_s();
        let values = Parameter::ALL
            .map(|parameter| (parameter.name().to_owned(), Json::number(self.value(parameter))));
        let curves = self.curves(lines).into_iter().map(|curve| {
            Json::object([
                ("own", Json::Bool(curve.settings == *self)),
                ("name", Json::string(curve.name)),
            ])
        });
        Json::object([
            ("values", Json::Object(values.into())),
            ("window", Json::number(point.rtt_s * packets_per_s / point.flows)),
            ("packetsPerS", Json::number(packets_per_s)),
            ("factor", Json::number(self.tuning.factor(self.probability()))),
            ("zero", Json::number(own.zero)),
            ("windowPole", Json::number(own.window_pole)),
            ("queuePole", Json::number(own.queue_pole)),
            ("crossover", Json::number(margins.crossover)),
            ("phaseMargin", Json::number(margins.phase_deg)),
            ("phaseCrossover", Json::number(margins.phase_crossover)),
            ("gainMargin", Json::number(margins.gain_db)),
            ("stable", Json::Bool(margins.is_stable())),
            ("curves", Json::Array(curves.collect())),
        ])
    }

    /// Returns the Bode plot: [`FREQUENCIES`] angular frequencies in rad/s, then for each curve its gains in dB and its phases in
    /// degrees. Both crossings of this point are among the frequencies.
    pub fn bode(&self, lines: Lines) -> Vec<f64> {
        let own = self.open_loop();
        let margins = own.margins();
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
            let own = curve.settings.open_loop();
            all.extend(frequencies.iter().map(|&w| own.gain_db(w)));
            all.extend(frequencies.iter().map(|&w| own.phase_deg(w)));
        }
        all
    }

    /// Returns margins against a parameter: at least [`VALUES`] values in its unit, then for each curve the phase margins in degrees, the gain
    /// margins in dB and the gain crossovers in rad/s. The value of this point is among them. Curves that differ in the parameter are
    /// left out; NaN stands in their place.
    pub fn margins(&self, lines: Lines, against: Parameter) -> Vec<f64> {
        let own = self.value(against);
        let [low, high] = against.about().axis;
        let mut xs: Vec<f64> = geometric(low.min(own), high.max(own), VALUES - 1).collect();
        xs.push(own);
        if against == Parameter::Probability {
            // Both sides of each step of auto-tuning, so that the curves have steps.
            let steps = self.tuning.steps().iter().map(|(bound, _)| *bound);
            xs.extend(steps.filter(|p| *p > low).flat_map(|p| [p * (1.0 - 1e-9), p]));
        }
        xs.sort_by(f64::total_cmp);
        let mut all = xs.clone();
        for curve in self.curves(lines) {
            let is_own = curve.settings == *self;
            let margins = xs.iter().map(|&x| {
                let shown = is_own || !lines.vary(against);
                shown.then(|| curve.settings.with(against, x).open_loop().margins())
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

    /// Returns a scenario of 60 s at this point, with a title.
    ///
    /// # Errors
    /// Returns why there is none: no scenario has such a point.
    pub fn scenario(&self) -> Result<String, String> {
        let point = self.point();
        let p0 = self.probability();
        if point.target_s >= point.rtt_s {
            return Err("R includes the queue delay, so it must be above the target.".to_owned());
        }
        if point.flows.round() > 1000.0 || point.flows < 0.5 {
            return Err(format!(
                "This point has {} flows; a run has 1 to 1000.",
                digits(point.flows)
            ));
        }
        let divisor = match self.tuning {
            Tuning::Fixed => Tuning::Paper2013.factor(p0),
            _ => 1.0,
        };
        if self.alpha.max(self.beta) / divisor > 100.0 {
            return Err("Alpha or beta is too large for a run.".to_owned());
        }
        let mut scenario = read_scenario(&point.scenario(DURATION_S)).map_err(|problems| {
            let problems = problems.iter().map(ToString::to_string);
            problems.collect::<Vec<_>>().join(" ")
        })?;
        let margins = self.open_loop().margins();
        let phase = margins.phase_deg.round();
        let name = if self.tuning == Tuning::Squared { "PI2" } else { "PIE" };
        scenario.title = format!("{name}: phase margin {phase}°");
        let expected = if margins.is_stable() {
            "It predicts a stable queue delay.".to_owned()
        } else {
            let cycles = margins.crossover / (2.0 * PI);
            format!("It predicts an oscillation near {} Hz.", digits(cycles))
        };
        scenario.about = format!(
            "Operating point of the stability view: p0 = {} %, R = {} ms with the target. The linear model gives \
             a phase margin of {phase}°. {expected}",
            digits(100.0 * p0),
            digits(1e3 * point.rtt_s),
        );
        Ok(scenario.to_json())
    }
}

impl Default for Settings {
    /// The paper's values, without auto-tuning as in Figs 13 to 16.
    fn default() -> Self {
        let empty = Settings {
            alpha: 0.0,
            beta: 0.0,
            update_ms: 0.0,
            tuning: Tuning::Fixed,
            rtt_ms: 0.0,
            load: Load::Flows(0.0),
            rate_mbps: 0.0,
            target_ms: 0.0,
            packet_bytes: 0.0,
            reading: Reading::Derived,
        };
        let all = Parameter::ALL.into_iter().filter(|one| *one != Parameter::Probability);
        all.fold(empty, |own, parameter| own.with(parameter, parameter.about().standard))
    }
}

struct Curve {
    name: String,
    settings: Settings,
}

/// Number of frequencies of a Bode plot.
pub const FREQUENCIES: usize = 163;
/// Number of values of a parameter on an axis; p0 has more, at the steps of auto-tuning.
pub const VALUES: usize = 122;
/// Length of the run, s.
const DURATION_S: f64 = 60.0;

fn choose<T: Copy>(reader: &mut Reader, value: &Json, all: &[(&str, T)], to: &mut T) {
    let found = all.iter().find(|(name, _)| matches!(value, Json::String(text) if text == name));
    match (found, value) {
        (Some((_, found)), _) => *to = *found,
        (None, value) => {
            let got = if let Json::String(text) = value { text } else { value.kind() };
            let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
            reader.expected(got, &listed(&names));
        }
    }
}

/// Returns a number with three significant digits.
fn digits(x: f64) -> String {
    shown(format!("{x:.2e}").parse().unwrap_or(x))
}

#[cfg(test)]
#[path = "view_tests.rs"]
mod tests;
