//! Delay over time in the experiments of Tables I and II (Figs 5 and 6).
//!
//! The tables show one stretch of most experiments. The figures show them from the first to the last change, so the scenarios here
//! are those of the tables with the rest of their changes.

use super::LANES;
use crate::inputs::{Inputs, PlannedRun, Readout};
use crate::report::{
    Axis, Check, Finding, Measure, Plot, Report, Series, SeriesKind, TableCell, TableRow,
};
use crate::results::Results;
use crate::run::Measured;
use crate::traces::{Bins, one_and_range, range_of};
use aqm_sim::world::Simulation;

/// Runs of each lane, as many as in the tables. The figures of the paper show one.
const SEEDS: usize = 5;
/// Mean delay and the greatest mean of a bin, ms.
const VALUES: usize = 2;
const GREATEST: usize = 1;
/// Least share of the bins in which the lowest line is the lowest.
const LOWEST: f64 = 0.9;

/// A figure: packets are dropped or marked.
pub(crate) struct Traces {
    figure: &'static str,
    /// Name of DUK in the rows.
    duk: &'static str,
    panels: &'static [Panel],
}

const MARKED: &[Panel] = PANELS.first_chunk::<4>().expect("the first four");
pub(crate) const FIG5: Traces = Traces { figure: "5", duk: "duk", panels: &PANELS };
pub(crate) const FIG6: Traces = Traces { figure: "6", duk: "duk", panels: MARKED };
pub(crate) const FIG5_DEVICE: Traces = Traces { duk: PRINTED, ..FIG5 };
pub(crate) const FIG6_DEVICE: Traces = Traces { duk: PRINTED, ..FIG6 };
/// The algorithm as the paper prints it.
const PRINTED: &str = "duk printed";

/// A part of a figure.
struct Panel {
    part: &'static str,
    about: &'static str,
    duration_s: f64,
    /// Length of a bin: the paper averages over one second, in parts a over two.
    step_s: f64,
    /// Start and end of the stretch in the table, s.
    table_s: [f64; 2],
}

const PANELS: [Panel; 6] = [
    Panel {
        part: "a",
        about: "100 to 20 Mbit/s and back",
        duration_s: 90.0,
        step_s: 2.0,
        table_s: [30.0, 60.0],
    },
    Panel {
        part: "b",
        about: "1000 to 200 Mbit/s and back",
        duration_s: 90.0,
        step_s: 1.0,
        table_s: [30.0, 60.0],
    },
    Panel {
        part: "c",
        about: "5, 10, 15, 20 and 10 flows",
        duration_s: 150.0,
        step_s: 1.0,
        table_s: [90.0, 120.0],
    },
    Panel {
        part: "d",
        about: "RTTs of 25 and 100 ms",
        duration_s: 120.0,
        step_s: 1.0,
        table_s: [0.0, 120.0],
    },
    Panel {
        part: "e",
        about: "10 to 60 calls and back",
        duration_s: 150.0,
        step_s: 1.0,
        table_s: [50.0, 90.0],
    },
    Panel {
        part: "f",
        about: "1350 short and 9 bulk flows",
        duration_s: 60.0,
        step_s: 1.0,
        table_s: [0.0, 60.0],
    },
];

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

    fn read(&self, simulation: &Simulation) -> Measured {
        let delays = self.bins().delays(simulation);
        let mean = simulation.summary().delay.map_or(f64::NAN, |delay| delay.mean);
        let greatest = delays.iter().copied().fold(f64::NAN, f64::max);
        [vec![mean, greatest], delays].concat()
    }
}

pub(crate) fn readout(place: &PlannedRun<'_>) -> Readout {
    let panel = &PANELS[place.cell.min(PANELS.len() - 1)];
    Readout::new(panel.columns(), |simulation| panel.read(simulation))
}

