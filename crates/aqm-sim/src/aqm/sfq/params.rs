//! Parameters of SFQ, with Linux's defaults.

use crate::aqm::Parameters;
use crate::time::Span;

/// Parameters of SFQ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SfqParams {
    /// Number of buckets; takes effect when the discipline starts.
    pub flows: u32,
    /// Bytes that a bucket may send in its turn.
    pub quantum: u32,
    /// Time between changes of the hash; `None`: it never changes.
    pub perturb: Option<Span>,
    /// A full buffer drops the head of the longest queue instead of its tail.
    pub head_drop: bool,
    /// Changes which flows share a bucket; takes effect when the discipline starts.
    pub hash_seed: u64,
}

impl Default for SfqParams {
    /// Linux's `sch_sfq` and `tc`: 1024 buckets, a packet of the largest size and its header, tail drop.
    fn default() -> Self {
        SfqParams { flows: 1024, quantum: 1514, perturb: None, head_drop: false, hash_seed: 0 }
    }
}

impl Parameters for SfqParams {
    /// Another number of buckets or another hash starts afresh, because packets change their buckets.
    fn is_same_variant(&self, other: &Self) -> bool {
        (self.flows, self.hash_seed) == (other.flows, other.hash_seed)
    }

    /// Only the buffer limits the delay.
    fn controls_delay() -> bool {
        false
    }

    /// A queue for each bucket, but no classes: none of them is served first.
    fn has_many_queues() -> bool {
        true
    }

    fn drops_early() -> bool {
        false
    }

    fn examples() -> Vec<(&'static str, Self)> {
        let default = SfqParams::default();
        let perturb = Some(Span::from_millis(500));
        vec![
            ("default", default),
            ("head drop", SfqParams { head_drop: true, ..default }),
            ("two buckets", SfqParams { flows: 2, quantum: 300, perturb, ..default }),
        ]
    }
}
