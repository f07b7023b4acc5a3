//! The PI controller (Hollot, Misra, Towsley and Gong 2001). Defaults are the simulator's.

use crate::convert::millis;
use crate::problem::Reader;
use crate::schema::{Flag, Maybe, Number, Way, record};
use aqm_sim::aqm::{Amount, AqmConfig, PiParams};
use aqm_sim::time::Span;

const GAIN: Number = Number::new("1/packet", 0.0, 1.0).log_slider(0.000_001, 0.01, 0.000_001);

record! {
    /// Proportional-integral controller. Holds the queue at a reference length; its gains must fit the network.
    #[derive(Copy)]
    pub struct Pi, label "PI", look "green" "solid", family "By queue length", agree agree {
        /// Queue length that the controller aims at, in packets of 1500 bytes.
        reference_packets: Option<f64> {
            json: "referencePackets", label: "Reference queue",
            check: Way(Number::new("packets", 0.0, 1_000_000.0).log_slider(1.0, 10_000.0, 1.0)),
            default: None, live: true,
        }
        /// Queue length that the controller aims at, as a share of the buffer.
        reference_share: Option<f64> {
            json: "referenceShare", label: "Reference queue",
            check: Way(Number::new("", 0.0, 1.0).slider(0.0, 1.0, 0.01)),
            default: share_unless(*reference_packets), live: true,
            source: "Hollot et al. 2001, section 5 (200 of 800 packets)",
        }
        /// Gain of the queue length now. Off: in proportion to b, or computed from the bandwidth, N and R.
        a: Option<f64> {
            json: "a", label: "Gain a", check: Maybe(GAIN),
            default: PiParams::default().a, live: true,
            source: "Hollot et al. 2001, section 4",
        }
        /// Gain of the queue length at the last update. Off: in proportion to a, or computed from the bandwidth, N and R.
        b: Option<f64> {
            json: "b", label: "Gain b", check: Maybe(GAIN),
            default: PiParams::default().b, live: true,
            source: "Hollot et al. 2001, section 4",
        }
        /// Smallest number of long flows for which the gains are computed: N in the paper.
        flows: f64 {
            json: "designFlows", label: "Design flows (N)",
            check: Number::new("", 1.0, 100_000.0).log_slider(1.0, 1000.0, 1.0),
            default: PiParams::default().flows, live: true,
            source: "Hollot et al. 2001, section 5",
        }
        /// Largest round-trip time for which the gains are computed, queue delay included: R in the paper.
        rtt_ms: f64 {
            json: "designRttMs", label: "Design RTT (R)",
            check: Number::new("ms", 1.0, 10_000.0).log_slider(10.0, 1000.0, 1.0),
            default: PiParams::default().rtt.millis(), live: true,
            source: "Hollot et al. 2001, section 5 (175 packets at 3750 packets/s and 200 ms)",
        }
        /// Updates of the probability per second.
        samples_per_s: f64 {
            json: "samplesPerS", label: "Sampling frequency",
            check: Number::new("1/s", 1.0, 1000.0).log_slider(10.0, 1000.0, 1.0),
            default: 1.0 / PiParams::default().update.seconds(), live: true,
            source: "Hollot et al. 2001, section 5",
        }
        /// Marks ECN-capable packets instead of dropping them.
        ecn: bool {
            json: "ecn", label: "ECN", check: Flag, default: PiParams::default().ecn, live: true,
        }
    }
}

/// Returns the default share of the buffer, unless the reference is given in packets.
fn share_unless(packets: Option<f64>) -> Option<f64> {
    match (packets, PiParams::default().reference) {
        (None, Amount::BufferShare(share)) => Some(share),
        _ => None,
    }
}

impl Pi {
    fn agree(&self, reader: &mut Reader) {
        if self.reference_packets.is_some() && self.reference_share.is_some() {
            reader.problem_in("referenceShare", "cannot be combined with referencePackets.");
        }
    }

    pub(super) fn config(self) -> AqmConfig {
        AqmConfig::Pi(PiParams {
            reference: match (self.reference_packets, self.reference_share) {
                (Some(packets), _) => Amount::Packets(packets),
                (None, Some(share)) => Amount::BufferShare(share),
                (None, None) => unreachable!("a checked reference is given"),
            },
            a: self.a,
            b: self.b,
            flows: self.flows,
            rtt: millis(self.rtt_ms),
            update: Span::from_seconds(1.0 / self.samples_per_s),
            ecn: self.ecn,
        })
    }
}
