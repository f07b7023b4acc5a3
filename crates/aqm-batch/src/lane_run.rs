//! One lane of a scenario with a seed, run to a time: what seeds, groups, files and samples have in common.

use crate::alive::{Alive, PACKETS, tell};
use aqm_scenario::{Scenario, build, problems_to_json, read_for_page};
use aqm_sim::time::Time;
use aqm_sim::world::Simulation;
use wasm_bindgen::prelude::*;

/// A lane of a scenario, and the time up to which it runs.
pub(crate) struct LaneRun {
    pub(crate) scenario: Scenario,
    pub(crate) lane: usize,
    to_s: f64,
}

impl LaneRun {
    /// Reads a scenario and sets its seed.
    ///
    /// # Errors
    /// A JSON list of problems if the scenario is not valid, or a sentence for an unknown lane or seed.
    pub(crate) fn read(text: &str, lane: usize, seed: f64, to_s: f64) -> Result<Self, JsError> {
        let scenario =
            read_for_page(text).map_err(|problems| JsError::new(&problems_to_json(&problems)))?;
        if lane >= scenario.queues.len() {
            return Err(JsError::new(&format!("the scenario has no lane {lane}")));
        }
        if !(seed.fract() == 0.0 && (0.0..9_007_199_254_740_992.0).contains(&seed)) {
            return Err(JsError::new(&format!("{seed} is not a seed")));
        }
        Ok(LaneRun::new(Scenario { seed: seed as u64, ..scenario }, lane, to_s))
    }

    pub(crate) fn new(scenario: Scenario, lane: usize, to_s: f64) -> Self {
        LaneRun { scenario, lane, to_s }
    }

    /// Returns the run that ends with its scenario at the latest.
    pub(crate) fn within_scenario(self) -> Self {
        LaneRun { to_s: self.to_s.min(self.scenario.duration_s), ..self }
    }

    /// Runs the lane with all its timed changes. `recording` adds what is recorded.
    pub(crate) fn simulate(
        &self,
        recording: impl FnOnce(Simulation) -> Simulation,
        alive: Option<&Alive>,
    ) -> Simulation {
        let mut simulation = recording(Simulation::new(&build(&self.scenario, self.lane)));
        let end = Time::from_seconds(self.to_s);
        simulation.run_until_reporting(end, PACKETS, &mut || tell(alive));
        simulation
    }
}
