//! Queue disciplines. Defaults are the simulator's, where their sources stand beside them.

use crate::json::shown;
use crate::problem::Reader;
use crate::schema::{Choices, Flag, Integer, Maybe, Number, Way, choice, record, tagged};
use aqm_sim::aqm::{
    Amount, AredParams, CodelParams, CodelVariant, PieParams, PieVariant, RedParams, RedVariant,
};

const THRESHOLD_PACKETS: Number =
    Number::new("packets", 0.0, 1_000_000.0).log_slider(1.0, 10_000.0, 1.0);
const THRESHOLD_BYTES: Number = Number::new("bytes", 0.0, 1.5e9).log_slider(1500.0, 1.5e7, 100.0);
const THRESHOLD_SHARE: Number = Number::new("", 0.0, 1.0).slider(0.0, 1.0, 0.01);

/// A delay that a control loop aims at or works in.
const fn delay_ms(max: f64) -> Number {
    Number::new("ms", 0.01, max)
}

tagged! {
    /// One lane: the queue discipline of the bottleneck.
    #[derive(Copy)]
    pub enum Queue by "kind", later &[
        "duk", "blue", "pi", "avq", "fqCodel", "fqPie", "cobalt", "pi2", "dualpi2",
    ] => {
        /// First in, first out, until the buffer is full.
        "droptail" => DropTail(DropTail),
        /// Random Early Detection: drops at random between two thresholds of the average queue, more the longer it is.
        "red" => Red(Red),
        /// Adaptive RED: sets its thresholds from bandwidth and target delay, and adapts its maximum probability.
        "ared" => Ared(Ared),
        /// Controlled Delay: drops ever more often once all packets of an interval have waited longer than the target.
        "codel" => Codel(Codel),
        /// Proportional Integral controller Enhanced: steers a drop probability by the queue delay.
        "pie" => Pie(Pie),
    }
}

record! {
    /// Drop-tail has no parameters: its limit is the link's buffer.
    #[derive(Copy)]
    pub struct DropTail {}
}

record! {
    /// Parameters of RED.
    #[derive(Copy)]
    pub struct Red, agree agree {
        /// Whose algorithm, in which arithmetic.
        variant: RedVariant {
            json: "variant", label: "Variant", check: Choices::NEW,
            default: RedParams::default().variant, live: true,
        }
        /// Average queue below which no packet is dropped or marked, in bytes.
        min_bytes: Option<f64> {
            json: "minBytes", label: "Lower threshold", check: Way(THRESHOLD_BYTES),
            default: None, live: true,
        }
        /// Average queue below which no packet is dropped or marked, as a share of the buffer.
        min_share: Option<f64> {
            json: "minShare", label: "Lower threshold", check: Way(THRESHOLD_SHARE),
            default: None, live: true,
        }
        /// Average queue at which the probability reaches its maximum, in bytes.
        max_bytes: Option<f64> {
            json: "maxBytes", label: "Upper threshold", check: Way(THRESHOLD_BYTES),
            default: None, live: true,
        }
        /// Average queue at which the probability reaches its maximum, as a share of the buffer.
        max_share: Option<f64> {
            json: "maxShare", label: "Upper threshold", check: Way(THRESHOLD_SHARE),
            default: None, live: true,
        }
        /// Average queue below which no packet is dropped or marked, in packets of 1500 bytes.
        min_packets: Option<f64> {
            json: "minPackets", label: "Lower threshold", check: Way(THRESHOLD_PACKETS),
            default: packets_unless(
                [*min_bytes, *min_share, *max_bytes, *max_share],
                RedParams::default().min,
            ),
            live: true,
            source: "Floyd and Jacobson 1993, section 4",
        }
        /// Average queue at which the probability reaches its maximum, in packets of 1500 bytes.
        max_packets: Option<f64> {
            json: "maxPackets", label: "Upper threshold", check: Way(THRESHOLD_PACKETS),
            default: packets_unless(
                [*min_bytes, *min_share, *max_bytes, *max_share],
                RedParams::default().max,
            ),
            live: true,
            source: "Floyd and Jacobson 1993, section 4",
        }
        /// Probability at the upper threshold.
        max_p: f64 {
            json: "maxP", label: "Maximum probability",
            check: Number::new("", 0.0001, 1.0).log_slider(0.001, 1.0, 0.001),
            default: RedParams::default().max_p, live: true, source: "Floyd 1997, recommendations",
        }
        /// Weight of a new sample in the average queue; off (null): from the bandwidth, in Linux from the thresholds.
        weight: Option<f64> {
            json: "weight", label: "Averaging weight",
            check: Maybe(Number::new("", 0.000_001, 1.0).log_slider(0.0001, 1.0, 0.0001)),
            default: RedParams::default().weight.filter(|_| *variant == RedVariant::Floyd),
            live: true,
            source: "Floyd and Jacobson 1993, section 4",
        }
        /// Beyond the upper threshold the probability rises to 1 at twice the threshold instead of jumping.
        gentle: bool {
            json: "gentle", label: "Gentle", check: Flag,
            default: *variant == RedVariant::Floyd && RedParams::default().gentle, live: true,
            source: "Floyd 2000, gentle RED",
        }
        /// Waits 1/p packets after each drop or mark: gaps of 1/p to 2/p packets instead of 1 to 1/p.
        wait: bool {
            json: "wait", label: "Wait", check: Flag,
            default: RedParams::default().wait, live: true, source: "ns-2, wait_",
        }
        /// Averages bytes instead of packets, and drops large packets more often; always on in Linux, which
        /// drops all sizes alike.
        byte_mode: bool {
            json: "byteMode", label: "Byte mode", check: Flag,
            default: *variant == RedVariant::Linux || RedParams::default().byte_mode, live: true,
        }
        /// Adapts the maximum probability every half second (Linux only).
        adaptive: bool {
            json: "adaptive", label: "Adaptive", check: Flag,
            default: RedParams::default().adaptive, live: true,
        }
        /// The average packet as `tc` is told it (`avpkt`): weight and idle decay follow (Linux only).
        avg_packet_bytes: u64 {
            json: "avgPacketBytes", label: "Average packet",
            check: Integer::new("bytes", 40, 9000).slider(40, 1500),
            default: u64::from(RedParams::default().average_packet), live: true,
        }
        /// Marks ECN-capable packets instead of dropping them: up to the upper threshold, twice that if
        /// gentle, in Linux always.
        ecn: bool {
            json: "ecn", label: "ECN", check: Flag, default: RedParams::default().ecn, live: true,
        }
    }
}

