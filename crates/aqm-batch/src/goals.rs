//! The goals of a challenge in the run that the page shows: a second run of the lanes that the goals measure.

use aqm_challenge::{HandIn, Trial};
use aqm_json::Value;
use aqm_json::answer::Answer as _;
use aqm_scenario::{Scenario, problems_to_json, read_for_page};
use aqm_sim::time::Time;
use wasm_bindgen::prelude::*;

/// A run whose goals are measured.
#[wasm_bindgen]
#[derive(Debug)]
pub struct GoalRun {
    trial: Trial,
}

fn read(scenario: &str) -> Result<Scenario, JsError> {
    read_for_page(scenario)
        .and_then(aqm_challenge::checked)
        .map_err(|problems| JsError::new(&problems_to_json(&problems)))
}

#[wasm_bindgen]
impl GoalRun {
    /// Starts a run at time zero.
    ///
    /// # Errors
    /// Throws a JSON list of problems if the scenario is not valid.
    #[wasm_bindgen(constructor)]
    pub fn new(scenario: &str) -> Result<GoalRun, JsError> {
        Ok(GoalRun { trial: Trial::new(read(scenario)?) })
    }

    /// Runs towards `to_s` for work equal to about `packets` packets. Returns whether it has been reached.
    pub fn advance(&mut self, to_s: f64, packets: f64) -> bool {
        self.trial.advance(Time::from_seconds(to_s), packets as u64)
    }

    /// Returns the goals so far as JSON of [`aqm_challenge::GoalsAnswer`].
    pub fn answer(&self) -> String {
        self.trial.answer().to_json().to_compact()
    }
}

/// Returns a JSON list of sentences: what `handed` changes in `challenge` that is locked.
///
/// # Errors
/// Throws a JSON list of problems if a scenario is not valid, or if the free values do not fit together.
#[wasm_bindgen(js_name = changedWithoutPermission)]
pub fn changed_without_permission(challenge: &str, handed: &str) -> Result<String, JsError> {
    let hand_in = HandIn::new(&read(challenge)?, &read(handed)?)
        .map_err(|problems| JsError::new(&problems_to_json(&problems)))?;
    Ok(Value::Array(hand_in.changed.into_iter().map(Value::String).collect()).to_compact())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENARIO: &str = r#"{ "version": 1, "durationS": 3, "link": { "rateMbps": 5, "rttMs": 20, "buffer": { "packets": 60 } },
        "queues": [{ "kind": "droptail" }], "traffic": [{ "kind": "bulk" }],
        "goals": [{ "measure": "utilization", "fromS": 1, "atLeast": 0.5 }],
        "free": [{ "set": "link.buffer.packets", "min": 5, "max": 90 }] }"#;

    #[test]
    fn a_run_answers_on_the_way() {
        let mut run = GoalRun { trial: Trial::new(read_for_page(SCENARIO).unwrap()) };
        while !run.advance(2.0, 200.0) {}
        let answer = run.answer();
        assert!(answer.starts_with(r#"{"nowS":2,"goals":[{"what":"utilization""#), "{answer}");
        assert!(answer.contains(r#""state":"holds","isFinal":false"#), "{answer}");
        while !run.advance(9.0, 200.0) {}
        assert!(run.answer().contains(r#""isFinal":true"#), "a run ends with its scenario");
    }

    #[test]
    fn locked_changes_are_listed() {
        let changed = |from: &str, to: &str| {
            changed_without_permission(SCENARIO, &SCENARIO.replace(from, to)).unwrap()
        };
        assert_eq!(changed("60", "80"), "[]");
        assert_eq!(
            changed(r#""rttMs": 20"#, r#""rttMs": 30"#),
            r#"["link.rttMs is 30; the challenge has 20."]"#
        );
    }
}
