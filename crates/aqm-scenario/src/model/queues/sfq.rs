//! SFQ (McKenney 1990). Defaults are the simulator's.

use crate::convert::small;
use crate::schema::{Flag, Integer, Maybe, Number, record};
use aqm_sim::aqm::{AqmConfig, SfqParams};
use aqm_sim::time::Span;

record! {
    /// Stochastic Fairness Queueing. A queue for each flow, served in turns; a full buffer drops from the longest.
    #[derive(Copy)]
    pub struct Sfq, label "SFQ", look "orange" "long", family "A queue for each flow" {
        /// Number of queues. Flows are hashed into them; two flows in one queue share its turns.
        buckets: u64 {
            json: "buckets", label: "Queues", check: Integer::new("", 1, 65_535).slider(1, 1024),
            default: u64::from(SfqParams::default().flows), live: true, source: "Linux, sch_sfq",
        }
        /// Bytes that a flow may send in its turn.
        quantum_bytes: u64 {
            json: "quantumBytes", label: "Quantum",
            check: Integer::new("bytes", 256, 65_536).slider(256, 6000),
            default: u64::from(SfqParams::default().quantum), live: true, source: "Linux, sch_sfq",
        }
        /// Time between changes of the hash, so that two flows do not share a queue for long. Off: never.
        perturb_s: Option<f64> {
            json: "perturbS", label: "Perturbation",
            check: Maybe(Number::new("s", 0.01, 10_000.0).log_slider(0.1, 100.0, 0.1)),
            default: SfqParams::default().perturb.map(Span::seconds), live: true,
            source: "Linux, sch_sfq",
        }
        /// A full buffer drops the oldest packet of the longest queue instead of the newest.
        head_drop: bool {
            json: "headDrop", label: "Head drop", check: Flag,
            default: SfqParams::default().head_drop, live: true, source: "Linux, sch_sfq",
        }
        /// Changes which flows share a queue.
        hash_seed: u64 {
            json: "hashSeed", label: "Hash seed", check: Integer::new("", 0, 1_000_000).slider(0, 100),
            default: SfqParams::default().hash_seed, live: true,
        }
    }
}

impl Sfq {
    pub(super) fn config(self) -> AqmConfig {
        AqmConfig::Sfq(SfqParams {
            flows: small(self.buckets),
            quantum: small(self.quantum_bytes),
            perturb: self.perturb_s.map(Span::from_seconds),
            head_drop: self.head_drop,
            hash_seed: self.hash_seed,
        })
    }
}
