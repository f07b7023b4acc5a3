//! What the functions of papers get: the published numbers, a run of a plan, and how to read its values.

use crate::report::Figure;
use crate::run::{Measured, Records};
use aqm_json::Value;
use aqm_scenario::Scenario;
use aqm_sim::world::Simulation;

/// What a function is given.
pub(crate) struct Inputs {
    /// The published numbers of the paper's file.
    pub(crate) numbers: PublishedNumbers,
    /// The discipline of an item that is made for each of them; otherwise empty.
    pub(crate) discipline: String,
}

/// A run of a plan.
pub(crate) struct PlannedRun<'a> {
    /// Index of its cell.
    pub(crate) cell: usize,
    /// Its scenario.
    pub(crate) scenario: &'a Scenario,
}

/// How the values of a run are read.
pub(crate) struct Readout {
    /// Number of values.
    pub(crate) columns: usize,
    /// Reads them from the complete simulation.
    pub(crate) read: Box<dyn Fn(&Simulation) -> Measured + Send + Sync>,
    /// What the run records.
    pub(crate) records: Records,
}

impl Readout {
    /// Returns the reading of `columns` values.
    pub(crate) fn new(
        columns: usize,
        read: impl Fn(&Simulation) -> Measured + Send + Sync + 'static,
    ) -> Self {
        Readout { columns, read: Box::new(read), records: Records::default() }
    }
}

/// The numbers of a paper that functions read.
#[derive(Clone, Debug)]
pub(crate) struct PublishedNumbers(Value);

impl PublishedNumbers {
    /// Returns the numbers of a paper's file.
    pub(crate) fn new(numbers: Value) -> Self {
        PublishedNumbers(numbers)
    }

    /// Returns the value at `path`, if it exists. Steps are names or indices of list elements.
    fn find(&self, path: &[&str]) -> Option<&Value> {
        path.iter().try_fold(&self.0, |value, step| match value {
            Value::Array(list) => list.get(step.parse::<usize>().ok()?),
            object => object.get(step),
        })
    }

    /// Returns the number at `path`, or `None` if it is missing or null.
    pub(crate) fn number(&self, path: &[&str]) -> Option<f64> {
        match self.find(path) {
            Some(&Value::Number(number)) => Some(number),
            _ => None,
        }
    }

    /// Returns the mean and the spread at `path`, or a number without a spread.
    pub(crate) fn figure(&self, path: &[&str]) -> Option<Figure> {
        if let Some(mean) = self.number(path) {
            return Some(Figure::single(mean));
        }
        let member = |name| self.number(&[path, &[name]].concat());
        Some(Figure::published(member("mean")?, member("sd")))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Returns what the functions of a paper are given.
    pub(crate) fn given(paper: &str) -> Inputs {
        crate::paper(paper).expect("it is a paper").given("")
    }

    #[test]
    fn figures_show_their_spread_if_there_is_one() {
        let source = given("schwardmann-2014").numbers;
        let tau = source.figure(&["table2", "pie", "tauMs"]);
        assert_eq!(tau, Some(Figure::published(869.0, Some(148.0))));
        assert_eq!(source.figure(&["table3"]), None);
        let linux = source.figure(&["linux", "codel", "tauMs"]);
        assert_eq!(linux, Some(Figure::published(957.0, Some(130.0))));
        let recovery = given("pan-2013-pie").numbers.figure(&["figure7", "pie", "recoveryS"]);
        assert_eq!(recovery, Some(Figure::single(3.0)));
    }
}
