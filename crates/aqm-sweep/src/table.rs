//! The table of a sweep's results as text, CSV and JSON.

use super::estimate::{Combined, Estimate};
use super::{Axis, Cell, Measured, Sweep, plain};
use aqm_json::Value;
use aqm_report::csv;
use aqm_report::measures::LaneMeasure;
use aqm_scenario::problem::Problem;

/// The results of a sweep.
#[derive(Debug)]
pub struct Table<'a> {
    sweep: &'a Sweep,
    measured: &'a [Option<Measured>],
    rows: Vec<Row<'a>>,
}

/// A lane of a cell, over all seeds.
#[derive(Debug)]
pub struct Row<'a> {
    /// The cell.
    pub cell: &'a Cell,
    /// The lane, from 0.
    pub lane: usize,
    /// Number of runs that were made.
    pub runs: usize,
    /// One for each measure; `None` if no run has a value.
    pub results: Vec<Option<Combined>>,
}

impl Sweep {
    /// Combines the values of all runs, which are in the order of [`Sweep::run`]; `None`: the run was not made.
    ///
    /// # Panics
    /// If there is not one entry for each run.
    pub fn table<'a>(&'a self, measured: &'a [Option<Measured>]) -> Table<'a> {
        assert_eq!(measured.len(), self.runs(), "one entry for each run");
        let of_rows = measured.chunks(self.seeds().len()).zip(self.rows());
        let rows = of_rows.map(|(runs, &(cell, lane))| {
            let made: Vec<&Measured> = runs.iter().flatten().collect();
            let results = self.measures().iter().enumerate().map(|(index, measure)| {
                let values: Vec<f64> = made.iter().filter_map(|run| run[index]).collect();
                Combined::of(measure.about().over_runs, &values)
            });
            let results = results.collect();
            Row { cell: &self.cells()[cell], lane, runs: made.len(), results }
        });
        Table { sweep: self, measured, rows: rows.collect() }
    }
}

