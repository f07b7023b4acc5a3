//! Checks that modules depend only on modules below them, in the order of ARCHITECTURE.md.

use std::fs;
use std::path::{Path, PathBuf};

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
    ("link", &["time", "units", "schedule", "packet", "buffer"]),
    ("traffic", &["time", "units", "packet", "rng", "config"]),
    ("digest", &["time"]),
    ("log", &["time", "packet", "aqm"]),
    ("metrics", &["time", "units", "math", "sort", "packet", "buffer", "config"]),
    ("app", &["time", "units", "math", "rng", "ring", "packet", "config", "metrics"]),
    (
        "world",
        &[
            "time", "units", "math", "rng", "schedule", "sort", "packet", "event", "ring", "wheel",
            "buffer", "aqm", "cc", "tcp", "config", "link", "traffic", "digest", "log", "metrics",
            "app",
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

/// Returns module path, file and text of every source file in the order.
fn sources() -> Vec<(Vec<String>, PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    source_files(&root, &mut files);
    files
        .into_iter()
        .map(|path| {
            let inner = path.strip_prefix(&root).expect("the file is below the root");
            let names = inner.with_extension("");
            let module = names.iter().map(|name| name.to_string_lossy().into_owned());
            let module: Vec<String> = module.filter(|name| name != "mod").collect();
            let text = fs::read_to_string(&path).expect("the file can be read");
            (module, path, text)
        })
        .filter(|(module, ..)| module[0] != "lib")
        .collect()
}

/// Returns the words and punctuation of Rust code, without comments and literals.
fn tokens(code: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let quoted = |quote: char| {
            let mut escaped = false;
            let mut ends = rest.char_indices().skip(1).filter(|&(_, c)| {
                let ends = c == quote && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            ends.next().map_or(rest.len(), |(at, _)| at + 1)
        };
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if first == '"' {
            quoted('"')
        } else if first == '\''
            && (rest[1..].starts_with('\\') || rest.chars().nth(2) == Some('\''))
        {
            quoted('\'')
        } else if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        let token = &rest[..length];
        if is_word(first) || (length <= 2 && token.starts_with([':', '{', '}', ',', ';', ')'])) {
            found.push(token);
        }
        rest = &rest[length..];
    }
    found
}

/// Follows a path from the module `at`, with all branches of a grouped import. Adds the crate's
/// top-level module of each to `found`. Returns the number of tokens read.
fn follow(at: &[&str], tokens: &[&str], found: &mut Vec<String>) -> usize {
    let mut at = at.to_vec();
    let mut taken = 0;
    loop {
        match tokens.get(taken).copied() {
            Some("crate") => at.clear(),
            Some("super") => drop(at.pop()),
            Some("{") => {
                taken += 1;
                while let Some(&token) = tokens.get(taken)
                    && token != "}"
                {
                    taken += match token {
                        "," => 1,
                        _ => follow(&at, &tokens[taken..], found),
                    };
                }
                return taken + 1;
            }
            Some("self") => {}
            Some(name) if !matches!(name, "," | "}" | ";" | ")") => at.push(name),
            _ => break,
        }
        taken += 1;
        if tokens.get(taken) != Some(&"::") {
            break;
        }
        taken += 1;
    }
    if tokens.get(taken) == Some(&"as") {
        taken += 2;
    }
    found.extend(at.first().map(ToString::to_string));
    taken
}

/// Returns the crate's modules that paths from `crate` and `super` in module `file` refer to.
fn used_modules(file: &[&str], text: &str) -> Vec<String> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    // Modules inside the file, each with its brace depth.
    let mut module = file.to_vec();
    let mut opened = Vec::new();
    let mut depth = 0;
    let mut next = 0;
    while let Some(&token) = tokens.get(next) {
        match token {
            "{" => {
                if next >= 2 && tokens[next - 2] == "mod" {
                    module.push(tokens[next - 1]);
                    opened.push(depth);
                }
                depth += 1;
            }
            "}" => {
                depth -= 1;
                if opened.last() == Some(&depth) {
                    opened.pop();
                    module.pop();
                }
            }
            "crate" | "super" if tokens.get(next + 1) == Some(&"::") => {
                next += follow(&module, &tokens[next..], &mut found);
                continue;
            }
            _ => {}
        }
        next += 1;
    }
    found
}

#[test]
fn dependencies_point_downwards() {
    let mut wrong = Vec::new();
    for (file, path, text) in sources() {
        let module = &file[0];
        let Some((_, allowed)) = MAY_USE.iter().find(|(name, _)| name == module) else {
            wrong.push(format!("{}: module `{module}` is missing in MAY_USE", path.display()));
            continue;
        };
        let file: Vec<&str> = file.iter().map(String::as_str).collect();
        for used in used_modules(&file, &text) {
            if used != *module && !allowed.contains(&used.as_str()) {
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
    let used = |text| used_modules(&["tcp", "sender"], text);
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
        let declared: Vec<_> =
            main.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';')).collect();
        assert_eq!(declared, modules(&tests), "{}", tests.display());
        joined += 1;
    }
    assert_eq!(joined, 5);
}
