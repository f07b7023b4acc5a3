//! Repeats published experiments. Compares their results with the numbers and statements of the papers.
//!
//! A paper is a folder of files in `scenarios/papers`: [`papers`] returns those of this repository, and [`open`] reads another one.
//!
//! - [`reproduce`] runs any tables and figures on several threads.
//! - [`plans`] writes the plans of RFC 7928, and the list of all files.
//! - [`render`] prints the [`Report`]s as text, as JSON, for the page too, and the points of their plots as CSV.

mod code;
mod ellipse;
mod library;
mod names;
pub mod paper;
pub mod plans;
mod published;
mod reading;
pub mod render;
mod report;
mod run;
mod table;
mod traces;

pub use crate::paper::LeftOut;
pub use library::{open, paper, papers};
pub use names::shown as shown_queue;
pub use report::{
    Axis, Figure, Finding, Goal, Grade, Kind, Measure, Plot, Reference, Report, Row, Series, State,
    Value,
};
pub use run::{Measured, Run};

use aqm_json::Value as Json;
use aqm_scenario::Scenario;
use aqm_sweep::Sweep;
use code::{Runs, Whole, rfc7928};
use reading::{Given, Place};
use std::sync::Arc;
use table::Table;

/// Name of the paper whose items are reports of disciplines.
pub const RFC7928: &str = "rfc7928";

/// A paper.
pub struct Paper {
    about: Arc<About>,
    items: Vec<Item>,
}

/// What the file of a paper says about all its items.
pub struct About {
    /// Short name, as on the command line.
    pub name: String,
    /// Authors in short.
    pub authors: String,
    /// Year, if it is known.
    pub year: Option<u64>,
    /// Title.
    pub title: String,
    /// Authors, title and year.
    pub citation: String,
    /// Experiments of the paper that are not run here, with the reasons.
    pub left_out: Vec<LeftOut>,
    /// Published numbers that functions read.
    numbers: Json,
}

impl Paper {
    /// Returns what belongs to all items.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// Returns the short name.
    pub fn name(&self) -> &str {
        &self.about.name
    }

    /// Returns the tables and figures.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// Returns what its functions are given.
    #[cfg(test)]
    pub(crate) fn given(&self, discipline: &str) -> Given {
        self.about.given(discipline)
    }
}

impl About {
    fn given(&self, discipline: &str) -> Given {
        let numbers = published::Source::new(self.numbers.clone());
        Given { numbers, discipline: discipline.to_owned() }
    }
}

/// A group of items: a reading of the paper, or the report of one discipline.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Group {
    /// Name, unique in the paper.
    pub name: String,
    /// Name in menus.
    pub label: String,
}

/// A table or figure.
pub struct Item {
    /// The paper.
    pub paper: Arc<About>,
    /// Its name in the paper, such as 1a.
    pub id: String,
    /// Its number, which it has in all groups.
    pub number: String,
    /// Its group.
    pub group: Group,
    /// Whether the group is the report of a discipline; otherwise it is a reading of the paper.
    pub is_of_discipline: bool,
    /// Its name on the page, such as Table 1a.
    pub label: String,
    /// What it shows.
    pub title: String,
    notes: Vec<String>,
    /// What follows the names of its goals.
    tag: String,
    /// Path of its plan or of the folder of its scenarios, below the folder of the paper; empty without one.
    file: String,
    content: Content,
}

/// What makes runs and report.
enum Content {
    Table(Box<Table>),
    Code { code: Whole, planned: Planned, discipline: String },
}

impl Content {
    /// Returns the number of runs of its plan.
    fn planned_runs(&self) -> usize {
        match self {
            Content::Table(table) => table.planned_runs(),
            Content::Code { planned: Planned::Sweep(sweep), .. } => sweep.runs(),
            Content::Code { .. } => 0,
        }
    }
}

/// The runs of a function that come from the file.
enum Planned {
    None,
    Sweep(Box<Sweep>),
    /// All lanes of each scenario.
    Scenarios(Vec<Scenario>),
}

impl Item {
    /// Returns the name that is unique among all items: `schwardmann-2014/1a`.
    pub fn name(&self) -> String {
        format!("{}/{}", self.paper.name, self.id)
    }

