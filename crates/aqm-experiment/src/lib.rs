//! Runs all lanes of a scenario in step.

pub mod difference;
pub mod event_report;
mod events;
pub mod packet_report;
mod revise;
#[cfg(feature = "journal")]
mod sender;
pub mod sender_report;
mod trail;
mod windows;

use aqm_json::shown;
use aqm_scenario::Limits;
use aqm_scenario::model::{Lane, MAX_CHANGES, Scenario, TimedChange, put};
use aqm_scenario::problem::{Problem, Reader};
use aqm_scenario::{Effect, Settings, memory};
use aqm_sim::metrics::SAMPLE_INTERVAL;
use aqm_sim::time::{Span, Time};
use aqm_sim::world::Simulation;
use trail::Trail;

pub use events::Replay;
pub use windows::WindowSample;

/// A running scenario: one simulation per lane, for all lanes or some.
///
/// A run with live changes equals a run of [`Experiment::scenario`] from the start, bit for bit. For that,
/// all changes are kept in the scenario, and each is resolved when the run reaches it. The same holds after
/// [`Experiment::revise`].
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The scenario; its changes are in order of time.
    scenario: Scenario,
    /// The resolved changes: all before the time of the furthest lane.
    effects: Vec<Effect>,
    /// The settings after these changes.
    settings: Settings,
    /// The time that all lanes have reached. After a revision some lanes may be further.
    now: Time,
    lanes: Vec<Simulation>,
    /// The number of each lane in the scenario.
    numbers: Vec<usize>,
    /// The snapshots of each lane.
    trails: Vec<Trail>,
    /// Least work between two snapshots, in packets; `None` if no snapshots are taken.
    apart: Option<u64>,
    /// The lanes record their flows.
    traces: bool,
    /// The lanes record the probes of their disciplines.
    probes: bool,
    /// Those of further changes.
    limits: &'static Limits,
}

impl Experiment {
    /// Creates all lanes at time zero. The scenario must have passed [`Scenario::from_value`].
    pub fn new(scenario: Scenario) -> Self {
        let numbers = 0..scenario.queues.len();
        Self::of_lanes(scenario, numbers.collect())
    }

    /// Like [`Experiment::new`], with these lanes only, by their numbers in the scenario. The other lanes
    /// can run elsewhere: lanes share nothing.
    pub fn of_lanes(mut scenario: Scenario, mut numbers: Vec<usize>) -> Self {
        scenario.changes = scenario.timeline();
        numbers.retain(|&number| number < scenario.queues.len());
        let has_room = memory(&scenario).parts.is_some();
        let start = |&number| {
            let lane = Simulation::new(&scenario.start(number));
            if has_room { lane.with_parts() } else { lane }
        };
        let lanes: Vec<_> = numbers.iter().map(start).collect();
        let settings = Settings::new(&scenario);
        let trails = vec![Trail::default(); lanes.len()];
        let (effects, now, apart) = (Vec::new(), Time::ZERO, None);
        let (traces, probes, limits) = (false, false, &Limits::FORMAT);
        Experiment {
            scenario,
            effects,
            settings,
            now,
            lanes,
            numbers,
            trails,
            apart,
            traces,
            probes,
            limits,
        }
    }

    /// Records window and pacing rate of the flows, as [`Simulation::trace_flows`] does. Lanes that
    /// a revision adds record theirs too.
    pub fn with_flow_traces(mut self) -> Self {
        self.lanes = self.lanes.into_iter().map(Simulation::trace_flows).collect();
        self.traces = true;
        self
    }

    /// Records the probe of each lane's discipline at the end of each bin, for an experiment that has not started.
    /// Lanes that a revision adds record theirs too.
    pub fn with_probes(mut self) -> Self {
        self.lanes = self.lanes.into_iter().map(Simulation::with_probes).collect();
        self.probes = true;
        self
    }

    /// Records the probes from the next [`Experiment::revise`] on, which then simulates each lane without them from
    /// the start.
    pub fn want_probes(&mut self) {
        self.probes = true;
    }

    /// Takes snapshots from now on, from which [`Experiment::revise`] can continue. A lane keeps at most 64,
    /// in about 16 MB. Between two snapshots a lane does work equal to at least `apart` packets
    /// ([`Simulation::effort`]). A larger `apart` makes runs faster and revisions slower.
    pub fn with_snapshots(mut self, apart: u64) -> Self {
        self.apart = Some(apart);
        self
    }

