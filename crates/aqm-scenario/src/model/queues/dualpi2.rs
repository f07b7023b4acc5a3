//! DualPI2 (RFC 9332). Defaults are those of the variant's source.

use super::delay_ms;
use crate::convert::{millis, small};
use crate::problem::Reader;
use crate::schema::{Choices, Flag, Integer, Maybe, Number, choice, record};
use aqm_sim::aqm::{AqmConfig, DualPi2Params, DualPi2Variant};

record! {
    /// Dual queue with coupled PI2. An L4S queue with a low delay beside a Classic queue; flows of both kinds share the link about equally.
    #[derive(Copy)]
    pub struct DualPi2, label "DualPI2", look "teal" "medium", family "Two coupled queues", agree agree {
        /// Which implementation to follow.
        variant: DualPi2Variant {
            json: "variant", label: "Variant", check: Choices::NEW,
            default: DualPi2Params::default().variant, live: true,
        }
        /// Delay that the controller aims at in the Classic queue.
        target_ms: f64 {
            json: "targetMs", label: "Target",
            check: delay_ms(1000.0).log_slider(0.5, 100.0, 0.5),
            default: DualPi2Params::new(*variant).target.millis(), live: true,
            source: "RFC 9332, figure 2",
        }
        /// Time between updates of the base probability.
        update_ms: f64 {
            json: "updateMs", label: "Update interval",
            check: Number::new("ms", 1.0, 1000.0).log_slider(1.0, 200.0, 1.0),
            default: DualPi2Params::new(*variant).update.millis(), live: true,
            source: "RFC 9332, figure 2; Linux",
        }
        /// Gain on the difference between delay and target.
        alpha: f64 {
            json: "alpha", label: "Alpha", check: Number::new("1/s", 0.0, 100.0).slider(0.0, 1.0, 0.005),
            default: DualPi2Params::new(*variant).alpha, live: true, source: "RFC 9332, figure 2; Linux",
        }
        /// Gain on the change of the delay since the last update.
        beta: f64 {
            json: "beta", label: "Beta", check: Number::new("1/s", 0.0, 100.0).slider(0.0, 10.0, 0.05),
            default: DualPi2Params::new(*variant).beta, live: true, source: "RFC 9332, figure 2; Linux",
        }
        /// Factor k: L4S packets are marked at k times the base probability, Classic packets at its square.
        coupling: f64 {
            json: "coupling", label: "Coupling factor",
            check: Number::new("", 1.0, 16.0).slider(1.0, 8.0, 0.5),
            default: DualPi2Params::new(*variant).coupling, live: true,
            source: "RFC 9332, section 2.1",
        }
        /// Delay in the L4S queue from which packets are marked whatever the probability.
        threshold_ms: f64 {
            json: "thresholdMs", label: "L4S threshold",
            check: delay_ms(1000.0).log_slider(0.1, 20.0, 0.1),
            default: DualPi2Params::new(*variant).threshold.millis(), live: true,
            source: "RFC 9332, figure 2; Linux, step_thresh",
        }
        /// Width of the ramp above the L4S threshold, on which the marks rise to 100 % (`rfc9332` only).
        ramp_ms: f64 {
            json: "rampMs", label: "L4S ramp", check: Number::new("ms", 0.0, 1000.0).slider(0.0, 5.0, 0.1),
            default: DualPi2Params::new(*variant).ramp.millis(), live: true,
            source: "RFC 9332, figure 2",
        }
        /// L4S threshold in packets, in place of the delay (`linux` only). Off: the delay applies.
        threshold_packets: Option<u64> {
            json: "thresholdPackets", label: "L4S threshold in packets",
            check: Maybe(Integer::new("packets", 1, 10_000).slider(1, 50)),
            default: None, live: true,
        }
        /// With fewer packets in the L4S queue the threshold marks none. `linux` counts the packets that wait when one
        /// arrives; `rfc9332` needs more than this number, the packet itself included.
        floor_packets: u64 {
            json: "floorPackets", label: "L4S floor",
            check: Integer::new("packets", 0, 10_000).slider(0, 20),
            default: u64::from(DualPi2Params::new(*variant).floor_packets), live: true,
            source: "RFC 9332, figure 2; Linux, min_qlen_step",
        }
        /// Share of the link that the Classic queue keeps while both queues hold packets.
        classic_share: f64 {
            json: "classicShare", label: "Classic share",
            check: Number::new("", 0.0, 1.0).slider(0.0, 1.0, 0.01),
            default: DualPi2Params::new(*variant).classic_share, live: true,
            source: "Linux, classic_protection",
        }
        /// Drops L4S packets, too, when the base probability times k exceeds 100 %. Off: only a full buffer drops them (`linux` only).
        drop_overload: bool {
            json: "dropOverload", label: "Drop at overload", check: Flag,
            default: DualPi2Params::new(*variant).drop_overload, live: true,
            source: "RFC 9332, section 4.2.3",
        }
        /// Decides on arriving instead of departing packets (`linux` only).
        drop_early: bool {
            json: "dropEarly", label: "Decide on arrival", check: Flag,
            default: DualPi2Params::new(*variant).drop_early, live: true,
        }
        /// Puts every ECN-capable packet into the L4S queue, as in data centres (`linux` only).
        any_ect: bool {
            json: "anyEct", label: "All ECN is L4S", check: Flag,
            default: DualPi2Params::new(*variant).any_ect, live: true,
        }
        /// Marks ECN-capable packets. Off: drops them instead.
        ecn: bool {
            json: "ecn", label: "ECN", check: Flag,
            default: DualPi2Params::new(*variant).ecn, live: true,
        }
    }
}

impl DualPi2 {
    fn agree(&self, reader: &mut Reader) {
        let is_linux = self.variant == DualPi2Variant::Linux;
        let rules = [
            ("rampMs", is_linux && self.ramp_ms != 0.0),
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

    pub(super) fn config(&self) -> AqmConfig {
        AqmConfig::DualPi2(DualPi2Params {
            variant: self.variant,
            target: millis(self.target_ms),
            update: millis(self.update_ms),
            alpha: self.alpha,
            beta: self.beta,
            coupling: self.coupling,
            threshold: millis(self.threshold_ms),
            ramp: millis(self.ramp_ms),
            threshold_packets: self.threshold_packets.map(small),
            floor_packets: small(self.floor_packets),
            classic_share: self.classic_share,
            drop_overload: self.drop_overload,
            drop_early: self.drop_early,
            any_ect: self.any_ect,
            ecn: self.ecn,
        })
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
