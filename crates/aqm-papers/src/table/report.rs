//! The report of a table.

use super::formula::{Numbers, Scope};
use super::{Drawing, Statement, Table};
use crate::report::{Axis, Figure, Finding, Goal, Kind, Plot, Report, Row, Series, Value};
use crate::run::Measured;
use crate::traces::confidence_of;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Our numbers, and the rows that were asked for since `used` was empty.
struct Ours<'a> {
    table: &'a Table,
    /// For each measure the number of each row.
    figures: &'a [Vec<Figure>],
    used: RefCell<BTreeSet<usize>>,
}

impl Numbers for Ours<'_> {
    fn number(&self, measure: usize, at: &[usize]) -> f64 {
        let row = self.table.row(at);
        self.used.borrow_mut().insert(row);
        self.figures[measure][row].mean
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

    /// Makes the report from the values of the runs; those that are NaN have not been made.
    pub(crate) fn report(&self, measured: &[Measured]) -> Report {
        let seeds = self.sweep.seeds().len();
        let rows: Vec<&[Measured]> = measured.chunks(seeds).collect();
        let of = |measure: usize| -> Vec<Figure> {
            let one = |runs: &&[Measured]| {
                Figure::of(&runs.iter().map(|run| run[measure]).collect::<Vec<_>>())
            };
            rows.iter().map(one).collect()
        };
        let figures: Vec<Vec<Figure>> = (0..self.measures.len()).map(of).collect();
        let ours = Ours { table: self, figures: &figures, used: RefCell::default() };
        let shown: Vec<Row> = (0..rows.len()).map(|row| self.shown_row(row, &figures)).collect();
        let mut plots: Vec<Plot> =
            self.figures.iter().map(|one| self.plot(one, &figures, &rows)).collect();
        if let Some(values) = &self.read.values {
            let named = self.measures.len();
            let others: Vec<Vec<&[f64]>> =
                rows.iter().map(|runs| runs.iter().map(|run| &run[named..]).collect()).collect();
            plots.extend((values.plots)(&shown, &others));
        }
        Report {
            other: self.other.as_ref().map(|(name, _)| name.clone().into()),
            measures: self.measures.clone(),
            x: self.x.as_ref().map(|(axis, _)| axis.clone()),
            goals: self.counted(&shown),
            findings: self.findings.iter().map(|one| self.finding(one, &ours, seeds)).collect(),
            plots,
            rows: shown,
            ..Report::default()
        }
    }

    fn shown_row(&self, row: usize, figures: &[Vec<Figure>]) -> Row {
        let at = self.at(row);
        let labels =
            self.names.dims.iter().zip(&at).map(|(dim, &value)| dim.labels[value].as_str());
        let labels: Vec<&str> = labels.take(at.len() - 1).collect();
        let value = |measure: usize| {
            let published = self.published[measure][row];
            let other = self.other.as_ref().and_then(|(_, numbers)| numbers[measure][row]);
            let ours = figures[measure][row];
            let tolerance = published.and_then(|published| self.tolerance(measure, published.mean));
            let is_within = |tolerance| {
                published.map(|published| (ours.mean - published.mean).abs() <= tolerance)
            };
            Value { published, other, ours, tolerance, within: tolerance.and_then(is_within) }
        };
        Row {
            at: if labels.is_empty() { self.title.clone() } else { labels.join(", ") },
            x: self.x.as_ref().map(|(_, values)| values[at[0]]),
            queue: self.queues[row].clone(),
            values: (0..self.measures.len()).map(value).collect(),
            ..Row::default()
        }
    }

    /// Returns the tolerance at a published number.
    fn tolerance(&self, measure: usize, published: f64) -> Option<f64> {
        self.tolerances[measure].map(|own| (own.share * published.abs()).max(own.least))
    }

    fn counted(&self, rows: &[Row]) -> Vec<Goal> {
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

    fn finding(&self, statement: &Statement, ours: &Ours<'_>, seeds: usize) -> Finding {
        let decimals = self.decimals();
        ours.used.borrow_mut().clear();
        let scope = Scope::new(ours, &self.names);
        let scope = statement.at.map_or(scope.clone(), |(dim, value)| scope.with(dim, value));
        let held: Vec<bool> = statement.holds.iter().map(|clause| clause.holds(&scope)).collect();
        let evidence = match &statement.evidence {
            Some(template) => template.text(&scope, &decimals),
            None => {
                let sides = statement.holds.iter().map(|clause| clause.shown(&scope, &decimals));
                sides.collect::<Vec<_>>().join("; ")
            }
        };
        let because = statement.because.as_ref().map(|template| template.text(&scope, &decimals));
        let claim = statement.claim.text(&scope, &decimals);
        let used = ours.used.borrow();
        let runs = used.iter().flat_map(|row| row * seeds..(row + 1) * seeds);
        let finding =
            Finding::new(&claim, held.into_iter().all(|holds| holds), evidence).needs(runs);
        match because {
            Some(because) => finding.because(because),
            None => finding,
        }
    }

    /// Returns a figure with a line for each combination of the other axes.
    fn plot(&self, drawing: &Drawing, figures: &[Vec<Figure>], runs: &[&[Measured]]) -> Plot {
        let seeds = self.sweep.seeds().len();
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
                let Figure { mean, sd, ci95 } = figures[drawing.measure][row];
                // A confidence interval of two runs is nine standard deviations wide; the runs themselves are the same distance
                // from their mean.
                let is_whole = runs[row].iter().all(|run| !run[drawing.measure].is_nan());
                let half = match seeds {
                    2 => sd.unwrap_or(0.0) / f64::sqrt(2.0),
                    _ => ci95.filter(|_| is_whole).unwrap_or(0.0),
                };
                [x, mean, mean - half, mean + half]
            };
            let labels = self.names.dims.iter().zip(&at).enumerate();
            let labels = labels.filter(|(dim, _)| *dim != across && *dim != lanes);
            let labels: Vec<&str> =
                labels.map(|(_, (dim, &value))| dim.labels[value].as_str()).collect();
            let lane = &self.names.dims[lanes].values[drawing.lane];
            Series {
                name: if labels.is_empty() { lane.clone() } else { labels.join(", ") },
                queue: Some(lane.clone()),
                kind: Kind::Line,
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
            band: match seeds {
                1 => String::new(),
                2 => "line: mean of 2 seeds; band: from the lower to the higher one".to_owned(),
                many => confidence_of(many),
            },
            ..Plot::default()
        }
    }
}

/// Returns whether ours is at most as far from the published numbers as the other ones: the sum of all differences, in tolerances.
fn is_closer(values: &[Value]) -> Option<bool> {
    let mut sums = [0.0, 0.0];
    let mut count = 0;
    for value in values {
        if let (Some(published), Some(other), Some(tolerance)) =
            (value.published, value.other, value.tolerance)
        {
            sums[0] += (value.ours.mean - published.mean).abs() / tolerance;
            sums[1] += (other.mean - published.mean).abs() / tolerance;
            count += 1;
        }
    }
    (count > 0).then_some(sums[0] <= sums[1])
}
