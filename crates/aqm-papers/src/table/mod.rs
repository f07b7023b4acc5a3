//! A table that a file describes: the runs of its plan, the published numbers beside ours, goals, findings and figures.

mod formula;
mod numbers;
mod report;
mod template;

use crate::code::Values;
use crate::names::amount;
use crate::paper;
use crate::reading::Place;
use crate::report::{Axis, Figure, Measure};
use crate::run::{Measured, Records, Run};
use aqm_json::Value;
use aqm_report::measures::LaneMeasure;
use aqm_scenario::problem::Reader;
use aqm_sweep::{Sweep, plain};
use formula::{Clause, Dim, Expr, MAX_STEPS, Names, Numbers, QUEUE, Scope};
use std::sync::Arc;
use template::Template;

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
    figures: Vec<Drawing>,
}

/// How the values of a run are read.
struct Read {
    sources: Vec<LaneMeasure>,
    /// The function that reads further values.
    values: Option<Values>,
    /// The names of both.
    names: Names,
    of: Vec<Expr>,
}

/// A finding for one value of its axis.
struct Statement {
    claim: Template,
    holds: Vec<Clause>,
    evidence: Option<Template>,
    because: Option<Template>,
    at: Option<(usize, usize)>,
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
        (reader.count() == before).then(|| Table {
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
            figures,
        })
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
            let own = read.values.map(|values| {
                ((values.reading)(&Place { cell, scenario: &scenario }), values.names.len())
            });
            let (records, others) = match &own {
                Some((own, named)) => (own.records, own.columns - named),
                None => (Records::of(&read.sources), 0),
            };
            Run::new(scenario, lane, read.of.len() + others, move |simulation| {
                let summary = simulation.summary();
                let value = |source: &LaneMeasure| source.read(&summary).unwrap_or(f64::NAN);
                let mut values: Vec<f64> = read.sources.iter().map(value).collect();
                let mut others = Measured::new();
                if let Some((own, named)) = &own {
                    let mut own = (own.read)(simulation);
                    others = own.split_off(*named);
                    values.append(&mut own);
                }
                let scope = Scope::new(&values, &read.names);
                read.of.iter().map(|of| of.value(&scope)).chain(others).collect()
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

/// An axis with its numbers; `None`: it has words.
type Numeric = Option<(Axis, Vec<f64>)>;

/// Returns the axes of the cells and that of the lanes, and for each axis of the cells its numbers.
fn axes(item: &paper::Item, sweep: &Sweep, reader: &mut Reader) -> Option<(Names, Vec<Numeric>)> {
    let cells = sweep.cells();
    let own = own_axes(sweep);
    let mut dims = Vec::new();
    let mut numeric = Vec::new();
    let given: Vec<paper::Axis> = if item.axes.is_empty() {
        own.clone()
    } else {
        let from_plan = |(index, axis): (usize, &paper::Axis)| match own.get(index) {
            Some(plan) if axis.values.is_empty() => paper::Axis {
                values: plan.values.clone(),
                labels: if axis.labels.is_empty() {
                    plan.labels.clone()
                } else {
                    axis.labels.clone()
                },
                ..axis.clone()
            },
            _ => axis.clone(),
        };
        item.axes.iter().enumerate().map(from_plan).collect()
    };
    for axis in &given {
        let unit = if axis.row_unit.is_empty() { &axis.unit } else { &axis.row_unit };
        let label = |value: &Value| match value {
            Value::Number(number) => amount(*number, unit),
            other => plain(other),
        };
        let labels = if axis.labels.len() == axis.values.len() && !axis.labels.is_empty() {
            axis.labels.clone()
        } else {
            axis.values.iter().map(label).collect()
        };
        let number =
            |value: &Value| if let Value::Number(number) = value { Some(*number) } else { None };
        let numbers: Option<Vec<f64>> = axis.values.iter().map(number).collect();
        let title = if axis.title.is_empty() { &axis.name } else { &axis.title };
        numeric.push(numbers.map(|numbers| {
            let of =
                Axis { name: title.clone().into(), unit: axis.unit.clone().into(), log: axis.log };
            (of, numbers)
        }));
        let values = axis.values.iter().map(plain).collect();
        dims.push(Dim { name: axis.name.clone(), values, labels });
    }
    let product: usize = dims.iter().map(|dim| dim.values.len()).product();
    if product != cells.len() {
        let message =
            format!("have {product} combinations of values; the plan has {} cells.", cells.len());
        reader.problem_in("axes", message);
        return None;
    }
    let first = &cells[0];
    if let Some(cell) = cells.iter().find(|cell| cell.lanes.len() != first.lanes.len()) {
        let [here, there] = [cell, first].map(|cell| cell.lanes.len());
        reader.problem_in(
            "plan",
            format!("has cells with {here} and with {there} lanes; expected one number of lanes."),
        );
        return None;
    }
    let kind = |lane: usize, index: usize| {
        let kind = first.scenario.queues[lane].kind();
        let is_same =
            cells.iter().all(|cell| cell.scenario.queues[cell.lanes[index]].kind() == kind);
        if is_same { kind.to_owned() } else { format!("lane{index}") }
    };
    let lanes: Vec<String> = if item.lanes.is_empty() {
        first.lanes.iter().enumerate().map(|(index, &lane)| kind(lane, index)).collect()
    } else {
        item.lanes.clone()
    };
    if lanes.len() != first.lanes.len() {
        let message =
            format!("has {} names; the plan runs {} lanes.", lanes.len(), first.lanes.len());
        reader.problem_in("lanes", message);
        return None;
    }
    if let Some(twice) =
        lanes.iter().enumerate().find(|(index, name)| lanes[..*index].contains(name))
    {
        reader.problem_in(
            "lanes",
            format!("has '{}' twice; expected a name for each lane.", twice.1),
        );
        return None;
    }
    let labels = lanes.iter().map(|name| crate::names::shown(name)).collect();
    dims.push(Dim { name: QUEUE.to_owned(), values: lanes, labels });
    Some((Names { measures: Vec::new(), dims }, numeric))
}

/// Returns the cases and parameters of a plan as axes.
fn own_axes(sweep: &Sweep) -> Vec<paper::Axis> {
    let axis = |name: &str, values: Vec<Value>, labels: Vec<String>| paper::Axis {
        name: name.to_owned(),
        values,
        labels,
        title: String::new(),
        unit: String::new(),
        row_unit: String::new(),
        log: false,
    };
    let names: Vec<String> = sweep.plan().cases.iter().map(|case| case.name.clone()).collect();
    let cases = (!names.is_empty())
        .then(|| axis("case", names.iter().map(Value::string).collect(), names.clone()));
    let vary = sweep.axes().iter().map(|own| {
        let steps = || own.path.split('.').filter(|step| step.parse::<usize>().is_err());
        axis(steps().next_back().unwrap_or("value"), own.values.clone(), Vec::new())
    });
    cases.into_iter().chain(vary).collect()
}

/// Returns the name of the lane of each row.
fn queues(item: &paper::Item, sweep: &Sweep) -> Vec<String> {
    let name = |&(cell, lane): &(usize, usize)| {
        let cell = &sweep.cells()[cell];
        let index = cell.lanes.iter().position(|&other| other == lane).unwrap_or_default();
        let kind = || cell.scenario.queues[lane].kind().to_owned();
        item.lanes.get(index).cloned().unwrap_or_else(kind)
    };
    sweep.rows().iter().map(name).collect()
}

/// Reads the formulas of the measures.
fn reads(item: &paper::Item, values: Option<Values>, reader: &mut Reader) -> Read {
    let mut names = Names::default();
    let mut of = Vec::new();
    for word in item.measures.iter().flat_map(|measure| formula::words(&measure.of)) {
        if LaneMeasure::find(&word).is_some() && !names.measures.contains(&word) {
            names.measures.push(word);
        }
    }
    let sources = names.measures.iter().filter_map(|name| LaneMeasure::find(name)).collect();
    let own = values.map_or(&[][..], |values| values.names);
    names.measures.extend(own.iter().map(|&name| name.to_owned()));
    reader.member("measures", |reader| {
        for (index, measure) in item.measures.iter().enumerate() {
            match formula::expression(&measure.of, &names) {
                Ok(expression) => of.push(expression),
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
    Read { sources, values, names, of }
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

fn findings(item: &paper::Item, names: &Names, reader: &mut Reader) -> Vec<Statement> {
    let mut all = Vec::new();
    let mut spent = 0;
    reader.member("findings", |reader| {
        for (index, finding) in item.findings.iter().enumerate() {
            reader.item(index, |reader| all.extend(statements(finding, names, &mut spent, reader)));
        }
    });
    all
}

/// Returns a finding for each value of its axis. `spent` are the steps of the formulas of the table so far.
fn statements(
    finding: &paper::Finding,
    names: &Names,
    spent: &mut u64,
    reader: &mut Reader,
) -> Vec<Statement> {
    let each = if finding.each.is_empty() {
        vec![None]
    } else {
        match names.dim(&finding.each) {
            Err(message) => {
                reader.problem_in("each", message);
                return Vec::new();
            }
            Ok(dim) if finding.at.is_empty() => {
                (0..names.dims[dim].values.len()).map(|value| Some((dim, value))).collect()
            }
            Ok(dim) => {
                let mut values = Vec::new();
                for (index, value) in finding.at.iter().enumerate() {
                    match names.value(dim, &plain(value)) {
                        Ok(value) => values.push(Some((dim, value))),
                        Err(message) => reader.member("at", |reader| {
                            reader.item(index, |reader| reader.problem(message))
                        }),
                    }
                }
                values
            }
        }
    };
    let bound: Vec<usize> =
        each.first().copied().flatten().map(|(dim, _)| dim).into_iter().collect();
    let mut template = |member: &str, text: &str| match Template::parse(text, names, &bound) {
        Ok(template) => template,
        Err(message) => {
            reader.problem_in(member, message);
            Template::default()
        }
    };
    let claim = template("claim", &finding.claim);
    let mut optional =
        |member: &str, text: &str| (!text.is_empty()).then(|| template(member, text));
    let evidence = optional("evidence", &finding.evidence);
    let because = optional("because", &finding.because);
    let mut holds = Vec::new();
    reader.member("holds", |reader| {
        for (index, text) in finding.holds.iter().enumerate() {
            match formula::clause(text, names) {
                Ok(clause) => holds.push(clause),
                Err(message) => reader.item(index, |reader| reader.problem(message)),
            }
        }
    });
    let texts = [Some(&claim), evidence.as_ref(), because.as_ref()].into_iter().flatten();
    // A comparison is evaluated once to decide and once to show its numbers.
    let steps = texts
        .map(|text| text.steps(names, &bound))
        .chain(holds.iter().map(|clause| clause.steps(names, &bound).saturating_mul(2)))
        .fold(0, u64::saturating_add)
        .saturating_mul(each.len() as u64);
    let before = *spent;
    *spent = before.saturating_add(steps);
    // The first formula beyond the limit is reported.
    if before <= MAX_STEPS && *spent > MAX_STEPS {
        let [spent, most] = [*spent, MAX_STEPS].map(|steps| aqm_json::shown(steps as f64));
        reader.problem(format!(
            "makes the formulas of this table take {spent} steps; expected at most {most}. Loop over fewer values."
        ));
    }
    let one = |at| Statement {
        claim: claim.clone(),
        holds: holds.clone(),
        evidence: evidence.clone(),
        because: because.clone(),
        at,
    };
    each.into_iter().map(one).collect()
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
