//! CoDel (RFC 8289). Defaults and their sources are the simulator's.

use super::delay_ms;
use crate::convert::millis;
use crate::problem::Reader;
use crate::schema::{Choices, Flag, Maybe, choice, record};
use aqm_sim::aqm::{AqmConfig, CodelParams, CodelVariant};
use aqm_sim::time::Span;

record! {
    /// Controlled Delay. Drops packets more and more often while the delay stays above the target.
    #[derive(Copy)]
    pub struct Codel, label "CoDel", look "blue" "long", family "By delay", agree agree {
        /// Which implementation to follow.
        variant: CodelVariant {
            json: "variant", label: "Variant", check: Choices::NEW,
            default: CodelParams::default().variant, live: true,
        }
        /// Acceptable standing delay. CoDel starts dropping when the delay stays above it for one interval.
        target_ms: f64 {
            json: "targetMs", label: "Target",
            check: delay_ms(1000.0).log_slider(0.5, 100.0, 0.5),
            default: CodelParams::default().target.millis(), live: true,
            source: "RFC 8289, section 4.3",
        }
        /// Time that the delay must stay above the target before CoDel drops. Set it to about the largest round-trip time.
        interval_ms: f64 {
            json: "intervalMs", label: "Interval",
            check: delay_ms(10_000.0).log_slider(10.0, 1000.0, 5.0),
            default: CodelParams::default().interval.millis(), live: true,
            source: "RFC 8289, section 4.2",
        }
        /// Marks ECN-capable packets instead of dropping them.
        ecn: bool {
            json: "ecn", label: "ECN", check: Flag, default: CodelParams::default().ecn, live: true,
        }
        /// Marks every ECN-capable packet whose delay exceeds this value.
        ce_threshold_ms: Option<f64> {
            json: "ceThresholdMs", label: "CE threshold",
            check: Maybe(delay_ms(1000.0).log_slider(0.1, 100.0, 0.1)),
            default: CodelParams::default().ce_threshold.map(Span::millis), live: true,
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
        if self.ce_threshold_ms.is_some() {
            let refused = ["is not supported by variant '", variant, "'; remove it."];
            reader.problem_in("ceThresholdMs", refused.concat());
        }
    }

    pub(super) fn config(&self) -> AqmConfig {
        AqmConfig::Codel(CodelParams {
            variant: self.variant,
            target: millis(self.target_ms),
            interval: millis(self.interval_ms),
            ecn: self.ecn,
            ce_threshold: self.ce_threshold_ms.map(millis),
        })
    }
}

choice! {
    CodelVariant, later &[] => {
        /// The Linux kernel, in its integer arithmetic.
        "linux" as "Linux" => CodelVariant::Linux,
        /// Linux 3.10: compares a small queue with the largest packet seen so far.
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
