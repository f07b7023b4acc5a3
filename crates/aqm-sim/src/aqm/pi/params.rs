//! Parameters of the PI controller, with the paper's defaults.

use super::design::{Gains, Network};
use crate::aqm::{Amount, Environment, Parameters};
use crate::time::Span;

/// Parameters of the PI controller.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PiParams {
    /// Queue length that the controller aims at.
    pub reference: Amount,
    /// Both gains per packet of the largest size. `None`: designed for the link's rate and the next
    /// two fields.
    pub gains: Option<Gains>,
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
            gains: None,
            flows: 60.0,
            rtt: Span::from_micros(246_700),
            update: Span::from_micros(6_250),
            ecn: false,
        }
    }
}

impl PiParams {
    /// The gains in force on a link: those given, or those of the paper's design rule.
    pub fn gains_on(&self, env: &Environment) -> Gains {
        self.gains.unwrap_or_else(|| {
            let capacity = env.rate.bps() as f64 / (8.0 * f64::from(env.mtu));
            let network = Network { flows: self.flows, rtt: self.rtt.seconds(), capacity };
            network.design().gains(self.update.seconds())
        })
    }
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
            gains: Some(Gains { a: 1e-3, b: 9.9e-4 }),
            ..designed
        };
        vec![("default", designed), ("given gains", given)]
    }
}
