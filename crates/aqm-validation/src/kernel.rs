//! Recorded decisions of Linux' queue disciplines and congestion controls, replayed row by row.
//!
//! The complete set of recordings is too large for the repository. Its sums stay in the results until a run with the set replaces them.
//! The recordings in the repository are replayed every time.

use crate::document::{self, Node, count, document, list, text};
use crate::{Error, Oracle, Sources};
use aqm_json::Value;
use aqm_papers::Goal;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The recordings in the repository.
const FIXTURES: &str = "crates/aqm-trace/tests/fixtures";

/// Sums over recordings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Sum {
    pub files: usize,
    pub rows: usize,
    /// Rows of inner state that are compared as well.
    pub states: usize,
    /// Rows that differ.
    pub mismatches: usize,
}

impl Sum {
    pub(crate) fn read(value: &Value) -> Result<Sum, Error> {
        Ok(Sum {
            files: count(value, "files")?,
            rows: count(value, "rows")?,
            states: count(value, "states")?,
            mismatches: count(value, "mismatches")?,
        })
    }

    fn json(self) -> Value {
        let Sum { files, rows, states, mismatches } = self;
        Value::object([
            ("files", Value::count(files as u64)),
            ("rows", Value::count(rows as u64)),
            ("states", Value::count(states as u64)),
            ("mismatches", Value::count(mismatches as u64)),
        ])
    }
}

/// Sums by discipline and kernel, or by congestion control.
type Sums = BTreeMap<String, Sum>;

/// A table of results: its name, the folders of a complete set, and the folder of the repository.
const TABLES: [(&str, &[&str], &str); 2] = [
    ("queue discipline", &["traces"], "traces"),
    ("congestion control", &["cc", "cc/optional"], "congestion"),
];

/// Returns the key of a recording, by its file's name: "codel, Linux 6.12.117" of `codel_6.12.117_aimd`, "cubic" of `cubic_rto`.
fn key(table: &str, name: &str) -> String {
    let parts: Vec<&str> = name.split('_').collect();
    if table == TABLES[1].0 {
        return parts[0].to_owned();
    }
    let version = parts.iter().position(|part| part.starts_with(|c: char| c.is_ascii_digit()));
    let version = version.unwrap_or(parts.len() - 1);
    format!("{}, Linux {}", parts[..version].join("_"), parts[version])
}

/// Replays the recordings in some folders. Recordings of algorithms that are not simulated do not count.
fn replay(table: &str, folders: &[PathBuf]) -> Result<Sums, Error> {
    let mut sums = Sums::new();
    for folder in folders.iter().filter(|folder| folder.exists()) {
        let files = std::fs::read_dir(folder).map_err(|error| Error::at(folder, error))?;
        for file in files {
            let path = file.map_err(|error| Error::at(folder, error))?.path();
            let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let Some(name) = file.strip_suffix(".csv.gz").filter(|name| !name.ends_with(".state"))
            else {
                continue;
            };
            let state = path.with_file_name(format!("{name}.state.csv.gz"));
            let report = match aqm_trace::replay(&path, state.exists().then_some(state.as_path())) {
                Ok(report) => report,
                Err(error) if error.to_string().contains("no algorithm for") => continue,
                Err(error) => return Err(Error::new(error.to_string())),
            };
            let sum = sums.entry(key(table, name)).or_default();
            sum.files += 1;
            sum.rows += report.rows;
            sum.states += report.states;
            sum.mismatches += report.mismatches;
        }
    }
    Ok(sums)
}

/// Returns the sums of the complete set in earlier results.
fn kept(results: &Node, table: &str) -> Result<Sums, Error> {
    let tables = list(&results.0, "tables")?;
    let found = tables.iter().find(|one| text(one, "title") == Ok(table));
    let found = found.ok_or_else(|| Error::new(format!("the results have no table {table}")))?;
    list(found, "rows")?
        .iter()
        .map(|row| Ok((text(row, "name")?.to_owned(), Sum::read(document::at(row, "all")?)?)))
        .collect()
}

/// Replays the recordings, those of the repository and, if given, the complete set.
pub fn compute(sources: &Sources) -> Result<Node, Error> {
    let mut goals = [
        Goal { name: "rows of all recordings with the kernel's decision".into(), ..NONE },
        Goal { name: "rows of the recordings in the repository".into(), ..NONE },
    ];
    let mut tables = Vec::new();
    for (title, folders, folder) in TABLES {
        let all = match &sources.recordings {
            Some(set) => {
                replay(title, &folders.iter().map(|folder| set.join(folder)).collect::<Vec<_>>())?
            }
            None => kept(&Oracle::Kernel.results(&sources.root)?, title)?,
        };
        let here = replay(title, &[sources.root.join(FIXTURES).join(folder)])?;
        for (goal, sums) in goals.iter_mut().zip([&all, &here]) {
            goal.of += sums.values().map(|sum| sum.rows).sum::<usize>();
            goal.hits += sums.values().map(|sum| sum.rows - sum.mismatches).sum::<usize>();
        }
        let mut keys: Vec<&String> = all.keys().chain(here.keys()).collect();
        keys.sort();
        keys.dedup();
        let of = |sums: &Sums, key: &String| sums.get(key).copied().unwrap_or_default().json();
        let rows = keys.into_iter().map(|key| {
            Value::object([
                ("name", Value::string(key.as_str())),
                ("all", of(&all, key)),
                ("repository", of(&here, key)),
            ])
        });
        tables.push(Value::object([
            ("title", Value::string(title)),
            ("rows", Value::Array(rows.collect())),
        ]));
    }
    Ok(document(&goals, [("tables", Value::Array(tables))]))
}

const NONE: Goal = Goal { name: String::new(), hits: 0, of: 0, least: 1.0 };

/// Returns whether the recordings of the repository are there.
pub fn has_recordings(root: &Path) -> bool {
    root.join(FIXTURES).exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recordings_are_summed_by_discipline_and_kernel() {
        let [(disciplines, ..), (controls, ..)] = TABLES;
        assert_eq!(key(disciplines, "fq_codel_6.12.117_aimd"), "fq_codel, Linux 6.12.117");
        assert_eq!(key(disciplines, "pie_4.14-rc5_idle"), "pie, Linux 4.14-rc5");
        assert_eq!(key(controls, "cubic_rto"), "cubic");
    }
}
