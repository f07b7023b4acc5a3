//! Queue disciplines. Defaults are the simulator's, where their sources stand beside them.

use crate::problem::Reader;
use crate::schema::{Choices, Flag, Maybe, Nested, Number, choice, keyed, record, tagged};
use aqm_sim::aqm::{
    self, AredParams, CodelParams, CodelVariant, PieParams, PieVariant, RedParams, RedVariant,
};

/// A delay that a control loop aims at or works in.
const fn delay_ms(max: f64) -> Number {
    Number::new("ms", 0.01, max)
}

tagged! {
    /// One lane: the queue discipline of the bottleneck.
    pub enum Queue by "kind", later &[
        "duk", "blue", "pi", "avq", "fqCodel", "fqPie", "cobalt", "pi2", "dualpi2",
    ] => {
        /// First in, first out, until the buffer is full.
        "droptail" => DropTail(DropTail),
        /// Random Early Detection: drops at random while the average queue is between two thresholds.
        "red" => Red(Red),
        /// Adaptive RED: sets its thresholds from bandwidth and target delay, and adapts its probability.
        "ared" => Ared(Ared),
        /// Controlled Delay: drops at growing frequency while packets wait longer than the target.
        "codel" => Codel(Codel),
        /// Proportional Integral controller Enhanced: steers a drop probability by the queue delay.
        "pie" => Pie(Pie),
    }
}

record! {
    /// Drop-tail has no parameters: its limit is the link's buffer.
    pub struct DropTail {}
}

record! {
    /// Parameters of RED.
    pub struct Red, agree agree {
        /// Which arithmetic.
        variant: RedVariant {
            json: "variant", label: "Variant", check: Choices::NEW,
            default: RedParams::default().variant, live: true,
        }
        /// Average queue below which no packet is hit.
        min: Amount {
            json: "min", label: "Lower threshold", check: Nested::NEW,
            default: Amount::of(RedParams::default().min), live: true,
            source: "Floyd and Jacobson 1993, section 4",
        }
        /// Average queue at which the probability reaches its maximum.
        max: Amount {
            json: "max", label: "Upper threshold", check: Nested::NEW,
            default: Amount::of(RedParams::default().max), live: true,
            source: "Floyd and Jacobson 1993, section 4",
        }
        /// Probability at the upper threshold.
        max_p: f64 {
            json: "maxP", label: "Maximum probability",
            check: Number::new("", 0.0001, 1.0).log_slider(0.001, 1.0, 0.001),
            default: RedParams::default().max_p, live: true, source: "Floyd 1997, recommendations",
        }
        /// Weight of a new sample in the average queue; null: from the bandwidth.
        weight: Option<f64> {
            json: "weight", label: "Averaging weight",
            check: Maybe(Number::new("", 0.000_001, 1.0).log_slider(0.0001, 1.0, 0.0001)),
            default: RedParams::default().weight, live: true,
            source: "Floyd and Jacobson 1993, section 4",
        }
        /// Beyond the upper threshold the probability rises to 1 at twice the threshold instead of jumping.
        gentle: bool {
            json: "gentle", label: "Gentle", check: Flag,
            default: variant == RedVariant::Floyd && RedParams::default().gentle, live: true,
            source: "Floyd 2000, gentle RED",
        }
        /// Waits 1/p packets after a hit: gaps of 1/p to 2/p packets instead of 1 to 1/p.
        wait: bool {
            json: "wait", label: "Wait", check: Flag,
            default: RedParams::default().wait, live: true, source: "ns-2, wait_",
        }
        /// Averages bytes instead of packets, and hits large packets more often than small ones.
        byte_mode: bool {
            json: "byteMode", label: "Byte mode", check: Flag,
            default: variant == RedVariant::Linux || RedParams::default().byte_mode, live: true,
        }
        /// Adapts the maximum probability every half second (Linux only).
        adaptive: bool {
            json: "adaptive", label: "Adaptive", check: Flag,
            default: RedParams::default().adaptive, live: true,
        }
        /// Marks ECN-capable packets instead of dropping them below the upper threshold.
        ecn: bool {
            json: "ecn", label: "ECN", check: Flag, default: RedParams::default().ecn, live: true,
        }
    }
}

impl Red {
    fn agree(&self, reader: &mut Reader) {
        let in_order = match (&self.min, &self.max) {
            (Amount::Packets(min), Amount::Packets(max)) => min.packets < max.packets,
            (Amount::Bytes(min), Amount::Bytes(max)) => min.bytes < max.bytes,
            (Amount::Share(min), Amount::Share(max)) => min.share < max.share,
            _ => {
                reader.problem_in("max", "must be given in the same unit as min");
                return;
            }
        };
        if !in_order {
            reader.problem_in("max", "must be more than min");
        }
        match self.variant {
            RedVariant::Floyd if self.adaptive => reader.problem_in(
                "adaptive",
                "is a flag of variant 'linux'; Floyd's Adaptive RED is the kind 'ared'",
            ),
            RedVariant::Linux if self.gentle => {
                reader.problem_in("gentle", "is not there in variant 'linux'");
            }
            RedVariant::Linux if self.wait => {
                reader.problem_in("wait", "is not there in variant 'linux'");
            }
            RedVariant::Linux if !self.byte_mode => {
                reader.problem_in("byteMode", "is always on in variant 'linux'");
            }
            RedVariant::Floyd | RedVariant::Linux => {}
        }
    }
}

