//! The scenario as a whole.

use super::traffic::datagrams_per_s;
use super::{Link, Queue, Traffic};
use crate::json::{self, Value, shown};
use crate::problem::{Problem, Reader};
use crate::schema::{
    Anything, Check, Detail, Integer, Json as _, List, Maybe, Nested, Number, Text, Version, Way,
    record,
};
use crate::settings::Settings;
use aqm_sim::time::Time;

/// Maximum length of a scenario's text.
pub const MAX_SCENARIO_BYTES: usize = 256 * 1024;
/// Maximum number of timed changes.
pub const MAX_CHANGES: usize = 1000;

const QUEUES: List<Queue> = List::of(1, 6, "queues");
const TRAFFIC: List<Traffic> = List::of(0, 16, "traffic groups");
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
        queues: Vec<Queue> { json: "queues", label: "Queues", check: QUEUES }
        /// Sources of traffic.
        traffic: Vec<Traffic> {
            json: "traffic", label: "Traffic", check: TRAFFIC,
        }
        /// Timed changes during the run, in order of time.
        changes: Vec<TimedChange> {
            json: "changes", label: "Changes", check: CHANGES,
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
    }
}

record! {
    /// An extra source that sends at a constant bit rate for a limited time.
    #[derive(Copy)]
    pub struct Burst {
        /// Rate of the burst, headers included.
        rate_mbps: f64 {
            json: "rateMbps", label: "Burst rate",
            check: Number::new("Mbit/s", 0.01, 10_000.0).log_slider(0.1, 1000.0, 0.1),
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
    /// Reads and checks a scenario. All problems are reported at once.
    pub fn parse(text: &str) -> Result<Scenario, Vec<Problem>> {
        let value = parse(text, MAX_SCENARIO_BYTES)?;
        Scenario::from_value(&value)
    }

    /// Reads and checks a scenario that is JSON already.
    pub fn from_value(value: &Value) -> Result<Scenario, Vec<Problem>> {
        if let Some(message) = other_document(value) {
            // Its fields would all be reported as unknown.
            return Err(vec![Problem::whole(message.to_owned())]);
        }
        let mut reader = Reader::new("");
        let scenario = Scenario::read_checked(value, &mut reader);
        reader.finish(scenario)
    }

    /// Reads and checks a scenario that is a part of another value. Returns `None` only if a problem was reported.
    pub(crate) fn read_checked(value: &Value, reader: &mut Reader) -> Option<Scenario> {
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
        self.changes.iter().filter(|change| change.at_s >= self.duration_s)
    }

    /// Returns the changes sorted by time; changes at the same time stay in the order of the list.
    pub fn timeline(&self) -> Vec<TimedChange> {
        let mut timeline = Vec::new();
        for change in &self.changes {
            add_in_order(&mut timeline, change.clone(), TimedChange::time);
        }
        timeline
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

/// Inserts after all items that are not later. A list is nearly always in order already.
fn add_in_order<T>(list: &mut Vec<T>, item: T, time: impl Fn(&T) -> Time) {
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

    /// Whether `other` sets the same value or a part of it: `queues.0` covers `queues.0.targetMs`.
    pub(crate) fn covers(&self, other: &TimedChange) -> bool {
        let rest = other.set.strip_prefix(&*self.set);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    }
}

/// Reads JSON of at most `most` bytes.
pub(crate) fn parse(text: &str, most: usize) -> Result<Value, Vec<Problem>> {
    let whole = |parts: &[&str]| vec![Problem::whole(parts.concat())];
    if text.len() > most {
        let [most, got] = [most, text.len()].map(|count| shown(count as f64));
        return Err(whole(&["has ", &got, " bytes; expected at most ", &most, "."]));
    }
    // Some editors write a byte order mark.
    json::parse(text.strip_prefix('\u{feff}').unwrap_or(text)).map_err(|error| {
        let [line, column] = [error.line, error.column].map(|count| shown(count as f64));
        whole(&["is not JSON: line ", &line, ", column ", &column, ": ", error.message, "."])
    })
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
    // A duration that is no number has a problem of its own.
    let duration_s = number("durationS").unwrap_or(1.0);
    let mut settings = Settings::of(duration_s, link, queues, traffic);
    settings.check_datagrams("traffic", 0.0, 0.0, reader);
    if !is_oversized {
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
            reader.item(index, |reader| settings.apply(&change, reader));
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
