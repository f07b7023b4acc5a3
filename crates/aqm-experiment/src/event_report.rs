//! Drops, marks and losses for people and programs: rows of CSV, and JSON for the page.

use aqm_json::answer;
use aqm_json::answer::known;
use aqm_json::number_text;
use aqm_scenario::model::Link;
use aqm_sim::aqm::List;
use aqm_sim::aqm::{BucketView, Explain as _, Inspect as _, Number};
use aqm_sim::log::{EventLog, HopId, QueueEvent};
use aqm_sim::packet::FlowId;
use aqm_sim::time::{Span, Time};
use aqm_sim::world::Buckets;
use std::fmt::Write as _;

/// The header of the CSV of drops, marks and losses.
pub const EVENTS_CSV_HEADER: &str =
    "time_s,lane,queue,flow,group,packet,bytes,sojourn_ms,kind,reason,numbers,sentence,hop";

/// Returns the name of a place in CSV and JSON: the number of a hop of the forward direction from 1, `reverse` for the hop of the
/// way back, empty for a way back without a hop.
pub fn hop_name(link: &Link, hop: HopId) -> String {
    match hop {
        HopId::Lane => (link.hops_before.len() + 1).to_string(),
        HopId::Other(index) => link.hop_number(index).to_string(),
        HopId::Reverse => "reverse".to_owned(),
        HopId::WayBack => String::new(),
    }
}

/// Appends one row under [`EVENTS_CSV_HEADER`]. `queue` is the kind of the lane's first queue; `group`
/// is `None` for a burst.
pub fn write_event_row(
    text: &mut String,
    link: &Link,
    (lane, queue): (usize, &str),
    group: Option<usize>,
    event: &QueueEvent,
) {
    let QueueEvent { at, hop, flow, sequence, bytes, sojourn, signal } = event;
    let hop = hop_name(link, *hop);
    let time = number_text(at.seconds());
    let group = group.map_or_else(String::new, |group| group.to_string());
    let sojourn = number_text(sojourn.millis());
    let (kind, reason) = (signal.kind(), signal.code());
    let numbers: Vec<String> = signal.numbers().iter().map(number).collect();
    let [numbers, sentence] = [numbers.join("; "), signal.to_string()].map(|text| quoted(&text));
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{time},{lane},{queue},{flow},{group},{sequence},{bytes},{sojourn},{kind},{reason},\
         {numbers},{sentence},{hop}"
    );
}

/// Returns `name=value unit`; the value is empty where there is none at present.
fn number(&Number { name, unit, value }: &Number) -> String {
    let value = if value.is_finite() { number_text(value) } else { String::new() };
    let space = if unit.is_empty() { "" } else { " " };
    [name, "=", &value, space, unit].concat()
}

/// Returns a field of CSV in quotes (RFC 4180).
fn quoted(text: &str) -> String {
    ["\"", &text.replace('"', "\"\""), "\""].concat()
}

answer! {
    /// Drops, marks, losses and probes of one lane in a span of simulated time.
    pub struct LaneEvents {
        /// The first drops, marks and losses of the span, in order.
        "events" events: Vec<LoggedEvent>,
        /// Number of drops, marks and losses in the span, listed or not.
        "eventCount" event_count: u64,
        /// Inner state of the discipline; one entry for each discipline that ran in the span. Only the first bins are listed.
        "probes" probes: Vec<Probes>,
        /// Number of bins in the span that have a probe, listed or not.
        "probeCount" probe_count: usize,
        /// The queues of flows at the end of the span, in the order of service; empty if the discipline has one queue.
        "buckets" buckets: Vec<Bucket>,
        /// Number of the bucket whose packet is on the wire at the end of the span; null if there is none.
        "sending" sending: Option<u32>,
    }

    /// A queue that a discipline serves in turns with others. Flows are hashed into such buckets.
    pub struct Bucket {
        /// Its number.
        "number" number: u32,
        /// The list that it is on.
        "list" list: &'static str = "new" | "old",
        /// The next packet comes from it, unless its algorithm drops all its packets.
        "isNext" is_next: bool,
        /// Bytes that it may send in this turn; may be negative.
        "deficit" deficit: f64,
        /// Waiting packets.
        "packets" packets: u64,
        /// Waiting bytes.
        "bytes" bytes: u64,
        /// Time that its head has waited, ms; null without packets.
        "waitedMs" waited_ms: Option<f64>,
        /// The flows of its packets, then the open flows without packets that share the bucket.
        "flows" flows: Vec<BucketFlow>,
        /// State of the algorithm of the bucket.
        "numbers" numbers: Vec<NamedNumber>,
    }

    /// A flow of a bucket.
    pub struct BucketFlow {
        /// Its number.
        "flow" flow: FlowId,
        /// Index of its traffic group; null for a burst.
        "group" group: Option<usize>,
        /// Its waiting packets.
        "packets" packets: u64,
    }

    /// A packet that was dropped or marked at a hop, or lost behind it.
    pub struct LoggedEvent {
        /// Time, s.
        "atS" at_s: f64,
        /// The hop: 1, 2, ... in the forward direction, `reverse` for the bottleneck of the way back.
        "hop" hop: String,
        /// Number of the flow or source.
        "flow" flow: FlowId,
        /// Index of the traffic group; null for a burst.
        "group" group: Option<usize>,
        /// Number of the segment or datagram within its flow.
        "packet" packet: u64,
        /// Size of the packet.
        "bytes" bytes: u32,
        /// Time that it waited, ms.
        "sojournMs" sojourn_ms: f64,
        /// What happened to it.
        "kind" kind: &'static str = "drop" | "mark" | "loss",
        /// Code of the reason, such as `codel.next`.
        "reason" reason: &'static str,
        /// The numbers behind the decision.
        "numbers" numbers: Vec<NamedNumber>,
        /// The reason in one sentence, for students.
        "sentence" sentence: String,
    }

    /// A number with its name.
    pub struct NamedNumber {
        /// Its name.
        "name" name: &'static str,
        /// Its unit; empty for probabilities, counts and flags.
        "unit" unit: &'static str,
        /// Its value; null if there is none at present.
        "value" value: Option<f64>,
    }

    /// Inner state of a discipline as series, one value a bin.
    pub struct Probes {
        /// Ends of the bins, s.
        "timesS" times: Vec<f64>,
        /// The series.
        "series" series: Vec<ProbeSeries>,
    }

    /// One number of the inner state over time.
    pub struct ProbeSeries {
        /// Its name.
        "name" name: &'static str,
        /// Its unit; empty for probabilities, counts and flags.
        "unit" unit: &'static str,
        /// Its values; null where there was none.
        "values" values: Vec<Option<f64>>,
    }
}

