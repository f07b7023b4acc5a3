//! Completion times of short flows (Fig 7).

use super::setups::{COMPLETION, SetUp};
use super::{LANES, RUNS, all_lanes, figures, notes};
use crate::report::{Axis, Figure, Finding, Kind, Measure, Plot, Report, Row, Series, Value};
use crate::run::{Measured, Run};
use aqm_sim::world::Simulation;

/// Third quartile and mean of the completion time in s, the mean delay of the queue in ms, and the completion times in s
/// that 1 %, 2 %, ... 100 % of the flows do not exceed.
const COLUMNS: usize = 3 + 100;
const QUARTILE: usize = 0;
const MEAN: usize = 1;
const DELAY: usize = 2;

fn read(simulation: &Simulation) -> Measured {
    let summary = simulation.summary();
    let mut values = vec![f64::NAN; COLUMNS];
    values[DELAY] = summary.delay.map_or(f64::NAN, |delay| delay.mean);
    let short = summary.applications.iter().find(|group| !group.distribution.is_empty());
    if let Some((short, times)) = short.and_then(|group| Some((group, group.times?))) {
        values[QUARTILE] = times.p75 / 1e3;
        values[MEAN] = times.mean / 1e3;
        for (value, millis) in values[3..].iter_mut().zip(&short.distribution) {
            *value = millis / 1e3;
        }
    }
    values
}

pub(super) fn runs(set_up: &SetUp) -> Vec<Run> {
    let scenarios = COMPLETION.iter().map(|one| one.in_set_up(set_up, true));
    scenarios.flat_map(|one| all_lanes(&one, COLUMNS, read).collect::<Vec<_>>()).collect()
}

pub(super) fn report(set_up: &SetUp, measured: &[Measured]) -> Report {
    let ours = figures(measured, COLUMNS);
    let mut report = Report {
        notes: notes(set_up),
        measures: vec![
            Measure { name: "third-quartile completion time", unit: "s", decimals: 3 },
            Measure { name: "mean completion time", unit: "s", decimals: 3 },
            Measure { name: "mean delay", unit: "ms", decimals: 2 },
        ],
        ..Report::default()
    };
    for (index, (experiment, lanes)) in COMPLETION.iter().zip(ours.chunks(LANES.len())).enumerate()
    {
        for (lane, ours) in LANES.iter().zip(lanes) {
            let queue = if *lane == LANES[0] { set_up.name } else { lane };
            let values = ours[..3].iter().map(|&ours| Value { ours, ..Value::beside(None, 0.0) });
            let row = Row {
                at: experiment.at(),
                queue: queue.to_owned(),
                values: values.collect(),
                ..Row::default()
            };
            report.rows.push(row);
        }
        let first = report.rows.len() - LANES.len();
        report.plots.push(distribution(experiment.number, experiment.about, first, lanes));
        let runs = index * RUNS..(index + 1) * RUNS;
        report.findings.push(shorter(experiment.number, lanes).needs(runs));
    }
    report
}

/// Returns the distribution of the completion times: mean over the seeds of each percentile. `first`: the row of the first lane.
fn distribution(number: &str, about: &str, first: usize, lanes: &[Vec<Figure>]) -> Plot {
    let series = LANES.iter().zip(lanes).enumerate().map(|(lane, (name, ours))| Series {
        name: (*name).to_owned(),
        queue: Some((*name).to_owned()),
        kind: Kind::Line,
        published: false,
        points: ours[3..]
            .iter()
            .zip(1..)
            .map(|(time, percent)| {
                let share = f64::from(percent) / 100.0;
                [time.mean, share, share, share]
            })
            .collect(),
        rows: vec![first + lane],
    });
    Plot {
        id: number.to_owned(),
        title: format!("Completion times with {about}"),
        x: Axis { name: "completion time", unit: "s", log: false },
        y: Axis { name: "share of the flows", unit: "", log: false },
        series: series.collect(),
        ..Plot::default()
    }
}

/// Returns the text's statement about the third quartile.
fn shorter(number: &str, lanes: &[Vec<Figure>]) -> Finding {
    let (stated, least) = match number {
        "7a" => ("nearly 50 %", 0.4),
        "7b" => ("33 %", 0.25),
        _ => ("30 to 40 %", 0.25),
    };
    let [duk, codel, pie] = [0, 1, 2].map(|lane| lanes[lane][QUARTILE].mean);
    let [mean, mean_codel, mean_pie] = [0, 1, 2].map(|lane| lanes[lane][MEAN].mean);
    let share = 1.0 - duk / codel.min(pie);
    let because = if number == "7c" {
        "The flows of 25 kB compete with 250 bulk flows, and every window is at two or three packets, the least that ECN \
         can reach. That alone is about 15 ms at 500 Mbit/s, so marks cannot make the queue shorter."
            .to_owned()
    } else {
        format!(
            "The users start a new flow at once, so with a full link their mean completion time is users x size / goodput \
             whatever the discipline: {mean:.2} s, CoDel {mean_codel:.2} s, PIE {mean_pie:.2} s. A short queue can only make the flows more equal."
        )
    };
    Finding::new(
        &format!(
            "DUK's third quartile is {stated} lower than CoDel's and PIE's (here at least {:.0} %); {number}",
            100.0 * least
        ),
        share >= least,
        format!("{:.0} % lower: DUK {duk:.3} s, CoDel {codel:.3}, PIE {pie:.3} s", 100.0 * share),
    )
    .because(because)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lanes(quartiles: [f64; 3]) -> Vec<Vec<Figure>> {
        quartiles.map(|quartile| vec![Figure::single(quartile); COLUMNS]).into()
    }

    #[test]
    fn shorter_compares_with_the_better_of_the_others() {
        assert!(shorter("7a", &lanes([1.2, 2.0, 3.0])).holds);
        assert!(!shorter("7a", &lanes([1.3, 2.0, 3.0])).holds);
        assert!(shorter("7b", &lanes([1.5, 3.0, 2.0])).holds);
    }

    #[test]
    fn a_distribution_rises_to_one() {
        let plot = distribution("7a", "short flows", 0, &lanes([1.0, 2.0, 3.0]));
        let points = &plot.series[2].points;
        assert_eq!(
            (points.len(), points[0], points[99]),
            (100, [3.0, 0.01, 0.01, 0.01], [3.0, 1.0, 1.0, 1.0])
        );
    }
}
