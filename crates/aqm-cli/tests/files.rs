//! Files and streams that the command reads and writes: nothing is lost, and nothing waits for ever.

#![cfg(unix)]

use crate::common::{failure, without_progress};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const SCENARIO: &str = r#"{ "version": 1, "title": "Files", "durationS": 2, "link": { "rateMbps": 5, "rttMs": 20, "buffer": { "packets": 60 } },
    "queues": [{ "kind": "codel" }, { "kind": "pie" }], "traffic": [{ "kind": "bulk", "flows": 2 }] }"#;
const GOALS: &str = r#""goals": [{ "measure": "queueDelayMs.mean", "atMost": 1 }], "free": [{ "set": "queues.0.targetMs", "min": 1, "max": 9 }], "title""#;
const PAPER: &str = r#"{ "version": 1, "name": "mine", "authors": "Me", "title": "T", "citation": "C",
    "items": [{ "id": "1", "label": "Table 1", "title": "Delay", "plan": "1.json",
        "measures": [{ "name": "use", "of": "100 * utilization", "label": "utilization", "unit": "%" }] }] }"#;

/// Returns a folder with a scenario, a paper with its plan, hand-ins and a shard.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("s.json", SCENARIO);
    write("challenge.json", &SCENARIO.replace("\"title\"", GOALS));
    write("paper.json", PAPER);
    write("1.json", &format!(r#"{{ "version": 1, "scenario": {SCENARIO} }}"#));
    write("links.txt", "Ada #v1.abc\n");
    write("shard.json", "{}");
    write("trace.csv", "0,1\n1,2\n2,1\n");
    folder
}

/// Runs a line of Bash in a folder. `aqm` is the command.
fn bash(folder: &Path, line: &str) -> Output {
    let program =
        format!("set -o pipefail; aqm() {{ '{}' \"$@\"; }}; {line}", env!("CARGO_BIN_EXE_aqm"));
    let ran = Command::new("bash").args(["-c", &program]).current_dir(folder).output();
    let mut output = ran.expect("bash starts");
    output.stderr = without_progress(&output.stderr);
    output
}

fn errors(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Returns the names and contents of all files.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entry = |entry: fs::DirEntry| {
        (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).unwrap())
    };
    let mut all: Vec<_> =
        fs::read_dir(folder).unwrap().map(|found| entry(found.unwrap())).collect();
    all.sort();
    all
}

#[test]
fn an_output_that_is_an_input_is_refused() {
    let folder = folder();
    let path = folder.path();
    fs::hard_link(path.join("s.json"), path.join("hard.csv")).unwrap();
    std::os::unix::fs::symlink("s.json", path.join("soft.csv")).unwrap();
    let before = contents(path);
    for line in [
        "run s.json --events s.json",
        "run s.json --packets s.json",
        "run s.json --packets ./s.json",
        "run s.json --pcap hard.csv",
        "run s.json --events soft.csv",
        "run soft.csv --events s.json",
        "run - --events s.json <s.json",
        "run /dev/stdin --events s.json <s.json",
        "export s.json --to tc -o s.json",
        "sweep s.json --output s.json",
        "sweep --merge shard.json --output shard.json",
        "grade challenge.json links.txt --output links.txt",
        "grade challenge.json links.txt --output challenge.json",
        "reproduce ./paper.json --save paper.json",
        "reproduce ./paper.json --series 1.json",
    ] {
        let output = bash(path, &format!("aqm {line}"));
        let message = errors(&output);
        assert_eq!(output.status.code(), Some(2), "{line}: {message}");
        assert!(message.contains("is the input") && message.lines().count() == 1, "{message}");
        assert_eq!(output.stdout, b"", "{line}");
        assert!(contents(path) == before, "{line}");
    }
}

