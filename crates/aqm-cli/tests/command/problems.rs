//! Problems of files and of usage: messages and exit codes.

use super::SCENARIO;
use crate::common::failure;

#[test]
fn problems_end_with_1_and_are_all_named() {
    let broken =
        SCENARIO.replace("\"rateMbps\": 5", "\"rateMbps\": -5").replace("targetMs", "target");
    for command in ["check", "run", "digest"] {
        let (code, message) = failure(&[command, "-"], &broken);
        assert_eq!(code, 1);
        assert_eq!(
            message,
            "standard input: link.rateMbps is -5; expected 0.1 to 1\u{202f}000\u{202f}000 Mbit/s.\n\
             standard input: queues[1].target is unknown; did you mean 'targetMs'?\n"
        );
    }
    let (code, message) = failure(&["check", "-"], "\u{0}");
    assert_eq!(
        (code, message.as_str()),
        (
            1,
            "standard input: the text is not JSON: line 1, column 1: expected a number, a text in double quotes, \
             true, false, null, an object or a list.\n"
        )
    );
}

/// Messages repeat names from files. No such name may start a new line or control the terminal.
#[test]
fn each_message_is_one_line_without_control_characters() {
    let name = r#""\u001b[31mred\nfake.json: ok\u009b""#;
    let member = SCENARIO.replace(r#""version""#, &format!(r#"{name}: 1, "version""#));
    let kind = SCENARIO.replace(r#""codel""#, name);
    for (broken, place) in [(member, ""), (kind, "queues[0].kind is '")] {
        let (code, message) = failure(&["check", "-"], &broken);
        assert_eq!((code, message.lines().count()), (1, 1), "{message}");
        let shown = format!(r"standard input: {place}\u{{1b}}[31mred\nfake.json: ok\u{{9b}}");
        assert!(message.starts_with(&shown), "{message}");
    }
    let set = "queues.0.kind=\u{1b}[31m";
    let (_, message) = failure(&["sweep", "-", "--set", set], SCENARIO);
    assert!(message.contains(r"\u{1b}[31m") && !message.contains('\u{1b}'), "{message}");
    let (_, message) = failure(&["check", "no\nsuch.json"], "");
    assert!(message.starts_with(r"no\nsuch.json: ") && message.lines().count() == 1, "{message}");
}

#[test]
fn wrong_usage_ends_with_2() {
    // The whole help.
    assert_eq!(failure(&[], "").0, 2);
    for arguments in [
        &["fly"][..],
        &["run"],
        &["run", "-", "--json", "--csv"],
        &["run", "-", "--until", "0"],
        &["run", "-", "--until", "nan"],
        &["run", "-", "--seed", "-1"],
        &["run", "-", "--seed", "9007199254740992"],
        &["reproduce", "--table", "nonsense"],
    ] {
        let (code, message) = failure(arguments, SCENARIO);
        assert_eq!((code, message.lines().count()), (2, 1), "{arguments:?}: {message}");
        assert!(message.ends_with(".\n") && !message.starts_with("error"), "{message}");
    }
    let (_, message) = failure(&["run", "-", "--seed", "-1"], SCENARIO);
    assert!(message.contains("expected a whole number from 0 to 2^53 - 1"), "{message}");
    let (_, message) = failure(&["reproduce", "tahiliani", "--table", "nonsense"], "");
    assert_eq!(
        message,
        "'nonsense' is no table or figure of this paper; expected one of 1, 1-bare.\n"
    );
}

#[test]
fn files_that_cannot_be_read_end_with_3() {
    let (code, message) = failure(&["run", "no-such-file.json"], "");
    assert_eq!(code, 3);
    assert!(message.starts_with("no-such-file.json: "), "{message}");
    let folder = env!("CARGO_MANIFEST_DIR");
    assert_eq!(failure(&["check", folder], "").0, 3);
}

/// A scenario that needs too much memory is refused before it runs.
#[test]
fn a_scenario_that_needs_too_much_memory_is_a_problem() {
    let hostile = include_str!("../../../aqm-scenario/tests/hostile/memory.json");
    for command in [&["run", "-"][..], &["digest", "-"], &["sweep", "-", "--seeds", "1..9"]] {
        let (code, message) = failure(command, hostile);
        assert_eq!(code, 1);
        assert!(message.starts_with("standard input: link makes the run need "), "{message}");
    }
    let set = "traffic.0.initialWindow=1,1000";
    let flows = SCENARIO
        .replace(r#""flows": 2"#, r#""flows": 1000"#)
        .replace(r#"{ "ms": 100 }"#, r#"{ "packets": 1000000 }"#);
    let set_rate = "link.rateMbps=5,1000000";
    let (code, message) = failure(
        &["sweep", "-", "--set", set, "--set", set_rate, "--set", "link.rttMs=1000"],
        &flows,
    );
    assert_eq!((code, message.contains(" MB of memory in 2 lanes")), (1, true), "{message}");
}
