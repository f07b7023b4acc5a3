//! The stability view: control theory of an operating point. Settings are JSON; `aqm_stability::view` documents them.

use aqm_json::answer::Answer as _;
use aqm_scenario::problems_to_json;
use aqm_stability::view::{Lines, Parameter, Settings};
use wasm_bindgen::prelude::*;

fn read(settings: &str) -> Result<Settings, JsError> {
    Settings::read(settings).map_err(|problems| JsError::new(&problems_to_json(&problems)))
}

fn lines_of(name: &str) -> Result<Lines, JsError> {
    let found = Lines::ALL.into_iter().find(|lines| lines.name() == name);
    found.ok_or_else(|| JsError::new(&format!("there are no lines '{name}'")))
}

/// Returns the parameters of an operating point as a JSON list of [`aqm_stability::view::About`].
#[wasm_bindgen(js_name = stabilityParameters)]
pub fn stability_parameters() -> String {
    Parameter::list().to_json().to_compact()
}

/// Returns the operating point as JSON of [`aqm_stability::view::Summary`].
///
/// # Errors
/// Throws a JSON list of problems of the settings, or a sentence for unknown lines.
#[wasm_bindgen(js_name = stabilityPoint)]
pub fn stability_point(settings: &str, lines: &str) -> Result<String, JsError> {
    Ok(read(settings)?.summary(lines_of(lines)?).to_json().to_compact())
}

/// Returns the Bode plot: `count` angular frequencies in rad/s, then for each curve `count` gains in dB and `count` phases in
/// degrees.
///
/// # Errors
/// As [`stability_point`].
#[wasm_bindgen(js_name = stabilityBode)]
pub fn stability_bode(settings: &str, lines: &str) -> Result<Vec<f64>, JsError> {
    Ok(read(settings)?.bode(lines_of(lines)?))
}

/// Returns margins against a parameter: `count` values of it, then for each curve `count` phase margins in degrees, gain margins in dB, and
/// gain crossovers in rad/s. NaN: the curves differ in this parameter.
///
/// # Errors
/// As [`stability_point`]; throws a sentence for an unknown parameter too.
#[wasm_bindgen(js_name = stabilityMargins)]
pub fn stability_margins(settings: &str, lines: &str, against: &str) -> Result<Vec<f64>, JsError> {
    let parameter = Parameter::find(against)
        .ok_or_else(|| JsError::new(&format!("there is no parameter '{against}'")))?;
    Ok(read(settings)?.margins(lines_of(lines)?, parameter))
}

/// Returns a scenario at the operating point.
///
/// # Errors
/// Throws a JSON list of problems of the settings, or a sentence that says why no scenario has such a point.
#[wasm_bindgen(js_name = stabilityScenario)]
pub fn stability_scenario(settings: &str) -> Result<String, JsError> {
    read(settings)?.scenario().map_err(|reason| JsError::new(&reason))
}
