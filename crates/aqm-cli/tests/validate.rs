//! `aqm validate` in a copy of the folder of results.

use crate::common::{failure, output};
use std::fs;
use std::path::{Path, PathBuf};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Copies the results and the remarks to a new folder, which is removed at the end.
fn copy() -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("a folder");
    let copy_all = |place: &str| {
        fs::create_dir_all(root.path().join(place)).expect("a folder");
        for file in fs::read_dir(repository().join(place)).expect("the folder") {
            let file = file.expect("a file");
            let name = file.file_name().into_string().expect("a name");
            if name.ends_with(".json") || place.ends_with("remarks") {
                fs::copy(file.path(), root.path().join(place).join(name)).expect("a copy");
            }
        }
    };
    copy_all("docs/validation");
    copy_all("docs/validation/remarks");
    for measurement in ["linux", "linux-bbr", "testbed", "disciplines"] {
        copy_all(&format!("scenarios/validation/{measurement}"));
    }
    root
}

#[test]
fn validate_renders_the_pages_of_the_results() {
    let root = copy();
    let arguments = ["validate", "--render", "--root", root.path().to_str().expect("a path")];
    let written = output(&arguments, "");
    assert!(written.lines().count() > 12, "{written}");
    for page in
        ["docs/validation.md", "docs/validation/linux.md", "docs/validation/linux-delay.svg"]
    {
        let read = |root: &Path| fs::read_to_string(root.join(page)).expect("a page");
        assert_eq!(
            read(root.path()).lines().count(),
            read(&repository()).lines().count(),
            "{page}"
        );
    }
    // Pages that are current are not written again.
    assert_eq!(output(&arguments, ""), "");

    fs::write(root.path().join("docs/validation/linux.json"), "{\n  \"version\": }")
        .expect("a file");
    let (code, message) = failure(&arguments, "");
    assert_eq!(code, 3);
    assert!(message.contains("linux.json: line 2"), "{message}");
}

#[test]
fn validate_runs_given_scripts_and_keeps_the_results_of_others() {
    let root = copy();
    let scripts = root.path().join("scripts");
    for folder in [
        "cubic",
        "cwnd_moderation",
        "ecn",
        "fast_recovery",
        "fast_retransmit",
        "limited_transmit",
        "sack",
        "slow_start",
    ] {
        fs::create_dir_all(scripts.join(folder)).expect("a folder");
    }
    fs::write(scripts.join("slow_start/broken.pkt"), "0 what is this").expect("a file");
    let place = root.path().to_str().expect("a path");
    let run = |more: &[&str]| {
        output(&[&["validate", "packetdrill", "--root", place][..], more].concat(), "")
    };
    // Without scripts the results stay as they are.
    assert!(run(&[]).starts_with("pass  packetdrill: scripts that pass: 26 of 33\n"));
    let text = run(&["--scripts", scripts.to_str().expect("a path")]);
    assert!(text.starts_with("FAIL  packetdrill: scripts that pass: 0 of 1\n"), "{text}");

    // A script whose set-up script is absent has no result, so the present results stay.
    let results = root.path().join("docs/validation/packetdrill.json");
    let before = fs::read_to_string(&results).expect("results");
    fs::write(scripts.join("slow_start/alone.pkt"), "0 `../common/defaults.sh`\n").expect("a file");
    let more = ["--scripts", scripts.to_str().expect("a path")];
    let (code, message) =
        failure(&[&["validate", "packetdrill", "--root", place][..], &more].concat(), "");
    assert_eq!(code, 3);
    assert!(message.contains("alone.pkt: its set-up script ../common/defaults.sh"), "{message}");
    assert_eq!(fs::read_to_string(&results).expect("results"), before);
}
