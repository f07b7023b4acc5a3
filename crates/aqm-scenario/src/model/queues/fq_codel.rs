//! FQ-CoDel (RFC 8290). Defaults and their sources are the simulator's.

use super::delay_ms;
use crate::model::table::discipline;
use crate::problem::Reader;
use crate::schema::{Choices, Flag, Integer, Maybe, choice};
use aqm_sim::aqm::{FqCodelParams, FqCodelVariant};

discipline! {
    /// Flow Queue CoDel. A queue with its own CoDel for each flow, served in turns; sparse flows go first.
    pub struct FqCodel of FqCodelParams, label "FQ-CoDel",
    look "blue" "dot", family "A queue for each flow", agree agree {
        /// Which implementation to follow.
        variant: FqCodelVariant { json: "variant", label: "Variant", check: Choices::NEW }
        /// Acceptable standing delay in each flow's queue. CoDel starts dropping when the delay stays above it for one interval.
        target: f64 {
            json: "targetMs", label: "Target",
            check: delay_ms(1000.0).log_slider(0.5, 100.0, 0.5),
            source: "RFC 8290, section 5.2",
        }
        /// Time that the delay must stay above the target before the first drop. The next drops follow at interval / sqrt(count). Set
        /// it to about the largest round-trip time.
        interval: f64 {
            json: "intervalMs", label: "Interval",
            check: delay_ms(10_000.0).log_slider(10.0, 1000.0, 5.0),
            source: "RFC 8290, section 5.2",
        }
        /// Marks ECN-capable packets instead of dropping them. A full buffer still drops.
        ecn: bool {
            json: "ecn", label: "ECN", check: Flag,
            source: "RFC 8290, section 5.2.6",
        }
        /// Marks every ECN-capable packet whose delay exceeds this value.
        ce_threshold: Option<f64> {
            json: "ceThresholdMs", label: "CE threshold",
            check: Maybe(delay_ms(1000.0).log_slider(0.1, 100.0, 0.1)),
        }
        /// Number of queues. Flows are hashed into them; two flows in one queue share its delay.
        flows: u64 {
            json: "buckets", label: "Queues", check: Integer::new("", 1, 65_535).slider(1, 1024),
            source: "RFC 8290, section 5.2",
        }
        /// Bytes that a flow may send in its turn.
        quantum: u64 {
            json: "quantumBytes", label: "Quantum",
            check: Integer::new("bytes", 256, 65_536).slider(256, 6000),
            source: "RFC 8290, section 5.2",
        }
        /// Changes which flows share a queue.
        hash_seed: u64 { json: "hashSeed", label: "Hash seed", check: Integer::new("", 0, 1_000_000).slider(0, 100) }
    }
}

impl FqCodel {
    fn agree(&self, reader: &mut Reader) {
        if self.variant == FqCodelVariant::Rfc8290 && self.ce_threshold.is_some() {
            reader.problem_in("ceThresholdMs", "is not supported by variant 'rfc8290'; remove it.");
        }
    }
}

choice! {
    FqCodelVariant, later &[] => {
        /// The Linux kernel, in its integer arithmetic.
        "linux" as "Linux" => FqCodelVariant::Linux,
        /// RFC 8290 with the CoDel of RFC 8289, in real arithmetic.
        "rfc8290" as "RFC 8290" => FqCodelVariant::Rfc8290,
    }
}
