//! A lane: a queue discipline, and what the senders of this lane do differently.

use super::{CongestionControl, Queue, Traffic};
use crate::problem::Reader;
use crate::schema::{Blank, Fields, Integer, Json, Kinds, Maybe, Nested, Walk, record};
use aqm_json::shown;
use aqm_sim::cc::CcConfig;
use aqm_sim::config::{AppConfig, TrafficConfig};

record! {
    /// What the senders of a lane do differently from those of other lanes.
    #[derive(Copy)]
    pub struct LaneSenders {
        /// Congestion control of the TCP senders in this lane, in place of that of their groups. Empty: as the traffic.
        cc: Option<CongestionControl> {
            json: "cc", label: "Congestion control", check: Maybe(Nested::NEW), default: None, live: true,
        }
        /// The only traffic group to which the lane's `cc` applies, counted from 0. Empty: all groups over TCP.
        cc_group: Option<u64> {
            json: "ccGroup", label: "Of group", check: Maybe(Integer::new("", 0, 15)), default: None,
            live: true,
        }
    }
}

/// One lane: the queue discipline of the bottleneck, and the congestion control of its senders if the lane sets one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lane {
    /// The queue discipline.
    pub queue: Queue,
    /// What the senders do differently.
    pub senders: LaneSenders,
}

impl Lane {
    /// Returns the name of the discipline.
    pub fn kind(&self) -> &'static str {
        self.queue.kind()
    }

    /// Returns the congestion control that the lane sets for a traffic group over TCP.
    pub fn cc_of(&self, group: usize) -> Option<&CongestionControl> {
        let is_own = self.senders.cc_group.is_none_or(|only| only == group as u64);
        self.senders.cc.as_ref().filter(|_| is_own)
    }

    /// Returns the configuration of a traffic group in this lane.
    pub(crate) fn traffic(&self, group: usize, traffic: &Traffic) -> TrafficConfig {
        let mut config = traffic.config();
        if let (Some(cc), Some(sender)) = (self.cc_of(group), tcp_cc(&mut config)) {
            *sender = cc.config();
        }
        config
    }

    /// Returns the congestion control of a traffic group in this lane; `None` if the group is not over TCP.
    pub(crate) fn cc(&self, group: usize, traffic: &Traffic) -> Option<CcConfig> {
        tcp_cc(&mut self.traffic(group, traffic)).copied()
    }

    /// Reports a group that the lane names and the traffic does not have.
    pub(crate) fn check(&self, traffic: &[Traffic], reader: &mut Reader) {
        let Some(group) = self.senders.cc_group else { return };
        if !traffic.get(group as usize).is_some_and(Traffic::is_tcp) {
            let parts = ["is ", &shown(group as f64), "; expected the number of a group over TCP."];
            reader.problem_in("ccGroup", parts.concat());
        }
    }
}

/// Returns the congestion control of a group over TCP.
fn tcp_cc(config: &mut TrafficConfig) -> Option<&mut CcConfig> {
    match config {
        TrafficConfig::Bulk(tcp) | TrafficConfig::App(AppConfig { tcp, .. }) => Some(&mut tcp.cc),
        TrafficConfig::Datagrams(_) => None,
    }
}

impl Blank for Lane {
    const BLANK: Self = Lane { queue: Queue::BLANK, senders: LaneSenders::BLANK };
}

impl Fields for Lane {
    fn walk(&mut self, walk: &mut Walk<'_>) {
        self.queue.fields().walk(walk);
        self.senders.walk(walk);
    }

    fn agree(&self, reader: &mut Reader) {
        let mut queue = self.queue;
        queue.fields().agree(reader);
    }
}

impl Json for Lane {
    const KINDS: Kinds = Queue::KINDS;

    fn blank(kind: usize) -> Self {
        Lane { queue: Queue::blank(kind), senders: LaneSenders::BLANK }
    }

    fn index(&self) -> usize {
        self.queue.index()
    }

    fn fields(&mut self) -> &mut dyn Fields {
        self
    }

    fn shape() -> crate::schema::describe::Shape {
        use crate::schema::describe::Shape;
        let Shape::Tagged { tag, word, mut variants, .. } = Queue::shape() else {
            unreachable!("queues have kinds")
        };
        let fields = <LaneSenders as crate::schema::Record>::record().fields;
        for variant in &mut variants {
            variant.of.fields.extend(fields.iter().cloned());
        }
        let help = "One lane: the queue discipline of the bottleneck, and the congestion control of its senders \
                    if the lane sets one.";
        Shape::Tagged { name: "Lane", help: help.to_owned(), tag, word, variants }
    }
}
