//! Schwardmann, Wagner and Kühlewind 2014, Table 2: datagrams start next to five CUBIC flows.

use crate::code::{Code, planned};
use crate::inputs::{Inputs, PlannedRun, Readout};
use crate::report::{
    Axis, Check, Figure, Finding, Goal, Measure, Plot, Reference, Report, Series as Curve,
    SeriesKind, TableCell, TableRow,
};
use crate::results::Results;
use crate::traces::{Bins, one_and_range, range_of};
use aqm_scenario::model::Traffic;
use aqm_sim::metrics::{Column, SAMPLE_INTERVAL, Series};
use std::ops::RangeInclusive;

/// The functions that the files of the paper name.
pub(super) const CODE: &[Code] = &[
    planned("recovery.paper", readout, paper_report),
    planned("recovery.linux", readout, linux_report),
];

/// Disciplines in the order of the lanes and of the paper's columns.
const QUEUES: [&str; 3] = ["codel", "pie", "ared"];
/// Disciplines of the measured real systems.
const LINUX_QUEUES: [&str; 2] = ["codel", "pie"];
const SEEDS: RangeInclusive<u64> = 1..=10;
const TARGET_MS: f64 = 5.0;
/// Time after the start in which the peak is searched.
const PEAK_S: f64 = 1.0;
/// Length of a run after the start.
const REST_S: f64 = 10.0;

/// Values of a run, before its time series.
const VALUES: usize = 3;
/// The figure shows this time before the start, and in all.
const BEFORE_S: f64 = 0.5;
const SHOWN_S: f64 = 2.5;

/// Returns the bins of Fig 2, as short as those of the simulator. The first bin that begins after the start is time zero.
fn bins(start_s: f64) -> Bins {
    let step_s = SAMPLE_INTERVAL.seconds();
    let zero_s = (start_s / step_s).ceil() * step_s;
    Bins { from_s: zero_s - BEFORE_S, step_s, count: (SHOWN_S / step_s).round() as usize }
}

/// Reads a run. Its datagrams start at a random time between 20 and 40 s, which the scenario of each seed has.
fn readout(place: &PlannedRun<'_>) -> Readout {
    let start_s = start(place);
    Readout::new(VALUES + bins(start_s).count, move |simulation| {
        let transient = Transient::read(simulation.series(), start_s);
        let values = vec![transient.after_peak_ms, transient.after_excess_ms, transient.peak_ms];
        [values, bins(start_s).delays(simulation)].concat()
    })
}

/// Returns the start of the datagrams, s.
fn start(place: &PlannedRun<'_>) -> f64 {
    let start = |traffic: &Traffic| match traffic {
        Traffic::Cbr(cbr) => Some(cbr.start_s),
        _ => None,
    };
    place.scenario.traffic.iter().find_map(start).unwrap_or_default()
}

/// The effect of the datagrams on the delay. The time series has a resolution of 10 ms.
struct Transient {
    /// Time to the first packet below the target after the largest delay of the first second.
    after_peak_ms: f64,
    /// Time to the first packet below the target after the first one above it.
    after_excess_ms: f64,
    /// Largest delay of the first second.
    peak_ms: f64,
}

impl Transient {
    fn read(series: &Series, start_s: f64) -> Self {
        let bin_ms = SAMPLE_INTERVAL.millis();
        let first = (start_s * 1e3 / bin_ms).ceil() as usize;
        let peak_bins = (PEAK_S * 1e3 / bin_ms) as usize;
        let rows = &series.rows()[first..];
        let largest: Vec<f32> = rows.iter().map(|row| row[Column::DelayMaxMs]).collect();
        // The first of the largest values. Bins without packets are NaN, which is never larger.
        let mut peak = 0;
        for bin in 0..peak_bins.min(largest.len()) {
            if largest[bin] > largest[peak] || largest[peak].is_nan() {
                peak = bin;
            }
        }
        let excess = largest.iter().position(|&ms| f64::from(ms) > TARGET_MS).unwrap_or(0);
        let recovered_ms = |after: usize| {
            let mut rest = rows[after + 1..].iter();
            let below = rest.position(|row| f64::from(row[Column::DelayMinMs]) < TARGET_MS);
            // To the middle of the bin. A run that does not recover counts with its length.
            below.map_or(REST_S * 1e3, |bins| ((after + 1 + bins) as f64 + 0.5) * bin_ms)
        };
        Transient {
            after_peak_ms: recovered_ms(peak),
            after_excess_ms: recovered_ms(excess),
            peak_ms: f64::from(largest[peak]),
        }
    }
}

const MEASURES: [Measure; 3] = [
    Measure::new("tau after the peak", "ms", 0),
    Measure::new("tau after any excess", "ms", 0),
    Measure::new("delay_max", "ms", 1),
];

