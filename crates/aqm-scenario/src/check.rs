//! Reads scenarios and checks the rules that involve several fields.

use crate::fits::{check_flows, check_rates};
use crate::limits::Limits;
use crate::model::{
    Link, MAX_CHANGES, MAX_SCENARIO_BYTES, QUEUES, Scenario, TRAFFIC, TimedChange, Traffic,
    add_in_order, parse,
};
use crate::problem::{Problem, Reader};
use crate::schema::{Check, Json as _, Nested, Version};
use crate::settings::Settings;
use aqm_json::{Value, shown};

impl Scenario {
    /// Reads and checks a scenario. All problems are reported at once.
    pub fn parse(text: &str) -> Result<Scenario, Vec<Problem>> {
        Scenario::parse_within(text, &Limits::FORMAT)
    }

    /// Reads and checks a scenario. Those of the page have lower limits.
    pub fn parse_within(text: &str, limits: &'static Limits) -> Result<Scenario, Vec<Problem>> {
        let value = parse(text, MAX_SCENARIO_BYTES)?;
        Scenario::from_value_within(&value, limits)
    }

    /// Reads and checks a scenario that is JSON already.
    pub fn from_value(value: &Value) -> Result<Scenario, Vec<Problem>> {
        Scenario::from_value_within(value, &Limits::FORMAT)
    }

    /// Reads a scenario from a parsed JSON value, and checks it against these limits.
    pub fn from_value_within(
        value: &Value,
        limits: &'static Limits,
    ) -> Result<Scenario, Vec<Problem>> {
        if let Some(message) = other_document(value) {
            // Its fields would all be reported as unknown.
            return Err(vec![Problem::whole(message.to_owned())]);
        }
        let mut reader = Reader::within(limits);
        let scenario = Scenario::read_checked(value, &mut reader);
        reader.finish(scenario)
    }

    /// Reads and checks a scenario that is a part of another value. Returns `None` only if a problem was reported.
    pub fn read_checked(value: &Value, reader: &mut Reader) -> Option<Scenario> {
        let before = reader.count();
        if let Some(version) = value.get("version") {
            // Fields of another version would all be reported as unknown.
            reader.member("version", |reader| Version.read(version, reader));
            if reader.count() > before {
                return None;
            }
        }
        let scenario = Scenario::read(value, reader);
        check_together(value, reader);
        scenario.filter(|_| reader.count() == before)
    }
}

/// Returns what a value is and how it is opened, if it belongs to a sweep.
fn other_document(value: &Value) -> Option<&'static str> {
    if value.get("shardVersion").is_some() {
        Some(
            "is one shard of a sweep; expected a scenario. Join all shards with aqm sweep --merge.",
        )
    } else if value.get("scenario").is_some() {
        Some(
            "is a plan of a sweep; expected a scenario. Open it in Sweep, or run it with aqm sweep.",
        )
    } else {
        None
    }
}

