//! Rows of a sweep as text, CSV and JSON.

use super::{Estimate, MEASURES, Row};
use crate::failure::Failure;
use aqm_scenario::json::Value;
use aqm_scenario::sweep::{Axis, plain};
use aqm_scenario::{Scenario, report};
use std::io::Write;

/// Mean and, with several seeds, the 95 % confidence interval.
pub fn table(
    axes: &[Axis],
    seeds: usize,
    rows: &[Row],
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut lines: Vec<Vec<String>> = Vec::new();
    let paths = axes.iter().map(|axis| axis.path.clone());
    let titles = MEASURES.iter().map(|measure| measure.title.to_owned());
    lines.push(paths.chain(["queue".to_owned()]).chain(titles).collect());
    for row in rows {
        let estimates = row.estimates.iter().zip(&MEASURES);
        let cells = estimates.map(|(estimate, measure)| cell(estimate.as_ref(), measure.digits));
        lines.push(names(row).into_iter().chain(cells).collect());
    }
    for line in aligned(&lines, axes.len() + 1) {
        writeln!(out, "{line}")?;
    }
    if seeds > 1 {
        writeln!(out, "\nMeans of {seeds} seeds, with 95 % confidence intervals.")?;
    }
    Ok(())
}

/// Columns as wide as their longest cell, the first `names` to the left, numbers to the right.
fn aligned(lines: &[Vec<String>], names: usize) -> Vec<String> {
    let chars = |cell: &String| cell.chars().count();
    let columns = lines.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..columns)
        .map(|column| lines.iter().map(|line| chars(&line[column])).max().unwrap_or(0))
        .collect();
    let text = |line: &Vec<String>| {
        let mut text = String::new();
        for (column, (cell, width)) in line.iter().zip(&widths).enumerate() {
            // Not by `format!`, which panics beyond 65535: a value can be a whole list of changes.
            let space = " ".repeat(width - chars(cell));
            let [first, then] = if column < names { [cell, &space] } else { [&space, cell] };
            text.extend([first, then, "  "]);
        }
        text.trim_end().to_owned()
    };
    lines.iter().map(text).collect()
}

/// The row's values, as they were given, and its queue.
fn names(row: &Row) -> Vec<String> {
    let values = row.combination.set.iter().map(|(_, value)| plain(value));
    let queue = report::describe_queue(&row.combination.scenario.queues[row.lane]);
    values.chain([queue]).collect()
}

fn cell(estimate: Option<&Estimate>, digits: usize) -> String {
    let Some(Estimate { mean, ci95, .. }) = estimate else { return "-".to_owned() };
    match ci95 {
        Some(ci95) => format!("{mean:.digits$} ± {ci95:.digits$}"),
        None => format!("{mean:.digits$}"),
    }
}

/// One line a row; an empty field: nothing to measure, or a single seed.
pub fn csv(axes: &[Axis], seeds: usize, rows: &[Row], out: &mut impl Write) -> Result<(), Failure> {
    let mut header: Vec<String> = axes.iter().map(|axis| quoted(&axis.path)).collect();
    header.extend(["lane", "queue", "seeds"].map(str::to_owned));
    for measure in &MEASURES {
        header.extend(["Mean", "Sd", "Ci95"].map(|what| format!("{}{what}", measure.name)));
    }
    writeln!(out, "{}", header.join(","))?;
    for row in rows {
        let mut fields: Vec<String> =
            row.combination.set.iter().map(|(_, value)| quoted(&plain(value))).collect();
        let queue = row.combination.scenario.queues[row.lane].kind();
        fields.extend([row.lane.to_string(), queue.to_owned(), seeds.to_string()]);
        for estimate in &row.estimates {
            let number =
                |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
            fields.push(number(estimate.map(|estimate| estimate.mean)));
            fields.push(number(estimate.and_then(|estimate| estimate.sd)));
            fields.push(number(estimate.and_then(|estimate| estimate.ci95)));
        }
        writeln!(out, "{}", fields.join(","))?;
    }
    Ok(())
}

/// RFC 4180.
fn quoted(field: &str) -> String {
    if field.contains(['"', ',', '\n']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

/// Everything; each measure is an object of `mean`, `sd` and `ci95`.
pub fn json(
    scenario: &Scenario,
    seeds: &[u64],
    rows: &[Row],
    out: &mut impl Write,
) -> Result<(), Failure> {
    let row = |row: &Row| {
        let queue = &row.combination.scenario.queues[row.lane];
        let mut members = vec![
            ("set".to_owned(), Value::Object(row.combination.set.clone())),
            ("lane".to_owned(), Value::count(row.lane as u64)),
            ("queue".to_owned(), Value::string(queue.kind())),
        ];
        for (measure, estimate) in MEASURES.iter().zip(&row.estimates) {
            let value = estimate.map_or(Value::Null, |estimate| {
                Value::object([
                    ("mean", Value::number(estimate.mean)),
                    ("sd", Value::optional(estimate.sd)),
                    ("ci95", Value::optional(estimate.ci95)),
                ])
            });
            members.push((measure.name.to_owned(), value));
        }
        Value::Object(members)
    };
    let object = Value::object([
        ("version", Value::count(1)),
        ("title", Value::string(scenario.title.clone())),
        ("seeds", Value::Array(seeds.iter().map(|&seed| Value::count(seed)).collect())),
        ("rows", Value::Array(rows.iter().map(row).collect())),
    ]);
    Ok(out.write_all(object.to_pretty().as_bytes())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_may_be_as_wide_as_its_longest_value() {
        let line = |name: &str, number: &str| vec![name.to_owned(), number.to_owned()];
        let wide = "x".repeat(100_000);
        let lines = aligned(&[line("±", "1"), line(&wide, "22")], 1);
        assert_eq!(lines[1], format!("{wide}  22"));
        assert_eq!(lines[0], format!("±{}   1", " ".repeat(wide.len() - 1)));
        assert_eq!(aligned(&[], 1), [""; 0]);
    }
}
