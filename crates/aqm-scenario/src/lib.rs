//! The scenario format: the description of an experiment, in a file or a link.
//!
//! - [`Scenario`] is read with every problem reported at once, and written canonically.
//! - [`build`] makes the configuration of a lane's simulation.
//! - [`Settings`] are the state that the changes of the timeline set; [`resolve_change`] checks a change.
//! - [`paths`] finds and sets values by their paths.
//! - [`parameters`] lists all parameters with their limits, defaults and help.
//! - [`memory`](fn@memory) estimates the memory that a run can need. [`Limits`] are those of the format, and the lower
//!   ones of the page.
//! - [`import`] reads traces of link rates.
//!
//! The tables in [`model`] are the only definition of the format. This crate runs nothing, and no crate above it is known here.

mod check;
pub mod convert;
mod fits;
pub mod import;
mod limits;
pub mod memory;
pub mod model;
pub mod parameters;
pub mod paths;
pub mod problem;
pub mod schema;
mod settings;

pub use limits::Limits;
pub use model::{MAX_SCENARIO_BYTES, Scenario, TimedChange};
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