choice! {
    RedVariant, later &[] => {
        /// Floyd and Jacobson 1993, in real arithmetic.
        "floyd" => RedVariant::Floyd,
        /// The Linux kernel's integer arithmetic, in byte mode.
        "linux" => RedVariant::Linux,
    }
}

keyed! {
    /// An amount of queued data.
    pub enum Amount {
        /// Packets of the largest size.
        "packets" => Packets(AmountPackets),
        /// Bytes.
        "bytes" => Bytes(AmountBytes),
        /// A share of the buffer.
        "share" => Share(AmountShare),
    }
}

record! {
    /// So many packets of the largest size.
    pub struct AmountPackets {
        /// Packets.
        packets: f64 {
            json: "packets", label: "Threshold",
            check: Number::new("packets", 0.0, 1_000_000.0).log_slider(1.0, 10_000.0, 1.0),
        }
    }
}

record! {
    /// So many bytes.
    pub struct AmountBytes {
        /// Bytes.
        bytes: f64 {
            json: "bytes", label: "Threshold",
            check: Number::new("bytes", 0.0, 1.5e9).log_slider(1500.0, 1.5e7, 100.0),
        }
    }
}

record! {
    /// A share of the buffer.
    pub struct AmountShare {
        /// Share.
        share: f64 {
            json: "share", label: "Threshold", check: Number::new("", 0.0, 1.0).slider(0.0, 1.0, 0.01),
        }
    }
}

impl Amount {
    fn of(amount: aqm::Amount) -> Self {
        match amount {
            aqm::Amount::Packets(packets) => Amount::Packets(AmountPackets { packets }),
            aqm::Amount::Bytes(bytes) => Amount::Bytes(AmountBytes { bytes }),
            aqm::Amount::BufferShare(share) => Amount::Share(AmountShare { share }),
        }
    }
}

record! {
    /// Parameters of Adaptive RED; everything else follows from the bandwidth.
    pub struct Ared {
        /// Mean queue delay in the middle between the thresholds; at least 5 packets at the lower one.
        target_ms: f64 {
            json: "targetMs", label: "Target",
            check: delay_ms(1000.0).log_slider(0.5, 100.0, 0.5),
            default: AredParams::default().target.millis(), live: true,
            source: "Floyd, Gummadi and Shenker 2001, section 4",
        }
        /// Time between adaptations of the maximum probability.
        interval_ms: f64 {
            json: "intervalMs", label: "Adaptation interval",
            check: Number::new("ms", 10.0, 60_000.0).log_slider(50.0, 5000.0, 50.0),
            default: AredParams::default().interval.millis(), live: true,
            source: "Floyd, Gummadi and Shenker 2001, section 4",
        }
        /// Least maximum probability; null: one packet in a window of 100 ms, at most 0.01, as in ns-2.
        min_max_p: Option<f64> {
            json: "minMaxP", label: "Least maximum probability",
            check: Maybe(Number::new("", 0.000_01, 0.5).log_slider(0.0001, 0.5, 0.0001)),
            default: AredParams::default().min_max_p, live: true,
            source: "Floyd, Gummadi and Shenker 2001, section 4; ns-2, bottom_",
        }
        /// Marks ECN-capable packets instead of dropping them below the upper threshold.
        ecn: bool {
            json: "ecn", label: "ECN", check: Flag, default: AredParams::default().ecn, live: true,
        }
    }
}

record! {
    /// Parameters of CoDel.
    pub struct Codel, agree agree {
        /// Which arithmetic.
        variant: CodelVariant {
            json: "variant", label: "Variant", check: Choices::NEW,
            default: CodelParams::default().variant, live: true,
        }
        /// Queue delay that may stand; more, for a whole interval, starts the dropping.
        target_ms: f64 {
            json: "targetMs", label: "Target",
            check: delay_ms(1000.0).log_slider(0.5, 100.0, 0.5),
            default: CodelParams::default().target.millis(), live: true,
            source: "RFC 8289, section 4.2",
        }
        /// Time over which a queue counts as standing: about the largest round-trip time.
        interval_ms: f64 {
            json: "intervalMs", label: "Interval",
            check: delay_ms(10_000.0).log_slider(10.0, 1000.0, 5.0),
            default: CodelParams::default().interval.millis(), live: true,
            source: "RFC 8289, section 4.3",
        }
        /// Marks ECN-capable packets instead of dropping them.
        ecn: bool {
            json: "ecn", label: "ECN", check: Flag, default: CodelParams::default().ecn, live: true,
        }
        /// Marks every ECN-capable packet that waited longer than this; null: none.
        ce_threshold_ms: Option<f64> {
            json: "ceThresholdMs", label: "CE threshold",
            check: Maybe(delay_ms(1000.0).log_slider(0.1, 100.0, 0.1)),
            default: CodelParams::default().ce_threshold.map(aqm_sim::time::Span::millis), live: true,
        }
    }
}

