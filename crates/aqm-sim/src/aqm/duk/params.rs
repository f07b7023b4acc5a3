//! Parameters of DUK with their defaults.

use crate::aqm::{Parameters, Twins};
use crate::time::Span;

/// Which DUK.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DukVariant {
    /// With three repairs of ours, for a link without a device queue.
    Refined,
    /// Algorithm 1 as printed, with an interval of constant length.
    Printed,
}

/// Parameters of DUK.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DukParams {
    /// Which algorithm.
    pub variant: DukVariant,
    /// Length of an interval in `Printed`, least length in `Refined`: the resolution of the timer.
    /// More than zero.
    pub interval: Span,
    /// Least length of an interval in transmission times of the largest packet, only in `Refined`.
    pub resolution_packets: f64,
    /// Mark instead of dropping, at any probability.
    pub ecn: bool,
}

impl Default for DukParams {
    /// 1 ms: the timer of the paper's Linux (section VI, experiment 2). Two packets: ours, the
    /// shortest time that surely holds one whole transmission.
    fn default() -> Self {
        DukParams {
            variant: DukVariant::Refined,
            interval: Span::from_millis(1),
            resolution_packets: 2.0,
            ecn: false,
        }
    }
}

impl Twins for DukParams {
    const NAME: &'static str = "DUK";
}

impl Parameters for DukParams {
    fn is_same_variant(&self, other: &Self) -> bool {
        self.variant == other.variant
    }

    fn with_ecn(self, ecn: bool) -> Self {
        DukParams { ecn, ..self }
    }

    fn examples() -> Vec<(&'static str, Self)> {
        let refined = DukParams::default();
        vec![
            ("refined", refined),
            ("printed", DukParams { variant: DukVariant::Printed, ..refined }),
            ("refined four packets", DukParams { resolution_packets: 4.0, ..refined }),
        ]
    }
}