/// Returns the runs of each lane.
fn by_lane<'a>(results: &Results<'a>, lanes: usize) -> Vec<Results<'a>> {
    (0..lanes).map(|lane| results.every(lanes, lane)).collect()
}

fn row(queue: &str, values: Vec<TableCell>, runs: &Results<'_>) -> TableRow {
    TableRow { at: "5 flows".to_owned(), queue: queue.to_owned(), values, ..runs.row() }
}

/// Returns Fig 2: the delay around the start of the datagrams. `recoveries` are the published times to the target, s.
fn traces(lanes: &[Results<'_>], queues: &[&str], recoveries: &[Option<f64>]) -> Plot {
    let of_queue = |queue: &&str| Curve {
        name: (*queue).to_owned(),
        queue: Some((*queue).to_owned()),
        ..Curve::default()
    };
    let xs = || Bins { from_s: -BEFORE_S, ..bins(0.0) }.middles();
    let ours = queues.iter().zip(lanes).enumerate().map(|(lane, (queue, runs))| Curve {
        kind: SeriesKind::Trace,
        rows: vec![lane],
        points: one_and_range(xs(), &runs.from(VALUES)),
        ..of_queue(queue)
    });
    let recovered =
        queues.iter().zip(recoveries).enumerate().filter_map(|(lane, (queue, recovery))| {
            let at_s = (*recovery)?;
            let points = vec![[at_s, TARGET_MS, TARGET_MS, TARGET_MS]];
            let rows = vec![lane];
            Some(Curve {
                kind: SeriesKind::Points,
                published: true,
                points,
                rows,
                ..of_queue(queue)
            })
        });
    Plot {
        id: "2".to_owned(),
        title: "Start of 10 Mbit/s of datagrams: queue delay".to_owned(),
        x: Axis::linear("time since the start of the datagrams", "s"),
        y: Axis::linear("queue delay", "ms"),
        series: ours.chain(recovered).collect(),
        band: format!("{}; published: end of tau", range_of(SEEDS.count())),
        references: vec![Reference::at_y(TARGET_MS, "target")],
        ..Plot::default()
    }
}

fn paper_report(given: &Inputs, results: &Results<'_>) -> Report {
    let numbers = &given.numbers;
    let lanes = by_lane(results, QUEUES.len());
    let rows = QUEUES.iter().zip(&lanes).map(|(&queue, runs)| {
        let published = ["tauMs", "tauMs", "delayMaxMs"];
        let other = ["tauMs", "tauAfterExcessMs", "delayMaxMs"];
        let values = (0..3).map(|measure| TableCell {
            published: numbers.figure(&["table2", queue, published[measure]]),
            other: numbers.figure(&["ns3", queue, other[measure]]),
            ..TableCell::beside(None, runs.figure(measure))
        });
        row(queue, values.collect(), runs)
    });
    let means = results.all().map(|_| {
        [0, 1, 2].map(|lane: usize| {
            [0, 1, 2].map(|measure| lanes[lane].figure(measure).map_or(f64::NAN, |one| one.mean))
        })
    });
    let recoveries =
        QUEUES.map(|queue| numbers.figure(&["table2", queue, "tauMs"]).map(|tau| tau.mean / 1e3));
    Report {
        other: Some("ns-3.48".into()),
        measures: MEASURES.to_vec(),
        rows: rows.collect(),
        findings: Finding::all(CLAIMS, means.map(checks)).into(),
        plots: vec![traces(&lanes, &QUEUES, &recoveries)],
        ..Report::default()
    }
}

const CLAIMS: [&str; 3] = [
    "CoDel has the lowest delay_max",
    "CoDel and ARED recover faster than PIE (by at least one of the two taus)",
    "ARED recovers fastest (by at least one of the two taus)",
];

/// Checks the paper's order, for means of [codel, pie, ared].
fn checks([codel, pie, ared]: [[f64; 3]; 3]) -> [Check; 3] {
    let faster = |measure: usize| codel[measure] < pie[measure] && ared[measure] < pie[measure];
    let list = |measure: usize| {
        format!(
            "CoDel {:.1}, PIE {:.1}, ARED {:.1} ms",
            codel[measure], pie[measure], ared[measure]
        )
    };
    let both = || format!("after the peak: {}; after any excess: {}", list(0), list(1));
    let fastest = [0, 1].iter().any(|&tau| ared[tau] < codel[tau].min(pie[tau]));
    [
        Check::new(codel[2] < pie[2].min(ared[2]), list(2)).because(
            "The kernel's CoDel begins a new dropping state with fewer drops than the authors' code. The CoDel \
             inferred from Table 1 peaks at 30.1 ms (paper 30.3 ms).",
        ),
        Check::new(faster(0) || faster(1), both()).because(
            "ARED does, CoDel does not: real Linux needs 1.0 s too. The CoDel inferred from Table 1 recovers \
             in 441 ms (paper 412 ms).",
        ),
        Check::new(fastest, both()),
    ]
}

fn linux_report(given: &Inputs, results: &Results<'_>) -> Report {
    let lanes = by_lane(results, LINUX_QUEUES.len());
    let names = ["tauMs", "tauAfterExcessMs", "delayMaxMs"];
    let rows: Vec<TableRow> = LINUX_QUEUES
        .iter()
        .zip(&lanes)
        .map(|(&queue, runs)| {
            let values = (0..3).map(|measure| {
                let real = given.numbers.figure(&["linux", queue, names[measure]]);
                let ours = runs.figure(measure);
                let whole = runs.all().and(real).zip(ours);
                TableCell {
                    published: real,
                    other: None,
                    ours,
                    tolerance: real.and_then(|real| real.sd),
                    within: whole.and_then(|(real, ours)| is_within_one_sd(&real, &ours)),
                }
            });
            row(queue, values.collect(), runs)
        })
        .collect();
    let within =
        rows.iter().flat_map(|row| row.values.iter().map(|value| value.within == Some(true)));
    let goal = Goal::count("within one standard deviation of real Linux", 1.0, within);
    Report {
        published_by: Some("Linux 6.18"),
        measures: MEASURES.to_vec(),
        goals: results.all().map(|_| goal).into_iter().collect(),
        rows,
        plots: vec![Plot {
            band: range_of(SEEDS.count()),
            ..traces(&lanes, &LINUX_QUEUES, &[None; 2])
        }],
        ..Report::default()
    }
}

fn is_within_one_sd(real: &Figure, ours: &Figure) -> Option<bool> {
    Some((ours.mean - real.mean).abs() <= real.sd?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Measured;

    /// Returns bins of 10 ms with one delay each.
    fn series(delays: &[f32]) -> Series {
        let mut series = Series::default();
        for &ms in delays {
            let mut row = aqm_sim::metrics::Bin::default();
            (row[Column::DelayMinMs], row[Column::DelayMaxMs]) = (ms, ms);
            series.push(row);
        }
        series
    }

    #[test]
    fn both_readings_of_tau() {
        // From 20 ms on: below the target, a first excess, a dip, the peak, and the recovery.
        let delays = [9.0, 9.0, 3.0, 6.0, f32::NAN, 4.0, 30.0, 20.0, 10.0, 4.9, 7.0];
        let transient = Transient::read(&series(&delays), 0.02);
        assert_eq!(transient.peak_ms, 30.0);
        assert_eq!(transient.after_excess_ms, 35.0, "in the bin from 30 to 40 ms");
        assert_eq!(transient.after_peak_ms, 75.0);
    }

    #[test]
    fn a_run_without_recovery_counts_its_full_length() {
        let transient = Transient::read(&series(&[6.0; 50]), 0.0);
        assert_eq!((transient.after_peak_ms, transient.after_excess_ms), (10_000.0, 10_000.0));
    }

    #[test]
    fn the_figure_begins_half_a_second_before_the_datagrams() {
        let run = |lane: usize| [vec![1.0; VALUES], vec![lane as f64; bins(0.0).count]].concat();
        let measured: Vec<Option<Measured>> = (0..30).map(|index| Some(run(index % 3))).collect();
        let lanes = by_lane(&Results::new(&measured), QUEUES.len());
        let plot = traces(&lanes, &QUEUES, &[Some(0.412), None, None]);
        let pie = &plot.series[1];
        assert_eq!((pie.name.as_str(), pie.rows[0], pie.points.len()), ("pie", 1, 250));
        assert!((pie.points[0][0] + 0.495).abs() < 1e-9 && pie.points[0][1] == 1.0);
        assert_eq!(plot.series.len(), 4, "one published point");
        assert!((bins(20.003).from_s - 19.51).abs() < 1e-9);
    }

    #[test]
    fn the_papers_own_numbers_satisfy_its_findings() {
        let numbers = crate::inputs::tests::given("schwardmann-2014").numbers;
        let figure = |queue, name| numbers.figure(&["table2", queue, name]).unwrap().mean;
        let published = QUEUES.map(|queue| {
            [figure(queue, "tauMs"), figure(queue, "tauMs"), figure(queue, "delayMaxMs")]
        });
        assert!(checks(published).iter().all(|check| check.holds));
        let equal = [published[1]; 3];
        assert!(checks(equal).iter().all(|check| !check.holds));
    }

    #[test]
    fn the_tolerance_is_one_standard_deviation_of_the_real_system() {
        let real = Figure::published(100.0, Some(10.0));
        let ours = |mean| Figure::published(mean, Some(50.0));
        assert_eq!(is_within_one_sd(&real, &ours(109.0)), Some(true));
        assert_eq!(is_within_one_sd(&real, &ours(89.0)), Some(false));
        assert_eq!(is_within_one_sd(&Figure::single(1.0), &ours(1.0)), None);
    }
}
