//! How far the numbers of a scenario were checked.

use aqm_json::answer::Answer as _;
use aqm_scenario::{problems_to_json, read_for_page};
use wasm_bindgen::prelude::*;

/// Returns how far the numbers of each lane were checked, as JSON of [`trust::Trust`].
///
/// # Errors
/// Throws a JSON list of problems of the scenario.
#[wasm_bindgen(js_name = trustIn)]
pub fn trust_in(scenario: &str) -> Result<String, JsError> {
    let scenario =
        read_for_page(scenario).map_err(|problems| JsError::new(&problems_to_json(&problems)))?;
    Ok(aqm_trust::trust(&scenario).to_json().to_compact())
}
