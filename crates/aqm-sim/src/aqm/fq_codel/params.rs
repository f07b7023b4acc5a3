//! Parameters of FQ-CoDel, with the defaults of RFC 8290 and Linux.

use crate::aqm::Parameters;
use crate::time::Span;

/// Variants of FQ-CoDel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FqCodelVariant {
    /// Linux 6.12: integer arithmetic; the small-queue test of CoDel counts all flows.
    Linux,
    /// RFC 8290 with the CoDel of RFC 8289 in each bucket.
    Rfc8290,
}

/// Parameters of FQ-CoDel.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FqCodelParams {
    /// Variant.
    pub variant: FqCodelVariant,
    /// Acceptable standing delay in the queue of a flow.
    pub target: Span,
    /// The delay must stay above target for this time before dropping starts: a worst-case RTT.
    pub interval: Span,
    /// Mark instead of dropping.
    pub ecn: bool,
    /// Mark every packet whose sojourn time exceeds this; `Rfc8290` ignores it.
    pub ce_threshold: Option<Span>,
    /// Number of buckets; takes effect when the discipline starts.
    pub flows: u32,
    /// Bytes that a flow may send in its turn.
    pub quantum: u32,
    /// Changes which flows share a bucket; takes effect when the discipline starts.
    pub hash_seed: u64,
}

impl Default for FqCodelParams {
    /// RFC 8290, section 5.2, and Linux.
    fn default() -> Self {
        FqCodelParams {
            variant: FqCodelVariant::Linux,
            target: Span::from_millis(5),
            interval: Span::from_millis(100),
            ecn: true,
            ce_threshold: None,
            flows: 1024,
            quantum: 1514,
            hash_seed: 0,
        }
    }
}

impl Parameters for FqCodelParams {
    /// Another number of buckets or another hash starts afresh, because packets change their buckets.
    fn is_same_variant(&self, other: &Self) -> bool {
        (self.variant, self.flows, self.hash_seed) == (other.variant, other.flows, other.hash_seed)
    }

    fn with_ecn(self, ecn: bool) -> Self {
        FqCodelParams { ecn, ..self }
    }

    fn classes() -> &'static [&'static str] {
        crate::aqm::fair_queue::CLASSES
    }

    fn examples() -> Vec<(&'static str, Self)> {
        let linux = FqCodelParams::default();
        let ce_threshold = Some(Span::from_millis(10));
        vec![
            ("linux", linux),
            ("rfc8290", FqCodelParams { variant: FqCodelVariant::Rfc8290, ..linux }),
            ("linux threshold", FqCodelParams { ce_threshold, ..linux }),
            ("linux two buckets", FqCodelParams { flows: 2, quantum: 300, ..linux }),
        ]
    }
}