impl Codel {
    fn agree(&self, reader: &mut Reader) {
        if self.variant == CodelVariant::Rfc8289 && self.ce_threshold_ms.is_some() {
            reader.problem_in("ceThresholdMs", "is not there in variant 'rfc8289'");
        }
    }
}

choice! {
    CodelVariant, later &[] => {
        /// The Linux kernel's integer arithmetic.
        "linux" => CodelVariant::Linux,
        /// Linux 3.10: compares a small queue with the largest packet seen.
        "linux310" => CodelVariant::Linux310,
        /// RFC 8289, in real arithmetic.
        "rfc8289" => CodelVariant::Rfc8289,
    }
}

record! {
    /// Parameters of PIE; defaults are those of the variant's source.
    pub struct Pie, agree agree {
        /// Which generation.
        variant: PieVariant {
            json: "variant", label: "Variant", check: Choices::NEW,
            default: PieParams::default().variant, live: true,
        }
        /// Queue delay that the controller steers to.
        target_ms: f64 {
            json: "targetMs", label: "Target",
            check: delay_ms(1000.0).log_slider(0.5, 100.0, 0.5),
            default: PieParams::new(variant).target.millis(), live: true,
            source: "RFC 8033, section 4.2; Pan et al. 2013, section IV",
        }
        /// Time between updates of the drop probability.
        update_ms: f64 {
            json: "updateMs", label: "Update interval",
            check: Number::new("ms", 1.0, 1000.0).log_slider(1.0, 200.0, 1.0),
            default: PieParams::new(variant).update.millis(), live: true,
            source: "RFC 8033, section 4.2; Pan et al. 2013, section IV",
        }
        /// Gain of the distance to the target.
        alpha: f64 {
            json: "alpha", label: "Alpha", check: Number::new("1/s", 0.0, 100.0).slider(0.0, 1.0, 0.005),
            default: PieParams::new(variant).alpha, live: true, source: "RFC 8033, section 4.2",
        }
        /// Gain of the change of the delay.
        beta: f64 {
            json: "beta", label: "Beta", check: Number::new("1/s", 0.0, 100.0).slider(0.0, 10.0, 0.05),
            default: PieParams::new(variant).beta, live: true, source: "RFC 8033, section 4.2",
        }
        /// A burst of this length passes without early drops after a quiet period.
        max_burst_ms: f64 {
            json: "maxBurstMs", label: "Burst allowance",
            check: Number::new("ms", 0.0, 10_000.0).slider(0.0, 500.0, 10.0),
            default: PieParams::new(variant).max_burst.millis(), live: true,
            source: "RFC 8033, section 4.4; Pan et al. 2013, section IV",
        }
        /// Marks ECN-capable packets instead of dropping them while the probability is at most 10 %.
        ecn: bool {
            json: "ecn", label: "ECN", check: Flag,
            default: PieParams::new(variant).ecn, live: true, source: "RFC 8033, section 5.1",
        }
        /// Hits large packets more often than small ones.
        byte_mode: bool {
            json: "byteMode", label: "Byte mode", check: Flag,
            default: PieParams::new(variant).byte_mode, live: true,
        }
        /// Estimates the delay from backlog and departure rate instead of timestamps.
        rate_estimator: bool {
            json: "rateEstimator", label: "Departure-rate estimator", check: Flag,
            default: PieParams::new(variant).rate_estimator, live: true,
            source: "RFC 8033, section 5.2; Pan et al. 2013, section III",
        }
    }
}

impl Pie {
    fn agree(&self, reader: &mut Reader) {
        let always = matches!(self.variant, PieVariant::Paper2013 | PieVariant::Linux414);
        if always && !self.rate_estimator {
            reader
                .problem_in("rateEstimator", "is always on in variants 'paper2013' and 'linux414'");
        }
    }
}

choice! {
    PieVariant, later &[] => {
        /// RFC 8033, in real arithmetic.
        "rfc8033" => PieVariant::Rfc8033,
        /// Pan et al. 2013 with the extras of that year's kernel code, in real arithmetic.
        "paper2013" => PieVariant::Paper2013,
        /// The Linux kernel's integer arithmetic since 5.6.
        "linux" => PieVariant::Linux,
        /// Linux 3.14 to 4.20, with the departure-rate estimator.
        "linux414" => PieVariant::Linux414,
    }
}
