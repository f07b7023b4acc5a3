//! Scripts that run a scenario elsewhere.

use aqm_export::{Header, Target, export};
use aqm_scenario::{problems_to_json, read_scenario};
use wasm_bindgen::prelude::*;

/// A script.
#[wasm_bindgen]
pub struct ExportedScript(aqm_export::Exported);

#[wasm_bindgen]
impl ExportedScript {
    /// The text of the file.
    #[wasm_bindgen(getter)]
    pub fn text(&self) -> String {
        self.0.text.clone()
    }

    /// Suggested name of the file.
    #[wasm_bindgen(getter, js_name = fileName)]
    pub fn file_name(&self) -> String {
        self.0.file_name.clone()
    }

    /// What does not carry over, one sentence each. The header of the text has the same list.
    #[wasm_bindgen(getter, js_name = notCarried)]
    pub fn not_carried(&self) -> Vec<String> {
        self.0.not_carried.clone()
    }
}

/// Returns the script of a scenario for a target by its name on the command line. `link` is the address of the page with
/// the scenario, for the header of the script; an empty text leaves it out.
///
/// # Errors
/// Throws a JSON list of problems if the scenario is not valid, or a sentence for an unknown target.
#[wasm_bindgen(js_name = exportScript)]
pub fn export_script(scenario: &str, target: &str, link: &str) -> Result<ExportedScript, JsError> {
    let scenario =
        read_scenario(scenario).map_err(|problems| JsError::new(&problems_to_json(&problems)))?;
    let Some(target) = Target::of(target) else {
        return Err(JsError::new(&format!("the target is not one of {}", Target::names())));
    };
    let link = Some(link).filter(|link| !link.is_empty());
    let header = Header { link, version: env!("CARGO_PKG_VERSION") };
    Ok(ExportedScript(export(&scenario, target, &header)))
}
