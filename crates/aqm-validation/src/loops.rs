//! Closed loops: what was measured with real Linux end systems, beside our runs of the same set-up.
//!
//! `scenarios/validation/FOLDER` has the measured numbers and a scenario for each row. Our number is the mean of [`SEEDS`] runs.
//! The results keep the number of each run, so a test can repeat some of them.

use crate::Error;
use crate::document::{self, Node, document, list, members, number, rounded, text};
use crate::measures::{BBR, Kind, LOSS_BASED, MIXED, Measure, Outcome, SHORT};
use aqm_json::Value;
use aqm_papers::Goal;
use aqm_scenario::{Scenario, read_scenario};
use aqm_sweep::Estimate;
use aqm_sweep::pool;
use std::fs;
use std::path::Path;

/// Runs of a row: seeds 1 to this number.
pub const SEEDS: u64 = 10;

/// Name of the goal that no row is far off.
pub const LIMIT: &str = "rows within twice the tolerances";

/// A set of measured rows.
pub struct Measurement {
    /// Name, and its folder in `scenarios/validation`.
    pub name: &'static str,
    /// Title of its page.
    pub title: &'static str,
    /// What was measured, in a sentence.
    pub about: &'static str,
    /// Kinds of its rows.
    kinds: &'static [Kind],
    /// Share of the rows of a kind that must be within the tolerances.
    least: f64,
    /// Whether all rows must be within twice the tolerances.
    has_limit: bool,
}

impl PartialEq for Measurement {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Measurement {}

impl std::fmt::Debug for Measurement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// All measurements.
pub static ALL: &[Measurement] = &[
    Measurement {
        name: "linux",
        title: "Real Linux end systems",
        about: "TCP of Linux 6.18 behind the kernel's queue disciplines, beside the stack `linux-6` under the same discipline. \
                The rows are those that the project was given.",
        kinds: &[LOSS_BASED],
        least: 0.9,
        has_limit: true,
    },
    Measurement {
        name: "linux-bbr",
        title: "BBR of real Linux",
        about: "BBR version 1 of Linux 6.18. The measured rows are single runs, except for the one with CUBIC, which is the mean of \
                three.",
        kinds: &[BBR],
        least: 1.0,
        has_limit: false,
    },
    Measurement {
        name: "testbed",
        title: "Rows measured by the project",
        about: "We measured these rows ourselves, with TCP of Linux 6.18 at a bottleneck in user space. No row is left out. The models \
                were finished before the rows were measured, except for the slack of SACK compression.",
        kinds: &[BBR, LOSS_BASED, SHORT],
        least: 0.9,
        has_limit: false,
    },
    Measurement {
        name: "disciplines",
        title: "Real TCP behind our disciplines",
        about: "`aqm testbed --rows` measured these rows: TCP of Linux 6.18 behind the simulator's own disciplines, on paths of one and \
                two hops, with losses, jitter, datagrams, short flows and the web. Each row is one run, whose length follows from \
                [a rule](../testbed.md#how-long-a-row-runs). No row is left out. The models were finished before the rows were measured, \
                except for the slack of SACK compression.",
        kinds: &[BBR, MIXED],
        least: 0.95,
        has_limit: false,
    },
];

/// A measured row with its scenario.
struct MeasuredRow {
    name: String,
    measured: Value,
    scenario: Scenario,
}

impl Measurement {
    /// Returns the measurement with this name.
    pub fn named(name: &str) -> Option<&'static Measurement> {
        ALL.iter().find(|one| one.name == name)
    }

    /// Returns the folder of its files, below the root of the repository.
    pub fn folder(&self) -> String {
        format!("scenarios/validation/{}", self.name)
    }

    fn rows(&self, root: &Path) -> Result<(Node, Vec<MeasuredRow>), Error> {
        let folder = root.join(self.folder());
        let file = document::read(&folder.join("measured.json"))?;
        let read = |(name, measured): &(String, Value)| {
            let path = folder.join(format!("{name}.json"));
            let text = fs::read_to_string(&path).map_err(|error| Error::at(&path, error))?;
            let scenario = read_scenario(&text)
                .map_err(|problems| Error::at(&path, format!("{problems:?}")))?;
            Ok(MeasuredRow { name: name.clone(), measured: measured.clone(), scenario })
        };
        let rows = members(&file.0, "rows")?.iter().map(read).collect::<Result<Vec<_>, Error>>()?;
        Ok((file, rows))
    }
}

