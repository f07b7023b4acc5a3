//! Parameters of the PI controller, with the paper's defaults.

use super::design::{Gains, Network};
use crate::aqm::{Amount, Environment, Parameters, Twins};
use crate::time::Span;

/// Parameters of the PI controller.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PiParams {
    /// Queue length that the controller aims at.
    pub reference: Amount,
    /// Gain of the queue length now, per packet of the largest size. `None`: designed for the link's
    /// rate and `flows` and `rtt`, or in the designed proportion to `b`.
    pub a: Option<f64>,
    /// Gain of the queue length at the last update, like `a`.
    pub b: Option<f64>,
    /// Smallest number of long flows for which the gains are designed, more than 0.
    pub flows: f64,
    /// Largest round-trip time for which the gains are designed, queue delay included.
    pub rtt: Span,
    /// Time between updates of the probability.
    pub update: Span,
    /// Mark instead of dropping.
    pub ecn: bool,
}

impl Default for PiParams {
    /// Hollot et al. 2001, section 5: 60 flows, a round-trip time of 246.7 ms (200 ms of propagation and
    /// 175 packets at 3750 packets/s), 160 samples a second, and a reference of 200 packets in a buffer
    /// of 800.
    fn default() -> Self {
        PiParams {
            reference: Amount::BufferShare(0.25),
            a: None,
            b: None,
            flows: 60.0,
            rtt: Span::from_micros(246_700),
            update: Span::from_micros(6_250),
            ecn: false,
        }
    }
}

impl PiParams {
    /// Returns the gains in force on a link: those given, or those of the paper's design rule. If only
    /// one is given, the other keeps the designed proportion to it. With independent values `b` could
    /// exceed `a`, and the controller would then move away from its reference.
    pub fn gains_on(&self, env: &Environment) -> Gains {
        let capacity = env.rate.bps() as f64 / (8.0 * f64::from(env.mtu));
        let network = Network { flows: self.flows, rtt: self.rtt.seconds(), capacity };
        let designed = network.design().gains(self.update.seconds());
        match (self.a, self.b) {
            (Some(a), Some(b)) => Gains { a, b },
            (Some(a), None) => Gains { a, b: a * (designed.b / designed.a) },
            (None, Some(b)) => Gains { a: b * (designed.a / designed.b), b },
            (None, None) => designed,
        }
    }
}

impl Twins for PiParams {
    const NAME: &'static str = "PI";
}

impl Parameters for PiParams {
    /// The default reference is a share of the buffer, so the delay depends on the buffer.
    fn controls_delay() -> bool {
        false
    }

    fn with_ecn(self, ecn: bool) -> Self {
        PiParams { ecn, ..self }
    }

    fn examples() -> Vec<(&'static str, Self)> {
        let designed = PiParams::default();
        let given = PiParams {
            reference: Amount::Packets(50.0),
            a: Some(1e-3),
            b: Some(9.9e-4),
            ..designed
        };
        vec![("default", designed), ("given gains", given)]
    }
}
