//! DUK (Novak and Kasera). Defaults and their sources are the simulator's.

use super::delay_ms;
use crate::model::table::discipline;
use crate::problem::Reader;
use crate::schema::{Choices, Flag, Number, choice};
use aqm_sim::aqm::{DukParams, DukVariant};

discipline! {
    /// Delay Utilization Knee. Drops just enough that the delay grows as fast as the utilization. Needs no target, but a unit of time.
    pub struct Duk of DukParams, label "DUK",
    look "violet" "dashDotDot", family "By delay", agree agree {
        /// Which reading of the paper to follow.
        variant: DukVariant { json: "variant", label: "Variant", check: Choices::NEW }
        /// Time between updates of the drop probability in variant `printed`; the shortest time in variant `refined`.
        interval: f64 {
            json: "intervalMs", label: "Interval",
            check: delay_ms(1000.0).log_slider(0.1, 100.0, 0.1),
            source: "Novak and Kasera, section VI, experiment 2",
        }
        /// Shortest interval and unit of time, in transmission times of the largest packet. More packets: higher utilization and delay.
        resolution_packets: f64 {
            json: "resolutionPackets", label: "Resolution",
            check: Number::new("packets", 0.5, 100.0).slider(1.0, 16.0, 0.5),
            source: "ours: docs/models/duk.md",
        }
        /// Marks ECN-capable packets instead of dropping them.
        ecn: bool { json: "ecn", label: "ECN", check: Flag }
    }
}

impl Duk {
    fn agree(&self, reader: &mut Reader) {
        let default = DukParams::default().resolution_packets;
        if self.variant == DukVariant::Printed && self.resolution_packets != default {
            reader.problem_in("resolutionPackets", "is not supported by variant 'printed'");
        }
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
