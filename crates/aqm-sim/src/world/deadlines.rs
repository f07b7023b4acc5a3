//! Lazy timer events: only deadlines within the current bin become events.
//!
//! Nearly every packet postpones a deadline: of the delayed ACK, the tail loss probe or the
//! retransmission. If each deadline were an event, most of these events would find nothing due. So
//! deadlines are stored in arrays, which are cheap to scan. At the start of each bin the deadlines
//! within it become events. The order of events does not depend on when they were planned, so no
//! result changes.

use crate::packet::FlowId;
use crate::time::Time;

/// The deadlines of all flows. A stored deadline may be earlier than the real one.
#[derive(Clone, Debug)]
pub struct Deadlines {
    /// End of the current bin. Earlier deadlines are events; later ones are checked then.
    until: Time,
    /// One entry per flow, also for flows without deadlines. Two arrays, because indexing an array
    /// of pairs takes two more instructions.
    senders: Vec<Time>,
    receivers: Vec<Time>,
}

impl Deadlines {
    pub fn new(until: Time) -> Self {
        Deadlines { until, senders: Vec::new(), receivers: Vec::new() }
    }

    /// Adds entries for another flow.
    pub fn add(&mut self) {
        self.senders.push(Time::NEVER);
        self.receivers.push(Time::NEVER);
    }

    /// A bin starts that ends at `until`.
    pub fn start_bin(&mut self, until: Time) {
        self.until = until;
    }

    /// Returns the first flow from `start` on with a deadline that must become an event.
    pub fn find_event(&self, start: usize) -> Option<usize> {
        let mut both = self.senders[start..].iter().zip(&self.receivers[start..]);
        let is_due = |(&sender, &receiver): (&Time, &Time)| sender.min(receiver) < self.until;
        both.position(is_due).map(|index| start + index)
    }

    /// Stores the sender's deadline. Returns whether it must become an event.
    #[must_use]
    pub fn sender(&mut self, id: FlowId, due: Time) -> bool {
        self.senders[id as usize] = due;
        due < self.until
    }

    /// Stores the receiver's deadline. Returns whether it must become an event.
    #[must_use]
    pub fn receiver(&mut self, id: FlowId, due: Time) -> bool {
        self.receivers[id as usize] = due;
        due < self.until
    }
}
