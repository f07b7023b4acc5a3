//! Short names of members and words in links.
//!
//! `short-names.txt` assigns one to each name. Links of every release must open for ever, so
//! the file only grows: [`text`] appends the names that are missing and changes no line.

use aqm_json::Value;
use aqm_scenario::model::{Burst, Scenario};
use aqm_scenario::schema::Record as _;
use aqm_scenario::schema::describe::{Record, Shape};
use std::fmt::Write as _;

/// Path of the file, below the root of the repository.
pub const PATH: &str = "crates/aqm-link/src/short-names.txt";
const COMMITTED: &str = include_str!("short-names.txt");
const DIGITS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Members of a scenario that links do not contain.
const LEFT_OUT: [&str; 5] = ["version", "about", "source", "preset", "changes"];

/// The committed file and a line for each name that it lacks.
pub fn text() -> String {
    let mut text = COMMITTED.to_owned();
    for (code, name) in &all()[committed().len()..] {
        let _ = writeln!(text, "{code} {name}");
    }
    text
}

/// The names with their short names as JSON, for the page.
pub fn json() -> Value {
    let names = all().into_iter().map(|(code, name)| (name, Value::string(code)));
    Value::Object(names.collect())
}

/// Short name and name, in the order of assignment.
fn all() -> Vec<(String, String)> {
    let mut all = committed();
    for name in names() {
        if all.iter().all(|(_, other)| *other != name) {
            all.push((code(all.len()), name));
        }
    }
    all
}

/// Returns short name and name of everything that links shorten.
pub fn committed() -> Vec<(String, String)> {
    let lines = COMMITTED.lines().filter(|line| !line.starts_with('#'));
    let pair = |line: &str| {
        let (code, name) = line.split_once(' ').expect("a line is a short name and a name");
        (code.to_owned(), name.to_owned())
    };
    lines.map(pair).collect()
}

/// The short name that is assigned as number `index`: one letter, then two.
fn code(index: usize) -> String {
    let digit = |index: usize| char::from(DIGITS[index]);
    match index.checked_sub(DIGITS.len()) {
        None => digit(index).to_string(),
        Some(rest) => [rest / DIGITS.len(), index % DIGITS.len()].map(digit).iter().collect(),
    }
}

/// All members and words of scenarios and bursts, in the order of the definition.
fn names() -> Vec<String> {
    let mut names = Vec::new();
    let mut scenario = Scenario::record();
    scenario.fields.retain(|field| !LEFT_OUT.contains(&field.name));
    add_record(&scenario, &mut names);
    add_record(&Burst::record(), &mut names);
    names
}

fn add_record(record: &Record, names: &mut Vec<String>) {
    for field in &record.fields {
        names.push(field.name.to_owned());
        add_shape(&field.shape, names);
    }
}

fn add_shape(shape: &Shape, names: &mut Vec<String>) {
    match shape {
        Shape::Any
        | Shape::Members
        | Shape::Flag
        | Shape::Number(_)
        | Shape::Integer(_)
        | Shape::Text(_) => {}
        Shape::Choice { options, .. } => {
            names.extend(options.iter().map(|option| option.name.to_owned()));
        }
        Shape::Maybe(inner) | Shape::Way(inner) => add_shape(inner, names),
        Shape::List { item, .. } => add_shape(item, names),
        Shape::Record(record) => add_record(record, names),
        Shape::Tagged { tag, variants, .. } => {
            names.push((*tag).to_owned());
            for variant in variants {
                names.push(variant.name.to_owned());
                add_record(&variant.of, names);
            }
        }
        Shape::Keyed { variants, .. } => {
            for variant in variants {
                add_record(&variant.of, names);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_has_one_short_name_given_in_order_of_assignment() {
        let all = all();
        for (index, (short, name)) in all.iter().enumerate() {
            assert_eq!(*short, code(index), "short name of {name}");
            assert!(all[..index].iter().all(|(_, other)| other != name), "{name} is listed twice");
        }
        assert_eq!([code(0), code(51), code(52), code(104)], ["a", "Z", "aa", "ba"]);
    }

    /// FNV-1a of the lines of the first release. Never change this number.
    const FIRST_RELEASE: u64 = 0x847a_0b59_6f62_edfb;

    #[test]
    fn short_names_of_the_first_release_stay_the_same() {
        let lines = committed().into_iter().take(77).map(|(code, name)| format!("{code} {name}\n"));
        let text: String = lines.collect();
        let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        assert_eq!(text.bytes().fold(0xcbf2_9ce4_8422_2325, hash), FIRST_RELEASE);
    }
}
