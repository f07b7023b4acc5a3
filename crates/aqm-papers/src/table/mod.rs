//! A table that a file describes: the runs of its plan, the published numbers beside ours, goals, findings and figures.

mod axes;
mod findings;
mod formula;
mod numbers;
mod report;
mod template;

use crate::code::Values;
use crate::inputs::PlannedRun;
use crate::paper;
use crate::report::{Axis, Figure, Measure};
use crate::run::{Measured, Records, Run};
use aqm_report::measures::LaneMeasure;
use aqm_scenario::problem::Reader;
use aqm_sweep::Sweep;
use axes::{axes, queues};
use findings::{Statement, findings};
use formula::{Expr, Names, Numbers, Scope};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A table, read and checked.
pub(crate) struct Table {
    sweep: Sweep,
    /// What the table shows: the name of the only set-up of a plan without cases and parameters.
    title: String,
    /// Axes of the cells, and the lanes as the last one.
    names: Names,
    /// The numeric axis of the rows, if they differ in one number only.
    x: Option<(Axis, Vec<f64>)>,
    /// The first axis with numbers, for figures.
    first: Option<(usize, Axis, Vec<f64>)>,
    /// Names of the lanes in each row.
    queues: Vec<String>,
    measures: Vec<Measure>,
    tolerances: Vec<Option<paper::Tolerance>>,
    read: Arc<Read>,
    /// For each measure the number of each row.
    published: Vec<Vec<Option<Figure>>>,
    other: Option<(String, Vec<Vec<Option<Figure>>>)>,
    goals: Vec<(paper::Goal, Option<usize>)>,
    findings: Vec<Statement>,
    /// The rows that each finding needs.
    needs: Vec<BTreeSet<usize>>,
    figures: Vec<Drawing>,
}

/// How the values of a run are read.
struct Read {
    sources: Vec<LaneMeasure>,
    /// The function that reads further values.
    values: Option<Values>,
    /// The names of both.
    names: Names,
    formulas: Vec<Expr>,
}

struct Drawing {
    id: String,
    title: String,
    measure: usize,
    lane: usize,
    stated: Option<f64>,
}

impl Numbers for Vec<f64> {
    fn number(&self, measure: usize, _: &[usize]) -> f64 {
        self[measure]
    }
}

impl Table {
    /// Reads the table of an item whose plan is `sweep`. A function may read further `values`. Reports problems with their places below the item.
    pub(crate) fn read(
        item: &paper::Item,
        values: Option<Values>,
        sweep: Sweep,
        reader: &mut Reader,
    ) -> Option<Table> {
        let before = reader.count();
        let (names, numeric) = axes(item, &sweep, reader)?;
        let read = reads(item, values, reader);
        let mut names = names;
        names.measures = item.measures.iter().map(|measure| measure.name.clone()).collect();
        let queues = queues(item, &sweep);
        let rows = sweep.rows().len();
        let published = numbers::read(&item.published, "published", &names, rows, reader);
        let other = item.other.as_ref().map(|other| {
            let read = |reader: &mut Reader| {
                numbers::read(&other.numbers, "numbers", &names, rows, reader)
            };
            (other.name.clone(), reader.member("other", read))
        });
        let goals = goals(item, &names, reader);
        let findings = findings(item, &names, reader);
        let first = numeric.iter().position(Option::is_some).and_then(|dim| {
            let (axis, values) = numeric[dim].clone()?;
            Some((dim, axis, values))
        });
        let figures = figures(item, &names, first.is_some(), reader);
        let x = if let [Some(only)] = numeric.as_slice() { Some(only.clone()) } else { None };
        let measure = |measure: &paper::Measure| Measure {
            name: measure.label.clone().into(),
            unit: measure.unit.clone().into(),
            decimals: measure.decimals as usize,
        };
        if reader.count() > before {
            return None;
        }
        let mut table = Table {
            measures: item.measures.iter().map(measure).collect(),
            tolerances: item.measures.iter().map(|measure| measure.tolerance).collect(),
            read: Arc::new(read),
            sweep,
            title: item.title.clone(),
            names,
            x,
            first,
            queues,
            published,
            other,
            goals,
            findings,
            needs: Vec::new(),
            figures,
        };
        table.needs = table.needed_rows();
        Some(table)
    }

    /// Returns the number of runs of the plan.
    pub(crate) fn planned_runs(&self) -> usize {
        self.sweep.runs()
    }