/// Runs all rows with all seeds, and compares.
pub fn compute(
    measurement: &Measurement,
    root: &Path,
    threads: usize,
    progress: &(dyn Fn(f64) + Sync),
) -> Result<Node, Error> {
    let (_, rows) = measurement.rows(root)?;
    let runs: Vec<(usize, u64)> =
        (0..rows.len()).flat_map(|row| (1..=SEEDS).map(move |seed| (row, seed))).collect();
    let weight = |&(row, _): &(usize, u64)| {
        let scenario = &rows[row].scenario;
        scenario.duration_s * scenario.link.rate_mbps
    };
    let work = |&(row, seed): &(usize, u64)| run(&rows[row].scenario, seed);
    let outcomes = pool::run(&runs, threads, weight, work, progress);
    let of = |row: usize, _: &str, measure: &Measure| {
        let of_row = &outcomes[row * SEEDS as usize..][..SEEDS as usize];
        Ok(of_row.iter().map(|outcome| measure.ours(outcome)).collect())
    };
    assemble(measurement, root, &of)
}

/// Returns the results again from the numbers of the runs in `results`: with the measured numbers of the repository, the tolerances and
/// the verdicts. They equal `results` unless one of these has changed.
pub fn judge_again(measurement: &Measurement, root: &Path, results: &Node) -> Result<Node, Error> {
    let of = |_: usize, name: &str, measure: &Measure| runs_of(results, name, measure.name);
    assemble(measurement, root, &of)
}

/// Runs one row with one seed again. Returns each measure's name, its number in `results`, and the number now.
pub fn repeat(
    measurement: &Measurement,
    root: &Path,
    results: &Node,
    name: &str,
    seed: u64,
) -> Result<Vec<(&'static str, f64, f64)>, Error> {
    let (_, rows) = measurement.rows(root)?;
    let row = rows.iter().find(|row| row.name == name);
    let row = row.ok_or_else(|| Error::new(format!("there is no row {name}")))?;
    let kind = kind_of(measurement, row)?;
    let outcome = run(&row.scenario, seed);
    let known = kind.measures.iter().filter(|measure| measure.measured(&row.measured).is_some());
    let compared = known.map(|measure| {
        let kept = runs_of(results, name, measure.name)?;
        let kept = kept.get(seed as usize - 1).copied().unwrap_or(f64::NAN);
        Ok((measure.name, kept, measure.ours(&outcome)))
    });
    compared.collect()
}

/// Returns the names of all rows.
pub fn names(results: &Node) -> Result<Vec<&str>, Error> {
    let mut names = Vec::new();
    for table in list(&results.0, "tables")? {
        for row in list(table, "rows")? {
            names.push(text(row, "name")?);
        }
    }
    Ok(names)
}

/// Returns the names of the rows with a number off by more than twice its tolerance.
pub fn far(results: &Node) -> Result<Vec<&str>, Error> {
    let mut names = Vec::new();
    for table in list(&results.0, "tables")? {
        for row in list(table, "rows")? {
            let mut values = list(row, "values")?.iter().filter(|value| **value != Value::Null);
            let is_far = values.any(|value| {
                let number = |name| number(value, name).unwrap_or(f64::NAN);
                let off = (number("ours") - number("measured")).abs();
                // A number that is missing counts as far off.
                off.is_nan() || off > 2.0 * number("tolerance")
            });
            if is_far {
                names.push(text(row, "name")?);
            }
        }
    }
    Ok(names)
}

fn run(scenario: &Scenario, seed: u64) -> Outcome {
    Outcome::of(Scenario { seed, ..scenario.clone() })
}

/// Returns the numbers of a row's runs in `results`.
fn runs_of(results: &Node, name: &str, measure: &str) -> Result<Vec<f64>, Error> {
    for table in list(&results.0, "tables")? {
        let index =
            list(table, "measures")?.iter().position(|one| text(one, "name") == Ok(measure));
        let row = list(table, "rows")?.iter().find(|row| text(row, "name") == Ok(name));
        if let (Some(index), Some(row)) = (index, row) {
            let runs = list(&list(row, "values")?[index], "runs")?;
            return Ok(runs
                .iter()
                .map(|run| if let Value::Number(run) = run { *run } else { f64::NAN })
                .collect());
        }
    }
    Err(Error::new(format!("the results have no {measure} of {name}; run aqm validate")))
}

fn kind_of<'a>(measurement: &'a Measurement, row: &MeasuredRow) -> Result<&'a Kind, Error> {
    let found = measurement.kinds.iter().find(|kind| (kind.has)(&row.name, &row.measured));
    found.ok_or_else(|| Error::new(format!("no kind of rows has {}", row.name)))
}

/// Returns the numbers of all runs of a row (its index and name) in one measure.
type Runs<'a> = dyn Fn(usize, &str, &Measure) -> Result<Vec<f64>, Error> + 'a;

