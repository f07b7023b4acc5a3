//! Parameters of DualPI2, with the defaults of Linux and of RFC 9332.

use crate::aqm::Parameters;
use crate::time::Span;

/// Variants of DualPI2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DualPi2Variant {
    /// Linux since 6.17: integer arithmetic, a step for L4S.
    Linux,
    /// The pseudo-code of RFC 9332, appendix A.2: real arithmetic, a ramp for L4S.
    Rfc9332,
}

/// Parameters of DualPI2.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DualPi2Params {
    /// Variant.
    pub variant: DualPi2Variant,
    /// Reference delay of the Classic queue.
    pub target: Span,
    /// Time between updates of the base probability.
    pub update: Span,
    /// Integral gain: of the distance to the target, per second and update. `Linux` rounds it to 1/256.
    pub alpha: f64,
    /// Proportional gain: of the delay's change, per second. `Linux` rounds it to 1/256.
    pub beta: f64,
    /// Coupling factor k. `Linux` rounds it to a whole number.
    pub coupling: f64,
    /// Delay in the L4S queue from which its own marking starts.
    pub threshold: Span,
    /// Width of the ramp above `threshold` over which marking rises to 1; `Linux` has a step.
    pub ramp: Span,
    /// The threshold of `Linux` in packets left in the L4S queue, in place of `threshold`.
    pub threshold_packets: Option<u32>,
    /// L4S marking of its own is off for packets that find fewer packets in the L4S queue (`Linux`), or
    /// that leave no more than this in it, themselves included (`Rfc9332`).
    pub floor_packets: u32,
    /// Share of the link that is kept for the Classic queue while both queues hold packets, 0..1. `Linux`
    /// rounds it to whole percents.
    pub classic_share: f64,
    /// During overload drop packets of both queues. `Linux` can wait for the full buffer instead.
    pub drop_overload: bool,
    /// Decide on arrival, not on departure; `Linux` only.
    pub drop_early: bool,
    /// ECT(0) counts as L4S, too; `Linux` only.
    pub any_ect: bool,
    /// Mark ECN-capable packets. Off: drop them instead.
    pub ecn: bool,
}

impl DualPi2Params {
    /// The defaults of `variant`'s source.
    pub fn new(variant: DualPi2Variant) -> Self {
        let linux = DualPi2Params {
            variant,
            target: Span::from_millis(15),
            update: Span::from_millis(16),
            alpha: 0.16,
            beta: 3.2,
            coupling: 2.0,
            threshold: Span::from_millis(1),
            ramp: Span::ZERO,
            threshold_packets: None,
            floor_packets: 0,
            classic_share: 0.1,
            drop_overload: true,
            drop_early: false,
            any_ect: false,
            ecn: true,
        };
        match variant {
            DualPi2Variant::Linux => linux,
            // RFC 9332, figure 2, with RTT_max = 100 ms: Tupdate = min(target, RTT_max / 3),
            // alpha = 0.1 Tupdate / RTT_max^2, beta = 0.3 / RTT_max.
            DualPi2Variant::Rfc9332 => DualPi2Params {
                update: Span::from_millis(15),
                alpha: 0.15,
                beta: 3.0,
                threshold: Span::from_micros(800),
                ramp: Span::from_micros(400),
                floor_packets: 1,
                ..linux
            },
        }
    }
}

impl Default for DualPi2Params {
    fn default() -> Self {
        DualPi2Params::new(DualPi2Variant::Linux)
    }
}

impl Parameters for DualPi2Params {
    fn is_same_variant(&self, other: &Self) -> bool {
        self.variant == other.variant
    }

    fn with_ecn(self, ecn: bool) -> Self {
        DualPi2Params { ecn, ..self }
    }

    fn classes() -> &'static [&'static str] {
        super::CLASSES
    }

    fn examples() -> Vec<(&'static str, Self)> {
        let linux = DualPi2Params::default();
        vec![
            ("linux", linux),
            ("rfc9332", DualPi2Params::new(DualPi2Variant::Rfc9332)),
            ("linux early", DualPi2Params { drop_early: true, ..linux }),
            ("linux any ect", DualPi2Params { any_ect: true, ..linux }),
            (
                "linux packets",
                DualPi2Params { threshold_packets: Some(5), floor_packets: 2, ..linux },
            ),
            ("linux overflow", DualPi2Params { drop_overload: false, ..linux }),
        ]
    }
}
