//! The arguments and results of the functions that papers name: the published numbers, a run of a plan, and how to read its values.

use crate::published::Source;
use crate::run::{Measured, Records};
use aqm_scenario::Scenario;
use aqm_sim::world::Simulation;

/// What a function is given.
pub(crate) struct Given {
    /// The published numbers of the paper's file.
    pub(crate) numbers: Source,
    /// The discipline of an item that is made for each of them; otherwise empty.
    pub(crate) discipline: String,
}

/// A run of a plan.
pub(crate) struct Place<'a> {
    /// Index of its cell.
    pub(crate) cell: usize,
    /// Its scenario.
    pub(crate) scenario: &'a Scenario,
}

/// For each run of a row, its values for the figures.
pub(crate) type RowValues<'a> = Vec<&'a [f64]>;

/// How the values of a run are read.
pub(crate) struct Reading {
    /// Number of values.
    pub(crate) columns: usize,
    /// Reads them from the complete simulation.
    pub(crate) read: Box<dyn Fn(&Simulation) -> Measured + Send + Sync>,
    /// What the run records.
    pub(crate) records: Records,
}

impl Reading {
    /// Returns the reading of `columns` values.
    pub(crate) fn new(
        columns: usize,
        read: impl Fn(&Simulation) -> Measured + Send + Sync + 'static,
    ) -> Self {
        Reading { columns, read: Box::new(read), records: Records::default() }
    }
}
