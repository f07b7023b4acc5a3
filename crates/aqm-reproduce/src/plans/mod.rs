//! The runs of the published experiments as files in `scenarios/papers`: plans for `aqm sweep`, and scenarios for `aqm run`.
//!
//! The items are the source, and `aqm generate` writes the files (docs/decisions/0007-files-of-papers.md). The tests of this
//! module check that the files have exactly the runs of the items.

mod differences;
mod measures;
mod readme;

use crate::{Item, Paper, Run, select};
use aqm_scenario::json::Value;
use aqm_scenario::model::Source;
use aqm_scenario::plan::{Case, Plan, Seeds, Vary};
use aqm_scenario::sweep::Sweep;
use aqm_scenario::{Detail, Scenario};
use differences::{at, differences};

/// Folder of the files, below the repository's root.
pub const FOLDER: &str = "scenarios/papers";
/// The parameter of a plan that has several disciplines.
const KIND: &str = "queues.0.kind";

/// A file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// Path below the repository's root.
    pub path: String,
    /// Content.
    pub text: String,
}

/// The files of one or several items.
struct Sheet {
    /// The file, or the folder of several, below [`FOLDER`] and without `.json`.
    path: String,
    /// The items. If there are several, each has one discipline of the plan.
    items: Vec<&'static Item>,
    content: Content,
}

enum Content {
    /// One plan. Its runs are in the order of the item's runs.
    Plan(Box<Plan>),
    /// One scenario for each seed. The item's runs are their lanes, scenario after scenario.
    Scenarios(Vec<Scenario>),
}

/// Returns all files in [`FOLDER`].
pub fn files() -> Vec<File> {
    let sheets = sheets();
    let in_folder = |name: &str, text| File { path: format!("{FOLDER}/{name}"), text };
    let mut files = vec![in_folder("README.md", readme::text(&sheets))];
    for sheet in &sheets {
        match &sheet.content {
            Content::Plan(plan) => {
                files.push(in_folder(&format!("{}.json", sheet.path), plan.to_text()));
            }
            Content::Scenarios(scenarios) => files.extend(scenarios.iter().map(|scenario| {
                let name = format!("{}/seed-{:02}.json", sheet.path, scenario.seed);
                in_folder(&name, scenario.to_text())
            })),
        }
    }
    files
}

