//! Files printed from the one definition: JSON Schema, TypeScript, short names in links, and the page
//! of parameters.

mod controls;
mod help;
mod markdown;
mod measures;
mod probes;
mod report;
mod rules;
mod schema;
mod typescript;

use aqm_challenge::GoalsAnswer;
use aqm_experiment::event_report::LaneEvents;
use aqm_experiment::sender_report::SenderAnswer;
use aqm_json::Value;
use aqm_json::answer::{Answer as _, Types};
use aqm_json::typescript::{self as print, Typed, types};
use aqm_link::short_names;
use aqm_scenario::problem::Problem;
use aqm_sweep::Description;
use aqm_sweep::plan::{MAX_AXES, MAX_VALUES};

pub use help::help;
pub use schema::text as json_schema;

/// The message for a generated file that differs from its definition.
pub const STALE: &str = "is stale; run: cargo run --release -p aqm-cli -- generate";

/// A generated file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// Path below the repository's root.
    pub path: &'static str,
    /// Content.
    pub text: String,
}

/// All generated files.
pub fn files() -> Vec<File> {
    let [parameters, unions, help] = controls::texts();
    vec![
        File { path: "scenarios/scenario.schema.json", text: schema::scenario() },
        File { path: "scenarios/plan.schema.json", text: schema::plan() },
        File { path: "web/src/core/document/scenario.generated.ts", text: typescript::text() },
        File { path: "web/src/core/document/parameters.generated.ts", text: parameters },
        File { path: "web/src/core/document/unions.generated.ts", text: unions },
        File { path: "web/src/core/document/help.generated.json", text: help },
        File { path: "web/src/core/sim/events.generated.ts", text: events() },
        File {
            path: "web/src/live/goals/goals.generated.ts",
            text: types(&Types::of::<GoalsAnswer>()),
        },
        File { path: "web/src/sections/sweep/description.generated.ts", text: description() },
        File { path: "web/src/core/document/rules.generated.json", text: rules::json() },
        File { path: "docs/parameters.md", text: markdown::text() },
        File { path: "web/src/core/sim/measures.generated.ts", text: measures::typescript() },
        File {
            path: "web/src/core/sim/application.generated.ts",
            text: measures::of_applications(),
        },
        File { path: "web/src/core/variables/measures.generated.ts", text: measures::swept() },
        File { path: "docs/measures.md", text: measures::markdown() },
        File { path: short_names::PATH, text: short_names::text() },
        File {
            path: "web/src/core/state/short-names.generated.json",
            text: print::json(&short_names::json()),
        },
    ]
}

/// Problems, and what the simulator tells about drops, marks and senders.
fn events() -> String {
    let mut all = Types::of::<LaneEvents>();
    SenderAnswer::describe(&mut all);
    Problem::describe(&mut all);
    types(&all)
}

/// The runs of a sweep, and the limits of plans.
fn description() -> String {
    let mut text = types(&Types::of::<Description>());
    let limits = Value::object([
        ("axes", Value::count(MAX_AXES as u64)),
        ("values", Value::count(MAX_VALUES as u64)),
    ]);
    let help = "Most parameters of a plan, and most values of a parameter.";
    print::add_table(&mut text, help, "PLAN_LIMITS", Typed::AsConst, &limits, 1);
    text
}
