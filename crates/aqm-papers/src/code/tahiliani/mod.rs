//! Tahiliani and others: RED and ARED in the scenarios of RFC 7928.
//!
//! The paper prints ellipses without numbers, and names no rates, delays or parameters. It used the AQM evaluation
//! suite for ns-3 (A. Deepak, K. S. Shravya, M. P. Tahiliani, WNS3 2017), whose published scenario files have
//! them: 1 Mbit/s, 48 + 1 + 1 ms each way, packets of 750 bytes, 45 packets of buffer, 300 s, and 100 and 10 Mbit/s
//! with 500 packets for the varying capacity. The numbers of flows are those of the suite's first published
//! version: 3, 7 and 10.

use crate::code::{Code, values};
use crate::ellipse;
use crate::inputs::{PlannedRun, Readout};
use crate::report::{Plot, TableRow};
use crate::results::Results;

/// The functions that the files of the paper name.
pub(super) const CODE: &[Code] = &[values("tahiliani.ellipses", NAMES, readout, plots)];

/// For each case of the plan its letter in figure 1 and its section; no letter: it has no figure.
const CASES: [(&str, &str); 12] = [
    ("a", "3.1"),
    ("b", "3.2"),
    ("c", "3.3"),
    ("d", "3.4"),
    ("", "3.4"),
    ("e", "3.5"),
    ("f", "3.6"),
    ("g", "3.7"),
    ("h", "3.8"),
    ("i", "3.9"),
    ("j", "3.10"),
    ("k", "3.10"),
];

/// The third lane, RED with ARED's weight, is not in the paper. It shows the effect of the weight alone.
const LANES: usize = 3;
const QUEUES: [&str; 2] = ["red", "ared"];

/// Goodput of the TCP flows. The ellipse follows it.
const NAMES: &[&str] = &["tcpMbps"];

fn readout(_: &PlannedRun<'_>) -> Readout {
    Readout::new(NAMES.len() + ellipse::COLUMNS, |simulation| {
        let ellipse = ellipse::read(simulation, 0);
        [&ellipse[1..2], &ellipse].concat()
    })
}

/// Returns an ellipse of RED and of ARED for each figure of the paper.
fn plots(rows: &[TableRow], ellipses: &[Results<'_>]) -> Vec<Plot> {
    let cases = CASES.iter().zip(rows.chunks(LANES)).zip(ellipses.chunks(LANES)).enumerate();
    let shown = cases.filter(|(_, (((figure, _), _), _))| !figure.is_empty());
    let plot = shown.map(|(index, (((figure, section), rows), lanes))| {
        let pooled = QUEUES
            .iter()
            .zip(lanes)
            .map(|(&queue, runs)| (queue, Some(queue), ellipse::pooled(runs)));
        let title = format!("Section {section}: {}", rows[0].at);
        ellipse::plot(figure, &title, index * LANES, pooled)
    });
    plot.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eleven_figures_have_a_statement_and_an_ellipse_each() {
        for item in ["tahiliani-rfc7928/1", "tahiliani-rfc7928/1-bare"] {
            let item = crate::find(item).unwrap();
            assert_eq!(crate::files::cases(item).len(), CASES.len());
            let runs = item.runs();
            let measured = runs.iter().map(|run| Some(vec![1.0; run.columns()])).collect();
            let report = item.report(&runs, measured);
            assert_eq!((report.findings.len(), report.plots.len()), (11, 11));
            assert!(report.plots.iter().all(|plot| plot.series.len() == 2));
            let claims = report.findings.iter().map(|finding| finding.claim.as_str());
            for (claim, plot) in claims.zip(&report.plots) {
                let (section, case) = plot.title.split_once(": ").unwrap();
                let section = section.to_lowercase();
                assert!(claim.ends_with(&format!(": {case} ({section})")), "{claim}: {section}");
            }
        }
    }
}
