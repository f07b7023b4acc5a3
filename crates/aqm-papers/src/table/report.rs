//! The report of a table. It grows: a run that has been made changes its row, the points of the row, and the findings that need it.

use super::formula::{Numbers, Scope};
use super::{Drawing, Statement, Table};
use crate::report::{
    Axis, Check, Figure, Finding, Goal, Plot, Report, Series, SeriesKind, TableCell, TableRow,
};
use crate::results::Results;
use crate::traces::confidence_of;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Our numbers: those of the rows so far.
struct Ours<'a> {
    table: &'a Table,
    rows: &'a [TableRow],
}

impl Numbers for Ours<'_> {
    fn number(&self, measure: usize, at: &[usize]) -> f64 {
        let ours = self.rows[self.table.row(at)].values[measure].ours;
        ours.map_or(f64::NAN, |ours| ours.mean)
    }
}

/// Collects the rows that formulas read.
struct Needs<'a> {
    table: &'a Table,
    rows: RefCell<BTreeSet<usize>>,
}

impl Numbers for Needs<'_> {
    fn number(&self, _: usize, at: &[usize]) -> f64 {
        self.rows.borrow_mut().insert(self.table.row(at));
        0.0
    }
}

impl Table {
    /// Returns the index of the row at these values of all axes.
    fn row(&self, at: &[usize]) -> usize {
        self.names.dims.iter().zip(at).fold(0, |row, (dim, value)| row * dim.values.len() + value)
    }

    /// Returns the values of all axes in a row.
    fn at(&self, mut row: usize) -> Vec<usize> {
        let mut at: Vec<usize> = self
            .names
            .dims
            .iter()
            .rev()
            .map(|dim| {
                let value = row % dim.values.len();
                row /= dim.values.len();
                value
            })
            .collect();
        at.reverse();
        at
    }

    /// Returns the rows that each finding needs. They do not depend on the numbers.
    pub(super) fn needed_rows(&self) -> Vec<BTreeSet<usize>> {
        let rows_of = |statement: &Statement| {
            let needs = Needs { table: self, rows: RefCell::default() };
            self.claim(statement, &needs);
            self.check(statement, &needs);
            needs.rows.into_inner()
        };
        self.findings.iter().map(rows_of).collect()
    }

    /// Returns the report before any run has been made.
    pub(crate) fn blank(&self, results: &Results<'_>) -> Report {
        let mut report = Report {
            other: self.other.as_ref().map(|(name, _)| name.clone().into()),
            measures: self.measures.clone(),
            x: self.x.as_ref().map(|(axis, _)| axis.clone()),
            rows: (0..self.queues.len()).map(|row| self.shown_row(row, results)).collect(),
            ..Report::default()
        };
        let statements = self.findings.iter().zip(&self.needs);
        report.findings =
            statements.map(|(one, needs)| self.finding(one, needs, &report.rows)).collect();
        report.plots = self.figures.iter().map(|one| self.plot(one, results)).collect();
        self.plot_values(&mut report, results);
        report
    }

    /// Brings the report up to date after these runs have been made.
    pub(crate) fn grow(&self, report: &mut Report, runs: &BTreeSet<usize>, results: &Results<'_>) {
        let seeds = self.sweep.seeds().len();
        let rows: BTreeSet<usize> = runs.iter().map(|run| run / seeds).collect();
        for &row in &rows {
            report.rows[row] = self.shown_row(row, results);
        }
        let findings = report.findings.iter_mut().zip(&self.findings).zip(&self.needs);
        for ((finding, statement), needs) in findings {
            if !needs.is_disjoint(&rows) {
                *finding = self.finding(statement, needs, &report.rows);
            }
        }
        for (plot, drawing) in report.plots.iter_mut().zip(&self.figures) {
            for series in plot.series.iter_mut().filter(|series| !series.published) {
                for (point, &row) in series.points.iter_mut().zip(&series.rows) {
                    if rows.contains(&row) {
                        *point = self.point(point[0], drawing.measure, &self.runs_of(row, results));
                    }
                }
            }
        }
        self.plot_values(report, results);
        let is_whole = report.rows.iter().all(TableRow::is_complete);
        report.goals = if is_whole { self.counted(&report.rows) } else { Vec::new() };
    }

