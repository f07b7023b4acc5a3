//! Distributions of the delay in the testbed (Figs 10 and 11).

use crate::inputs::{PlannedRun, Readout};
use crate::report::{Axis, Plot, Reference, Series, SeriesKind, TableRow};
use crate::results::Results;
use crate::traces::{confidence_of, mean_and_confidence};
use aqm_sim::time::Span;

const QUEUES: [&str; 2] = ["pie", "codel"];
/// The reference of each cell of the plans.
const REFERENCES_MS: [f64; 2] = [5.0, 20.0];

/// Shares of the packets with at most these delays, in percent: the reference, twice the reference, 20 and 100 ms. The distribution
/// follows them.
pub(crate) const NAMES: &[&str] = &["underReference", "underTwice", "under20Ms", "under100Ms"];

/// Delays at which the distributions are read, ms: 20 a decade from 0.5 to 250 ms, and the references.
const DELAYS: usize = 55;

fn delays_ms() -> impl Iterator<Item = f64> {
    (0..DELAYS).map(|index| 0.5 * aqm_sim::math::pow(10.0, index as f64 / 20.0))
}

pub(crate) fn readout(place: &PlannedRun<'_>) -> Readout {
    let reference_ms = REFERENCES_MS[place.cell.min(REFERENCES_MS.len() - 1)];
    Readout::new(NAMES.len() + DELAYS, move |simulation| {
        let delays = simulation.delays();
        let under = |ms: f64| 100.0 * delays.share_up_to(Span::from_seconds(ms / 1e3));
        let named = [reference_ms, 2.0 * reference_ms, 20.0, 100.0];
        named.into_iter().chain(delays_ms()).map(under).collect()
    })
}

/// Returns the distributions at both references. `rows` and `distributions` are those of PIE and CoDel at 5 ms, then at 20 ms.
pub(crate) fn plots(figure: &str, rows: &[TableRow], distributions: &[Results<'_>]) -> Vec<Plot> {
    let lanes = QUEUES.len();
    let of_reference = |(index, (rows, runs)): (usize, (&[TableRow], &[Results<'_>]))| {
        let reference_ms = REFERENCES_MS[index];
        let ours = QUEUES.iter().zip(runs).enumerate().map(|(lane, (queue, runs))| Series {
            name: (*queue).to_owned(),
            queue: Some((*queue).to_owned()),
            rows: vec![lanes * index + lane],
            points: mean_and_confidence(delays_ms(), runs),
            ..Series::default()
        });
        let stated = QUEUES.iter().zip(rows).enumerate().map(|(lane, (queue, row))| {
            // The first two columns are the shares at the reference and at twice the reference.
            let points = row.values.iter().zip([reference_ms, 2.0 * reference_ms]);
            let points = points.filter_map(|(value, ms)| {
                value.published.map(|share| [ms, share.mean, share.mean, share.mean])
            });
            Series {
                name: (*queue).to_owned(),
                queue: Some((*queue).to_owned()),
                kind: SeriesKind::Points,
                published: true,
                rows: vec![lanes * index + lane],
                points: points.collect(),
            }
        });
        Plot {
            id: format!("{figure}{}", ["a", "b"][index]),
            title: format!("Reference {reference_ms} ms: packets with at most this delay"),
            x: Axis::log("queue delay", "ms"),
            y: Axis::linear("packets with at most this delay", "%"),
            series: ours.chain(stated.filter(|one| !one.points.is_empty())).collect(),
            band: confidence_of(runs[0].len()),
            references: vec![Reference::at_x(reference_ms, "reference")],
            ..Plot::default()
        }
    };
    rows.chunks(lanes).zip(distributions.chunks(lanes)).enumerate().map(of_reference).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_figure_has_both_disciplines_and_what_the_text_states() {
        let item = crate::find("pan-2013-pie/11").unwrap();
        let runs = item.runs();
        let measured = runs.iter().map(|run| Some(vec![50.0; run.columns()])).collect();
        let report = item.report(&runs, measured);
        let ids: Vec<&str> = report.plots.iter().map(|plot| plot.id.as_str()).collect();
        assert_eq!(ids, ["11a", "11b"]);
        let series = &report.plots[1].series;
        assert_eq!(series.len(), 3, "the text has no number of CoDel");
        assert_eq!(series[0].points.len(), super::DELAYS);
        assert_eq!(series[2].points, [[20.0, 60.0, 60.0, 60.0], [40.0, 90.0, 90.0, 90.0]]);
        let row = &report.rows[series[1].rows[0]];
        assert_eq!((row.at.as_str(), row.queue.as_str()), ("reference 20 ms", "codel"));
    }
}