    /// Returns the simulations it needs.
    pub fn runs(&self) -> Vec<Run> {
        let (code, planned) = match &self.content {
            Content::Table(table) => return table.runs(),
            Content::Code { code, planned, .. } => (code, planned),
        };
        let reading = match code.runs {
            Runs::Made(make) => return make(&self.given()),
            Runs::Planned(reading) => reading,
        };
        let run = |cell: usize, scenario: Scenario, lane: usize| {
            let reading = reading(&Place { cell, scenario: &scenario });
            Run::new(scenario, lane, reading.columns, reading.read).recording(reading.records)
        };
        match planned {
            Planned::None => Vec::new(),
            Planned::Sweep(sweep) => (0..sweep.runs())
                .map(|index| {
                    let aqm_sweep::Run { cell, lane, .. } = sweep.run(index);
                    run(cell, sweep.scenario(index), lane)
                })
                .collect(),
            Planned::Scenarios(scenarios) => {
                let lanes = |(cell, scenario): (usize, &Scenario)| {
                    let lanes = 0..scenario.queues.len();
                    let own = scenario.clone();
                    lanes.map(move |lane| run(cell, own.clone(), lane)).collect::<Vec<_>>()
                };
                scenarios.iter().enumerate().flat_map(lanes).collect()
            }
        }
    }

    fn given(&self) -> Given {
        let discipline = match &self.content {
            Content::Code { discipline, .. } => discipline.as_str(),
            Content::Table(_) => "",
        };
        self.paper.given(discipline)
    }

    /// Makes the report from the results, in the order of `runs`. A result that is `None` has not been computed
    /// yet: the numbers that need it are NaN, and the findings that need it wait.
    ///
    /// # Panics
    /// If `runs` and `measured` are not equally long.
    pub fn report(&self, runs: &[Run], measured: Vec<Option<Measured>>) -> Report {
        assert_eq!(runs.len(), measured.len());
        let is_done: Vec<bool> = measured.iter().map(Option::is_some).collect();
        let measured = measured.into_iter().zip(runs);
        let measured: Vec<Measured> =
            measured.map(|(values, run)| values.unwrap_or_else(|| run.unknown())).collect();
        let mut report = match &self.content {
            Content::Table(table) => table.report(&measured),
            Content::Code { code, .. } => (code.report)(&self.given(), &measured),
        };
        report.notes.extend(self.notes.iter().cloned());
        assign_runs(&mut report.rows, is_done.len());
        for row in &mut report.rows {
            row.done = row.runs.iter().filter(|&&run| is_done[run]).count();
            if row.done < row.runs.len() {
                row.values.iter_mut().for_each(|value| value.within = None);
            }
        }
        let is_missing = |run: &usize| !is_done[*run];
        let all_done = is_done.iter().all(|&done| done);
        for finding in &mut report.findings {
            finding.waits = match &finding.needs {
                Some(needs) => needs.iter().any(is_missing),
                None => !all_done,
            };
        }
        if !all_done {
            // Goals count rows, so they have a meaning for the whole table only.
            report.goals.clear();
        } else if !report.findings.is_empty() {
            let held = report.findings.iter().map(|finding| finding.holds);
            report.goals.push(Goal::count(report::FINDINGS, 0.9, held));
        }
        for goal in &mut report.goals {
            goal.name.push_str(&self.tag);
        }
        report
    }

    /// Returns whether `--table wanted` selects this item: 1 selects 1a, 1b and 1c.
    pub fn is(&self, wanted: &str) -> bool {
        self.id
            .strip_prefix(wanted)
            .is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_digit()))
    }

    /// Returns the discipline of a report of RFC 7928, and its section.
    fn report_of(&self) -> Option<(&str, &str)> {
        self.is_of_discipline.then(|| self.id.split_once('/')).flatten()
    }
}

/// Returns the items of `papers` that `table` selects (`None`: all).
pub fn select<'a>(
    papers: impl IntoIterator<Item = &'a Paper>,
    table: Option<&str>,
) -> Vec<&'a Item> {
    let all = papers.into_iter().flat_map(Paper::items);
    all.filter(|item| table.is_none_or(|table| item.is(table))).collect()
}

