//! The axes of a table: those of its plan, or of its file.

use super::formula::{Dim, Names, QUEUE};
use crate::disciplines::shown;
use crate::paper;
use crate::report::Axis;
use aqm_json::Value;
use aqm_scenario::problem::Reader;
use aqm_sweep::{Sweep, plain};

/// An axis with its numbers; `None`: it has words.
pub(super) type Numeric = Option<(Axis, Vec<f64>)>;

/// Returns the axes of the cells and that of the lanes, and for each axis of the cells its numbers.
pub(super) fn axes(
    item: &paper::Item,
    sweep: &Sweep,
    reader: &mut Reader,
) -> Option<(Names, Vec<Numeric>)> {
    let cells = sweep.cells();
    let planned = plan_axes(sweep);
    let mut dims = Vec::new();
    let mut numeric = Vec::new();
    let given: Vec<paper::Axis> = if item.axes.is_empty() {
        planned.clone()
    } else {
        let from_plan = |(index, axis): (usize, &paper::Axis)| match planned.get(index) {
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
            let (name, unit) = (title.clone().into(), axis.unit.clone().into());
            (Axis { name, unit, log: axis.log }, numbers)
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
    let labels = lanes.iter().map(|name| shown(name)).collect();
    dims.push(Dim { name: QUEUE.to_owned(), values: lanes, labels });
    Some((Names { measures: Vec::new(), dims }, numeric))
}

/// Returns the cases and parameters of a plan as axes.
fn plan_axes(sweep: &Sweep) -> Vec<paper::Axis> {
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
    let vary = sweep.axes().iter().map(|varied| {
        let steps = || varied.path.split('.').filter(|step| step.parse::<usize>().is_err());
        axis(steps().next_back().unwrap_or("value"), varied.values.clone(), Vec::new())
    });
    cases.into_iter().chain(vary).collect()
}

/// Returns the name of the lane of each row.
pub(super) fn queues(item: &paper::Item, sweep: &Sweep) -> Vec<String> {
    let name = |&(cell, lane): &(usize, usize)| {
        let cell = &sweep.cells()[cell];
        let index = cell.lanes.iter().position(|&other| other == lane).unwrap_or_default();
        let kind = || cell.scenario.queues[lane].kind().to_owned();
        item.lanes.get(index).cloned().unwrap_or_else(kind)
    };
    sweep.rows().iter().map(name).collect()
}

/// Returns a number with its unit: "1 flow", "20 flows", "5 ms RTT".
fn amount(x: f64, unit: &str) -> String {
    let unit = if x == 1.0 && unit == "flows" { "flow" } else { unit };
    format!("{x} {unit}").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_flow_is_no_plural() {
        let flows = |x| amount(x, "flows");
        assert_eq!([flows(1.0), flows(20.0)], ["1 flow", "20 flows"]);
        assert_eq!(amount(1.0, "Mbit/s"), "1 Mbit/s");
    }
}
