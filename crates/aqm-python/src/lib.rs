//! The Python module `aqm._aqm`. `python/aqm` is the public interface.
//!
//! Functions take and return JSON, lists and bytes, so the extension needs neither pandas nor Arrow. The interpreter's
//! lock is released while simulations run.

use aqm_experiment::Experiment;
use aqm_report::SeriesValue;
use aqm_report::golden;
use aqm_scenario::{Limits, Problem, Scenario};
use aqm_sweep::Plan;
use aqm_sweep::{Measured, Sweep, pool};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::borrow::Cow;
use std::sync::OnceLock;

/// Returns the exception for problems of a text: a line for each.
fn error(problems: impl IntoIterator<Item = String>) -> PyErr {
    PyValueError::new_err(problems.into_iter().collect::<Vec<_>>().join("\n"))
}

fn lines(problems: &[Problem]) -> Vec<String> {
    problems.iter().map(ToString::to_string).collect()
}

/// Packets between two looks for Ctrl-C: these take some ten milliseconds.
const SLICE_PACKETS: u64 = 50_000;

/// A column of the time series of all lanes: its name, the type of its numbers as in NumPy, and the numbers, or the words of a column
/// without numbers. A value without data is NaN.
type Column = (String, &'static str, Cow<'static, [u8]>);
/// All columns, and the kind of each lane's queue.
type Series = (Vec<Column>, Vec<String>);

/// Reads a scenario; `seed` replaces its seed.
fn read(scenario: &str, seed: Option<u64>, limits: &'static Limits) -> PyResult<Scenario> {
    let mut scenario =
        Scenario::parse_within(scenario, limits).map_err(|problems| error(lines(&problems)))?;
    if let Some(seed) = seed {
        if seed >= 1 << 53 {
            return Err(error([format!("the seed is {seed}; expected 0 to 2^53 - 1")]));
        }
        scenario.seed = seed;
    }
    Ok(scenario)
}

/// Runs a scenario. Returns the report as JSON, and the time series of all lanes.
#[pyfunction]
#[pyo3(signature = (scenario, seed = None))]
fn run(py: Python<'_>, scenario: &str, seed: Option<u64>) -> PyResult<(String, Series)> {
    let scenario = read(scenario, seed, &Limits::FORMAT)?;
    let mut experiment = py.detach(|| Experiment::new(scenario).with_probes());
    let end = experiment.end();
    while experiment.now() < end {
        py.detach(|| experiment.advance_within(end, SLICE_PACKETS));
        py.check_signals()?;
    }
    Ok(py.detach(|| (aqm_report::report(&experiment).to_compact(), series(&experiment))))
}

/// Returns the columns of `aqm run --csv` with their numbers in full precision.
fn series(experiment: &Experiment) -> Series {
    let (mut lanes, mut times) = (Vec::new(), Vec::new());
    let mut columns: Vec<Vec<u8>> = Vec::new();
    let mut types: Vec<&'static str> = Vec::new();
    for (number, lane) in experiment.lanes().iter().enumerate() {
        for bin in 0..lane.series().len() {
            lanes.extend((number as i64).to_le_bytes());
            times.extend(lane.series().time_of(bin).seconds().to_le_bytes());
            let values = aqm_report::series_values(lane, bin);
            columns.resize_with(values.len(), Vec::new);
            types = values.iter().map(type_of).collect();
            for (column, value) in columns.iter_mut().zip(values) {
                match value {
                    SeriesValue::Single(value) => column.extend(finite(value).to_le_bytes()),
                    SeriesValue::Double(value) => {
                        column.extend(value.unwrap_or(f64::NAN).to_le_bytes());
                    }
                }
            }
        }
    }
    let probes = aqm_report::probe_columns(experiment).into_iter().map(|of| {
        let mut values = Vec::new();
        for lane in experiment.lanes() {
            for bin in 0..lane.series().len() {
                let series = lane.probe_series();
                let value = series.map_or(f32::NAN, |series| series.value(bin, of.name, of.unit));
                values.extend(finite(value).to_le_bytes());
            }
        }
        (aqm_report::probe_csv(of), "<f4", Cow::from(values))
    });
    let first = [
        ("lane".to_owned(), "<i8", Cow::from(lanes)),
        ("time_s".to_owned(), "<f8", Cow::from(times)),
    ];
    let names = aqm_report::series_names(experiment).into_iter();
    let others = names
        .zip(types)
        .zip(columns)
        .map(|((name, numbers), bytes)| (name, numbers, Cow::from(bytes)));
    let kinds = experiment.scenario().queues.iter().map(|queue| queue.kind().to_owned());
    (first.into_iter().chain(others).chain(probes).collect(), kinds.collect())
}

