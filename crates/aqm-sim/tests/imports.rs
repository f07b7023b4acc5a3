//! The paths that Rust files use: enough of the language for the tests of the architecture.

use std::fs;
use std::path::{Path, PathBuf};

/// A source file.
#[derive(Clone, Debug)]
pub struct Source {
    /// Path of its module in the crate; empty for `lib.rs` and `main.rs`.
    pub module: Vec<String>,
    /// Where it is.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
}

/// Returns all source files below `root`, which is the `src` of a crate.
pub fn sources(root: &Path) -> Vec<Source> {
    let mut files = Vec::new();
    source_files(root, &mut files);
    files.sort();
    files
        .into_iter()
        .map(|path| {
            let inner = path.strip_prefix(root).expect("the file is below the root");
            let names = inner.with_extension("");
            let module = names.iter().map(|name| name.to_string_lossy().into_owned());
            let module = module.filter(|name| !["mod", "lib", "main"].contains(&name.as_str()));
            let text = fs::read_to_string(&path).expect("the file can be read");
            Source { module: module.collect(), path, text }
        })
        .collect()
}

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

/// A path that a file uses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Used {
    /// From the root of the crate.
    pub path: Vec<String>,
    /// The name that it has in the file.
    pub name: String,
    /// An import that starts with neither `crate` nor `super`: from the file's own module, or from another crate.
    pub is_relative: bool,
    /// In a module of tests.
    pub is_test: bool,
}

/// Returns the paths in module `file` that start with `crate` or `super`, and all imports.
pub fn used_paths(file: &[String], text: &str) -> Vec<Used> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    // Modules inside the file, each with its brace depth.
    let mut module: Vec<&str> = file.iter().map(String::as_str).collect();
    let mut opened = Vec::new();
    let mut depth = 0;
    let mut next = 0;
    while let Some(&token) = tokens.get(next) {
        let mut start = next;
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
            "use" => start = next + 1,
            _ => {}
        }
        let is_rooted = |at: usize| {
            matches!(tokens.get(at).copied(), Some("crate" | "super"))
                && tokens.get(at + 1) == Some(&"::")
        };
        if start > next || is_rooted(next) {
            let is_relative = !is_rooted(start);
            let is_test = module.iter().any(|name| is_of_tests(name));
            let mut paths = Vec::new();
            let taken = follow(&module, &tokens[start..], &mut paths);
            found.extend(paths.into_iter().map(|(path, name)| Used {
                path,
                name,
                is_relative,
                is_test,
            }));
            next = start + taken.max(1);
        } else {
            next += 1;
        }
    }
    found
}

/// Returns whether a module of this name has tests only.
pub fn is_of_tests(name: &str) -> bool {
    name == "tests" || name.ends_with("_tests") || name == "testing"
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
        } else if rest.starts_with("r#\"") {
            rest.find("\"#").map_or(rest.len(), |at| at + 2)
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
        if is_word(first) && !token.starts_with("r#\"")
            || (length <= 2 && token.starts_with([':', '{', '}', ',', ';', ')']))
        {
            found.push(token);
        }
        rest = &rest[length..];
    }
    found
}

/// Follows a path from the module `at`, with all branches of a grouped import. Adds each path with its name to `found`.
/// Returns the number of tokens read.
fn follow(at: &[&str], tokens: &[&str], found: &mut Vec<(Vec<String>, String)>) -> usize {
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
                        _ => follow(&at, &tokens[taken..], found).max(1),
                    };
                }
                return taken + 1;
            }
            Some("self") => {}
            Some(name) if !matches!(name, "," | "}" | ";" | ")" | ":" | "::") => at.push(name),
            _ => break,
        }
        taken += 1;
        if tokens.get(taken) != Some(&"::") {
            break;
        }
        taken += 1;
    }
    let mut name = at.last().copied().unwrap_or_default();
    if tokens.get(taken) == Some(&"as") {
        name = tokens.get(taken + 1).copied().unwrap_or_default();
        taken += 2;
    }
    found.push((at.iter().map(ToString::to_string).collect(), name.to_owned()));
    taken
}
