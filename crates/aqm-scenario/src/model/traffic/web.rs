//! Page loads.

// The macro names the types of the options that all kinds over TCP share.
use super::*;
use aqm_sim::config::{AppConfig, WebConfig};

tcp_traffic! {
    /// Page loads: a main object, then other objects over several parallel connections.
    pub struct Web, label "Web" {
        /// Number of users. Each loads one page at a time.
        flows: u64 {
            json: "flows", label: "Users", check: FLOWS.log_slider(0, 1000), default: 5, live: true,
        }
        /// Size of a page's main object.
        page_bytes: u64 {
            json: "pageBytes", label: "Main object", check: BYTES, default: 50_000, live: true,
        }
        /// Number of other objects of a page.
        objects: u64 {
            json: "objects", label: "Objects", check: Integer::new("", 0, 500).slider(0, 100),
            default: 20, live: true,
        }
        /// Sizes of the other objects.
        size: FlowSize {
            json: "size", label: "Object size", check: Nested::NEW,
            default: FlowSize::Lognormal(LognormalSize {
                median_bytes: 10_000, max_bytes: 1_000_000, sigma: 1.5,
            }),
            live: true,
        }
        /// Most parallel connections of a user.
        connections: u64 {
            json: "connections", label: "Connections", check: Integer::new("", 1, 16), default: 6,
            live: true, source: "today's browsers with HTTP/1.1",
        }
        /// Mean pause between two pages.
        think_s: f64 { json: "thinkS", label: "Pause", check: THINK, default: 5.0, live: true }
        /// Distribution of the pauses.
        think: Pauses {
            json: "think", label: "Pauses", check: Choices::NEW, default: Pauses::Exponential,
            live: true,
        }
    }
}

impl Group for Web {
    fn config(&self) -> TrafficConfig {
        let kind = AppKind::Web(WebConfig {
            page_bytes: self.page_bytes,
            objects: small(self.objects),
            sizes: self.size.config(),
            connections: small(self.connections),
            think: think(self.think_s, self.think),
        });
        TrafficConfig::App(AppConfig { tcp: self.tcp(), kind })
    }

    fn name(&self) -> &'static str {
        "web"
    }

    fn places(&self, users: u64) -> u64 {
        2 * users * self.connections + SPARE_PLACES
    }
}
