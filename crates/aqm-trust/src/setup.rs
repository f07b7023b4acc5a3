//! What is compared between a scenario and a row: the discipline, the path, and the traffic.

use aqm_json::{Value, shown};
use aqm_scenario::model::{Buffer, CongestionControl, Queue, Traffic};
use aqm_scenario::schema::Json as _;
use aqm_scenario::schema::describe::Shape;
use aqm_scenario::{Detail, Scenario};
use aqm_sim::math;
use std::collections::BTreeSet;
use std::f64::consts::LN_2;

/// A lane of a scenario, as far as rows can differ from it.
pub(super) struct Setup {
    queue: Value,
    rate_mbps: f64,
    rtt_ms: f64,
    /// In bandwidth-delay products.
    buffer_bdp: f64,
    flows: f64,
    /// In words: congestion controls, other traffic, parts of the path. Sorted.
    pub(super) features: Vec<String>,
}

/// A number that rows cover from the least to the greatest.
#[derive(Clone, Copy)]
pub(super) enum Field {
    Rate,
    Rtt,
    Flows,
    /// Drop-tail only: with another discipline the buffer hardly matters.
    Buffer,
}

impl Field {
    pub(super) const ALL: [Field; 4] = [Field::Rate, Field::Rtt, Field::Flows, Field::Buffer];

    pub(super) fn of(self, setup: &Setup) -> f64 {
        match self {
            Field::Rate => setup.rate_mbps,
            Field::Rtt => setup.rtt_ms,
            Field::Flows => setup.flows,
            Field::Buffer if setup.discipline() == "droptail" => setup.buffer_bdp,
            Field::Buffer => 0.0,
        }
    }

    pub(super) fn unit(self) -> &'static str {
        match self {
            Field::Rate => " Mbit/s",
            Field::Rtt => " ms RTT",
            Field::Flows => " TCP flows",
            Field::Buffer => " BDP of buffer",
        }
    }
}

impl Setup {
    pub(super) fn new(scenario: &Scenario, lane: usize) -> Setup {
        let value = scenario.to_value(Detail::Full);
        let link = &scenario.link;
        let queue = list(&value, "queues").get(lane).cloned().unwrap_or(Value::Null);
        let groups = list(&value, "traffic").iter().zip(&scenario.traffic).enumerate();
        let mut features = BTreeSet::new();
        let mut flows = 0.0;
        for (index, (json, group)) in groups.filter(|(_, (json, _))| !is_set(json, "muted")) {
            if matches!(group, Traffic::Bulk(_)) {
                flows += number(json, "flows");
            } else {
                features.insert(format!("traffic of the kind {}", text(json, "kind")));
            }
            if json.get("cc").is_some() {
                let of_lane = queue.get("cc").filter(|cc| **cc != Value::Null);
                let is_own = queue
                    .get("ccGroup")
                    .is_none_or(|only| *only == Value::Null || *only == Value::count(index as u64));
                let cc = of_lane.filter(|_| is_own).or_else(|| json.get("cc"));
                features.insert(format!("{} senders", control(cc.map_or("", kind))));
                let stack = text(json, "stack");
                features.insert(format!("the stack {stack}"));
                if is_set(json, "ecn") {
                    features.insert("ECN".into());
                }
                if is_set(json, "pacing") {
                    features.insert("pacing of all senders".into());
                }
            }
            if json.get("rttMs").is_some_and(|rtt| *rtt != Value::Null) {
                features.insert("a round-trip time for each group".into());
            }
            if text(json, "direction") == "reverse" {
                features.insert("data in the reverse direction".into());
            }
        }
        let mut add = |applies: bool, text: &str| {
            if applies {
                features.insert(text.into());
            }
        };
        add(link.reverse.is_some() || link.ack_rate_mbps.is_some(), "a reverse bottleneck");
        add(link.hop_count() > 1, "several hops");
        add(link.jitter_ms > 0.0, "jitter");
        add(link.loss_rate > 0.0, "random losses of the path");
        add(link.schedule.is_some(), "a bandwidth that varies");
        add(link.token_bucket_bytes > 0, "a token bucket");
        add(link.device_queue_packets > 0, "a device queue");
        add(scenario.changes.iter().any(|change| !change.muted), "changes during the run");
        Setup {
            buffer_bdp: buffer_bdp(&link.buffer, link.rate_mbps, link.rtt_ms),
            queue: without_senders(queue),
            rate_mbps: link.rate_mbps,
            rtt_ms: link.rtt_ms,
            flows,
            features: features.into_iter().collect(),
        }
    }

