//! TCP flows that always have data to send.

// The macro names the types of the options that all kinds over TCP share.
use super::*;

tcp_traffic! {
    /// TCP flows that always have data to send.
    pub struct Bulk, label "TCP" {
        /// Number of flows.
        flows: u64 {
            json: "flows", label: "TCP flows", check: FLOWS.log_slider(0, 1000), default: 1, live: true,
        }
    }
}

impl Group for Bulk {
    fn config(&self) -> TrafficConfig {
        TrafficConfig::Bulk(self.tcp())
    }

    fn name(&self) -> &'static str {
        "TCP"
    }
}
