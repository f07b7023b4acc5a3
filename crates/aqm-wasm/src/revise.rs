//! Changes in the past of a run.

use crate::Engine;
use aqm_scenario::{problems_to_json, read_scenario};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl Engine {
    /// Continues with these lanes of the scenario `json`. The result is that of a run from the start. Each
    /// lane keeps its run up to the first difference; [`Engine::now`] then returns the earliest time of
    /// a lane. Returns an empty text, or the JSON list of problems; then nothing has changed.
    pub fn revise(&mut self, json: &str, lanes: Vec<usize>) -> String {
        match read_scenario(json) {
            Ok(scenario) => {
                self.experiment.revise_lanes(scenario, lanes);
                String::new()
            }
            Err(problems) => problems_to_json(&problems),
        }
    }
}
