//! Runs the command as scripts do.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

/// Returns the output of `aqm ARGUMENTS` with `input` on its standard input, without messages about progress: a run that takes over a
/// second prints them, so they depend on the machine.
pub fn aqm(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_aqm"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // The command may end without reading its input, so an error here is ignored.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    let mut output = child.wait_with_output().expect("the command ends");
    output.stderr = without_progress(&output.stderr);
    output
}

/// Leaves the messages of `aqm-cli/src/progress.rs` out of a standard error.
pub fn without_progress(errors: &[u8]) -> Vec<u8> {
    let is_progress =
        |line: &[u8]| line.ends_with(b" times real time\n") || line.ends_with(b" s left\n");
    errors
        .split_inclusive(|byte| *byte == b'\n')
        .filter(|line| !is_progress(line))
        .flatten()
        .copied()
        .collect()
}

#[test]
fn messages_about_progress_are_left_out() {
    let errors = "link: 1.2 of 6 s simulated (20 %), 1 times real time\nnote: slow\nsweep: [##..] 50 %, 3 s left\n";
    assert_eq!(without_progress(errors.as_bytes()), b"note: slow\n");
}

/// Returns the standard output of a command that succeeds without a message.
pub fn output(arguments: &[&str], input: &str) -> String {
    let output = aqm(arguments, input);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && errors.is_empty(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns exit code and standard error of a command that prints no output.
pub fn failure(arguments: &[&str], input: &str) -> (i32, String) {
    let output = aqm(arguments, input);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "");
    let errors = String::from_utf8(output.stderr).unwrap();
    // A reason that is a sentence must not get a second full stop from the message around it.
    let has_two = errors.lines().any(|line| line.ends_with("..") || line.contains(".. "));
    assert!(!has_two, "{errors}");
    (output.status.code().unwrap(), errors)
}
