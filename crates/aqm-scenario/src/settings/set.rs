//! How a change sets one value: the path is resolved, the value is read and checked like that of a file.

use super::{Effect, Lanes, Settings};
use crate::convert::{millis, rate};
use crate::limits::Limits;
use crate::model::{Burst, Lane, Link, Queue, TimedChange};
use crate::paths::{read_index, split};
use crate::problem::{Problem, Reader, listed, nearest};
use crate::schema::{Check as _, Detail, Integer, Json, shortened};
use aqm_json::{Value, count_text, shown};
use aqm_sim::config::{AppConfig, Change, TrafficConfig};

/// Number of packets that a change orders a lane to drop. Lanes with another discipline than [`Queue::Manual`] ignore it.
const DROP_NEXT: Integer = Integer::new("packets", 1, 1000);

impl Settings {
    /// Applies a change without checking whether the whole scenario then fits the limits.
    pub(super) fn apply_alone(
        &mut self,
        change: &TimedChange,
        reader: &mut Reader,
    ) -> Option<Effect> {
        let to = &change.to;
        match split(&change.set)[..] {
            ["burst"] => {
                let burst = reader.member("to", |reader| Burst::read(to, reader))?;
                let before = self.datagrams_per_s(change.at_s);
                self.bursts.push((change.at_s + burst.duration_s, burst.datagrams_per_s()));
                if !self.check_datagrams("to", change.at_s, before, reader) {
                    self.bursts.pop();
                    return None;
                }
                Some(Effect::on_all(burst.change()))
            }
            ["link", name] => self.apply_to_link(name, to, reader),
            ["link", "reverse", name] if self.link.reverse.is_some() => {
                let reverse = patched(self.link.reverse.as_ref()?, name, to, reader)?;
                self.set_link(
                    Link { reverse: Some(reverse), ..self.link.clone() },
                    "reverse",
                    reader,
                )
            }
            ["link", list @ ("hopsBefore" | "hopsAfter"), index, name] => {
                self.apply_to_hop((list, index, name), change, reader)
            }
            ["queues", lane] => {
                let lane = self.index(lane, self.queues.len(), change, reader)?;
                let queue = reader.member("to", |reader| {
                    let queue = Lane::read(to, reader)?;
                    let before = reader.count();
                    queue.check(&self.traffic, reader);
                    (reader.count() == before).then_some(queue)
                })?;
                Some(self.set_lane(lane, queue))
            }
            ["queues", lane, "dropNext"] => {
                let lane = self.index(lane, self.queues.len(), change, reader)?;
                let count = reader.member("to", |reader| DROP_NEXT.read(to, reader))?;
                let obeys = matches!(self.queues[lane].queue, Queue::Manual(_));
                let changes = obeys.then_some(Change::DropNext(count));
                Some(Effect::new(Lanes::Only(lane), changes.into_iter().collect()))
            }
            ["queues", lane, name] => {
                let lane = self.index(lane, self.queues.len(), change, reader)?;
                self.apply_to_lane(lane, name, to, reader)
            }
            ["traffic", group, name] => {
                let group = self.index(group, self.traffic.len(), change, reader)?;
                self.apply_to_traffic(group, name, change, reader)
            }
            _ => {
                self.refuse_path(change, reader);
                None
            }
        }
    }

    fn apply_to_hop(
        &mut self,
        (list, index, name): (&str, &str, &str),
        change: &TimedChange,
        reader: &mut Reader,
    ) -> Option<Effect> {
        let mut link = self.link.clone();
        let before = link.hops_before.len();
        let is_before = list == "hopsBefore";
        let hops = if is_before { &mut link.hops_before } else { &mut link.hops_after };
        let index = self.index(index, hops.len(), change, reader)?;
        let hop = patched(&hops[index], name, &change.to, reader)?;
        hops[index] = hop;
        if let Some((_, _, message)) = link.oversized_hop_buffer() {
            reader.problem_in("to", ["makes a buffer that ", &message].concat());
            return None;
        }
        self.link = link;
        let index = if is_before { index } else { before + index };
        Some(Effect::on_all(Change::Hop { index, hop: hop.config() }))
    }

    fn apply_to_link(&mut self, name: &str, to: &Value, reader: &mut Reader) -> Option<Effect> {
        let link = patched(&self.link, name, to, reader)?;
        self.set_link(link, name, reader)
    }

