//! Completion times of short flows (Fig 7).

use super::setups::{COMPLETION, SetUp};
use super::{LANES, RUNS, SEEDS, figures};
use crate::reading::{Place, Reading};
use crate::report::{Axis, Figure, Finding, Kind, Measure, Plot, Report, Row, Series, Value};
use crate::run::Measured;
use crate::traces::{confidence_of, mean_and_confidence};
use aqm_sim::world::Simulation;

/// Third quartile and mean of the completion time in s, the mean delay of the queue in ms, and the completion times in s
/// that 1 %, 2 %, ... 100 % of the flows do not exceed.
const COLUMNS: usize = OF_PERCENTILES + PERCENTILES;
const QUARTILE: usize = 0;
const MEAN: usize = 1;
const DELAY: usize = 2;
const OF_PERCENTILES: usize = 3;
const PERCENTILES: usize = 100;

fn read(simulation: &Simulation) -> Measured {
    let summary = simulation.summary();
    let mut values = vec![f64::NAN; COLUMNS];
    values[DELAY] = summary.delay.map_or(f64::NAN, |delay| delay.mean);
    let short = summary.applications.iter().find(|group| !group.distribution.is_empty());
    if let Some((short, times)) = short.and_then(|group| Some((group, group.times?))) {
        values[QUARTILE] = times.p75 / 1e3;
        values[MEAN] = times.mean / 1e3;
        for (value, millis) in values[OF_PERCENTILES..].iter_mut().zip(&short.distribution) {
            *value = millis / 1e3;
        }
    }
    values
}

pub(crate) fn reading(_: &Place<'_>) -> Reading {
    Reading::new(COLUMNS, read)
}

pub(crate) fn report(set_up: &SetUp, measured: &[Measured]) -> Report {
    let ours = figures(measured, COLUMNS);
    let mut report = Report {
        measures: vec![
            Measure::new("third-quartile completion time", "s", 3),
            Measure::new("mean completion time", "s", 3),
            Measure::new("mean delay", "ms", 2),
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
        let runs = index * RUNS..(index + 1) * RUNS;
        let made = &measured[runs.clone()];
        report.plots.push(distribution(experiment.number, experiment.about, first, made));
        report.findings.push(shorter(experiment.number, lanes).needs(runs));
    }
    report
}

/// Returns the distribution of the completion times: the share of the flows that have ended by a time, mean over the seeds and its 95 %
/// confidence interval. The times of a lane are the means of its percentiles, so the curve has a point for each percent. `first`: the row of
/// the first lane.
fn distribution(number: &str, about: &str, first: usize, measured: &[Measured]) -> Plot {
    let lanes = LANES.iter().zip(measured.chunks(SEEDS as usize)).enumerate();
    let series = lanes.map(|(lane, (name, runs))| {
        let percentile = |at: usize| {
            Figure::of(&runs.iter().map(|run| run[OF_PERCENTILES + at]).collect::<Vec<_>>()).mean
        };
        let times: Vec<f64> = (0..PERCENTILES).map(percentile).collect();
        let shares: Vec<Measured> = runs
            .iter()
            .map(|run| times.iter().map(|&time| ended(&run[OF_PERCENTILES..], time)).collect())
            .collect();
        Series {
            name: (*name).to_owned(),
            queue: Some((*name).to_owned()),
            kind: Kind::Line,
            published: false,
            points: mean_and_confidence(times.into_iter(), shares.iter().map(Vec::as_slice)),
            rows: vec![first + lane],
        }
    });
    Plot {
        id: number.to_owned(),
        title: format!("Completion times with {about}"),
        x: Axis::linear("completion time", "s"),
        y: Axis::linear("share of the flows", ""),
        series: series.collect(),
        band: confidence_of(SEEDS as usize),
        ..Plot::default()
    }
}

/// Returns the share of the flows of a run that have ended by `time`, 0..1, from the times that 1 %, 2 %, ... of them do not exceed. Between
/// these it is interpolated. NaN: the run has not been made.
fn ended(percentiles: &[f64], time: f64) -> f64 {
    let Some(&last) = percentiles.last().filter(|last| !last.is_nan()) else { return f64::NAN };
    if time >= last {
        return 1.0;
    }
    let below = percentiles.partition_point(|&one| one <= time);
    let low = if below == 0 { 0.0 } else { percentiles[below - 1] };
    (below as f64 + (time - low) / (percentiles[below] - low)) / percentiles.len() as f64
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
    let side = if share < 0.0 { "higher" } else { "lower" };
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
        format!(
            "{:.0} % {side}: DUK {duk:.3} s, CoDel {codel:.3}, PIE {pie:.3} s",
            100.0 * share.abs()
        ),
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
    fn a_longer_time_is_called_higher() {
        let finding = shorter("7c", &lanes([3.0, 2.0, 2.5]));
        assert!(finding.evidence.starts_with("50 % higher"), "{}", finding.evidence);
    }

    /// The times of a run whose percentiles rise by `step` s each.
    fn run(step: f64) -> Measured {
        (0..COLUMNS).map(|column| step * (column as f64 + 1.0 - OF_PERCENTILES as f64)).collect()
    }

    #[test]
    fn a_distribution_is_the_mean_share_of_the_flows_that_have_ended() {
        let seeds = SEEDS as usize;
        let equal = vec![run(0.01); LANES.len() * seeds];
        let plot = distribution("7a", "short flows", 0, &equal);
        assert!(plot.band.contains("95 %"));
        let points = &plot.series[2].points;
        assert_eq!(points.len(), PERCENTILES);
        for (point, percent) in points.iter().zip(1..) {
            let expected = f64::from(percent) / 100.0;
            assert!(point.iter().all(|x| (x - expected).abs() < 1e-9), "{point:?}");
        }
        // Half of the seeds are slower: the mean of the shares lies between both, inside a band.
        let mixed: Vec<_> = (0..LANES.len() * seeds)
            .map(|index| run(if index % 2 == 0 { 0.01 } else { 0.02 }))
            .collect();
        let [time, share, low, high] = distribution("7a", "", 0, &mixed).series[0].points[49];
        assert!(low < share && share < high && high - low > 0.1, "{low} {share} {high}");
        assert!(time / 2.0 < share && share < time, "{time} {share}");
        // A run that is missing leaves the mean of the others, without a band.
        let mut part = mixed.clone();
        part[0] = vec![f64::NAN; COLUMNS];
        let [_, share, low, high] = distribution("7a", "", 0, &part).series[0].points[49];
        assert!(share > 0.0 && low == share && high == share);
    }

    #[test]
    fn the_share_of_ended_flows_is_interpolated() {
        let percentiles: Vec<f64> = (1..=4).map(f64::from).collect();
        assert_eq!(ended(&percentiles, 0.5), 0.125);
        assert_eq!(ended(&percentiles, 2.0), 0.5);
        assert_eq!(ended(&percentiles, 2.5), 0.625);
        assert_eq!(ended(&percentiles, 9.0), 1.0);
        assert!(ended(&[f64::NAN; 4], 1.0).is_nan());
    }
}
