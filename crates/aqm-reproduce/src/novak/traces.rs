//! Delay over time in the experiments of Tables I and II (Figs 5 and 6).
//!
//! The tables show one stretch of most experiments. The figures show them from the first to the last change, so the scenarios here
//! are those of the tables with the rest of their changes.

use super::setups::{DROP, Experiment, MARK, SetUp};
use super::{LANES, NAME, notes};
use crate::published::Source;
use crate::report::{Axis, Figure, Finding, Kind, Measure, Plot, Report, Row, Series, Value};
use crate::run::{Measured, Run, scenario, with_seed};
use crate::traces::{Bins, one_and_range, range_of};
use aqm_scenario::Scenario;
use aqm_scenario::model::{RateStep, Schedule};
use aqm_sim::world::Simulation;

/// Runs of each lane, as many as in the tables. The figures of the paper show one.
const SEEDS: usize = 5;
/// Mean delay and the greatest mean of a bin, ms.
const VALUES: usize = 2;
const GREATEST: usize = 1;
/// Least share of the bins in which the lowest line is the lowest.
const LOWEST: f64 = 0.9;

/// A figure: packets are dropped or marked.
pub(super) struct Traces {
    figure: &'static str,
    table: &'static str,
    ecn: bool,
    experiments: &'static [Experiment],
    panels: &'static [Panel],
}

pub(super) const FIG5: Traces =
    Traces { figure: "5", table: "table1", ecn: false, experiments: DROP, panels: &PANELS };
pub(super) const FIG6: Traces = Traces {
    figure: "6",
    table: "table2",
    ecn: true,
    experiments: MARK,
    panels: PANELS.first_chunk::<4>().expect("the first four").as_slice(),
};

/// A part of a figure.
struct Panel {
    part: &'static str,
    /// Number of the experiment. If the table has several readings of it, the first one is shown.
    number: &'static str,
    about: &'static str,
    duration_s: f64,
    /// Length of a bin: the paper averages over one second, in parts a over two.
    step_s: f64,
    /// Start and end of the stretch in the table, s.
    table_s: [f64; 2],
    /// Adds what follows the stretch of the table.
    complete: fn(&mut Scenario),
}

const PANELS: [Panel; 6] = [
    Panel {
        part: "a",
        number: "1",
        about: "100 to 20 Mbit/s and back",
        duration_s: 90.0,
        step_s: 2.0,
        table_s: [30.0, 60.0],
        complete: |own| rise(own, [50.0, 100.0]),
    },
    Panel {
        part: "b",
        number: "2",
        about: "1000 to 200 Mbit/s and back",
        duration_s: 90.0,
        step_s: 1.0,
        table_s: [30.0, 60.0],
        complete: |own| rise(own, [500.0, 1000.0]),
    },
    Panel {
        part: "c",
        number: "3",
        about: "5, 10, 15, 20 and 10 flows",
        duration_s: 150.0,
        step_s: 1.0,
        table_s: [90.0, 120.0],
        // The preset has all changes.
        complete: |_| {},
    },
    Panel {
        part: "d",
        number: "4",
        about: "RTTs of 25 and 100 ms",
        duration_s: 120.0,
        step_s: 1.0,
        table_s: [0.0, 120.0],
        complete: |_| {},
    },
    Panel {
        part: "e",
        number: "5",
        about: "10 to 60 calls and back",
        duration_s: 150.0,
        step_s: 1.0,
        table_s: [50.0, 90.0],
        complete: hang_up,
    },
    Panel {
        part: "f",
        number: "6",
        about: "1350 short and 9 bulk flows",
        duration_s: 60.0,
        step_s: 1.0,
        table_s: [0.0, 60.0],
        complete: |_| {},
    },
];

/// Adds the rates from 60 and 75 s on to the schedule.
fn rise(own: &mut Scenario, rates_mbps: [f64; 2]) {
    if let Some(Schedule::Steps(list)) = &mut own.link.schedule {
        let steps = [60.0, 75.0].into_iter().zip(rates_mbps);
        list.steps.extend(steps.map(|(at_s, rate_mbps)| RateStep { at_s, rate_mbps }));
    }
}

/// From 90 s on ten calls end every 10 s.
fn hang_up(own: &mut Scenario) {
    let ends = (0..6).map(|index| {
        let (at_s, left) = (90 + 10 * index, 50 - 10 * index);
        format!(r#"{{ "atS": {at_s}, "set": "traffic.0.flows", "to": {left} }}"#)
    });
    let text = format!(
        r#"{{ "version": 1, "durationS": 150, "link": {{ "rateMbps": 5, "rttMs": 50,
        "buffer": {{ "packets": 1 }} }}, "queues": [{{ "kind": "droptail" }}],
        "traffic": [{{ "kind": "poisson", "flows": 60, "rateMbps": 0.1 }}], "changes": [{}] }}"#,
        ends.collect::<Vec<_>>().join(", ")
    );
    own.changes.extend(scenario(&text).changes);
}

