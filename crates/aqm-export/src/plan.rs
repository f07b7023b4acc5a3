//! What the targets build: a chain of routers with a link for each hop, a pair of endpoints for each traffic group, and what each
//! lane does on it.
//!
//! ```text
//! sender of a group -- router 0 == hop 0 ==> router 1 == hop 1 ==> ... router n -- receiver of a group
//! ```
//!
//! A group enters at the router before its first hop and leaves at the router behind its last one. The forward half of its
//! round-trip time lies between the last router and its receiver, the other half between the first router and its sender.

use crate::Target;
use crate::route;
use crate::timeline::{Action, timeline};
use aqm_scenario::{Scenario, build};
use aqm_sim::aqm::{AqmConfig, Place};
use aqm_sim::config::SimulationConfig;

/// The scenario, as a target runs it.
pub struct Plan<'a> {
    /// The scenario.
    pub scenario: &'a Scenario,
    /// What runs it.
    pub target: Target,
    /// The lanes.
    pub lanes: Vec<Lane>,
}

/// A lane.
pub struct Lane {
    /// Its number, from 1.
    pub number: usize,
    /// Its configuration at the start. The changes are in `timeline`.
    pub config: SimulationConfig,
    /// Why the target cannot run it.
    pub refusal: Option<String>,
    /// What happens during the run, in order of time, s.
    pub timeline: Vec<(f64, Action)>,
}

impl<'a> Plan<'a> {
    /// Reads a scenario.
    pub fn new(scenario: &'a Scenario, target: Target) -> Self {
        let lanes =
            (0..scenario.queues.len()).map(|lane| Lane::new(scenario, lane, target)).collect();
        Plan { scenario, target, lanes }
    }

    /// Returns the configuration of the first lane: all lanes have the same path and endpoints.
    pub fn first(&self) -> &SimulationConfig {
        &self.lanes[0].config
    }

    /// Returns whether a lane has bursts, which have endpoints of their own.
    pub fn has_bursts(&self) -> bool {
        let mut actions = self.lanes.iter().flat_map(|lane| &lane.timeline);
        actions.any(|(_, action)| matches!(action, Action::Burst { .. }))
    }
}

impl Lane {
    fn new(scenario: &Scenario, lane: usize, target: Target) -> Self {
        let mut config = build(scenario, lane);
        let timeline = timeline(&config, scenario.duration_s);
        let mut refusals = Vec::new();
        for device in route::devices(&config) {
            let Some(queue) = route::queue(&config, device) else { continue };
            refusals.extend(refusal(target, &queue.discipline, &queue.place));
        }
        for (_, action) in &timeline {
            if let Action::Queue { queue, .. } = action {
                refusals.extend(refusal(target, &queue.discipline, &queue.place));
            }
        }
        config.changes.clear();
        Lane { number: lane + 1, config, refusal: refusals.into_iter().next(), timeline }
    }

    /// Returns the sentence with which a script refuses the lane.
    pub fn refusal_sentence(&self) -> Option<String> {
        let reason = self.refusal.as_ref()?;
        Some(format!("Lane {} is left out: {reason}", self.number))
    }

    /// Returns whether the delay of the wire behind a hop changes.
    pub fn has_wire_change(&self, hop: usize) -> bool {
        let is_it = |action: &Action| matches!(action, Action::Wire { hop: of, .. } if *of == hop);
        self.timeline.iter().any(|(_, action)| is_it(action))
    }

    /// Returns the name of the discipline of the lane.
    pub fn name(&self) -> &'static str {
        self.config.queue.name()
    }
}

fn refusal(target: Target, discipline: &AqmConfig, place: &Place) -> Option<String> {
    match target {
        Target::Ns3 => discipline.ns3(place).err(),
        Target::Nest => match discipline.tc(place) {
            Ok(twin) if !NEST.contains(&twin.kind) => {
                Some(format!("NeST sets up {} only; it has no {}.", NEST.join(", "), twin.kind))
            }
            Ok(_) => None,
            Err(reason) => Some(reason),
        },
        _ => discipline.tc(place).err(),
    }
}

/// What NeST 0.4 accepts in `set_attributes`.
const NEST: [&str; 7] = ["choke", "codel", "fq_codel", "pie", "fq_pie", "pfifo", "red"];
