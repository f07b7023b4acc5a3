//! Changes in the past of a run.

use super::Experiment;
use aqm_scenario::Settings;
use aqm_scenario::model::Scenario;
use aqm_sim::config::Change;
use aqm_sim::time::Time;
use aqm_sim::world::Simulation;

impl Experiment {
    /// Continues with another scenario. The result is that of a run of `scenario` from the start: lanes and
    /// changes may be added, removed or moved, also in the past. Each lane goes back to the last
    /// snapshot before the first difference that concerns it; a lane without a difference stays where
    /// it is. [`Experiment::now`] is then the earliest time of a lane.
    ///
    /// The scenario must have passed [`Scenario::from_value`].
    pub fn revise(&mut self, scenario: Scenario) {
        let numbers = 0..scenario.queues.len();
        self.revise_lanes(scenario, numbers.collect());
    }

    /// Like [`Experiment::revise`], with these lanes only, by their numbers in the scenario. They may differ
    /// from the lanes before.
    pub fn revise_lanes(&mut self, scenario: Scenario, numbers: Vec<usize>) {
        let fresh = Experiment::of_lanes(scenario, numbers);
        let fresh = if self.traces { fresh.with_flow_traces() } else { fresh };
        let fresh = if self.probes { fresh.with_probes() } else { fresh };
        let fresh = Experiment { apart: self.apart, ..fresh };
        let former = std::mem::replace(self, fresh);
        self.resolve(former.front());
        // All pairs of a lane and a former lane, with the time until which they agree. The pairs that
        // agree for longest are matched first; among equals, those with the same number.
        let mut pairs = Vec::new();
        for to in 0..self.lanes.len() {
            for from in 0..former.lanes.len() {
                let until = self.agrees_until(to, &former, from).min(former.lanes[from].now());
                let same_place = self.numbers[to] == former.numbers[from];
                pairs.push((until, same_place, from, to));
            }
        }
        let mut lanes: Vec<_> = former.lanes.into_iter().map(Some).collect();
        let mut trails = former.trails;
        // Their past is not recorded.
        let wants_probes = self.probes;
        let is_useless = |lane: &Simulation| wants_probes && lane.probe_series().is_none();
        while let Some(&(until, _, from, to)) = pairs.iter().max() {
            pairs.retain(|&(_, _, other_from, other_to)| other_from != from && other_to != to);
            let Some(mut lane) = lanes[from].take() else { continue };
            if is_useless(&lane) {
                continue;
            }
            let mut trail = std::mem::take(&mut trails[from]);
            if trail.rewind(&mut lane, until) {
                (self.lanes[to], self.trails[to]) = (lane, trail);
            }
        }
        self.now = self.lanes.iter().map(Simulation::now).min().unwrap_or(Time::ZERO);
        // The changes after the kept part must be resolved again.
        self.effects.clear();
        self.settings = Settings::new(&self.scenario);
        self.resolve(self.front());
    }

    /// Returns the time until which lane `own` equals lane `other` of `former`.
    fn agrees_until(&self, lane: usize, former: &Experiment, other: usize) -> Time {
        let start = |of: &Experiment, lane: usize| of.scenario.start(of.numbers[lane]);
        if start(self, lane) != start(former, other) {
            return Time::ZERO;
        }
        let reached = former.lanes[other].now();
        let (ours, theirs) = (self.changes_of(lane, reached), former.changes_of(other, reached));
        let same = ours.iter().zip(&theirs).take_while(|(our, their)| our == their).count();
        let next =
            |changes: &[(Time, Change)]| changes.get(same).map_or(Time::NEVER, |next| next.0);
        next(&ours).min(next(&theirs))
    }

    /// Returns the changes before `until` that have an effect on a lane.
    #[inline(never)]
    pub(super) fn changes_of(&self, lane: usize, until: Time) -> Vec<(Time, Change)> {
        let mut changes = Vec::new();
        for (change, effect) in self.scenario.changes.iter().zip(&self.effects) {
            let time = change.time();
            if time >= until {
                break;
            }
            changes.extend(effect.on(self.numbers[lane]).iter().map(|&one| (time, one)));
        }
        changes
    }
}