impl Panel {
    fn bins(&self) -> Bins {
        Bins::until(self.duration_s, self.step_s)
    }

    fn columns(&self) -> usize {
        VALUES + self.bins().count
    }

    /// Returns the name of its rows.
    fn at(&self) -> String {
        format!("{}: {}", self.part, self.about)
    }

    fn scenario(&self, traces: &Traces, set_up: &SetUp) -> Scenario {
        let experiment = traces.experiments.iter().find(|one| one.number == self.number);
        let experiment = experiment.expect("the table has all experiments of the figure");
        let mut own = experiment.in_set_up(set_up, traces.ecn);
        (self.complete)(&mut own);
        (own.duration_s, own.warmup_s) = (self.duration_s, 0.0);
        own
    }

    fn read(&self, simulation: &Simulation) -> Measured {
        let delays = self.bins().delays(simulation);
        let mean = simulation.summary().delay.map_or(f64::NAN, |delay| delay.mean);
        let greatest = delays.iter().copied().fold(f64::NAN, f64::max);
        [vec![mean, greatest], delays].concat()
    }
}

pub(super) fn runs(traces: &'static Traces, set_up: &SetUp) -> Vec<Run> {
    let mut runs = Vec::new();
    for panel in traces.panels {
        let scenario = panel.scenario(traces, set_up);
        for lane in 0..LANES.len() {
            for seed in 1..=SEEDS as u64 {
                let own = with_seed(&scenario, seed);
                let read = |simulation: &Simulation| panel.read(simulation);
                runs.push(Run::new(own, lane, panel.columns(), read));
            }
        }
    }
    runs
}

pub(super) fn report(traces: &Traces, set_up: &SetUp, measured: &[Measured]) -> Report {
    let per_panel = LANES.len() * SEEDS;
    let mut own_notes = notes(set_up);
    own_notes.push(format!(
        "Figs 5 and 6: {SEEDS} seeds from time zero to the last change, in bins of 1 s (part a: 2 s). The published levels are the \
         means of Tables I and II in their stretches."
    ));
    let mut report = Report {
        notes: own_notes,
        measures: vec![
            Measure { name: "mean delay", unit: "ms", decimals: 2 },
            Measure { name: "greatest mean of a bin", unit: "ms", decimals: 1 },
        ],
        tag: set_up.tag,
        ..Report::default()
    };
    for (index, (panel, runs)) in traces.panels.iter().zip(measured.chunks(per_panel)).enumerate() {
        let lanes: Vec<&[Measured]> = runs.chunks(SEEDS).collect();
        let first_row = report.rows.len();
        for (lane, runs) in lanes.iter().enumerate() {
            let ours = |value| Figure::of(&runs.iter().map(|run| run[value]).collect::<Vec<_>>());
            let values = [0, GREATEST]
                .map(|value| Value { ours: ours(value), ..Value::beside(None, f64::NAN) });
            report.rows.push(Row {
                at: panel.at(),
                queue: queue(lane, set_up).to_owned(),
                values: values.into(),
                ..Row::default()
            });
        }
        report.plots.push(plot(traces, panel, set_up, &lanes, first_row));
        let needs = index * per_panel..(index + 1) * per_panel;
        report.findings.push(lowest(panel, &lanes).needs(needs));
    }
    report
}

fn queue(lane: usize, set_up: &SetUp) -> &str {
    if lane == 0 { set_up.name } else { LANES[lane] }
}

fn plot(
    traces: &Traces,
    panel: &Panel,
    set_up: &SetUp,
    lanes: &[&[Measured]],
    first_row: usize,
) -> Plot {
    let papers = Source::papers();
    let of_lane = |lane: usize| Series {
        name: queue(lane, set_up).to_owned(),
        queue: Some(queue(lane, set_up).to_owned()),
        ..Series::default()
    };
    let ours = lanes.iter().enumerate().map(|(lane, runs)| Series {
        kind: Kind::Trace,
        rows: vec![first_row + lane],
        points: one_and_range(panel.bins().middles(), runs.iter().map(|run| &run[VALUES..])),
        ..of_lane(lane)
    });
    let stated = LANES.iter().enumerate().filter_map(|(lane, name)| {
        let level = papers.number(&[NAME, traces.table, panel.number, name, "meanMs"])?;
        let points = panel.table_s.map(|x| [x, level, level, level]);
        let rows = vec![first_row + lane];
        Some(Series { published: true, points: points.into(), rows, ..of_lane(lane) })
    });
    Plot {
        id: format!("{}{}", traces.figure, panel.part),
        title: format!("{}: queue delay", panel.at()),
        x: Axis { name: "time", unit: "s", log: false },
        y: Axis { name: "queue delay", unit: "ms", log: false },
        series: ours.chain(stated).collect(),
        band: range_of(SEEDS),
        own_scale: true,
        ..Plot::default()
    }
}

