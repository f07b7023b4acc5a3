//! Writes reports as text.

use super::plots;
use crate::disciplines;
use crate::report::{Figure, Goal, Measure, Report, TableCell};
use crate::{About, Item};
use std::fmt::Write as _;

/// Reports with their items, grouped by paper.
pub type Reports<'a> = [(&'a Item, Report)];

/// Returns the reports as text for a terminal.
pub fn reports(reports: &Reports<'_>) -> String {
    let mut out = String::new();
    for (paper, items) in by_paper(reports) {
        line(&mut out, &format!("{}: {}", paper.name, paper.citation));
        for (item, report) in items.iter().copied() {
            line(&mut out, "");
            line(&mut out, &format!("{}  {}", item.id, item.title));
            for note in &report.notes {
                line(&mut out, &format!("  {note}"));
            }
            for row in aligned(&table(report)) {
                line(&mut out, &format!("  {row}"));
            }
            for plot in &report.plots {
                for row in plots::rows(plot) {
                    line(&mut out, &format!("  {row}"));
                }
            }
            for finding in &report.findings {
                let Some(check) = &finding.check else { continue };
                let verdict = verdict(check.holds);
                line(&mut out, &format!("  {verdict}  {} ({})", finding.claim, check.evidence));
                if let Some(because) = &check.because {
                    line(&mut out, &format!("        {because}"));
                }
            }
        }
        let goals = Goal::sum(items.iter().flat_map(|(_, report)| &report.goals));
        for goal in goals.iter().chain(&Goal::all_readings(&goals)) {
            line(&mut out, "");
            line(&mut out, &format!("{}  {}", verdict(goal.is_met()), counted(goal)));
        }
        line(&mut out, "");
    }
    out
}

/// Groups the reports by paper, in the order of the papers' first reports.
fn by_paper<'a>(reports: &'a Reports<'a>) -> Vec<(&'a About, Vec<(&'a Item, &'a Report)>)> {
    let mut papers: Vec<(&About, Vec<(&Item, &Report)>)> = Vec::new();
    for (item, report) in reports {
        match papers.iter_mut().find(|(paper, _)| paper.name == item.paper.name) {
            Some((_, items)) => items.push((item, report)),
            None => papers.push((&item.paper, vec![(item, report)])),
        }
    }
    papers
}

/// Returns head and rows of a table. A value outside the goal's tolerance has a `!`.
fn table(report: &Report) -> Vec<Vec<String>> {
    let publisher = report.published_by.unwrap_or("paper");
    let has = |measure: usize, get: fn(&TableCell) -> bool| {
        report.rows.iter().any(|row| get(&row.values[measure]))
    };
    let mut head = vec!["set-up".to_owned(), "queue".to_owned()];
    let mut rows: Vec<Vec<String>> = report
        .rows
        .iter()
        .map(|row| vec![row.at.clone(), disciplines::shown(&row.queue)])
        .collect();
    for (index, measure) in report.measures.iter().enumerate() {
        let Measure { name, unit, decimals } = measure;
        let decimals = *decimals;
        let mut column = |title: String, cell: &dyn Fn(&TableCell) -> String| {
            head.push(title);
            for (row, cells) in report.rows.iter().zip(&mut rows) {
                cells.push(cell(&row.values[index]));
            }
        };
        let has_published = has(index, |value| value.published.is_some());
        let unit = if unit.is_empty() { String::new() } else { format!(", {unit}") };
        if has_published {
            column(format!("{name}{unit}: {publisher}"), &|value| shown(value.published, decimals));
        }
        if has(index, |value| value.other.is_some()) {
            column(report.other.as_deref().unwrap_or("other").to_owned(), &|value| {
                shown(value.other, decimals)
            });
        }
        let title = if has_published { "here".to_owned() } else { format!("{name}{unit}") };
        column(title, &|value| {
            let mark = if value.within == Some(false) { " !" } else { "" };
            shown(value.ours, decimals) + mark
        });
        if has_published {
            column("deviation".to_owned(), &|value| deviation(value, decimals));
        }
    }
    [vec![head], rows].concat()
}

fn shown(figure: Option<Figure>, decimals: usize) -> String {
    match figure {
        None => String::new(),
        Some(Figure { mean, .. }) if mean.is_nan() => "none".to_owned(),
        Some(Figure { mean, sd: None, .. }) => format!("{mean:.decimals$}"),
        Some(Figure { mean, sd: Some(sd), .. }) => format!("{mean:.decimals$} ± {sd:.decimals$}"),
    }
}

fn deviation(value: &TableCell, decimals: usize) -> String {
    value.published.zip(value.ours).map_or(String::new(), |(published, ours)| {
        format!("{:+.decimals$}", ours.mean - published.mean)
    })
}

fn counted(goal: &Goal) -> String {
    let Goal { name, hits, of, least } = goal;
    format!("{name}: {hits} of {of}, wanted {:.0} %", 100.0 * least)
}

fn verdict(holds: bool) -> &'static str {
    if holds { "pass" } else { "FAIL" }
}

fn line(out: &mut String, text: &str) {
    let _ = writeln!(out, "{text}");
}

/// Aligns columns, numbers to the right.
fn aligned(table: &[Vec<String>]) -> Vec<String> {
    let columns = table.first().map_or(0, Vec::len);
    let width = |column: usize| {
        table.iter().map(|row| row[column].chars().count()).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    table
        .iter()
        .map(|row| {
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
                if column < 2 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
            });
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Check, Finding, TableRow};

    fn reports() -> Vec<(&'static Item, Report)> {
        let item = crate::find("schwardmann-2014/1b").unwrap();
        let value = |published, ours, within| TableCell {
            published: Some(Figure::single(published)),
            other: Some(Figure::single(4.5)),
            ours: Some(Figure::single(ours)),
            tolerance: None,
            within: Some(within),
        };
        let report = Report {
            notes: vec!["A note.".to_owned()],
            other: Some("ns-3".into()),
            measures: vec![Measure::new("delay", "ms", 1)],
            rows: vec![
                TableRow {
                    at: "5 ms".into(),
                    queue: "pie".into(),
                    values: vec![value(5.0, 4.0, true)],
                    ..TableRow::default()
                },
                TableRow {
                    at: "9 ms".into(),
                    queue: "red".into(),
                    values: vec![value(5.0, 9.0, false)],
                    ..TableRow::default()
                },
            ],
            findings: vec![Finding::new("It falls", Some(Check::new(false, "4.0 9.0".to_owned())))],
            goals: vec![Goal::count("close", 0.5, [true, false])],
            ..Report::default()
        };
        vec![(item, report)]
    }

    #[test]
    fn tables_show_published_other_ours_and_deviation() {
        let reports = reports();
        let expected = [
            "set-up  queue  delay, ms: paper  ns-3  here   deviation",
            "5 ms    PIE                 5.0   4.5  4.0         -1.0",
            "9 ms    RED                 5.0   4.5  9.0 !       +4.0",
        ];
        let shown = aligned(&table(&reports[0].1));
        let squeezed = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(
            shown.iter().map(|line| squeezed(line)).collect::<Vec<_>>(),
            expected.map(squeezed)
        );
    }

    #[test]
    fn the_text_lists_failures() {
        let text = super::reports(&reports());
        assert!(text.contains("FAIL  It falls (4.0 9.0)"), "{text}");
        assert!(text.contains("pass  close: 1 of 2, wanted 50 %"), "{text}");
    }
}
