//! FQ-CoDel (RFC 8290). Defaults and their sources are the simulator's.

use super::delay_ms;
use crate::convert::{millis, small};
use crate::problem::Reader;
use crate::schema::{Choices, Flag, Integer, Maybe, choice, record};
use aqm_sim::aqm::{AqmConfig, FqCodelParams, FqCodelVariant};
use aqm_sim::time::Span;

record! {
    /// Flow Queue CoDel. A queue with its own CoDel for each flow, served in turns; sparse flows go first.
    #[derive(Copy)]
    pub struct FqCodel, label "FQ-CoDel", look "blue" "dot", family "A queue for each flow", agree agree {
        /// Which implementation to follow.
        variant: FqCodelVariant {
            json: "variant", label: "Variant", check: Choices::NEW,
            default: FqCodelParams::default().variant, live: true,
        }
        /// Acceptable standing delay in each flow's queue. CoDel starts dropping when the delay stays above it for one interval.
        target_ms: f64 {
            json: "targetMs", label: "Target",
            check: delay_ms(1000.0).log_slider(0.5, 100.0, 0.5),
            default: FqCodelParams::default().target.millis(), live: true,
            source: "RFC 8290, section 5.2.3",
        }
        /// Time that the delay must stay above the target before CoDel drops. Set it to about the largest round-trip time.
        interval_ms: f64 {
            json: "intervalMs", label: "Interval",
            check: delay_ms(10_000.0).log_slider(10.0, 1000.0, 5.0),
            default: FqCodelParams::default().interval.millis(), live: true,
            source: "RFC 8290, section 5.2.2",
        }
        /// Marks ECN-capable packets instead of dropping them. A full buffer still drops.
        ecn: bool {
            json: "ecn", label: "ECN", check: Flag, default: FqCodelParams::default().ecn, live: true,
            source: "RFC 8290, section 5.2.6",
        }
        /// Marks every ECN-capable packet whose delay exceeds this value.
        ce_threshold_ms: Option<f64> {
            json: "ceThresholdMs", label: "CE threshold",
            check: Maybe(delay_ms(1000.0).log_slider(0.1, 100.0, 0.1)),
            default: FqCodelParams::default().ce_threshold.map(Span::millis), live: true,
        }
        /// Number of queues. Flows are hashed into them; two flows in one queue share its delay.
        buckets: u64 {
            json: "buckets", label: "Queues", check: Integer::new("", 1, 65_535).slider(1, 1024),
            default: u64::from(FqCodelParams::default().flows), live: true,
            source: "RFC 8290, section 5.2.4",
        }
        /// Bytes that a flow may send in its turn.
        quantum_bytes: u64 {
            json: "quantumBytes", label: "Quantum",
            check: Integer::new("bytes", 256, 65_536).slider(256, 6000),
            default: u64::from(FqCodelParams::default().quantum), live: true,
            source: "RFC 8290, section 5.2.5",
        }
        /// Changes which flows share a queue.
        hash_seed: u64 {
            json: "hashSeed", label: "Hash seed", check: Integer::new("", 0, 1_000_000).slider(0, 100),
            default: FqCodelParams::default().hash_seed, live: true,
        }
    }
}

impl FqCodel {
    fn agree(&self, reader: &mut Reader) {
        if self.variant == FqCodelVariant::Rfc8290 && self.ce_threshold_ms.is_some() {
            reader.problem_in("ceThresholdMs", "is not supported by variant 'rfc8290'; remove it.");
        }
    }

    pub(super) fn config(&self) -> AqmConfig {
        AqmConfig::FqCodel(FqCodelParams {
            variant: self.variant,
            target: millis(self.target_ms),
            interval: millis(self.interval_ms),
            ecn: self.ecn,
            ce_threshold: self.ce_threshold_ms.map(millis),
            flows: small(self.buckets),
            quantum: small(self.quantum_bytes),
            hash_seed: self.hash_seed,
        })
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
