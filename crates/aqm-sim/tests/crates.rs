//! Checks that each crate depends only on crates below it, and that ARCHITECTURE.md lists all crates.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each crate with the crates of this repository that it depends on, lowest first. A crate may use only crates above its line.
const DEPENDS_ON: &[(&str, &[&str])] = &[
    ("sim", &[]),
    ("json", &[]),
    ("packetdrill", &["sim"]),
    ("trace", &["sim"]),
    ("scenario", &["json", "sim"]),
    ("link", &["json", "scenario"]),
    ("experiment", &["json", "scenario", "sim"]),
    ("report", &["experiment", "json", "scenario", "sim"]),
    ("sweep", &["json", "report", "scenario", "sim"]),
    ("challenge", &["experiment", "json", "report", "scenario", "sim"]),
    (
        "generate",
        &["challenge", "experiment", "json", "link", "report", "scenario", "sim", "sweep"],
    ),
    ("export", &["json", "report", "scenario", "sim"]),
    ("testbed", &["json", "report", "scenario", "sim"]),
    ("story", &["challenge", "experiment", "json", "report", "scenario", "sim", "sweep"]),
    ("stability", &["json", "scenario", "sim"]),
    ("papers", &["json", "report", "scenario", "sim", "stability", "sweep"]),
    ("trust", &["json", "scenario", "sim"]),
    (
        "validation",
        &[
            "experiment",
            "json",
            "packetdrill",
            "papers",
            "scenario",
            "sim",
            "sweep",
            "trace",
            "trust",
        ],
    ),
    // The page's first package: no sweeps, challenges, papers, stories or generated files.
    ("wasm", &["experiment", "report", "scenario", "sim"]),
    (
        "batch",
        &[
            "challenge",
            "experiment",
            "export",
            "json",
            "report",
            "papers",
            "scenario",
            "sim",
            "stability",
            "story",
            "sweep",
            "trust",
        ],
    ),
    ("python", &["experiment", "report", "scenario", "sweep"]),
    (
        "cli",
        &[
            "challenge",
            "experiment",
            "export",
            "generate",
            "json",
            "link",
            "packetdrill",
            "report",
            "papers",
            "scenario",
            "sim",
            "stability",
            "story",
            "sweep",
            "testbed",
            "trace",
            "trust",
            "validation",
        ],
    ),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn text_of(path: PathBuf) -> String {
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the crates of this repository that a manifest depends on, also those of tests.
fn dependencies(manifest: &str) -> BTreeSet<String> {
    let (mut found, mut is_inside) = (BTreeSet::new(), false);
    for line in manifest.lines() {
        if line.starts_with('[') {
            is_inside = line.ends_with("dependencies]");
        } else if let Some(rest) = line.strip_prefix("aqm-").filter(|_| is_inside) {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
            found.insert(rest[..end].to_owned());
        }
    }
    found
}

#[test]
fn crates_depend_only_on_crates_below_them() {
    let mut wrong = Vec::new();
    for (index, (name, expected)) in DEPENDS_ON.iter().enumerate() {
        let manifest = text_of(root().join(format!("crates/aqm-{name}/Cargo.toml")));
        let expected: BTreeSet<String> = expected.iter().map(|&other| other.to_owned()).collect();
        let found = dependencies(&manifest);
        if found != expected {
            wrong.push(format!("aqm-{name} depends on {found:?}; the table has {expected:?}"));
        }
        let below: Vec<&str> = DEPENDS_ON[..index].iter().map(|(other, _)| *other).collect();
        let above = found.iter().filter(|other| !below.contains(&other.as_str()));
        wrong.extend(above.map(|other| format!("aqm-{name} depends on aqm-{other} above it")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_table_and_the_architecture_list_all_crates() {
    let folders = fs::read_dir(root().join("crates")).expect("the folder of the crates");
    let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    let found: BTreeSet<String> =
        folders.map(|entry| name(entry.expect("the entry can be read"))).collect();
    let listed = DEPENDS_ON.iter().map(|(name, _)| format!("aqm-{name}")).collect();
    assert_eq!(found, listed);
    let architecture = text_of(root().join("ARCHITECTURE.md"));
    for name in found {
        let line = format!("\ncrates/{name} ");
        assert_eq!(architecture.matches(&line).count(), 1, "{name} in ARCHITECTURE.md");
    }
}

#[test]
fn dependencies_of_tests_and_systems_are_found() {
    let manifest = "[package]\nname = \"aqm-a\"\n[dependencies]\naqm-b.workspace = true\nlibm = \"0.2\"\n\
        [target.'cfg(unix)'.dependencies]\naqm-c = { workspace = true }\n[dev-dependencies]\naqm-d.workspace = true\n[lints]\naqm-e = 1";
    assert_eq!(dependencies(manifest), BTreeSet::from(["b", "c", "d"].map(str::to_owned)));
}
