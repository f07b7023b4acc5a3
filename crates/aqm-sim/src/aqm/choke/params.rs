//! Parameters of CHOKe: those of the RED inside.

use crate::aqm::{Amount, Parameters, RedParams};

/// Parameters of CHOKe.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChokeParams {
    /// `min_th`: below this average queue every packet is admitted without a comparison.
    pub min: Amount,
    /// `max_th`: from this average on, every packet is dropped.
    pub max: Amount,
    /// RED's probability at `max`, 0..1.
    pub max_p: f64,
    /// Weight of a new sample in the average queue, 0..1. `None`: as in RED.
    pub weight: Option<f64>,
    /// Mark packets that RED draws instead of dropping them. Packets of the same flow are still dropped.
    pub ecn: bool,
}

impl Default for ChokeParams {
    /// The thresholds, probability and weight of our RED, so that only the comparison differs.
    fn default() -> Self {
        let RedParams { min, max, max_p, weight, ecn, .. } = RedParams::default();
        ChokeParams { min, max, max_p, weight, ecn }
    }
}

impl ChokeParams {
    /// The parameters of the RED inside. CHOKe's paper has no gentle slope.
    pub fn red(&self) -> RedParams {
        let ChokeParams { min, max, max_p, weight, ecn } = *self;
        RedParams { min, max, max_p, weight, ecn, gentle: false, ..RedParams::default() }
    }
}

impl Parameters for ChokeParams {
    fn with_ecn(self, ecn: bool) -> Self {
        ChokeParams { ecn, ..self }
    }

    fn examples() -> Vec<(&'static str, Self)> {
        let default = ChokeParams::default();
        vec![("default", default), ("quick", ChokeParams { weight: Some(0.1), ..default })]
    }
}
