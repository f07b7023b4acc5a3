//! Which deadlines of connections become events.
//!
//! Nearly every packet puts a deadline off: that of the delayed ACK, of the tail loss probe, of the
//! retransmission. With an event for each of them, most events would find that there is nothing to
//! do yet. So while there is much traffic, deadlines are watched: the border of each bin looks at
//! all of them, and only what is due before the next border becomes an event. The order of events
//! does not depend on when they were planned, so this changes no result.

use super::Simulation;
use super::flows::Flow;
use super::path::Network;
use crate::packet::FlowId;
use crate::time::Time;

impl Simulation {
    /// At the border of a bin in which `sent` packets were transmitted, the next one being at
    /// `boundary`.
    pub(super) fn watch_deadlines(&mut self, sent: u64, boundary: Time) {
        // Looking at a flow costs about as much as an event for every tenth packet.
        let is_busy = sent >= self.flows.len() as u64;
        let next = if is_busy { boundary } else { Time::NEVER };
        let border = std::mem::replace(&mut self.watched_until, next);
        if border == Time::NEVER {
            return;
        }
        let network = &mut Network {
            now: self.now,
            is_limited: self.return_path.is_limited(),
            acks: &mut self.acks,
            events: &mut self.events,
        };
        for (id, flow) in self.flows.iter_mut().enumerate() {
            let Flow::Tcp(tcp) = flow else { continue };
            // The others wait for an event.
            if tcp.sender_timer == border {
                tcp.sender_timer = next;
                tcp.plan_sender_timer(id as FlowId, network.events);
            }
            if tcp.receiver_timer == border {
                tcp.receiver_timer = next;
                tcp.plan_receiver_timer(id as FlowId, network);
            }
        }
    }
}
