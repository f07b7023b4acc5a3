//! The disciplines' inner state over time.

use crate::common::valid;
use aqm_experiment::Experiment;
use aqm_scenario::TimedChange;
use aqm_sim::aqm::{Inspect as _, Number};
use aqm_sim::time::Time;
use aqm_sim::world::Simulation;
use serde_json::{Value, json};

fn scenario() -> Value {
    json!({
        "version": 1, "durationS": 6, "link": { "rateMbps": 10, "rttMs": 30, "buffer": { "packets": 200 } },
        "queues": [{ "kind": "red" }, { "kind": "codel" }, { "kind": "dualpi2" }, { "kind": "droptail" }],
        "traffic": [{ "kind": "bulk", "flows": 4 }],
        "changes": [{ "atS": 3, "set": "queues.0", "to": { "kind": "pie" } }]
    })
}

fn finished(experiment: Experiment) -> Experiment {
    let mut experiment = experiment;
    experiment.advance(experiment.end());
    experiment
}

fn at(seconds: f64) -> Time {
    Time::from_seconds(seconds)
}

fn digests(experiment: &Experiment) -> Vec<u64> {
    experiment.lanes().iter().map(Simulation::digest).collect()
}

/// All numbers that a lane has recorded, as bits, so that gaps are equal.
fn recorded(lane: &Simulation) -> Vec<Vec<u32>> {
    let series = lane.probe_series().expect("it records probes");
    let column = |of: &aqm_sim::aqm::ProbeNumber| series.column(of.name, of.unit, 0);
    let columns = aqm_sim::aqm::probe_numbers().map(column);
    columns.map(|column| column.into_iter().map(f32::to_bits).collect()).collect()
}

fn all(experiment: &Experiment) -> Vec<Vec<Vec<u32>>> {
    experiment.lanes().iter().map(recorded).collect()
}

#[test]
fn the_recorded_numbers_are_those_of_the_log_and_the_run_stays_the_same() {
    let plain = finished(Experiment::new(valid(&scenario())));
    let run = finished(Experiment::new(valid(&scenario())).with_probes());
    assert_eq!(digests(&run), digests(&plain));
    for lane in 0..4 {
        let log = plain.events(lane, Time::ZERO, plain.end(), 0);
        let series = run.lanes()[lane].probe_series().expect("it records probes");
        assert_eq!(series.len(), 600);
        assert_eq!(log.probes().len(), 600);
        for (row, (_, probe)) in log.probes().iter().enumerate() {
            for Number { name, unit, value } in probe.plotted() {
                let found = series.value(row, name, unit);
                assert_eq!(found.to_bits(), (value as f32).to_bits(), "{name} in row {row}");
            }
        }
    }
    let average = run.lanes()[0].probe_series().unwrap().column("averageQueue", "packets", 0);
    assert!(average[299] > 0.0 && average[300..].iter().all(|value| value.is_nan()));
}

#[test]
fn a_run_that_needs_them_later_or_is_revised_has_all_of_them() {
    let straight = finished(Experiment::new(valid(&scenario())).with_probes());
    let mut late = finished(Experiment::new(valid(&scenario())).with_snapshots(1000));
    late.want_probes();
    late.revise(valid(&scenario()));
    assert_eq!(late.now(), Time::ZERO, "their past is not recorded");
    late.advance(late.end());
    assert_eq!(all(&late), all(&straight));
    // An edit of the past keeps what lies before it.
    let mut other = scenario();
    other["changes"] = json!([{ "atS": 4, "set": "queues.1.targetMs", "to": 50 }]);
    late.revise(valid(&other));
    assert!(late.lanes()[1].now() > Time::ZERO, "the beginning is recorded");
    late.advance(late.end());
    let expected = finished(Experiment::new(valid(&other)).with_probes());
    assert_eq!(all(&late), all(&expected));
    assert_ne!(all(&expected), all(&straight));
    // Lanes at time zero record from there.
    let mut fresh = Experiment::new(valid(&scenario())).with_snapshots(1000);
    fresh.want_probes();
    fresh.revise(valid(&scenario()));
    assert_eq!(all(&finished(fresh)), all(&straight));
}

#[test]
fn the_state_at_a_time_is_that_of_a_run_that_stops_there() {
    let mut run = Experiment::new(valid(&scenario())).with_snapshots(500);
    run.advance(at(2.0));
    let change = r#"{ "atS": 2.5, "set": "link.rateMbps", "to": 5 }"#;
    run.apply(TimedChange::parse(change).unwrap()).unwrap();
    run.advance(at(5.0));
    let before = digests(&run);
    for time in [0.0, 1.2345, 2.5, 3.0, 3.001, 4.9, 5.0, 9.0] {
        let mut straight = Experiment::new(run.scenario().clone());
        straight.advance(at(f64::min(time, 5.0)));
        for lane in 0..4 {
            let text = |numbers: Vec<Number>| format!("{numbers:?}");
            let expected = straight.lanes()[lane].probe().plotted();
            assert_eq!(text(run.probe_at(lane, at(time))), text(expected), "lane {lane} at {time}");
        }
    }
    assert_eq!(digests(&run), before);
    assert!(run.probe_at(3, at(2.0)).is_empty());
}

#[test]
fn the_csv_has_the_numbers_of_the_disciplines_that_run() {
    let run = finished(Experiment::new(valid(&scenario())).with_probes());
    let header = aqm_report::csv_header(&run);
    let names: Vec<&str> = header.split(',').collect();
    let state: Vec<_> = names.iter().filter(|name| name.starts_with("state_")).collect();
    for name in
        ["state_drop_probability", "state_average_queue_packets", "state_departure_rate_mbps"]
    {
        assert!(state.contains(&&name), "{state:?}");
    }
    assert!(!header.contains("virtual"), "{header}");
    let probes = aqm_report::probe_columns(&run);
    assert_eq!(probes.len(), state.len());
    let mut row = String::new();
    let queues = &run.scenario().queues;
    aqm_report::write_csv_row(&mut row, 0, &queues[0], &run.lanes()[0], 299, &probes);
    let values: Vec<&str> = row.trim_end().split(',').collect();
    assert_eq!(values.len(), names.len());
    let value = |name: &str| values[names.iter().position(|own| *own == name).unwrap()];
    assert!(value("state_average_queue_packets").parse::<f32>().unwrap() > 0.0);
    assert_eq!(value("state_next_drop_s"), "");
}
