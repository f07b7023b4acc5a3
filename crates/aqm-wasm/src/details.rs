//! Data of a lane that only some views of the page need.

use crate::{Engine, Float32Array};
use aqm_sim::metrics::Histogram;
use aqm_sim::time::Time;
use aqm_sim::world::Simulation;
use wasm_bindgen::prelude::*;

/// Stands for a flow in a row of [`Engine::goodput`] that holds Jain's index.
const JAIN: f32 = -1.0;

#[wasm_bindgen]
impl Engine {
    /// Returns the distribution of the queue delay since the warm-up: for each step, in ascending order, the
    /// delay in ms and the number of packets that had at most this delay and more than that of the step before.
    #[wasm_bindgen(js_name = allDelays)]
    pub fn all_delays(&self, lane: usize) -> Float32Array {
        self.of_lane(lane, |lane| steps(&lane.delays()))
    }

    /// Like [`Engine::all_delays`], from `from_s` to `to_s`, both rounded down to whole quarters of a second.
    pub fn delays(&self, lane: usize, from_s: f64, to_s: f64) -> Float32Array {
        let (from, to) = (Time::from_seconds(from_s), Time::from_seconds(to_s));
        self.of_lane(lane, |lane| steps(&lane.delays_between(from, to)))
    }

    /// Returns rows of three numbers for each whole second from second `from` on: the second, the flow, and its
    /// goodput in Mbit/s. The first row of a second has -1 in place of the flow, and Jain's index or NaN.
    pub fn goodput(&self, lane: usize, from: usize) -> Float32Array {
        self.of_lane(lane, |lane| {
            let mut rows = Vec::new();
            for (second, goodput) in (from..).zip(lane.goodput_seconds(from)) {
                let second = second as f32;
                rows.extend([second, JAIN, goodput.jain.map_or(f32::NAN, |jain| jain as f32)]);
                for (flow, mbps) in goodput.flows {
                    rows.extend([second, flow as f32, mbps as f32]);
                }
            }
            rows
        })
    }

    /// Returns rows of four numbers for the samples of 50 ms from sample `from` on: the sample, the flow, its
    /// congestion window in packets, and its pacing rate in Mbit/s or NaN.
    pub fn windows(&self, lane: usize, from: u32) -> Float32Array {
        self.of_lane(lane, |lane| {
            let trace = lane.flow_trace();
            let new = &trace[trace.partition_point(|sample| sample.index < from)..];
            new.iter()
                .flat_map(|s| [s.index as f32, s.flow as f32, s.cwnd, s.pacing_mbps])
                .collect()
        })
    }

    /// Returns rows `from` and later of numbers of the discipline's probe, one column after the other; NaN where the
    /// discipline has no such number. `names` are separated by blanks; a unit follows its name after `:`. Returns
    /// nothing if the run does not record them.
    pub fn probes(&self, lane: usize, names: &str, from: usize) -> Float32Array {
        self.of_lane(lane, |lane| {
            let Some(series) = lane.probe_series() else { return Vec::new() };
            let column = |name: &str| {
                let (name, unit) = name.split_once(":").unwrap_or((name, ""));
                series.column(name, unit, from)
            };
            names.split(' ').flat_map(column).collect()
        })
    }

    fn of_lane(&self, lane: usize, read: impl FnOnce(&Simulation) -> Vec<f32>) -> Float32Array {
        Float32Array::copy_of(&self.experiment.lanes().get(lane).map(read).unwrap_or_default())
    }
}

fn steps(histogram: &Histogram) -> Vec<f32> {
    let steps = histogram.steps();
    steps.flat_map(|(delay, count)| [(delay.seconds() * 1e3) as f32, count as f32]).collect()
}
