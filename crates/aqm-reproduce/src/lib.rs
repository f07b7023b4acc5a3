//! Repeats published experiments. Compares their results with the numbers and statements of the papers.
//!
//! - [`ITEMS`] lists the tables and figures.
//! - [`control`] computes the stability margins of PIE.
//! - [`stability`] joins them with the packets of the same operating point.
//! - [`reproduce`] runs any of them on several threads.
//! - [`pool`] spreads any work over threads.
//! - [`render`] prints the [`Report`]s.

pub mod control;
mod novak;
mod pan;
pub mod pool;
mod published;
mod raghuvanshi;
pub mod render;
mod report;
mod run;
mod schwardmann;
pub mod stability;
mod tahiliani;
mod transient;

pub use report::{Figure, Finding, Goal, LeftOut, Measure, Report, Row, Value};
pub use run::{Measured, Run};

use std::fmt;

/// A paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paper {
    /// Schwardmann, Wagner and Kühlewind.
    Schwardmann2014,
    /// Pan and others.
    Pan2013,
    /// Raghuvanshi, Annappa and Tahiliani.
    Raghuvanshi2013,
    /// Tahiliani and others.
    TahilianiRfc7928,
    /// Novak and Kasera.
    Novak,
}

impl Paper {
    /// All of them.
    pub const ALL: [Paper; 5] = [
        Paper::Schwardmann2014,
        Paper::Pan2013,
        Paper::Raghuvanshi2013,
        Paper::TahilianiRfc7928,
        Paper::Novak,
    ];

    /// Returns the short name, as on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Paper::Schwardmann2014 => "schwardmann-2014",
            Paper::Pan2013 => "pan-2013-pie",
            Paper::Raghuvanshi2013 => "raghuvanshi-2013",
            Paper::TahilianiRfc7928 => "tahiliani-rfc7928",
            Paper::Novak => "novak-duk",
        }
    }

    /// Returns authors, title and year.
    pub fn citation(self) -> &'static str {
        match self {
            Paper::Schwardmann2014 => {
                "J. Schwardmann, D. Wagner, M. Kühlewind: Evaluation of ARED, CoDel and PIE, 2014"
            }
            Paper::Pan2013 => {
                "R. Pan and others: PIE: A Lightweight Control Scheme to Address the Bufferbloat \
                 Problem, 2013"
            }
            Paper::Raghuvanshi2013 => {
                "D. M. Raghuvanshi, B. Annappa, M. P. Tahiliani: On the Effectiveness of CoDel for \
                 Active Queue Management, 2013"
            }
            Paper::TahilianiRfc7928 => {
                "R. P. Tahiliani and others: Evaluation of Random Early Detection and Adaptive \
                 Random Early Detection in Benchmark Scenarios (RFC 7928)"
            }
            Paper::Novak => "J. H. Novak, S. K. Kasera: Auto-Tuning Active Queue Management",
        }
    }

    /// Returns the experiments of the paper that are not run here, with the reasons.
    pub fn left_out(self) -> &'static [LeftOut] {
        match self {
            Paper::Schwardmann2014 => &[],
            Paper::Pan2013 => pan::LEFT_OUT,
            Paper::Raghuvanshi2013 => raghuvanshi::LEFT_OUT,
            Paper::TahilianiRfc7928 => tahiliani::LEFT_OUT,
            Paper::Novak => novak::LEFT_OUT,
        }
    }
}

impl fmt::Display for Paper {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// A table or figure.
pub struct Item {
    /// The paper.
    pub paper: Paper,
    /// Its number in the paper, such as 1a.
    pub id: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// Returns the simulations it needs.
    runs: fn() -> Vec<Run>,
    /// Makes the report from the results, which are in the order of the runs.
    report: fn(&[Measured]) -> Report,
}

impl Item {
    /// Returns whether `--table wanted` selects this item: 1 selects 1a, 1b and 1c.
    pub fn is(&self, wanted: &str) -> bool {
        self.id
            .strip_prefix(wanted)
            .is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_digit()))
    }
}

/// All tables and figures that can be reproduced.
pub const ITEMS: &[&[Item]] = &[
    schwardmann::ITEMS,
    transient::ITEMS,
    pan::ITEMS,
    raghuvanshi::ITEMS,
    tahiliani::ITEMS,
    novak::ITEMS,
];

/// Returns the items of `paper` (`None`: of all papers) that `table` selects (`None`: all).
pub fn select(paper: Option<Paper>, table: Option<&str>) -> Vec<&'static Item> {
    let all = ITEMS.iter().copied().flatten();
    all.filter(|item| paper.is_none_or(|paper| item.paper == paper))
        .filter(|item| table.is_none_or(|table| item.is(table)))
        .collect()
}

/// Runs `items` on `threads` threads. Calls `progress` with the completed share of the work, 0..1.
pub fn reproduce(
    items: &[&'static Item],
    threads: usize,
    progress: &(dyn Fn(f64) + Sync),
) -> Vec<(&'static Item, Report)> {
    let runs: Vec<Vec<Run>> = items.iter().map(|item| (item.runs)()).collect();
    let lengths: Vec<usize> = runs.iter().map(Vec::len).collect();
    let all: Vec<Run> = runs.into_iter().flatten().collect();
    let measured = run::run_all(&all, threads, progress);
    let mut left = measured.as_slice();
    let mut reports = Vec::new();
    for (item, length) in items.iter().zip(lengths) {
        let (own, others) = left.split_at(length);
        left = others;
        let mut report = (item.report)(own);
        if !report.findings.is_empty() {
            let held = report.findings.iter().map(|finding| finding.holds);
            report.goals.push(Goal::count("stated findings hold", 1.0, held));
        }
        for goal in &mut report.goals {
            goal.name.push_str(report.tag);
        }
        reports.push((*item, report));
    }
    reports
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_selects_its_parts_but_no_longer_numbers() {
        let ids = |table| -> Vec<_> {
            select(Some(Paper::Schwardmann2014), Some(table)).iter().map(|item| item.id).collect()
        };
        assert_eq!(ids("1"), ["1a", "1b", "1c", "1a-inferred", "1b-inferred", "1c-inferred"]);
        assert_eq!(ids("1b"), ["1b", "1b-inferred"]);
        assert_eq!(ids("2"), ["2", "2-inferred", "2-linux"]);
        assert!(ids("9").is_empty());
        let figures = select(Some(Paper::Pan2013), Some("1"));
        assert!(figures.is_empty(), "1 must not mean 10 and 11");
    }

    #[test]
    fn every_item_has_runs_and_every_scenario_is_valid() {
        for item in select(None, None) {
            // Scenarios are parsed, with all checks, when the runs are made.
            assert!(!(item.runs)().is_empty(), "{} {}", item.paper, item.id);
        }
    }
}
