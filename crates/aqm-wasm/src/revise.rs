//! Changing the past of a run that is under way.

use crate::Engine;
use aqm_scenario::{problems_to_json, read_scenario};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl Engine {
    /// Goes on with these lanes of the scenario `json` as if it had been run from the start. Lanes
    /// keep what they have done until the first difference; [`Engine::now`] is where the last of
    /// them stands. Empty if accepted; otherwise the JSON list of problems, and everything is as
    /// before.
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