/// Returns the sheets of all items that have runs.
fn sheets() -> Vec<Sheet> {
    let mut groups: Vec<(String, Vec<&'static Item>)> = Vec::new();
    for item in select(None, None) {
        // One plan has all disciplines of a section of RFC 7928.
        let path = item
            .id
            .split_once('/')
            .map_or_else(|| item.name(), |(_, section)| format!("{}/{section}", item.paper));
        match groups.iter_mut().find(|(other, _)| *other == path) {
            Some((_, items)) => items.push(item),
            None => groups.push((path, vec![item])),
        }
    }
    groups.retain(|(_, items)| !items[0].runs().is_empty());
    let sheet = |(path, items): (String, Vec<&'static Item>)| Sheet {
        content: content(&items),
        path,
        items,
    };
    groups.into_iter().map(sheet).collect()
}

fn content(items: &[&'static Item]) -> Content {
    let item = items[0];
    let grids: Option<Vec<Grid>> = items.iter().map(|item| Grid::of(item)).collect();
    let plan = grids.and_then(|grids| match (item.paper, grids.as_slice()) {
        (Paper::Rfc7928, [all]) => plan_of_kinds(item, &all.by_kind()),
        (Paper::Rfc7928, _) => plan_of_kinds(item, &grids),
        (_, [one]) => plan_of_cells(item, one),
        _ => None,
    });
    plan.map_or_else(|| Content::Scenarios(per_seed(item)), |plan| Content::Plan(Box::new(plan)))
}

/// A set-up.
struct Cell {
    name: String,
    scenario: Scenario,
}

/// Runs of every cell with the same lanes and seeds.
struct Grid {
    cells: Vec<Cell>,
    lanes: Vec<u64>,
    seeds: Vec<u64>,
}

impl Grid {
    /// Returns the runs of an item as a grid. `None`: its scenarios depend on the seed.
    fn of(item: &Item) -> Option<Grid> {
        let runs = item.runs();
        let report = item.report(&runs, runs.iter().map(|_| None).collect());
        let name_of = |run| {
            let row = report.rows.iter().find(|row| row.runs.contains(&run));
            row.map(|row| row.at.clone()).unwrap_or_default()
        };
        let mut cells: Vec<Cell> = Vec::new();
        let mut members: Vec<Vec<(u64, u64)>> = Vec::new();
        for (index, run) in runs.iter().enumerate() {
            let scenario = plain(run.scenario());
            let seed = run.scenario().seed;
            if cells.last().is_none_or(|cell| cell.scenario != scenario) {
                cells.push(Cell { name: name_of(index), scenario });
                members.push(Vec::new());
            }
            members.last_mut()?.push((run.lane() as u64, seed));
        }
        let first = members.first()?;
        let lanes = without_repeats(first.iter().map(|&(lane, _)| lane));
        let seeds = without_repeats(first.iter().map(|&(_, seed)| seed));
        let all: Vec<(u64, u64)> =
            lanes.iter().flat_map(|&lane| seeds.iter().map(move |&seed| (lane, seed))).collect();
        members.iter().all(|own| *own == all).then_some(Grid { cells, lanes, seeds })
    }

    /// Splits cells that are ordered by set-up and then by discipline: one grid for each discipline.
    fn by_kind(&self) -> Vec<Grid> {
        let count = without_repeats(self.cells.iter().map(Cell::kind)).len();
        let of_kind = |kind: usize| {
            let cells = self.cells.iter().skip(kind).step_by(count);
            let cells = cells.map(|Cell { name, scenario }| Cell {
                name: name.clone(),
                scenario: scenario.clone(),
            });
            Grid { cells: cells.collect(), lanes: self.lanes.clone(), seeds: self.seeds.clone() }
        };
        (0..count).map(of_kind).collect()
    }

    /// Returns a plan with the base, lanes and seeds, whose cells are all equal.
    fn blank_plan(&self, item: &Item) -> Plan {
        let base = &self.cells[0].scenario;
        let is_all = self.lanes.iter().copied().eq(0..base.queues.len() as u64);
        // The scenario has the first seed, so that `seeds` can be left out.
        let seed = self.seeds[0];
        Plan {
            title: item.title.to_owned(),
            about: about(item),
            source: source(item),
            seeds: (self.seeds.len() > 1).then(|| Seeds::of(&self.seeds)),
            lanes: if is_all { Vec::new() } else { self.lanes.clone() },
            measures: measures::of(item).iter().map(|&name| name.to_owned()).collect(),
            ..Plan::of(Scenario { seed, ..base.clone() })
        }
    }
}

impl Cell {
    fn kind(&self) -> &'static str {
        self.scenario.queues[0].kind()
    }
}

/// Returns the plan of one grid: with a parameter if the cells differ in one field, else with cases.
fn plan_of_cells(item: &Item, grid: &Grid) -> Option<Plan> {
    let plan = grid.blank_plan(item);
    if grid.cells.len() == 1 {
        return Some(plan);
    }
    let cases = cases(&plan.scenario, &grid.cells);
    let varied = parameter(&plan.scenario, &cases);
    let plan = match varied {
        Some(vary) => Plan { vary: vec![vary], ..plan },
        None => Plan { cases, ..plan },
    };
    Some(plan)
}

/// Returns the plan of grids that differ in the discipline: with the kind as a parameter if all have the same fields, else with a
/// case for each set-up and discipline.
fn plan_of_kinds(item: &Item, grids: &[Grid]) -> Option<Plan> {
    let first = grids.first()?;
    let plan = first.blank_plan(item);
    let kinds = grids.iter().map(|grid| Value::string(grid.cells[0].kind()));
    let varied = Plan {
        title: title(item),
        cases: cases(&plan.scenario, &first.cells),
        vary: vec![Vary::list(KIND, kinds.collect())],
        ..plan
    };
    let expected =
        || (0..first.cells.len()).flat_map(|cell| grids.iter().map(move |grid| &grid.cells[cell]));
    if expands_to(&varied, expected().map(|cell| &cell.scenario)) {
        return Some(varied);
    }
    let all: Vec<Cell> = expected()
        .map(|cell| Cell {
            name: format!("{}, {}", cell.name, cell.kind()),
            scenario: cell.scenario.clone(),
        })
        .collect();
    let cases = cases(&varied.scenario, &all);
    Some(Plan { cases, vary: Vec::new(), ..varied })
}

/// Returns one case for each cell.
fn cases(base: &Scenario, cells: &[Cell]) -> Vec<Case> {
    let of_base = plain(base).to_value(Detail::Short);
    let case = |cell: &Cell| {
        let [own, full] = [Detail::Short, Detail::Full].map(|all| cell.scenario.to_value(all));
        Case { name: cell.name.clone(), set: differences(&of_base, &own, &full) }
    };
    cells.iter().map(case).collect()
}

/// Returns the parameter that replaces these cases if each sets one and the same field to a number or a word. The first case
/// sets nothing.
fn parameter(base: &Scenario, cases: &[Case]) -> Option<Vary> {
    let (path, _) = cases.get(1)?.set.first()?;
    let base = base.to_value(Detail::Full);
    let values = cases.iter().enumerate().map(|(index, case)| match case.set.as_slice() {
        [] if index == 0 => at(&base, path).cloned(),
        [(own, value)] if own == path => Some(value.clone()),
        _ => None,
    });
    let is_plain = |value: &Value| matches!(value, Value::Number(_) | Value::String(_));
    let values = values.collect::<Option<Vec<_>>>()?;
    values.iter().all(is_plain).then(|| Vary::list(path.clone(), values))
}

/// Returns whether the cells of a plan have these scenarios.
fn expands_to<'a>(plan: &Plan, scenarios: impl Iterator<Item = &'a Scenario>) -> bool {
    Sweep::new(plan.clone()).is_ok_and(|sweep| {
        sweep.cells().iter().map(|cell| plain(&cell.scenario)).eq(scenarios.cloned())
    })
}

