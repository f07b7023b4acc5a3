//! What was checked, in the form that `aqm_trust` searches: all results, without their runs.

use super::Entry;
use crate::document::{count, list, text};
use crate::{Error, Oracle};
use aqm_json::Value;
use aqm_scenario::read_scenario;
use aqm_scenario::{Detail, Scenario};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Returns the file.
pub(super) fn text_of(entries: &[Entry], root: &Path) -> Result<String, Error> {
    let mut rows = Vec::new();
    let mut decisions = Value::Array(Vec::new());
    let mut papers = Vec::new();
    for entry in entries {
        match entry.oracle {
            Oracle::Loops(measurement) => {
                rows.extend(measured(entry, &root.join(measurement.folder()))?);
            }
            Oracle::Kernel => decisions = kinds(entry)?,
            Oracle::Paper(name) => papers.push(paper(entry, name)?),
            Oracle::Scripts => {}
        }
    }
    let file = Value::object([
        ("rows", Value::Array(rows)),
        ("decisions", decisions),
        ("papers", Value::Array(papers)),
    ]);
    Ok(file.to_pretty())
}

/// Returns the measured rows, each with its scenario.
fn measured(entry: &Entry, folder: &Path) -> Result<Vec<Value>, Error> {
    let mut all = Vec::new();
    for table in list(&entry.results.0, "tables")? {
        let measures = list(table, "measures")?;
        for row in list(table, "rows")? {
            let name = text(row, "name")?;
            let path = folder.join(format!("{name}.json"));
            let scenario = fs::read_to_string(&path).map_err(|error| Error::at(&path, error))?;
            let scenario: Scenario = read_scenario(&scenario)
                .map_err(|problems| Error::at(&path, format!("{problems:?}")))?;
            let mut set_up = scenario.to_value(Detail::Short);
            if let Value::Object(members) = &mut set_up {
                members.retain(|(name, _)| !["title", "about", "source"].contains(&name.as_str()));
            }
            // The first measure of a table is its most telling one.
            let shown = |(index, (measure, value)): &(usize, (&Value, &Value))| {
                let is_told =
                    *index == 0 || text(measure, "name").is_ok_and(|name| name == "utilization");
                is_told && **value != Value::Null
            };
            let values = measures.iter().zip(list(row, "values")?).enumerate().filter(shown);
            let values = values.map(|(_, (measure, value))| {
                let of = |from: &Value, name: &str| from.get(name).cloned().unwrap_or(Value::Null);
                Value::object([
                    ("name", of(measure, "name")),
                    ("unit", of(measure, "unit")),
                    ("decimals", of(measure, "decimals")),
                    ("measured", of(value, "measured")),
                    ("ours", of(value, "ours")),
                ])
            });
            all.push(Value::object([
                ("table", Value::string(entry.oracle.name())),
                ("name", Value::string(name)),
                ("title", Value::string(text(row, "title")?)),
                ("within", row.get("within").cloned().unwrap_or(Value::Bool(false))),
                ("values", Value::Array(values.collect())),
                ("scenario", set_up),
            ]));
        }
    }
    Ok(all)
}

/// Adds the recorded decisions of all versions of a discipline.
fn kinds(entry: &Entry) -> Result<Value, Error> {
    let mut sums: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for table in list(&entry.results.0, "tables")? {
        if text(table, "title")? != "queue discipline" {
            continue;
        }
        for row in list(table, "rows")? {
            let name = text(row, "name")?;
            let name = name.split(',').next().unwrap_or(name);
            let all = row.get("all").ok_or_else(|| Error::new("all is missing".to_owned()))?;
            let sum = sums.entry(kind(name)).or_default();
            sum.0 += count(all, "rows")?;
            sum.1 += count(all, "mismatches")?;
        }
    }
    let one = |(kind, (rows, mismatches)): (String, (usize, usize))| {
        Value::object([
            ("kind", Value::string(kind)),
            ("rows", Value::count(rows as u64)),
            ("mismatches", Value::count(mismatches as u64)),
        ])
    };
    Ok(Value::Array(sums.into_iter().map(one).collect()))
}

/// Returns the name of a discipline in scenarios from its name in Linux: "fqCodel" of "fq_codel".
fn kind(name: &str) -> String {
    let mut parts = name.split('_');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| {
        let mut letters = part.chars();
        let upper = letters.next().map(|letter| letter.to_ascii_uppercase());
        upper.into_iter().chain(letters).fold(all, |mut all, letter| {
            all.push(letter);
            all
        })
    })
}

/// Returns how a paper is cited: "Pan et al. 2013".
fn cited(name: &str) -> String {
    let Some(paper) = aqm_papers::paper(name) else { return name.to_owned() };
    let about = paper.about();
    // The name of an RFC is enough to find it.
    match about.year {
        Some(year) if !about.authors.starts_with("RFC") => format!("{} {year}", about.authors),
        _ => about.authors.clone(),
    }
}

/// Returns the disciplines in the tables of a paper, and how many of its findings hold: over all readings if there are several.
fn paper(entry: &Entry, name: &str) -> Result<Value, Error> {
    let mut queues: Vec<String> = Vec::new();
    for item in list(&entry.results.0, "items")? {
        for row in list(item, "rows")? {
            let Ok(queue) = text(row, "queue") else { continue };
            let kind = queue.split(' ').next().unwrap_or(queue);
            if !queues.iter().any(|known| known == kind) {
                queues.push(kind.to_owned());
            }
        }
    }
    queues.sort();
    let goals = entry.results.goals()?;
    let found = goals.iter().filter(|goal| goal.name.starts_with("stated findings hold"));
    let goal = found.max_by_key(|goal| goal.of);
    Ok(Value::object([
        ("cited", Value::string(cited(name))),
        ("queues", Value::Array(queues.into_iter().map(Value::string).collect())),
        ("hits", Value::count(goal.map_or(0, |goal| goal.hits) as u64)),
        ("of", Value::count(goal.map_or(0, |goal| goal.of) as u64)),
    ]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_linux_become_those_of_scenarios() {
        assert_eq!(["codel", "fq_codel", "fq_pie"].map(kind), ["codel", "fqCodel", "fqPie"]);
    }
}
