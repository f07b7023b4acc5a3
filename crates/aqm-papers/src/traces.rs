//! Time series of runs, in bins, for the figures that show a quantity over time.

use crate::report::Figure;
use crate::results::Results;
use crate::run::Measured;
use aqm_sim::metrics::{Bin, Column, SAMPLE_INTERVAL};
use aqm_sim::world::Simulation;

/// The bins of a figure: equally long, from `from_s` on. All times are whole bins of the simulator's series.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Bins {
    /// Start of the first bin, s.
    pub(crate) from_s: f64,
    /// Length of a bin, s.
    pub(crate) step_s: f64,
    /// Number of bins.
    pub(crate) count: usize,
}

impl Bins {
    /// Returns the bins of `step_s` from time zero to `end_s`.
    pub(crate) fn until(end_s: f64, step_s: f64) -> Self {
        Bins { from_s: 0.0, step_s, count: (end_s / step_s).round() as usize }
    }

    /// Returns the middle of each bin, in s.
    pub(crate) fn middles(self) -> impl Iterator<Item = f64> {
        (0..self.count).map(move |bin| self.from_s + (bin as f64 + 0.5) * self.step_s)
    }

    /// Returns `value` of the rows of each bin, in whole thousandths. A bin after the end of the run is NaN.
    fn read(self, simulation: &Simulation, value: impl Fn(&[Bin]) -> f64) -> Measured {
        let per_bin = (self.step_s / SAMPLE_INTERVAL.seconds()).round() as usize;
        let first = (self.from_s / SAMPLE_INTERVAL.seconds()).round() as usize;
        let rows = simulation.series().rows();
        let bin = |bin: usize| {
            let start = first + bin * per_bin;
            rows.get(start..start + per_bin).map_or(f64::NAN, |rows| thousandths(value(rows)))
        };
        (0..self.count).map(bin).collect()
    }

    /// Returns the mean queue delay of the packets that were sent in each bin, in ms; NaN without packets.
    pub(crate) fn delays(self, simulation: &Simulation) -> Measured {
        self.read(simulation, |rows| {
            let sent = rows.iter().filter(|row| row[Column::Sent] > 0.0);
            let (mut packets, mut delay) = (0.0, 0.0);
            for row in sent {
                packets += f64::from(row[Column::Sent]);
                delay += f64::from(row[Column::Sent]) * f64::from(row[Column::DelayMeanMs]);
            }
            delay / packets
        })
    }

    /// Returns the rate at which the link sent in each bin, in Mbit/s.
    pub(crate) fn rates(self, simulation: &Simulation) -> Measured {
        self.read(simulation, |rows| sum(rows, Column::SentBits) / self.step_s / 1e6)
    }

    /// Returns the early drops from the first bin to the end of each bin.
    pub(crate) fn drops_so_far(self, simulation: &Simulation) -> Measured {
        let in_bins = self.read(simulation, |rows| sum(rows, Column::EarlyDrops));
        in_bins
            .iter()
            .scan(0.0, |so_far, drops| {
                *so_far += drops;
                Some(*so_far)
            })
            .collect()
    }
}

fn sum(rows: &[Bin], column: Column) -> f64 {
    rows.iter().map(|row| f64::from(row[column])).sum()
}

/// Rounds to whole thousandths: a figure shows no finer steps, and the files stay small.
fn thousandths(value: f64) -> f64 {
    (1e3 * value).round() / 1e3
}

/// Returns the points of a line that follows one run, the first of these with values, with a band from the least to the
/// greatest value of all of them. A bin in which the run has no value is a gap.
pub(crate) fn one_and_range(xs: impl Iterator<Item = f64>, runs: &Results<'_>) -> Vec<[f64; 4]> {
    let has_values = |run: &&[f64]| run.iter().any(|value| !value.is_nan());
    let shown = runs.made().find(has_values);
    xs.enumerate()
        .map(|(bin, x)| {
            let value = shown.map_or(f64::NAN, |run| run[bin]);
            // NaN is smaller and greater than nothing.
            let (low, high) = runs
                .made()
                .fold((value, value), |(low, high), run| (low.min(run[bin]), high.max(run[bin])));
            if value.is_nan() { [x, value, value, value] } else { [x, value, low, high] }
        })
        .collect()
}

