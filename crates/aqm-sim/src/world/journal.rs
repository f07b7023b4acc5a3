//! The journal of one sender of a simulation.

use super::{Simulation, Snapshot};
use crate::packet::FlowId;
use crate::tcp::SenderEvent;

impl Simulation {
    /// Starts the journal of a flow's sender, now or when the flow is added: what the sender does, and why. The run itself does not
    /// change; the flow's ACKs take the general code. Returns whether the reasons of all later entries will be known; otherwise it
    /// does not start.
    pub fn record_sender(&mut self, flow: FlowId) -> bool {
        let can_start = self.state.can_record_sender(flow);
        if can_start {
            self.state.record_sender(flow);
        }
        can_start
    }

    /// Removes and returns the entries of the journal of [`Simulation::record_sender`], in their order.
    pub fn take_sender_events(&mut self) -> Vec<SenderEvent> {
        self.state.recorded_flow().map(|flow| flow.sender.take_journal()).unwrap_or_default()
    }
}

impl Snapshot {
    /// Returns whether [`Simulation::record_sender`] can start at this time.
    pub fn can_record_sender(&self, flow: FlowId) -> bool {
        self.state().can_record_sender(flow)
    }
}
