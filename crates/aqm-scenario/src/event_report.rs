//! Drops and marks for people and programs: rows of CSV, and JSON for the page.

use crate::json::{Value, number_text};
use aqm_sim::aqm::{Explain as _, Inspect as _, Number};
use aqm_sim::log::{EventLog, QueueEvent};
use aqm_sim::packet::FlowId;
use aqm_sim::time::Time;
use std::fmt::Write as _;

/// The header of the CSV of drops and marks.
pub const EVENTS_CSV_HEADER: &str =
    "time_s,lane,queue,flow,group,packet,bytes,sojourn_ms,kind,reason,numbers,sentence";

/// Appends one row under [`EVENTS_CSV_HEADER`]. `queue` is the kind of the lane's first queue; `group`
/// is `None` for a burst.
pub fn write_event_row(
    text: &mut String,
    lane: usize,
    queue: &str,
    group: Option<usize>,
    event: &QueueEvent,
) {
    let QueueEvent { at, flow, sequence, bytes, sojourn, signal } = event;
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
         {numbers},{sentence}"
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

/// Returns the log of a lane as JSON for the page:
///
/// - `events`: a list of `{ "atS", "flow", "group", "packet", "bytes", "sojournMs", "kind", "reason",
///   "numbers", "sentence" }`. `group` is `null` for a burst; `numbers` are `{ "name", "unit", "value" }`.
/// - `eventCount`: the number of events in the span. The list holds the first of them.
/// - `probes`: the discipline's inner state as series, one for each discipline that ran in the span:
///   `{ "timesS", "series": [{ "name", "unit", "values" }] }`. Only the first `most_probes` bins are listed.
/// - `probeCount`: the number of bins in the span.
pub fn events_json(
    log: &EventLog,
    most_probes: usize,
    group_of: impl Fn(FlowId) -> Option<usize>,
) -> Value {
    let events = log.events().iter().map(|event| event_value(event, group_of(event.flow)));
    let count = log.events().len() as u64 + log.skipped();
    let mut probes: Vec<Probes> = Vec::new();
    for (at, probe) in log.probes().iter().take(most_probes) {
        let numbers = probe.numbers();
        match probes.last_mut().filter(|last| last.has(&numbers)) {
            Some(last) => last.push(*at, &numbers),
            None => probes.push(Probes::new(*at, &numbers)),
        }
    }
    Value::object([
        ("events", Value::Array(events.collect())),
        ("eventCount", Value::count(count)),
        ("probes", Value::Array(probes.into_iter().map(Probes::into_value).collect())),
        ("probeCount", Value::count(log.probes().len() as u64)),
    ])
}

fn event_value(event: &QueueEvent, group: Option<usize>) -> Value {
    let numbers = event.signal.numbers().into_iter().map(|Number { name, unit, value }| {
        Value::object([
            ("name", Value::string(name)),
            ("unit", Value::string(unit)),
            ("value", Value::number(value)),
        ])
    });
    Value::object([
        ("atS", Value::number(event.at.seconds())),
        ("flow", Value::count(u64::from(event.flow))),
        ("group", group.map_or(Value::Null, |group| Value::count(group as u64))),
        ("packet", Value::count(event.sequence)),
        ("bytes", Value::count(u64::from(event.bytes))),
        ("sojournMs", Value::number(event.sojourn.millis())),
        ("kind", Value::string(event.signal.kind())),
        ("reason", Value::string(event.signal.code())),
        ("numbers", Value::Array(numbers.collect())),
        ("sentence", Value::string(event.signal.to_string())),
    ])
}

/// Probes of one discipline, as series.
struct Probes {
    times: Vec<Value>,
    series: Vec<(Number, Vec<Value>)>,
}

impl Probes {
    fn new(at: Time, numbers: &[Number]) -> Self {
        let series = numbers.iter().map(|number| (*number, Vec::new())).collect();
        let mut probes = Probes { times: Vec::new(), series };
        probes.push(at, numbers);
        probes
    }

    /// Returns whether a probe with these numbers belongs to the same series.
    fn has(&self, numbers: &[Number]) -> bool {
        let names = self.series.iter().map(|(number, _)| (number.name, number.unit));
        names.eq(numbers.iter().map(|number| (number.name, number.unit)))
    }

    fn push(&mut self, at: Time, numbers: &[Number]) {
        self.times.push(Value::number(at.seconds()));
        for ((_, values), number) in self.series.iter_mut().zip(numbers) {
            values.push(Value::number(number.value));
        }
    }

    fn into_value(self) -> Value {
        let series = self.series.into_iter().map(|(number, values)| {
            Value::object([
                ("name", Value::string(number.name)),
                ("unit", Value::string(number.unit)),
                ("values", Value::Array(values)),
            ])
        });
        let series = Value::Array(series.collect());
        Value::object([("timesS", Value::Array(self.times)), ("series", series)])
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
