//! The start of a simulation.

use super::acks::Acks;
use super::change::environment;
use super::deadlines::Deadlines;
use super::goodput::Goodput;
use super::hop::{Hop, LANE};
use super::hops::prepare;
use super::records::Records;
use super::route::longest_path;
use super::state::State;
use crate::config::{Change, SimulationConfig};
use crate::event::EventQueue;
use crate::link::ReturnPath;
use crate::time::Time;

impl State {
    /// Creates a simulation at time zero. `config` must be valid.
    pub(super) fn new(config: &SimulationConfig) -> Self {
        let environment = environment(&config.link);
        let mut changes: Vec<(Time, Change)> = Vec::new();
        for &(at, change) in &config.changes {
            // After changes of the same time. Most changes are given in order.
            let index = changes.partition_point(|&(other, _)| other <= at);
            changes.insert(index, (at, change));
        }
        let mut bottleneck = Hop::new(config, environment, LANE);
        let others = prepare(config, &mut bottleneck);
        let mut state = State {
            now: Time::ZERO,
            changes,
            next_change: 0,
            events: EventQueue::default(),
            deadlines: Deadlines::new(bottleneck.host.recorder.boundary()),
            acks: Acks::new(longest_path(config)),
            bottleneck,
            others,
            return_path: ReturnPath::new(config.link.ack_rate, config.link.ack_buffer),
            groups: Vec::new(),
            flows: Vec::new(),
            goodput: Goodput::new(config.warmup),
            general_acks: 0,
            effort_before: 0,
            most_effort: u64::MAX,
            actions: Vec::new(),
            #[cfg(feature = "journal")]
            journal_of: None,
            config: config.clone(),
        };
        for (index, traffic) in config.traffic.iter().enumerate() {
            state.add_group(index, traffic);
        }
        state
    }

    /// Returns the empty records of a run that starts.
    pub(super) fn records(&self) -> Records {
        Records::new(self.hops().count(), self.groups.len())
    }
}
