//! All lanes of a scenario, running in step.

use crate::convert;
use crate::json::{count_text, number_text};
use crate::model::{MAX_CHANGES, Scenario, TimedChange};
use crate::problem::{Problem, Reader};
use crate::settings::Settings;
use aqm_sim::metrics::SAMPLE_INTERVAL;
use aqm_sim::time::Time;
use aqm_sim::world::Simulation;

/// A scenario that runs: one simulation a lane. A snapshot is a clone.
///
/// A run that is changed while it goes is the same, bit for bit, as a run of [`Experiment::scenario`]
/// from the start: changes are kept in the scenario and resolved, whoever made them, only when the
/// run gets to them.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// Changes are in order of time.
    scenario: Scenario,
    /// After `scheduled` changes.
    settings: Settings,
    scheduled: usize,
    now: Time,
    lanes: Vec<Simulation>,
}

impl Experiment {
    /// All lanes at time zero. The scenario must have passed [`Scenario::from_value`].
    pub fn new(mut scenario: Scenario) -> Self {
        scenario.changes = scenario.score();
        let lanes = (0..scenario.queues.len())
            .map(|lane| Simulation::new(&convert::start(&scenario, lane)))
            .collect();
        let settings = Settings::new(&scenario);
        Experiment { scenario, settings, scheduled: 0, now: Time::ZERO, lanes }
    }

    /// What runs, with every change that was made so far, in order of time.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The simulations, in the order of the scenario's queues.
    pub fn lanes(&self) -> &[Simulation] {
        &self.lanes
    }

    /// The time that all lanes have reached.
    pub fn now(&self) -> Time {
        self.now
    }

    /// The end of the scenario. Running on is allowed.
    pub fn end(&self) -> Time {
        Time::from_seconds(self.scenario.duration_s)
    }

    /// Runs all lanes until just before `until`: what happens at `until` itself is still to come.
    pub fn advance(&mut self, until: Time) {
        if until <= self.now {
            return;
        }
        self.schedule(until);
        for lane in &mut self.lanes {
            lane.run_until(until);
        }
        self.now = until;
    }

    /// Like [`Experiment::advance`], but stops early, with all lanes at the same bin of the time
    /// series, once `max_packets` packets have been offered to the queues, all lanes together.
    pub fn advance_within(&mut self, until: Time, max_packets: u64) {
        let mut offered = 0;
        while self.now < until && offered < max_packets {
            let bin = self.now.nanos() / SAMPLE_INTERVAL.nanos();
            let next = Time::ZERO + SAMPLE_INTERVAL * (bin + 1);
            self.advance(next.min(until));
            for lane in &self.lanes {
                offered += lane.series().offered.last().map_or(0, |&offered| offered as u64);
            }
        }
    }

    /// Hands the changes before `until` to the simulations. Later ones wait: what they do may
    /// still depend on changes that are made before them.
    fn schedule(&mut self, until: Time) {
        while let Some(change) = self.scenario.changes.get(self.scheduled) {
            let at = change.time();
            if at >= until {
                return;
            }
            let effect = self.settings.apply(change, &mut Reader::new("$"));
            let effect = effect.expect("changes were checked when they were added");
            for (index, lane) in self.lanes.iter_mut().enumerate() {
                if effect.concerns(index) {
                    lane.schedule(at, effect.change);
                }
            }
            self.scheduled += 1;
        }
    }

    /// What the knobs stand at: all changes up to [`Experiment::now`] applied.
    pub fn settings(&self) -> Settings {
        let mut settings = self.settings.clone();
        for change in &self.scenario.changes[self.scheduled..] {
            if change.time() <= self.now {
                settings.apply(change, &mut Reader::new("$"));
            }
        }
        settings
    }

    /// Adds a change, after the scenario's changes of the same time. It must not be earlier than
    /// [`Experiment::now`]. After a problem everything is as before.
    pub fn apply(&mut self, change: TimedChange) -> Result<(), Vec<Problem>> {
        let mut reader = Reader::new("$");
        if change.time() < self.now {
            let now = number_text(self.now.seconds());
            reader.problem_in("atS", ["is in the past: the run is at ", &now, " s"].concat());
        }
        if self.scenario.changes.len() >= MAX_CHANGES {
            reader.problem(["there are ", &count_text(MAX_CHANGES), " changes already"].concat());
        }
        if reader.count() > 0 {
            return Err(reader.into_problems());
        }
        let changes = &self.scenario.changes;
        let index = changes.partition_point(|other| other.time() <= change.time());
        let mut settings = self.settings.clone();
        for earlier in &changes[self.scheduled..index] {
            settings.apply(earlier, &mut Reader::new("$"));
        }
        settings.apply(&change, &mut reader);
        for later in &changes[index..] {
            let mut problems = Reader::new("$");
            settings.apply(later, &mut problems);
            for problem in problems.into_problems() {
                let (at, set, why) = (number_text(later.at_s), &later.set, &problem.message);
                reader
                    .problem(["the change of ", set, " at ", &at, " s would fail: ", why].concat());
            }
        }
        reader.finish(Some(()))?;
        self.scenario.changes.insert(index, change);
        Ok(())
    }
}