/// Checks rules that involve several fields. Skips parts that have problems of their own, because further
/// problems there would only be consequences.
fn check_together(value: &Value, reader: &mut Reader) {
    let number = |name| match value.get(name) {
        Some(Value::Number(number)) => Some(*number),
        _ => None,
    };
    if let (Some(warmup_s), Some(duration_s)) = (number("warmupS"), number("durationS"))
        && warmup_s >= duration_s
    {
        let [warmup, duration] = [warmup_s, duration_s].map(shown);
        let expected = [" s; expected less than durationS (", &duration, " s)."].concat();
        reader.problem_in("warmupS", ["is ", &warmup, &expected].concat());
    }
    let (Some(link), Some(queues), Some(traffic)) = (
        read_part(&Nested::<Link>::NEW, value.get("link")),
        read_part(&QUEUES, value.get("queues")),
        read_part(&TRAFFIC, value.get("traffic")),
    ) else {
        return;
    };
    let oversized = link.oversized_buffer();
    let is_oversized = oversized.is_some();
    if let Some(message) = oversized {
        reader.member("link", |reader| reader.problem_in("buffer", message));
    }
    let oversized = link.oversized_reverse_buffer();
    let is_oversized = is_oversized || oversized.is_some();
    if let Some(message) = oversized {
        reader.member("link", |reader| {
            reader.member("reverse", |reader| reader.problem_in("buffer", message));
        });
    }
    let is_oversized = is_oversized || link.oversized_hop_buffer().is_some();
    if let Some((list, index, message)) = link.oversized_hop_buffer() {
        reader.member("link", |reader| {
            reader.member(list, |reader| {
                reader.item(index, |reader| reader.problem_in("buffer", message));
            });
        });
    }
    if link.reverse.is_none() {
        reader.member("traffic", |reader| check_directions(&traffic, reader));
    }
    reader.member("traffic", |reader| check_hops(link.hop_count(), &traffic, reader));
    reader.member("queues", |reader| {
        for (index, lane) in queues.iter().enumerate() {
            reader.item(index, |reader| lane.check(&traffic, reader));
        }
    });
    // A duration that is no number has a problem of its own.
    let duration_s = number("durationS").unwrap_or(1.0);
    let mut settings = Settings::of(duration_s, link, queues, traffic);
    settings.check_datagrams("traffic", 0.0, 0.0, reader);
    let fits = check_rates(&settings.link, 0.0, None, reader);
    let fits = check_flows(&settings.traffic, 0, ".traffic", reader) && fits;
    if !is_oversized && fits {
        settings.extent().check(None, 0.0, reader);
    }
    let Some(Value::Array(changes)) = value.get("changes") else { return };
    if changes.len() > MAX_CHANGES {
        return;
    }
    let mut timeline: Vec<(usize, TimedChange)> = Vec::new();
    for (index, change) in changes.iter().enumerate() {
        if let Some(change) = TimedChange::read(change, &mut Reader::new("")) {
            add_in_order(&mut timeline, (index, change), |(_, change)| change.time());
        }
    }
    reader.member("changes", |reader| {
        for (index, change) in timeline {
            if reader.is_full() {
                break;
            }
            // What it depends on may be muted, too. It is checked when it is part of the run again.
            if !change.muted {
                reader.item(index, |reader| settings.apply(&change, reader));
            }
        }
    });
}

/// Reports each group that sends in the reverse direction.
fn check_directions(traffic: &[Traffic], reader: &mut Reader) {
    for (index, group) in traffic.iter().enumerate() {
        if group.is_reverse() {
            reader.item(index, |reader| {
                let problem = "is 'reverse'; expected 'forward', or a bottleneck in link.reverse.";
                reader.problem_in("direction", problem);
            });
        }
    }
}

/// Reports each group whose data pass hops that the path does not have.
fn check_hops(count: u64, traffic: &[Traffic], reader: &mut Reader) {
    let most = match count {
        1 => "1: the path has one hop.".to_owned(),
        _ => ["1 to ", &shown(count as f64), ", the hops of the path."].concat(),
    };
    for (index, group) in traffic.iter().enumerate() {
        let (first, last) = group.hops();
        let problem = if group.is_reverse() && (first, last) != (1, None) {
            Some((
                "firstHop",
                "has no effect with direction 'reverse'; remove firstHop and lastHop.".to_owned(),
            ))
        } else if first > count {
            Some(("firstHop", ["is ", &shown(first as f64), "; expected ", &most].concat()))
        } else if let Some(last) = last.filter(|&last| last > count) {
            Some(("lastHop", ["is ", &shown(last as f64), "; expected ", &most].concat()))
        } else if let Some(last) = last.filter(|&last| last < first) {
            let parts = [
                "is ",
                &shown(last as f64),
                "; expected at least firstHop (",
                &shown(first as f64),
                ").",
            ];
            Some(("lastHop", parts.concat()))
        } else {
            None
        };
        if let Some((name, message)) = problem {
            reader.item(index, |reader| reader.problem_in(name, message));
        }
    }
}

/// Returns the part if it has no problems.
fn read_part<C: Check>(check: &C, value: Option<&Value>) -> Option<C::Value> {
    check.read(value?, &mut Reader::new(""))
}
