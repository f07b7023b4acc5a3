//! Reading scenarios from files and standard input.

use crate::failure::{Failure, visible};
use aqm_scenario::import::MAX_TRACE_BYTES;
use aqm_scenario::plan::MAX_PLAN_BYTES;
use aqm_scenario::{MAX_SCENARIO_BYTES, Plan, Problem, Scenario, json, read_scenario};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Returns the name of a file in messages.
pub fn name_of(path: &Path) -> String {
    if is_stdin(path) { "standard input".to_owned() } else { visible(&path.to_string_lossy()) }
}

/// Returns whether `path` means standard input.
pub fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns the file's name without directory and extension.
pub fn stem(file: &Path) -> String {
    file.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

/// Reads one scenario; `-` means standard input.
pub fn read(path: &Path) -> Result<Scenario, Failure> {
    let mut scenarios = read_all(std::slice::from_ref(&path.to_owned()))?;
    Ok(scenarios.remove(0))
}

/// Reads a plan, or the plan that runs a scenario once; `-` means standard input.
pub fn read_plan(path: &Path) -> Result<Plan, Failure> {
    let bytes = read_up_to(path, MAX_PLAN_BYTES as u64 + 4)
        .map_err(|error| Failure::Files(vec![(name_of(path), error)], Vec::new()))?;
    let read = |bytes| -> Result<Plan, Vec<Problem>> {
        let text = utf8(bytes)?;
        let is_plan = json::parse(text.trim_start_matches('\u{feff}'))
            .is_ok_and(|value| Plan::is_plan(&value));
        if is_plan { Plan::parse(&text) } else { read_scenario(&text).map(Plan::of) }
    };
    read(bytes).map_err(|problems| Failure::Problems(vec![(name_of(path), problems)]))
}

/// Reads scenarios, and reports the problems of all.
pub fn read_all(paths: &[PathBuf]) -> Result<Vec<Scenario>, Failure> {
    let (mut scenarios, mut problems, mut errors) = (Vec::new(), Vec::new(), Vec::new());
    for path in paths {
        match read_text(path) {
            Err(error) => errors.push((name_of(path), error)),
            Ok(bytes) => match parse(bytes) {
                Ok(scenario) => scenarios.push(scenario),
                Err(found) => problems.push((name_of(path), found)),
            },
        }
    }
    if !errors.is_empty() {
        Err(Failure::Files(errors, problems))
    } else if !problems.is_empty() {
        Err(Failure::Problems(problems))
    } else {
        Ok(scenarios)
    }
}

/// Reads a scenario, or at most a few bytes more than its limit, so that `aqm check /dev/zero` ends.
fn read_text(path: &Path) -> io::Result<Vec<u8>> {
    read_up_to(path, MAX_SCENARIO_BYTES as u64 + 4)
}

/// Reads a trace, or at most a few bytes more than its limit.
pub fn read_trace(path: &Path) -> io::Result<Vec<u8>> {
    read_up_to(path, MAX_TRACE_BYTES as u64 + 4)
}

fn read_up_to(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if is_stdin(path) {
        io::stdin().lock().take(limit).read_to_end(&mut bytes)?;
    } else {
        File::open(path)?.take(limit).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

fn parse(bytes: Vec<u8>) -> Result<Scenario, Vec<Problem>> {
    if bytes.len() > MAX_SCENARIO_BYTES {
        let message = format!("has more than {MAX_SCENARIO_BYTES} bytes, the most that are read.");
        return Err(vec![Problem::whole(message)]);
    }
    read_scenario(&utf8(bytes)?)
}

fn utf8(bytes: Vec<u8>) -> Result<String, Vec<Problem>> {
    String::from_utf8(bytes)
        .map_err(|error| vec![Problem::whole(format!("is not UTF-8: {error}."))])
}
