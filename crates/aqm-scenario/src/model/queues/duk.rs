//! DUK (Novak and Kasera). Defaults and their sources are the simulator's.

use super::delay_ms;
use crate::convert::millis;
use crate::problem::Reader;
use crate::schema::{Choices, Flag, Number, choice, record};
use aqm_sim::aqm::{AqmConfig, DukParams, DukVariant};

record! {
    /// Delay Utilization Knee. Drops just enough that the delay grows as fast as the utilization; needs no target.
    #[derive(Copy)]
    pub struct Duk, label "DUK", look "violet" "dashDotDot", family "By delay", agree agree {
        /// Which reading of the paper to follow.
        variant: DukVariant {
            json: "variant", label: "Variant", check: Choices::NEW,
            default: DukParams::default().variant, live: true,
        }
        /// Time between updates of the drop probability in variant 'printed'; the shortest time in variant 'refined'.
        interval_ms: f64 {
            json: "intervalMs", label: "Interval",
            check: delay_ms(1000.0).log_slider(0.1, 100.0, 0.1),
            default: DukParams::default().interval.millis(), live: true,
            source: "Novak and Kasera, section VI, experiment 2",
        }
        /// Shortest interval in transmission times of the largest packet. More packets: higher utilization and delay.
        resolution_packets: f64 {
            json: "resolutionPackets", label: "Resolution",
            check: Number::new("packets", 0.5, 100.0).slider(1.0, 16.0, 0.5),
            default: DukParams::default().resolution_packets, live: true,
            source: "ours: docs/models/duk.md",
        }
        /// Marks ECN-capable packets instead of dropping them.
        ecn: bool {
            json: "ecn", label: "ECN", check: Flag, default: DukParams::default().ecn, live: true,
        }
    }
}

impl Duk {
    fn agree(&self, reader: &mut Reader) {
        let default = DukParams::default().resolution_packets;
        if self.variant == DukVariant::Printed && self.resolution_packets != default {
            reader.problem_in("resolutionPackets", "is not supported by variant 'printed'");
        }
    }

    pub(super) fn config(&self) -> AqmConfig {
        AqmConfig::Duk(DukParams {
            variant: self.variant,
            interval: millis(self.interval_ms),
            resolution_packets: self.resolution_packets,
            ecn: self.ecn,
        })
    }
}

choice! {
    DukVariant, later &[] => {
        /// Equation 9 with three repairs of this project, for a link without a device queue.
        "refined" as "refined" => DukVariant::Refined,
        /// Algorithm 1 as printed, with a constant interval.
        "printed" as "printed" => DukVariant::Printed,
    }
}
