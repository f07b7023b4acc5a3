//! The time series of a lane with all columns of `aqm run --csv`, for files.

use crate::alive::Alive;
use crate::flent::packed;
use crate::lane_run::LaneRun;
use aqm_report::{SeriesValue, lane_series_names, probe_csv, series_values};
use aqm_sim::aqm::probe_numbers;
use std::fmt::Write as _;
use wasm_bindgen::prelude::*;

/// Runs one lane of a scenario with a seed until `to_s`, with all its timed changes, and returns its time series as `aqm run --csv`
/// prints it: a text with a line for each column, packed as that of `flentFile`, the number of rows, and the columns one after the
/// other, NaN without a value.
///
/// A line has the place of the column among all that lanes of this scenario can have, `single` or `double` for the precision of its
/// values, and its name.
///
/// # Errors
/// Throws a JSON list of problems if the scenario is not valid, or a sentence for an unknown lane or seed.
#[wasm_bindgen(js_name = samplesRun)]
pub fn samples_run(
    scenario: &str,
    lane: usize,
    seed: f64,
    to_s: f64,
    alive: Option<Alive>,
) -> Result<Vec<f64>, JsError> {
    Ok(samples(&LaneRun::read(scenario, lane, seed, to_s)?, alive.as_ref()))
}

fn samples(run: &LaneRun, alive: Option<&Alive>) -> Vec<f64> {
    let simulation = run.simulate(|simulation| simulation.with_parts().with_probes(), alive);
    let names = lane_series_names(&run.scenario, &simulation);
    let rows: Vec<Vec<SeriesValue>> =
        (0..simulation.series().len()).map(|bin| series_values(&simulation, bin)).collect();
    let state = simulation.probe_series();
    let probes = || {
        let all = probe_numbers().enumerate();
        all.filter(|(_, of)| state.is_some_and(|series| series.has(of.name, of.unit)))
    };
    let mut header = String::new();
    for (place, name) in names.iter().enumerate() {
        let is_double = matches!(rows.first().map(|row| row[place]), Some(SeriesValue::Double(_)));
        let precision = if is_double { "double" } else { "single" };
        // Writing to a String cannot fail.
        let _ = writeln!(header, "{place} {precision} {name}");
    }
    for (index, of) in probes() {
        let _ = writeln!(header, "{} single {}", names.len() + index, probe_csv(of));
    }
    let mut all = packed(&header);
    all.push(rows.len() as f64);
    for place in 0..names.len() {
        all.extend(rows.iter().map(|row| match row[place] {
            SeriesValue::Single(value) if value.is_finite() => f64::from(value),
            SeriesValue::Double(Some(value)) => value,
            _ => f64::NAN,
        }));
    }
    for (_, of) in probes() {
        let column = state.map(|series| series.column(of.name, of.unit, 0));
        let finite = |value: f32| if value.is_finite() { f64::from(value) } else { f64::NAN };
        all.extend(column.unwrap_or_default().into_iter().map(finite));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use aqm_experiment::Experiment;
    use aqm_scenario::read_scenario;
    use aqm_sim::time::Time;

    const SCENARIO: &str = r#"{ "version": 1, "durationS": 3, "link": { "rateMbps": 5, "rttMs": 20, "buffer": { "packets": 60 } },
        "queues": [{ "kind": "droptail" }, { "kind": "codel" }, { "kind": "pie" }],
        "traffic": [{ "kind": "bulk", "flows": 2 }, { "kind": "voip" }],
        "changes": [{ "atS": 1, "set": "queues.1", "to": { "kind": "red" } }] }"#;

    /// A column as the page reads it.
    struct Column<'a> {
        place: usize,
        is_double: bool,
        name: &'a str,
        values: &'a [f64],
    }

    /// Returns the header as text, and the numbers behind it.
    fn unpacked(all: &[f64]) -> (String, &[f64]) {
        let words = (all[0] as usize).div_ceil(4);
        let bytes = all[1..=words].iter().flat_map(|word| (*word as u32).to_le_bytes());
        let bytes: Vec<u8> = bytes.take(all[0] as usize).collect();
        (String::from_utf8(bytes).expect("it is UTF-8"), &all[words + 1..])
    }

    fn columns<'a>(header: &'a str, numbers: &'a [f64]) -> Vec<Column<'a>> {
        let count = numbers[0] as usize;
        let all = header.lines().zip(numbers[1..].chunks(count));
        all.map(|(line, values)| {
            let parts: Vec<&str> = line.split(' ').collect();
            let place = parts[0].parse().expect("a number");
            Column { place, is_double: parts[1] == "double", name: parts[2], values }
        })
        .collect()
    }

    #[test]
    fn the_columns_of_all_lanes_are_the_csv_of_the_command() {
        let scenario = read_scenario(SCENARIO).expect("it is valid");
        let mut experiment = Experiment::new(scenario.clone()).with_probes();
        experiment.advance(Time::from_seconds(2.5));
        let header = aqm_report::csv_header(&experiment);
        let expected: Vec<&str> = header.split(',').skip(3).collect();
        let probes = aqm_report::probe_columns(&experiment);
        let run = |lane| LaneRun::new(scenario.clone(), lane, 2.5);
        let packed: Vec<_> = (0..3).map(|lane| samples(&run(lane), None)).collect();
        let unpacked: Vec<_> = packed.iter().map(|all| unpacked(all)).collect();
        let lanes: Vec<_> = unpacked.iter().map(|(header, rest)| columns(header, rest)).collect();
        let mut merged: Vec<(usize, &str)> =
            lanes.iter().flatten().map(|column| (column.place, column.name)).collect();
        merged.sort_unstable();
        merged.dedup();
        assert_eq!(merged.iter().map(|(_, name)| *name).collect::<Vec<_>>(), expected);
        for (lane, columns) in lanes.iter().enumerate() {
            let simulation = &experiment.lanes()[lane];
            assert_eq!(columns[0].values.len(), 250);
            for bin in 0..250 {
                let mut row = String::new();
                let queue = &scenario.queues[lane];
                aqm_report::write_csv_row(&mut row, lane, queue, simulation, bin, &probes);
                let fields = row.trim_end().split(',').skip(3);
                for (field, (_, name)) in fields.zip(&merged) {
                    let column = columns.iter().find(|column| column.name == *name);
                    let value = column.map_or(f64::NAN, |column| column.values[bin]);
                    let text = match column {
                        _ if value.is_nan() => String::new(),
                        Some(column) if column.is_double => value.to_string(),
                        _ => (value as f32).to_string(),
                    };
                    assert_eq!(text, field, "lane {lane}, {name}, bin {bin}");
                }
            }
        }
    }
}
