//! H-TCP. Defaults are the simulator's.

use crate::schema::{Flag, record};
use aqm_sim::cc::CcConfig;
use aqm_sim::cc::htcp::HtcpParams;

record! {
    /// H-TCP: the longer ago the last loss, the faster the window grows.
    #[derive(Copy)]
    pub struct Htcp, label "H-TCP", family "High bandwidth" {
        /// Scales the growth with the RTT, so that flows with different RTTs share the link more evenly.
        rtt_scaling: bool {
            json: "rttScaling", label: "RTT scaling", check: Flag,
            default: HtcpParams::default().rtt_scaling, source: "Linux, use_rtt_scaling",
        }
        /// Halves the window after a loss if the throughput changed by more than 20 % since the loss before.
        bandwidth_switch: bool {
            json: "bandwidthSwitch", label: "Bandwidth switch", check: Flag,
            default: HtcpParams::default().bandwidth_switch, source: "Linux, use_bandwidth_switch",
        }
    }
}

impl Default for Htcp {
    fn default() -> Self {
        let HtcpParams { rtt_scaling, bandwidth_switch } = HtcpParams::default();
        Htcp { rtt_scaling, bandwidth_switch }
    }
}

impl Htcp {
    pub(super) fn config(&self) -> CcConfig {
        let Htcp { rtt_scaling, bandwidth_switch } = *self;
        CcConfig::Htcp(HtcpParams { rtt_scaling, bandwidth_switch })
    }
}