    /// Adopts `link`, which has another value for `name`.
    fn set_link(&mut self, mut link: Link, name: &str, reader: &mut Reader) -> Option<Effect> {
        if link.reverse.is_some() != self.link.reverse.is_some() {
            let problem =
                "adds or removes the reverse bottleneck, which cannot change during a run.";
            reader.problem_in("to", problem);
            return None;
        }
        if let Some(message) = link.oversized_buffer().or_else(|| link.oversized_reverse_buffer()) {
            reader.problem_in("to", ["makes a buffer that ", &message].concat());
            return None;
        }
        let change = match name {
            "rateMbps" => {
                link.schedule = None;
                Change::Rate(rate(link.rate_mbps))
            }
            "rttMs" => Change::Rtt(millis(link.rtt_ms)),
            "buffer" => Change::Buffer(link.buffer.config()),
            "deviceQueuePackets" => Change::DeviceQueue(link.device_queue_packets),
            "tokenBucketBytes" => Change::TokenBucket(link.token_bucket_bytes),
            "reverse" => match &link.reverse {
                Some(reverse) => Change::Reverse(reverse.config()),
                None => return None,
            },
            "jitterMs" | "jitterDistribution" | "lossRate" => Change::Noise(link.noise()),
            _ => unreachable!("{name} is not live"),
        };
        self.link = link;
        Some(Effect::on_all(change))
    }

    fn apply_to_traffic(
        &mut self,
        group: usize,
        name: &str,
        TimedChange { at_s, to, .. }: &TimedChange,
        reader: &mut Reader,
    ) -> Option<Effect> {
        let traffic = patched(&self.traffic[group], name, to, reader)?;
        let change = change_of(group, name, &traffic.config());
        let before = self.datagrams_per_s(*at_s);
        let former = std::mem::replace(&mut self.traffic[group], traffic);
        let more = self.traffic[group].tcp_flows().saturating_sub(former.tcp_flows());
        let started = self.started + more;
        let most = reader.limits().started;
        let fits = if started > most {
            let way_out = reader.limits().way_out(started as f64, Limits::FORMAT.started as f64);
            let [makes, what] =
                ["makes the changes start more than ", " TCP flows together. Start fewer."];
            reader.problem_in("to", [makes, &shown(most as f64), what, way_out].concat());
            false
        } else {
            self.check_datagrams("to", *at_s, before, reader)
        };
        if !fits {
            self.traffic[group] = former;
            return None;
        }
        self.extent.start_flows(&self.traffic[group], more);
        self.started = started;
        let lanes = match change {
            // A lane with a congestion control of its own keeps it.
            Change::CongestionControl { .. } => {
                let lanes = self.queues.iter().enumerate();
                let lanes = lanes.filter(|(_, lane)| lane.cc_of(group).is_some());
                Lanes::Without(lanes.map(|(lane, _)| lane).collect())
            }
            _ => Lanes::All,
        };
        Some(Effect::new(lanes, vec![change]))
    }

    fn apply_to_lane(
        &mut self,
        lane: usize,
        name: &str,
        to: &Value,
        reader: &mut Reader,
    ) -> Option<Effect> {
        let next = patched(&self.queues[lane], name, to, reader)?;
        let mut inner = Reader::new("");
        next.check(&self.traffic, &mut inner);
        let problems = inner.into_problems();
        if !problems.is_empty() {
            move_problems(problems, name, reader);
            return None;
        }
        let mut effect = self.set_lane(lane, next);
        if name == "cc" || name == "ccGroup" {
            effect.changes.retain(|change| !matches!(change, Change::Queue(_)));
        }
        Some(effect)
    }

    /// Adopts `next` for a lane. Senders whose congestion control stays the same keep its state.
    fn set_lane(&mut self, lane: usize, next: Lane) -> Effect {
        let mut changes = vec![Change::Queue(next.queue.config())];
        let former = std::mem::replace(&mut self.queues[lane], next);
        for (group, traffic) in self.traffic.iter().enumerate() {
            if let Some(cc) = next.cc(group, traffic)
                && former.cc(group, traffic) != Some(cc)
            {
                changes.push(Change::CongestionControl { group, cc });
            }
        }
        Effect::new(Lanes::Only(lane), changes)
    }

    /// Reads an index below `count`, without sign or leading zeros.
    fn index(
        &self,
        step: &str,
        count: usize,
        change: &TimedChange,
        reader: &mut Reader,
    ) -> Option<usize> {
        let Some(index) = read_index(step) else {
            self.refuse_path(change, reader);
            return None;
        };
        if index < count as u64 {
            return Some(index as usize);
        }
        let last = match count {
            0 => "the list is empty.".to_owned(),
            _ => ["expected 0 to ", &count_text(count - 1), "."].concat(),
        };
        reader.problem_in("set", ["has the number ", step, "; ", &last].concat());
        None
    }

