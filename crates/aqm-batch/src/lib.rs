//! Many runs for the page: the experiments of the papers, sweeps, many seeds of a run, the first difference of two lanes, and stories;
//! scripts and data files for other programs, and the importer of recorded rates. The workers of a pool call these functions; each call
//! runs one simulation to its end. The page itself calls the functions of `stability`, `export` and `trace`, which take a few
//! milliseconds. The queue view has a worker of its own for `packets`.
//!
//! This package is apart from `aqm-wasm`, which the page loads first, so that the experiments do not delay the
//! first plot. This crate computes nothing: `aqm_papers` runs the experiments and makes the reports.

mod alive;
mod difference;
mod export;
mod flent;
mod goals;
mod groups;
mod lane_run;
mod packets;
mod papers;
mod samples;
mod seeds;
mod stability;
mod story;
mod sweep;
mod trace;
mod trust;

use wasm_bindgen::prelude::*;

/// Makes a panic throw its message instead of "unreachable". The page starts a new worker after a panic.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|info| wasm_bindgen::throw_str(&info.to_string())));
}

/// Returns the version of the simulator.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_string()
}
