//! PIE and RED when the capacity or the load changes (Figs 7 and 8).

use super::{DELAY, REFERENCE_MS, TIME, is_around_reference, listed, mean_delay, stated, trace};
use crate::inputs::{Inputs, PlannedRun, Readout};
use crate::report::{Check, Finding, Measure, Plot, Reference, Report, TableCell, TableRow};
use crate::results::Results;
use crate::run::Measured;
use crate::traces::{Bins, range_of};
use aqm_sim::world::Simulation;

/// The lanes of both plans.
const LANES: [&str; 2] = ["pie", "red"];
/// Time between two changes, s.
const PHASE_S: f64 = 50.0;
const STEP_S: f64 = 0.5;
/// Runs of each lane. The paper has one.
const SEEDS: usize = 5;

/// One of the two figures.
struct Steps {
    figure: &'static str,
    /// Names of the phases in the table.
    phases: &'static [&'static str],
    /// What each change sets.
    changes: &'static [&'static str],
    /// Whether PIE's delay has returned, from the mean of a second in ms.
    is_back: fn(f64) -> bool,
}

const CAPACITY: Steps = Steps {
    figure: "figure7",
    phases: &["100 Mbit/s", "20 Mbit/s", "100 Mbit/s again"],
    changes: &["20 Mbit/s", "100 Mbit/s"],
    is_back: |ms| ms <= 1.2 * REFERENCE_MS,
};
const INTENSITY: Steps = Steps {
    figure: "figure8",
    phases: &[
        "10 flows from 0 s",
        "30 flows from 50 s",
        "50 flows from 100 s",
        "30 flows from 150 s",
        "10 flows from 200 s",
    ],
    changes: &["30 flows", "50 flows", "30 flows", "10 flows"],
    is_back: is_around_reference,
};

/// Returns the findings from the means of PIE and of RED; `None`: runs of the lane are missing.
type Findings = fn(Option<&[f64]>, Option<&[f64]>) -> Vec<Finding>;

impl Steps {
    /// Returns the start of each phase and the end of the last one, in s.
    fn ends(&self) -> Vec<f64> {
        (0..=self.phases.len()).map(|phase| PHASE_S * phase as f64).collect()
    }

    fn bins(&self) -> Bins {
        Bins::until(PHASE_S * self.phases.len() as f64, STEP_S)
    }

    /// A mean delay for each phase, and a time for each change.
    fn values(&self) -> usize {
        self.phases.len() + self.changes.len()
    }

    fn read(&self, simulation: &Simulation) -> Measured {
        let ends = self.ends();
        // Each mean starts ten seconds after a change.
        let means = ends.windows(2).map(|ends| mean_delay(simulation, ends[0] + 10.0, ends[1]));
        let changes = &ends[1..ends.len() - 1];
        let recoveries = changes.iter().map(|&at_s| recovery(simulation, at_s, self.is_back));
        means.chain(recoveries).chain(self.bins().delays(simulation)).collect()
    }

    fn readout(&'static self) -> Readout {
        Readout::new(self.values() + self.bins().count, |simulation| self.read(simulation))
    }

    /// Returns the rows, and the plot.
    fn tabulate(&self, given: &Inputs, results: &Results<'_>) -> (Vec<TableRow>, Plot) {
        let mut rows = Vec::new();
        let (mut series, mut levels) = (Vec::new(), Vec::new());
        for (queue, runs) in LANES.iter().zip(results.chunks(SEEDS)) {
            let level = |phase: usize| {
                let index = phase.to_string();
                given.numbers.number(&[self.figure, queue, "delayMs", &index])
            };
            let first_row = rows.len();
            for (phase, at) in self.phases.iter().enumerate() {
                rows.push(TableRow {
                    at: (*at).to_owned(),
                    queue: (*queue).to_owned(),
                    values: vec![TableCell::beside(level(phase), runs.figure(phase))],
                    ..runs.row()
                });
            }
            let row_at = |time_s: f64| first_row + (time_s / PHASE_S) as usize;
            let of_points = self.bins().middles().map(row_at).collect();
            let delays = runs.from(self.values());
            series.push(trace(queue, of_points, self.bins().middles(), &delays));
            let stated_levels: Option<Vec<f64>> = (0..self.phases.len()).map(level).collect();
            levels.extend(
                stated_levels.map(|levels| stated(queue, first_row, &self.ends(), &levels)),
            );
        }
        series.append(&mut levels);
        let changes = self.ends().into_iter().skip(1).zip(self.changes);
        let plot = Plot {
            id: self.figure.trim_start_matches("figure").to_owned(),
            title: "PIE and RED: queue delay".to_owned(),
            x: TIME,
            y: DELAY,
            series,
            band: range_of(SEEDS),
            references: changes.map(|(at_s, label)| Reference::at_x(at_s, label)).collect(),
            ..Plot::default()
        };
        (rows, plot)
    }