/// Returns the type of a value as NumPy writes it.
fn type_of(value: &SeriesValue) -> &'static str {
    match value {
        SeriesValue::Single(_) => "<f4",
        SeriesValue::Double(_) => "<f8",
    }
}

fn finite(value: f32) -> f32 {
    if value.is_finite() { value } else { f32::NAN }
}

/// All runs of a plan.
#[pyclass(frozen, name = "Sweep")]
struct PySweep(Sweep);

#[pymethods]
impl PySweep {
    /// Expands and checks a plan.
    #[new]
    fn new(plan: &str) -> PyResult<Self> {
        let plan = Plan::parse(plan).map_err(|problems| error(lines(&problems)))?;
        let sweep = Sweep::new(plan).map_err(|all| {
            error(all.iter().flat_map(|(label, problems)| {
                lines(problems).into_iter().map(move |line| format!("{label}: {line}"))
            }))
        })?;
        Ok(PySweep(sweep))
    }

    /// Returns the relative cost of each run.
    fn weights(&self) -> Vec<f64> {
        (0..self.0.runs()).map(|index| self.0.weight(index)).collect()
    }

    /// Makes these runs on `threads` threads. Returns the measures of each. After Ctrl-C no further run starts.
    fn measure(&self, py: Python<'_>, runs: Vec<usize>, threads: usize) -> PyResult<Vec<Measured>> {
        if let Some(index) = runs.iter().find(|&&index| index >= self.0.runs()) {
            return Err(error([format!("there is no run {index}; there are {}", self.0.runs())]));
        }
        let weight = |&index: &usize| self.0.weight(index);
        let interrupt = OnceLock::new();
        let measure = |&index: &usize| {
            // Python handles signals in its main thread only, which is one of the threads of the pool.
            if let Err(signal) = Python::attach(|py| py.check_signals()) {
                let _ = interrupt.set(signal);
            }
            if interrupt.get().is_some() { Measured::new() } else { self.0.measure(index) }
        };
        let measured = py.detach(|| pool::run(&runs, threads, weight, measure, &|_| {}));
        match interrupt.into_inner() {
            Some(signal) => Err(signal),
            None => Ok(measured),
        }
    }

    /// Returns the rows of the table without results, as CSV: cases, values of the parameters, lane and queue.
    fn keys(&self) -> String {
        let none = vec![None; self.0.runs()];
        self.0.table(&none).csv()
    }

    /// Returns the scenario of a row of the table with its first seed, as JSON. It has all lanes of the cell.
    fn scenario(&self, row: usize) -> PyResult<String> {
        if row >= self.0.rows().len() {
            return Err(error([format!(
                "there is no row {row}; there are {}",
                self.0.rows().len()
            )]));
        }
        Ok(self.0.scenario(row * self.0.seeds().len()).to_json())
    }

    /// Returns the table of all runs as CSV, the same as that of `aqm sweep --csv`, and the notes about it.
    fn csv(&self, measured: Vec<Measured>) -> PyResult<(String, Vec<String>)> {
        let measures = self.0.measures().len();
        if measured.len() != self.0.runs() || measured.iter().any(|run| run.len() != measures) {
            return Err(error(["there must be the values of every run".to_owned()]));
        }
        let measured: Vec<_> = measured.into_iter().map(Some).collect();
        let table = self.0.table(&measured);
        Ok((table.csv(), table.notes()))
    }
}

/// Checks whether the page can run a scenario. Returns it in its canonical form, as JSON; with another seed, if one is given.
#[pyfunction]
#[pyo3(signature = (scenario, seed = None))]
fn for_page(scenario: &str, seed: Option<u64>) -> PyResult<String> {
    Ok(read(scenario, seed, &Limits::PAGE)?.to_json())
}

/// Returns the version of the simulator. Equal versions have equal results.
#[pyfunction]
fn version() -> String {
    golden::version()
}

/// The module.
#[pymodule]
fn _aqm(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PySweep>()?;
    module.add_function(wrap_pyfunction!(run, module)?)?;
    module.add_function(wrap_pyfunction!(for_page, module)?)?;
    module.add_function(wrap_pyfunction!(version, module)?)
}
