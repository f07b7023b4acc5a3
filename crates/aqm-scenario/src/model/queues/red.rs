//! RED (Floyd and Jacobson 1993) and its Linux version. Defaults and their sources are the simulator's.

use crate::convert::small;
use crate::problem::Reader;
use crate::schema::{Choices, Flag, Integer, Maybe, Number, Way, choice, record};
use aqm_json::shown;
use aqm_sim::aqm::{Amount, AqmConfig, RedParams, RedVariant};

const THRESHOLD_PACKETS: Number =
    Number::new("packets", 0.0, 1_000_000.0).log_slider(1.0, 10_000.0, 1.0);
const THRESHOLD_BYTES: Number = Number::new("bytes", 0.0, 1.5e9).log_slider(1500.0, 1.5e7, 100.0);
const THRESHOLD_SHARE: Number = Number::new("", 0.0, 1.0).slider(0.0, 1.0, 0.01);

record! {
    /// Random Early Detection. Drops at random between two thresholds of the average queue, more often as it grows.
    #[derive(Copy)]
    pub struct Red, label "RED", look "magenta" "dashDot", family "By queue length", agree agree {
        /// Which implementation to follow.
        variant: RedVariant {
            json: "variant", label: "Variant", check: Choices::NEW,
            default: RedParams::default().variant, live: true,
        }
        /// Average queue below which RED neither drops nor marks packets, in bytes.
        min_bytes: Option<f64> {
            json: "minBytes", label: "Lower threshold", check: Way(THRESHOLD_BYTES),
            default: None, live: true, less_than: "maxBytes",
        }
        /// Average queue below which RED neither drops nor marks packets, as a share of the buffer.
        min_share: Option<f64> {
            json: "minShare", label: "Lower threshold", check: Way(THRESHOLD_SHARE),
            default: None, live: true, less_than: "maxShare",
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
        /// Average queue below which RED neither drops nor marks packets, in packets of 1500 bytes.
        min_packets: Option<f64> {
            json: "minPackets", label: "Lower threshold", check: Way(THRESHOLD_PACKETS),
            default: packets_unless(
                [*min_bytes, *min_share, *max_bytes, *max_share],
                RedParams::default().min,
            ),
            live: true,
            source: "Floyd and Jacobson 1993, section 4",
            less_than: "maxPackets",
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
        /// Drop probability at the upper threshold.
        max_p: f64 {
            json: "maxP", label: "Maximum probability",
            check: Number::new("", 0.0001, 1.0).log_slider(0.001, 1.0, 0.001),
            default: RedParams::default().max_p, live: true, source: "Floyd 1997, recommendations",
        }
        /// Weight of a new sample in the average queue. Off: computed from the bandwidth (`linux`: from the thresholds).
        weight: Option<f64> {
            json: "weight", label: "Averaging weight",
            check: Maybe(Number::new("", 0.000_001, 1.0).log_slider(0.0001, 1.0, 0.0001)),
            default: RedParams::default().weight.filter(|_| *variant == RedVariant::Floyd),
            live: true,
            source: "Floyd and Jacobson 1993, section 4",
        }
        /// Above the upper threshold the probability rises to 1 at twice the threshold. Off: it jumps to 1.
        gentle: bool {
            json: "gentle", label: "Gentle", check: Flag,
            default: *variant == RedVariant::Floyd && RedParams::default().gentle, live: true,
            source: "Floyd 2000, gentle RED",
        }
        /// Waits 1/p packets after each drop or mark. Gaps are then 1/p to 2/p packets instead of 1 to 1/p.
        wait: bool {
            json: "wait", label: "Wait", check: Flag,
            default: RedParams::default().wait, live: true, source: "ns-2, wait_",
        }
        /// Averages bytes instead of packets, and drops large packets more often. Always on in `linux`, where all
        /// sizes are dropped alike.
        byte_mode: bool {
            json: "byteMode", label: "Byte mode", check: Flag,
            default: *variant == RedVariant::Linux || RedParams::default().byte_mode, live: true,
        }
        /// Adapts the maximum probability every half second (`linux` only).
        adaptive: bool {
            json: "adaptive", label: "Adaptive", check: Flag,
            default: RedParams::default().adaptive, live: true,
        }
        /// Average packet size, `avpkt` of `tc`. Sets the weight and the decay while idle (`linux` only).
        avg_packet_bytes: u64 {
            json: "avgPacketBytes", label: "Average packet",
            check: Integer::new("bytes", 40, 9000).slider(40, 1500),
            default: u64::from(RedParams::default().average_packet), live: true,
        }
        /// Marks ECN-capable packets instead of dropping them, up to the upper threshold. Gentle: up to twice the
        /// threshold. `linux`: always.
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
                "is only supported by variant 'linux'; for Floyd's Adaptive RED use kind 'ared'.",
            ),
            (
                !is_linux && self.avg_packet_bytes != average,
                "avgPacketBytes",
                "is only supported by variant 'linux'; remove it.",
            ),
            (is_linux && self.gentle, "gentle", "is not supported by variant 'linux'; remove it."),
            (is_linux && self.wait, "wait", "is not supported by variant 'linux'; remove it."),
            (
                is_linux && !self.byte_mode,
                "byteMode",
                "is always on in variant 'linux'; remove it.",
            ),
        ];
        for (is_broken, name, problem) in rules {
            if is_broken {
                reader.problem_in(name, problem);
            }
        }
    }

    pub(super) fn config(&self) -> AqmConfig {
        AqmConfig::Red(RedParams {
            variant: self.variant,
            min: amount(self.min_packets, self.min_bytes, self.min_share),
            max: amount(self.max_packets, self.max_bytes, self.max_share),
            max_p: self.max_p,
            weight: self.weight,
            gentle: self.gentle,
            wait: self.wait,
            byte_mode: self.byte_mode,
            adaptive: self.adaptive,
            average_packet: small(self.avg_packet_bytes),
            ecn: self.ecn,
        })
    }

    /// Checks that both thresholds are in the same unit and in order.
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
            let rule = "; give both thresholds in packets, in bytes, or as shares.";
            reader.problem_in(
                if min_too.is_some() { other_min } else { other_max },
                ["cannot be combined with ", here, rule].concat(),
            );
            return;
        }
        match (min, max) {
            (Some(min), Some(max)) if min >= max => {
                let rule = [
                    "is ",
                    &shown(max),
                    "; expected more than ",
                    min_name,
                    " (",
                    &shown(min),
                    ").",
                ];
                reader.problem_in(max_name, rule.concat());
            }
            (Some(_), None) => {
                reader.problem_in(
                    max_name,
                    ["is missing; add it, or remove ", min_name, "."].concat(),
                );
            }
            (None, _) => reader
                .problem_in(min_name, ["is missing; add it, or remove ", max_name, "."].concat()),
            (Some(_), Some(_)) => {}
        }
    }
}

/// Returns the default of a threshold in packets, unless a threshold is given in another unit.
fn packets_unless(given: [Option<f64>; 4], default: Amount) -> Option<f64> {
    match default {
        Amount::Packets(packets) if given == [None; 4] => Some(packets),
        _ => None,
    }
}

/// Returns the amount in the unit that was given.
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
        /// Floyd and Jacobson 1993, in real arithmetic. By default with the later maximum probability of 0.1 (1997; 1/50 in 1993) and
        /// the gentle slope (2000).
        "floyd" as "Floyd 1993" => RedVariant::Floyd,
        /// The Linux kernel, in its integer arithmetic and byte mode.
        "linux" as "Linux" => RedVariant::Linux,
    }
}
