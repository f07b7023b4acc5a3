//! Files printed from the one definition: JSON Schema, TypeScript, short names in links, and the page
//! of parameters.

mod controls;
mod help;
mod markdown;
mod measures;
mod parameters;
mod schema;
mod short_names;
mod typescript;

pub use help::help;
pub use parameters::{Parameter, parameters};

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
    let [parameters, help] = controls::texts();
    vec![
        File { path: "scenarios/scenario.schema.json", text: schema::scenario() },
        File { path: "scenarios/plan.schema.json", text: schema::plan() },
        File { path: "web/src/sim/scenario.generated.ts", text: typescript::text() },
        File { path: "web/src/sim/parameters.generated.ts", text: parameters },
        File { path: "web/src/sim/help.generated.ts", text: help },
        File { path: "docs/parameters.md", text: markdown::text() },
        File { path: "web/src/sim/measures.generated.ts", text: measures::typescript() },
        File { path: "web/src/sweep/measures.generated.ts", text: measures::swept() },
        File { path: "docs/measures.md", text: measures::markdown() },
        File { path: short_names::PATH, text: short_names::text() },
        File { path: "web/src/state/short-names.generated.ts", text: short_names::typescript() },
    ]
}

/// First line of the generated files.
const NOTICE: &str = "Made from the tables in crates/aqm-scenario/src by `cargo run -p aqm-cli -- generate`; do not edit.";
