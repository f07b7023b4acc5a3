//! Golden digests: what the scenarios of the repository come to, on every machine and in every
//! build of the simulator.

use crate::experiment::Experiment;
use crate::json::Value;
use crate::model::Scenario;
use crate::report::digest_text;
use aqm_sim::time::Time;

/// Where they are kept, below the repository's root.
pub const PATH: &str = "scenarios/golden/digests.json";

/// All scenarios are run to this simulated time in s, so that a test takes seconds.
pub const UNTIL_S: f64 = 10.0;

/// One digest a lane, in hexadecimal, at [`UNTIL_S`].
pub fn digests(scenario: &Scenario) -> Vec<String> {
    let mut experiment = Experiment::new(scenario.clone());
    experiment.advance(Time::from_seconds(UNTIL_S));
    experiment.lanes().iter().map(|lane| digest_text(lane.digest())).collect()
}

/// The file's text for these scenarios, each with its name.
pub fn text(scenarios: &[(String, Scenario)]) -> String {
    let digests = scenarios.iter().map(|(name, scenario)| {
        let lanes = digests(scenario).into_iter().map(Value::String).collect();
        (name.clone(), Value::Array(lanes))
    });
    let file = Value::object([
        ("untilS", Value::number(UNTIL_S)),
        ("digests", Value::Object(digests.collect())),
    ]);
    file.to_pretty()
}
