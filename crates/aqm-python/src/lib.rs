//! The Python module `aqm._aqm`. `python/aqm` is the public interface.
//!
//! Functions take and return JSON and plain lists, so the extension needs neither pandas nor Arrow. The interpreter's
//! lock is released while simulations run.

use aqm_reproduce::pool;
use aqm_scenario::sweep::{Measured, Sweep};
use aqm_scenario::{Experiment, Plan, Problem, Scenario, golden, measures, report};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Returns the exception for problems of a text: a line for each.
fn error(problems: impl IntoIterator<Item = String>) -> PyErr {
    PyValueError::new_err(problems.into_iter().collect::<Vec<_>>().join("\n"))
}

fn lines(problems: &[Problem]) -> Vec<String> {
    problems.iter().map(ToString::to_string).collect()
}

/// Names and values of the columns of the time series of all lanes.
type Series = Vec<(String, Vec<f64>)>;

/// Runs a scenario. Returns the report as JSON and the time series of all lanes; a value without data is NaN.
#[pyfunction]
#[pyo3(signature = (scenario, seed = None))]
fn run(py: Python<'_>, scenario: &str, seed: Option<u64>) -> PyResult<(String, Series)> {
    let mut scenario = Scenario::parse(scenario).map_err(|problems| error(lines(&problems)))?;
    if let Some(seed) = seed {
        if seed >= 1 << 53 {
            return Err(error([format!("the seed is {seed}; expected 0 to 2^53 - 1")]));
        }
        scenario.seed = seed;
    }
    Ok(py.detach(|| {
        let mut experiment = Experiment::new(scenario);
        experiment.advance(experiment.end());
        (report::report(&experiment).to_compact(), series(&experiment))
    }))
}

fn series(experiment: &Experiment) -> Series {
    let mut columns: Series =
        vec![("lane".to_owned(), Vec::new()), ("time_s".to_owned(), Vec::new())];
    columns.extend(measures::SERIES.iter().map(|sample| (sample.csv.to_owned(), Vec::new())));
    for (lane, simulation) in experiment.lanes().iter().enumerate() {
        let series = simulation.series();
        for (bin, row) in series.rows().iter().enumerate() {
            let values = measures::SERIES.iter().map(|sample| f64::from((sample.read)(row)));
            let values = [lane as f64, series.time_of(bin).seconds()].into_iter().chain(values);
            for ((_, column), value) in columns.iter_mut().zip(values) {
                column.push(value);
            }
        }
    }
    columns
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

    /// Makes these runs on `threads` threads. Returns the measures of each.
    fn measure(&self, py: Python<'_>, runs: Vec<usize>, threads: usize) -> PyResult<Vec<Measured>> {
        if let Some(index) = runs.iter().find(|&&index| index >= self.0.runs()) {
            return Err(error([format!("there is no run {index}; there are {}", self.0.runs())]));
        }
        let weight = |&index: &usize| self.0.weight(index);
        let measure = |&index: &usize| self.0.measure(index);
        Ok(py.detach(|| pool::run(&runs, threads, weight, measure, &|_| {})))
    }

    /// Returns the table of all runs as CSV, the same as that of `aqm sweep --csv`.
    fn csv(&self, measured: Vec<Measured>) -> PyResult<String> {
        let measures = self.0.measures().len();
        if measured.len() != self.0.runs() || measured.iter().any(|run| run.len() != measures) {
            return Err(error(["there must be the values of every run".to_owned()]));
        }
        let measured: Vec<_> = measured.into_iter().map(Some).collect();
        Ok(self.0.table(&measured).csv())
    }
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
    module.add_function(wrap_pyfunction!(version, module)?)
}