    /// Refuses changes beyond these limits from now on.
    pub fn within(mut self, limits: &'static Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Returns the scenario with all changes so far, in order of time.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// Returns the simulations of the lanes of this experiment, in the order of their numbers.
    pub fn lanes(&self) -> &[Simulation] {
        &self.lanes
    }

    /// Returns the first queue of a lane of [`Experiment::lanes`].
    pub fn queue(&self, lane: usize) -> &Lane {
        &self.scenario.queues[self.numbers[lane]]
    }

    /// Returns the time that all lanes have reached. Right after a revision some lanes may be further.
    pub fn now(&self) -> Time {
        self.now
    }

    /// Returns the time of the furthest lane.
    fn front(&self) -> Time {
        self.lanes.iter().map(Simulation::now).max().unwrap_or(self.now)
    }

    /// Returns the end of the scenario. A run may continue beyond it.
    pub fn end(&self) -> Time {
        Time::from_seconds(self.scenario.duration_s)
    }

    /// Runs all lanes until just before `until`: events at `until` itself have not happened yet. Lanes that
    /// are further do not move.
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

    /// Returns the work of all lanes so far, in packets.
    fn effort(&self) -> u64 {
        self.lanes.iter().map(Simulation::effort).sum()
    }

    /// Runs one of the last lanes until just before `until`, or for work equal to about `packets` packets.
    /// Returns its time, and false if the work ended it. The other lanes have about the same work to
    /// reach that time.
    fn lead(&mut self, until: Time, packets: u64) -> (Time, bool) {
        let Some(lane) = self.lanes.iter().position(|lane| lane.now() <= self.now) else {
            return (until, true);
        };
        // Later changes are resolved when the run reaches them.
        let first = self.scenario.changes.partition_point(|change| change.time() <= self.now);
        let change = self.scenario.changes.get(first).map_or(Time::NEVER, TimedChange::time);
        let until = until.min(change);
        self.resolve(until);
        let goes_on = self.advance_lane(lane, until, packets);
        (self.lanes[lane].now(), goes_on)
    }

    /// Runs a lane, and takes snapshots when they are due. Stops early after work equal to about `packets`
    /// packets, but not between events of the same time. Returns false if it stopped early.
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

    /// Schedules the changes from `from` until just before `until` in a lane. Later changes must not be in
    /// a snapshot of `until`.
    fn schedule(&mut self, lane: usize, from: Time, until: Time) {
        let first = self.scenario.changes.partition_point(|change| change.time() < from);
        let changes = self.scenario.changes.iter().zip(&self.effects).skip(first);
        for (change, effect) in changes.take_while(|(change, _)| change.time() < until) {
            for &one in effect.on(self.numbers[lane]) {
                self.lanes[lane].schedule(change.time(), one);
            }
        }
    }

    /// Resolves the changes before `until`. Later ones are resolved later, because new changes before them
    /// can alter their effect.
    fn resolve(&mut self, until: Time) {
        while let Some(change) = self.scenario.changes.get(self.effects.len()) {
            if change.time() >= until {
                return;
            }
            let effect = self.settings.apply(change, &mut Reader::new(""));
            self.effects.push(effect.expect("changes were checked when they were added"));
        }
    }

    /// Returns the settings at [`Experiment::now`], with all changes up to then.
    pub fn settings(&self) -> Settings {
        Settings::until(&self.scenario, self.now)
    }

    /// Adds a change behind the other changes of its time. It replaces those of the same time that set the
    /// same value or a part of it, as the page's timeline does. The change must not be in the past; use
    /// [`Experiment::revise`] for that. A muted change is not added. After a problem the experiment is unchanged.
    pub fn apply(&mut self, change: TimedChange) -> Result<(), Vec<Problem>> {
        if change.muted {
            return Ok(());
        }
        let mut reader = Reader::within(self.limits);
        let front = self.front();
        if change.time() < front {
            let [at, now] = [change.at_s, front.seconds()].map(shown);
            reader.problem_in(
                "atS",
                ["is ", &at, " s; expected at least ", &now, " s, where the run is."].concat(),
            );
        }
        let stays = |other: &TimedChange| !change.replaces(other);
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
                settings.apply(earlier, &mut Reader::new(""));
            }
        }
        settings.apply(&change, &mut reader);
        for later in changes.iter().filter(|other| is_later(other)) {
            let mut problems = Reader::within(self.limits);
            settings.apply(later, &mut problems);
            for problem in problems.into_problems() {
                let (at, set) = (shown(later.at_s), &later.set);
                let later = ["makes the change of ", set, " at ", &at, " s impossible: "].concat();
                reader.problem([&later, &problem.path, " ", &problem.message].concat());
            }
        }
        reader.finish(Some(()))?;
        // Changes that the run has reached are earlier, and stay.
        put(&mut self.scenario.changes, change);
        Ok(())
    }
}
