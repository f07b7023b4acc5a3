//! What the page's stability view shows: settings that are read and checked, the Bode plot, margins against one parameter, and the
//! same operating point as a scenario.

mod curves;
mod scenario;

pub use super::parameter::{About, Parameter};
pub use curves::{FREQUENCIES, Lines, Summary, VALUES, Values, types};

use super::Point;
use crate::control::{Controller, GainFormula, Loop, Margins, Tuning, flows, probability};
use aqm_json::{Value as Json, parse, shown};
use aqm_scenario::problem::{Problem, Reader, listed};
use aqm_sim::aqm::pi::Gains;
use aqm_sim::aqm::{Environment, PiParams};
use aqm_sim::buffer::Limit;
use aqm_sim::time::Span;
use aqm_sim::units::BitRate;
use aqm_sim::world::MTU;

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
    reading: GainFormula,
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
        let mut settings = Settings::default();
        for (name, value) in members {
            reader.member(name, |reader| match (name.as_str(), Parameter::find(name), value) {
                ("tuning", ..) => {
                    let all = Control::ALL.map(|control| (control.name(), control));
                    choose(reader, value, &all, &mut settings.control);
                }
                ("reading", ..) => {
                    let all = GainFormula::ALL.map(|reading| (reading.name(), reading));
                    choose(reader, value, &all, &mut settings.reading);
                }
                (_, Some(parameter), Json::Number(x)) => {
                    let About { unit, limits: [low, high], .. } = parameter.about();
                    if (low..=high).contains(x) {
                        settings = settings.with(parameter, *x);
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
        if let (Some(a), Some(b)) = (settings.gain_a, settings.gain_b)
            && b >= a
        {
            reader.problem_in("gainB", format!("is {}; expected less than a.", shown(b)));
        }
        reader.finish(Some(settings))
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
        let reading = if self.control == Control::Pi { GainFormula::Derived } else { self.reading };
        Loop::new(&self.controller(), self.probability(), self.rtt_ms / 1e3, reading)
    }

    /// Returns the margins; NaN where a controller has b >= a and moves away from its reference.
    fn margins_here(&self) -> Margins {
        let open_loop = self.open_loop();
        if open_loop.kappa > 0.0 {
            return open_loop.margins();
        }
        let nan = f64::NAN;
        Margins { crossover: nan, phase_deg: nan, phase_crossover: nan, gain_db: nan }
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
            reading: GainFormula::Derived,
        };
        // p0 follows from the flows, and the gains of PI from its design.
        let follows = [Parameter::Probability, Parameter::GainA, Parameter::GainB];
        let all = Parameter::ALL.into_iter().filter(|one| !follows.contains(one));
        all.fold(empty, |settings, parameter| settings.with(parameter, parameter.about().standard))
    }
}

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
            GainFormula::ALL.map(GainFormula::name).into(),
        ),
        ("Lines", "The curves beside that of the point.", Lines::ALL.map(Lines::name).into()),
    ]
}

/// Returns a number with three significant digits.
fn digits(x: f64) -> String {
    shown(format!("{x:.2e}").parse().unwrap_or(x))
}

#[cfg(test)]
mod tests;
