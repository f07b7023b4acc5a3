//! Runs of a sweep, and the table of their results.
//!
//! [`Sweep::new`] expands a [`Plan`] to cells and runs. A run is one lane of one cell with one seed.
//! [`Sweep::measure`] makes a run, and [`Sweep::table`] combines the values of all seeds. The runs can be made in
//! any order and place: the table depends only on their values.

mod axis;
mod cells;
mod description;
mod estimate;
mod overrides;
pub mod plan;
pub mod pool;
mod range;
pub mod shard;
mod table;

pub use crate::axis::{Axis, Label, count, label, plain};
pub use cells::{Cell, Problems};
pub use description::{DescribedAxis, DescribedCell, DescribedOverride, DescribedRow, Description};
pub use estimate::{Combined, Estimate};
pub use overrides::{By, Override};
pub use plan::Plan;
pub use table::{Row, Table, joined};

use crate::plan::MAX_RUNS;
use aqm_json::shown;
use aqm_report::measures;
use aqm_report::measures::LaneMeasure;
use aqm_scenario::Limits;
use aqm_scenario::build;
use aqm_scenario::model::Scenario;
use aqm_scenario::problem::Problem;
use aqm_sim::time::Time;
use aqm_sim::world::Simulation;

/// Most bytes of the scenarios of all cells as JSON. All are checked before the first run.
const MAX_CELL_BYTES: usize = 1_000_000_000;

/// What a run measured: one value for each measure; `None` if there was nothing to measure.
pub type Measured = Vec<Option<f64>>;

/// All runs of a plan.
#[derive(Debug)]
pub struct Sweep {
    plan: Plan,
    axes: Vec<Axis>,
    seeds: Vec<u64>,
    measures: Vec<LaneMeasure>,
    cells: Vec<Cell>,
    /// Cell and lane of each row of the table.
    rows: Vec<(usize, usize)>,
    /// What replaces values of the parameters for a part of the run.
    overrides: Vec<Override>,
}

/// One run of a sweep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// Index of the cell.
    pub cell: usize,
    /// The lane, from 0.
    pub lane: usize,
    /// The seed.
    pub seed: u64,
}

impl Sweep {
    /// Expands and checks a plan. A parameter whose values are replaced in all measured time is a problem.
    pub fn new(plan: Plan) -> Result<Sweep, Problems> {
        Sweep::within(plan, &Limits::FORMAT)
    }

    /// [`Sweep::new`] with other limits of each scenario.
    pub fn within(plan: Plan, limits: &'static Limits) -> Result<Sweep, Problems> {
        let sweep = Sweep::expand_within(plan, limits)?;
        let whole = sweep.overrides.iter().filter(|one| one.is_whole);
        let problems: Vec<_> = whole.map(Override::problem).collect();
        if problems.is_empty() { Ok(sweep) } else { Err(vec![(label(None, &[]), problems)]) }
    }

    /// Expands a plan without the check whether its values are replaced.
    pub fn expand(plan: Plan) -> Result<Sweep, Problems> {
        Sweep::expand_within(plan, &Limits::FORMAT)
    }