pub(crate) fn report(traces: &Traces, given: &Inputs, results: &Results<'_>) -> Report {
    let mut report = Report {
        measures: vec![
            Measure::new("mean delay", "ms", 2),
            Measure::new("greatest mean of a bin", "ms", 1),
        ],
        ..Report::default()
    };
    for (panel, runs) in traces.panels.iter().zip(results.chunks(LANES.len() * SEEDS)) {
        let lanes = runs.chunks(SEEDS);
        let first_row = report.rows.len();
        for (lane, runs) in lanes.iter().enumerate() {
            let value = |value: usize| TableCell::beside(None, runs.figure(value));
            report.rows.push(TableRow {
                at: panel.at(),
                queue: traces.queue(lane).to_owned(),
                values: [0, GREATEST].map(value).into(),
                ..runs.row()
            });
        }
        report.plots.push(plot(traces, given, panel, &lanes, first_row));
        report.findings.push(lowest(panel, &lanes));
    }
    report
}

impl Traces {
    fn queue(&self, lane: usize) -> &'static str {
        if lane == 0 { self.duk } else { LANES[lane] }
    }
}

fn plot(
    traces: &Traces,
    given: &Inputs,
    panel: &Panel,
    lanes: &[Results<'_>],
    first_row: usize,
) -> Plot {
    let of_lane = |lane: usize| Series {
        name: traces.queue(lane).to_owned(),
        queue: Some(traces.queue(lane).to_owned()),
        ..Series::default()
    };
    let ours = lanes.iter().enumerate().map(|(lane, runs)| Series {
        kind: SeriesKind::Trace,
        rows: vec![first_row + lane],
        points: one_and_range(panel.bins().middles(), &runs.from(VALUES)),
        ..of_lane(lane)
    });
    let stated = LANES.iter().enumerate().filter_map(|(lane, name)| {
        let figure = ["figure", traces.figure].concat();
        let level = given.numbers.number(&[&figure, panel.part, name])?;
        let points = panel.table_s.map(|x| [x, level, level, level]);
        let rows = vec![first_row + lane];
        Some(Series { published: true, points: points.into(), rows, ..of_lane(lane) })
    });
    Plot {
        id: format!("{}{}", traces.figure, panel.part),
        title: format!("{}: queue delay", panel.at()),
        x: Axis::linear("time", "s"),
        y: Axis::linear("queue delay", "ms"),
        series: ours.chain(stated).collect(),
        band: range_of(SEEDS),
        own_scale: true,
        ..Plot::default()
    }
}

/// Returns the share of the bins of all runs, 0..1, in which no lane has less delay than the first one. Before a discipline drops,
/// all have the same. Bins in which a lane has no packet do not count.
fn share_of_least(lanes: &[Vec<&[f64]>]) -> f64 {
    let (mut least, mut all) = (0.0, 0.0);
    for ((duk, codel), pie) in lanes[0].iter().zip(&lanes[1]).zip(&lanes[2]) {
        let bins = duk.iter().zip(*codel).zip(*pie).skip(VALUES);
        for ((duk, codel), pie) in bins.filter(|((a, b), c)| !(*a + *b + *c).is_nan()) {
            all += 1.0;
            least += f64::from(u8::from(*duk <= codel.min(*pie)));
        }
    }
    least / all
}

/// Section VI: "in each graph, DUK has the least amount of queuing delay and is the lowest plot in each figure."
fn lowest(panel: &Panel, lanes: &[Results<'_>]) -> Finding {
    let claim = format!(
        "DUK is the lowest line (here in at least {:.0} % of the bins); {}",
        100.0 * LOWEST,
        panel.at()
    );
    let all: Option<Vec<_>> = lanes.iter().map(Results::all).collect();
    Finding::new(claim, all.map(|all| is_lowest(panel, share_of_least(&all), lanes)))
}

/// Returns the check whether DUK is the lowest line in a `share` of the bins.
fn is_lowest(panel: &Panel, share: f64, lanes: &[Results<'_>]) -> Check {
    let mean = |lane: usize| lanes[lane].figure(0).map_or(f64::NAN, |figure| figure.mean);
    let check = Check::new(
        share >= LOWEST,
        format!(
            "in {:.0} %; mean delay: DUK {:.2}, CoDel {:.2}, PIE {:.2} ms",
            100.0 * share,
            mean(0),
            mean(1),
            mean(2)
        ),
    );
    match panel.part {
        "b" => check.because(
            "At 200 Mbit/s CoDel's line is lower, as in Table II: with a full queue equation 9 holds the delay and does not \
             reduce it.",
        ),
        "f" => check.because(
            "1350 users start at time zero. The printed algorithm above a device queue has up to 140 ms and needs 20 s to fall \
             below PIE, which holds its 20 ms from second 5 on.",
        ),
        "e" => check.because(
            "In most of these bins the three lines are less than 0.5 ms apart, because the link is not full. When it fills at second \
             50, DUK has 40 to 77 ms for 5 s: the search has made its interval long under the light load.",
        ),
        _ => check,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::tests::given;
    use crate::report::FindingState;
    use aqm_scenario::model::Schedule;

    #[test]
    fn plans_have_all_changes_of_the_text() {
        let of = |item: &str, panel: usize| {
            let item = crate::find(item).unwrap();
            let names: Vec<String> = PANELS.iter().map(Panel::at).collect();
            let cases = crate::files::cases(item);
            assert_eq!(cases, names[..cases.len()]);
            let runs = item.runs();
            runs[panel * LANES.len() * SEEDS].scenario().clone()
        };
        let first = of("novak-duk/6-device", 0);
        let Some(Schedule::Steps(list)) = first.link.schedule else { panic!() };
        let steps: Vec<_> = list.steps.iter().map(|step| (step.at_s, step.rate_mbps)).collect();
        assert_eq!(steps, [(15.0, 50.0), (30.0, 20.0), (60.0, 50.0), (75.0, 100.0)]);
        let calls = of("novak-duk/5-device", 4);
        let at: Vec<f64> = calls.changes.iter().map(|change| change.at_s).collect();
        assert_eq!(at, [10., 20., 30., 40., 50., 90., 100., 110., 120., 130., 140.]);
        let flows = of("novak-duk/5", 2);
        assert_eq!((flows.duration_s, flows.warmup_s), (150.0, 0.0));
        assert_eq!(flows.changes.last().map(|change| change.at_s), Some(120.0));
    }

    #[test]
    fn the_lowest_line_is_counted_bin_by_bin() {
        let nan = f64::NAN;
        // Two values, then four bins: lowest, equal, highest; CoDel has no packets in the last one.
        let run = |bins: [f64; 4]| Some([vec![0.0; VALUES], bins.to_vec()].concat());
        let mut runs = [
            vec![run([1.0, 3.0, 9.0, 1.0]); SEEDS],
            vec![run([2.0, 3.0, 4.0, nan]); SEEDS],
            vec![run([3.0, 4.0, 5.0, 6.0]); SEEDS],
        ]
        .concat();
        let lanes = Results::new(&runs).chunks(SEEDS);
        let all: Vec<_> = lanes.iter().filter_map(Results::all).collect();
        assert_eq!(share_of_least(&all), 2.0 / 3.0);
        assert_eq!(lowest(&PANELS[0], &lanes).state(), FindingState::Fails);
        runs[7] = None;
        assert_eq!(
            lowest(&PANELS[0], &Results::new(&runs).chunks(SEEDS)).state(),
            FindingState::Waiting
        );
    }

    #[test]
    fn a_panel_shows_three_lines_and_the_means_of_the_table() {
        let none = vec![None; PANELS.len() * LANES.len() * SEEDS];
        let report = report(&FIG5, &given("novak-duk"), &Results::new(&none));
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
