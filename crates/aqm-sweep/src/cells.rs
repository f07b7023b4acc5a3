//! Expands a plan to cells: one scenario for each case and each combination of values.

use crate::axis::{Axis, Label, count, label};
use crate::plan::Plan;
use aqm_json::{Value, shown};
use aqm_scenario::Limits;
use aqm_scenario::model::Scenario;
use aqm_scenario::paths::with;
use aqm_scenario::problem::{Problem, Reader};
use aqm_scenario::schema::Detail;

/// A scenario with one case and one value of each parameter.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Name of the case; `None` if the plan has no cases.
    pub case: Option<String>,
    /// Path and value of each varied parameter, in their order.
    pub set: Vec<(String, Value)>,
    /// The scenario with these values.
    pub scenario: Scenario,
    /// The lanes that run.
    pub lanes: Vec<usize>,
}

/// Problems of the cells of a plan, each with the label of the first cell that has it. The label is empty for a
/// problem of the whole plan.
pub type Problems = Vec<(Label, Vec<Problem>)>;

/// Cells with problems after which no more cells are checked: a million would take many seconds.
const MAX_REFUSED: usize = 1000;

/// Returns all cells of a plan: case after case; within a case the last parameter changes fastest. If any cell
/// has problems or exceeds the limits, returns these, each once with the first cell that has it, and at most
/// [`Reader::MAX_PROBLEMS`].
pub fn cells(plan: &Plan, axes: &[Axis], limits: &'static Limits) -> Result<Vec<Cell>, Problems> {
    let base = plan.scenario.to_value(Detail::Short);
    let (mut cells, mut problems) = (Vec::new(), Problems::new());
    // Each problem is compared with all others, so their number must be limited.
    let mut room = Reader::MAX_PROBLEMS;
    let mut refused = 0;
    let cases: Vec<_> = plan.cases.iter().map(Some).collect();
    let cases = if cases.is_empty() { vec![None] } else { cases };
    let combinations = count(axes);
    for case in cases {
        for number in 0..combinations {
            if room == 0 || refused == MAX_REFUSED {
                break;
            }
            let set = values_of(axes, number);
            let fields = case.map_or(&[][..], |case| &case.set);
            let name = case.map(|case| case.name.clone());
            let read = with(&base, fields.iter().chain(&set), limits)
                .and_then(|scenario| Ok((lanes(plan, &scenario)?, scenario)));
            match read {
                Ok((lanes, scenario)) => cells.push(Cell { case: name, set, scenario, lanes }),
                Err(found) => {
                    refused += 1;
                    let known = |problem: &Problem| {
                        problems.iter().any(|(_, others)| others.contains(problem))
                    };
                    let new = found.into_iter().filter(|problem| !known(problem));
                    let new: Vec<_> = new.take(room).collect();
                    room -= new.len();
                    if !new.is_empty() {
                        problems.push((label(name.as_deref(), &set), new));
                    }
                }
            }
        }
    }
    if problems.is_empty() { Ok(cells) } else { Err(problems) }
}

/// Returns the lanes of a cell that the plan selects.
fn lanes(plan: &Plan, scenario: &Scenario) -> Result<Vec<usize>, Vec<Problem>> {
    let count = scenario.queues.len();
    if plan.lanes.is_empty() {
        return Ok((0..count).collect());
    }
    match plan.lanes.iter().find(|&&lane| lane >= count as u64) {
        None => Ok(plan.lanes.iter().map(|&lane| lane as usize).collect()),
        Some(&lane) => {
            let [lane, last] = [lane as f64, count as f64 - 1.0].map(shown);
            let message = ["has ", &lane, "; expected 0 to ", &last, "."];
            Err(vec![Problem { path: "lanes".to_owned(), message: message.concat() }])
        }
    }
}