    /// Returns the kind of the discipline, as in scenarios.
    pub(super) fn discipline(&self) -> &str {
        text(&self.queue, "kind")
    }

    pub(super) fn discipline_name(&self) -> String {
        match self.discipline() {
            // Its label is "You".
            "manual" => "a queue whose user drops packets".to_owned(),
            kind => Queue::short_name(kind).unwrap_or(kind).to_owned(),
        }
    }

    /// Returns how unlike another setup with the same discipline is. A factor of two in bandwidth or RTT counts as one; a
    /// congestion control, or anything else that only one of them has, as two.
    pub(super) fn distance(&self, other: &Setup) -> f64 {
        let factor = |a: f64, b: f64| (math::ln((a + 1e-9) / (b + 1e-9)) / LN_2).abs();
        let odd = |all: &[String], rest: &[String]| {
            all.iter().filter(|feature| !rest.contains(feature)).count() as f64
        };
        let buffer = if self.discipline() == "droptail" { 1.0 } else { 0.1 };
        factor(self.rate_mbps, other.rate_mbps)
            + factor(self.rtt_ms, other.rtt_ms)
            + 0.5 * factor(self.flows + 1.0, other.flows + 1.0)
            + buffer * factor(self.buffer_bdp, other.buffer_bdp)
            + 2.0 * odd(&self.features, &other.features)
            + 2.0 * odd(&other.features, &self.features)
            + f64::from(u8::from(self.queue != other.queue))
    }

    /// Returns the parameters that no row has, with those of the row that is most alike. `None`: some row has all of them.
    pub(super) fn other_parameters<'a>(
        &self,
        rows: impl Iterator<Item = &'a Setup>,
    ) -> Option<String> {
        let changed = |row: &Setup| -> Vec<String> {
            let Value::Object(members) = &self.queue else { return Vec::new() };
            members
                .iter()
                .filter(|(name, value)| row.queue.get(name) != Some(value))
                .map(|(name, value)| match value {
                    Value::Number(number) => format!("{name} {}", shown(*number)),
                    Value::String(word) => format!("{name} {word}"),
                    other => format!("{name} {}", other.to_compact()),
                })
                .collect()
        };
        let least = rows.map(changed).min_by_key(Vec::len)?;
        let name = self.discipline_name();
        (!least.is_empty()).then(|| format!("{name} with {}", least.join(", ")))
    }
}

/// Returns the size of a buffer in bandwidth-delay products.
fn buffer_bdp(buffer: &Buffer, rate_mbps: f64, rtt_ms: f64) -> f64 {
    let bdp_bytes = rate_mbps * rtt_ms * 125.0;
    match buffer {
        Buffer::Packets(buffer) => buffer.packets as f64 * 1500.0 / bdp_bytes,
        Buffer::Bytes(buffer) => buffer.bytes as f64 / bdp_bytes,
        Buffer::Ms(buffer) => buffer.ms / rtt_ms,
        Buffer::Bdp(buffer) => buffer.bdp,
    }
}

/// Removes what a lane says about its senders.
fn without_senders(queue: Value) -> Value {
    let Value::Object(mut members) = queue else { return queue };
    members.retain(|(name, _)| name != "cc" && name != "ccGroup");
    Value::Object(members)
}

/// Returns the name of a congestion control on the page: "CUBIC" of "cubic".
fn control(kind: &str) -> String {
    let named = match CongestionControl::shape() {
        Shape::Tagged { variants, .. } => {
            variants.into_iter().find(|one| one.name == kind).map(|one| one.label)
        }
        _ => None,
    };
    named.unwrap_or(kind).to_owned()
}

/// Returns the kind of a congestion control, which is a word or an object.
fn kind(cc: &Value) -> &str {
    match cc {
        Value::String(word) => word,
        other => text(other, "kind"),
    }
}

fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    if let Some(Value::Array(list)) = value.get(name) { list } else { &[] }
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    if let Some(Value::String(text)) = value.get(name) { text } else { "" }
}

fn number(value: &Value, name: &str) -> f64 {
    if let Some(Value::Number(number)) = value.get(name) { *number } else { 0.0 }
}

fn is_set(value: &Value, name: &str) -> bool {
    value.get(name) == Some(&Value::Bool(true))
}
