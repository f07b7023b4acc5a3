//! Delay and throughput under three loads (Figs 4 and 5).

use super::{DELAY, REFERENCE_MS, TIME, stated, trace};
use crate::inputs::{PlannedRun, Readout};
use crate::report::{Axis, Plot, Reference, TableRow};
use crate::results::Results;
use crate::traces::{Bins, range_of};

const DURATION_S: f64 = 100.0;
/// The smallest goodput of a flow as a share of the mean. The bins of delay and throughput follow it.
pub(crate) const NAMES: &[&str] = &["leastShare"];
/// Column of the throughput.
const THROUGHPUT: usize = 1;
/// A fifth of a second is two round-trip times: the sawtooth of TCP stays visible.
const STEP_S: f64 = 0.2;

fn bins() -> Bins {
    Bins::until(DURATION_S, STEP_S)
}

pub(crate) fn readout(_: &PlannedRun<'_>) -> Readout {
    Readout::new(NAMES.len() + 2 * bins().count, |simulation| {
        let shares: Vec<f64> =
            simulation.summary().flows.iter().map(|flow| flow.goodput_mbps).collect();
        let least = shares.iter().copied().fold(f64::INFINITY, f64::min);
        let mean = shares.iter().sum::<f64>() / shares.len() as f64;
        [vec![least / mean], bins().delays(simulation), bins().rates(simulation)].concat()
    })
}

/// Returns delay and throughput over time under each load. `traces` has both for the runs of each row.
pub(crate) fn plots(rows: &[TableRow], traces: &[Results<'_>]) -> Vec<Plot> {
    let (mut delays, mut rates) = (Vec::new(), Vec::new());
    for (index, (row, runs)) in rows.iter().zip(traces).enumerate() {
        let part = ["a", "b", "c"][index];
        let (load, bins) = (&row.at, bins());
        let shown = |from: usize| trace(&row.queue, vec![index], bins.middles(), &runs.from(from));
        let throughput = row.values[THROUGHPUT].published.map(|published| published.mean);
        delays.push(Plot {
            id: format!("4{part}"),
            title: format!("{load}: {}", DELAY.name),
            x: TIME,
            y: DELAY,
            series: vec![shown(0)],
            band: range_of(runs.len()),
            references: vec![Reference::at_y(REFERENCE_MS, "reference")],
            ..Plot::default()
        });
        let level = |level| stated(&row.queue, index, &[0.0, DURATION_S], &[level]);
        rates.push(Plot {
            id: format!("5{part}"),
            title: format!("{load}: throughput"),
            x: TIME,
            y: Axis::linear("throughput", "Mbit/s"),
            series: [shown(bins.count)].into_iter().chain(throughput.map(level)).collect(),
            band: range_of(runs.len()),
            ..Plot::default()
        });
    }
    [delays, rates].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::TableCell;

    #[test]
    fn each_load_has_its_trace_of_delay_and_of_throughput() {
        let count = bins().count;
        let run = |load: usize| {
            let mut values = vec![10.0 * load as f64; 2 * count];
            values[count..].fill(100.0 * load as f64);
            values
        };
        let runs: Vec<_> = (0..3).map(|load| vec![Some(run(load)); 5]).collect();
        let row = || TableRow {
            at: "5 TCP".to_owned(),
            queue: "pie".to_owned(),
            values: vec![
                TableCell::computed(Some(20.0), 0.0),
                TableCell::computed(Some(9.82), 0.0),
            ],
            ..TableRow::default()
        };
        let rows = [row(), row(), row()];
        let traces: Vec<_> = runs.iter().map(|runs| Results::new(runs)).collect();
        let plots = plots(&rows, &traces);
        let ids: Vec<&str> = plots.iter().map(|plot| plot.id.as_str()).collect();
        assert_eq!(ids, ["4a", "4b", "4c", "5a", "5b", "5c"]);
        assert_eq!(plots[1].series[0].points[0], [0.1, 10.0, 10.0, 10.0]);
        assert_eq!(plots[5].series[0].points[499], [99.9, 200.0, 200.0, 200.0]);
        assert_eq!(plots[3].series[1].points[0][..2], [0.0, 9.82], "stated in the text");
        assert_eq!(plots[4].series[0].rows, [1]);
    }
}
