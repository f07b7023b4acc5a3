//! Recorded rates of a link, as a schedule. Few users have some, so the live run's package does without the importer.

use aqm_scenario::{Detail, problems_to_json};
use wasm_bindgen::prelude::*;

/// Converts recorded rates of a link (CSV, or the format of mahimahi) into a value for
/// `link.schedule`, as JSON. `bin_ms` is the length of a bin; without it, it fits the trace.
///
/// # Errors
/// Throws the JSON list of problems if `text` is in neither format.
#[wasm_bindgen(js_name = importTrace)]
pub fn import_trace(text: &str, bin_ms: Option<f64>) -> Result<String, JsError> {
    let schedule = aqm_scenario::import::import_trace(text, bin_ms);
    let schedule = schedule.map_err(|problems| JsError::new(&problems_to_json(&problems)))?;
    Ok(schedule.to_value(Detail::Short).to_compact())
}