/// Returns the item of this repository with a name such as `schwardmann-2014/1a`.
pub fn find(name: &str) -> Option<&'static Item> {
    papers().iter().flat_map(Paper::items).find(|item| item.name() == name)
}

/// Returns the items that `aqm reproduce` runs: those of [`select`], but of RFC 7928 only the comparison if it is the only paper,
/// and only the comparison and the reports of six disciplines if there are others. With `queue` it is the report of that
/// discipline; `table` is then a section, such as 5.
pub fn chosen<'a>(papers: &[&'a Paper], table: Option<&str>, queue: Option<&str>) -> Vec<&'a Item> {
    let all = || select(papers.iter().copied(), None);
    match (queue, table) {
        (Some(queue), _) => {
            let is_section = |section: &str| table.is_none_or(|table| table == section);
            let mut items = all();
            items.retain(|item| {
                item.report_of().is_some_and(|(kind, section)| kind == queue && is_section(section))
            });
            items
        }
        (None, Some(_)) => select(papers.iter().copied(), table),
        (None, None) => {
            let mut items = all();
            items.retain(|item| {
                let kind = item.report_of().map(|(kind, _)| kind);
                kind.is_none_or(|kind| papers.len() > 1 && rfc7928::ALWAYS.contains(&kind))
            });
            items
        }
    }
}

/// Runs `items` on `threads` threads. Calls `progress` with the completed share of the work, 0..1.
pub fn reproduce<'a>(
    items: &[&'a Item],
    threads: usize,
    progress: &(dyn Fn(f64) + Sync),
) -> Vec<(&'a Item, Report)> {
    let lengths: Vec<usize> = items.iter().map(|item| item.runs().len()).collect();
    let all: Vec<Run> = items.iter().flat_map(|item| item.runs()).collect();
    let mut measured = run::run_all(&all, threads, progress).into_iter().map(Some);
    let mut rest = all.as_slice();
    let mut reports = Vec::new();
    for (&item, length) in items.iter().zip(lengths) {
        let (own, others) = rest.split_at(length);
        rest = others;
        reports.push((item, item.report(own, measured.by_ref().take(length).collect())));
    }
    reports
}