/// Returns the values of combination `number`.
fn values_of(axes: &[Axis], mut number: usize) -> Vec<(String, Value)> {
    let mut set = Vec::new();
    for axis in axes.iter().rev() {
        let (path, values) = (axis.path.clone(), &axis.values);
        set.push((path, values[number % values.len()].clone()));
        number /= values.len();
    }
    set.reverse();
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base() -> Plan {
        let text = r#"{ "version": 1, "durationS": 9, "link": { "rateMbps": 5, "rttMs": 10,
            "buffer": { "packets": 9 } }, "queues": [{ "kind": "droptail" }, { "kind": "codel" }],
            "traffic": [{ "kind": "bulk" }] }"#;
        Plan::of(Scenario::parse(text).unwrap())
    }

    fn axes(texts: &[&str]) -> Vec<Axis> {
        texts.iter().map(|text| Axis::parse(text).unwrap()).collect()
    }

    fn problems(texts: &[&str]) -> Vec<String> {
        let all = cells(&base(), &axes(texts), &Limits::FORMAT).unwrap_err();
        let lines = |(label, problems): &(Label, Vec<Problem>)| -> Vec<String> {
            problems.iter().map(|problem| format!("{label}: {problem}")).collect()
        };
        all.iter().flat_map(lines).collect()
    }

    #[test]
    fn cells_are_complete_and_the_last_axis_changes_fastest() {
        let axes = axes(&["link.rateMbps=5,10", "queues.1.targetMs=1,2,3"]);
        let all = cells(&base(), &axes, &Limits::FORMAT).unwrap();
        let labels: Vec<_> = all.iter().map(|one| label(None, &one.set).to_string()).collect();
        assert_eq!(labels.len(), count(&axes));
        assert_eq!(labels[1], "link.rateMbps=5 queues.1.targetMs=2");
        assert_eq!(labels[5], "link.rateMbps=10 queues.1.targetMs=3");
        assert_eq!(all[5].scenario.link.rate_mbps, 10.0);
        // Fields that are not live can be set too, and fields that are left out.
        let all = cells(&base(), &self::axes(&["traffic.0.flows=7", "warmupS=2"]), &Limits::FORMAT)
            .unwrap();
        assert_eq!(all[0].scenario.warmup_s, 2.0);
        assert_eq!(cells(&base(), &[], &Limits::FORMAT).unwrap().len(), 1);
    }

    #[test]
    fn a_field_is_set_after_the_field_that_contains_it() {
        let queue = r#"queues.0={"kind":"codel"},{"kind":"pie"}"#;
        let targets = |texts: &[&str]| -> Vec<String> {
            let all = cells(&base(), &axes(texts), &Limits::FORMAT).unwrap();
            let queue = |one: &Cell| one.scenario.to_value(Detail::Short).get("queues").cloned();
            all.iter().map(|one| queue(one).unwrap().to_compact()).collect()
        };
        let after = targets(&["queues.0.targetMs=1,50", queue]);
        assert!(after[0].starts_with(r#"[{"kind":"codel","targetMs":1},"#), "{after:?}");
        assert!(after[3].starts_with(r#"[{"kind":"pie","targetMs":50},"#), "{after:?}");
        let mut before = targets(&[queue, "queues.0.targetMs=1,50"]);
        before.swap(1, 2);
        assert_eq!(after, before);
    }

    #[test]
    fn the_number_of_problems_is_limited() {
        let bad: Vec<String> = (1..=400).map(|index| format!("-{index}")).collect();
        let axis = format!("link.rateMbps={}", bad.join(","));
        assert_eq!(problems(&[&axis]).len(), Reader::MAX_PROBLEMS);
        let twice = format!("link.rttMs={}", bad.join(","));
        assert_eq!(problems(&[&axis, &twice]).len(), Reader::MAX_PROBLEMS);
    }

    #[test]
    fn problems_are_those_of_the_format_without_repetition() {
        let format = |text: &str| Scenario::parse(text).unwrap_err()[0].message.clone();
        let text = base().scenario.to_json().replace(r#""rateMbps":5"#, r#""rateMbps":-1"#);
        assert_eq!(
            problems(&["link.rateMbps=-1,5", "queues.1.targetMs=1,2,3"]),
            [format!("link.rateMbps=-1 queues.1.targetMs=1: link.rateMbps {}", format(&text))]
        );
        let unknown = problems(&["link.rateMpbs=4"]);
        assert!(unknown[0].contains("rateMbps"), "suggests what was meant: {unknown:?}");
        assert_eq!(
            problems(&["queues.2.kind=pie"]),
            ["queues.2.kind=pie: queues has no item 2; expected 0 to 1."]
        );
        for index in ["+0", "00", "-1", "x"] {
            let problem = format!("has no item {index}; expected 0 to 0.");
            let path = format!("traffic.{index}.flows=1");
            assert_eq!(problems(&[&path]), [format!("{path}: traffic {problem}")]);
        }
        assert_eq!(
            problems(&["durationS.x=1"]),
            ["durationS.x=1: durationS is a number; it has no member 'x'."]
        );
    }
}
