//! Rows of a sweep as text, CSV and JSON.

use super::Row;
use super::estimate::{Combined, Estimate};
use crate::failure::Failure;
use aqm_scenario::json::Value;
use aqm_scenario::measures::LaneMeasure;
use aqm_scenario::sweep::{Axis, plain};
use aqm_scenario::{Scenario, report};
use std::io::Write;

/// The results of a sweep.
pub struct Table<'a> {
    pub axes: &'a [Axis],
    pub seeds: &'a [u64],
    pub measures: &'a [LaneMeasure],
    pub rows: &'a [Row<'a>],
}

impl Table<'_> {
    /// Prints means and, with several seeds, their 95 % confidence intervals.
    pub fn text(&self, out: &mut impl Write) -> Result<(), Failure> {
        let mut lines: Vec<Vec<String>> = Vec::new();
        let paths = self.axes.iter().map(|axis| axis.path.clone());
        let titles = self.measures.iter().map(titled);
        lines.push(paths.chain(["queue".to_owned()]).chain(titles).collect());
        for row in self.rows {
            let results = row.results.iter().zip(self.measures);
            let cells = results.map(|(result, measure)| cell(*result, measure.about().digits));
            lines.push(names(row).into_iter().chain(cells).collect());
        }
        for line in aligned(&lines, self.axes.len() + 1) {
            writeln!(out, "{line}")?;
        }
        let seeds = self.seeds.len();
        if seeds > 1 {
            writeln!(out, "\nMeans of {seeds} seeds, with 95 % confidence intervals.")?;
        }
        Ok(())
    }

    /// Prints a line for each row. A field is empty if there was nothing to measure, or a single seed.
    pub fn csv(&self, out: &mut impl Write) -> Result<(), Failure> {
        let mut header: Vec<String> = self.axes.iter().map(|axis| quoted(&axis.path)).collect();
        header.extend(["lane", "queue", "seeds"].map(str::to_owned));
        for measure in self.measures {
            let numbers = Combined::names(measure.about().over_runs).iter();
            header.extend(numbers.map(|number| format!("{}{}", joined(measure), capital(number))));
        }
        writeln!(out, "{}", header.join(","))?;
        for row in self.rows {
            let mut fields: Vec<String> =
                row.combination.set.iter().map(|(_, value)| quoted(&plain(value))).collect();
            let queue = row.combination.scenario.queues[row.lane].kind();
            let seeds = self.seeds.len();
            fields.extend([row.lane.to_string(), queue.to_owned(), seeds.to_string()]);
            for (measure, result) in self.measures.iter().zip(&row.results) {
                let count = Combined::names(measure.about().over_runs).len();
                let numbers = result.map_or(vec![None; count], Combined::numbers);
                let field = |number: Option<f64>| number.map_or(String::new(), |n| n.to_string());
                fields.extend(numbers.into_iter().map(field));
            }
            writeln!(out, "{}", fields.join(","))?;
        }
        Ok(())
    }

    /// Prints everything. A measure is an object of `mean`, `sd` and `ci95`, or of `sum` or `max`.
    pub fn json(&self, scenario: &Scenario, out: &mut impl Write) -> Result<(), Failure> {
        let seeds = self.seeds.iter().map(|&seed| Value::count(seed)).collect();
        let rows = self.rows.iter().map(|row| self.json_row(row)).collect();
        let object = Value::object([
            ("version", Value::count(1)),
            ("title", Value::string(scenario.title.clone())),
            ("seeds", Value::Array(seeds)),
            ("rows", Value::Array(rows)),
        ]);
        Ok(out.write_all(object.to_pretty().as_bytes())?)
    }

    fn json_row(&self, row: &Row) -> Value {
        let queue = &row.combination.scenario.queues[row.lane];
        let mut members = vec![
            ("set".to_owned(), Value::Object(row.combination.set.clone())),
            ("lane".to_owned(), Value::count(row.lane as u64)),
            ("queue".to_owned(), Value::string(queue.kind())),
        ];
        for (measure, result) in self.measures.iter().zip(&row.results) {
            let value = result.map_or(Value::Null, |result| {
                let names = Combined::names(measure.about().over_runs).iter();
                let numbers = names.zip(result.numbers());
                let member =
                    |(name, number): (&&str, _)| ((*name).to_owned(), Value::optional(number));
                Value::Object(numbers.map(member).collect())
            });
            members.push((joined(measure), value));
        }
        Value::Object(members)
    }
}

/// Joins the name of a measure to one word with its unit at the end: `queueDelayMs.p95` is `queueDelayP95Ms`.
fn joined(measure: &LaneMeasure) -> String {
    let name = measure.name();
    let word = match name.split_once('.') {
        None => name.to_owned(),
        Some((group, member)) => match group.strip_suffix("Ms") {
            Some(group) => format!("{group}{}Ms", capital(member)),
            None => format!("{group}{}", capital(member)),
        },
    };
    match measure {
        LaneMeasure::Lane(_) => word,
        LaneMeasure::Group(index, _) | LaneMeasure::Application(index, _) => {
            format!("group{index}{}", capital(&word))
        }
        LaneMeasure::Class(class, _) => format!("{class}{}", capital(&word)),
    }
}

/// Returns the title of the column of a measure.
fn titled(measure: &LaneMeasure) -> String {
    let title = measure.about().title;
    match measure {
        LaneMeasure::Lane(_) => title.to_owned(),
        LaneMeasure::Group(index, _) | LaneMeasure::Application(index, _) => {
            format!("group {index} {title}")
        }
        LaneMeasure::Class(class, _) => format!("{class} {title}"),
    }
}

fn capital(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}

/// Pads columns to their longest cell: the first `names` to the left, numbers to the right.
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

/// Returns the row's values as given, and its queue.
fn names(row: &Row) -> Vec<String> {
    let values = row.combination.set.iter().map(|(_, value)| plain(value));
    let queue = report::describe_queue(&row.combination.scenario.queues[row.lane]);
    values.chain([queue]).collect()
}

fn cell(result: Option<Combined>, digits: usize) -> String {
    match result {
        None => "-".to_owned(),
        Some(Combined::Mean(Estimate { mean, ci95: Some(ci95), .. })) => {
            format!("{mean:.digits$} ± {ci95:.digits$}")
        }
        Some(Combined::Mean(Estimate { mean: value, .. })) => format!("{value:.digits$}"),
        Some(Combined::Sum(value)) => format!("sum {value:.digits$}"),
        Some(Combined::Max(value)) => format!("max {value:.digits$}"),
    }
}

/// Quotes a CSV field (RFC 4180).
fn quoted(field: &str) -> String {
    if field.contains(['"', ',', '\n']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
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
