//! DualPI2 (RFC 9332). Defaults are those of the variant's source.

use super::delay_ms;
use crate::model::table::discipline;
use crate::problem::Reader;
use crate::schema::{Flag, Integer, Maybe, Number, choice};
use aqm_sim::aqm::{DualPi2Params, DualPi2Variant};

discipline! {
    /// Dual queue with coupled PI2. An L4S queue with a low delay beside a Classic queue. The coupling of their probabilities aims at equal rates.
    pub struct DualPi2 of DualPi2Params by DualPi2Variant, label "DualPI2",
    look "teal" "medium", family "Two coupled queues", agree agree {
        /// Delay that the controller aims at in the Classic queue.
        target: f64 {
            json: "targetMs", label: "Target",
            check: delay_ms(1000.0).log_slider(0.5, 100.0, 0.5),
            source: "RFC 9332, figure 2",
        }
        /// Time between updates of the base probability.
        update: f64 {
            json: "updateMs", label: "Update interval",
            check: Number::new("ms", 1.0, 1000.0).log_slider(1.0, 200.0, 1.0),
            source: "RFC 9332, figure 2; Linux",
        }
        /// Integral gain: each update adds alpha times (delay - target) to the base probability.
        alpha: f64 {
            json: "alpha", label: "Alpha", check: Number::new("1/s", 0.0, 100.0).slider(0.0, 1.0, 0.005),
            source: "RFC 9332, figure 2; Linux",
        }
        /// Proportional gain: each update adds beta times the change of the delay since the last update. So all updates of a
        /// rise together add beta times the whole rise.
        beta: f64 {
            json: "beta", label: "Beta", check: Number::new("1/s", 0.0, 100.0).slider(0.0, 10.0, 0.05),
            source: "RFC 9332, figure 2; Linux",
        }
        /// Factor k: L4S packets are marked with k times the base probability p', Classic packets are signalled with its square. So
        /// L4S packets are marked k / p' times as often.
        coupling: f64 {
            json: "coupling", label: "Coupling factor",
            check: Number::new("", 1.0, 16.0).slider(1.0, 8.0, 0.5),
            source: "RFC 9332, section 2.1",
        }
        /// Delay in the L4S queue above which packets are marked whatever the base probability is. `linux`: all of them. `rfc9332`: more and
        /// more of them, on the ramp.
        threshold: f64 {
            json: "thresholdMs", label: "L4S threshold",
            check: delay_ms(1000.0).log_slider(0.1, 20.0, 0.1),
            source: "RFC 9332, figure 2; Linux, step_thresh",
        }
        /// Width of the ramp above the L4S threshold, on which the marks rise to 100 % (`rfc9332` only).
        ramp: f64 {
            json: "rampMs", label: "L4S ramp", check: Number::new("ms", 0.0, 1000.0).slider(0.0, 5.0, 0.1),
            source: "RFC 9332, figure 2",
        }
        /// L4S threshold in packets, in place of the delay (`linux` only). Off: the delay applies.
        threshold_packets: Option<u64> {
            json: "thresholdPackets", label: "L4S threshold in packets",
            check: Maybe(Integer::new("packets", 1, 10_000).slider(1, 50)),
        }
        /// Shortest L4S queue with which the threshold marks. `linux`: at least this many packets wait when the packet arrives.
        /// `rfc9332`: more than this many are in the queue, the packet itself included.
        floor_packets: u64 {
            json: "floorPackets", label: "L4S floor",
            check: Integer::new("packets", 0, 10_000).slider(0, 20),
            source: "RFC 9332, figure 2; Linux, min_qlen_step",
        }
        /// Share of the link that the Classic queue keeps while both queues hold packets.
        classic_share: f64 {
            json: "classicShare", label: "Classic share",
            check: Number::new("", 0.0, 1.0).slider(0.0, 1.0, 0.01),
            source: "Linux, classic_protection",
        }
        /// Drops L4S packets, too, when the base probability times k exceeds 100 %. Off: only a full buffer drops them (`linux` only).
        drop_overload: bool {
            json: "dropOverload", label: "Drop at overload", check: Flag,
            source: "RFC 9332, section 4.2.3",
        }
        /// Decides on arriving instead of departing packets (`linux` only).
        drop_early: bool { json: "dropEarly", label: "Decide on arrival", check: Flag }
        /// Puts every ECN-capable packet into the L4S queue, as in data centres (`linux` only).
        any_ect: bool { json: "anyEct", label: "All ECN is L4S", check: Flag }
        /// Marks ECN-capable packets. Off: drops them instead.
        ecn: bool { json: "ecn", label: "ECN", check: Flag }
    }
}

impl DualPi2 {
    fn agree(&self, reader: &mut Reader) {
        let is_linux = self.variant == DualPi2Variant::Linux;
        let rules = [
            ("rampMs", is_linux && self.ramp != 0.0),
            ("thresholdPackets", !is_linux && self.threshold_packets.is_some()),
            ("dropOverload", !is_linux && !self.drop_overload),
            ("dropEarly", !is_linux && self.drop_early),
            ("anyEct", !is_linux && self.any_ect),
        ];
        for (name, _) in rules.into_iter().filter(|(_, is_wrong)| *is_wrong) {
            let variant = if is_linux { "'linux'" } else { "'rfc9332'" };
            reader.problem_in(
                name,
                ["is not supported by variant ", variant, "; remove it."].concat(),
            );
        }
    }
}

choice! {
    DualPi2Variant, later &[] => {
        /// The Linux kernel since 6.17, in its integer arithmetic.
        "linux" as "Linux" => DualPi2Variant::Linux,
        /// The pseudo-code of RFC 9332, in real arithmetic.
        "rfc9332" as "RFC 9332" => DualPi2Variant::Rfc9332,
    }
}
