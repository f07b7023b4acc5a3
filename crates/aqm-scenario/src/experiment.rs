//! All lanes of a scenario, running in step.

mod events;
mod revise;
mod trail;

use crate::convert;
use crate::json::shown;
use crate::model::{MAX_CHANGES, Queue, Scenario, TimedChange};
use crate::problem::{Problem, Reader};
use crate::settings::{Effect, Settings};
use aqm_sim::metrics::SAMPLE_INTERVAL;
use aqm_sim::time::{Span, Time};
use aqm_sim::world::Simulation;
use trail::Trail;

pub use events::Replay;

/// A scenario that runs: one simulation a lane, of all lanes or of some.
///
/// A run that is changed while it goes is the same, bit for bit, as a run of [`Experiment::scenario`]
/// from the start: changes are kept in the scenario and resolved, whoever made them, only when the
/// run gets to them. The same holds after [`Experiment::revise`].
#[derive(Clone, Debug)]
pub struct Experiment {
    /// Changes are in order of time.
    scenario: Scenario,
    /// What the first changes do: all before the time that the furthest lane has reached.
    effects: Vec<Effect>,
    /// After those.
    settings: Settings,
    /// The time that all lanes have reached; after a revision some may be further.
    now: Time,
    lanes: Vec<Simulation>,
    /// The number that each lane has in the scenario.
    numbers: Vec<usize>,
    /// One for each lane.
    trails: Vec<Trail>,
    /// How much a lane has to do between two snapshots at least, in packets; none if none are taken.
    apart: Option<u64>,
}

impl Experiment {
    /// All lanes at time zero. The scenario must have passed [`Scenario::from_value`].
    pub fn new(scenario: Scenario) -> Self {
        let numbers = 0..scenario.queues.len();
        Self::of_lanes(scenario, numbers.collect())
    }

    /// Like [`Experiment::new`] with these lanes alone, by their numbers in the scenario, so that
    /// the others can run elsewhere. Lanes share nothing: each does what it does among all.
    pub fn of_lanes(mut scenario: Scenario, mut numbers: Vec<usize>) -> Self {
        scenario.changes = scenario.timeline();
        numbers.retain(|&number| number < scenario.queues.len());
        let lanes: Vec<_> = numbers
            .iter()
            .map(|&number| Simulation::new(&convert::start(&scenario, number)))
            .collect();
        let settings = Settings::new(&scenario);
        let trails = vec![Trail::default(); lanes.len()];
        let (effects, now, apart) = (Vec::new(), Time::ZERO, None);
        Experiment { scenario, effects, settings, now, lanes, numbers, trails, apart }
    }

    /// Takes snapshots from now on, so that [`Experiment::revise`] need not start from zero. They
    /// cost a bounded amount of memory: 64 a lane, together about 16 MB. A lane has at least
    /// `apart` packets' worth of work between two ([`Simulation::effort`]): the more that is, the
    /// less they cost, and the more is simulated in vain after one.
    pub fn with_snapshots(mut self, apart: u64) -> Self {
        self.apart = Some(apart);
        self
    }

    /// What runs, with every change that was made so far, in order of time.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The simulations: all, in the order of the scenario's queues, unless only some were wanted.
    pub fn lanes(&self) -> &[Simulation] {
        &self.lanes
    }

    /// What a lane of [`Experiment::lanes`] started with.
    pub(crate) fn queue(&self, lane: usize) -> &Queue {
        &self.scenario.queues[self.numbers[lane]]
    }

    /// The time that all lanes have reached. Right after a revision some may be further.
    pub fn now(&self) -> Time {
        self.now
    }

    /// The time that the furthest lane has reached.
    fn front(&self) -> Time {
        self.lanes.iter().map(Simulation::now).max().unwrap_or(self.now)
    }

    /// The end of the scenario. Running on is allowed.
    pub fn end(&self) -> Time {
        Time::from_seconds(self.scenario.duration_s)
    }

    /// Runs all lanes until just before `until`: what happens at `until` itself is still to come.
    /// Lanes that are further already stay where they are.
    pub fn advance(&mut self, until: Time) {
        if until <= self.now {
            return;
        }
        self.resolve(until);
        for lane in 0..self.lanes.len() {
            self.advance_lane(lane, until, u64::MAX);
        }
        self.now = until;
    }

    /// Like [`Experiment::advance`], but stops early once about `max_packets` packets have been
    /// offered to the queues, all lanes together, or changes have cost as much. All lanes stop at the same time: at the border of
    /// a bin of the time series where that is soon enough, otherwise inside the bin.
    pub fn advance_within(&mut self, until: Time, max_packets: u64) {
        let last = self.effort().saturating_add(max_packets);
        let share = max_packets.div_ceil(self.lanes.len().max(1) as u64);
        let mut goes_on = true;
        while goes_on && self.now < until && self.effort() < last {
            let bin = self.now.nanos() / SAMPLE_INTERVAL.nanos();
            // Each stop costs as much as several packets. So the next one comes when half of what is left
            // is done, if bins go on as those so far, and at the latest when the time has doubled.
            let each = self.effort() / bin.max(1) + 1;
            let bins = ((last - self.effort()) / each / 2).clamp(1, bin.max(1));
            let mut stop = (Time::ZERO + SAMPLE_INTERVAL * (bin + bins)).min(until);
            (stop, goes_on) = self.lead(stop, share);
            self.advance(stop);
        }
    }

    /// That of all lanes, in packets.
    fn effort(&self) -> u64 {
        self.lanes.iter().map(Simulation::effort).sum()
    }

