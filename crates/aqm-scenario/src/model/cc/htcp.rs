//! H-TCP. Defaults are the simulator's.

use crate::model::table::algorithm;
use crate::schema::Flag;
use aqm_sim::cc::htcp::HtcpParams;

algorithm! {
    /// H-TCP: the longer ago the last loss, the faster the window grows.
    pub struct Htcp of HtcpParams, label "H-TCP", family "High bandwidth" {
        /// Scales the growth with the RTT, so that flows with different RTTs share the link more evenly.
        rtt_scaling: bool {
            json: "rttScaling", label: "RTT scaling", check: Flag,
            source: "Linux, use_rtt_scaling",
        }
        /// Halves the window after a loss if the throughput changed by more than 20 % since the loss before.
        bandwidth_switch: bool {
            json: "bandwidthSwitch", label: "Bandwidth switch", check: Flag,
            source: "Linux, use_bandwidth_switch",
        }
    }
}