    fn report(&self, given: &Inputs, results: &Results<'_>, findings: Findings) -> Report {
        let (rows, plot) = self.tabulate(given, results);
        // The means of a lane, once all its runs have been made.
        let lanes = results.chunks(SEEDS);
        let means = |lane: &Results<'_>| -> Option<Vec<f64>> {
            lane.all()?;
            (0..self.values()).map(|value| lane.figure(value).map(|figure| figure.mean)).collect()
        };
        let [pie, red] = [means(&lanes[0]), means(&lanes[1])];
        Report {
            measures: vec![Measure::new("mean delay", "ms", 1)],
            rows,
            findings: findings(pie.as_deref(), red.as_deref()),
            plots: vec![plot],
            ..Report::default()
        }
    }
}

/// Returns the time from `start_s` to the first second whose mean delay satisfies `is_back`, in s.
fn recovery(simulation: &Simulation, start_s: f64, is_back: fn(f64) -> bool) -> f64 {
    let mut from_s = start_s;
    while from_s < start_s + 40.0 && !is_back(mean_delay(simulation, from_s, from_s + 1.0)) {
        from_s += 0.5;
    }
    from_s - start_s
}

pub(crate) fn capacity_readout(_: &PlannedRun<'_>) -> Readout {
    CAPACITY.readout()
}

pub(crate) fn capacity_report(given: &Inputs, results: &Results<'_>) -> Report {
    CAPACITY.report(given, results, |pie, red| {
        let pie = Finding::all(
            [
                "PIE keeps 20 ms throughout (within 20 %)",
                "About 3 s after the drop PIE's delay is down to 20 ms again (to 24 ms within 1 to \
                 5 s)",
            ],
            pie.map(|pie| {
                let keeps = pie[..3].iter().all(|&ms| is_around_reference(ms));
                [
                    Check::new(keeps, format!("{} ms", listed(&pie[..3]))),
                    Check::new((1.0..=5.0).contains(&pie[3]), format!("{:.1} s", pie[3])),
                ]
            }),
        );
        let red = Finding::all(
            ["RED's delay follows the capacity: many times larger at 20 Mbit/s (over 4 times), \
              and back"],
            red.map(|red| {
                let follows = red[1] > 4.0 * red[0] && red[1] > 4.0 * red[2];
                [Check::new(follows, format!("{} ms", listed(&red[..3])))]
            }),
        );
        pie.into_iter().chain(red).collect()
    })
}

pub(crate) fn intensity_readout(_: &PlannedRun<'_>) -> Readout {
    INTENSITY.readout()
}

pub(crate) fn intensity_report(given: &Inputs, results: &Results<'_>) -> Report {
    INTENSITY.report(given, results, |pie, red| {
        let phases = INTENSITY.phases.len();
        let pie = Finding::all(
            [
                "PIE keeps 20 ms at every load (within 20 %)",
                "PIE returns to 20 ms within seconds at every step (at most 5 s)",
            ],
            pie.map(|pie| {
                let (delays, recoveries) = pie.split_at(phases);
                let keeps = delays.iter().all(|&ms| is_around_reference(ms));
                let returns = recoveries.iter().all(|&seconds| seconds <= 5.0);
                [
                    Check::new(keeps, format!("{} ms", listed(delays))),
                    Check::new(returns, format!("{} s", listed(recoveries))),
                ]
            }),
        );
        let red = Finding::all(
            ["RED's delay follows the load"],
            red.map(|red| {
                let follows =
                    red[0] < red[1] && red[1] < red[2] && red[2] > red[3] && red[3] > red[4];
                [Check::new(follows, format!("{} ms", listed(&red[..phases])))]
            }),
        );
        pie.into_iter().chain(red).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::tests::given;

    #[test]
    fn changes_of_the_plans_are_at_the_ends_of_the_phases() {
        for (steps, item) in [(&CAPACITY, "pan-2013-pie/7"), (&INTENSITY, "pan-2013-pie/8")] {
            let runs = crate::find(item).unwrap().runs();
            let plan = runs[0].scenario();
            let at: Vec<f64> = plan.changes.iter().map(|change| change.at_s).collect();
            let ends = steps.ends();
            assert_eq!(at, ends[1..ends.len() - 1]);
            assert_eq!(Some(&plan.duration_s), ends.last());
            assert_eq!(steps.changes.len(), at.len());
        }
    }

    #[test]
    fn the_figure_has_a_line_of_each_discipline_and_the_stated_levels() {
        let count = CAPACITY.values() + CAPACITY.bins().count;
        let measured: Vec<Option<Measured>> =
            (0..2 * SEEDS).map(|run| Some(vec![run as f64; count])).collect();
        let (rows, plot) = CAPACITY.tabulate(&given("pan-2013-pie"), &Results::new(&measured));
        let names: Vec<_> =
            plot.series.iter().map(|one| (one.name.as_str(), one.published)).collect();
        assert_eq!(names, [("pie", false), ("red", false), ("pie", true), ("red", true)]);
        assert_eq!(plot.series[1].points[0], [0.25, 5.0, 5.0, 9.0], "one run and the range of all");
        assert_eq!(rows[plot.series[1].rows[0]].queue, "red");
        let red: Vec<f64> = plot.series[3].points.iter().map(|point| point[1]).collect();
        assert_eq!((red[1], red[3], red[6]), (30.0, 300.0, 30.0));
        assert!(red[2].is_nan(), "levels are not joined");
    }
}
