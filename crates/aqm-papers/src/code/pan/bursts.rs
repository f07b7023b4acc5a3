//! Burst tolerance (Fig 6).

use crate::inputs::{Inputs, PlannedRun, Readout};
use crate::report::{
    Axis, Check, Finding, Measure, Plot, Reference, Report, Series, TableCell, TableRow,
};
use crate::results::Results;
use crate::traces::Bins;
use aqm_sim::metrics::{Column, SAMPLE_INTERVAL};

/// Start and length of the plan's bursts, in s.
const BURSTS: [(f64, f64); 2] = [(1.0, 0.1), (11.0, 0.2)];

/// `max_burst` of each lane.
const ALLOWANCES: [&str; 2] = ["100 ms", "0"];
/// Drops and the time of the first one, for each burst.
const VALUES: usize = 2 * BURSTS.len();
const BINS: usize = 30;

/// Returns the bins of a figure: 300 ms from the start of a burst.
fn bins(start_s: f64) -> Bins {
    Bins { from_s: start_s, step_s: SAMPLE_INTERVAL.seconds(), count: BINS }
}

pub(crate) fn readout(_: &PlannedRun<'_>) -> Readout {
    Readout::new(VALUES + BURSTS.len() * BINS, |simulation| {
        let early: Vec<f32> = simulation.series().column(Column::EarlyDrops).collect();
        let bin_s = SAMPLE_INTERVAL.seconds();
        let values = BURSTS.iter().flat_map(|&(start_s, _)| {
            let first = (start_s / bin_s).round() as usize;
            // Long enough for the queue to drain.
            let bins = &early[first..first + (2.0 / bin_s) as usize];
            let drops: f32 = bins.iter().sum();
            let after = bins.iter().position(|&drops| drops > 0.0);
            let after_ms = after.map_or(f64::NAN, |bins| bins as f64 * bin_s * 1e3);
            [f64::from(drops), after_ms]
        });
        let drops = BURSTS.iter().flat_map(|&(start_s, _)| bins(start_s).drops_so_far(simulation));
        values.chain(drops).collect()
    })
}

pub(crate) fn report(_: &Inputs, results: &Results<'_>) -> Report {
    let lanes = results.chunks(1);
    let mut rows = Vec::new();
    for (allowance, run) in ALLOWANCES.iter().zip(&lanes) {
        for (index, (_, length_s)) in BURSTS.iter().enumerate() {
            let value = |value: usize| TableCell::beside(None, run.figure(2 * index + value));
            rows.push(TableRow {
                at: format!("burst of {:.0} ms, max_burst {allowance}", 1e3 * length_s),
                queue: "pie".to_owned(),
                values: [0, 1].map(value).to_vec(),
                ..run.row()
            });
        }
    }
    let with = Finding::all(
        [
            "A burst no longer than max_burst passes without a drop",
            "A burst of 200 ms loses no packet in the first 100 ms",
        ],
        lanes[0].made().next().map(|with| {
            [
                Check::new(with[0] == 0.0, format!("{} drops", with[0])),
                Check::new(
                    with[2] > 0.0 && with[3] >= 100.0,
                    format!("{} drops, the first after {:.0} ms", with[2], with[3]),
                ),
            ]
        }),
    );
    let without = Finding::all(
        ["Without max_burst drops start earlier, as the queue fills"],
        lanes[1].made().next().map(|without| {
            let early = without[0] > 0.0 && without[1] < 100.0 && without[3] < 100.0;
            [Check::new(
                early,
                format!("first drops after {:.0} and {:.0} ms", without[1], without[3]),
            )]
        }),
    );
    Report {
        measures: vec![
            Measure::new("early drops", "packets", 0),
            Measure::new("first drop after", "ms", 0),
        ],
        rows,
        findings: with.into_iter().chain(without).collect(),
        plots: vec![plot(&lanes)],
        ..Report::default()
    }
}

/// Returns the figure: a line for each lane and burst.
fn plot(lanes: &[Results<'_>]) -> Plot {
    let line = |lane: usize, burst: usize| {
        let first = VALUES + burst * BINS;
        let run = lanes[lane].made().next();
        let drops = |bin: usize| run.map_or(f64::NAN, |run| run[first + bin]);
        // A sum at the end of a bin.
        let point = |bin: usize| {
            let (x, y) = (1e3 * (bin + 1) as f64 * SAMPLE_INTERVAL.seconds(), drops(bin));
            [x, y, y, y]
        };
        Series {
            name: format!("burst {:.0} ms, max_burst {}", 1e3 * BURSTS[burst].1, ALLOWANCES[lane]),
            rows: vec![BURSTS.len() * lane + burst],
            points: (0..BINS).map(point).collect(),
            ..Series::default()
        }
    };
    let all =
        (0..ALLOWANCES.len()).flat_map(|lane| (0..BURSTS.len()).map(move |burst| (lane, burst)));
    Plot {
        id: "6".to_owned(),
        title: "Since the start of the burst: early drops so far".to_owned(),
        x: Axis::linear("time since the start of the burst", "ms"),
        y: Axis::linear("early drops so far", "packets"),
        series: all.map(|(lane, burst)| line(lane, burst)).collect(),
        references: vec![Reference::at_x(100.0, "100 ms")],
        ..Plot::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bursts_of_the_plan_are_at_the_measured_times() {
        let runs = crate::find("pan-2013-pie/6").unwrap().runs();
        let changes = &runs[0].scenario().changes;
        let starts: Vec<f64> = changes.iter().map(|change| change.at_s).collect();
        assert_eq!(starts, BURSTS.map(|(start_s, _)| start_s));
    }

    #[test]
    fn a_burst_within_the_allowance_passes() {
        let item = crate::find("pan-2013-pie/6").unwrap();
        let runs = item.runs();
        let report = item.report(&runs, runs.iter().map(|run| Some(run.measure())).collect());
        assert!(report.findings[0].holds(), "{:?}", report.findings[0].check);
        // The figure ends with the number of the table.
        for series in &report.plots[0].series {
            let row = &report.rows[series.rows[0]];
            assert_eq!(
                series.points.last().map(|point| point[1]),
                row.values[0].ours.map(|ours| ours.mean),
                "{}",
                series.name
            );
        }
    }
}
