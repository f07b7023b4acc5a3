//! The pseudo-code of loss recovery (`tcp/rules`) and of each congestion control (`rule.txt` in its folder) against the codes of the
//! reasons in the sources.
//!
//! The first line of a file is its source, the next ones are the rule, as in the `rule.txt` of a discipline. After an empty line comes
//! a sentence for each code, in which a name in braces stands for a number of the reason.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const MOST_LINES: usize = 10;
const MOST_CHARS: usize = 64;

#[derive(Default)]
struct Rule {
    name: String,
    lines: Vec<String>,
    codes: Vec<String>,
    numbers: BTreeSet<String>,
    sentences: BTreeMap<String, String>,
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Returns the names in braces.
fn braced(text: &str) -> impl Iterator<Item = String> {
    text.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0.to_owned()))
}

fn parse(name: String, text: &str) -> Rule {
    let (rule, sentences) = text.split_once("\n\n").unwrap_or_else(|| panic!("{name}: sentences"));
    let mut parsed = Rule { name, ..Rule::default() };
    for line in rule.lines().skip(1) {
        parsed.numbers.extend(braced(line));
        let (line, _) = line.split_once("  {").unwrap_or((line, ""));
        let (line, fires) = line.split_once("  # ").unwrap_or((line, ""));
        let (fires, _) = fires.split_once(" {").unwrap_or((fires, ""));
        parsed.codes.extend(fires.split_whitespace().map(str::to_owned));
        parsed.lines.push(line.to_owned());
    }
    for line in sentences.lines() {
        let (code, sentence) = line.split_once(": ").expect("a code and a sentence");
        parsed.sentences.insert(code.to_owned(), sentence.to_owned());
    }
    parsed
}

/// The rules of loss recovery, then those of congestion control, which have the name of their folder.
fn rules() -> (Vec<Rule>, Vec<Rule>) {
    let files = |folder: PathBuf| {
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
        let mut paths: Vec<_> =
            entries.map(|entry| entry.expect("it is readable").path()).collect();
        paths.sort();
        paths
    };
    let name =
        |path: &Path| path.file_stem().expect("it has a name").to_string_lossy().into_owned();
    let recovery = files(source().join("tcp/rules"));
    let recovery = recovery.iter().map(|path| parse(name(path), &read(path))).collect();
    let control = files(source().join("cc")).into_iter().filter(|path| path.is_dir());
    let control = control.map(|path| parse(name(&path), &read(&path.join("rule.txt")))).collect();
    (recovery, control)
}

/// Returns the codes of reasons, and the names of numbers, in the sources of a folder.
fn in_sources(folder: &Path) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut codes, mut numbers) = (BTreeSet::new(), BTreeSet::new());
    for entry in fs::read_dir(folder).expect("it is a folder") {
        let path = entry.expect("it is readable").path();
        let is_test =
            path.file_stem().is_some_and(|name| name == "tests" || name == "why" || name == "toy");
        if is_test {
            continue;
        }
        if path.is_dir() {
            let (more, others) = in_sources(&path);
            codes.extend(more);
            numbers.extend(others);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = read(&path);
            let text = text.split("mod tests {").next().expect("there is a first part");
            for literal in text.split('"').skip(1).step_by(2) {
                let is_code = literal.split_once('.').is_some_and(|(kind, rest)| {
                    let is_word =
                        |part: &str| part.bytes().all(|byte| byte.is_ascii_alphanumeric());
                    is_word(kind) && is_word(rest) && !kind.is_empty() && rest.len() > 1
                });
                if is_code {
                    codes.insert(literal.to_owned());
                }
            }
            for part in text.split(".with(").skip(1) {
                numbers.extend(part.split('"').nth(1).map(str::to_owned));
            }
        }
    }
    (codes, numbers)
}

#[test]
fn every_reason_of_a_sender_has_one_line_and_one_sentence() {
    let (recovery, control) = rules();
    let mut known = BTreeMap::new();
    for rule in recovery.iter().chain(&control) {
        let codes: BTreeSet<_> = rule.codes.iter().cloned().collect();
        assert_eq!(codes.len(), rule.codes.len(), "{}: a code has two lines", rule.name);
        let explained: BTreeSet<_> = rule.sentences.keys().cloned().collect();
        assert_eq!(codes, explained, "{}", rule.name);
        for code in codes {
            assert!(code.starts_with(&format!("{}.", rule.name)), "{code} in {}", rule.name);
            assert!(known.insert(code.clone(), &rule.name).is_none(), "{code} is in two files");
        }
    }
    let (mut codes, _) = in_sources(&source().join("tcp"));
    codes.extend(in_sources(&source().join("cc")).0);
    assert_eq!(codes, known.into_keys().collect::<BTreeSet<_>>(), "sources and rules");
}

#[test]
fn the_numbers_of_a_rule_are_those_of_its_reasons() {
    let (recovery, control) = rules();
    let of = |folder: &str| in_sources(&source().join(folder)).1;
    let check = |rule: &Rule, numbers: &BTreeSet<String>| {
        let named = rule.sentences.values().flat_map(|sentence| braced(sentence));
        for name in named.chain(rule.numbers.iter().cloned()) {
            assert!(numbers.contains(&name), "{}: no reason has {{{name}}}", rule.name);
        }
    };
    let shared = of("tcp");
    recovery.iter().for_each(|rule| check(rule, &shared));
    control.iter().for_each(|rule| check(rule, &of(&format!("cc/{}", rule.name))));
}

#[test]
fn rules_of_senders_fit_the_inspector() {
    let (recovery, control) = rules();
    for rule in recovery.iter().chain(&control) {
        assert!((2..=MOST_LINES).contains(&rule.lines.len()), "{}", rule.name);
        for line in &rule.lines {
            assert!(line.chars().count() <= MOST_CHARS, "{}: '{line}' is too long", rule.name);
        }
        for sentence in rule.sentences.values() {
            assert!(sentence.ends_with('.'), "{}: {sentence}", rule.name);
        }
    }
}

#[test]
fn the_pages_have_the_rules_of_senders() {
    let (recovery, control) = rules();
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/models");
    let check = |rule: &Rule, kind: &str| {
        let page = read(&docs.join(format!("{kind}.md")));
        let lines: String = rule.lines.iter().map(|line| format!("    {line}\n")).collect();
        assert!(page.contains(&lines), "docs/models/{kind}.md does not have {}", rule.name);
    };
    for rule in &recovery {
        check(rule, "tcp");
    }
    for rule in &control {
        match rule.name.as_str() {
            "reno" => ["reno", "newreno", "sack"].iter().for_each(|kind| check(rule, kind)),
            name => check(rule, name),
        }
    }
}
