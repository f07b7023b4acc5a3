//! Runs the command as scripts do.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

/// Returns the output of `aqm ARGUMENTS` with `input` on its standard input.
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
    child.wait_with_output().expect("the command ends")
}

/// Returns the standard output of a command that succeeds without a message. On a slow machine it may report its progress.
pub fn output(arguments: &[&str], input: &str) -> String {
    let output = aqm(arguments, input);
    let errors = String::from_utf8(output.stderr).unwrap();
    let is_quiet = errors.lines().all(|line| line.ends_with(" times real time"));
    assert!(output.status.success() && is_quiet, "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the standard output of a command that succeeds. On a slow machine it may report its progress.
pub fn slow_output(arguments: &[&str]) -> String {
    let output = aqm(arguments, "");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{arguments:?}: {errors}");
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
