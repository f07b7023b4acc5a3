//! Challenges: scenarios with goals, and with values that may be changed to reach them.
//!
//! - A scenario with `goals` or `free` is checked when it is read.
//! - [`Trial`] runs the lanes that the goals measure, and returns their [`Outcome`]s.
//! - [`HandIn`] takes the free values of another scenario, and lists everything else that differs. [`other_goals`] compares goals.

mod check;
mod hand_in;
mod paths;
mod trial;

pub(crate) use check::check;
pub use hand_in::{HandIn, other_goals};
pub use trial::{FreeAnswer, GoalAnswer, GoalTexts, GoalsAnswer, Outcome, Trial};
