//! Changes in the past of a run.

use crate::Engine;
use aqm_scenario::{problems_to_json, read_for_page};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl Engine {
    /// Continues with these lanes of the scenario `json`. The result is that of a run from the start. Each
    /// lane keeps its run up to the first difference; [`Engine::now`] then returns the earliest time of
    /// a lane. `probes`: it records the probes of the disciplines from now on, which needs a run from the start once.
    /// Returns an empty text, or the JSON list of problems; then nothing has changed.
    pub fn revise(&mut self, json: &str, lanes: Vec<usize>, probes: Option<bool>) -> String {
        match read_for_page(json) {
            Ok(scenario) => {
                if probes.unwrap_or_default() {
                    self.experiment.want_probes();
                }
                self.experiment.revise_lanes(scenario, lanes);
                String::new()
            }
            Err(problems) => problems_to_json(&problems),
        }
    }
}
