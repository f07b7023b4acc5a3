//! AVQ (Kunniyur and Srikant 2001). Defaults and their sources are the simulator's.

use crate::schema::{Flag, Maybe, Number, record};
use aqm_sim::aqm::{Amount, AqmConfig, AvqParams};

record! {
    /// Adaptive virtual queue. Drops packets that would overflow a virtual queue, whose link is slower. Its rate adapts to the desired utilization.
    #[derive(Copy)]
    pub struct Avq, label "AVQ", look "orange" "dashDot", family "By load" {
        /// Utilization of the link that AVQ aims at: gamma in the paper.
        utilization: f64 {
            json: "utilization", label: "Desired utilization (gamma)",
            check: Number::new("", 0.1, 1.0).slider(0.8, 1.0, 0.005),
            default: AvqParams::default().utilization, live: true,
            source: "Kunniyur and Srikant 2001, section 4",
        }
        /// Speed at which the capacity of the virtual queue adapts. Too high values make it oscillate.
        alpha: f64 {
            json: "alpha", label: "Alpha",
            check: Number::new("1/s", 0.0, 100.0).log_slider(0.01, 10.0, 0.01),
            default: AvqParams::default().alpha, live: true,
            source: "Kunniyur and Srikant 2001, section 4",
        }
        /// Size of the virtual buffer, in packets of 1500 bytes. Off: as large as the buffer.
        virtual_buffer_packets: Option<f64> {
            json: "virtualBufferPackets", label: "Virtual buffer",
            check: Maybe(Number::new("packets", 1.0, 1_000_000.0).log_slider(1.0, 10_000.0, 1.0)),
            default: packets(AvqParams::default().buffer), live: true,
            source: "Kunniyur and Srikant 2001, section 4",
        }
        /// Marks ECN-capable packets instead of dropping them. A full buffer still drops.
        ecn: bool {
            json: "ecn", label: "ECN", check: Flag, default: AvqParams::default().ecn, live: true,
        }
    }
}

/// Returns an amount in packets, or `None` for a share of the buffer.
fn packets(amount: Amount) -> Option<f64> {
    match amount {
        Amount::Packets(packets) => Some(packets),
        _ => None,
    }
}

impl Avq {
    pub(super) fn config(self) -> AqmConfig {
        AqmConfig::Avq(AvqParams {
            utilization: self.utilization,
            alpha: self.alpha,
            buffer: self
                .virtual_buffer_packets
                .map_or(AvqParams::default().buffer, Amount::Packets),
            ecn: self.ecn,
        })
    }
}