/// Returns the share of the bins of all runs, 0..1, in which no lane has less delay than the first one. Before a discipline drops,
/// all have the same. Bins in which a lane has no packet do not count.
fn share_of_least(lanes: &[&[Measured]]) -> f64 {
    let (mut least, mut all) = (0.0, 0.0);
    for ((own, first), second) in lanes[0].iter().zip(lanes[1]).zip(lanes[2]) {
        let bins = own.iter().zip(first).zip(second).skip(VALUES);
        for ((own, first), second) in bins.filter(|((a, b), c)| !(*a + *b + *c).is_nan()) {
            all += 1.0;
            least += f64::from(u8::from(*own <= first.min(*second)));
        }
    }
    least / all
}

/// Section VI: "in each graph, DUK has the least amount of queuing delay and is the lowest plot in each figure."
fn lowest(panel: &Panel, lanes: &[&[Measured]]) -> Finding {
    let share = share_of_least(lanes);
    let mean =
        |lane: usize| Figure::of(&lanes[lane].iter().map(|run| run[0]).collect::<Vec<_>>()).mean;
    let finding = Finding::new(
        &format!(
            "DUK is the lowest line (here in at least {:.0} % of the bins); {}",
            100.0 * LOWEST,
            panel.at()
        ),
        share >= LOWEST,
        format!(
            "in {:.0} %; mean delay: DUK {:.2}, CoDel {:.2}, PIE {:.2} ms",
            100.0 * share,
            mean(0),
            mean(1),
            mean(2)
        ),
    );
    match panel.number {
        "2" => finding.because(
            "At 200 Mbit/s CoDel's line is lower, as in Table II: with a full queue equation 9 holds the delay and does not \
             reduce it.",
        ),
        "6" => finding.because(
            "1350 users start at time zero. The printed algorithm above a device queue has up to 140 ms and needs 20 s to fall \
             below PIE, which holds its 20 ms from second 5 on.",
        ),
        "5" => finding.because(
            "In most of these bins the three lines are less than 0.5 ms apart, because the link is not full. When it fills at second \
             50, DUK has 40 to 77 ms for 5 s: the search has made its interval long under the light load.",
        ),
        _ => finding,
    }
}

#[cfg(test)]
mod tests {
    use super::super::setups::{BARE, TESTBED};
    use super::*;

    #[test]
    fn scenarios_have_all_changes_of_the_text() {
        let of = |part: &str, traces: &Traces| {
            let panel = traces.panels.iter().find(|panel| panel.part == part).unwrap();
            panel.scenario(traces, &TESTBED)
        };
        let Some(Schedule::Steps(list)) = of("a", &FIG6).link.schedule else { panic!() };
        let steps: Vec<_> = list.steps.iter().map(|step| (step.at_s, step.rate_mbps)).collect();
        assert_eq!(steps, [(15.0, 50.0), (30.0, 20.0), (60.0, 50.0), (75.0, 100.0)]);
        let at: Vec<f64> = of("e", &FIG5).changes.iter().map(|change| change.at_s).collect();
        assert_eq!(at, [10., 20., 30., 40., 50., 90., 100., 110., 120., 130., 140.]);
        let flows = of("c", &FIG5);
        assert_eq!((flows.duration_s, flows.warmup_s), (150.0, 0.0));
        assert_eq!(flows.changes.last().map(|change| change.at_s), Some(120.0));
        assert_eq!(FIG6.panels.len(), 4);
    }

    #[test]
    fn the_lowest_line_is_counted_bin_by_bin() {
        let nan = f64::NAN;
        // Two values, then four bins: lowest, equal, highest; CoDel has no packets in the last one.
        let run = |bins: [f64; 4]| [vec![0.0; VALUES], bins.to_vec()].concat();
        let lanes = [
            vec![run([1.0, 3.0, 9.0, 1.0]); SEEDS],
            vec![run([2.0, 3.0, 4.0, nan]); SEEDS],
            vec![run([3.0, 4.0, 5.0, 6.0]); SEEDS],
        ];
        let lanes: Vec<&[Measured]> = lanes.iter().map(Vec::as_slice).collect();
        assert_eq!(share_of_least(&lanes), 2.0 / 3.0);
        assert!(!lowest(&PANELS[0], &lanes).holds);
    }

    #[test]
    fn a_panel_shows_three_lines_and_the_means_of_the_table() {
        let measured: Vec<Measured> = runs(&FIG5, &BARE).iter().map(Run::unknown).collect();
        let report = report(&FIG5, &BARE, &measured);
        let ids: Vec<&str> = report.plots.iter().map(|plot| plot.id.as_str()).collect();
        assert_eq!(ids, ["5a", "5b", "5c", "5d", "5e", "5f"]);
        for plot in &report.plots {
            let ours = plot.series.iter().filter(|one| !one.published).count();
            assert_eq!((ours, plot.series.len()), (3, 6), "{}", plot.title);
        }
        assert_eq!(report.plots[4].series[3].points[0], [50.0, 3.43, 3.43, 3.43]);
        assert_eq!(report.rows[report.plots[2].series[1].rows[0]].queue, "codel");
    }
}
