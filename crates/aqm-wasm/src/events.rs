//! Drops, marks, losses and probes of a time span, simulated again beside the run.

use crate::Engine;
use aqm_experiment::Replay;
use aqm_sim::time::Time;
use wasm_bindgen::prelude::*;

/// A replay of a span of one lane. The run that it was started from stays as it is.
#[wasm_bindgen]
pub struct EventReplay {
    replay: Replay,
}

#[wasm_bindgen]
impl Engine {
    /// Starts a replay of `lane` that records the drops, marks and probes from `from_s` until just before
    /// `to_s`, or until the lane's present time if that is earlier. It keeps the first `most` drops and
    /// marks and counts the others. Returns nothing for a lane that does not exist.
    #[wasm_bindgen(js_name = replayEvents)]
    pub fn replay_events(
        &self,
        lane: usize,
        from_s: f64,
        to_s: f64,
        most: usize,
    ) -> Option<EventReplay> {
        let (from, to) = (Time::from_seconds(from_s), Time::from_seconds(to_s));
        let is_there = lane < self.lane_count();
        let replay = is_there.then(|| self.experiment.replay_events(lane, from, to, most))?;
        Some(EventReplay { replay })
    }
}

#[wasm_bindgen]
impl EventReplay {
    /// Simulates about `max_packets` packets more. Returns whether the replay is complete.
    pub fn run(&mut self, max_packets: f64) -> bool {
        self.replay.run(max_packets as u64)
    }

    /// Returns what was recorded as JSON, in the form of `aqm_experiment::event_report::LaneEvents`, with
    /// the probes of at most `most_probes` bins.
    pub fn json(&self, most_probes: usize) -> String {
        self.replay.to_json(most_probes)
    }
}
