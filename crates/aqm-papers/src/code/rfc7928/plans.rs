//! The plans of RFC 7928, one for each section and one for the comparison. Each has all disciplines, so a new discipline changes them.

use super::cases::{Case as Setting, Section};
use super::differences::differences;
use super::{NAME, SEEDS, cases_of as settings_of, headlines, section_of};
use crate::disciplines::kinds;
use aqm_json::Value;
use aqm_scenario::model::Source;
use aqm_scenario::{Detail, Scenario};
use aqm_sweep::Sweep;
use aqm_sweep::plan::{Case, Plan, Seeds, Vary};

/// The names of the plans: sections of the RFC, and the comparison.
const PLANS: [&str; 7] = ["5", "6", "7", "8", "9", "4", "all"];

/// The parameter of a plan that has several disciplines.
const KIND: &str = "queues.0.kind";
/// The measures of the plans.
const MEASURES: [&str; 7] = [
    "queueDelayMs.mean",
    "queueDelayMs.p95",
    "queueDelayMs.sd",
    "utilization",
    "dropRate",
    "markRate",
    "jain",
];

/// Returns the name and text of each plan.
pub(crate) fn texts() -> impl Iterator<Item = (String, String)> {
    PLANS.iter().map(|plan| (format!("{NAME}/{plan}.json"), plan_of_kinds(plan).to_text()))
}

/// Returns names and scenarios of a section, or of the comparison, with a discipline and the first seed.
fn scenarios(number: &str, kind: &str) -> Vec<(String, Scenario)> {
    let set_up = |case: &'static Setting| (case.at.to_owned(), case.scenario(kind, 0));
    match section_of(number) {
        Some(section) => settings_of(section).map(set_up).collect(),
        None => headlines().map(set_up).collect(),
    }
}

/// A set-up.
struct SetUp {
    name: String,
    scenario: Scenario,
}

impl SetUp {
    fn kind(&self) -> &'static str {
        self.scenario.queues[0].kind()
    }
}

/// Returns the plan of a section, or of the comparison: with the kind as a parameter if all disciplines have the same fields, else with
/// a case for each set-up and discipline.
pub(crate) fn plan_of_kinds(section: &str) -> Plan {
    let kinds = kinds();
    let grids: Vec<Vec<SetUp>> = kinds
        .iter()
        .map(|kind| {
            let cell =
                |(name, scenario): (String, Scenario)| SetUp { name, scenario: plain(&scenario) };
            scenarios(section, kind).into_iter().map(cell).collect()
        })
        .collect();
    let first = &grids[0];
    let seeds: Vec<u64> = (1..=SEEDS as u64).collect();
    let values = kinds.iter().map(|kind| Value::string(kind.as_str())).collect();
    let base = Scenario { seed: seeds[0], ..first[0].scenario.clone() };
    let varied = Plan {
        title: title(section),
        about: about(section),
        source: Some(Source {
            paper: Some(NAME.to_owned()),
            measurement: None,
            item: section.to_owned(),
        }),
        seeds: Some(Seeds::of(&seeds)),
        measures: MEASURES.map(str::to_owned).to_vec(),
        cases: cases_of(&first[0].scenario, first),
        vary: vec![Vary::list(KIND, values)],
        ..Plan::of(base)
    };
    let expected = || (0..first.len()).flat_map(|cell| grids.iter().map(move |grid| &grid[cell]));
    if expands_to(&varied, expected().map(|cell| &cell.scenario)) {
        return varied;
    }
    let all: Vec<SetUp> = expected()
        .map(|cell| SetUp {
            name: format!("{}, {}", cell.name, cell.kind()),
            scenario: cell.scenario.clone(),
        })
        .collect();
    let cases = cases_of(&first[0].scenario, &all);
    Plan { cases, vary: Vec::new(), ..varied }
}

fn title(section: &str) -> String {
    match section_of(section).map(Section::title) {
        Some(title) => format!("RFC 7928: {title}, all disciplines"),
        None => "Comparison of all disciplines".to_owned(),
    }
}

fn about(section: &str) -> String {
    let arguments = match section_of(section).map(Section::title) {
        Some(_) => format!("{NAME} --queue KIND --table {section}"),
        None => NAME.to_owned(),
    };
    format!("aqm reproduce {arguments} runs the same simulations and prints all results.")
}

/// Returns one case for each cell.
fn cases_of(base: &Scenario, cells: &[SetUp]) -> Vec<Case> {
    let of_base = base.to_value(Detail::Short);
    let case = |cell: &SetUp| {
        let [short, full] = [Detail::Short, Detail::Full].map(|all| cell.scenario.to_value(all));
        Case { name: cell.name.clone(), set: differences(&of_base, &short, &full) }
    };
    cells.iter().map(case).collect()
}

/// Returns whether the cells of a plan have these scenarios.
fn expands_to<'a>(plan: &Plan, scenarios: impl Iterator<Item = &'a Scenario>) -> bool {
    Sweep::new(plan.clone()).is_ok_and(|sweep| {
        sweep.cells().iter().map(|cell| plain(&cell.scenario)).eq(scenarios.cloned())
    })
}

/// Returns a scenario without its texts and its seed, which a plan has.
pub(crate) fn plain(scenario: &Scenario) -> Scenario {
    Scenario {
        title: String::new(),
        about: String::new(),
        source: None,
        seed: 0,
        ..scenario.clone()
    }
}
