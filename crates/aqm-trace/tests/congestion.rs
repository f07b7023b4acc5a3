//! The congestion controls of stack `linux-6` repeat the kernel's modules exactly, event by event.

use aqm_trace::{Report, read_text, replay};
use std::path::{Path, PathBuf};

fn traces() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/congestion")
}

fn names() -> Vec<String> {
    let files = std::fs::read_dir(traces()).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> =
        names.filter_map(|name| Some(name.strip_suffix(".csv.gz")?.to_string())).collect();
    names.sort();
    names
}

fn replayed(name: &str) -> Report {
    replay(&traces().join(format!("{name}.csv.gz")), None).unwrap()
}

/// Replays `text` from a file called `name`.
fn replay_text(name: &str, text: &str) -> Result<Report, String> {
    let path = std::env::temp_dir().join(format!("aqm-trace-{}-{name}", std::process::id()));
    std::fs::write(&path, text).unwrap();
    let result = replay(&path, None).map_err(|error| error.to_string());
    std::fs::remove_file(&path).unwrap();
    result
}

#[test]
fn every_row_is_repeated_exactly() {
    let mut rows = 0;
    for name in &names() {
        let report = replayed(name);
        assert_eq!(report.mismatches, 0, "{name}: {report}");
        // The host's application-limited marker is no input, and HyStart reports no RTT in between.
        assert!(report.not_compared.is_empty(), "{name}: {report}");
        rows += report.rows;
    }
    assert!(rows > 40_000, "the fixtures are not all there: {rows} rows");
}

#[test]
fn every_module_has_traces() {
    let modules = [
        "reno",
        "highspeed",
        "scalable",
        "htcp",
        "bic",
        "vegas",
        "dctcp",
        "bbr",
        "cubic",
        "westwood",
        "illinois",
        "yeah",
        "veno",
    ];
    for module in modules {
        assert!(names().iter().any(|name| name.starts_with(&format!("{module}_"))), "{module}");
    }
}

#[test]
fn a_changed_window_is_found_in_its_row() {
    let text = read_text(&traces().join("reno_lossy.csv.gz")).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    // The window is the last column but two.
    let mut cells: Vec<&str> = lines[9].split(',').collect();
    let place = cells.len() - 3;
    cells[place] = "999";
    lines[9] = cells.join(",");
    let report = replay_text("changed.csv", &lines.join("\n")).unwrap();
    assert_eq!(report.mismatches, 1, "{report}");
    assert!(report.first[0].to_string().starts_with("row 7: cwnd is "), "{report}");
}

/// The header may give the kernel's number for no threshold, or none.
#[test]
fn a_threshold_that_is_not_set_may_be_written() {
    let text = read_text(&traces().join("reno_lossy.csv.gz")).unwrap();
    assert!(!text.contains("initial_ssthresh"));
    let text = text.replacen("\"iw\":10", "\"initial_ssthresh\":2147483647,\"iw\":10", 1);
    let report = replay_text("threshold.csv", &text).unwrap();
    assert_eq!(report.mismatches, 0, "{report}");
}

#[test]
fn errors_name_the_place_and_the_cause() {
    let text = read_text(&traces().join("reno_lossy.csv.gz")).unwrap();
    let error = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        replay_text("broken.csv", &text.replacen(from, to, 1)).unwrap_err()
    };
    for (from, to, message) in [
        ("\"reno\"", "\"cdg\"", "line 1: no algorithm for module \"cdg\""),
        ("\"mss\":1448", "\"mss\":0", "line 1: header.mss is 0"),
        ("\"hz\":1000", "\"hz\":250", "line 1: header.hz is not 1000"),
        ("\"iw\":10", "\"iw\":null", "line 1: header.iw is missing"),
        (",una,", ",uno,", "no column \"una\""),
        ("\ninit,", "\nstart,", "line 3: unknown event \"start\""),
        ("\ntx_start,1000000", "\ntx_start,999999", "line 4: is earlier than its predecessor"),
        ("\ntx_start,1000000,0", "\ntx_start,1000000,-1", "line 4: una is -1, expected 0 to"),
    ] {
        let found = error(from, to);
        assert!(found.contains(message), "{found:?} instead of {message:?}");
    }
}

/// Damaged files give a report or an error message.
#[test]
fn damaged_files_never_panic() {
    for module in ["bbr_norttinit", "cubic_ecn", "htcp_lossy", "dctcp_lossy", "vegas_lossy"] {
        let text = read_text(&traces().join(format!("{module}.csv.gz"))).unwrap();
        let lines: Vec<&str> = text.lines().take(60).collect();
        let mut results = 0;
        for line in 2..lines.len() {
            for (number, damage) in ["0", "-1", "4294967296", ""].iter().enumerate() {
                let mut cells: Vec<&str> = lines[line].split(',').collect();
                let cell = 1 + (line * 7 + number * 3) % (cells.len() - 1);
                cells[cell] = damage;
                let mut damaged: Vec<String> = lines.iter().map(ToString::to_string).collect();
                damaged[line] = cells.join(",");
                let _ = replay_text("damaged.csv", &damaged.join("\n"));
                results += 1;
            }
        }
        assert!(results > 100);
    }
}
