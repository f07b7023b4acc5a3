//! Repeats published experiments. Compares their results with the numbers and statements of the papers.
//!
//! - [`ITEMS`] lists the tables and figures.
//! - [`control`] computes the stability margins of PIE.
//! - [`stability`] joins them with the packets of the same operating point.
//! - [`reproduce`] runs any of them on several threads.
//! - [`plans`] writes the runs as files.
//! - [`render`] prints the [`Report`]s, [`render_json`] writes them as JSON, for the page too, and [`render_csv`] the points of
//!   their plots as CSV.

pub mod answers;
pub mod control;
mod ellipse;
mod names;
mod novak;
mod pan;
mod pan_theory;
pub mod plans;
mod published;
mod raghuvanshi;
pub mod render;
pub mod render_csv;
pub mod render_json;
mod render_plots;
mod report;
mod rfc7928;
mod run;
mod schwardmann;
pub mod stability;
mod tahiliani;
mod traces;
mod transient;

pub use names::shown as shown_queue;
pub use report::{
    Axis, Figure, Finding, Goal, Kind, LeftOut, Measure, Plot, Reference, Report, Row, Series,
    State, Value,
};
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
    /// RFC 7928: no paper, but a set of experiments with nothing published to compare with.
    Rfc7928,
}

impl Paper {
    /// All of them.
    pub const ALL: [Paper; 6] = [
        Paper::Schwardmann2014,
        Paper::Pan2013,
        Paper::Raghuvanshi2013,
        Paper::TahilianiRfc7928,
        Paper::Novak,
        Paper::Rfc7928,
    ];

    /// Returns the short name, as on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Paper::Schwardmann2014 => "schwardmann-2014",
            Paper::Pan2013 => "pan-2013-pie",
            Paper::Raghuvanshi2013 => "raghuvanshi-2013",
            Paper::TahilianiRfc7928 => "tahiliani-rfc7928",
            Paper::Novak => "novak-duk",
            Paper::Rfc7928 => "rfc7928",
        }
    }

    /// Returns the authors in short, and the year if the paper has one.
    pub fn authors(self) -> (&'static str, Option<u16>) {
        match self {
            Paper::Schwardmann2014 => ("Schwardmann et al.", Some(2014)),
            Paper::Pan2013 => ("Pan et al.", Some(2013)),
            Paper::Raghuvanshi2013 => ("Raghuvanshi et al.", Some(2013)),
            Paper::TahilianiRfc7928 => ("Tahiliani et al.", None),
            Paper::Novak => ("Novak and Kasera", None),
            Paper::Rfc7928 => ("RFC 7928", Some(2016)),
        }
    }

    /// Returns the title.
    pub fn title(self) -> &'static str {
        match self {
            Paper::Schwardmann2014 => "Evaluation of ARED, CoDel and PIE",
            Paper::Pan2013 => {
                "PIE: A Lightweight Control Scheme to Address the Bufferbloat Problem"
            }
            Paper::Raghuvanshi2013 => "On the Effectiveness of CoDel for Active Queue Management",
            Paper::TahilianiRfc7928 => {
                "Evaluation of Random Early Detection and Adaptive Random Early Detection in \
                 Benchmark Scenarios (RFC 7928)"
            }
            Paper::Novak => "Auto-Tuning Active Queue Management",
            Paper::Rfc7928 => "Characterization Guidelines for Active Queue Management (AQM)",
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
            Paper::Rfc7928 => {
                "N. Kuhn and others: Characterization Guidelines for Active Queue Management (AQM), \
                 RFC 7928, 2016"
            }
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
            Paper::Rfc7928 => rfc7928::LEFT_OUT,
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
    const fn new(
        paper: Paper,
        id: &'static str,
        title: &'static str,
        runs: fn() -> Vec<Run>,
        report: fn(&[Measured]) -> Report,
    ) -> Item {
        Item { paper, id, title, runs, report }
    }

    /// Returns the name that is unique among all items: `schwardmann-2014/1a`.
    pub fn name(&self) -> String {
        format!("{}/{}", self.paper, self.id)
    }

    /// Returns the simulations it needs. Each call reads the scenarios again.
    pub fn runs(&self) -> Vec<Run> {
        (self.runs)()
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
        let mut report = (self.report)(&measured);
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
            goal.name.push_str(report.tag);
        }
        report
    }

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
    pan_theory::ITEMS,
    raghuvanshi::ITEMS,
    tahiliani::ITEMS,
    novak::ITEMS,
];

