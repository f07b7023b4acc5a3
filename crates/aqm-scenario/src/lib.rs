//! The scenario format: the description of an experiment, in a file or a link.
//!
//! - [`Scenario`] is read with every problem reported at once, and written canonically.
//! - [`build`] makes the configuration of a lane's simulation.
//! - [`Experiment`] runs all lanes in step and accepts changes during the run.
//! - `paper` describes the experiments of a publication.
//! - `challenge` checks and runs the goals of a challenge, and compares hand-ins with it.
//! - `plan` describes a sweep; `sweep` makes its runs, and the table of their results.
//! - [`memory`](fn@memory) estimates the memory that a run can need. [`Limits`] are those of the format, and the lower
//!   ones of the page.
//! - [`report`](report::report) returns the results, under the names of the table in [`measures`].
//!
//! The tables in `model` are the only definition of the format. The feature `generate` prints the
//! JSON Schema, the TypeScript types and the parameter pages from them. The page's live run does not use
//! sweeps either, so they belong to that feature.

pub mod answer;
#[cfg(feature = "generate")]
mod axis;
#[cfg(feature = "generate")]
pub mod challenge;
mod check;
mod convert;
pub mod csv;
pub mod difference;
pub mod event_report;
mod experiment;
mod fits;
#[cfg(feature = "generate")]
pub mod generate;
pub mod golden;
pub mod import;
pub mod json;
mod limits;
pub mod measures;
pub mod memory;
pub mod model;
pub mod packet_report;
#[cfg(feature = "generate")]
pub mod paper;
pub mod picture;
#[cfg(feature = "generate")]
pub mod plan;
pub mod problem;
pub mod report;
pub mod schema;
pub mod sender_report;
mod settings;
#[cfg(feature = "generate")]
pub mod sweep;

pub use experiment::{Experiment, Replay, WindowSample};
pub use limits::Limits;
pub use model::{MAX_SCENARIO_BYTES, Scenario, TimedChange};
#[cfg(feature = "generate")]
pub use plan::Plan;
pub use problem::{Problem, problems_to_json};
pub use schema::Detail;
pub use settings::{Effect, Settings, build, memory, resolve_change};

/// [`Scenario::parse`].
pub fn read_scenario(text: &str) -> Result<Scenario, Vec<Problem>> {
    Scenario::parse(text)
}

/// [`Scenario::parse_within`] the limits of the page.
pub fn read_for_page(text: &str) -> Result<Scenario, Vec<Problem>> {
    Scenario::parse_within(text, &Limits::PAGE)
}

/// [`TimedChange::parse`].
pub fn read_change(text: &str) -> Result<TimedChange, Vec<Problem>> {
    TimedChange::parse(text)
}
