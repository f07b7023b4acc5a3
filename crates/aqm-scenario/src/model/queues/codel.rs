//! CoDel (RFC 8289). Defaults and their sources are the simulator's.

use super::delay_ms;
use crate::model::table::discipline;
use crate::problem::Reader;
use crate::schema::{Choices, Flag, Maybe, choice};
use aqm_sim::aqm::{CodelParams, CodelVariant};

discipline! {
    /// Controlled Delay. Drops packets more and more often while the delay stays above the target.
    pub struct Codel of CodelParams, label "CoDel",
    look "blue" "long", family "By delay", agree agree {
        /// Which implementation to follow.
        variant: CodelVariant { json: "variant", label: "Variant", check: Choices::NEW }
        /// Acceptable standing delay. CoDel starts dropping when the delay stays above it for one interval, and more than one packet of
        /// the largest size waits.
        target: f64 {
            json: "targetMs", label: "Target",
            check: delay_ms(1000.0).log_slider(0.5, 100.0, 0.5),
            source: "RFC 8289, section 4.3",
        }
        /// Time that the delay must stay above the target before the first drop. The next drops follow at interval / sqrt(count). Set
        /// it to about the largest round-trip time.
        interval: f64 {
            json: "intervalMs", label: "Interval",
            check: delay_ms(10_000.0).log_slider(10.0, 1000.0, 5.0),
            source: "RFC 8289, section 4.2",
        }
        /// Marks ECN-capable packets instead of dropping them.
        ecn: bool { json: "ecn", label: "ECN", check: Flag }
        /// Marks every ECN-capable packet whose delay exceeds this value.
        ce_threshold: Option<f64> {
            json: "ceThresholdMs", label: "CE threshold",
            check: Maybe(delay_ms(1000.0).log_slider(0.1, 100.0, 0.1)),
        }
    }
}

impl Codel {
    fn agree(&self, reader: &mut Reader) {
        let variant = match self.variant {
            CodelVariant::Rfc8289 => "rfc8289",
            CodelVariant::Ns2 => "ns2",
            CodelVariant::Schwardmann2014 => "schwardmann2014",
            _ => return,
        };
        if self.ce_threshold.is_some() {
            let refused = ["is not supported by variant '", variant, "'; remove it."];
            reader.problem_in("ceThresholdMs", refused.concat());
        }
    }
}

choice! {
    CodelVariant, later &[] => {
        /// The Linux kernel, in its integer arithmetic.
        "linux" as "Linux" => CodelVariant::Linux,
        /// Linux 3.10: a queue is small, and spared, if it holds at most the largest packet seen so far.
        "linux310" as "Linux 3.10" => CodelVariant::Linux310,
        /// RFC 8289, in real arithmetic.
        "rfc8289" as "RFC 8289" => CodelVariant::Rfc8289,
        /// The authors' code for ns-2 of 2012: begins the next dropping state sooner and with nearly the same count.
        "ns2" as "ns-2 2012" => CodelVariant::Ns2,
        /// Inferred from Table 1 of Schwardmann et al. 2014, not a published algorithm: drops faster, and a new dropping
        /// state keeps the whole count.
        "schwardmann2014" as "inferred 2014" => CodelVariant::Schwardmann2014,
    }
}
