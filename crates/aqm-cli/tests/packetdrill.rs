//! `aqm packetdrill`: its output and exit codes.

use std::path::PathBuf;
use std::process::Command;

/// Exit code, standard output and standard error.
fn packetdrill(arguments: &[&str], scripts: &[PathBuf]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_aqm"));
    let output = command.arg("packetdrill").args(arguments).args(scripts).output();
    let output = output.expect("the command runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("an exit code"), text(output.stdout), text(output.stderr))
}

fn ours(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../aqm-packetdrill/tests/scripts"))
        .join(name)
}

/// A script in a directory of its own below the temporary one.
fn script(directory: &str, text: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(directory);
    std::fs::create_dir_all(&directory).expect("a directory");
    let path = directory.join("script.pkt");
    std::fs::write(&path, text).expect("a file");
    path
}

#[test]
fn a_script_that_passes_is_one_line() {
    let script = ours("slow-start.pkt");
    let (code, out, errors) = packetdrill(&[], std::slice::from_ref(&script));
    let expected = format!("pass        {}\n1 passed, 0 failed, 0 unsupported\n", script.display());
    assert_eq!((code, out, errors.as_str()), (0, expected, ""));
}

#[test]
fn differences_end_with_1_and_unsupported_scripts_with_0() {
    let late = script("late", "0 connect(3, ..., ...) = 0\n+1 > S 0:0(0)\n");
    let other = script("other", "0 connect(3, ..., ...) = 0\n+0 read(3, ..., 1) = 1\n");
    let bad = script("bad", "0 <\n");
    let (code, out, _) = packetdrill(&[], &[late.clone(), other.clone(), bad.clone()]);
    let expected = format!(
        "FAIL        {}:2: expected a SYN between 0.875000 s and 1.125000 s, but a SYN left at 0.000000 s\n\
         unsupported {}:2: the system call read\n\
         MALFORMED   {}:1: expected TCP flags, found the end\n\
         0 passed, 2 failed, 1 unsupported\n",
        late.display(),
        other.display(),
        bad.display()
    );
    assert_eq!((code, out), (1, expected));
    assert_eq!(packetdrill(&[], &[other]).0, 0);
}

#[test]
fn the_trace_shows_every_packet() {
    let (_, out, _) = packetdrill(&["--trace"], &[ours("timeout.pkt")]);
    assert!(out.contains("\n      0.302000 > 2001:3001 again\n"), "{out}");
}

#[test]
fn set_up_scripts_are_found_above_the_script() {
    let path = script("above/tcp/area", "0 `../common/set-up.sh`\n");
    let set_up = path.ancestors().nth(3).expect("a directory").join("common");
    std::fs::create_dir_all(&set_up).expect("a directory");
    std::fs::write(set_up.join("set-up.sh"), "sysctl -q net.ipv4.tcp_ecn=1\n").expect("a file");
    assert_eq!(packetdrill(&[], &[path]).0, 0);
    let missing = script("missing", "0 `../nowhere/set-up.sh`\n");
    let (code, out, _) = packetdrill(&[], &[missing]);
    assert!(code == 0 && out.contains(":1: ../nowhere/set-up.sh is not found"), "{out}");
}

#[test]
fn a_missing_file_does_not_stop_the_others() {
    let absent = PathBuf::from("absent.pkt");
    let (code, out, errors) = packetdrill(&[], &[absent, ours("ecn.pkt")]);
    assert_eq!(code, 3);
    assert!(out.ends_with("1 passed, 0 failed, 0 unsupported\n"), "{out}");
    assert!(errors.starts_with("absent.pkt: "), "{errors}");
}

#[test]
fn texts_from_scripts_are_shown_without_control_characters() {
    let path = script("colours", "0 `a\u{1b}[31m\u{9b}`\n");
    let (code, out, _) = packetdrill(&[], &[path]);
    assert_eq!(code, 0, "{out}");
    assert!(out.contains(r"a\u{1b}[31m\u{9b}"), "{out}");
    assert!(!out.contains(['\u{1b}', '\u{9b}']), "{out}");
}
