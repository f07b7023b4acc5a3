//! Checks that modules depend only on modules below them, in the order of ARCHITECTURE.md.

use crate::imports::{self, Source};
use std::fs;
use std::path::Path;

/// Each module with the modules that it may use, lowest first.
const MAY_USE: &[(&str, &[&str])] = &[
    ("time", &[]),
    ("math", &[]),
    ("sort", &[]),
    ("units", &["time"]),
    ("rng", &["math"]),
    ("schedule", &["time", "units"]),
    ("packet", &["time", "units"]),
    ("wheel", &["time"]),
    ("tournament", &["time", "packet"]),
    ("event", &["time", "packet", "tournament", "wheel"]),
    ("ring", &["sort"]),
    ("buffer", &["time", "units", "packet", "ring"]),
    ("aqm", &["time", "units", "math", "rng", "ring", "packet", "buffer"]),
    ("cc", &["time", "units", "math", "rng"]),
    ("tcp", &["time", "units", "math", "packet", "ring", "cc"]),
    ("config", &["time", "units", "schedule", "aqm", "cc", "tcp"]),
    ("token_bucket", &["time", "units"]),
    ("link", &["time", "units", "schedule", "packet", "buffer"]),
    ("traffic", &["time", "units", "packet", "rng", "config"]),
    ("digest", &["time"]),
    ("log", &["time", "sort", "packet", "buffer", "aqm"]),
    ("metrics", &["time", "units", "math", "sort", "packet", "buffer", "config"]),
    ("app", &["time", "units", "math", "rng", "ring", "packet", "config", "metrics"]),
    (
        "world",
        &[
            "time",
            "units",
            "math",
            "rng",
            "schedule",
            "sort",
            "packet",
            "event",
            "ring",
            "wheel",
            "buffer",
            "aqm",
            "cc",
            "tcp",
            "config",
            "link",
            "traffic",
            "digest",
            "log",
            "metrics",
            "app",
            "token_bucket",
        ],
    ),
];

/// The source files of this crate in the order.
fn sources() -> Vec<Source> {
    let mut sources = imports::sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    sources.retain(|source| !source.module.is_empty());
    sources
}

/// Returns the crate's top-level modules that paths from `crate` and `super` in module `file` refer to.
fn used_modules(file: &[String], text: &str) -> Vec<String> {
    let paths = imports::used_paths(file, text).into_iter().filter(|used| !used.is_relative);
    paths.filter_map(|used| used.path.into_iter().next()).collect()
}

#[test]
fn dependencies_point_downwards() {
    let mut wrong = Vec::new();
    for Source { module: file, path, text } in sources() {
        let module = &file[0];
        let Some((_, allowed)) = MAY_USE.iter().find(|(name, _)| name == module) else {
            wrong.push(format!("{}: module `{module}` is missing in MAY_USE", path.display()));
            continue;
        };
        for used in used_modules(&file, &text) {
            if used != *module && !allowed.contains(&used.as_str()) {
                wrong.push(format!("{}: `{module}` must not use `{used}`", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_table_of_the_document_has_every_module() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = fs::read_to_string(root.join("ARCHITECTURE.md")).expect("the document can be read");
    let (_, table) = text.split_once("| module | what it holds | may use |").expect("the table");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let cells = rows.map(|row| row.split('|').nth(1).expect("a cell"));
    let mut listed: Vec<_> = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    let mut modules: Vec<_> = MAY_USE.iter().map(|(module, _)| *module).collect();
    listed.sort_unstable();
    modules.sort_unstable();
    assert_eq!(listed, modules);
}

#[test]
fn nothing_depends_on_hash_order_or_clocks() {
    for Source { path, text, .. } in sources() {
        for word in ["HashMap", "HashSet", "Instant", "SystemTime"] {
            assert!(!text.contains(word), "{} mentions {word}", path.display());
        }
    }
}

#[test]
fn files_stay_readable() {
    for Source { path, text, .. } in sources() {
        let lines = text.lines().count();
        assert!(lines <= 700, "{} has {lines} lines: split it", path.display());
    }
}

#[test]
fn imports_are_recognised() {
    let file = ["tcp", "sender"].map(str::to_owned);
    let used = |text| used_modules(&file, text);
    assert_eq!(
        used("use crate::time::{Span};\n// crate::no\npub(crate) x: crate::cc::K"),
        ["time", "cc"]
    );
    assert_eq!(
        used("use crate::{world::{self, Simulation}, tcp::Sender as S, ring};\nuse aqm::X;"),
        ["world", "world", "tcp", "ring"]
    );
    assert_eq!(
        used("use super::super::world;\nuse super::{rack::{Rack}, rtt};"),
        ["world", "tcp", "tcp"]
    );
    // A module inside the file is one level deeper.
    assert_eq!(
        used("mod tests { use super::*; fn f() { super::super::super::world::f('{', \"}\") } }"),
        ["tcp", "world"]
    );
    assert_eq!(used("mod a { fn f<'a>() { 'b' } } fn g() { super::super::link::h() }"), ["link"]);
}

/// Returns the folders and files in `folder` that can be a module.
fn modules(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .expect("the folder can be read")
        .map(|entry| entry.expect("the entry can be read").path())
        .filter(|path| {
            path.extension().is_some_and(|ending| ending == "rs") || path.join("mod.rs").exists()
        })
        .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
        .filter(|name| name != "main")
        .collect();
    names.sort();
    names
}

#[test]
fn every_file_of_integration_tests_is_compiled() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut joined = 0;
    for entry in fs::read_dir(crates).expect("the folder of the crates can be read") {
        let tests = entry.expect("the entry can be read").path().join("tests");
        let Ok(main) = fs::read_to_string(tests.join("main.rs")) else { continue };
        // The scenarios for tests belong to another crate.
        let is_here = |name: &&str| *name != "common" || !main.contains("#[path = ");
        let declared = main.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'));
        let declared: Vec<_> = declared.filter(is_here).collect();
        assert_eq!(declared, modules(&tests), "{}", tests.display());
        joined += 1;
    }
    assert_eq!(joined, 11);
}
