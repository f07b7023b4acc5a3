//! The scenario as a whole.

use super::traffic::datagrams_per_s;
use super::{Free, Goal};
use super::{Lane, Link, MAX_MBPS, PresetCard, Traffic};
use crate::problem::{Problem, Reader};
use crate::schema::{
    Anything, Detail, Flag, Integer, Json as _, List, Maybe, Nested, Number, Text, Version, Way,
    record,
};
use aqm_json::{Value, shown};
use aqm_sim::time::Time;

/// Maximum length of a scenario's text.
pub const MAX_SCENARIO_BYTES: usize = 256 * 1024;
/// Maximum number of timed changes.
pub const MAX_CHANGES: usize = 1000;

/// The lanes.
pub(crate) const QUEUES: List<Lane> = List::of(1, 6, "queues");
/// The traffic groups.
pub(crate) const TRAFFIC: List<Traffic> = List::of(0, 16, "traffic groups");
const CHANGES: List<TimedChange> = List::of(0, MAX_CHANGES, "changes");

record! {
    /// An experiment: the same traffic, seed and timed changes, run once per queue.
    pub struct Scenario {
        /// Version of the format.
        version: u64 { json: "version", label: "Version", check: Version }
        /// Title of the experiment.
        title: String { json: "title", label: "Title", check: Text::chars(120), default: String::new() }
        /// Description of the experiment in at most 60 words.
        about: String { json: "about", label: "About", check: Text::words(60), default: String::new() }
        /// Publication or measurement that the experiment reproduces, if there is one.
        source: Option<Source> {
            json: "source", label: "Source", check: Maybe(Nested::NEW), default: None,
        }
        /// Card of the scenario in the page's library, if it is a preset.
        preset: Option<PresetCard> {
            json: "preset", label: "Preset", check: Maybe(Nested::NEW), default: None,
        }
        /// Seed of all random numbers. Equal seeds give equal runs, bit for bit.
        seed: u64 {
            json: "seed", label: "Seed", check: Integer::new("", 0, (1 << 53) - 1).slider(1, 100),
            default: 1,
        }
        /// Length of the run in simulated time.
        duration_s: f64 {
            json: "durationS", label: "Duration",
            check: Number::new("s", 1.0, 3600.0).log_slider(10.0, 3600.0, 10.0),
        }
        /// Time at which statistics of the whole run start.
        warmup_s: f64 {
            json: "warmupS", label: "Warm-up",
            check: Number::new("s", 0.0, 3600.0).slider(0.0, 60.0, 1.0), default: 0.0,
        }
        /// The path and its bottleneck.
        link: Link { json: "link", label: "Path", check: Nested::NEW }
        /// Lanes. The run is repeated with each of these disciplines.
        queues: Vec<Lane> { json: "queues", label: "Queues", check: QUEUES }
        /// Sources of traffic.
        traffic: Vec<Traffic> {
            json: "traffic", label: "Traffic", check: TRAFFIC,
        }
        /// Timed changes during the run, in order of time.
        changes: Vec<TimedChange> {
            json: "changes", label: "Changes", check: CHANGES,
            default: Vec::new(),
        }
        /// Goals of a challenge, all of which are to be reached.
        goals: Vec<Goal> {
            json: "goals", label: "Goals", check: List::of(0, 20, "goals"), default: Vec::new(),
        }
        /// What may be changed to reach the goals. Everything else is locked.
        free: Vec<Free> {
            json: "free", label: "Free", check: List::of(0, 50, "values that may be changed"),
            default: Vec::new(),
        }
    }
}

record! {
    /// Publication or measurement that an experiment reproduces.
    pub struct Source, agree agree {
        /// Short name of the publication, such as schwardmann-2014.
        paper: Option<String> {
            json: "paper", label: "Paper", check: Way(Text::chars(80)), default: None,
        }
        /// Short name of the measurement, such as linux-6.18. The measured values are in a file beside the scenario.
        measurement: Option<String> {
            json: "measurement", label: "Measurement", check: Way(Text::chars(80)), default: None,
        }
        /// Figure or table in the publication.
        item: String { json: "item", label: "Item", check: Text::chars(80), default: String::new() }
    }
}

impl Source {
    fn agree(&self, reader: &mut Reader) {
        if self.paper.is_some() == self.measurement.is_some() {
            let has = if self.paper.is_some() {
                "has 'paper' and 'measurement'"
            } else {
                "has no 'paper' or 'measurement'"
            };
            reader.problem([has, "; expected exactly one of them."].concat());
        }
    }
}

record! {
    /// A change to the running experiment.
    pub struct TimedChange {
        /// Simulated time of the change.
        at_s: f64 { json: "atS", label: "At", check: Number::new("s", 0.0, 3600.0) }
        /// Path of the changed value, such as link.rateMbps, queues.0.targetMs, queues.0, traffic.1.flows or burst.
        set: String { json: "set", label: "Set", check: Text::chars(80) }
        /// New value. For a burst: an object with rateMbps, durationS and packetBytes.
        to: Value { json: "to", label: "To", check: Anything }
        /// The only lane that a change of link, traffic or burst concerns, counted from 0. Empty: all lanes. A change of a queue
        /// concerns the lane that its path names.
        lane: Option<u64> {
            json: "lane", label: "Lane", check: Maybe(Integer::new("", 0, 5)), default: None,
        }
        /// A muted change keeps its place in the list, and the run is as if it were not there.
        muted: bool { json: "muted", label: "Muted", check: Flag, default: false }
    }
}

