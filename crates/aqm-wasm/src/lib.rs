//! The simulator for the page: one [`Engine`] class, columns out, problems as JSON: as values, or
//! thrown where there is nothing else to return.
//!
//! Nothing here computes: results come from `aqm_sim`, their JSON from `aqm_scenario`.

mod events;
mod revise;

use aqm_scenario::{
    Experiment, Scenario, measures, problems_to_json, read_change, read_scenario, report,
};
use aqm_sim::metrics::SAMPLE_INTERVAL;
use aqm_sim::time::Time;
use wasm_bindgen::prelude::*;

/// Between two snapshots of a lane, packets. To take one costs as much as some 200 packets with one
/// flow, and half of what lies between two is simulated in vain. By that estimate the sum is least,
/// for what is left of a minute, with about 5000 under one flow at 25 Mbit/s; under 20 at 100 Mbit/s,
/// with more packets and larger snapshots, with two or three times as many.
const APART: u64 = 10_000;

// All that is needed of js-sys, which exports functions of its own that nobody here calls.
#[wasm_bindgen]
extern "C" {
    /// The page's array of this name.
    #[wasm_bindgen(typescript_type = "Float32Array")]
    pub type Float32Array;

    #[wasm_bindgen(constructor)]
    fn copy_of(values: &[f32]) -> Float32Array;
}

/// Throws the panic's message to the page instead of a bare "unreachable". The engine is lost
/// then; the worker is started again and replays the run.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|info| wasm_bindgen::throw_str(&info.to_string())));
}

/// Version of the simulator.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_string()
}

/// Empty if `json` is a valid scenario, otherwise a JSON list of `{path, message}`.
#[wasm_bindgen]
pub fn check(json: &str) -> String {
    match read_scenario(json) {
        Ok(_) => String::new(),
        Err(problems) => problems_to_json(&problems),
    }
}

/// `json` in its shortest form: defaults left out, fields in a fixed order.
///
/// # Errors
/// Throws the JSON list of problems if `json` is not a valid scenario.
#[wasm_bindgen]
pub fn canonical(json: &str) -> Result<String, JsError> {
    Ok(parse(json)?.to_json())
}

fn parse(json: &str) -> Result<Scenario, JsError> {
    read_scenario(json).map_err(|problems| JsError::new(&problems_to_json(&problems)))
}

/// The lanes of one scenario, all or some, running in step. Methods number those that run here.
#[wasm_bindgen]
pub struct Engine {
    experiment: Experiment,
}

#[wasm_bindgen]
impl Engine {
    /// An experiment at time zero, of these lanes, by their numbers in the scenario.
    ///
    /// # Errors
    /// Throws the JSON list of problems if `json` is not a valid scenario.
    #[wasm_bindgen(constructor)]
    pub fn new(json: &str, lanes: Vec<usize>) -> Result<Engine, JsError> {
        Ok(Engine { experiment: Experiment::of_lanes(parse(json)?, lanes).with_snapshots(APART) })
    }

    /// Number of lanes that run here.
    #[wasm_bindgen(js_name = laneCount)]
    pub fn lane_count(&self) -> usize {
        self.experiment.lanes().len()
    }

    /// Simulated time in s up to which all lanes have run.
    pub fn now(&self) -> f64 {
        self.experiment.now().seconds()
    }

    /// Runs all lanes up to `to_s`, but stops early once about `max_packets` packets have been
    /// offered to the queues, all lanes together, or changes have cost as much. Returns the new time in s.
    pub fn advance(&mut self, to_s: f64, max_packets: f64) -> f64 {
        self.experiment.advance_within(Time::from_seconds(to_s), max_packets as u64);
        self.now()
    }

    /// Adds a change `{atS, set, to}`; empty if accepted, otherwise the JSON list of problems.
    pub fn apply(&mut self, change: &str) -> String {
        let applied = read_change(change).and_then(|change| self.experiment.apply(change));
        match applied {
            Ok(()) => String::new(),
            Err(problems) => problems_to_json(&problems),
        }
    }

    /// Finished rows of the time series: the same for all lanes.
    #[wasm_bindgen(js_name = sampleCount)]
    pub fn sample_count(&self) -> usize {
        self.experiment.lanes().iter().map(|lane| lane.series().len()).min().unwrap_or(0)
    }

    /// Length of a row of the time series in s.
    #[wasm_bindgen(js_name = sampleInterval)]
    pub fn sample_interval(&self) -> f64 {
        SAMPLE_INTERVAL.seconds()
    }

    /// Rows `from` and later of these columns (`aqm_scenario::measures::SERIES`), whose names are separated
    /// by blanks: all of the first lane, then of the next, one column after the other. An unknown name
    /// has no rows.
    pub fn columns(&self, names: &str, from: usize) -> Float32Array {
        let count = self.sample_count();
        let mut values = Vec::new();
        for lane in self.experiment.lanes() {
            let rows = &lane.series().rows()[from.min(count)..count];
            for sample in names.split(' ').filter_map(measures::sample) {
                values.extend(rows.iter().map(sample.read));
            }
        }
        Float32Array::copy_of(&values)
    }

    /// The lane's measures since the warm-up: one entry of `lanes` of `aqm run --json`.
    pub fn summary(&self, lane: usize) -> String {
        report::lane_json(&self.experiment, lane)
    }

    /// The lane's measures from `from_s` to `to_s` in the same form, without flows.
    pub fn window(&self, lane: usize, from_s: f64, to_s: f64) -> String {
        let (from, to) = (Time::from_seconds(from_s), Time::from_seconds(to_s));
        report::window_json(&self.experiment, lane, from, to)
    }

    /// The scenario with all changes so far, in its shortest form.
    pub fn scenario(&self) -> String {
        self.experiment.scenario().to_json()
    }

    /// Digest of everything that happened at the lane's bottleneck, in hexadecimal.
    pub fn digest(&self, lane: usize) -> String {
        let lane = self.experiment.lanes().get(lane);
        lane.map(|lane| report::digest_text(lane.digest())).unwrap_or_default()
    }
}