impl Table<'_> {
    /// The rows: cell after cell, in each cell lane after lane.
    pub fn rows(&self) -> &[Row<'_>] {
        &self.rows
    }

    /// Returns what a reader must know of the table: parameters whose values are replaced for a part of the run, and
    /// parameters of which all values gave equal results.
    pub fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = self.sweep.notes().iter().map(Problem::to_string).collect();
        for axis in self.sweep.indifferent(self.measured) {
            let Axis { path, values } = &self.sweep.axes()[axis];
            notes.push(format!(
                "vary[{axis}] varies {path}: all {} values gave equal results.",
                values.len()
            ));
        }
        notes
    }

    /// Returns means and, with several seeds, their 95 % confidence intervals, for people.
    pub fn text(&self) -> String {
        let mut lines: Vec<Vec<String>> = Vec::new();
        let titles = self.sweep.measures().iter().map(titled);
        let names = self.names();
        let columns = names.len() + 1;
        lines.push(names.into_iter().chain(["queue".to_owned()]).chain(titles).collect());
        for row in &self.rows {
            let results = row.results.iter().zip(self.sweep.measures());
            let cells = results.map(|(result, measure)| cell(*result, measure.about().digits));
            let queue = aqm_report::describe_queue(&row.cell.scenario.queues[row.lane]);
            lines.push(values(row.cell).into_iter().chain([queue]).chain(cells).collect());
        }
        let mut text = aligned(&lines, columns).join("\n") + "\n";
        let seeds = self.sweep.seeds().len();
        if seeds > 1 {
            text += &format!("\nMeans of {seeds} seeds, with 95 % confidence intervals.\n");
        }
        text
    }

    /// Returns the names of the columns of CSV.
    pub fn header(&self) -> Vec<String> {
        let mut header = self.names();
        header.extend(["lane", "queue", "seeds"].map(str::to_owned));
        for measure in self.sweep.measures() {
            let numbers = Combined::names(measure.about().over_runs).iter();
            header.extend(numbers.map(|number| format!("{}{}", joined(measure), capital(number))));
        }
        header
    }

    /// Returns the numbers of a row, in the order of the last columns of CSV; `None` if there was nothing to
    /// measure, or only one run for a spread.
    pub fn numbers(&self, row: &Row) -> Vec<Option<f64>> {
        let results = self.sweep.measures().iter().zip(&row.results);
        let numbers = results.map(|(measure, result)| {
            let count = Combined::names(measure.about().over_runs).len();
            result.map_or(vec![None; count], Combined::numbers)
        });
        numbers.flatten().collect()
    }

    /// Returns CSV: a line for each row. A field is empty if there was nothing to measure, or a single seed.
    pub fn csv(&self) -> String {
        let quote = |fields: Vec<String>| -> Vec<String> {
            fields.iter().map(|text| csv::field(text)).collect()
        };
        let mut text = quote(self.header()).join(",") + "\n";
        for row in &self.rows {
            let mut fields = quote(values(row.cell));
            let queue = row.cell.scenario.queues[row.lane].kind();
            fields.extend([row.lane.to_string(), queue.to_owned(), row.runs.to_string()]);
            let field = |number: Option<f64>| number.map_or(String::new(), |n| n.to_string());
            fields.extend(self.numbers(row).into_iter().map(field));
            text += &fields.join(",");
            text.push('\n');
        }
        text
    }

    /// Returns everything as JSON. A measure is an object of `mean`, `sd` and `ci95`, or of `sum` or `max`.
    pub fn json(&self) -> Value {
        let seeds = self.sweep.seeds().iter().map(|&seed| Value::count(seed)).collect();
        let rows = self.rows.iter().map(|row| self.json_row(row)).collect();
        let plan = self.sweep.plan();
        let title = if plan.title.is_empty() { &plan.scenario.title } else { &plan.title };
        let notes: Vec<Value> = self.notes().into_iter().map(Value::string).collect();
        let notes = (!notes.is_empty()).then_some(("notes", Value::Array(notes)));
        let members = [
            ("version", Value::count(1)),
            ("title", Value::string(title.clone())),
            ("seeds", Value::Array(seeds)),
        ];
        let members = members.into_iter().chain(notes).chain([("rows", Value::Array(rows))]);
        Value::Object(members.map(|(name, value)| (name.to_owned(), value)).collect())
    }

    fn json_row(&self, row: &Row) -> Value {
        let queue = &row.cell.scenario.queues[row.lane];
        let mut members = Vec::new();
        if let Some(case) = &row.cell.case {
            members.push(("case".to_owned(), Value::string(case.clone())));
        }
        members.push(("set".to_owned(), Value::Object(row.cell.set.clone())));
        members.push(("lane".to_owned(), Value::count(row.lane as u64)));
        members.push(("queue".to_owned(), Value::string(queue.kind())));
        for (measure, result) in self.sweep.measures().iter().zip(&row.results) {
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

    /// Returns the names of the columns that identify a cell.
    fn names(&self) -> Vec<String> {
        let case = (!self.sweep.plan().cases.is_empty()).then(|| "case".to_owned());
        case.into_iter().chain(self.sweep.axes().iter().map(|axis| axis.path.clone())).collect()
    }
}

/// Returns case and values of a cell, as [`Table::names`] lists them.
pub fn values(cell: &Cell) -> Vec<String> {
    cell.case.iter().cloned().chain(cell.set.iter().map(|(_, value)| plain(value))).collect()
}

/// Joins the name of a measure to one word with its unit at the end: `queueDelayMs.p95` is `queueDelayP95Ms`.
pub fn joined(measure: &LaneMeasure) -> String {
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
        LaneMeasure::Flow(id, _) => format!("flow{id}{}", capital(&word)),
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
        LaneMeasure::Flow(id, _) => format!("flow {id} {title}"),
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
