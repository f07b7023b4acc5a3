//! Tables of what each discipline does with each congestion control, and of what the size of a buffer does. Nothing is judged: a change
//! of behaviour shows as a difference that a person can read (`docs/behaviour.md`).

use crate::markdown::table;
use crate::pages::File;
use aqm_experiment::Experiment;
use aqm_scenario::model::{CongestionControl, Queue};
use aqm_scenario::read_scenario;
use aqm_scenario::schema::Json as _;
use aqm_sim::metrics::Summary;

/// Buffers of the second part, in bandwidth-delay products.
const BUFFERS: [f64; 6] = [0.125, 0.25, 0.5, 1.0, 2.0, 4.0];
/// Bandwidth-delay product of the path in packets: 10 Mbit/s x 60 ms / 1500 bytes.
const BDP_PACKETS: f64 = 50.0;
/// Flows of a run.
const FLOWS: usize = 5;

/// A measure of a table: its title, and its value with two or three digits.
type Measure = (&'static str, fn(&Summary) -> String);

const MEASURES: [Measure; 4] = [
    ("Mean queue delay, ms", |run| {
        run.delay.as_ref().map_or_else(missing, |delay| format!("{:.1}", delay.mean))
    }),
    ("Utilization, %", |run| format!("{:.1}", 100.0 * run.utilization)),
    ("Drops, % of the packets", |run| format!("{:.2}", 100.0 * run.drop_rate)),
    ("Fairness (Jain's index)", |run| run.jain.map_or_else(missing, |jain| format!("{jain:.3}"))),
];

/// Runs all cases, and returns `docs/behaviour.md`.
pub fn file() -> File {
    let controls = CongestionControl::KINDS.names;
    // `manual` drops nothing until somebody presses a key.
    let queues: Vec<&str> =
        Queue::KINDS.names.iter().copied().filter(|kind| *kind != "manual").collect();
    let mut text = format!(
        "# Behaviour at a glance

`npm run generate` writes these tables, and the tests compare them: a change of behaviour shows here as a difference that one can read. They are
no validation ([validation.md](validation.md)). Each number is of one run of 40 s with seed 1, measured from 10 s on: {FLOWS} flows over 10 Mbit/s
and 60 ms, without ECN, each discipline and each congestion control with its defaults. A row is a congestion control.
"
    );
    let by_discipline =
        of_runs(controls, &queues, |control, queue| run(control, queue, 3.0 * BDP_PACKETS));
    text += "\n## Disciplines\n\nThe buffer holds 150 packets, three bandwidth-delay products.\n";
    add_tables(
        &mut text,
        controls,
        &queues.iter().map(|kind| kind.to_string()).collect::<Vec<_>>(),
        &by_discipline,
    );
    let by_buffer = of_runs(controls, &BUFFERS, |control, &buffer| {
        run(control, "droptail", (buffer * BDP_PACKETS).ceil())
    });
    text += "\n## Sizes of buffers\n\nDrop-tail; the buffer in bandwidth-delay products of 50 packets.\n";
    add_tables(&mut text, controls, &BUFFERS.map(|buffer| buffer.to_string()), &by_buffer);
    File { path: "docs/behaviour.md".into(), text }
}

/// The runs of all rows and columns.
fn of_runs<Column>(
    controls: &[&str],
    columns: &[Column],
    run: impl Fn(&str, &Column) -> Summary,
) -> Vec<Vec<Summary>> {
    controls
        .iter()
        .map(|control| columns.iter().map(|column| run(control, column)).collect())
        .collect()
}

fn run(control: &str, queue: &str, buffer_packets: f64) -> Summary {
    let text = format!(
        r#"{{ "version": 1, "title": "Behaviour", "durationS": 40, "warmupS": 10,
        "link": {{ "rateMbps": 10, "rttMs": 60, "buffer": {{ "packets": {buffer_packets} }} }},
        "queues": [{{ "kind": "{queue}" }}],
        "traffic": [{{ "kind": "bulk", "flows": {FLOWS}, "cc": "{control}" }}] }}"#
    );
    let scenario = read_scenario(&text).expect("a scenario of its kinds");
    let mut experiment = Experiment::new(scenario);
    experiment.advance(experiment.end());
    experiment.lanes()[0].summary()
}

/// Adds a table for each measure.
fn add_tables(text: &mut String, controls: &[&str], columns: &[String], runs: &[Vec<Summary>]) {
    for (title, value) in MEASURES {
        let head: Vec<String> =
            [String::new()].into_iter().chain(columns.iter().cloned()).collect();
        let rows: Vec<Vec<String>> = controls
            .iter()
            .zip(runs)
            .map(|(control, row)| {
                [(*control).to_owned()].into_iter().chain(row.iter().map(value)).collect()
            })
            .collect();
        *text += &format!("\n### {title}\n\n{}", table(1, &head, &rows));
    }
}

fn missing() -> String {
    "–".to_owned()
}
