//! Runs the command as scripts do.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

/// What `aqm ARGUMENTS` prints and ends with when `input` is its standard input.
pub fn aqm(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_aqm"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // The command may end without reading: nothing to complain about.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    child.wait_with_output().expect("the command ends")
}

/// Standard output of a command that succeeds without a message.
pub fn output(arguments: &[&str], input: &str) -> String {
    let output = aqm(arguments, input);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && errors.is_empty(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// Exit code and standard error of a command that prints nothing.
pub fn failure(arguments: &[&str], input: &str) -> (i32, String) {
    let output = aqm(arguments, input);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "");
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}