impl Red {
    fn agree(&self, reader: &mut Reader) {
        self.thresholds_agree(reader);
        let is_linux = self.variant == RedVariant::Linux;
        let average = u64::from(RedParams::default().average_packet);
        let rules = [
            (
                !is_linux && self.adaptive,
                "adaptive",
                "is a flag of variant 'linux'; Floyd's Adaptive RED is the kind 'ared'",
            ),
            (
                !is_linux && self.avg_packet_bytes != average,
                "avgPacketBytes",
                "is a parameter of variant 'linux'",
            ),
            (is_linux && self.gentle, "gentle", "is not there in variant 'linux'"),
            (is_linux && self.wait, "wait", "is not there in variant 'linux'"),
            (is_linux && !self.byte_mode, "byteMode", "is always on in variant 'linux'"),
        ];
        for (is_broken, name, problem) in rules {
            if is_broken {
                reader.problem_in(name, problem);
            }
        }
    }
}

impl Red {
    /// The lower threshold.
    pub(crate) fn min(&self) -> Amount {
        amount(self.min_packets, self.min_bytes, self.min_share)
    }

    /// The upper threshold.
    pub(crate) fn max(&self) -> Amount {
        amount(self.max_packets, self.max_bytes, self.max_share)
    }

    /// Both in the same unit, and in order.
    fn thresholds_agree(&self, reader: &mut Reader) {
        let units = [
            ("minPackets", self.min_packets, "maxPackets", self.max_packets),
            ("minBytes", self.min_bytes, "maxBytes", self.max_bytes),
            ("minShare", self.min_share, "maxShare", self.max_share),
        ];
        let mut given = units.iter().filter(|(_, min, _, max)| min.or(*max).is_some());
        let Some(&(min_name, min, max_name, max)) = given.next() else { return };
        if let Some(&(other_min, min_too, other_max, _)) = given.next() {
            let here = if min.is_some() { min_name } else { max_name };
            let rule = ": both thresholds are in packets, in bytes, or shares";
            reader.problem_in(
                if min_too.is_some() { other_min } else { other_max },
                ["cannot stand beside ", here, rule].concat(),
            );
            return;
        }
        match (min, max) {
            (Some(min), Some(max)) if min >= max => {
                let rule = ["must be more than ", min_name, " (", &shown(min), ")"];
                reader.problem_in(max_name, rule.concat());
            }
            (Some(_), None) => {
                reader.problem_in(max_name, ["is missing beside ", min_name].concat());
            }
            (None, _) => reader.problem_in(min_name, ["is missing beside ", max_name].concat()),
            (Some(_), Some(_)) => {}
        }
    }
}

/// The default of a threshold in packets, unless a threshold is given in another unit.
fn packets_unless(given: [Option<f64>; 4], default: Amount) -> Option<f64> {
    match default {
        Amount::Packets(packets) if given == [None; 4] => Some(packets),
        _ => None,
    }
}

