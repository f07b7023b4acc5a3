//! CHOKe (Pan, Prabhakar and Psounis 2000). Defaults are those of RED.

use crate::problem::Reader;
use crate::schema::{Flag, Maybe, Number, record};
use aqm_sim::aqm::{Amount, AqmConfig, ChokeParams};

const THRESHOLD: Number = Number::new("packets", 0.0, 1_000_000.0).log_slider(1.0, 10_000.0, 1.0);

record! {
    /// RED that compares each arriving packet with a random waiting one. It drops both if they belong to one flow.
    #[derive(Copy)]
    pub struct Choke, label "CHOKe", look "magenta" "dot", family "By queue length", agree agree {
        /// Average queue below which every packet is admitted, in packets of 1500 bytes.
        min_packets: f64 {
            json: "minPackets", label: "Lower threshold", check: THRESHOLD,
            default: packets(ChokeParams::default().min), live: true,
            source: "Floyd and Jacobson 1993, section 4", less_than: "maxPackets",
        }
        /// Average queue from which on every packet is dropped, in packets of 1500 bytes.
        max_packets: f64 {
            json: "maxPackets", label: "Upper threshold", check: THRESHOLD,
            default: packets(ChokeParams::default().max), live: true,
            source: "Floyd and Jacobson 1993, section 4",
        }
        /// RED's drop probability at the upper threshold.
        max_p: f64 {
            json: "maxP", label: "Maximum probability",
            check: Number::new("", 0.0001, 1.0).log_slider(0.001, 1.0, 0.001),
            default: ChokeParams::default().max_p, live: true,
            source: "Floyd 1997, recommendations",
        }
        /// Weight of a new sample in the average queue. Off: computed from the bandwidth.
        weight: Option<f64> {
            json: "weight", label: "Averaging weight",
            check: Maybe(Number::new("", 0.000_001, 1.0).log_slider(0.0001, 1.0, 0.0001)),
            default: ChokeParams::default().weight, live: true,
            source: "Floyd and Jacobson 1993, section 4",
        }
        /// Marks the ECN-capable packets that RED selects, instead of dropping them. Matched packets of one flow are still dropped.
        ecn: bool {
            json: "ecn", label: "ECN", check: Flag, default: ChokeParams::default().ecn, live: true,
        }
    }
}

/// Returns a default threshold, which is in packets.
fn packets(amount: Amount) -> f64 {
    match amount {
        Amount::Packets(packets) => packets,
        _ => unreachable!("the defaults are in packets"),
    }
}

impl Choke {
    fn agree(&self, reader: &mut Reader) {
        if self.min_packets >= self.max_packets {
            reader.problem_in("maxPackets", "must be larger than minPackets.");
        }
    }

    pub(super) fn config(self) -> AqmConfig {
        AqmConfig::Choke(ChokeParams {
            min: Amount::Packets(self.min_packets),
            max: Amount::Packets(self.max_packets),
            max_p: self.max_p,
            weight: self.weight,
            ecn: self.ecn,
        })
    }
}