    fn refuse_path(&self, change: &TimedChange, reader: &mut Reader) {
        let paths = self.paths();
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        let set = shortened(&change.set);
        let there_are = "link.<name>, queues.<lane>, queues.<lane>.<name>, \
             traffic.<group>.<name> or burst.";
        reader.problem_in(
            "set",
            match nearest(&change.set, &paths) {
                Some(meant) => ["is '", &set, "'; did you mean '", meant, "'?"].concat(),
                None => ["is '", &set, "'; expected ", there_are].concat(),
            },
        );
    }

    /// Every path that can be set.
    pub fn paths(&self) -> Vec<String> {
        let mut paths = vec!["burst".to_owned()];
        let mut add = |prefix: &str, names: Vec<&str>| {
            paths.extend(names.iter().map(|name| [prefix, ".", name].concat()));
        };
        let mut names = self.link.live();
        if let Some(reverse) = &self.link.reverse {
            add("link.reverse", reverse.live());
        } else {
            names.retain(|name| *name != "reverse");
        }
        add("link", names);
        for (list, hops) in
            [("hopsBefore", &self.link.hops_before), ("hopsAfter", &self.link.hops_after)]
        {
            for (index, hop) in hops.iter().enumerate() {
                add(&["link.", list, ".", &count_text(index)].concat(), hop.live());
            }
        }
        for (lane, queue) in self.queues.iter().enumerate() {
            let lane = count_text(lane);
            add("queues", vec![&lane]);
            let mut names = queue.live();
            if matches!(queue.queue, Queue::Manual(_)) {
                names.push("dropNext");
            }
            add(&["queues.", &lane].concat(), names);
        }
        for (group, traffic) in self.traffic.iter().enumerate() {
            add(&["traffic.", &count_text(group)].concat(), traffic.live());
        }
        paths
    }
}

/// Returns the change of the live member `name` of a group, from the group's new configuration.
fn change_of(group: usize, name: &str, traffic: &TrafficConfig) -> Change {
    match (name, traffic) {
        ("muted", _) => Change::Muted { group, muted: traffic.is_muted() },
        ("flows", _) => Change::Flows { group, flows: traffic.flows() },
        ("ecn", _) => Change::Ecn { group, ecn: traffic.ecn() },
        ("rttMs", _) => Change::GroupRtt { group, rtt: traffic.rtt() },
        ("cc", TrafficConfig::Bulk(tcp) | TrafficConfig::App(AppConfig { tcp, .. })) => {
            Change::CongestionControl { group, cc: tcp.cc }
        }
        (_, TrafficConfig::App(app)) => Change::App { group, kind: app.kind },
        ("rateMbps", TrafficConfig::Datagrams(datagrams)) => {
            Change::SourceRate { group, rate: datagrams.rate }
        }
        _ => unreachable!("{name} is not live"),
    }
}

/// Returns `current` with another value for its live member `name`, read and checked like a file.
///
/// Members that were never set keep their default, even if the default depends on the changed member: a
/// PIE that becomes `paper2013` gets the target of that variant, unless a target is set.
fn patched<T: Json>(current: &T, name: &str, to: &Value, reader: &mut Reader) -> Option<T> {
    let value = patch(current.write(Detail::Short), &current.live(), name, to, reader)?;
    let mut inner = Reader::new("");
    let result = T::read(&value, &mut inner);
    move_problems(inner.into_problems(), name, reader);
    result
}

/// Returns `object` with another value for its member `name`, if that is `live`.
fn patch(
    mut object: Value,
    live: &[&str],
    name: &str,
    to: &Value,
    reader: &mut Reader,
) -> Option<Value> {
    if !live.contains(&name) {
        let name = shortened(name);
        let why = if let Some(meant) = nearest(&name, live) {
            ["'; did you mean '", meant, "'?"].concat()
        } else {
            ["', which cannot change during a run; expected ", &listed(live), "."].concat()
        };
        reader.problem_in("set", ["ends in '", &name, &why].concat());
        return None;
    }
    if let Value::Object(members) = &mut object {
        match members.iter_mut().find(|(member, _)| member == name) {
            Some((_, value)) => *value = to.clone(),
            None => members.push((name.to_owned(), to.clone())),
        }
    }
    Some(object)
}

/// Reports problems of the member `name` as problems of `to`, and others as a value that does not fit.
fn move_problems(problems: Vec<Problem>, name: &str, reader: &mut Reader) {
    for Problem { path, message } in problems {
        match path.strip_prefix(name) {
            Some(rest) if rest.is_empty() || rest.starts_with(['.', '[']) => {
                reader.at(&[".to", rest].concat(), |reader| reader.problem(message));
            }
            _ => reader.problem_in("to", ["does not fit: ", &path, " ", &message].concat()),
        }
    }
}
