//! The subcommand `reproduce`.

use super::{SCENARIO, output};
use crate::common::failure;
use std::path::PathBuf;
use std::process::{Command, Stdio};

#[test]
fn a_paper_of_somebody_else_is_checked_and_run() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("paper");
    std::fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let plan = format!(r#"{{ "version": 1, "scenario": {SCENARIO} }}"#);
    write("1.json", &plan);
    let text = r#"{ "version": 1, "name": "mine", "authors": "Me", "title": "T", "citation": "C",
        "items": [{ "id": "1", "label": "Table 1", "title": "Delay", "plan": "1.json",
            "measures": [{ "name": "use", "of": "100 * utilization", "label": "utilization", "unit": "%" }],
            "findings": [{ "claim": "The link is used", "holds": ["use > 1"] }] }] }"#;
    let paper = write("paper.json", text);
    assert_eq!(output(&["check", &paper]), format!("{paper}: ok\n"));
    let shown = output(&["reproduce", &paper]);
    assert!(shown.starts_with("mine: C\n\n1  Delay\n"), "{shown}");
    assert!(shown.contains("pass  The link is used ("), "{shown}");
    // The folder stands for its file.
    assert_eq!(
        output(&["reproduce", folder.to_str().unwrap(), "--json"]).matches("\"table\"").count(),
        1
    );
    let wrong = write(
        "wrong.json",
        &text.replace("100 * utilization", "100 * use").replace("use > 1", "use >"),
    );
    let (code, message) = failure(&["reproduce", &wrong], "");
    assert_eq!(code, 1);
    let lines: Vec<&str> = message.lines().collect();
    assert_eq!(lines.len(), 2, "{message}");
    assert!(lines[0].contains("items[0].measures[0].of is '100 * use'; expected"), "{message}");
    assert!(lines[1].contains("items[0].findings[0].holds[0] ends early; expected"), "{message}");
    let (code, message) = failure(&["sweep", &paper], "");
    assert_eq!(
        (code, message.contains("is a paper; run it with aqm reproduce.")),
        (1, true),
        "{message}"
    );
}

/// All papers take many minutes, so the command checks the output file first.
#[test]
fn reproduce_checks_the_output_file_before_the_runs() {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("no-such-folder/papers.json");
    let mut child = Command::new(env!("CARGO_BIN_EXE_aqm"))
        .args(["reproduce", "--save", file.to_str().unwrap()])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut waits = 0;
    while child.try_wait().unwrap().is_none() {
        waits += 1;
        // Minutes: the limit only ends a command that runs the papers.
        if waits > 6000 {
            child.kill().unwrap();
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    let output = child.wait_with_output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{message}");
    assert!(message.starts_with(file.to_str().unwrap()), "{message}");
}
