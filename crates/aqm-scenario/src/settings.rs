//! Current values of everything that can change. Timed changes of a file and changes of a user at the
//! controls are applied here in the same way, so that a replay repeats the user's run exactly.

mod set;

use crate::fits::{check_flows, check_rates, fastest_mbps, flows};
use crate::limits::Limits;
use crate::memory::{Extent, Memory};
use crate::model::{Lane, Link, Scenario, TimedChange, Traffic};
use crate::problem::{Problem, Reader};
use aqm_json::{count_text, shown};
use aqm_sim::config::{Change, SimulationConfig};
use aqm_sim::time::Time;

/// All values that changes can set.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The path and its bottleneck.
    pub link: Link,
    /// The lanes.
    pub queues: Vec<Lane>,
    /// Traffic groups.
    pub traffic: Vec<Traffic>,
    /// All bursts so far: end time in s, and packets per second.
    bursts: Vec<(f64, f64)>,
    /// Number of TCP flows that changes have started.
    started: u64,
    /// The largest values so far.
    extent: Extent,
    /// The settings of the lanes that had changes of their own, with the numbers of these lanes. They have none themselves.
    by_lane: Vec<(usize, Settings)>,
}

/// Effect of a timed change on simulations.
#[derive(Clone, PartialEq, Debug)]
pub struct Effect {
    /// The affected lanes.
    lanes: Lanes,
    /// The changes in a simulation, in order.
    changes: Vec<Change>,
    /// The same for lanes with settings of their own, whatever `lanes` is.
    by_lane: Vec<(usize, Vec<Change>)>,
}

#[derive(Clone, PartialEq, Debug)]
enum Lanes {
    All,
    Only(usize),
    Without(Vec<usize>),
}

impl Effect {
    fn new(lanes: Lanes, changes: Vec<Change>) -> Self {
        Effect { lanes, changes, by_lane: Vec::new() }
    }

    fn on_all(change: Change) -> Self {
        Effect::new(Lanes::All, vec![change])
    }

    /// Returns the changes in lane `lane`, in order.
    pub fn on(&self, lane: usize) -> &[Change] {
        if let Some((_, changes)) = self.by_lane.iter().find(|(other, _)| *other == lane) {
            return changes;
        }
        let concerns = match &self.lanes {
            Lanes::All => true,
            Lanes::Only(only) => *only == lane,
            Lanes::Without(others) => !others.contains(&lane),
        };
        if concerns { &self.changes } else { &[] }
    }
}

/// Returns the configuration of lane `lane`, with all timed changes.
///
/// The scenario must have passed [`Scenario::from_value`] and have that lane.
pub fn build(scenario: &Scenario, lane: usize) -> SimulationConfig {
    let mut settings = Settings::new(scenario);
    let mut config = scenario.start(lane);
    for change in scenario.timeline() {
        let mut reader = Reader::new("");
        let effect = settings.apply(&change, &mut reader);
        let effect = effect.expect("the changes of a checked scenario are possible");
        config.changes.extend(effect.on(lane).iter().map(|&one| (change.time(), one)));
    }
    config
}

/// Returns the most memory that a run of `scenario` can need, its timed changes included.
pub fn memory(scenario: &Scenario) -> Memory {
    let settings = Settings::until(scenario, Time::NEVER);
    // As if all lanes had the settings of the one that needs most.
    let mut most = settings.extent.memory();
    for (_, settings) in &settings.by_lane {
        let other = settings.extent.memory();
        if other.total() > most.total() {
            most = other;
        }
    }
    most
}

/// Returns the effect of `change` if it is added to `scenario` after all listed changes up to its time.
pub fn resolve_change(
    scenario: &Scenario,
    change: &TimedChange,
) -> Result<Vec<(usize, Change)>, Vec<Problem>> {
    let mut settings = Settings::until(scenario, change.time());
    let mut reader = Reader::new("");
    let effect = settings.apply(change, &mut reader);
    let effect = reader.finish(effect)?;
    let lanes = 0..scenario.queues.len();
    Ok(lanes.flat_map(|lane| effect.on(lane).iter().map(move |&one| (lane, one))).collect())
}

impl Settings {
    /// Returns the settings at the start of the run.
    pub fn new(scenario: &Scenario) -> Self {
        let (queues, traffic) = (scenario.queues.clone(), scenario.traffic.clone());
        Self::of(scenario.duration_s, scenario.link.clone(), queues, traffic)
    }

    /// Returns the settings at the start of a run with these parts.
    pub(crate) fn of(
        duration_s: f64,
        link: Link,
        queues: Vec<Lane>,
        traffic: Vec<Traffic>,
    ) -> Self {
        let extent = Extent::new(queues.len(), duration_s, &link, &traffic);
        let (bursts, by_lane) = (Vec::new(), Vec::new());
        Settings { link, queues, traffic, bursts, started: 0, extent, by_lane }
    }

