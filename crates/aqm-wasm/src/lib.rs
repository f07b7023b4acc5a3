//! The interface of the simulator for the page: the class [`Engine`]. It returns time series as columns,
//! and problems as JSON. A function that returns something else throws its problems.
//!
//! This crate computes nothing: `aqm_sim` computes the results, `aqm_scenario` writes them as JSON.

mod details;
mod events;
mod revise;

use aqm_experiment::Experiment;
use aqm_report::measures;
use aqm_scenario::{Limits, Scenario, problems_to_json, read_change, read_for_page};
use aqm_sim::metrics::SAMPLE_INTERVAL;
use aqm_sim::time::Time;
use wasm_bindgen::prelude::*;

/// Least work of a lane between two snapshots, in packets. A snapshot costs as much as about 200 packets,
/// and an edit simulates half an interval again on average. The sum of both costs is smallest at about
/// 5000 packets with one flow at 25 Mbit/s, and at two or three times as many with 20 flows at
/// 100 Mbit/s.
const APART: u64 = 10_000;

// Declared here instead of using js-sys, which would export unused functions.
#[wasm_bindgen]
extern "C" {
    /// The array of this name in JavaScript.
    #[wasm_bindgen(typescript_type = "Float32Array")]
    pub type Float32Array;

    #[wasm_bindgen(constructor)]
    fn copy_of(values: &[f32]) -> Float32Array;
}

/// Makes a panic throw its message instead of "unreachable". The engine is lost after a panic; the page
/// starts a new worker, which replays the run.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|info| wasm_bindgen::throw_str(&info.to_string())));
}

/// Returns the version of the simulator.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_string()
}

/// Returns an empty text if `json` is a valid scenario that the page can run, otherwise a JSON list of `{path, message}`.
#[wasm_bindgen]
pub fn check(json: &str) -> String {
    match read_for_page(json) {
        Ok(_) => String::new(),
        Err(problems) => problems_to_json(&problems),
    }
}

/// Returns `json` in its shortest form: defaults left out, fields in a fixed order.
///
/// # Errors
/// Throws the JSON list of problems if `json` is not a valid scenario.
#[wasm_bindgen]
pub fn canonical(json: &str) -> Result<String, JsError> {
    Ok(parse(json)?.to_json())
}

fn parse(json: &str) -> Result<Scenario, JsError> {
    read_for_page(json).map_err(|problems| JsError::new(&problems_to_json(&problems)))
}

/// A run of all or some lanes of one scenario. Methods number these lanes from 0.
#[wasm_bindgen]
pub struct Engine {
    experiment: Experiment,
}

#[wasm_bindgen]
impl Engine {
    /// Creates a run at time zero with these lanes, by their numbers in the scenario. `probes`: it records the
    /// probes of the disciplines ([`Engine::probes`]).
    ///
    /// # Errors
    /// Throws the JSON list of problems if `json` is not a valid scenario.
    #[wasm_bindgen(constructor)]
    pub fn new(json: &str, lanes: Vec<usize>, probes: Option<bool>) -> Result<Engine, JsError> {
        let experiment = Experiment::of_lanes(parse(json)?, lanes).within(&Limits::PAGE);
        let wants = probes.unwrap_or_default();
        let experiment = if wants { experiment.with_probes() } else { experiment };
        Ok(Engine { experiment: experiment.with_snapshots(APART).with_flow_traces() })
    }

    /// Returns the number of lanes of this run.
    #[wasm_bindgen(js_name = laneCount)]
    pub fn lane_count(&self) -> usize {
        self.experiment.lanes().len()
    }

    /// Returns the simulated time in s up to which all lanes have run.
    pub fn now(&self) -> f64 {
        self.experiment.now().seconds()
    }

    /// Runs all lanes up to `to_s`. Stops early after work equal to about `max_packets` offered packets, all
    /// lanes together. Returns the new time in s.
    pub fn advance(&mut self, to_s: f64, max_packets: f64) -> f64 {
        self.experiment.advance_within(Time::from_seconds(to_s), max_packets as u64);
        self.now()
    }

