//! Tests of all items.

use super::*;
use aqm_scenario::Scenario;
use report::Series;

fn all_items() -> Vec<&'static Item> {
    select(papers(), None)
}

#[test]
fn a_table_selects_its_parts_but_no_longer_numbers() {
    let ids = |table| -> Vec<_> {
        select(paper("schwardmann-2014"), Some(table)).iter().map(|item| item.id.as_str()).collect()
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
        assert!(report.findings.iter().all(|finding| finding.state() == FindingState::Waiting));
        assert!(report.goals.is_empty());
        for row in &report.rows {
            assert!(!row.runs.is_empty(), "{name} {}", row.at);
            assert!(row.runs.iter().all(|&run| run < runs.len()), "{name} {}", row.at);
            assert!(row.values.iter().all(|value| value.within.is_none()), "{name}");
            let known = row.values.iter().find(|value| value.ours.is_some());
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
        let is_ours = |series: &&Series| series.name != "mean in the text" && !runs.is_empty();
        for series in report.plots.iter().flat_map(|plot| &plot.series).filter(is_ours) {
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
        let rows: Vec<&TableRow> = shown.rows.iter().map(|&row| &report.rows[row]).collect();
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
    let columns = |run: &Run| run.columns();
    let values = |(index, run): (usize, &Run)| {
        Some((0..columns(run)).map(|column| number(index, column)).collect())
    };
    runs.iter().enumerate().map(values).collect()
}

/// Returns results without those of a row.
fn without(mut all: Vec<Option<Measured>>, row: &TableRow) -> Vec<Option<Measured>> {
    row.runs.iter().for_each(|&run| all[run] = None);
    all
}

#[test]
fn a_report_grows_to_what_all_results_give_at_once() {
    for item in all_items() {
        let (runs, name) = (item.runs(), item.name());
        let all = made_up(&runs, 0);
        let mut growing = GrowingReport::new(item, &runs);
        // Backwards, with a first value that is replaced, and a report now and then.
        for (run, values) in all.iter().enumerate().rev() {
            let values = values.clone().expect("it is made");
            growing.put(run, vec![7.0; values.len()]).expect("it has as many values");
            if run % 7 == 0 {
                growing.report();
            }
            growing.put(run, values).expect("it has as many values");
        }
        assert!(growing.put(runs.len(), Vec::new()).is_err());
        // Lines without a value are NaN, which is equal to nothing.
        let shown = |report: &Report| render::json::report(report);
        assert!(shown(growing.report()) == shown(&item.report(&runs, all)), "{name}");
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
            let part = item.report(&runs, without(made_up(&runs, 0), row));
            let waits = |index: &usize| part.findings[*index].state() == FindingState::Waiting;
            let mut left: Vec<usize> = (0..first.findings.len()).filter(waits).collect();
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
                    left.retain(|&index| at(&before, index).check == at(&after, index).check);
                }
            }
            let claims: Vec<_> = left.iter().map(|&index| &first.findings[index].claim).collect();
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
    let states: Vec<FindingState> = report.findings.iter().map(report::Finding::state).collect();
    assert_eq!(states[0], FindingState::Fails, "at 1 and 2 Mbit/s all have the same delay");
    assert!(states[1..].iter().all(|&state| state == FindingState::Waiting), "{states:?}");
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
    assert_eq!(report.rows[1].values[0].ours.map(|ours| ours.mean), Some(2.0), "so far");
    assert_eq!(report.rows[2].done, 0);
    assert!(report.findings.iter().all(|finding| finding.state() == FindingState::Waiting));
}