/// Returns the scenarios of an item whose runs are the lanes of one scenario for each seed.
///
/// # Panics
/// If its runs are others: no file can express the item.
fn per_seed(item: &Item) -> Vec<Scenario> {
    let runs = item.runs();
    let lanes = runs[0].scenario().queues.len();
    let of_seed = |runs: &[Run]| {
        let scenario = runs[0].scenario();
        let is_lane = |(lane, run): (usize, &Run)| run.lane() == lane && run.scenario() == scenario;
        let is_whole = runs.len() == lanes && runs.iter().enumerate().all(is_lane);
        assert!(is_whole, "{} is neither a plan nor one scenario for each seed", item.name());
        Scenario {
            title: format!("{}, seed {}", item.title, scenario.seed),
            about: about(item),
            source: source(item),
            ..scenario.clone()
        }
    };
    runs.chunks(lanes).map(of_seed).collect()
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

fn title(item: &Item) -> String {
    if item.id.contains('/') {
        format!("RFC 7928: {}, all disciplines", item.title)
    } else {
        item.title.to_owned()
    }
}

/// Returns the arguments of `aqm reproduce` for an item, or for a section of RFC 7928.
fn arguments(item: &Item) -> String {
    match item.id.split_once('/') {
        Some((_, section)) => format!("{} --queue KIND --table {section}", item.paper),
        None if item.paper == Paper::Rfc7928 => item.paper.to_string(),
        None => format!("{} --table {}", item.paper, item.id),
    }
}

fn about(item: &Item) -> String {
    let published = if item.paper == Paper::Rfc7928 {
        "all results"
    } else {
        "the paper's results beside ours"
    };
    format!("aqm reproduce {} runs the same simulations and prints {published}.", arguments(item))
}

fn source(item: &Item) -> Option<Source> {
    let place = item.id.split_once('/').map_or(item.id, |(_, section)| section);
    Some(Source {
        paper: Some(item.paper.name().to_owned()),
        measurement: None,
        item: place.to_owned(),
    })
}

/// Returns the values in the order of their first appearance, each once.
fn without_repeats<T: PartialEq>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut all = Vec::new();
    for value in values {
        if !all.contains(&value) {
            all.push(value);
        }
    }
    all
}

#[cfg(test)]
mod tests;