    /// Adds a change `{atS, set, to}`. Returns an empty text, or the JSON list of problems.
    pub fn apply(&mut self, change: &str) -> String {
        let applied = read_change(change).and_then(|change| self.experiment.apply(change));
        match applied {
            Ok(()) => String::new(),
            Err(problems) => problems_to_json(&problems),
        }
    }

    /// Returns the number of complete rows of the time series that all lanes have.
    #[wasm_bindgen(js_name = sampleCount)]
    pub fn sample_count(&self) -> usize {
        self.experiment.lanes().iter().map(|lane| lane.series().len()).min().unwrap_or(0)
    }

    /// Returns the number of traffic groups that have columns of their own; 0 if there is only one group.
    #[wasm_bindgen(js_name = groupCount)]
    pub fn group_count(&self) -> usize {
        self.experiment.lanes().first().map_or(0, aqm_report::group_columns)
    }

    /// Returns whether there is a reverse bottleneck, whose columns follow those of the forward one.
    #[wasm_bindgen(js_name = hasReverse)]
    pub fn has_reverse(&self) -> bool {
        self.experiment.lanes().first().is_some_and(|lane| lane.reverse_series().is_some())
    }

    /// Returns the number of hops beside that of the lane, whose columns follow those of the reverse bottleneck.
    #[wasm_bindgen(js_name = otherHops)]
    pub fn other_hops(&self) -> usize {
        self.experiment.scenario().link.other_hops().count()
    }

    /// Returns the length of a row of the time series in s.
    #[wasm_bindgen(js_name = sampleInterval)]
    pub fn sample_interval(&self) -> f64 {
        SAMPLE_INTERVAL.seconds()
    }

    /// Rows `from` and later of these columns (`aqm_report::measures::SERIES`), whose names are separated
    /// by blanks: all of the first lane, then of the next, one column after the other. In each lane the same
    /// columns of the reverse bottleneck follow, if there is one ([`Engine::has_reverse`]), and of the other hops
    /// ([`Engine::other_hops`]), then for each traffic group ([`Engine::group_count`]) those of
    /// `aqm_report::measures::GROUP_SERIES`. An unknown name has no rows.
    pub fn columns(&self, names: &str, from: usize) -> Float32Array {
        let count = self.sample_count();
        let mut values = Vec::new();
        for lane in self.experiment.lanes() {
            let rows = from.min(count)..count;
            let hops = (0..).map_while(|index| lane.hop_series(index));
            let own = [Some(lane.series()), lane.reverse_series()].into_iter().flatten();
            for series in own.chain(hops) {
                for sample in names.split(' ').filter_map(measures::sample) {
                    values.extend(series.rows()[rows.clone()].iter().map(sample.read));
                }
            }
            let groups = 0..aqm_report::group_columns(lane);
            for (parts, group) in groups.filter_map(|group| Some((lane.parts()?, group))) {
                for (_, read) in measures::GROUP_SERIES {
                    values.extend(parts.series(group).skip(from).take(rows.len()).map(read));
                }
            }
        }
        Float32Array::copy_of(&values)
    }

    /// Returns the lane's measures since the warm-up, as an entry of `lanes` of `aqm run --json`.
    pub fn summary(&self, lane: usize) -> String {
        aqm_report::lane_json(&self.experiment, lane)
    }

    /// Returns the lane's measures from `from_s` to `to_s` in the same form, without flows.
    pub fn window(&self, lane: usize, from_s: f64, to_s: f64) -> String {
        let (from, to) = (Time::from_seconds(from_s), Time::from_seconds(to_s));
        aqm_report::window_json(&self.experiment, lane, from, to)
    }

    /// Returns the scenario with all changes so far, in its shortest form.
    pub fn scenario(&self) -> String {
        self.experiment.scenario().to_json()
    }

    /// Returns the digest of all events at the lane's bottleneck, in hexadecimal.
    pub fn digest(&self, lane: usize) -> String {
        let lane = self.experiment.lanes().get(lane);
        lane.map(|lane| aqm_report::digest_text(lane.digest())).unwrap_or_default()
    }
}