/// Returns the log of a lane for the page, with the probes of the first `most_probes` bins, and the buckets at its end.
pub fn lane_events(
    link: &Link,
    log: &EventLog,
    buckets: &Buckets,
    most_probes: usize,
    group_of: impl Fn(FlowId) -> Option<usize>,
) -> LaneEvents {
    let events = log.events().iter().map(|event| logged(link, event, group_of(event.flow)));
    let mut probes: Vec<Probes> = Vec::new();
    for (at, probe) in log.probes().iter().take(most_probes) {
        let numbers = probe.numbers();
        match probes.last_mut().filter(|last| last.has(&numbers)) {
            Some(last) => last.push(*at, &numbers),
            None => probes.push(Probes::new(*at, &numbers)),
        }
    }
    LaneEvents {
        events: events.collect(),
        event_count: log.events().len() as u64 + log.skipped(),
        probes,
        probe_count: log.probes().len(),
        buckets: buckets.listed.iter().map(|view| bucket(view, &group_of)).collect(),
        sending: buckets.sending.map(|sending| sending.bucket),
    }
}

fn bucket(view: &BucketView, group_of: impl Fn(FlowId) -> Option<usize>) -> Bucket {
    let flows = view.flows.iter().map(|backlog| {
        let flow = backlog.key as FlowId;
        BucketFlow { flow, group: group_of(flow), packets: backlog.packets }
    });
    Bucket {
        number: view.number,
        list: match view.list {
            List::New => "new",
            List::Old => "old",
        },
        is_next: view.is_next,
        deficit: view.deficit as f64,
        packets: view.packets,
        bytes: view.bytes,
        waited_ms: view.waited.map(Span::millis),
        flows: flows.collect(),
        numbers: view.numbers.iter().map(named).collect(),
    }
}

fn named(&Number { name, unit, value }: &Number) -> NamedNumber {
    NamedNumber { name, unit, value: known(value) }
}

fn logged(link: &Link, event: &QueueEvent, group: Option<usize>) -> LoggedEvent {
    LoggedEvent {
        at_s: event.at.seconds(),
        hop: hop_name(link, event.hop),
        flow: event.flow,
        group,
        packet: event.sequence,
        bytes: event.bytes,
        sojourn_ms: event.sojourn.millis(),
        kind: event.signal.kind(),
        reason: event.signal.code(),
        numbers: event.signal.numbers().iter().map(named).collect(),
        sentence: event.signal.to_string(),
    }
}

impl Probes {
    fn new(at: Time, numbers: &[Number]) -> Self {
        let series = numbers.iter();
        let series =
            series.map(|&Number { name, unit, .. }| ProbeSeries { name, unit, values: Vec::new() });
        let mut probes = Probes { times: Vec::new(), series: series.collect() };
        probes.push(at, numbers);
        probes
    }

    /// Returns whether a probe with these numbers belongs to the same series.
    fn has(&self, numbers: &[Number]) -> bool {
        let names = self.series.iter().map(|series| (series.name, series.unit));
        names.eq(numbers.iter().map(|number| (number.name, number.unit)))
    }

    fn push(&mut self, at: Time, numbers: &[Number]) {
        self.times.push(at.seconds());
        for (series, number) in self.series.iter_mut().zip(numbers) {
            series.values.push(known(number.value));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn quotes_in_fields_are_doubled() {
        assert_eq!(quoted(r#"a "b", c"#), r#""a ""b"", c""#);
    }
}
