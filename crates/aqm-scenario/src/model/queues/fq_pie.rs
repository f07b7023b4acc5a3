//! FQ-PIE (draft-ietf-tsvwg-fq-pie). Defaults and their sources are the simulator's.

use super::delay_ms;
use crate::model::table::discipline;
use crate::schema::{Choices, Flag, Integer, Number, choice};
use aqm_sim::aqm::{FqPieParams, FqPieVariant};

discipline! {
    /// Flow Queue PIE. A queue with its own PIE for each flow, served in turns; sparse flows go first.
    pub struct FqPie of FqPieParams, label "FQ-PIE",
    look "green" "dashDot", family "A queue for each flow" {
        /// Which implementation to follow.
        variant: FqPieVariant { json: "variant", label: "Variant", check: Choices::NEW }
        /// Delay in each flow's queue that its PIE aims at.
        target: f64 {
            json: "targetMs", label: "Target",
            check: delay_ms(1000.0).log_slider(0.5, 100.0, 0.5),
            source: "RFC 8033, section 4.2",
        }
        /// Time between updates of the drop probabilities.
        update: f64 {
            json: "updateMs", label: "Update interval",
            check: Number::new("ms", 1.0, 1000.0).log_slider(1.0, 200.0, 1.0),
            source: "RFC 8033, section 4.2",
        }
        /// Integral gain: each update adds alpha times (delay - target) to the probability.
        /// Scaled down while the probability is below 10 %.
        alpha: f64 {
            json: "alpha", label: "Alpha", check: Number::new("1/s", 0.0, 100.0).slider(0.0, 1.0, 0.005),
            source: "RFC 8033, section 4.2",
        }
        /// Proportional gain: each update adds beta times the change of the delay since the last update. So all updates of a
        /// rise together add beta times the whole rise. Scaled down like alpha.
        beta: f64 {
            json: "beta", label: "Beta", check: Number::new("1/s", 0.0, 100.0).slider(0.0, 10.0, 0.05),
            source: "RFC 8033, section 4.2",
        }
        /// Time without early drops in a flow's queue after a quiet period. It is restored when its probability is 0 and its delay
        /// is below half of the target.
        max_burst: f64 {
            json: "maxBurstMs", label: "Burst allowance",
            check: Number::new("ms", 0.0, 10_000.0).slider(0.0, 500.0, 10.0),
            source: "RFC 8033, section 4.4",
        }
        /// Marks ECN-capable packets instead of dropping them while the flow's probability is at most the mark limit.
        ecn: bool {
            json: "ecn", label: "ECN", check: Flag,
            source: "RFC 8033, section 5.1",
        }
        /// Above this probability ECN-capable packets are dropped like all others.
        mark_limit: f64 {
            json: "markLimit", label: "Mark limit",
            check: Number::new("", 0.0, 1.0).slider(0.0, 1.0, 0.01),
            source: "Linux, ecn_prob; RFC 8033, section 5.1",
        }
        /// Drops large packets more often than small ones.
        byte_mode: bool { json: "byteMode", label: "Byte mode", check: Flag }
        /// Estimates the delay from backlog and departure rate of each queue instead of timestamps.
        rate_estimator: bool {
            json: "rateEstimator", label: "Departure-rate estimator", check: Flag,
            source: "RFC 8033, section 5.2",
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

choice! {
    FqPieVariant, later &[] => {
        /// The Linux kernel since 5.6, in its integer arithmetic.
        "linux" as "Linux" => FqPieVariant::Linux,
        /// The Internet-Draft with the PIE of RFC 8033, in real arithmetic.
        "draft" as "Internet-Draft" => FqPieVariant::Draft,
    }
}
