//! Completion times of short flows (Fig 7).

use super::LANES;
use crate::inputs::{PlannedRun, Readout};
use crate::report::{Axis, Plot, Series, TableRow};
use crate::results::Results;
use crate::run::Measured;
use crate::traces::{confidence_of, mean_and_confidence};
use aqm_sim::world::Simulation;

/// Third quartile and mean of the completion times in s. The times in s that 1 %, 2 %, ... 100 % of the flows do not exceed follow them.
pub(crate) const NAMES: &[&str] = &["completionQ3S", "completionMeanS"];
const PERCENTILES: usize = 100;

fn read(simulation: &Simulation) -> Measured {
    let summary = simulation.summary();
    let mut values = vec![f64::NAN; NAMES.len() + PERCENTILES];
    let short = summary.applications.iter().find(|group| !group.distribution.is_empty());
    if let Some((short, times)) = short.and_then(|group| Some((group, group.times?))) {
        values[0] = times.p75 / 1e3;
        values[1] = times.mean / 1e3;
        for (value, millis) in values[NAMES.len()..].iter_mut().zip(&short.distribution) {
            *value = millis / 1e3;
        }
    }
    values
}

pub(crate) fn readout(_: &PlannedRun<'_>) -> Readout {
    Readout::new(NAMES.len() + PERCENTILES, read)
}

/// Returns the distributions of each experiment. `percentiles` are those of the runs of each row.
pub(crate) fn plots(rows: &[TableRow], percentiles: &[Results<'_>]) -> Vec<Plot> {
    let experiments = rows.chunks(LANES.len()).zip(percentiles.chunks(LANES.len())).enumerate();
    let plot = |(index, (rows, lanes)): (usize, (&[TableRow], &[Results<'_>]))| {
        distribution(&rows[0].at, index * LANES.len(), lanes)
    };
    experiments.map(plot).collect()
}

/// Returns the distribution of the completion times: the share of the flows that have ended by a time, mean over the seeds and its 95 %
/// confidence interval. The times of a lane are the means of its percentiles, so the curve has a point for each percent. `first`: the row of
/// the first lane.
fn distribution(at: &str, first: usize, lanes: &[Results<'_>]) -> Plot {
    let (number, about) = at.split_once(": ").unwrap_or((at, at));
    let series = LANES.iter().zip(lanes).enumerate().map(|(lane, (name, runs))| {
        let percentile = |at: usize| runs.figure(at).map_or(f64::NAN, |figure| figure.mean);
        let times: Vec<f64> = (0..PERCENTILES).map(percentile).collect();
        let shares: Vec<Option<Measured>> =
            runs.map(|run| times.iter().map(|&time| ended(run, time)).collect());
        Series {
            name: (*name).to_owned(),
            queue: Some((*name).to_owned()),
            points: mean_and_confidence(times.into_iter(), &Results::new(&shares)),
            rows: vec![first + lane],
            ..Series::default()
        }
    });
    Plot {
        id: number.to_owned(),
        title: format!("Completion times with {about}"),
        x: Axis::linear("completion time", "s"),
        y: Axis::linear("share of the flows", ""),
        series: series.collect(),
        band: confidence_of(lanes[0].len()),
        ..Plot::default()
    }
}

/// Returns the share of the flows of a run that have ended by `time`, 0..1, from the times that 1 %, 2 %, ... of them do not exceed. Between
/// these it is interpolated. NaN: no flow has ended.
fn ended(percentiles: &[f64], time: f64) -> f64 {
    let Some(&last) = percentiles.last().filter(|last| !last.is_nan()) else { return f64::NAN };
    if time >= last {
        return 1.0;
    }
    let below = percentiles.partition_point(|&one| one <= time);
    let low = if below == 0 { 0.0 } else { percentiles[below - 1] };
    (below as f64 + (time - low) / (percentiles[below] - low)) / percentiles.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEEDS: usize = 5;

    /// The times of a run whose percentiles rise by `step` s each.
    fn run(step: f64) -> Measured {
        (1..=PERCENTILES).map(|percent| step * percent as f64).collect()
    }

    fn plot(runs: &[Option<Measured>]) -> Plot {
        distribution("7a: 25 short flows", 0, &Results::new(runs).chunks(SEEDS))
    }

    #[test]
    fn a_distribution_is_the_mean_share_of_the_flows_that_have_ended() {
        let equal = vec![Some(run(0.01)); LANES.len() * SEEDS];
        let shown = plot(&equal);
        assert_eq!(
            (shown.id.as_str(), shown.title.as_str()),
            ("7a", "Completion times with 25 short flows")
        );
        assert!(shown.band.contains("95 %"));
        let points = &shown.series[2].points;
        assert_eq!(points.len(), PERCENTILES);
        for (point, percent) in points.iter().zip(1..) {
            let expected = f64::from(percent) / 100.0;
            assert!(point.iter().all(|x| (x - expected).abs() < 1e-9), "{point:?}");
        }
        // Half of the seeds are slower: the mean of the shares lies between both, inside a band.
        let mixed: Vec<_> = (0..LANES.len() * SEEDS)
            .map(|index| Some(run(if index % 2 == 0 { 0.01 } else { 0.02 })))
            .collect();
        let [time, share, low, high] = plot(&mixed).series[0].points[49];
        assert!(low < share && share < high && high - low > 0.1, "{low} {share} {high}");
        assert!(time / 2.0 < share && share < time, "{time} {share}");
        // A run that is missing leaves the mean of the others, without a band.
        let mut part = mixed.clone();
        part[0] = None;
        let [_, share, low, high] = plot(&part).series[0].points[49];
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
