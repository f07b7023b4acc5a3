//! The results in docs/validation are those of this simulator, and the pages are those of the results.

use aqm_validation::{Node, Oracle, Sources, compute, kernel, loops, pages};
use std::path::{Path, PathBuf};
use std::{fs, thread};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn results(oracle: Oracle) -> Node {
    oracle.results(&root()).unwrap_or_else(|error| panic!("{}: {error}", oracle.name()))
}

/// Returns the text of a file with the line ends of this repository.
fn read(path: &Path) -> String {
    let text =
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.replace("\r\n", "\n")
}

#[test]
fn pages_equal_the_results() {
    let files = pages::files(&root()).expect("results");
    assert!(files.len() > Oracle::all().len());
    for file in &files {
        let is_equal = read(&root().join(&file.path)) == file.text;
        assert!(is_equal, "{} is stale; run: npm run validate -- --render", file.path);
    }
    let rendered: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
    for entry in fs::read_dir(root().join("docs/validation")).expect("the folder") {
        let file = entry.expect("a file").file_name().into_string().expect("a name");
        let path = format!("docs/validation/{file}");
        let is_known = match file.rsplit_once('.') {
            Some((name, "json")) => Oracle::named(name).is_some(),
            Some((_, "md" | "svg")) => rendered.contains(&path.as_str()),
            _ => file == "remarks",
        };
        assert!(is_known, "{path} belongs to no oracle");
    }
}

#[test]
fn the_front_page_fits_one_screen() {
    let lines = read(&root().join("docs/validation.md")).lines().count();
    assert!(lines <= 70, "{lines} lines");
}

#[test]
fn files_of_results_are_in_canonical_form() {
    for oracle in Oracle::all() {
        let text = read(&root().join(oracle.results_path()));
        assert!(text == results(oracle).text(), "{} was edited by hand", oracle.results_path());
    }
}

#[test]
fn recordings_in_the_repository_are_replayed_with_the_results() {
    assert!(kernel::has_recordings(&root()));
    let sources = Sources { root: root(), threads: 1, ..Sources::default() };
    let again = compute(Oracle::Kernel, &sources, &|_| {}).expect("recordings");
    assert_eq!(again, results(Oracle::Kernel), "run: npm run validate -- kernel");
    assert!(again.goals().expect("goals").iter().all(|goal| goal.is_met()));
}

#[test]
fn sender_tests_are_counted_again() {
    let sources = Sources { root: root(), threads: 1, ..Sources::default() };
    let again = compute(Oracle::Scripts, &sources, &|_| {}).expect("results");
    assert_eq!(again, results(Oracle::Scripts));
}

#[test]
fn closed_loops_are_judged_again() {
    for measurement in loops::ALL {
        let present = results(Oracle::Loops(measurement));
        let again = loops::judge_again(measurement, &root(), &present).expect("results");
        assert_eq!(again, present, "run: npm run validate -- {}", measurement.name);
    }
}

/// The first seed of each row is simulated again.
#[test]
fn closed_loops_are_simulated_again() {
    for measurement in loops::ALL {
        let present = results(Oracle::Loops(measurement));
        let names = loops::names(&present).expect("rows");
        assert!(names.len() >= 4, "{names:?}");
        let repeat = |name: &str| loops::repeat(measurement, &root(), &present, name, 1);
        let rows = thread::scope(|scope| {
            let runs: Vec<_> =
                names.iter().map(|name| (name, scope.spawn(|| repeat(name)))).collect();
            runs.into_iter()
                .map(|(name, run)| (name, run.join().expect("a run")))
                .collect::<Vec<_>>()
        });
        for (name, row) in rows {
            for (measure, kept, now) in row.expect("a row of the results") {
                assert!(
                    kept == now,
                    "{name}: {measure} is {now}, and was {kept}; run: npm run validate -- {}",
                    measurement.name
                );
            }
        }
    }
}

/// A row that is off by more than twice its tolerances is explained in the remarks.
#[test]
fn each_row_that_is_far_off_is_explained() {
    let linux = results(Oracle::named("linux").expect("linux"));
    let far = loops::far(&linux).expect("rows");
    let remarks = read(&root().join("docs/validation/remarks/linux.md"));
    for name in &far {
        assert!(remarks.contains(&format!("`{name}`")), "no remark on {name}");
    }
    assert_eq!(far, ["pie-linux-cubic-x1-25mbit-50ms"], "wrongly excused, or newly off");
}

#[test]
fn goals_of_measured_closed_loops_are_reached() {
    for measurement in loops::ALL {
        let goals = results(Oracle::Loops(measurement)).goals().expect("goals");
        // The limit of the given rows has one exception, above.
        for goal in goals.iter().filter(|goal| goal.name != loops::LIMIT) {
            // Their rows outside the tolerances are explained in the remarks: see below.
            let is_missed = match measurement.name {
                "disciplines" => goal.name.ends_with("BBR"),
                "testbed" => goal.name.ends_with("CUBIC and Reno"),
                _ => false,
            };
            if is_missed {
                assert!(!goal.is_met(), "{goal:?}: it is reached now, so it must stay so");
                continue;
            }
            assert!(goal.is_met(), "{}: {goal:?}", measurement.name);
        }
    }
}

