//! Parameters of PI2, with the paper's defaults.

use crate::aqm::Parameters;
use crate::aqm::twins::{Place, TcTwin, Twins, no_tc};
use crate::time::Span;

/// Parameters of PI2.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pi2Params {
    /// Reference queue delay.
    pub target: Span,
    /// Time between updates of the base probability.
    pub update: Span,
    /// Gain of the distance to the target, per second.
    pub alpha: f64,
    /// Gain of the delay's change, per second.
    pub beta: f64,
    /// Coupling factor k, at least 1: scalable packets are marked with k times the base probability.
    pub coupling: f64,
    /// Mark instead of dropping. Off: every packet counts as Classic.
    pub ecn: bool,
    /// Packets with ECT(0) count as scalable, like those with ECT(1).
    pub ect0_scalable: bool,
}

impl Default for Pi2Params {
    /// De Schepper et al. 2016, table 1. The coupling factor is that of section 4.
    fn default() -> Self {
        Pi2Params {
            target: Span::from_millis(20),
            update: Span::from_millis(32),
            alpha: 0.3125,
            beta: 3.125,
            coupling: 2.0,
            ecn: true,
            ect0_scalable: false,
        }
    }
}

impl Twins for Pi2Params {
    const NAME: &'static str = "PI2";

    fn tc(&self, _place: &Place) -> Result<TcTwin, String> {
        let hint = "The Classic queue of dualpi2 (Linux 6.17) is PI2 for flows without L4S; choose DualPI2 to export that.";
        Err(format!("{} {hint}", no_tc(Self::NAME)))
    }
}

impl Parameters for Pi2Params {
    fn with_ecn(self, ecn: bool) -> Self {
        Pi2Params { ecn, ..self }
    }

    fn examples() -> Vec<(&'static str, Self)> {
        let paper = Pi2Params::default();
        vec![("default", paper), ("ect0 scalable", Pi2Params { ect0_scalable: true, ..paper })]
    }
}
