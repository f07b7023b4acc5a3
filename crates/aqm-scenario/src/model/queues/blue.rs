//! BLUE (Feng, Kandlur, Saha and Shin 2002). Defaults and their sources are the simulator's.

use crate::model::table::discipline;
use crate::schema::{Flag, Integer, Maybe, Number};
use aqm_sim::aqm::BlueParams;

const STEP: Number = Number::new("", 0.0, 1.0).log_slider(0.0001, 0.1, 0.0001);

discipline! {
    /// Raises its drop probability when the buffer overflows and lowers it when the link is idle.
    pub struct Blue of BlueParams, label "BLUE", look "violet" "medium", family "By load" {
        /// Increase of the probability when the buffer overflows: d1 in the paper.
        increase: f64 {
            json: "increase", label: "Increase (d1)", check: STEP,
            source: "Feng et al. 2002, section III",
        }
        /// Decrease of the probability when the link is idle: d2 in the paper.
        decrease: f64 {
            json: "decrease", label: "Decrease (d2)", check: STEP,
            source: "Feng et al. 2002, section III",
        }
        /// Shortest time between two changes of the probability.
        freeze: f64 {
            json: "freezeMs", label: "Freeze time",
            check: Number::new("ms", 0.0, 10_000.0).slider(0.0, 500.0, 5.0),
            source: "Feng et al. 2002, section III",
        }
        /// A queue longer than this raises the probability like an overflow. Off: only an overflow does.
        threshold: Option<u64> {
            json: "thresholdPackets", label: "Queue threshold (L)",
            check: Maybe(Integer::new("packets", 0, 1_000_000).slider(0, 1000)),
            source: "Feng et al. 2002, figure 4",
        }
        /// Marks ECN-capable packets instead of dropping them. A full buffer still drops.
        ecn: bool { json: "ecn", label: "ECN", check: Flag }
    }
}
