//! Cases of rules that the page follows too, with the results of the simulator. The unit tests of the page compare its own
//! results with them: a slider cannot wait for the simulator.

use aqm_json::Value;
use aqm_json::typescript as print;
use aqm_scenario::convert::{millis, rate};
use aqm_scenario::model::{Buffer, TimedChange, put};
use aqm_scenario::problem::Reader;
use aqm_scenario::schema::{Detail, Json as _};

/// All cases as JSON: those of the timeline, and those of buffers.
pub fn json() -> String {
    let [timeline, buffers] = [timeline(), buffers()].map(Value::Array);
    [print::json(&timeline), print::json(&buffers)]
        .iter()
        .zip(["{\n\"timeline\": ", ",\n\"buffers\": "])
        .map(|(rows, before)| [before, rows.trim_end()].concat())
        .collect::<String>()
        + "\n}\n"
}

fn change(at_s: f64, set: &str, to: f64) -> TimedChange {
    let (set, to) = (set.to_owned(), Value::Number(to));
    TimedChange { at_s, set, to, lane: None, muted: false }
}

/// Changes that are added to a timeline of others of the same and of other times.
fn timeline() -> Vec<Value> {
    let paths = ["link.rateMbps", "queues.1", "queues.1.targetMs", "queues.11", "traffic.0.flows"];
    let mut before = Vec::new();
    for (number, path) in paths.into_iter().enumerate() {
        for at_s in [1.0, 2.0, 2.001] {
            put(&mut before, change(at_s, path, number as f64));
            if number == 0 {
                let change_of_all = change(at_s, path, 20.0);
                put(&mut before, TimedChange { lane: Some(1), ..change_of_all.clone() });
                put(&mut before, TimedChange { muted: true, ..change_of_all });
            }
        }
    }
    let list = |changes: &[TimedChange]| {
        Value::Array(changes.iter().map(|change| change.write(Detail::Short)).collect())
    };
    let mut cases = Vec::new();
    for set in paths.into_iter().chain(["queues.1.ecn", "burst"]) {
        for at_s in [0.5, 2.0, 2.0005, 9.0] {
            let change_of_all = change(at_s, set, 9.0);
            let of_lane = TimedChange { lane: Some(1), ..change_of_all.clone() };
            let muted = TimedChange { muted: true, ..change_of_all.clone() };
            for added in [change_of_all, of_lane, muted] {
                let mut after = before.clone();
                put(&mut after, added.clone());
                cases.push(Value::object([
                    ("before", list(&before)),
                    ("change", added.write(Detail::Short)),
                    ("after", list(&after)),
                ]));
            }
        }
    }
    cases
}

/// Sizes of buffers in packets, at several rates and round-trip times.
fn buffers() -> Vec<Value> {
    let sizes = [0.1, 5.0, 33.3, 1000.0].map(|ms| ("ms", ms));
    let multiples = [0.01, 0.5, 1.0, 2.37].map(|bdp| ("bdp", bdp));
    let mut cases = Vec::new();
    for (unit, size) in sizes.into_iter().chain(multiples) {
        for (mbps, rtt_ms, least) in [
            (0.1, 0.1, 1),
            (1.23, 17.0, 10),
            (10.0, 40.0, 1),
            (97.3, 33.3, 1),
            (10_000.0, 250.0, 4),
        ] {
            let buffer =
                Value::object([(unit, Value::Number(size)), ("minPackets", Value::count(least))]);
            let read = Buffer::read(&buffer, &mut Reader::new("")).expect("it is a buffer");
            let packets = read.config().packets(rate(mbps), millis(rtt_ms));
            cases.push(Value::object([
                ("buffer", buffer),
                ("rateMbps", Value::Number(mbps)),
                ("rttMs", Value::Number(rtt_ms)),
                ("packets", Value::count(packets)),
            ]));
        }
    }
    cases
}
