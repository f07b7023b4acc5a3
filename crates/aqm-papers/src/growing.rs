//! The report of an item, which grows with each run that has been made.

use crate::report::{FINDINGS, Finding, Goal, Report};
use crate::results::Results;
use crate::run::{Measured, Run};
use crate::{Content, Item};
use std::collections::BTreeSet;
use std::ops::Deref;

/// The values of an item's runs so far, and its report.
pub struct GrowingReport<I> {
    item: I,
    /// Number of values of each run.
    columns: Vec<usize>,
    made: Vec<Option<Measured>>,
    /// Runs that the report does not show yet.
    new: BTreeSet<usize>,
    report: Report,
}

impl<I: Deref<Target = Item>> GrowingReport<I> {
    /// Returns the report of an item before any of its `runs` has been made.
    pub fn new(item: I, runs: &[Run]) -> Self {
        let made = vec![None; runs.len()];
        let results = Results::new(&made);
        let report = match &item.content {
            Content::Table(table) => table.blank(&results),
            Content::Code { code, .. } => (code.report)(&item.given(), &results),
        };
        let columns = runs.iter().map(Run::columns).collect();
        let mut growing = GrowingReport { item, columns, made, new: BTreeSet::new(), report };
        growing.finish();
        growing
    }

    /// Takes the values of a run, in place of any that it had before.
    ///
    /// # Errors
    /// If they are not the values of this run.
    pub fn put(&mut self, run: usize, values: Measured) -> Result<(), String> {
        if self.columns.get(run) != Some(&values.len()) {
            return Err(format!("these are not the values of run {run} of {}", self.item.name()));
        }
        self.made[run] = Some(values);
        self.new.insert(run);
        Ok(())
    }

    /// Returns the report of the runs so far.
    pub fn report(&mut self) -> &Report {
        if !self.new.is_empty() {
            let results = Results::new(&self.made);
            match &self.item.content {
                Content::Table(table) => table.grow(&mut self.report, &self.new, &results),
                Content::Code { code, .. } => {
                    self.report = (code.report)(&self.item.given(), &results);
                }
            }
            self.new.clear();
            self.finish();
        }
        &self.report
    }

    /// Adds what the file says about every report, and the goal of its findings once all runs have been made.
    fn finish(&mut self) {
        let Report { notes, findings, goals, .. } = &mut self.report;
        notes.clone_from(&self.item.notes);
        if self.made.iter().all(Option::is_some) && !findings.is_empty() {
            goals.push(Goal::count(FINDINGS, 0.9, findings.iter().map(Finding::holds)));
        }
        for goal in goals {
            goal.name.push_str(&self.item.tag);
        }
    }
}
