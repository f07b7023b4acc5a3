//! Reports as text, JSON and CSV.

pub mod answers;
pub mod csv;
pub mod json;
mod plots;
pub mod text;