/// Assigns `runs` runs to the rows in their order, equally many to each, unless a row has its own.
fn assign_runs(rows: &mut [Row], runs: usize) {
    if rows.iter().any(|row| !row.runs.is_empty()) || rows.is_empty() {
        return;
    }
    assert_eq!(runs % rows.len(), 0, "rows with different numbers of runs name their runs");
    let each = runs / rows.len();
    for (index, row) in rows.iter_mut().enumerate() {
        row.runs = (index * each..(index + 1) * each).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aqm_scenario::Scenario;
    use report::Series;

    fn all_items() -> Vec<&'static Item> {
        select(papers(), None)
    }

    #[test]
    fn a_table_selects_its_parts_but_no_longer_numbers() {
        let ids = |table| -> Vec<_> {
            select(paper("schwardmann-2014"), Some(table))
                .iter()
                .map(|item| item.id.as_str())
                .collect()
        };
        assert_eq!(ids("1"), ["1a", "1b", "1c", "1a-inferred", "1b-inferred", "1c-inferred"]);
        assert_eq!(ids("1b"), ["1b", "1b-inferred"]);
        assert_eq!(ids("2"), ["2", "2-inferred", "2-linux"]);
        assert!(ids("9").is_empty());
        let figures = select(paper("pan-2013-pie"), Some("1"));
        assert!(figures.is_empty(), "1 must not mean 10 and 11");
    }

    #[test]
    fn rfc_7928_has_a_comparison_and_a_report_for_each_discipline() {
        let ids = |papers: &[&'static Paper], table, queue| -> Vec<&'static str> {
            chosen(papers, table, queue).iter().map(|item| item.id.as_str()).collect()
        };
        let rfc = [paper(RFC7928).unwrap()];
        assert_eq!(ids(&rfc, None, None), ["all"]);
        assert_eq!(ids(&rfc, None, Some("pi")), ["pi/5", "pi/6", "pi/7", "pi/8", "pi/9", "pi/4"]);
        assert_eq!(ids(&rfc, Some("6"), Some("fqCodel")), ["fqCodel/6"]);
        assert!(ids(&rfc, None, Some("none")).is_empty());
        let all: Vec<&Paper> = papers().iter().collect();
        let all = ids(&all, None, None);
        assert!(all.contains(&"fqCodel/5") && !all.contains(&"blue/5"), "{all:?}");
    }

    #[test]
    fn every_item_has_runs_and_every_scenario_is_valid() {
        for item in all_items() {
            // Scenarios are parsed, with all checks, when the runs are made.
            // Only the theory of a paper has a report without runs.
            let is_theory = ["13", "14", "15", "16"].contains(&item.id.as_str())
                && item.paper.name == "pan-2013-pie";
            assert_eq!(item.runs().is_empty(), is_theory, "{}", item.name());
        }
    }

    #[test]
    fn without_results_every_report_shows_what_is_published_and_waits() {
        for item in all_items() {
            let runs = item.runs();
            if runs.is_empty() {
                continue;
            }
            let report = item.report(&runs, runs.iter().map(|_| None).collect());
            let name = item.name();
            assert!(report.findings.iter().all(|finding| finding.state() == State::Waiting));
            assert!(report.goals.is_empty());
            for row in &report.rows {
                assert!(!row.runs.is_empty(), "{name} {}", row.at);
                assert!(row.runs.iter().all(|&run| run < runs.len()), "{name} {}", row.at);
                assert!(row.values.iter().all(|value| value.within.is_none()), "{name}");
                let known = row.values.iter().find(|value| !value.ours.mean.is_nan());
                assert_eq!(known, None, "{name} {}", row.at);
            }
        }
    }

    #[test]
    fn every_cell_and_curve_opens_as_a_live_experiment() {
        for item in all_items() {
            let (runs, name) = (item.runs(), item.name());
            let report = item.report(&runs, runs.iter().map(|_| None).collect());
            for row in &report.rows {
                // A run always has a scenario.
                let text = row.scenario.as_deref();
                assert!(text.is_none() != row.runs.is_empty(), "{name} {}", row.at);
                assert!(text.is_none_or(|text| Scenario::parse(text).is_ok()), "{name} {}", row.at);
            }
            // The curves of the theory are in the stability view.
            let own = |series: &&Series| series.name != "mean in the text" && !runs.is_empty();
            for series in report.plots.iter().flat_map(|plot| &plot.series).filter(own) {
                let rows = &series.rows;
                assert!([1, series.points.len()].contains(&rows.len()), "{name} {}", series.name);
                assert!(rows.iter().all(|&row| row < report.rows.len()), "{name} {}", series.name);
            }
        }
    }

    #[test]
    fn curves_lead_to_the_rows_that_they_show() {
        for (item, plot, series, at) in [
            ("raghuvanshi-2013/10-18", 5, 1, ["1 flow, SACK", "1000 flows, SACK"]),
            ("novak-duk/7", 1, 2, ["7b: ", "7b: "]),
            ("tahiliani-rfc7928/1", 3, 1, ["UDP", "UDP"]),
            ("rfc7928/all", 2, 4, ["", ""]),
        ] {
            let item = find(item).expect("it exists");
            let runs = item.runs();
            let report = item.report(&runs, runs.iter().map(|_| None).collect());
            let shown = &report.plots[plot].series[series];
            let rows: Vec<&Row> = shown.rows.iter().map(|&row| &report.rows[row]).collect();
            let ends = [rows[0], rows[rows.len() - 1]];
            for (row, at) in ends.iter().zip(at) {
                assert!(row.at.starts_with(at), "{} {}", item.name(), row.at);
                assert!(row.queue.starts_with(shown.queue.as_deref().unwrap()), "{}", row.queue);
            }
        }
    }

    /// Returns results that differ from run to run and from number to number. All are between 1 and 100.
    fn made_up(runs: &[Run], variant: u64) -> Vec<Option<Measured>> {
        let number = |run: usize, column: usize| {
            let mix = |z: u64| {
                let z = z.wrapping_mul(0xbf58_476d_1ce4_e5b9);
                z ^ (z >> 31)
            };
            let mixed = mix(mix(mix(variant + 1) ^ run as u64) ^ column as u64);
            1.0 + (mixed >> 40) as f64 / f64::from(1 << 24) * 99.0
        };
        let columns = |run: &Run| run.unknown().len();
        let values = |(index, run): (usize, &Run)| {
            Some((0..columns(run)).map(|column| number(index, column)).collect())
        };
        runs.iter().enumerate().map(values).collect()
    }

    /// What the reader sees of a finding.
    fn seen(finding: &report::Finding) -> (bool, &str, Option<&str>) {
        (finding.holds, &finding.evidence, finding.because.as_deref())
    }

    #[test]
    fn a_finding_is_decided_by_the_runs_that_it_needs() {
        for item in all_items() {
            let (runs, name) = (item.runs(), item.name());
            for all in [0, 1].map(|variant| made_up(&runs, variant)) {
                let whole = item.report(&runs, all.clone());
                for (index, finding) in whole.findings.iter().enumerate() {
                    let Some(needs) = &finding.needs else { continue };
                    let mut part = vec![None; runs.len()];
                    for &run in needs {
                        part[run].clone_from(&all[run]);
                    }
                    let part = &item.report(&runs, part).findings[index];
                    assert_ne!(part.state(), State::Waiting, "{name}: {}", finding.claim);
                    assert_eq!(seen(part), seen(finding), "{name}: {}", finding.claim);
                }
            }
        }
    }

    #[test]
    fn a_finding_waits_for_no_row_that_it_does_not_use() {
        /// Most made-up results that are tried until other results of a row change a finding.
        const VARIANTS: u64 = 100;
        for item in all_items() {
            let (runs, name) = (item.runs(), item.name());
            let whole = |variant| item.report(&runs, made_up(&runs, variant));
            let first = whole(0);
            for row in &first.rows {
                let uses = |index: &usize| match &first.findings[*index].needs {
                    Some(needs) => row.runs.iter().any(|run| needs.contains(run)),
                    None => !row.runs.is_empty(),
                };
                let mut left: Vec<usize> = (0..first.findings.len()).filter(uses).collect();
                for variant in 0..VARIANTS {
                    if left.is_empty() {
                        break;
                    }
                    let before = whole(variant);
                    for factor in [1e3, 1e-3] {
                        let mut others = made_up(&runs, variant);
                        for &run in &row.runs {
                            others[run].iter_mut().flatten().for_each(|value| *value *= factor);
                        }
                        let after = item.report(&runs, others);
                        let at = |report: &Report, index: usize| report.findings[index].clone();
                        left.retain(|&index| seen(&at(&before, index)) == seen(&at(&after, index)));
                    }
                }
                let claims: Vec<_> =
                    left.iter().map(|&index| &first.findings[index].claim).collect();
                assert!(claims.is_empty(), "{name}: {} is not used by {claims:?}", row.at);
            }
        }
    }

    #[test]
    fn a_finding_about_two_rows_does_not_wait_for_the_table() {
        let item = find("schwardmann-2014/1a").unwrap();
        let runs = item.runs();
        // The rows of 1 and 2 Mbit/s are the first ones: three disciplines with four seeds each.
        let done = |run| (run < 24).then(|| vec![2.0, 95.0]);
        let report = item.report(&runs, (0..runs.len()).map(done).collect());
        let states: Vec<State> = report.findings.iter().map(report::Finding::state).collect();
        assert_eq!(states[0], State::Fails, "at 1 and 2 Mbit/s all have the same delay");
        assert!(states[1..].iter().all(|&state| state == State::Waiting), "{states:?}");
        assert!(report.goals.is_empty());
    }

    #[test]
    fn a_row_is_complete_before_its_table() {
        let item = find("schwardmann-2014/1c").unwrap();
        let runs = item.runs();
        let done = |run| (run < 6).then(|| vec![2.0, 95.0]);
        let report = item.report(&runs, (0..runs.len()).map(done).collect());
        assert_eq!(report.rows[0].runs, [0, 1, 2, 3]);
        assert_eq!(report.rows[0].values[0].within, Some(true));
        assert_eq!((report.rows[1].done, report.rows[1].values[0].within), (2, None));
        assert_eq!(report.rows[1].values[0].ours.mean, 2.0, "the mean so far");
        assert_eq!(report.rows[2].done, 0);
        assert!(report.findings.iter().all(|finding| finding.state() == State::Waiting));
    }
}