/// The one that is given; the others were refused.
fn amount(packets: Option<f64>, bytes: Option<f64>, share: Option<f64>) -> Amount {
    match (packets, bytes, share) {
        (Some(packets), None, None) => Amount::Packets(packets),
        (None, Some(bytes), None) => Amount::Bytes(bytes),
        (None, None, Some(share)) => Amount::BufferShare(share),
        _ => unreachable!("a checked threshold is given exactly once"),
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

record! {
    /// Parameters of Adaptive RED; everything else follows from the bandwidth.
    #[derive(Copy)]
    pub struct Ared {
        /// Queue delay midway between the thresholds, the lower of which is at least 5 packets.
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
        /// Least maximum probability; off (null): one packet in a window of 100 ms, at most 0.01, as in ns-2.
        min_max_p: Option<f64> {
            json: "minMaxP", label: "Least maximum probability",
            check: Maybe(Number::new("", 0.000_01, 0.5).log_slider(0.0001, 0.5, 0.0001)),
            default: AredParams::default().min_max_p, live: true,
            source: "Floyd, Gummadi and Shenker 2001, section 4; ns-2, bottom_",
        }
        /// Marks ECN-capable packets instead of dropping them up to twice the upper threshold.
        ecn: bool {
            json: "ecn", label: "ECN", check: Flag, default: AredParams::default().ecn, live: true,
        }
    }
}

record! {
    /// Parameters of CoDel.
    #[derive(Copy)]
    pub struct Codel, agree agree {
        /// Whose algorithm, in which arithmetic.
        variant: CodelVariant {
            json: "variant", label: "Variant", check: Choices::NEW,
            default: CodelParams::default().variant, live: true,
        }
        /// Sojourn time that a standing queue may have; more, for a whole interval, starts the dropping.
        target_ms: f64 {
            json: "targetMs", label: "Target",
            check: delay_ms(1000.0).log_slider(0.5, 100.0, 0.5),
            default: CodelParams::default().target.millis(), live: true,
            source: "RFC 8289, section 4.3",
        }
        /// Time after which a queue counts as standing: about the largest round-trip time.
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
        /// Marks every ECN-capable packet that has waited longer than this; off (null): none.
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
    #[derive(Copy)]
    pub struct Pie, agree agree {
        /// Which generation of the algorithm.
        variant: PieVariant {
            json: "variant", label: "Variant", check: Choices::NEW,
            default: PieParams::default().variant, live: true,
        }
        /// Queue delay that the controller steers to.
        target_ms: f64 {
            json: "targetMs", label: "Target",
            check: delay_ms(1000.0).log_slider(0.5, 100.0, 0.5),
            default: PieParams::new(*variant).target.millis(), live: true,
            source: "RFC 8033, section 4.2; Pan et al. 2013, section IV",
        }
        /// Time between updates of the drop probability.
        update_ms: f64 {
            json: "updateMs", label: "Update interval",
            check: Number::new("ms", 1.0, 1000.0).log_slider(1.0, 200.0, 1.0),
            default: PieParams::new(*variant).update.millis(), live: true,
            source: "RFC 8033, section 4.2; Pan et al. 2013, section IV",
        }
        /// Gain of the distance of the delay from the target.
        alpha: f64 {
            json: "alpha", label: "Alpha", check: Number::new("1/s", 0.0, 100.0).slider(0.0, 1.0, 0.005),
            default: PieParams::new(*variant).alpha, live: true, source: "RFC 8033, section 4.2",
        }
        /// Gain of the change of the delay.
        beta: f64 {
            json: "beta", label: "Beta", check: Number::new("1/s", 0.0, 100.0).slider(0.0, 10.0, 0.05),
            default: PieParams::new(*variant).beta, live: true, source: "RFC 8033, section 4.2",
        }
        /// A burst of this length passes without early drops after a quiet period.
        max_burst_ms: f64 {
            json: "maxBurstMs", label: "Burst allowance",
            check: Number::new("ms", 0.0, 10_000.0).slider(0.0, 500.0, 10.0),
            default: PieParams::new(*variant).max_burst.millis(), live: true,
            source: "RFC 8033, section 4.4; Pan et al. 2013, section IV",
        }
        /// Marks ECN-capable packets instead of dropping them while the probability is at most 10 %.
        ecn: bool {
            json: "ecn", label: "ECN", check: Flag,
            default: PieParams::new(*variant).ecn, live: true, source: "RFC 8033, section 5.1",
        }
        /// Drops large packets more often than small ones.
        byte_mode: bool {
            json: "byteMode", label: "Byte mode", check: Flag,
            default: PieParams::new(*variant).byte_mode, live: true,
        }
        /// Estimates the delay from backlog and departure rate instead of timestamps.
        rate_estimator: bool {
            json: "rateEstimator", label: "Departure-rate estimator", check: Flag,
            default: PieParams::new(*variant).rate_estimator, live: true,
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
