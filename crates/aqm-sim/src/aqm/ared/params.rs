//! Parameters of Adaptive RED, with the sources' defaults.

use crate::aqm::Parameters;
use crate::time::Span;

/// Variants of Adaptive RED.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AredVariant {
    /// Floyd, Gummadi and Shenker 2001, with hits that wait as in their simulator.
    #[default]
    Floyd2001,
    /// Inferred from Table 1 of Schwardmann, Wagner and Kuehlewind 2014, not a published algorithm: hits do not
    /// wait, and the average starts from zero whenever a packet finds the queue empty.
    Schwardmann2014,
}

/// Parameters of Adaptive RED; all others follow from the link rate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AredParams {
    /// Variant.
    pub variant: AredVariant,
    /// Target mean queue delay: min_th = max(5, target * C / 2) packets, max_th = 3 min_th.
    pub target: Span,
    /// Time between adaptations of max_p.
    pub interval: Span,
    /// The thresholds as shares of the buffer, 0..1; `None`: they follow from `target`.
    pub thresholds: Option<[f64; 2]>,
    /// Weight of a new sample in the average, 0..1; `None`: a time constant of one second.
    pub weight: Option<f64>,
    /// Lower bound of max_p; `None`: as in the authors' simulator.
    pub min_max_p: Option<f64>,
    /// Mark instead of dropping, up to twice max_th.
    pub ecn: bool,
}

impl Default for AredParams {
    /// 5 ms, 0.5 s and 0.01: Floyd, Gummadi, Shenker 2001.
    fn default() -> Self {
        AredParams {
            variant: AredVariant::Floyd2001,
            target: Span::from_millis(5),
            interval: Span::from_millis(500),
            thresholds: None,
            weight: None,
            min_max_p: Some(0.01),
            ecn: false,
        }
    }
}

impl Parameters for AredParams {
    fn is_same_variant(&self, other: &Self) -> bool {
        self.variant == other.variant
    }

    fn with_ecn(self, ecn: bool) -> Self {
        AredParams { ecn, ..self }
    }

    fn examples() -> Vec<(&'static str, Self)> {
        let floyd = AredParams::default();
        let schwardmann = AredParams { variant: AredVariant::Schwardmann2014, ..floyd };
        let target = Span::from_millis(17);
        vec![
            ("floyd2001", floyd),
            ("schwardmann2014", schwardmann),
            (
                "floyd2001 shares",
                AredParams { thresholds: Some([0.1, 0.4]), weight: Some(0.01), ..floyd },
            ),
            ("floyd2001 slow", AredParams { target, min_max_p: None, ..floyd }),
        ]
    }
}
