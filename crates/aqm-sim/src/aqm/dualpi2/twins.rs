//! DualPI2, in Linux since 6.17; `tc` needs iproute2 6.16 or later.

use super::params::{DualPi2Params, DualPi2Variant};
use crate::aqm::twins::{Place, TcTwin, Twins};

impl Twins for DualPi2Params {
    const NAME: &'static str = "DualPI2";

    fn tc(&self, place: &Place) -> Result<TcTwin, String> {
        let twin = TcTwin::new("dualpi2")
            .limit_packets(place)
            .time("target", self.target)
            .time("tupdate", self.update)
            .with("alpha", gain(self.alpha))
            .with("beta", gain(self.beta))
            .with("coupling_factor", self.coupling.round());
        let twin = match self.threshold_packets {
            Some(packets) => twin.with("step_thresh", format!("{packets}packets")),
            None => twin.time("step_thresh", self.threshold),
        };
        let share = (self.classic_share * 100.0).round();
        Ok(twin.with("min_qlen_step", self.floor_packets)
        .with("classic_protection", format!("{share}%"))
        .either(self.drop_overload, "drop_on_overload", "overflow")
        .either(self.drop_early, "drop_enqueue", "drop_dequeue")
        .either(self.any_ect, "any_ect", "l4s_ect")
        .flag("split_gso")
        .note("DualPI2 needs Linux 6.17 and iproute2 6.16 or later.")
        .note_if([self.alpha, self.beta].iter().any(|&exact| gain(exact) != exact), || {
            "DualPI2: alpha and beta are rounded to the kernel's steps of 1/256, as in the simulation.".to_owned()
        })
        .note_if(self.coupling.fract() != 0.0, || {
            format!("coupling_factor is {}: the kernel takes whole numbers.", self.coupling.round())
        })
        .note_if((self.classic_share * 100.0 - share).abs() > 1e-9, || {
            format!("classic_protection is {share} %: the kernel takes whole percents.")
        })
        .note_if(self.variant == DualPi2Variant::Rfc9332, || {
            "DualPI2: the kernel marks with a step, not with the ramp of RFC 9332.".to_owned()
        })
        .note_if(!self.ecn, || "DualPI2: the kernel always marks ECN-capable packets.".to_owned()))
    }
}

/// Returns a gain in the kernel's steps. `tc` truncates, so 0.16 would become 40/256 instead of 41/256.
fn gain(exact: f64) -> f64 {
    (exact * 256.0).round() / 256.0
}