    /// Returns the settings after all changes of a checked scenario up to this time.
    pub fn until(scenario: &Scenario, time: Time) -> Self {
        let mut settings = Settings::new(scenario);
        for change in scenario.timeline() {
            if change.time() <= time {
                settings.apply(&change, &mut Reader::new(""));
            }
        }
        settings
    }

    /// The largest values so far.
    pub(crate) fn extent(&self) -> &Extent {
        &self.extent
    }

    /// Datagrams per second of all groups, started or not, and of the bursts that are active at `at_s`.
    fn datagrams_per_s(&self, at_s: f64) -> f64 {
        let mut sum = 0.0;
        for group in &self.traffic {
            sum += group.datagrams_per_s();
        }
        for &(end_s, rate) in &self.bursts {
            sum += if end_s > at_s { rate } else { 0.0 };
        }
        sum
    }

    /// Returns whether the sources send at most as many datagrams at `at_s` as the reader's limits allow, or as
    /// `before` the change. Otherwise it reports a problem of the member `name`.
    pub(crate) fn check_datagrams(
        &self,
        name: &str,
        at_s: f64,
        before: f64,
        reader: &mut Reader,
    ) -> bool {
        let rate = self.datagrams_per_s(at_s);
        let most = reader.limits().datagrams_per_s;
        let fits = rate <= most.max(before);
        if !fits {
            let way_out = reader.limits().way_out(rate, Limits::FORMAT.datagrams_per_s);
            let [rate, most] = [rate.ceil(), most].map(shown);
            let [sources, limit] =
                ["makes all sources together send ", " datagrams a second; expected at most "];
            reader.problem_in(name, [sources, &rate, limit, &most, ".", way_out].concat());
        }
        fits
    }

    /// Applies a change. If there is a problem, it is reported to `reader` and nothing changes.
    #[inline(never)]
    pub fn apply(&mut self, change: &TimedChange, reader: &mut Reader) -> Option<Effect> {
        if change.lane.is_none() && self.by_lane.is_empty() {
            return self.apply_to_all(change, reader);
        }
        self.apply_to_lanes(change, reader)
    }

    /// Applies a change of all lanes or of one, if lanes have settings of their own or need some from now on.
    #[inline(never)]
    fn apply_to_lanes(&mut self, change: &TimedChange, reader: &mut Reader) -> Option<Effect> {
        let mut next = self.copy();
        if let Some(lane) = change.lane {
            self.check_lane(lane, change, reader)?;
            if !next.by_lane.iter().any(|(other, _)| *other == lane as usize) {
                let mut settings = self.copy();
                settings.by_lane.clear();
                next.by_lane.push((lane as usize, settings));
            }
        }
        let mut by_lane = Vec::new();
        for (lane, settings) in &mut next.by_lane {
            let mut changes = Vec::new();
            if change.lane.is_none_or(|only| only as usize == *lane) {
                changes.extend_from_slice(settings.apply_to_all(change, reader)?.on(*lane));
            }
            by_lane.push((*lane, changes));
        }
        let mut effect = Effect::new(Lanes::All, Vec::new());
        if change.lane.is_none() {
            effect = next.apply_to_all(change, reader)?;
        }
        *self = next;
        Some(Effect { by_lane, ..effect })
    }

    /// Reports a change that cannot concern lane `lane` alone.
    fn check_lane(&self, lane: u64, change: &TimedChange, reader: &mut Reader) -> Option<()> {
        let count = self.queues.len();
        let problem = if change.set.starts_with("queues.") {
            "is set, but a change of a queue concerns the lane in its path. Remove it.".to_owned()
        } else if lane >= count as u64 {
            let [lane, last] = [lane as usize, count - 1].map(count_text);
            ["is ", &lane, "; expected 0 to ", &last, "."].concat()
        } else {
            return Some(());
        };
        reader.problem_in("lane", problem);
        None
    }

    /// Returns a clone. It is a function of its own, not inlined, because that keeps the first load of the page small.
    #[inline(never)]
    fn copy(&self) -> Self {
        self.clone()
    }

    /// Applies a change to the settings of the lanes without own ones.
    fn apply_to_all(&mut self, change: &TimedChange, reader: &mut Reader) -> Option<Effect> {
        let mut next = self.copy();
        let effect = next.apply_alone(change, reader)?;
        next.extent.include(&next.link, &next.traffic, next.bursts.len());
        let before = self.extent.memory().total();
        let fits = check_rates(&next.link, fastest_mbps(&self.link), Some(".to"), reader)
            && check_flows(&next.traffic, flows(&self.traffic), ".to", reader)
            && next.extent.check(Some(".to"), before, reader);
        fits.then(|| {
            *self = next;
            effect
        })
    }
}
