//! What the page's stability view shows: settings that are read and checked, the Bode plot, margins against one parameter, and the
//! same operating point as a scenario.

pub use super::parameter::{About, Parameter};

use super::Point;
use crate::control::{Controller, Loop, Margins, Reading, Tuning, flows, geometric, probability};
use aqm_json::answer;
use aqm_json::answer::{Answer, Member, Type, Types};
use aqm_json::{Value as Json, parse, shown};
use aqm_scenario::problem::{Problem, Reader, listed};
use aqm_scenario::read_scenario;
use aqm_sim::aqm::pi::Gains;
use aqm_sim::aqm::{Environment, PiParams};
use aqm_sim::buffer::Limit;
use aqm_sim::math;
use aqm_sim::time::Span;
use aqm_sim::units::BitRate;
use aqm_sim::world::MTU;
use std::f64::consts::{LN_10, PI};

/// Which of N and p0 is set; the other follows from W0^2 p0 = 2, W0 = R C / N.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Load {
    Flows(f64),
    Probability(f64),
}

/// The discipline at the bottleneck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Control {
    /// PIE or PI2: alpha and beta on the delay, with this auto-tuning.
    Delay(Tuning),
    /// PI of Hollot and others 2001: a and b on the queue length in packets.
    Pi,
}

impl Control {
    /// All of them.
    pub const ALL: [Control; 5] = [
        Control::Delay(Tuning::Fixed),
        Control::Delay(Tuning::Paper2013),
        Control::Delay(Tuning::Rfc8033),
        Control::Delay(Tuning::Squared),
        Control::Pi,
    ];

    /// Returns the name, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Control::Delay(tuning) => tuning.name(),
            Control::Pi => "pi",
        }
    }

    /// Returns the auto-tuning; PI has none.
    fn tuning(self) -> Tuning {
        match self {
            Control::Delay(tuning) => tuning,
            Control::Pi => Tuning::Fixed,
        }
    }
}

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

/// Checked settings of the view.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    alpha: f64,
    beta: f64,
    update_ms: f64,
    control: Control,
    gain_a: Option<f64>,
    gain_b: Option<f64>,
    /// Multiplies both gains of PI.
    gain_factor: f64,
    samples_per_s: f64,
    design_flows: f64,
    design_rtt_ms: f64,
    reference: f64,
    rtt_ms: f64,
    load: Load,
    rate_mbps: f64,
    target_ms: f64,
    packet_bytes: f64,
    reading: Reading,
}

