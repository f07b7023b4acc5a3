//! Published numbers in the file of a paper.

use super::formula::Names;
use crate::report::Figure;
use aqm_json::Value;
use aqm_scenario::problem::{Reader, listed};

/// Reads an object with a member for each measure, which has a list for each lane. The beginning of the name of a lane suffices. Returns
/// for each measure the numbers of the rows.
pub(super) fn read(
    value: &Value,
    member: &str,
    names: &Names,
    rows: usize,
    reader: &mut Reader,
) -> Vec<Vec<Option<Figure>>> {
    let mut all = vec![vec![None; rows]; names.measures.len()];
    let lanes = names.dims.last().map_or(&[][..], |dim| &dim.values);
    reader.member(member, |reader| {
        for (measure, index, value) in
            members(value, &names.measures, "a list for each lane", reader)
        {
            let lists: Vec<_> = reader.member(measure, |reader| {
                let found = members(value, lanes, "a list for each lane", reader);
                let one = |(name, lane, value)| {
                    let list =
                        reader.member(name, |reader| list(value, rows / lanes.len(), reader));
                    (lane, list)
                };
                found.into_iter().map(one).collect()
            });
            for (lane, list) in lists {
                for (cell, figure) in list.into_iter().enumerate() {
                    all[index][cell * lanes.len() + lane] = figure;
                }
            }
        }
    });
    all
}

/// Returns the members of an object with the index of each name.
fn members<'a>(
    value: &'a Value,
    names: &[String],
    what: &str,
    reader: &mut Reader,
) -> Vec<(&'a str, usize, &'a Value)> {
    let members = match value {
        Value::Null => return Vec::new(),
        Value::Object(members) => members,
        other => {
            reader.expected(other.kind(), &format!("an object with {what}"));
            return Vec::new();
        }
    };
    let mut found = Vec::new();
    for (name, value) in members {
        let exact = names.iter().position(|known| known == name);
        match exact.or_else(|| names.iter().position(|known| begins(known, name))) {
            Some(index) => found.push((name.as_str(), index, value)),
            None => {
                let known: Vec<&str> = names.iter().map(String::as_str).collect();
                reader.problem_in(name, format!("is unknown; expected {}.", listed(&known)));
            }
        }
    }
    found
}

/// Returns whether the first words of a name are these.
fn begins(name: &str, words: &str) -> bool {
    name.strip_prefix(words).is_some_and(|rest| rest.starts_with(' '))
}

fn list(value: &Value, count: usize, reader: &mut Reader) -> Vec<Option<Figure>> {
    let Value::Array(items) = value else {
        reader.expected(value.kind(), "a list of numbers");
        return Vec::new();
    };
    if items.len() != count {
        reader.problem(format!(
            "has {} numbers; expected {count}, one for each cell of the plan.",
            items.len()
        ));
        return Vec::new();
    }
    let one = |(index, item): (usize, &Value)| reader.item(index, |reader| figure(item, reader));
    items.iter().enumerate().map(one).collect()
}

fn figure(value: &Value, reader: &mut Reader) -> Option<Figure> {
    let number = |name: &str| match value.get(name) {
        Some(Value::Number(number)) => Some(*number),
        _ => None,
    };
    match value {
        Value::Null => None,
        Value::Number(mean) => Some(Figure::single(*mean)),
        Value::Object(members) if number("mean").is_some() && members.len() <= 2 => {
            Some(Figure::published(number("mean")?, number("sd")))
        }
        other => {
            reader.expected(other.kind(), "a number, null, or an object with mean and sd");
            None
        }
    }
}
