//! Parameters of FQ-PIE, with the defaults of Linux and of draft-ietf-tsvwg-fq-pie.

use crate::aqm::{Parameters, PieParams, PieVariant};
use crate::time::Span;

/// Variants of FQ-PIE.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FqPieVariant {
    /// Linux since 5.6: integer arithmetic.
    Linux,
    /// draft-ietf-tsvwg-fq-pie: the turns of RFC 8290 with the PIE of RFC 8033 in each bucket.
    Draft,
}

/// Parameters of FQ-PIE.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FqPieParams {
    /// Variant.
    pub variant: FqPieVariant,
    /// Reference queue delay in the queue of a flow.
    pub target: Span,
    /// Time between updates of the drop probabilities. `Linux` rounds it up to whole milliseconds.
    pub update: Span,
    /// Gain of the distance to the target, per second.
    pub alpha: f64,
    /// Gain of the delay's change, per second.
    pub beta: f64,
    /// Length of a burst of one flow that passes without early drops after a period without delay.
    pub max_burst: Span,
    /// Mark instead of dropping while the probability is at most `mark_limit` (`Draft`: below).
    pub ecn: bool,
    /// Largest probability of marks, 0..1. `Linux` rounds it to whole percents.
    pub mark_limit: f64,
    /// Hit large packets more often than small ones.
    pub byte_mode: bool,
    /// Estimate delay as backlog / departure rate of the bucket; otherwise from timestamps.
    pub rate_estimator: bool,
    /// Number of buckets; takes effect when the discipline starts.
    pub flows: u32,
    /// Bytes that a flow may send in its turn.
    pub quantum: u32,
    /// Changes which flows share a bucket; takes effect when the discipline starts.
    pub hash_seed: u64,
}

impl Default for FqPieParams {
    /// The defaults of Linux. The draft takes PIE's from RFC 8033; they are the same.
    fn default() -> Self {
        let pie = PieParams::new(PieVariant::Linux);
        FqPieParams {
            variant: FqPieVariant::Linux,
            target: pie.target,
            update: pie.update,
            alpha: pie.alpha,
            beta: pie.beta,
            max_burst: pie.max_burst,
            ecn: pie.ecn,
            mark_limit: 0.1,
            byte_mode: pie.byte_mode,
            rate_estimator: pie.rate_estimator,
            flows: 1024,
            quantum: 1514,
            hash_seed: 0,
        }
    }
}

impl FqPieParams {
    /// The parameters of the PIE in each bucket.
    pub(super) fn pie(&self) -> PieParams {
        PieParams {
            variant: match self.variant {
                FqPieVariant::Linux => PieVariant::Linux,
                FqPieVariant::Draft => PieVariant::Rfc8033,
            },
            target: self.target,
            update: self.update,
            alpha: self.alpha,
            beta: self.beta,
            max_burst: self.max_burst,
            ecn: self.ecn,
            byte_mode: self.byte_mode,
            rate_estimator: self.rate_estimator,
        }
    }
}

impl Parameters for FqPieParams {
    /// Another number of buckets or another hash starts afresh, because packets change their buckets.
    fn is_same_variant(&self, other: &Self) -> bool {
        (self.variant, self.flows, self.hash_seed) == (other.variant, other.flows, other.hash_seed)
    }

    fn with_ecn(self, ecn: bool) -> Self {
        FqPieParams { ecn, ..self }
    }

    fn classes() -> &'static [&'static str] {
        crate::aqm::fair_queue::CLASSES
    }

    fn examples() -> Vec<(&'static str, Self)> {
        let linux = FqPieParams::default();
        let draft = FqPieParams { variant: FqPieVariant::Draft, ..linux };
        vec![
            ("linux", linux),
            ("draft", draft),
            ("linux two buckets", FqPieParams { flows: 2, quantum: 300, mark_limit: 0.5, ..linux }),
            ("linux rate estimator", FqPieParams { rate_estimator: true, ..linux }),
            ("draft bytes", FqPieParams { byte_mode: true, ..draft }),
        ]
    }
}
