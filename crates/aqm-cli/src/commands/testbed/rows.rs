//! `aqm testbed --rows`: the scenarios of a folder, each run and compared.

use super::{Options, Row, lane_json, measure, tables, write_file};
use crate::failure::Failure;
use crate::files::check_apart;
use crate::{input, names};
use aqm_json::Value;
use aqm_scenario::Scenario;
use aqm_sim::time::Time;
use aqm_testbed::outcome::Place;
use aqm_validation::beside::Beside;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The files of a folder that hold results and no scenario.
const RESULTS: [&str; 2] = ["measured", "results"];

/// What came of a row.
#[derive(Default)]
struct Tally {
    within: u64,
    outside: u64,
    invalid: u64,
    skipped: u64,
}

pub(super) fn run(
    options: &Options,
    names: &[String],
    place: &Place,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let files = scenarios(&options.folder, names)?;
    if files.is_empty() {
        let folder = options.folder.display();
        return Err(Failure::Usage(format!("{folder} has no scenario with such a name")));
    }
    let outputs: Vec<_> = options.output.iter().map(|file| ("--output", file.as_path())).collect();
    check_apart(&files, &outputs)?;
    let mut tally = Tally::default();
    let mut results = Vec::new();
    for file in &files {
        let name = input::stem(file);
        let scenario = input::read(file)?;
        let until = Time::from_seconds(options.until.unwrap_or(scenario.duration_s));
        let measured =
            (0..scenario.queues.len()).map(|lane| measure(&scenario, lane, until, options));
        let result = match measured.collect::<Result<Vec<Row>, Failure>>() {
            Ok(rows) => {
                write_row(&name, &rows, &mut tally, out)?;
                row_json(&scenario, &rows, until)
            }
            Err(Failure::Unreadable(reason)) => {
                tally.skipped += 1;
                writeln!(out, "{name}: skipped: {reason}")?;
                Value::object([("skipped", Value::string(reason))])
            }
            Err(failure) => return Err(failure),
        };
        out.flush()?;
        results.push((name, result));
        if let Some(path) = &options.output {
            write_file(path, &document(&results, place).to_pretty())?;
        }
    }
    let Tally { within, outside, invalid, skipped } = tally;
    writeln!(
        out,
        "{within} rows within the tolerances, {outside} not within, {invalid} not valid, {skipped} skipped"
    )?;
    if invalid == 0 { Ok(()) } else { Err(Failure::Finding) }
}

/// Returns the scenarios of a folder in the order of their names: all, or those whose names contain one of the texts.
fn scenarios(folder: &Path, texts: &[String]) -> Result<Vec<PathBuf>, Failure> {
    let unreadable = |error| Failure::Files(vec![(names::name_of(folder), error)], Vec::new());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let name = input::stem(&path);
        let is_scenario =
            path.extension().is_some_and(|end| end == "json") && !RESULTS.contains(&name.as_str());
        let is_wanted = texts.is_empty() || texts.iter().any(|text| name.contains(text.as_str()));
        if is_scenario && is_wanted {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn write_row(
    name: &str,
    rows: &[Row],
    tally: &mut Tally,
    out: &mut impl Write,
) -> Result<(), Failure> {
    for row in rows {
        let beside = row.beside.as_deref().unwrap_or_default();
        let is_within = beside.iter().all(Beside::is_within);
        let late = &row.outcome.accuracy.dequeues;
        let verdict = match (row.outcome.is_valid(), is_within) {
            (false, _) => "NOT VALID",
            (true, true) => "within",
            (true, false) => "NOT WITHIN",
        };
        match (row.outcome.is_valid(), is_within) {
            (false, _) => tally.invalid += 1,
            (true, true) => tally.within += 1,
            (true, false) => tally.outside += 1,
        }
        let (p99, max) = (late.p99_us, late.max_us);
        writeln!(out, "{name}: {verdict}; dequeues late by {p99:.0} us (p99), {max:.0} us (max)")?;
        tables::write_comparison(beside, row.outcome.is_valid(), out)?;
        for objection in &row.outcome.objections {
            writeln!(out, "  {objection}")?;
        }
    }
    Ok(())
}

fn row_json(scenario: &Scenario, rows: &[Row], until: Time) -> Value {
    // The delays of single flows are not compared, and a row with web pages has thousands.
    let lane = |row: &Row| {
        let mut lane = lane_json(scenario, row);
        if let Value::Object(members) = &mut lane {
            members.retain(|(name, _)| name != "flowDelays");
        }
        lane
    };
    let is_valid = rows.iter().all(|row| row.outcome.is_valid());
    let mut all = rows.iter().flat_map(|row| row.beside.as_deref().unwrap_or_default());
    let is_within = all.all(Beside::is_within);
    Value::object([
        ("title", Value::string(scenario.title.clone())),
        ("untilS", Value::number(until.seconds())),
        ("valid", Value::Bool(is_valid)),
        ("within", Value::Bool(is_within)),
        ("lanes", Value::Array(rows.iter().map(lane).collect())),
    ])
}

fn document(results: &[(String, Value)], place: &Place) -> Value {
    Value::object([
        ("version", Value::count(1)),
        ("kernel", Value::string(place.kernel.clone())),
        ("machine", Value::string(place.machine.clone())),
        ("date", Value::string(place.date.clone())),
        ("rows", Value::Object(results.to_vec())),
    ])
}
