//! The published experiments.

use crate::alive::{Alive, PACKETS, tell};
use aqm_reproduce::{Item, Measured, Run, render_json};
use std::cell::RefCell;
use wasm_bindgen::prelude::*;

thread_local! {
    /// The runs of the item that was asked for last: to make them again for each run would read all scenarios.
    static LAST: RefCell<Option<(&'static Item, Vec<Run>)>> = const { RefCell::new(None) };
}

/// Calls `then` with an item and its runs.
fn with_runs<T>(
    name: &str,
    then: impl FnOnce(&'static Item, &[Run]) -> Result<T, JsError>,
) -> Result<T, JsError> {
    LAST.with_borrow_mut(|last| {
        if last.as_ref().is_none_or(|(item, _)| item.name() != name) {
            let items = aqm_reproduce::select(None, None);
            let found = items.into_iter().find(|item| item.name() == name);
            let item = found
                .ok_or_else(|| JsError::new(&format!("no experiment has the name '{name}'")))?;
            *last = Some((item, item.runs()));
        }
        let (item, runs) = last.as_ref().expect("it was set above");
        then(item, runs)
    })
}

/// Returns all papers with their tables and figures as JSON: `{ papers: [{ name, authors, year, title, citation,
/// items: [{ name, id, title, runs, weight }], leftOut: [{ what, why }] }] }`. `runs` is a number, `weight` the cost of
/// all of them in Mbit.
#[wasm_bindgen]
pub fn catalogue() -> String {
    render_json::catalogue(&aqm_reproduce::select(None, None))
}

/// Returns the runs of an item as a JSON list of `{ weight, lane, scenario }`. `scenario` is the text of a scenario.
///
/// # Errors
/// Throws if there is no such item.
#[wasm_bindgen]
pub fn runs(item: &str) -> Result<String, JsError> {
    with_runs(item, |_, runs| Ok(render_json::runs(runs)))
}

/// Simulates one run of an item to its end and returns its values. Calls `alive` now and then.
///
/// # Errors
/// Throws if there is no such run.
#[wasm_bindgen]
pub fn measure(item: &str, run: usize, alive: Option<Alive>) -> Result<Vec<f64>, JsError> {
    with_runs(item, |_, runs| {
        let run = runs.get(run).ok_or_else(|| JsError::new(&format!("{item} has no run {run}")))?;
        Ok(run.measure_reporting(PACKETS, &mut || tell(alive.as_ref())))
    })
}

/// Results of an item's runs, one by one. A run without a result has not been made.
#[wasm_bindgen]
#[derive(Default)]
pub struct Results(Vec<Option<Measured>>);

#[wasm_bindgen]
impl Results {
    /// Returns an empty list.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Results {
        Results::default()
    }

    /// Adds the values of the next run; an empty list means that it has not been made.
    pub fn push(&mut self, values: Vec<f64>) {
        self.0.push((!values.is_empty()).then_some(values));
    }
}

/// Returns the report of an item as JSON: published numbers, ours as far as they are known, findings, plots.
///
/// # Errors
/// Throws if there is no such item, or if the results are not those of its runs.
#[wasm_bindgen]
pub fn report(item: &str, results: Results) -> Result<String, JsError> {
    with_runs(item, |item, runs| {
        let fits = |(values, run): (&Option<Measured>, &Run)| {
            values.as_ref().is_none_or(|values| values.len() == run.unknown().len())
        };
        if results.0.len() != runs.len() || !results.0.iter().zip(runs).all(fits) {
            return Err(JsError::new(&format!("the results are not those of {}", item.name())));
        }
        Ok(render_json::report(&item.report(runs, results.0)))
    })
}
