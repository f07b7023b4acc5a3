//! Parameters of PIE, with the sources' defaults.

use crate::aqm::Parameters;
use crate::time::Span;

/// Variants of PIE.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieVariant {
    /// RFC 8033, real arithmetic.
    Rfc8033,
    /// Pan et al. 2013 with the extras of the kernel code of that year (Schwardmann et al. 2014,
    /// section 3.3), real arithmetic.
    Paper2013,
    /// Linux since 5.6: integer arithmetic, timestamps.
    Linux,
    /// Linux 3.14 to 4.20: integer arithmetic, departure-rate estimator.
    Linux414,
}

/// Parameters of PIE.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PieParams {
    /// Variant.
    pub variant: PieVariant,
    /// Reference queue delay.
    pub target: Span,
    /// Time between updates of the drop probability. The kernel generations round it up to whole
    /// milliseconds (HZ = 1000).
    pub update: Span,
    /// Gain of the distance to the target, per second.
    pub alpha: f64,
    /// Gain of the delay's change, per second.
    pub beta: f64,
    /// Length of a burst that passes without early drops after a period without delay.
    pub max_burst: Span,
    /// Mark instead of dropping while the probability is at most 10 % (`Rfc8033`: below).
    pub ecn: bool,
    /// Hit large packets more often than small ones.
    pub byte_mode: bool,
    /// Estimate delay as backlog / departure rate (always on in the 2013 generation); otherwise
    /// from timestamps.
    pub rate_estimator: bool,
}

impl PieParams {
    /// The defaults of `variant`'s source.
    pub fn new(variant: PieVariant) -> Self {
        // RFC 8033, section 4 and 5.1; Linux uses the same values.
        let current = PieParams {
            variant,
            target: Span::from_millis(15),
            update: Span::from_millis(15),
            alpha: 0.125,
            beta: 1.25,
            max_burst: Span::from_millis(150),
            ecn: false,
            byte_mode: false,
            rate_estimator: false,
        };
        match variant {
            PieVariant::Rfc8033 | PieVariant::Linux => current,
            // Pan et al. 2013, section IV; sch_pie of Linux 3.14.
            PieVariant::Paper2013 | PieVariant::Linux414 => PieParams {
                target: Span::from_millis(20),
                update: Span::from_millis(30),
                max_burst: Span::from_millis(100),
                rate_estimator: true,
                ..current
            },
        }
    }
}

impl Default for PieParams {
    fn default() -> Self {
        PieParams::new(PieVariant::Rfc8033)
    }
}

impl Parameters for PieParams {
    fn is_same_variant(&self, other: &Self) -> bool {
        self.variant == other.variant
    }

    fn with_ecn(self, ecn: bool) -> Self {
        PieParams { ecn, ..self }
    }

    fn examples() -> Vec<(&'static str, Self)> {
        let [rfc, paper, linux, old] =
            [PieVariant::Rfc8033, PieVariant::Paper2013, PieVariant::Linux, PieVariant::Linux414]
                .map(PieParams::new);
        let bytes = |params| PieParams { byte_mode: true, ..params };
        let rates = |params| PieParams { rate_estimator: true, ..params };
        let target = Span::from_millis(7);
        vec![
            ("rfc8033", rfc),
            ("paper2013", paper),
            ("linux", linux),
            ("linux414", old),
            ("rfc8033 bytes", bytes(rfc)),
            ("rfc8033 rate estimator", rates(rfc)),
            ("linux bytes", bytes(linux)),
            ("linux rate estimator", rates(linux)),
            ("paper2013 quick", PieParams { target, ..paper }),
        ]
    }
}
