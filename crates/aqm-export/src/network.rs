//! The network of the targets on Linux: nodes, links with addresses, and routes.

use crate::plan::Plan;
use crate::route;
use aqm_sim::config::{BulkConfig, MTU};
use aqm_sim::time::Span;

/// A pair of virtual interfaces.
pub struct Link {
    /// Nodes, interfaces and addresses of both ends.
    pub ends: [(String, String, String); 2],
    /// MTU of both.
    pub mtu: u32,
}

/// Nodes, links and routes.
pub struct Network {
    /// Routers, wires and endpoints.
    pub nodes: Vec<String>,
    /// Links between them.
    pub links: Vec<Link>,
    /// Routes: a node and the rest of `ip route add`.
    pub routes: Vec<(String, String)>,
}

/// A pair of endpoints.
struct Pair<'a> {
    number: usize,
    left: usize,
    right: usize,
    tcp: Option<&'a BulkConfig>,
}

impl Network {
    /// Returns the network of a plan.
    pub fn new(plan: &Plan<'_>) -> Self {
        let config = plan.first();
        let hops = route::hops(config);
        let mut network = Network { nodes: Vec::new(), links: Vec::new(), routes: Vec::new() };
        // The chain of routers, with a wire where a hop has a delay.
        let mut chain = vec!["r0".to_owned()];
        for hop in 0..hops {
            let has_delay = route::wire(config, hop) > Span::ZERO
                || plan.lanes.iter().any(|lane| lane.has_wire_change(hop));
            if has_delay {
                chain.push(format!("w{hop}"));
            }
            chain.push(format!("r{}", hop + 1));
        }
        for (number, pair) in chain.windows(2).enumerate() {
            network.links.push(Link {
                ends: [
                    (pair[0].clone(), "right".to_owned(), format!("10.3.{number}.1")),
                    (pair[1].clone(), "left".to_owned(), format!("10.3.{number}.2")),
                ],
                mtu: MTU,
            });
        }
        let mut pairs: Vec<Pair<'_>> = Vec::new();
        for (number, group) in config.traffic.iter().enumerate() {
            let (left, right) = route::routers(config, group);
            pairs.push(Pair { number, left, right, tcp: group.tcp() });
        }
        if plan.has_bursts() {
            pairs.push(Pair { number: pairs.len(), left: 0, right: hops, tcp: None });
        }
        network.nodes.clone_from(&chain);
        for pair in &pairs {
            network.attach(pair);
            network.route(&chain, pair);
        }
        network
    }

    fn attach(&mut self, pair: &Pair<'_>) {
        let number = pair.number;
        let mtu = pair.tcp.map_or(MTU, |tcp| tcp.packet_bytes);
        for (side, router, net) in [("s", pair.left, 1), ("d", pair.right, 2)] {
            let node = format!("{side}{number}");
            self.links.push(Link {
                ends: [
                    (format!("r{router}"), node.clone(), format!("10.{net}.{number}.1")),
                    (node.clone(), "eth0".to_owned(), format!("10.{net}.{number}.2")),
                ],
                mtu,
            });
            let mut route = format!("default via 10.{net}.{number}.1");
            if let Some(tcp) = pair.tcp {
                route.push_str(&format!(" initcwnd {}", tcp.initial_window));
                if !tcp.delayed_ack {
                    route.push_str(" quickack 1");
                }
            }
            self.routes.push((node.clone(), route));
            self.nodes.push(node);
        }
    }

    /// Adds the routes to a pair of endpoints at all routers and wires.
    fn route(&mut self, chain: &[String], pair: &Pair<'_>) {
        for (router, net) in [(pair.left, 1), (pair.right, 2)] {
            let place =
                chain.iter().position(|node| *node == format!("r{router}")).expect("a router");
            for (index, node) in chain.iter().enumerate() {
                let via = match index.cmp(&place) {
                    std::cmp::Ordering::Less => format!("10.3.{index}.2"),
                    std::cmp::Ordering::Equal => continue,
                    std::cmp::Ordering::Greater => format!("10.3.{}.1", index - 1),
                };
                self.routes
                    .push((node.clone(), format!("10.{net}.{}.0/24 via {via}", pair.number)));
            }
        }
    }
}