    /// Runs one lane of those that are furthest behind until just before `until`, unless that takes
    /// about `packets` packets. Returns where it stands, and whether it has stopped for another reason
    /// than those: the other lanes have about as much to do until there.
    fn lead(&mut self, until: Time, packets: u64) -> (Time, bool) {
        let Some(lane) = self.lanes.iter().position(|lane| lane.now() <= self.now) else {
            return (until, true);
        };
        // What later changes do is not known before the run gets to them.
        let first = self.scenario.changes.partition_point(|change| change.time() <= self.now);
        let change = self.scenario.changes.get(first).map_or(Time::NEVER, TimedChange::time);
        let until = until.min(change);
        self.resolve(until);
        let goes_on = self.advance_lane(lane, until, packets);
        (self.lanes[lane].now(), goes_on)
    }

    /// Runs a lane, and takes a snapshot wherever one is due. Stops early, but not within what
    /// happens at one time, after about `packets` packets. Returns whether it has not.
    fn advance_lane(&mut self, index: usize, mut until: Time, packets: u64) -> bool {
        let mut goes_on = true;
        let mut last = self.lanes[index].effort().saturating_add(packets);
        while self.lanes[index].now() < until {
            let now = self.lanes[index].now();
            let due = self.trails[index].next_due(now);
            let stop = if self.apart.is_some() { until.min(due) } else { until };
            if goes_on {
                self.schedule(index, now, stop);
            }
            let lane = &mut self.lanes[index];
            lane.run(stop, last.saturating_sub(lane.effort()));
            if lane.now() < stop {
                goes_on = false;
                (until, last) = ((lane.now() + Span::from_nanos(1)).min(stop), u64::MAX);
            }
            if let Some(apart) = self.apart.filter(|_| lane.now() == due) {
                self.trails[index].follow(lane, apart);
            }
        }
        goes_on
    }

    /// Hands the changes from `from` until just before `until` to a lane. Later ones wait, for
    /// they have no place in a snapshot of `until`.
    fn schedule(&mut self, lane: usize, from: Time, until: Time) {
        let first = self.scenario.changes.partition_point(|change| change.time() < from);
        let changes = self.scenario.changes.iter().zip(&self.effects).skip(first);
        for (change, effect) in changes.take_while(|(change, _)| change.time() < until) {
            if effect.concerns(self.numbers[lane]) {
                self.lanes[lane].schedule(change.time(), effect.change);
            }
        }
    }

    /// Finds out what the changes before `until` do. Later ones wait: what they do may still
    /// depend on changes that are made before them.
    fn resolve(&mut self, until: Time) {
        while let Some(change) = self.scenario.changes.get(self.effects.len()) {
            if change.time() >= until {
                return;
            }
            let effect = self.settings.apply(change, &mut Reader::new("$"));
            self.effects.push(effect.expect("changes were checked when they were added"));
        }
    }

    /// What the knobs stand at: all changes up to [`Experiment::now`] applied.
    pub fn settings(&self) -> Settings {
        let mut settings = Settings::new(&self.scenario);
        for change in self.scenario.changes.iter().filter(|change| change.time() <= self.now) {
            settings.apply(change, &mut Reader::new("$"));
        }
        settings
    }

    /// Adds a change, after the scenario's changes of the same time. Those of the same time that set
    /// the same, or a part of it, are replaced if they are still to come: the page's timeline holds the
    /// last wish alone, and what runs must be what the timeline says. The change must not be earlier
    /// than what has been run; [`Experiment::revise`] changes the past. After a problem everything is
    /// as before.
    pub fn apply(&mut self, change: TimedChange) -> Result<(), Vec<Problem>> {
        let mut reader = Reader::new("$");
        let front = self.front();
        if change.time() < front {
            let [at, now] = [change.at_s, front.seconds()].map(shown);
            reader.problem_in(
                "atS",
                ["is ", &at, " s; expected at least ", &now, " s, where the run is."].concat(),
            );
        }
        let stays = |other: &TimedChange| other.at_s != change.at_s || !change.covers(other);
        let changes = &self.scenario.changes;
        if changes.iter().filter(|other| stays(other)).count() >= MAX_CHANGES {
            let most = shown(MAX_CHANGES as f64);
            reader.problem(
                ["is one change too many; expected at most ", &most, ". Remove some."].concat(),
            );
        }
        if reader.count() > 0 {
            return Err(reader.into_problems());
        }
        let is_later = |other: &TimedChange| other.time() > change.time();
        let mut settings = self.settings.clone();
        for earlier in changes.iter().skip(self.effects.len()) {
            if !is_later(earlier) && stays(earlier) {
                settings.apply(earlier, &mut Reader::new("$"));
            }
        }
        settings.apply(&change, &mut reader);
        for later in changes.iter().filter(|other| is_later(other)) {
            let mut problems = Reader::new("$");
            settings.apply(later, &mut problems);
            for problem in problems.into_problems() {
                let (at, set) = (shown(later.at_s), &later.set);
                let later = ["makes the change of ", set, " at ", &at, " s impossible: "].concat();
                let path = problem.path.trim_start_matches("$.");
                reader.problem([&later, path, " ", &problem.message].concat());
            }
        }
        reader.finish(Some(()))?;
        // What has been run is earlier, and stays.
        let changes = &mut self.scenario.changes;
        changes.retain(stays);
        let index = changes.iter().take_while(|other| !is_later(other)).count();
        changes.insert(index, change);
        Ok(())
    }
}
