//! The subcommands `replay`, `generate`, `parameters` and `import-trace`.

use super::output;
use crate::common::{self, aqm, failure};
use std::path::PathBuf;

#[test]
fn replay_exit_codes_distinguish_equal_different_and_unreadable() {
    let traces = concat!(env!("CARGO_MANIFEST_DIR"), "/../aqm-trace/tests/fixtures/traces");
    let trace = format!("{traces}/red_3.10.85_steady105_ared.csv.gz");
    let states = format!("{traces}/red_3.10.85_steady105_ared.state.csv.gz");
    let report = output(&["replay", &trace, "--state", &states]);
    assert!(report.starts_with("rows 5000, mismatches 0\nstate rows "), "{report}");

    let text = aqm_trace::read_text(trace.as_ref()).unwrap();
    let file = |name: &str, text: &str| {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    };
    let changed = aqm(&["replay", &file("changed.csv", &text.replacen(",FW,", ",DP,", 1))], "");
    assert_eq!(changed.status.code(), Some(1));
    let report = String::from_utf8(changed.stdout).unwrap();
    let lines = "rows 5000, mismatches 1\n  packet 0: outcome is FW, recorded DP\n\
                 differences by column: outcome 1\n";
    assert_eq!(report, lines);

    let broken = file("broken.csv", &text.replacen(",FW,", ",??,", 1));
    let (code, message) = failure(&["replay", &broken], "");
    assert_eq!(code, 3);
    assert_eq!(message, format!("{broken}: line 3: unknown outcome \"??\".\n"));
    assert_eq!(failure(&["replay"], "").0, 2);
}

#[test]
fn missing_generated_files_are_stale() {
    // `npm test -- release` compares those of the repository.
    let empty = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("empty");
    std::fs::create_dir_all(empty.join("scenarios")).unwrap();
    let empty = empty.to_str().unwrap();
    let arguments = ["generate", "--check", "--definitions", "--root", empty];
    let (code, message) = failure(&arguments, "");
    assert_eq!(code, 3);
    // Other crates add files to these.
    let others = ["scenarios/papers/README.md", "web/src/live/trust/trust.generated.ts"];
    for path in aqm_generate::files().iter().map(|file| file.path).chain(others) {
        assert!(message.contains(&format!("{path}: is stale; run:")), "{path}: {message}");
    }
}

#[test]
fn parameters_describes_a_parameter_and_a_group() {
    let one = output(&["parameters", "queues.codel.targetMs"]);
    assert!(one.starts_with("queues.codel.targetMs (Target, can change during a run)\n"), "{one}");
    assert!(one.contains("Accepted: 0.01 to 1000 ms\n  Default: 5\n"), "{one}");
    let group = output(&["parameters", "queues.pie"]);
    assert!(group.contains("    rfc8033: RFC 8033") && group.contains("paper2013: 20"), "{group}");
    assert!(!group.contains("queues.codel"), "{group}");
    assert!(output(&["parameters"]).contains("burst.durationS"));
    assert_eq!(failure(&["parameters", "queues.cod"], "").0, 2);
}

#[test]
fn import_trace_prints_a_schedule() {
    let trace = "0,8\n0.2,2\n0.4,0.5\n";
    assert_eq!(
        common::output(&["import-trace", "-", "--bin-ms", "100"], trace),
        "{\"kind\":\"trace\",\"binMs\":100,\"ratesMbps\":[8,8,2,2,0.5,0.5]}\n"
    );
    let (code, message) = failure(&["import-trace", "-"], "0,8\nsoon,2\n");
    let expected = "standard input: the text has 'soon' on line 2; expected a time in s.\n";
    assert_eq!((code, message.as_str()), (3, expected), "an invalid trace, as in replay");
    assert_eq!(failure(&["import-trace", "no such file"], "").0, 3);
    assert_eq!(failure(&["import-trace", "-", "--bin-ms", "0"], trace).0, 2);
}
