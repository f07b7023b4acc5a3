//! Parameters of CoDel, with the sources' defaults.

use crate::aqm::Parameters;
use crate::time::Span;

/// Variants of CoDel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CodelVariant {
    /// Linux since 4.x: integer arithmetic, one Newton step a drop.
    Linux,
    /// Linux 3.10: the small-queue test compares with the largest packet seen.
    Linux310,
    /// RFC 8289: real arithmetic, exact square root.
    Rfc8289,
    /// The authors' code for ns-2 (2012): as `Rfc8289`, but a dropping state that follows another one within
    /// eight intervals begins sooner and with nearly the same count.
    Ns2,
    /// Inferred from Table 1 of Schwardmann, Wagner and Kuehlewind 2014, not a published algorithm: as `Rfc8289`,
    /// but the first gap is interval / sqrt(2) already, and a dropping state inherits the whole count
    /// of the last one.
    Schwardmann2014,
}

/// Parameters of CoDel.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CodelParams {
    /// Variant.
    pub variant: CodelVariant,
    /// Acceptable standing queue delay.
    pub target: Span,
    /// The delay must stay above target for this time before dropping starts: a worst-case RTT.
    pub interval: Span,
    /// Mark instead of dropping.
    pub ecn: bool,
    /// Mark every packet whose sojourn time exceeds this. Only `Linux` and `Linux310` do.
    pub ce_threshold: Option<Span>,
}

impl Default for CodelParams {
    /// 5 ms and 100 ms: RFC 8289, section 4.
    fn default() -> Self {
        CodelParams {
            variant: CodelVariant::Linux,
            target: Span::from_millis(5),
            interval: Span::from_millis(100),
            ecn: false,
            ce_threshold: None,
        }
    }
}

impl Parameters for CodelParams {
    fn is_same_variant(&self, other: &Self) -> bool {
        self.variant == other.variant
    }

    fn with_ecn(self, ecn: bool) -> Self {
        CodelParams { ecn, ..self }
    }

    fn examples() -> Vec<(&'static str, Self)> {
        let linux = CodelParams::default();
        let variant = |variant| CodelParams { variant, ..linux };
        let ce_threshold = Some(Span::from_millis(10));
        let (target, interval) = (Span::from_millis(13), Span::from_millis(130));
        vec![
            ("linux", linux),
            ("linux310", variant(CodelVariant::Linux310)),
            ("rfc8289", variant(CodelVariant::Rfc8289)),
            ("ns2", variant(CodelVariant::Ns2)),
            ("schwardmann2014", variant(CodelVariant::Schwardmann2014)),
            ("linux threshold", CodelParams { ce_threshold, ..linux }),
            ("linux slow", CodelParams { target, interval, ..linux }),
        ]
    }
}