/// Returns the items of `paper` (`None`: of all papers) that `table` selects (`None`: all).
pub fn select(paper: Option<Paper>, table: Option<&str>) -> Vec<&'static Item> {
    let all = ITEMS.iter().copied().flatten().chain(rfc7928::items());
    all.filter(|item| paper.is_none_or(|paper| item.paper == paper))
        .filter(|item| table.is_none_or(|table| item.is(table)))
        .collect()
}

/// Returns the items that `aqm reproduce` runs: those of [`select`], but of RFC 7928 only the comparison if it is the paper,
/// and only the comparison and the reports of six disciplines if all papers are. With `queue` it is the report of that
/// discipline; `table` is then a section, such as 5.
pub fn chosen(
    paper: Option<Paper>,
    table: Option<&str>,
    queue: Option<&str>,
) -> Vec<&'static Item> {
    let split = |item: &Item| item.id.split_once('/').filter(|_| item.paper == Paper::Rfc7928);
    match (queue, table) {
        (Some(queue), _) => {
            let is_section = |section: &str| table.is_none_or(|table| table == section);
            let mut items = select(Some(Paper::Rfc7928), None);
            items.retain(|item| {
                split(item).is_some_and(|(kind, section)| kind == queue && is_section(section))
            });
            items
        }
        (None, Some(_)) => select(paper, table),
        (None, None) => {
            let mut items = select(paper, None);
            items.retain(|item| {
                let kind = split(item).map(|(kind, _)| kind);
                kind.is_none_or(|kind| paper.is_none() && rfc7928::ALWAYS.contains(&kind))
            });
            items
        }
    }
}

/// Runs `items` on `threads` threads. Calls `progress` with the completed share of the work, 0..1.
pub fn reproduce(
    items: &[&'static Item],
    threads: usize,
    progress: &(dyn Fn(f64) + Sync),
) -> Vec<(&'static Item, Report)> {
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
    fn rfc_7928_has_a_comparison_and_a_report_for_each_discipline() {
        let ids = |paper, table, queue| -> Vec<_> {
            chosen(paper, table, queue).iter().map(|item| item.id).collect()
        };
        let rfc = Some(Paper::Rfc7928);
        assert_eq!(ids(rfc, None, None), ["all"]);
        assert_eq!(ids(rfc, None, Some("pi")), ["pi/5", "pi/6", "pi/7", "pi/8", "pi/9", "pi/4"]);
        assert_eq!(ids(rfc, Some("6"), Some("fqCodel")), ["fqCodel/6"]);
        assert!(ids(rfc, None, Some("none")).is_empty());
        let all = ids(None, None, None);
        assert!(all.contains(&"fqCodel/5") && !all.contains(&"blue/5"), "{all:?}");
    }

    #[test]
    fn every_item_has_runs_and_every_scenario_is_valid() {
        for item in select(None, None) {
            // Scenarios are parsed, with all checks, when the runs are made.
            // Only the theory of a paper has a report without runs.
            let is_theory =
                ["13", "14", "15", "16"].contains(&item.id) && item.paper == Paper::Pan2013;
            assert_eq!(item.runs().is_empty(), is_theory, "{}", item.name());
        }
    }

    #[test]
    fn without_results_every_report_shows_what_is_published_and_waits() {
        for item in select(None, None) {
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
        for item in select(None, None) {
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
            let items = select(None, None);
            let item = *items.iter().find(|one| one.name() == item).expect("it exists");
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
        for item in select(None, None) {
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
        for item in select(None, None) {
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
        let item = select(Some(Paper::Schwardmann2014), Some("1a"))[0];
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
        let item = select(Some(Paper::Schwardmann2014), Some("1c"))[0];
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