impl Settings {
    /// Reads `{ alpha, beta, updateMs, rttMs, flows | probability, rateMbps, targetMs, packetBytes, tuning, reading }`, for PI also `gainA,
    /// gainB, samplesPerS, designFlows, designRttMs, referencePackets`. What is absent is that of the paper. Absent gains of PI are computed as
    /// the discipline does. [`Parameter::list`] has the limits.
    ///
    /// # Errors
    /// Returns a problem for each member that is unknown, of another type, or outside its limits.
    pub fn read(text: &str) -> Result<Settings, Vec<Problem>> {
        let value = parse(text)
            .map_err(|error| vec![Problem::whole(format!("is not JSON: {}", error.message))])?;
        let mut reader = Reader::new("");
        let Json::Object(members) = &value else {
            reader.expected(value.kind(), "an object");
            return Err(reader.into_problems());
        };
        let mut own = Settings::default();
        for (name, value) in members {
            reader.member(name, |reader| match (name.as_str(), Parameter::find(name), value) {
                ("tuning", ..) => {
                    let all = Control::ALL.map(|control| (control.name(), control));
                    choose(reader, value, &all, &mut own.control);
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
        if let (Some(a), Some(b)) = (own.gain_a, own.gain_b)
            && b >= a
        {
            reader.problem_in("gainB", format!("is {}; expected less than a.", shown(b)));
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
            Parameter::GainA => self.gain_a = Some(x),
            Parameter::GainB => self.gain_b = Some(x),
            Parameter::Samples => self.samples_per_s = x,
            Parameter::DesignFlows => self.design_flows = x,
            Parameter::DesignRtt => self.design_rtt_ms = x,
            Parameter::Reference => self.reference = x,
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
            Parameter::GainA => self.gains().a,
            Parameter::GainB => self.gains().b,
            Parameter::Samples => self.samples_per_s,
            Parameter::DesignFlows => self.design_flows,
            Parameter::DesignRtt => self.design_rtt_ms,
            Parameter::Reference => self.reference,
        }
    }

    /// Returns the gains of PI: those given, or those which the discipline computes on this link.
    fn gains(&self) -> Gains {
        let params = PiParams {
            a: self.gain_a,
            b: self.gain_b,
            flows: self.design_flows,
            rtt: Span::from_seconds(self.design_rtt_ms / 1e3),
            update: Span::from_seconds(1.0 / self.samples_per_s),
            ..PiParams::default()
        };
        let rate = BitRate::from_mbps(self.rate_mbps);
        let Gains { a, b } =
            params.gains_on(&Environment { limit: Limit::packets(1), rate, mtu: MTU });
        Gains { a: self.gain_factor * a, b: self.gain_factor * b }
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
        match self.control {
            Control::Delay(tuning) => {
                let Settings { alpha, beta, .. } = *self;
                Controller { alpha, beta, update_s: self.update_ms / 1e3, tuning }
            }
            Control::Pi => {
                // q = C delay: a (q - q_ref) - b (q_old - q_ref) = (a - b) C (delay - target) + b C (delay - delay_old).
                let (Gains { a, b }, c) = (self.gains(), self.packets_per_s());
                let update_s = 1.0 / self.samples_per_s;
                Controller { alpha: (a - b) * c, beta: b * c, update_s, tuning: Tuning::Fixed }
            }
        }
    }

    /// Returns the queue delay that the controller aims at, s.
    fn target_s(&self) -> f64 {
        match self.control {
            Control::Delay(_) => self.target_ms / 1e3,
            Control::Pi => self.reference / self.packets_per_s(),
        }
    }

    /// Returns the operating point.
    pub fn point(&self) -> Point {
        Point {
            controller: self.controller(),
            target_s: self.target_s(),
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
        // The two readings are those of the paper on PIE. The model of PI has the derived gain.
        let reading = if self.control == Control::Pi { Reading::Derived } else { self.reading };
        Loop::new(&self.controller(), self.probability(), self.rtt_ms / 1e3, reading)
    }

    /// Returns the margins; NaN where a controller has b >= a and moves away from its reference.
    fn margins_here(&self) -> Margins {
        let own = self.open_loop();
        if own.kappa > 0.0 {
            return own.margins();
        }
        let nan = f64::NAN;
        Margins { crossover: nan, phase_deg: nan, phase_crossover: nan, gain_db: nan }
    }

    /// Returns these settings and, in the order of their values, those of the other curves, with names.
    fn curves(&self, lines: Lines) -> Vec<Curve> {
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
        let own = self.open_loop();
        let margins = own.margins();
        let point = self.point();
        let packets_per_s = point.packets_per_s();
        let curves = self.curves(lines).into_iter();
        Summary {
            values: Values(Parameter::ALL.map(|parameter| self.value(parameter))),
            window: point.rtt_s * packets_per_s / point.flows,
            packets_per_s,
            factor: self.control.tuning().factor(self.probability()),
            zero: own.zero,
            window_pole: own.window_pole,
            queue_pole: own.queue_pole,
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

    /// Returns a scenario at this point, with a title: 60 s, with PI 200 s.
    ///
    /// # Errors
    /// Returns why there is none: no scenario has such a point.
    pub fn scenario(&self) -> Result<String, String> {
        let point = self.point();
        let p0 = self.probability();
        if point.target_s >= point.rtt_s {
            return Err(match self.control {
                Control::Delay(_) => {
                    "R includes the queue delay, so it must be above the target.".to_owned()
                }
                Control::Pi => format!(
                    "R includes the queue delay, so it must be above that of the reference, {} ms.",
                    digits(1e3 * point.target_s)
                ),
            });
        }
        if point.flows.round() > 1000.0 || point.flows < 0.5 {
            return Err(format!(
                "This point has {} flows; a run has 1 to 1000.",
                digits(point.flows)
            ));
        }
        let text = match self.control {
            Control::Delay(tuning) => {
                let divisor =
                    if tuning == Tuning::Fixed { Tuning::Paper2013.factor(p0) } else { 1.0 };
                if self.alpha.max(self.beta) / divisor > 100.0 {
                    return Err("Alpha or beta is too large for a run.".to_owned());
                }
                point.scenario(DURATION_S)
            }
            Control::Pi => {
                let Gains { a, b } = self.gains();
                if b < 0.0 {
                    return Err("The sampling frequency is too low: b is below zero.".to_owned());
                }
                let queue = format!(
                    r#""kind": "pi", "referencePackets": {}, "a": {a}, "b": {b}, "samplesPerS": {}"#,
                    self.reference, self.samples_per_s
                );
                point.scenario_with(&queue, PI_DURATION_S)
            }
        };
        let mut scenario = read_scenario(&text).map_err(|problems| {
            let problems = problems.iter().map(ToString::to_string);
            problems.collect::<Vec<_>>().join(" ")
        })?;
        let margins = self.open_loop().margins();
        let phase = margins.phase_deg.round();
        let name = match self.control {
            Control::Pi => "PI",
            Control::Delay(Tuning::Squared) => "PI2",
            Control::Delay(_) => "PIE",
        };
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
            control: Control::Delay(Tuning::Fixed),
            gain_a: None,
            gain_b: None,
            gain_factor: 1.0,
            samples_per_s: 0.0,
            design_flows: 0.0,
            design_rtt_ms: 0.0,
            reference: 0.0,
            rtt_ms: 0.0,
            load: Load::Flows(0.0),
            rate_mbps: 0.0,
            target_ms: 0.0,
            packet_bytes: 0.0,
            reading: Reading::Derived,
        };
        // p0 follows from the flows, and the gains of PI from its design.
        let follows = [Parameter::Probability, Parameter::GainA, Parameter::GainB];
        let all = Parameter::ALL.into_iter().filter(|one| !follows.contains(one));
        all.fold(empty, |own, parameter| own.with(parameter, parameter.about().standard))
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

/// The words that settings of the page may have: controls, readings of the paper, and curves.
pub fn words() -> [(&'static str, &'static str, Vec<&'static str>); 3] {
    [
        (
            "Tuning",
            "The auto-tuning of PIE and PI2, or PI, which controls the queue length.",
            Control::ALL.map(Control::name).into(),
        ),
        (
            "Reading",
            "Which line of the paper's equation (9) gives the gain.",
            Reading::ALL.map(Reading::name).into(),
        ),
        ("Lines", "The curves beside that of the point.", Lines::ALL.map(Lines::name).into()),
    ]
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
/// Length of a run with PI, s. The paper's loop has a frequency of 0.5 rad/s.
const PI_DURATION_S: f64 = 200.0;

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
mod tests;