/// Returns the points of a line through the means of runs, with a band: the 95 % confidence interval of the mean. There is
/// no band before all runs have been made, because the interval of two runs is many times wider.
pub(crate) fn mean_and_confidence(
    xs: impl Iterator<Item = f64>,
    runs: &Results<'_>,
) -> Vec<[f64; 4]> {
    xs.enumerate()
        .map(|(at, x)| {
            let Some(Figure { mean, ci95, .. }) = runs.figure(at) else {
                return [x, f64::NAN, f64::NAN, f64::NAN];
            };
            let is_complete = runs.all().is_some_and(|all| all.iter().all(|run| !run[at].is_nan()));
            let half = ci95.filter(|_| is_complete).unwrap_or(0.0);
            [x, mean, mean - half, mean + half]
        })
        .collect()
}

/// What [`one_and_range`] shows.
pub(crate) fn range_of(runs: usize) -> String {
    format!("line: one run; band: from the lowest to the highest of {runs} runs")
}

/// What [`mean_and_confidence`] shows.
pub(crate) fn confidence_of(runs: usize) -> String {
    format!("line: mean of {runs} runs; band: 95 % confidence interval of the mean")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Run, scenario};

    #[test]
    fn bins_have_the_delay_and_the_rate_of_their_packets() {
        let text = r#"{ "version": 1, "durationS": 4, "link": { "rateMbps": 8, "rttMs": 20,
            "buffer": { "packets": 50 } }, "queues": [{ "kind": "droptail" }], "traffic": [],
            "changes": [{ "atS": 1, "set": "burst",
                "to": { "rateMbps": 16, "durationS": 0.1, "packetBytes": 1000 } }] }"#;
        let bins = Bins { from_s: 0.5, step_s: 0.5, count: 8 };
        assert_eq!(bins.middles().take(2).collect::<Vec<_>>(), [0.75, 1.25]);
        let read = move |simulation: &Simulation| {
            [bins.delays(simulation), bins.rates(simulation), bins.drops_so_far(simulation)]
                .concat()
        };
        let all = Run::new(scenario(text), 0, 24, read).measure();
        let (delays, rest) = all.split_at(8);
        let (rates, drops) = rest.split_at(8);
        assert!(delays[0].is_nan() && delays[2].is_nan(), "no packet: {delays:?}");
        // The burst has 200 packets of 1 ms. Half of them are sent while it lasts; then the queue has 50.
        let summary_window = delays[1];
        assert!((20.0..50.0).contains(&summary_window), "{delays:?}");
        assert_eq!(rates[0], 0.0);
        assert!((2.0..2.6).contains(&rates[1]), "150 packets of 8000 bit in 0.5 s: {rates:?}");
        assert!(delays[7].is_nan() && rates[7].is_nan(), "after the end: {all:?}");
        assert_eq!(drops[0], 0.0, "drop-tail has no early drops");
    }

    #[test]
    fn a_line_follows_the_first_run_that_has_been_made() {
        let nan = f64::NAN;
        let runs = [None, Some(vec![nan; 3]), Some(vec![1.0, nan, 3.0]), Some(vec![2.0, 5.0, 0.5])];
        let points = one_and_range([0.0, 1.0, 2.0].into_iter(), &Results::new(&runs));
        assert_eq!(points[0], [0.0, 1.0, 1.0, 2.0]);
        assert!(points[1][1].is_nan() && points[1][3].is_nan(), "a gap");
        assert_eq!(points[2], [2.0, 3.0, 0.5, 3.0]);
        let none = one_and_range([0.0].into_iter(), &Results::new(&[None]));
        assert!(none[0][1].is_nan());
    }

    #[test]
    fn a_confidence_band_waits_for_all_runs() {
        let runs = [Some(vec![1.0, 1.0]), Some(vec![3.0, f64::NAN])];
        let points = mean_and_confidence([0.0, 1.0].into_iter(), &Results::new(&runs));
        // Student's t with one degree of freedom; sd and the root of two runs cancel each other.
        assert!((points[0][3] - (2.0 + 12.706)).abs() < 1e-9, "{points:?}");
        assert_eq!(points[1], [1.0, 1.0, 1.0, 1.0]);
        let part = [Some(vec![3.0]), None];
        let points = mean_and_confidence([0.0].into_iter(), &Results::new(&part));
        assert_eq!(points[0], [0.0, 3.0, 3.0, 3.0]);
    }
}
