//! Keeps the modules in the order that ARCHITECTURE.md gives: dependencies point downwards only.

use std::fs;
use std::path::{Path, PathBuf};

/// Each module and the modules it may use, lowest first.
const MAY_USE: &[(&str, &[&str])] = &[
    ("time", &[]),
    ("math", &[]),
    ("sort", &[]),
    ("units", &["time"]),
    ("rng", &["math"]),
    ("packet", &["time", "units"]),
    ("wheel", &["time"]),
    ("event", &["time", "packet", "wheel"]),
    ("ring", &["sort"]),
    ("buffer", &["time", "units", "packet", "ring"]),
    ("aqm", &["time", "units", "math", "rng", "packet", "buffer"]),
    ("replay", &["time", "units", "math", "rng", "packet", "buffer", "aqm"]),
    ("cc", &["time", "units", "math"]),
    ("tcp", &["time", "units", "math", "packet", "ring", "cc"]),
    ("config", &["time", "units", "aqm", "cc", "tcp"]),
    ("link", &["time", "units", "packet", "buffer"]),
    ("traffic", &["time", "units", "packet", "rng", "config"]),
    ("digest", &["time"]),
    ("metrics", &["time", "units", "sort", "packet", "buffer"]),
    (
        "world",
        &[
            "time", "units", "math", "rng", "sort", "packet", "event", "ring", "wheel", "buffer",
            "aqm", "cc", "tcp", "config", "link", "traffic", "digest", "metrics",
        ],
    ),
];

fn source_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the source folder can be read") {
        let path = entry.expect("the entry can be read").path();
        if path.is_dir() {
            source_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

fn sources() -> Vec<(String, PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    source_files(&root, &mut files);
    files
        .into_iter()
        .map(|path| {
            let inner = path.strip_prefix(&root).expect("the file is below the root");
            let first = inner.components().next().expect("the path is not empty");
            let module = first.as_os_str().to_string_lossy().trim_end_matches(".rs").to_string();
            let text = fs::read_to_string(&path).expect("the file can be read");
            (module, path, text)
        })
        .filter(|(module, ..)| module != "lib")
        .collect()
}

/// Names after `crate::`, also in grouped imports.
fn used_modules(text: &str) -> Vec<String> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let name_end = |c: char| !(c.is_ascii_lowercase() || c == '_');
    code.flat_map(|line| {
        line.match_indices("crate::").map(move |(at, hit)| &line[at + hit.len()..])
    })
    .map(|rest| rest[..rest.find(name_end).unwrap_or(rest.len())].to_string())
    .filter(|name| !name.is_empty())
    .collect()
}

#[test]
fn dependencies_point_downwards() {
    let mut wrong = Vec::new();
    for (module, path, text) in sources() {
        let Some((_, allowed)) = MAY_USE.iter().find(|(name, _)| *name == module) else {
            wrong.push(format!("{}: module `{module}` has no place in the order", path.display()));
            continue;
        };
        for used in used_modules(&text) {
            if used != module && !allowed.contains(&used.as_str()) {
                wrong.push(format!("{}: `{module}` must not use `{used}`", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn nothing_depends_on_hash_order_or_clocks() {
    for (_, path, text) in sources() {
        for word in ["HashMap", "HashSet", "Instant", "SystemTime"] {
            assert!(!text.contains(word), "{} mentions {word}", path.display());
        }
    }
}

#[test]
fn files_stay_readable() {
    for (_, path, text) in sources() {
        let lines = text.lines().count();
        assert!(lines <= 700, "{} has {lines} lines: split it", path.display());
    }
}

#[test]
fn imports_are_recognised() {
    assert_eq!(
        used_modules("use crate::time::{Span};\n// crate::no\npub x: crate::cc::K"),
        ["time", "cc"]
    );
}
