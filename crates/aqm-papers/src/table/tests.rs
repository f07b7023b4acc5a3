use super::*;
use crate::{Content, Item, papers};

/// All tables of this repository that files describe.
fn tables() -> impl Iterator<Item = (&'static Item, &'static Table)> {
    papers().iter().flat_map(crate::Paper::items).filter_map(|item| match &item.content {
        Content::Table(table) => Some((item.as_ref(), table.as_ref())),
        Content::Code { .. } => None,
    })
}

/// Returns results in which each run of a row has these values.
fn results(table: &Table, row: impl Fn(usize) -> Measured) -> Vec<Option<Measured>> {
    let seeds = table.sweep().seeds().len();
    (0..table.sweep().runs()).map(|run| Some(row(run / seeds))).collect()
}

#[test]
fn published_numbers_satisfy_the_findings_and_goals_of_their_paper() {
    let mut checked = 0;
    for (item, table) in tables() {
        let numbers = |row: usize| -> Option<Measured> {
            table.published.iter().map(|of| of[row].map(|figure| figure.mean)).collect()
        };
        let is_complete = (0..table.sweep().rows().len()).all(|row| numbers(row).is_some());
        if !is_complete {
            continue;
        }
        let all = results(table, |row| numbers(row).expect("it is complete"));
        let report = item.report(&item.runs(), all);
        for finding in &report.findings {
            assert!(finding.holds(), "{}: {finding:?}", item.name());
        }
        for goal in &report.goals {
            assert_eq!(goal.hits, goal.of, "{}: {}", item.name(), goal.name);
        }
        checked += report.findings.len();
    }
    assert!(checked >= 28, "{checked} findings");
}

#[test]
fn every_finding_can_fail() {
    for (item, table) in tables() {
        let runs = item.runs();
        // The measures, and what a function reads for its figures.
        let values = runs[0].columns();
        // All rows are equal; each is larger than the one before; each is smaller.
        let reports: Vec<_> = [[1.0, 0.0], [1.0, 7.0], [1e4, -7.0]]
            .into_iter()
            .map(|[start, step]| {
                let row = |row: usize| vec![start + step * row as f64; values];
                item.report(&runs, results(table, row))
            })
            .collect();
        for index in 0..table.findings.len() {
            let fails = reports.iter().any(|report| !report.findings[index].holds());
            assert!(fails, "{}: {}", item.name(), reports[0].findings[index].claim);
        }
    }
}

#[test]
fn a_figure_has_a_line_for_each_value_of_the_other_axis() {
    let item = crate::find("raghuvanshi-2013/1-9").unwrap();
    let runs = item.runs();
    let values = |run: usize| vec![run as f64; 5];
    let report = item.report(&runs, (0..runs.len()).map(|run| Some(values(run))).collect());
    let plot = &report.plots[5];
    assert_eq!((plot.id.as_str(), plot.title.as_str()), ("6", "CoDel: mean queue"));
    assert_eq!(plot.series.len(), 8, "seven variants and the mean in the text");
    let sack = &plot.series[1];
    assert_eq!((sack.name.as_str(), sack.points.len()), ("SACK", 7));
    // The third lane of the second variant at the first bandwidth: runs 10 and 11.
    assert_eq!(sack.points[0], [1.0, 10.5, 10.0, 11.0], "the mean of two seeds and both of them");
    let row = &report.rows[sack.rows[6]];
    assert_eq!((row.at.as_str(), row.queue.as_str()), ("1000 Mbit/s, SACK", "codel"));
    assert_eq!(plot.series[7].points[0][1], 5.0);
}
