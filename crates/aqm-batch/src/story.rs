//! Stories: the page opens them here, and the pool computes their numbers.

use crate::alive::{Alive, tell};
use aqm_json::Value;
use aqm_scenario::paths::with;
use aqm_scenario::problem::Problem;
use aqm_scenario::{Detail, Limits, problems_to_json, read_for_page};
use aqm_story::{Step, Story, answers, measure, measure_asked, number_text};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

thread_local! {
    /// The story that was opened last, with its text and files: each step has several jobs, and to read a story checks all its states.
    static LAST: RefCell<Option<(String, String, Rc<Story>)>> = const { RefCell::new(None) };
}

/// Returns the addresses of the scenarios that a story names, as a JSON list.
#[wasm_bindgen(js_name = storyFiles)]
pub fn story_files(text: &str) -> String {
    Value::Array(Story::files(text).into_iter().map(Value::string).collect()).to_compact()
}

/// Reads a story. `files` is JSON of an object with the text of each scenario that it names, by its address. Returns JSON of
/// [`aqm_story::answers::StoryDocument`].
///
/// # Errors
/// Throws a JSON list of problems; the path of each is its line.
#[wasm_bindgen(js_name = openStory)]
pub fn open_story(text: &str, files: &str) -> Result<String, JsError> {
    opened(text, files).map(|story| answers::document(&story)).map_err(|found| refused(&found))
}

/// Returns the number of each claim of a step, in the unit of its text; NaN if there was nothing to measure.
///
/// # Errors
/// Throws a JSON list of problems if the story is not valid, or a sentence for an unknown step or seed.
#[wasm_bindgen(js_name = storyNumbers)]
pub fn story_numbers(
    text: &str,
    files: &str,
    step: usize,
    seed: f64,
    alive: Option<Alive>,
) -> Result<Vec<f64>, JsError> {
    let story = opened(text, files).map_err(|found| refused(&found))?;
    let values = measure(of(&story, step)?, whole(seed)?, &mut || tell(alive.as_ref()));
    Ok(values.into_iter().map(|value| value.unwrap_or(f64::NAN)).collect())
}

/// Returns the number that a step asks for, of each lane in a state: that of the step, or what the reader tries. NaN if there was
/// nothing to measure.
///
/// # Errors
/// Throws a JSON list of problems if the story or the state is not valid, or a sentence for an unknown step or seed.
#[wasm_bindgen(js_name = storyAsked)]
pub fn story_asked(
    text: &str,
    files: &str,
    step: usize,
    scenario: &str,
    seed: f64,
    alive: Option<Alive>,
) -> Result<Vec<f64>, JsError> {
    let story = opened(text, files).map_err(|found| refused(&found))?;
    let state = read_for_page(scenario).map_err(|found| refused(&found))?;
    let (step, seed) = (of(&story, step)?, whole(seed)?);
    let values = measure_asked(step, &state, seed, &mut || tell(alive.as_ref()));
    Ok(values.into_iter().map(|value| value.unwrap_or(f64::NAN)).collect())
}

fn of(story: &Story, step: usize) -> Result<&Step, JsError> {
    story.steps.get(step).ok_or_else(|| JsError::new("the story has no such step"))
}

fn whole(seed: f64) -> Result<u64, JsError> {
    let is_whole = seed >= 0.0 && seed.fract() == 0.0;
    if is_whole { Ok(seed as u64) } else { Err(JsError::new("the seed is no whole number")) }
}

/// Returns a number as texts show it, with its unit; NaN stands for nothing to measure.
#[wasm_bindgen(js_name = storyNumber)]
pub fn story_number(value: f64, unit: &str, is_whole: bool) -> String {
    number_text(Some(value).filter(|value| value.is_finite()), unit, is_whole)
}

/// Returns JSON of a scenario with another value at a path, such as `link.buffer.packets`. `value` is JSON.
///
/// # Errors
/// Throws a JSON list of problems if the scenario, also with the value, is not valid.
#[wasm_bindgen(js_name = withValue)]
pub fn with_value(scenario: &str, path: &str, value: &str) -> Result<String, JsError> {
    let scenario = read_for_page(scenario).map_err(|found| refused(&found))?;
    let value = aqm_json::parse(value).unwrap_or_else(|_| Value::string(value));
    let set = [(path.to_owned(), value)];
    let changed = with(&scenario.to_value(Detail::Short), set.iter(), &Limits::PAGE);
    changed.map(|scenario| scenario.to_json()).map_err(|found| refused(&found))
}

fn opened(text: &str, files: &str) -> Result<Rc<Story>, Vec<Problem>> {
    LAST.with_borrow_mut(|last| {
        if let Some((of, with, story)) = last
            && (of.as_str(), with.as_str()) == (text, files)
        {
            return Ok(Rc::clone(story));
        }
        let scenarios = aqm_json::parse(files).unwrap_or(Value::Null);
        let story = Rc::new(Story::open(text, &|address| match scenarios.get(address) {
            Some(Value::String(text)) => Some(text.clone()),
            _ => None,
        })?);
        *last = Some((text.to_owned(), files.to_owned(), Rc::clone(&story)));
        Ok(story)
    })
}

fn refused(problems: &[Problem]) -> JsError {
    JsError::new(&problems_to_json(problems))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the text of a story, and its files.
    fn bufferbloat() -> (String, String) {
        let stories = concat!(env!("CARGO_MANIFEST_DIR"), "/../../stories/");
        let read = |path: &str| std::fs::read_to_string([stories, path].concat()).expect(path);
        let challenge = "../scenarios/challenges/save-the-call.json";
        let files = Value::object([(challenge, Value::string(read(challenge)))]);
        (read("bufferbloat.md"), files.to_compact())
    }

    #[test]
    fn numbers_of_a_step_are_within_their_bounds() {
        let (text, files) = bufferbloat();
        let story = opened(&text, &files).expect("it is valid");
        let values = story_numbers(&text, &files, 0, 1.0, None).expect("it is valid");
        assert_eq!(values.len(), story.steps[0].claims.len());
        for (claim, value) in story.steps[0].claims.iter().zip(values) {
            assert!(claim.holds(Some(value)), "{value} is not {}", claim.source);
        }
    }

    #[test]
    fn a_story_is_read_once_until_its_text_changes() {
        let (text, files) = bufferbloat();
        let story = |text: &str| opened(text, &files).expect("it is valid");
        assert!(Rc::ptr_eq(&story(&text), &story(&text)));
        assert!(!Rc::ptr_eq(&story(&text), &story(&(text.clone() + "\n"))));
    }

    #[test]
    fn a_number_of_nothing_is_a_dash() {
        assert_eq!(story_number(f64::NAN, "ms", false), "–");
        assert_eq!(story_number(8.03, "ms", false), "8.03\u{a0}ms");
    }
}
