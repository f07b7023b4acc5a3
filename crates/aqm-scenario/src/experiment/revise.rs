//! Changing what has happened already.

use super::Experiment;
use super::trail::Trail;
use crate::convert;
use crate::model::Scenario;
use crate::settings::Settings;
use aqm_sim::config::Change;
use aqm_sim::time::Time;
use aqm_sim::world::Simulation;

impl Experiment {
    /// Goes on with `scenario` instead, as if it had been run from the start: lanes and changes
    /// may have come, gone or moved, also in the past. Each lane keeps what it has done until the
    /// first difference that concerns it, and goes back from there to the last snapshot; lanes
    /// without a difference stay where they are. [`Experiment::now`] is where the last one stands.
    ///
    /// The scenario must have passed [`Scenario::from_value`].
    pub fn revise(&mut self, scenario: Scenario) {
        let fresh = Experiment { has_trails: self.has_trails, ..Experiment::new(scenario) };
        let former = std::mem::replace(self, fresh);
        self.resolve(former.front());
        // What a lane has in common with each former one. Those with most of it find each other
        // first; among equals, those at the same place.
        let mut pairs = Vec::new();
        for to in 0..self.lanes.len() {
            for from in 0..former.lanes.len() {
                let until = self.agrees_until(to, &former, from);
                pairs.push((until.min(former.lanes[from].now()), from, to));
            }
        }
        pairs.sort_by_key(|&(until, from, to)| (std::cmp::Reverse(until), from != to, from, to));
        let mut given: Vec<Option<(Simulation, Trail)>> =
            former.lanes.into_iter().zip(former.trails).map(Some).collect();
        let mut is_settled = vec![false; self.lanes.len()];
        for (until, from, to) in pairs {
            if is_settled[to] {
                continue;
            }
            let Some((mut lane, mut trail)) = given[from].take() else { continue };
            is_settled[to] = true;
            if trail.rewind(&mut lane, until) {
                (self.lanes[to], self.trails[to]) = (lane, trail);
            }
        }
        self.now = self.lanes.iter().map(Simulation::now).min().unwrap_or(Time::ZERO);
        // Changes after what is kept are open again.
        self.effects.clear();
        self.settings = Settings::new(&self.scenario);
        self.resolve(self.front());
    }

    /// Until when lane `own` does what lane `other` of `former` has done.
    fn agrees_until(&self, own: usize, former: &Experiment, other: usize) -> Time {
        if convert::start(&self.scenario, own) != convert::start(&former.scenario, other) {
            return Time::ZERO;
        }
        let reached = former.lanes[other].now();
        let mut ours = self.changes_of(own, reached);
        let mut theirs = former.changes_of(other, reached);
        loop {
            return match (ours.next(), theirs.next()) {
                (None, None) => Time::NEVER,
                (ours, theirs) if ours == theirs => continue,
                (ours, theirs) => {
                    let time = |change: Option<(Time, Change)>| change.map(|(time, _)| time);
                    time(ours).unwrap_or(Time::NEVER).min(time(theirs).unwrap_or(Time::NEVER))
                }
            };
        }
    }

    /// The changes that concern a lane before `until`.
    fn changes_of(&self, lane: usize, until: Time) -> impl Iterator<Item = (Time, Change)> {
        let times = self.scenario.changes.iter().map(|change| change.time());
        times
            .zip(&self.effects)
            .take_while(move |&(time, _)| time < until)
            .filter(move |(_, effect)| effect.concerns(lane))
            .map(|(time, effect)| (time, effect.change))
    }
}