#[test]
fn two_outputs_to_one_file_are_refused() {
    let folder = folder();
    let before = contents(folder.path());
    for (line, other) in [
        ("run s.json --events x --packets x", "file of --events"),
        ("run s.json --events x --packets ../${PWD##*/}/x", "file of --events"),
        ("run s.json --events x-0.flent.gz --flent x.flent.gz", "file of --events"),
        ("run s.json --events /dev/stdout --packets /dev/fd/1", "file of --events"),
        ("reproduce ./paper.json --save x --series ./x", "file of --save"),
        ("run s.json --events -", "name /dev/stdout"),
    ] {
        let output = bash(folder.path(), &format!("aqm {line}"));
        let message = errors(&output);
        assert_eq!(output.status.code(), Some(2), "{line}: {message}");
        assert!(message.contains(other) && message.lines().count() == 1, "{message}");
        assert!(contents(folder.path()) == before, "{line}");
    }
    let output = bash(folder.path(), "aqm run s.json --events x >x");
    assert!(errors(&output).contains("standard output"), "{}", errors(&output));
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn devices_and_streams_are_written_as_they_are() {
    let folder = folder();
    let run = |line: &str| {
        let output = bash(folder.path(), line);
        assert!(output.status.success(), "{line}: {}", errors(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    run("aqm run s.json --events /dev/null --packets /dev/null");
    run("aqm run s.json --events events.csv >table.txt");
    let table = fs::read_to_string(folder.path().join("table.txt")).unwrap();
    let events = fs::read_to_string(folder.path().join("events.csv")).unwrap();
    assert!(table.starts_with("Files\n") && events.starts_with("time_s,"));
    let both = format!("{events}{table}");
    assert_eq!(run("aqm run s.json --events /dev/stdout"), both);
    // The table must not overwrite the events in a file, nor the events what was there before.
    run("{ echo first; aqm run s.json --events /dev/stdout; } >both.txt");
    let written = fs::read_to_string(folder.path().join("both.txt")).unwrap();
    assert_eq!(written, format!("first\n{both}"));
    run(
        "aqm run s.json --events >(cat >copy.csv) >/dev/null; while [ ! -s copy.csv ]; do sleep 0.05; done; wait $!",
    );
    assert_eq!(fs::read_to_string(folder.path().join("copy.csv")).unwrap(), events);
    run("exec 3>third.csv; aqm run s.json --events /dev/fd/3 >/dev/null");
    assert_eq!(fs::read_to_string(folder.path().join("third.csv")).unwrap(), events);
    assert_eq!(run("aqm check <(cat s.json) /dev/stdin - <s.json | wc -l").trim(), "3");
}

/// The greatest size of a file stands for a full disk: it refuses a write, or ends the process at once.
#[test]
fn old_files_survive_a_full_disk_and_a_killed_process() {
    let folder = folder();
    let path = folder.path();
    for (option, file) in [
        ("--events", "e.csv"),
        ("--packets", "p.csv"),
        ("--packets", "p.parquet"),
        ("--pcap", "p.pcapng"),
    ] {
        fs::write(path.join(file), "old").unwrap();
        // One block is enough for the header, and too little for the packets.
        let run = format!("aqm run s.json --until 2 {option} {file}");
        let full = bash(path, &format!("trap '' XFSZ; ulimit -f 1; {run}"));
        let message = errors(&full);
        assert_eq!(full.status.code(), Some(3), "{option}: {message}");
        assert!(
            message.starts_with(&format!("{file}: ")) && message.lines().count() == 1,
            "{message}"
        );
        assert_eq!(fs::read_to_string(path.join(file)).unwrap(), "old", "{option}");
        let parts = || contents(path).iter().filter(|(name, _)| name.ends_with(".part")).count();
        assert_eq!(parts(), 0, "{option}");
        let killed = bash(path, &format!("ulimit -f 1; {run}"));
        assert!(!killed.status.success(), "{option}");
        assert_eq!(fs::read_to_string(path.join(file)).unwrap(), "old", "{option}");
        for (name, _) in contents(path).iter().filter(|(name, _)| name.ends_with(".part")) {
            fs::remove_file(path.join(name)).unwrap();
        }
        assert!(bash(path, &run).status.success());
        assert_ne!(fs::read(path.join(file)).unwrap(), b"old", "{option}");
        assert_eq!(parts(), 0, "{option}");
    }
}

/// Every command that prints.
const PRINTING: [&str; 15] = [
    "run s.json",
    "run s.json --json",
    "run s.json --csv",
    "check s.json",
    "digest s.json",
    "digest s.json --json",
    "open s.json",
    "open s.json --link",
    "export s.json --to tc",
    "sweep s.json",
    "grade challenge.json links.txt",
    "import-trace trace.csv",
    "parameters",
    "--help",
    "--version",
];

#[test]
fn a_closed_standard_output_is_an_error() {
    let folder = folder();
    for command in PRINTING {
        let output = bash(folder.path(), &format!("aqm {command} >&-"));
        let message = errors(&output);
        assert_eq!(output.status.code(), Some(3), "{command}: {message}");
        assert!(
            message.contains("standard output: is closed; redirect it"),
            "{command}: {message}"
        );
    }
    // A command that prints nothing there needs none.
    let output = bash(folder.path(), "aqm sweep s.json --csv --output table.csv >&-");
    assert!(output.status.success(), "{}", errors(&output));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_is_an_error() {
    let folder = folder();
    for command in PRINTING {
        let output = bash(folder.path(), &format!("aqm {command} >/dev/full"));
        let message = errors(&output);
        assert_eq!(output.status.code(), Some(3), "{command}: {message}");
        assert!(message.contains("standard output: the disk is full."), "{command}: {message}");
        // A message that cannot be printed does not matter.
        let output = bash(folder.path(), &format!("aqm {command} 2>/dev/full >/dev/null"));
        assert!(output.status.success(), "{command}");
    }
}

#[test]
fn a_closed_pipe_ends_the_command_quietly() {
    let folder = folder();
    for command in PRINTING {
        // The pipe is closed before the command starts.
        let output = bash(folder.path(), &format!("{{ sleep 0.1; aqm {command}; }} | true"));
        let message: Vec<_> = errors(&output).lines().map(str::to_owned).collect();
        assert!(message.iter().all(|line| line.starts_with("note: ")), "{command}: {message:?}");
        assert!(output.status.success(), "{command}");
    }
}

#[test]
fn a_pipe_that_nobody_opens_ends_with_a_message() {
    let folder = folder();
    let made = bash(folder.path(), "mkfifo pipe && aqm check pipe");
    let message = errors(&made);
    assert_eq!(made.status.code(), Some(3), "{message}");
    assert!(message.starts_with("pipe: is a pipe whose other end is not open"), "{message}");
    let saved = bash(folder.path(), "aqm reproduce ./paper.json --save pipe");
    let message = errors(&saved);
    assert_eq!(saved.status.code(), Some(3), "{message}");
    assert!(message.starts_with("pipe: is a pipe whose other end is not open"), "{message}");
}

#[test]
fn pipes_with_both_ends_are_read_and_written() {
    let folder = folder();
    let run = |line: &str| {
        let output = bash(folder.path(), line);
        assert!(output.status.success(), "{line}: {}", errors(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    run("mkfifo pipe");
    assert_eq!(run("cat s.json >pipe & aqm check pipe"), "pipe: ok\n");
    let saved = run("cat pipe & aqm reproduce ./paper.json --save pipe >/dev/null; wait");
    assert!(saved.starts_with('{'), "{saved:.100}");
    let refused = bash(folder.path(), "cat s.json >pipe & aqm check --write pipe");
    assert!(errors(&refused).contains("not a regular file"), "{}", errors(&refused));
}

#[test]
fn a_trace_is_read_once() {
    let trace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../aqm-trace/tests/fixtures/traces");
    let mut names: Vec<_> =
        fs::read_dir(&trace).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.retain(|path| !path.to_string_lossy().ends_with(".state.csv.gz"));
    names.sort();
    let name = names[0].to_str().unwrap();
    let [plain, piped] = ["", "<(cat "].map(|open| {
        let close = if open.is_empty() { "" } else { ")" };
        bash(&trace, &format!("aqm replay {open}'{name}'{close}"))
    });
    assert_eq!(errors(&piped), errors(&plain));
    assert_eq!(piped.stdout, plain.stdout);
}

#[test]
fn a_folder_that_cannot_be_written_is_named_before_the_run() {
    let (code, message) = failure(&["sweep", "-", "--output", "no/such/folder/x.csv"], SCENARIO);
    let expected =
        "no/such/folder/x.csv: the folder no/such/folder does not exist; make it first.\n";
    assert_eq!((code, message.as_str()), (3, expected));
}