    fn expand_within(plan: Plan, limits: &'static Limits) -> Result<Sweep, Problems> {
        let axes = plan.axes();
        let seeds = plan.seed_list();
        check_size(&plan, seeds.len())?;
        let cells = cells::cells(&plan, &axes, limits)?;
        let overrides = overrides::overrides(&plan, &cells);
        let rows: Vec<_> = cells
            .iter()
            .enumerate()
            .flat_map(|(index, cell)| cell.lanes.iter().map(move |&lane| (index, lane)))
            .collect();
        let named: Vec<_> =
            plan.measures.iter().filter_map(|name| LaneMeasure::find(name)).collect();
        let measures = if named.is_empty() { default_measures() } else { named };
        Ok(Sweep { plan, axes, seeds, measures, cells, rows, overrides })
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The varied parameters.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// The seeds.
    pub fn seeds(&self) -> &[u64] {
        &self.seeds
    }

    /// The measures of every run.
    pub fn measures(&self) -> &[LaneMeasure] {
        &self.measures
    }

    /// The cells: case after case; within a case the last parameter changes fastest.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// What replaces values of the parameters, such as a timed change of the same field.
    pub fn overrides(&self) -> &[Override] {
        &self.overrides
    }

    /// Returns a note for each parameter whose values are replaced for a part of the run, and for each lane whose
    /// discipline is.
    pub fn notes(&self) -> Vec<Problem> {
        let overrides = self.overrides.iter().map(Override::problem);
        overrides.chain(overrides::renamed(&self.cells)).collect()
    }

    /// Returns the parameters of which all values gave equal results in every lane. Returns none until every run was
    /// made. `measured` is in the order of the runs.
    pub fn indifferent(&self, measured: &[Option<Measured>]) -> Vec<usize> {
        overrides::indifferent(self, measured)
    }

    /// Returns cell and lane of each row of the table, in order.
    pub fn rows(&self) -> &[(usize, usize)] {
        &self.rows
    }

    /// Returns the number of runs.
    pub fn runs(&self) -> usize {
        self.rows.len() * self.seeds.len()
    }

    /// Returns run `index`. The runs are in the order of the rows; within a row, in the order of the seeds.
    ///
    /// # Panics
    /// If `index` is not below [`Sweep::runs`].
    pub fn run(&self, index: usize) -> Run {
        let (cell, lane) = self.rows[index / self.seeds.len()];
        Run { cell, lane, seed: self.seeds[index % self.seeds.len()] }
    }

    /// Returns the scenario of run `index`, with its seed.
    pub fn scenario(&self, index: usize) -> Scenario {
        let run = self.run(index);
        Scenario { seed: run.seed, ..self.cells[run.cell].scenario.clone() }
    }

    /// Returns the relative cost of run `index`, roughly proportional to its packets.
    pub fn weight(&self, index: usize) -> f64 {
        let scenario = &self.cells[self.run(index).cell].scenario;
        scenario.link.rate_mbps * scenario.duration_s
    }

    /// Makes run `index` and returns the values of [`Sweep::measures`].
    pub fn measure(&self, index: usize) -> Measured {
        measure(&self.scenario(index), self.run(index).lane, &self.measures)
    }
}

/// Runs lane `lane` of `scenario` to its end and returns the measures.
pub fn measure(scenario: &Scenario, lane: usize, measures: &[LaneMeasure]) -> Measured {
    measure_reporting(scenario, lane, measures, u64::MAX, &mut || {})
}

/// Like [`measure`], but calls `between` after the work of about every `packets` packets.
pub fn measure_reporting(
    scenario: &Scenario,
    lane: usize,
    measures: &[LaneMeasure],
    packets: u64,
    between: &mut dyn FnMut(),
) -> Measured {
    let mut simulation = Simulation::new(&build(scenario, lane)).without_series();
    let is_of_flow = |measure: &LaneMeasure| matches!(measure, LaneMeasure::Flow(..));
    let is_part =
        |measure: &LaneMeasure| matches!(measure, LaneMeasure::Group(..) | LaneMeasure::Class(..));
    if measures.iter().any(is_of_flow) {
        simulation = simulation.with_flow_delays();
    } else if measures.iter().any(is_part) {
        simulation = simulation.with_parts();
    }
    let end = Time::from_seconds(scenario.duration_s);
    simulation.run_until_reporting(end, packets, between);
    let summary = simulation.summary();
    let finite = |value: Option<f64>| value.filter(|value| value.is_finite());
    measures.iter().map(|measure| finite(measure.read(&summary))).collect()
}

/// Returns the measures that a sweep prints if the plan names none.
fn default_measures() -> Vec<LaneMeasure> {
    let swept = measures::LANE.iter().filter(|measure| measure.about.swept);
    swept.map(LaneMeasure::Lane).collect()
}

/// Refuses sweeps with too many runs, and cells that together would not fit into memory.
fn check_size(plan: &Plan, seeds: usize) -> Result<(), Problems> {
    let cells = plan.cell_count();
    let runs = cells.saturating_mul(seeds);
    let most_cells = MAX_CELL_BYTES / plan.scenario.to_json().len().max(1);
    let [got, most, what] = if runs > MAX_RUNS {
        [shown(runs as f64), shown(MAX_RUNS as f64), " runs of each lane".to_owned()]
    } else if cells > most_cells {
        let bytes = shown(plan.scenario.to_json().len() as f64);
        let what = [" combinations of a scenario of ", &bytes, " bytes"].concat();
        [shown(cells as f64), shown(most_cells as f64), what]
    } else {
        return Ok(());
    };
    let message = ["has ", &got, &what, "; expected at most ", &most, "."];
    Err(vec![(label(None, &[]), vec![Problem::whole(message.concat())])])
}

#[cfg(test)]
mod every_parameter;
#[cfg(test)]
mod tests;