fn assemble(measurement: &Measurement, root: &Path, runs: &Runs<'_>) -> Result<Node, Error> {
    let (file, rows) = measurement.rows(root)?;
    let mut tables = Vec::new();
    let mut goals = Vec::new();
    let mut limits = Vec::new();
    for kind in measurement.kinds {
        let mut offs = Vec::new();
        let mut lines = Vec::new();
        for (index, row) in rows.iter().enumerate() {
            if !std::ptr::eq(kind_of(measurement, row)?, kind) {
                continue;
            }
            let (values, off) = values(kind, index, row, runs)?;
            offs.push(off);
            lines.push(Value::object([
                ("name", Value::string(row.name.as_str())),
                ("title", Value::string(row.scenario.title.as_str())),
                ("within", Value::Bool(off <= 1.0)),
                ("values", Value::Array(values)),
            ]));
        }
        goals.push(Goal::count(
            &format!("rows within the tolerances: {}", kind.title),
            measurement.least,
            offs.iter().map(|&off| off <= 1.0),
        ));
        limits.extend(offs);
        tables.push(Value::object([
            ("title", Value::string(kind.title)),
            ("measures", Value::Array(kind.measures.iter().map(column).collect())),
            ("rows", Value::Array(lines)),
        ]));
    }
    if measurement.has_limit {
        let within = limits.iter().map(|&off| off <= 2.0);
        goals.push(Goal::count(LIMIT, 1.0, within));
    }
    Ok(document(
        &goals,
        [
            ("title", Value::string(measurement.title)),
            ("folder", Value::string(measurement.folder())),
            ("seeds", Value::count(SEEDS)),
            ("method", method(&file)?),
            ("tables", Value::Array(tables)),
        ],
    ))
}

/// Returns how the rows were measured, in words.
fn method(file: &Node) -> Result<Value, Error> {
    let file = &file.0;
    let [apparatus, accuracy, measures] = if file.get("kernel").is_some() {
        // A file of `aqm testbed --rows`.
        let [kernel, machine, date] = ["kernel", "machine", "date"].map(|name| text(file, name));
        [
            format!(
                "aqm testbed --rows, {}: TCP of Linux {}, on {}. See docs/testbed.md.",
                date?, kernel?, machine?
            ),
            "measured.json has the lateness of each run. docs/testbed.md says when a run is valid."
                .into(),
            "those of aqm run --json, of the seconds after the warm-up".into(),
        ]
    } else {
        [
            text(file, "apparatus")?.into(),
            text(file, "accuracy")?.into(),
            text(file, "measures")?.into(),
        ]
    };
    Ok(Value::object([
        ("apparatus", Value::string(apparatus)),
        ("accuracy", Value::string(accuracy)),
        ("measures", Value::string(measures)),
    ]))
}

fn column(measure: &Measure) -> Value {
    Value::object([
        ("name", Value::string(measure.name)),
        ("unit", Value::string(measure.unit)),
        ("decimals", Value::count(measure.decimals as u64)),
        ("tolerance", Value::string(measure.rule())),
    ])
}

/// Returns the values of a row, and its largest deviation in units of the tolerance. A measure without a measured number is null.
fn values(
    kind: &Kind,
    index: usize,
    row: &MeasuredRow,
    runs: &Runs<'_>,
) -> Result<(Vec<Value>, f64), Error> {
    let mut worst: f64 = 0.0;
    let mut values = Vec::new();
    for measure in kind.measures {
        let Some(measured) = measure.measured(&row.measured) else {
            values.push(Value::Null);
            continue;
        };
        let runs = runs(index, &row.name, measure)?;
        let estimate = Estimate::of(&runs);
        let ours = rounded(estimate.as_ref().map_or(f64::NAN, |estimate| estimate.mean));
        let tolerance = measure.tolerance(measured);
        let off = (ours - measured).abs() / tolerance;
        // A number that is missing is not within.
        worst = worst.max(if off.is_nan() { f64::INFINITY } else { off });
        values.push(Value::object([
            ("measured", Value::number(measured)),
            ("ours", Value::number(ours)),
            ("sd", Value::optional(estimate.and_then(|estimate| estimate.sd).map(rounded))),
            ("tolerance", Value::number(rounded(tolerance))),
            ("within", Value::Bool(off <= 1.0)),
            ("runs", Value::Array(runs.into_iter().map(Value::number).collect())),
        ]));
    }
    Ok((values, worst))
}

/// Returns the mean delays of all rows: the discipline, measured, ours.
pub(crate) fn delays(results: &Node) -> Result<Vec<(String, f64, f64)>, Error> {
    let mut delays = Vec::new();
    for table in list(&results.0, "tables")? {
        for row in list(table, "rows")? {
            let name = text(row, "name")?;
            let discipline = name.split('-').next().unwrap_or(name).to_owned();
            let mean = &list(row, "values")?[0];
            delays.push((discipline, number(mean, "measured")?, number(mean, "ours")?));
        }
    }
    Ok(delays)
}