    /// Returns the runs: row by row, and in a row seed by seed. The values of a run are those of the measures, then those of a function
    /// for its figures.
    pub(crate) fn runs(&self) -> Vec<Run> {
        let run = |index: usize| {
            let read = Arc::clone(&self.read);
            let scenario = self.sweep.scenario(index);
            let aqm_sweep::Run { cell, lane, .. } = self.sweep.run(index);
            let readout = read.values.map(|values| {
                ((values.readout)(&PlannedRun { cell, scenario: &scenario }), values.names.len())
            });
            let (records, others) = match &readout {
                Some((readout, named)) => (readout.records, readout.columns - named),
                None => (Records::of(&read.sources), 0),
            };
            Run::new(scenario, lane, read.formulas.len() + others, move |simulation| {
                let summary = simulation.summary();
                let value = |source: &LaneMeasure| source.read(&summary).unwrap_or(f64::NAN);
                let mut values: Vec<f64> = read.sources.iter().map(value).collect();
                let mut others = Measured::new();
                if let Some((readout, named)) = &readout {
                    let mut named_values = (readout.read)(simulation);
                    others = named_values.split_off(*named);
                    values.append(&mut named_values);
                }
                let scope = Scope::new(&values, &read.names);
                read.formulas.iter().map(|formula| formula.value(&scope)).chain(others).collect()
            })
            .recording(records)
        };
        (0..self.sweep.runs()).map(run).collect()
    }

    /// Returns the sweep of its plan.
    #[cfg(test)]
    pub(crate) fn sweep(&self) -> &Sweep {
        &self.sweep
    }

    fn decimals(&self) -> Vec<usize> {
        self.measures.iter().map(|measure| measure.decimals).collect()
    }
}

/// Reads the formulas of the measures.
fn reads(item: &paper::Item, values: Option<Values>, reader: &mut Reader) -> Read {
    let mut names = Names::default();
    let mut formulas = Vec::new();
    for word in item.measures.iter().flat_map(|measure| formula::words(&measure.of)) {
        if LaneMeasure::find(&word).is_some() && !names.measures.contains(&word) {
            names.measures.push(word);
        }
    }
    let sources = names.measures.iter().filter_map(|name| LaneMeasure::find(name)).collect();
    let named = values.map_or(&[][..], |values| values.names);
    names.measures.extend(named.iter().map(|&name| name.to_owned()));
    reader.member("measures", |reader| {
        for (index, measure) in item.measures.iter().enumerate() {
            match formula::expression(&measure.of, &names) {
                Ok(expression) => formulas.push(expression),
                Err(message) => reader.item(index, |reader| {
                    let message = if message.starts_with("has the measure") {
                        format!(
                            "is '{}'; expected a formula over measures of docs/measures.md.",
                            measure.of
                        )
                    } else {
                        message
                    };
                    reader.problem_in("of", message);
                }),
            }
        }
    });
    Read { sources, values, names, formulas }
}

fn goals(
    item: &paper::Item,
    names: &Names,
    reader: &mut Reader,
) -> Vec<(paper::Goal, Option<usize>)> {
    let mut goals = Vec::new();
    for (index, goal) in item.goals.iter().enumerate() {
        let measure = names.measures.iter().position(|name| *name == goal.within);
        let mut problem = |member: &str, message: String| {
            reader.member("goals", |reader| {
                reader.item(index, |reader| reader.problem_in(member, message))
            });
        };
        let has_tolerance = |measure: usize| item.measures[measure].tolerance.is_some();
        if goal.closer && item.other.is_none() {
            problem("closer", "needs the numbers of 'other'.".to_owned());
        } else if !goal.closer && !measure.is_some_and(has_tolerance) {
            let message =
                format!("is '{}'; expected the name of a measure with a tolerance.", goal.within);
            problem("within", message);
        }
        goals.push((goal.clone(), measure));
    }
    goals
}

fn figures(
    item: &paper::Item,
    names: &Names,
    has_numbers: bool,
    reader: &mut Reader,
) -> Vec<Drawing> {
    let mut all = Vec::new();
    for (index, figure) in item.figures.iter().enumerate() {
        let measure = names.measures.iter().position(|name| *name == figure.measure);
        let lanes = names.dims.len() - 1;
        let lane = names.value(lanes, &figure.lane);
        let mut problem = |member: &str, message: String| {
            reader.member("figures", |reader| {
                reader.item(index, |reader| reader.problem_in(member, message))
            });
        };
        if measure.is_none() {
            problem("measure", format!("is '{}'; expected the name of a measure.", figure.measure));
        }
        if let Err(message) = &lane {
            problem("lane", message.clone());
        }
        if !has_numbers {
            problem("measure", "needs an axis with numbers.".to_owned());
        }
        if let (Some(measure), Ok(lane)) = (measure, lane) {
            let (id, title) = (figure.id.clone(), figure.title.clone());
            all.push(Drawing { id, title, measure, lane, stated: figure.stated });
        }
    }
    all
}

#[cfg(test)]
mod tests;
