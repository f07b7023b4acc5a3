//! Challenges: scenarios with goals, and with values that may be changed to reach them.
//!
//! - [`checked`] checks that the goals of a scenario can be measured, and its free values set.
//! - [`Trial`] runs the lanes that the goals measure, and returns their [`Outcome`]s.
//! - [`HandIn`] takes the free values of another scenario, and lists everything else that differs. [`other_goals`] compares goals.

mod check;
mod hand_in;
mod kinds;
mod trial;

pub use check::checked;
pub use hand_in::{HandIn, other_goals};
pub use trial::{FreeAnswer, GoalAnswer, GoalTexts, GoalsAnswer, Outcome, Trial, span};
