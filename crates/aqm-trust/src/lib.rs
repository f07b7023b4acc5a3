//! How far the numbers of a scenario were checked.
//!
//! [`trust`] compares each lane with everything in `docs/validation`: the nearest row that was measured with real TCP and how far the
//! simulator was off there, the decisions of Linux' own code, and the papers with this discipline. It also lists what no row covers. All of
//! it is computed from `checked.json`, which `npm run validate` renders from the results.

mod checked;
mod setup;

use aqm_json::shown;
use aqm_scenario::Scenario;
pub use checked::PATH;
use checked::{CHECKED, Checked, Comparison, MeasuredRow};
use setup::{Field, Setup};
use std::fmt::Write as _;

aqm_json::answer! {
    /// How far the numbers of a lane were checked.
    pub struct LaneTrust {
        /// The lane, counted from 0.
        "lane" lane: u64,
        /// What was checked near this lane, and how close it was.
        "checked" checked: String,
        /// What about this lane was never compared with a measurement.
        "unchecked" unchecked: String,
        /// The table of the nearest row: linux, linux-bbr, testbed or disciplines. Empty without a row.
        "table" table: String,
        /// Name of the nearest row. Empty without a row.
        "row" row: String,
    }

    /// How far the numbers of a scenario were checked.
    pub struct Trust {
        /// In the order of the lanes.
        "lanes" lanes: Vec<LaneTrust>,
    }
}

/// Said of a lane of which nothing is outside the rows.
const WITHIN: &str = "Bandwidth, round-trip time, flows, senders and parameters are within the range of the rows. This combination \
                      itself was not necessarily measured.";

/// Returns how far the numbers of each lane were checked.
pub fn trust(scenario: &Scenario) -> Trust {
    let lanes = 0..scenario.queues.len();
    Trust { lanes: lanes.map(|lane| of_lane(&Setup::new(scenario, lane), lane)).collect() }
}

fn of_lane(setup: &Setup, lane: usize) -> LaneTrust {
    let checked: &Checked = &CHECKED;
    let same: Vec<&MeasuredRow> =
        checked.rows.iter().filter(|row| row.setup.discipline() == setup.discipline()).collect();
    let nearest =
        same.iter().min_by(|a, b| setup.distance(&a.setup).total_cmp(&setup.distance(&b.setup)));
    let name = setup.discipline_name();
    let mut text = String::new();
    match nearest {
        Some(row) => {
            let within = same.iter().filter(|row| row.within).count();
            let _ = write!(text, "Nearest row with real Linux TCP: {}.", row.title);
            let _ = write!(text, " {}.", differences(&row.measured));
            let all = same.len();
            let _ = write!(text, " {within} of {all} rows with {name} are within the tolerances.");
        }
        None => {
            let _ = write!(text, "No row with real Linux TCP has {name}.");
        }
    }
    if let Some((rows, mismatches)) = checked.decisions(setup.discipline()) {
        let equal = rows - mismatches;
        let _ = write!(text, " {equal} of {rows} recorded decisions of Linux' code are the same.");
    }
    let papers: Vec<String> = checked
        .papers
        .iter()
        .filter(|paper| paper.of > 0 && paper.queues.iter().any(|kind| kind == setup.discipline()))
        .map(|paper| format!("{} ({} of {} findings hold)", paper.cited, paper.hits, paper.of))
        .collect();
    if !papers.is_empty() {
        let _ = write!(text, " Papers: {}.", papers.join(", "));
    }
    let missing = unchecked(setup, &same, checked);
    let unchecked = if missing.is_empty() {
        WITHIN.to_owned()
    } else {
        format!("Never checked with real TCP: {}.", missing.join("; "))
    };
    LaneTrust {
        lane: lane as u64,
        checked: text,
        unchecked,
        table: nearest.map_or_else(String::new, |row| row.table.clone()),
        row: nearest.map_or_else(String::new, |row| row.name.clone()),
    }
}

/// Says what was measured in a row, and what the simulator gives.
fn differences(measured: &[Comparison]) -> String {
    let texts: Vec<String> = measured
        .iter()
        .map(|one| {
            let [ours, theirs] =
                [one.ours, one.measured].map(|value| format!("{value:.*}", one.decimals));
            format!("{} {ours} {unit} here, {theirs} {unit} measured", one.name, unit = one.unit)
        })
        .collect();
    let text = texts.join("; ");
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Lists what no row covers: of the rows with this discipline, or of all rows if there are none.
fn unchecked(setup: &Setup, same: &[&MeasuredRow], checked: &Checked) -> Vec<String> {
    let mut missing = Vec::new();
    let all: Vec<&MeasuredRow> = checked.rows.iter().collect();
    let rows = if same.is_empty() { &all } else { same };
    if same.is_empty() {
        missing.push(setup.discipline_name());
    } else if let Some(text) = setup.other_parameters(rows.iter().map(|row| &row.setup)) {
        missing.push(text);
    }
    for field in Field::ALL {
        let value = field.of(setup);
        let [least, most] = range(rows.iter().map(|row| field.of(&row.setup)));
        // Up to half above the greatest value of the rows, or a third below the least, counts as covered.
        if value > 0.0 && (value < least / 1.5 || value > most * 1.5) {
            let [value, least, most] = [value, least, most].map(|number| shown(tenths(number)));
            let unit = field.unit();
            let rows = if least == most { least } else { format!("{least} to {most}") };
            missing.push(format!("{value}{unit} (rows: {rows}{unit})"));
        }
    }
    let has = |feature: &str| {
        rows.iter().any(|row| row.setup.features.iter().any(|present| present == feature))
    };
    missing.extend(setup.features.iter().filter(|feature| !has(feature)).cloned());
    missing
}

/// Rounds to tenths, but for small numbers.
fn tenths(number: f64) -> f64 {
    if number < 1.0 { number } else { (number * 10.0).round() / 10.0 }
}

fn range(values: impl Iterator<Item = f64>) -> [f64; 2] {
    values
        .filter(|&value| value > 0.0)
        .fold([f64::INFINITY, 0.0], |[least, most], value| [least.min(value), most.max(value)])
}

#[cfg(test)]
mod tests;
