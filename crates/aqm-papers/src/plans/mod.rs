//! The list of all files of the papers, and the plans of RFC 7928, which have all disciplines.
//!
//! The files of the other papers are written by hand (docs/decisions/0007-files-of-papers.md). `aqm generate` writes those of RFC 7928,
//! because a new discipline changes them.

mod differences;
mod readme;

use crate::RFC7928;
use crate::code::rfc7928;
#[cfg(test)]
use crate::{Content, Item, Planned};
use aqm_json::Value;
use aqm_scenario::model::Source;
use aqm_scenario::{Detail, Scenario};
use aqm_sweep::Sweep;
use aqm_sweep::plan::{Case, Plan, Seeds, Vary};
use differences::differences;

/// Folder of the files, below the repository's root.
pub const FOLDER: &str = "scenarios/papers";
/// The parameter of a plan that has several disciplines.
const KIND: &str = "queues.0.kind";
/// The measures of the plans of RFC 7928.
const MEASURES: [&str; 7] = [
    "queueDelayMs.mean",
    "queueDelayMs.p95",
    "queueDelayMs.sd",
    "utilization",
    "dropRate",
    "markRate",
    "jain",
];

/// A file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// Path below the repository's root.
    pub path: String,
    /// Content.
    pub text: String,
}

/// Returns the generated files in [`FOLDER`].
pub fn files() -> Vec<File> {
    let in_folder = |name: &str, text| File { path: format!("{FOLDER}/{name}"), text };
    let readme = in_folder("README.md", readme::text());
    let plans = rfc7928::PLANS.iter().map(|plan| {
        let text = plan_of_kinds(plan).to_text();
        in_folder(&format!("{RFC7928}/{plan}.json"), text)
    });
    std::iter::once(readme).chain(plans).collect()
}

/// Returns the names of the cases of an item's plan.
#[cfg(test)]
pub(crate) fn cases(item: &Item) -> Vec<String> {
    let Some(sweep) = sweep(item) else { return Vec::new() };
    sweep.plan().cases.iter().map(|case| case.name.clone()).collect()
}

/// Returns the sweep of an item's plan.
#[cfg(test)]
fn sweep(item: &Item) -> Option<&Sweep> {
    match &item.content {
        Content::Table(table) => Some(table.sweep()),
        Content::Code { planned: Planned::Sweep(sweep), .. } => Some(sweep),
        Content::Code { .. } => None,
    }
}

/// A set-up.
struct Cell {
    name: String,
    scenario: Scenario,
}

impl Cell {
    fn kind(&self) -> &'static str {
        self.scenario.queues[0].kind()
    }
}

/// Returns the plan of a section, or of the comparison: with the kind as a parameter if all disciplines have the same fields, else with
/// a case for each set-up and discipline.
fn plan_of_kinds(section: &str) -> Plan {
    let kinds = rfc7928::kinds();
    let grids: Vec<Vec<Cell>> = kinds
        .iter()
        .map(|kind| {
            let cell =
                |(name, scenario): (String, Scenario)| Cell { name, scenario: plain(&scenario) };
            rfc7928::scenarios(section, kind).into_iter().map(cell).collect()
        })
        .collect();
    let first = &grids[0];
    let seeds: Vec<u64> = (1..=rfc7928::SEEDS as u64).collect();
    let values = kinds.iter().map(|kind| Value::string(kind.as_str())).collect();
    let base = Scenario { seed: seeds[0], ..first[0].scenario.clone() };
    let varied = Plan {
        title: title(section),
        about: about(section),
        source: Some(Source {
            paper: Some(RFC7928.to_owned()),
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
    let all: Vec<Cell> = expected()
        .map(|cell| Cell {
            name: format!("{}, {}", cell.name, cell.kind()),
            scenario: cell.scenario.clone(),
        })
        .collect();
    let cases = cases_of(&first[0].scenario, &all);
    Plan { cases, vary: Vec::new(), ..varied }
}

fn title(section: &str) -> String {
    match rfc7928::title(section) {
        Some(title) => format!("RFC 7928: {title}, all disciplines"),
        None => "Comparison of all disciplines".to_owned(),
    }
}

fn about(section: &str) -> String {
    let arguments = match rfc7928::title(section) {
        Some(_) => format!("{RFC7928} --queue KIND --table {section}"),
        None => RFC7928.to_owned(),
    };
    format!("aqm reproduce {arguments} runs the same simulations and prints all results.")
}

/// Returns one case for each cell.
fn cases_of(base: &Scenario, cells: &[Cell]) -> Vec<Case> {
    let of_base = base.to_value(Detail::Short);
    let case = |cell: &Cell| {
        let [own, full] = [Detail::Short, Detail::Full].map(|all| cell.scenario.to_value(all));
        Case { name: cell.name.clone(), set: differences(&of_base, &own, &full) }
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
fn plain(scenario: &Scenario) -> Scenario {
    Scenario {
        title: String::new(),
        about: String::new(),
        source: None,
        seed: 0,
        ..scenario.clone()
    }
}

#[cfg(test)]
mod tests;