record! {
    /// An extra source that sends at a constant bit rate for a limited time.
    #[derive(Copy)]
    pub struct Burst {
        /// Rate of the burst, headers included.
        rate_mbps: f64 {
            json: "rateMbps", label: "Burst rate",
            check: Number::new("Mbit/s", 0.01, MAX_MBPS).log_slider(0.1, 1000.0, 0.1),
        }
        /// Duration of the burst.
        duration_s: f64 {
            json: "durationS", label: "Burst length",
            check: Number::new("s", 0.001, 3600.0).log_slider(0.01, 60.0, 0.01),
        }
        /// Size of an IP packet.
        packet_bytes: u64 {
            json: "packetBytes", label: "Packet size", check: Integer::new("bytes", 40, 1500),
            default: 1500,
        }
    }
}

impl Burst {
    pub(crate) fn datagrams_per_s(&self) -> f64 {
        datagrams_per_s(1, self.rate_mbps, self.packet_bytes)
    }
}

impl Scenario {
    /// Returns compact JSON without the defaults: the form for links.
    pub fn to_json(&self) -> String {
        self.write(Detail::Short).to_compact()
    }

    /// Returns JSON without the defaults, or with all of them.
    pub fn to_value(&self, detail: Detail) -> Value {
        self.write(detail)
    }

    /// Returns the canonical text of a file: fields in order, without the defaults. It is laid out for
    /// people, unless that makes it longer than [`MAX_SCENARIO_BYTES`]: then it is one line.
    pub fn to_text(&self) -> String {
        let value = self.write(Detail::Short);
        let text = value.to_pretty();
        if text.len() <= MAX_SCENARIO_BYTES { text } else { value.to_compact() + "\n" }
    }

    /// Returns the changes that a run of the scenario's duration does not reach, or reaches at its very end.
    pub fn late_changes(&self) -> impl Iterator<Item = &TimedChange> {
        self.changes.iter().filter(|change| change.at_s >= self.duration_s && !change.muted)
    }

    /// Returns the changes that are not muted, sorted by time; changes at the same time stay in the order of the list.
    pub fn timeline(&self) -> Vec<TimedChange> {
        let mut timeline = Vec::new();
        for change in self.changes.iter().filter(|change| !change.muted) {
            add_in_order(&mut timeline, change.clone(), TimedChange::time);
        }
        timeline
    }
}

/// Inserts after all items that are not later. A list is nearly always in order already.
pub fn add_in_order<T>(list: &mut Vec<T>, item: T, time: impl Fn(&T) -> Time) {
    let index = list.partition_point(|other| time(other) <= time(&item));
    list.insert(index, item);
}

impl TimedChange {
    /// Reads `{ "atS", "set", "to" }`. Applying it to a scenario checks whether it fits.
    pub fn parse(text: &str) -> Result<TimedChange, Vec<Problem>> {
        let value = parse(text, MAX_SCENARIO_BYTES)?;
        let mut reader = Reader::new("");
        let change = TimedChange::read(&value, &mut reader);
        reader.finish(change)
    }

    /// Time of the change.
    pub fn time(&self) -> Time {
        Time::from_seconds(self.at_s)
    }

    /// Returns whether this change, when it is added, replaces `other`: of the same time and lane, it sets the same value or
    /// one that contains it. A muted change replaces nothing, and nothing replaces it.
    pub fn replaces(&self, other: &TimedChange) -> bool {
        let both_run = !self.muted && !other.muted;
        both_run
            && other.at_s == self.at_s
            && other.lane == self.lane
            && covers(&self.set, &other.set)
    }
}

/// Returns whether `path` is `other` or contains it: `queues.0` covers `queues.0.targetMs`.
pub fn covers(path: &str, other: &str) -> bool {
    other.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Adds a change to a timeline, after all others of its time, in place of those that it replaces. The page does the same
/// (`web/src/core/document/timeline.ts`); `crates/aqm-generate/src/rules.rs` makes the cases of its test.
pub fn put(timeline: &mut Vec<TimedChange>, change: TimedChange) {
    timeline.retain(|other| !change.replaces(other));
    add_in_order(timeline, change, TimedChange::time);
}

/// Reads JSON of at most `most` bytes.
pub fn parse(text: &str, most: usize) -> Result<Value, Vec<Problem>> {
    let whole = |parts: &[&str]| vec![Problem::whole(parts.concat())];
    if text.len() > most {
        let [most, got] = [most, text.len()].map(|count| shown(count as f64));
        return Err(whole(&["has ", &got, " bytes; expected at most ", &most, "."]));
    }
    // Some editors write a byte order mark.
    aqm_json::parse(text.strip_prefix('\u{feff}').unwrap_or(text)).map_err(|error| {
        let [line, column] = [error.line, error.column].map(|count| shown(count as f64));
        whole(&["is not JSON: line ", &line, ", column ", &column, ": ", error.message, "."])
    })
}