#[test]
fn the_row_of_the_project_that_is_outside_is_explained() {
    let outside = "codel-linux-reno-x2-10mbit-50ms-208p-ecn";
    let text = read(&root().join("docs/validation/testbed.json"));
    let rows = text.split("\"name\": \"").filter(|row| row.contains("\"within\": false"));
    let names: Vec<&str> = rows.filter_map(|row| row.split('"').next()).collect();
    assert_eq!(names, [outside]);
    let remarks = read(&root().join("docs/validation/remarks/testbed.md"));
    assert!(remarks.contains(&format!("`{outside}`")));
}

/// A row behind our disciplines that is outside the tolerances is explained in the remarks, with more runs.
#[test]
fn each_row_behind_our_disciplines_that_is_outside_is_explained() {
    let text = read(&root().join("docs/validation/disciplines.json"));
    let remarks = read(&root().join("docs/validation/remarks/disciplines.md"));
    let rows: Vec<&str> =
        text.split("\"name\": \"").filter(|row| row.contains("\"runs\"")).collect();
    assert!(rows.len() >= 47, "{} rows", rows.len());
    for row in rows {
        let name = row.split('"').next().unwrap_or_default();
        let is_outside = row.contains("\"within\": false");
        assert_eq!(remarks.contains(&format!("| {name} |")), is_outside, "{name}");
    }
}

/// The reports of papers that need no simulation are made again.
#[test]
fn papers_without_runs_are_computed_again() {
    let paper = aqm_papers::paper("pan-2013-pie").expect("the paper");
    let items = aqm_papers::chosen(&[paper], None, None);
    let quick: Vec<_> = items.into_iter().filter(|item| item.runs().is_empty()).collect();
    assert!(quick.len() >= 3);
    let reports = aqm_papers::reproduce(&quick, 1, &|_| {});
    let reports = aqm_papers::render::json::reports(&reports);
    let again = aqm_validation::papers::results(paper, &reports).expect("reports");
    let page = read(&root().join("docs/validation/pan-2013-pie.md"));
    let rendered = pages::paper(&again).expect("a page");
    let (_, items) = rendered.split_once("\n## ").expect("items");
    let (items, _) = items.split_once("\n## Left out").expect("items");
    for item in items.split("\n## ") {
        assert!(page.contains(item.trim_end()), "run: npm run validate -- pan-2013-pie\n{item}");
    }
}

#[test]
fn every_measurement_has_its_scenario_in_canonical_form() {
    for measurement in loops::ALL {
        let folder = root().join(measurement.folder());
        let present = results(Oracle::Loops(measurement));
        let names = loops::names(&present).expect("rows");
        let files =
            fs::read_dir(&folder).expect("the folder").map(|file| file.expect("a file").path());
        let files = files.filter(|path| path.extension().is_some_and(|end| end == "json")).count();
        assert_eq!(files, names.len() + 1, "{folder:?}: a file for every row, and measured.json");
        for name in names {
            let text = read(&folder.join(format!("{name}.json")));
            let scenario = aqm_scenario::read_scenario(&text)
                .unwrap_or_else(|problems| panic!("{problems:?}"));
            assert_eq!(text, scenario.to_text(), "{name}: run aqm check --write on it");
            assert_eq!(scenario.queues.len(), 1, "{name}");
            assert!(scenario.source.is_some_and(|source| source.measurement.is_some()), "{name}");
        }
    }
}

/// Published numbers, tolerances and columns are those of the papers.
#[test]
fn published_numbers_of_the_results_are_those_of_the_papers() {
    let papers: Vec<_> = aqm_papers::papers().iter().collect();
    let items = aqm_papers::chosen(&papers, None, None);
    let empty: Vec<_> = items
        .into_iter()
        .map(|item| {
            let runs = item.runs();
            let nothing = runs.iter().map(|_| None).collect();
            (item, item.report(&runs, nothing))
        })
        .collect();
    let empty = aqm_papers::render::json::reports(&empty);
    for oracle in Oracle::all() {
        let Oracle::Paper(name) = oracle else { continue };
        let paper = aqm_papers::paper(name).expect("a known paper");
        let now = aqm_validation::papers::results(paper, &empty).expect("reports");
        let kept = results(oracle);
        let now = aqm_validation::papers::published(&now).expect("numbers");
        assert!(!now.is_empty());
        let kept = aqm_validation::papers::published(&kept).expect("numbers");
        for (kept, now) in kept.iter().zip(&now) {
            assert_eq!(kept, now, "run: npm run validate -- {name}");
        }
        assert_eq!(kept.len(), now.len(), "run: npm run validate -- {name}");
    }
}
