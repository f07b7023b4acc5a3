//! The values of an item's runs, as far as the runs have been made.

use crate::report::{Figure, TableRow};
use crate::run::Measured;
use std::ops::Range;

/// Some runs of an item in their order: the index of each, and its values; `None`: it has not been made.
#[derive(Clone, Debug)]
pub(crate) struct Results<'a>(Vec<(usize, Option<&'a [f64]>)>);

impl<'a> Results<'a> {
    /// Returns all runs of an item.
    pub(crate) fn new(runs: &'a [Option<Measured>]) -> Self {
        Results(runs.iter().map(Option::as_deref).enumerate().collect())
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the runs at these places.
    pub(crate) fn slice(&self, range: Range<usize>) -> Self {
        Results(self.0[range].to_vec())
    }

    /// Returns groups of `size` runs.
    pub(crate) fn chunks(&self, size: usize) -> Vec<Self> {
        self.0.chunks(size).map(|runs| Results(runs.to_vec())).collect()
    }

    /// Returns every `step`th run from the place `first` on.
    pub(crate) fn every(&self, step: usize, first: usize) -> Self {
        Results(self.0.iter().copied().skip(first).step_by(step).collect())
    }

    /// Returns the runs with their values from `column` on.
    pub(crate) fn from(&self, column: usize) -> Self {
        let rest = |&(run, values): &(usize, Option<&'a [f64]>)| {
            (run, values.map(|values: &'a [f64]| &values[column..]))
        };
        Results(self.0.iter().map(rest).collect())
    }

    /// Returns the values of the runs that have been made.
    pub(crate) fn made(&self) -> impl Iterator<Item = &'a [f64]> + Clone {
        self.0.iter().filter_map(|(_, values)| *values)
    }

    /// Returns the values of all runs; `None` while one of them is missing.
    pub(crate) fn all(&self) -> Option<Vec<&'a [f64]>> {
        self.0.iter().map(|(_, values)| *values).collect()
    }

    /// Returns other values of each run that has been made.
    pub(crate) fn map(&self, of: impl Fn(&[f64]) -> Measured) -> Vec<Option<Measured>> {
        self.0.iter().map(|(_, values)| values.map(&of)).collect()
    }

    /// Returns mean and spread of one value over the runs that have been made; `None` if there are none.
    pub(crate) fn figure(&self, column: usize) -> Option<Figure> {
        let values: Vec<f64> = self.made().map(|run| run[column]).collect();
        (!values.is_empty()).then(|| Figure::of(&values))
    }

    /// Returns a row that needs these runs, without its texts and cells.
    pub(crate) fn row(&self) -> TableRow {
        let runs = self.0.iter().map(|(run, _)| *run).collect();
        TableRow { runs, done: self.made().count(), ..TableRow::default() }
    }
}
