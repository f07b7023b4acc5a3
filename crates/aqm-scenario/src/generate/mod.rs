//! Files printed from the one definition: JSON Schema, TypeScript, and a page of parameters.

mod markdown;
mod parameters;
mod schema;
mod typescript;

pub use parameters::{Parameter, parameters};

/// What is said of a file that is not what it should be.
pub const STALE: &str = "is stale; run: cargo run --release -p aqm-cli -- generate";

/// A generated file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// Path below the repository's root.
    pub path: &'static str,
    /// What it holds.
    pub text: String,
}

/// All generated files.
pub fn files() -> Vec<File> {
    vec![
        File { path: "scenarios/scenario.schema.json", text: schema::text() },
        File { path: "web/src/sim/scenario.generated.ts", text: typescript::text() },
        File { path: "web/src/sim/parameters.generated.ts", text: typescript::parameter_text() },
        File { path: "docs/parameters.md", text: markdown::text() },
    ]
}

/// What the generated files say at their top.
const NOTICE: &str =
    "Made from crates/aqm-scenario/src/model by `cargo run -p aqm-cli -- generate`; do not edit.";
