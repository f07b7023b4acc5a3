//! Short flows: each connection carries one message.

// The macro names the types of the options that all kinds over TCP share.
use super::*;
use aqm_sim::config::{AppConfig, FlowArrivals, ShortConfig};

tcp_traffic! {
    /// Short TCP flows: each connection carries one message and then closes.
    pub struct Short, label "Short flows" {
        /// Number of users. Each has one flow at a time.
        flows: u64 {
            json: "flows", label: "Users", check: FLOWS.log_slider(0, 1000), default: 10, live: true,
        }
        /// Sizes of the messages.
        size: FlowSize {
            json: "size", label: "Size", check: Nested::NEW,
            default: FlowSize::Fixed(FixedSize { bytes: 100_000 }), live: true,
        }
        /// Arrival rate of flows, as a Poisson process. A flow without a free user is refused. Off: each
        /// user starts a flow after a pause.
        arrivals_per_s: Option<f64> {
            json: "arrivalsPerS", label: "Arrival rate",
            check: Maybe(Number::new("1/s", 0.0, 1000.0).log_slider(0.1, 1000.0, 0.1)),
            default: None, live: true,
        }
        /// Mean pause of a user between two flows. It has no effect with an arrival rate.
        think_s: f64 { json: "thinkS", label: "Pause", check: THINK, default: 1.0, live: true }
        /// Distribution of the pauses.
        think: Pauses {
            json: "think", label: "Pauses", check: Choices::NEW, default: Pauses::Exponential,
            live: true,
        }
    }
}

impl Group for Short {
    fn config(&self) -> TrafficConfig {
        let arrivals = match self.arrivals_per_s {
            Some(per_s) => FlowArrivals::Open(per_s),
            None => FlowArrivals::Closed(think(self.think_s, self.think)),
        };
        let kind = AppKind::Short(ShortConfig { sizes: self.size.config(), arrivals });
        TrafficConfig::App(AppConfig { tcp: self.tcp(), kind })
    }

    fn name(&self) -> &'static str {
        "short flows"
    }

    fn places(&self, users: u64) -> u64 {
        // Most RTTs are shorter than a second.
        let closing = self.arrivals_per_s.unwrap_or_default().ceil() as u64;
        2 * users + closing + SPARE_PLACES
    }
}
