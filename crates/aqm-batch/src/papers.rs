//! The published experiments.

use crate::alive::{Alive, PACKETS, tell};
use aqm_json::Value;
use aqm_papers::paper as file;
use aqm_papers::{Item, Paper, Run, render};
use aqm_scenario::problem::Problem;
use aqm_scenario::problems_to_json;
use std::cell::RefCell;
use std::sync::Arc;
use wasm_bindgen::prelude::*;

thread_local! {
    /// The runs of the item that was asked for last: to make them again for each run would read all scenarios.
    static LAST: RefCell<Option<(Arc<Item>, Vec<Run>)>> = const { RefCell::new(None) };
    /// Papers that were opened from files, with the text of the files.
    static OPENED: RefCell<Vec<(String, Paper)>> = const { RefCell::new(Vec::new()) };
}

/// Returns the item of a name.
fn item_of(name: &str) -> Result<Arc<Item>, JsError> {
    fn find<'a>(papers: impl Iterator<Item = &'a Paper>, name: &str) -> Option<Arc<Item>> {
        papers.flat_map(Paper::items).find(|item| item.name() == name).cloned()
    }
    let opened = OPENED.with_borrow(|opened| find(opened.iter().map(|(_, paper)| paper), name));
    let item = opened.or_else(|| find(aqm_papers::papers().iter(), name));
    item.ok_or_else(|| JsError::new(&format!("no experiment has the name '{name}'")))
}

/// Calls `then` with the runs of an item.
fn with_runs<T>(item: &Arc<Item>, then: impl FnOnce(&[Run]) -> T) -> T {
    LAST.with_borrow_mut(|last| {
        if !last.as_ref().is_some_and(|(last, _)| Arc::ptr_eq(last, item)) {
            *last = None;
        }
        let (_, runs) = last.get_or_insert_with(|| (Arc::clone(item), item.runs()));
        then(runs)
    })
}

/// Reads a paper from files: JSON of an object with the name and text of each file. One of them is the paper, the others are its
/// plans. A paper of the same name that was opened before is replaced.
///
/// # Errors
/// Throws a JSON list of problems.
#[wasm_bindgen(js_name = openPaper)]
pub fn open_paper(files: &str) -> Result<String, JsError> {
    opened(files).map_err(|problems| JsError::new(&problems_to_json(&problems)))
}

fn opened(files: &str) -> Result<String, Vec<Problem>> {
    let known = OPENED.with_borrow(|opened| {
        let same = opened.iter().find(|(text, _)| text == files);
        same.map(|(_, paper)| render::json::catalogue([paper]))
    });
    if let Some(known) = known {
        return Ok(known);
    }
    let files_of = aqm_json::parse(files).unwrap_or(Value::Null);
    let Value::Object(members) = &files_of else {
        return Err(vec![Problem::whole("is no list of files.")]);
    };
    let texts: Vec<(&str, &str)> = members
        .iter()
        .filter_map(|(name, text)| match text {
            Value::String(text) => Some((name.as_str(), text.as_str())),
            _ => None,
        })
        .collect();
    // A plan has no items. A single file is read as a paper, so that its problems are told.
    let is_paper = |(_, text): &&(&str, &str)| {
        aqm_json::parse(text).is_ok_and(|value| file::Paper::is_paper(&value))
    };
    let found =
        if let [only] = texts.as_slice() { Some(only) } else { texts.iter().find(is_paper) };
    let Some((_, text)) = found else {
        return Err(vec![Problem::whole("is no paper: no file has 'items'.")]);
    };
    // The browser gives the names of files without their folders.
    let last = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
    let beside = |path: &str| {
        let found = texts.iter().find(|(name, _)| *name == path || last(name) == last(path));
        found.map(|(_, text)| (*text).to_owned())
    };
    let paper = aqm_papers::open(text, &beside)?;
    if aqm_papers::paper(paper.name()).is_some() {
        let message =
            ["is '", paper.name(), "', which is a paper of this page; expected another name."];
        return Err(vec![Problem { path: "name".to_owned(), message: message.concat() }]);
    }
    let catalogue = render::json::catalogue([&paper]);
    OPENED.with_borrow_mut(|opened| {
        opened.retain(|(_, other)| other.name() != paper.name());
        opened.push((files.to_owned(), paper));
    });
    Ok(catalogue)
}

/// Returns all papers with their tables and figures as JSON: `{ papers: [{ name, authors, year, title, citation,
/// items: [{ name, id, number, group: { name, label, isDiscipline }, label, title, runs, weight }], leftOut: [{ what, why }] }] }`.
/// `runs` is a number, `weight` the cost of all of them in Mbit.
#[wasm_bindgen]
pub fn catalogue() -> String {
    render::json::catalogue(aqm_papers::papers())
}

/// Returns the runs of an item as a JSON list of `{ weight, lane, scenario }`. `scenario` is the text of a scenario.
///
/// # Errors
/// Throws if there is no such item.
#[wasm_bindgen]
pub fn runs(item: &str) -> Result<String, JsError> {
    Ok(with_runs(&item_of(item)?, render::json::runs))
}

/// Simulates one run of an item to its end and returns its values. Calls `alive` now and then.
///
/// # Errors
/// Throws if there is no such run.
#[wasm_bindgen]
pub fn measure(item: &str, run: usize, alive: Option<Alive>) -> Result<Vec<f64>, JsError> {
    with_runs(&item_of(item)?, |runs| {
        let run = runs.get(run).ok_or_else(|| JsError::new(&format!("{item} has no run {run}")))?;
        Ok(run.measure_reporting(PACKETS, &mut || tell(alive.as_ref())))
    })
}

/// The report of an item, which grows with each run that has been made.
#[wasm_bindgen]
pub struct GrowingReport(aqm_papers::GrowingReport<Arc<Item>>);

#[wasm_bindgen]
impl GrowingReport {
    /// Returns the report of an item without any run.
    ///
    /// # Errors
    /// Throws if there is no such item.
    #[wasm_bindgen(constructor)]
    pub fn new(item: &str) -> Result<GrowingReport, JsError> {
        let item = item_of(item)?;
        let growing = |runs: &[Run]| aqm_papers::GrowingReport::new(Arc::clone(&item), runs);
        Ok(GrowingReport(with_runs(&item, growing)))
    }

    /// Takes the values of a run.
    ///
    /// # Errors
    /// Throws if they are not the values of this run.
    pub fn put(&mut self, run: usize, values: Vec<f64>) -> Result<(), JsError> {
        self.0.put(run, values).map_err(|error| JsError::new(&error))
    }

    /// Returns JSON of the report of the runs so far: published numbers, ours as far as they are known, findings, plots.
    pub fn json(&mut self) -> String {
        render::json::report(self.0.report())
    }
}