    /// Replaces the figures of the values that a function reads.
    fn plot_values(&self, report: &mut Report, results: &Results<'_>) {
        let Some(values) = &self.read.values else { return };
        let seeds = self.sweep.seeds().len();
        let others = results.from(self.measures.len()).chunks(seeds);
        report.plots.truncate(self.figures.len());
        report.plots.extend((values.plots)(&report.rows, &others));
    }

    /// Returns the runs of a row.
    fn runs_of<'a>(&self, row: usize, results: &Results<'a>) -> Results<'a> {
        let seeds = self.sweep.seeds().len();
        results.slice(row * seeds..(row + 1) * seeds)
    }

    fn shown_row(&self, row: usize, results: &Results<'_>) -> TableRow {
        let at = self.at(row);
        let runs = self.runs_of(row, results);
        let labels =
            self.names.dims.iter().zip(&at).map(|(dim, &value)| dim.labels[value].as_str());
        let labels: Vec<&str> = labels.take(at.len() - 1).collect();
        let shown = runs.row();
        let value = |measure: usize| {
            let published = self.published[measure][row];
            let other = self.other.as_ref().and_then(|(_, numbers)| numbers[measure][row]);
            let ours = runs.figure(measure);
            let tolerance = published.and_then(|published| self.tolerance(measure, published.mean));
            let whole = ours.filter(|_| shown.is_complete());
            let within =
                whole.zip(published).zip(tolerance).map(|((ours, published), tolerance)| {
                    (ours.mean - published.mean).abs() <= tolerance
                });
            TableCell { published, other, ours, tolerance, within }
        };
        TableRow {
            at: if labels.is_empty() { self.title.clone() } else { labels.join(", ") },
            x: self.x.as_ref().map(|(_, values)| values[at[0]]),
            queue: self.queues[row].clone(),
            values: (0..self.measures.len()).map(value).collect(),
            ..shown
        }
    }

    /// Returns the tolerance at a published number.
    fn tolerance(&self, measure: usize, published: f64) -> Option<f64> {
        self.tolerances[measure]
            .map(|tolerance| (tolerance.share * published.abs()).max(tolerance.least))
    }

    fn counted(&self, rows: &[TableRow]) -> Vec<Goal> {
        let goal = |(goal, measure): &(crate::paper::Goal, Option<usize>)| {
            let hits: Vec<bool> = match measure {
                Some(measure) => {
                    rows.iter().filter_map(|row| row.values[*measure].within).collect()
                }
                None => rows.iter().filter_map(|row| is_closer(&row.values)).collect(),
            };
            Goal::count(&goal.name, goal.least, hits)
        };
        self.goals.iter().map(goal).collect()
    }

    /// Returns what formulas of a finding are evaluated in.
    fn scope<'a>(&'a self, statement: &Statement, numbers: &'a dyn Numbers) -> Scope<'a> {
        let scope = Scope::new(numbers, &self.names);
        statement.at.map_or(scope.clone(), |(dim, value)| scope.with(dim, value))
    }

    /// Returns a finding, with its check if the rows that it needs are complete.
    fn finding(
        &self,
        statement: &Statement,
        needs: &BTreeSet<usize>,
        rows: &[TableRow],
    ) -> Finding {
        let ours = Ours { table: self, rows };
        let check = || self.check(statement, &ours);
        let is_complete = needs.iter().all(|&row| rows[row].is_complete());
        Finding::new(self.claim(statement, &ours), is_complete.then(check))
    }

    fn claim(&self, statement: &Statement, numbers: &dyn Numbers) -> String {
        statement.claim.text(&self.scope(statement, numbers), &self.decimals())
    }

    fn check(&self, statement: &Statement, numbers: &dyn Numbers) -> Check {
        let (scope, decimals) = (self.scope(statement, numbers), self.decimals());
        let held: Vec<bool> = statement.holds.iter().map(|clause| clause.holds(&scope)).collect();
        let evidence = match &statement.evidence {
            Some(template) => template.text(&scope, &decimals),
            None => {
                let sides = statement.holds.iter().map(|clause| clause.shown(&scope, &decimals));
                sides.collect::<Vec<_>>().join("; ")
            }
        };
        let because = statement.because.as_ref().map(|template| template.text(&scope, &decimals));
        let check = Check::new(held.into_iter().all(|holds| holds), evidence);
        match because {
            Some(because) => check.because(because),
            None => check,
        }
    }

    /// Returns a figure with a line for each combination of the other axes.
    fn plot(&self, drawing: &Drawing, results: &Results<'_>) -> Plot {
        let (across, axis, xs) = self.first.clone().unwrap_or_default();
        let lanes = self.names.dims.len() - 1;
        let is_line = |row: &usize| {
            let at = self.at(*row);
            at[lanes] == drawing.lane && at[across] == 0
        };
        let line = |first: usize| {
            let at = self.at(first);
            let rows: Vec<usize> = (0..xs.len())
                .map(|x| {
                    let mut at = at.clone();
                    at[across] = x;
                    self.row(&at)
                })
                .collect();
            let point = |(&x, &row): (&f64, &usize)| {
                self.point(x, drawing.measure, &self.runs_of(row, results))
            };
            let labels = self.names.dims.iter().zip(&at).enumerate();
            let labels = labels.filter(|(dim, _)| *dim != across && *dim != lanes);
            let labels: Vec<&str> =
                labels.map(|(_, (dim, &value))| dim.labels[value].as_str()).collect();
            let lane = &self.names.dims[lanes].values[drawing.lane];
            Series {
                name: if labels.is_empty() { lane.clone() } else { labels.join(", ") },
                queue: Some(lane.clone()),
                kind: SeriesKind::Line,
                published: false,
                points: xs.iter().zip(&rows).map(point).collect(),
                rows,
            }
        };
        let mut series: Vec<Series> = (0..self.queues.len()).filter(is_line).map(line).collect();
        let ends = [xs.first(), xs.last()].map(|x| x.copied().unwrap_or_default());
        series.extend(drawing.stated.map(|level| Series {
            name: "mean in the text".to_owned(),
            published: true,
            points: ends.map(|x| [x, level, level, level]).to_vec(),
            ..Series::default()
        }));
        let measure = &self.measures[drawing.measure];
        Plot {
            id: drawing.id.clone(),
            title: drawing.title.clone(),
            x: axis,
            y: Axis { name: measure.name.clone(), unit: measure.unit.clone(), log: false },
            series,
            band: match self.sweep.seeds().len() {
                1 => String::new(),
                2 => "line: mean of 2 seeds; band: from the lower to the higher one".to_owned(),
                many => confidence_of(many),
            },
            ..Plot::default()
        }
    }

    /// Returns the point of a row: x, mean, and both ends of the band.
    fn point(&self, x: f64, measure: usize, runs: &Results<'_>) -> [f64; 4] {
        let Some(Figure { mean, sd, ci95 }) = runs.figure(measure) else {
            return [x, f64::NAN, f64::NAN, f64::NAN];
        };
        // A confidence interval of two runs is nine standard deviations wide; the runs themselves are the same distance
        // from their mean.
        let has_all = |runs: Vec<&[f64]>| runs.iter().all(|run| !run[measure].is_nan());
        let half = match runs.len() {
            2 => sd.unwrap_or(0.0) / f64::sqrt(2.0),
            _ => ci95.filter(|_| runs.all().is_some_and(has_all)).unwrap_or(0.0),
        };
        [x, mean, mean - half, mean + half]
    }
}

/// Returns whether ours is at most as far from the published numbers as the other ones: the sum of all differences, in tolerances.
fn is_closer(values: &[TableCell]) -> Option<bool> {
    let mut sums = [0.0, 0.0];
    let mut count = 0;
    for value in values {
        if let (Some(published), Some(other), Some(ours), Some(tolerance)) =
            (value.published, value.other, value.ours, value.tolerance)
        {
            sums[0] += (ours.mean - published.mean).abs() / tolerance;
            sums[1] += (other.mean - published.mean).abs() / tolerance;
            count += 1;
        }
    }
    (count > 0).then_some(sums[0] <= sums[1])
}
