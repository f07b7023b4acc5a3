//! Traffic in both directions. Behind the receivers is a second bottleneck, which the data of reverse
//! flows shares with the ACKs of forward flows. The ACKs of reverse flows go through the first one.
//!
//! Its events are rare events of the loop: only scenarios with a reverse bottleneck pay for it.

use super::ack_packets::AckPackets;
use super::bottleneck::Bottleneck;
use super::change::environment;
use super::flow::Flow;
use super::noise;
use super::path::Network;
use super::{Parcel, Simulation};
use crate::aqm::Discipline;
use crate::buffer::Queued;
use crate::config::{LinkConfig, ReverseConfig, SimulationConfig};
use crate::event::Class;
use crate::metrics::Summary;
use crate::packet::{Ack, FlowId, Packet, Queueable};
use crate::tcp::Burst;
use crate::time::Time;

/// Number of the reverse direction in the labels of random streams.
pub(super) const REVERSE: u64 = 1;

/// Returns the link of the reverse direction, if it has a bottleneck.
pub(super) fn reverse_link(link: &LinkConfig) -> Option<LinkConfig> {
    let ReverseConfig { rate, buffer, .. } = link.reverse?;
    Some(LinkConfig {
        rate,
        buffer,
        device_queue: 0,
        token_bucket: 0,
        schedule: None,
        ..link.clone()
    })
}

/// Adds the tables of ACKs, and returns the reverse bottleneck, if there is one.
pub(super) fn prepare(
    config: &SimulationConfig,
    forward: &mut Bottleneck,
) -> Option<Box<Bottleneck>> {
    let link = reverse_link(&config.link)?;
    let environment = environment(&link);
    let own = link.reverse.and_then(|reverse| reverse.queue);
    let queue = own.unwrap_or(config.queue);
    // Its own traffic and changes do not matter.
    let config =
        SimulationConfig { link, queue, traffic: Vec::new(), changes: Vec::new(), ..*config };
    let mut reverse = Bottleneck::new(&config, environment, REVERSE);
    for bottleneck in [&mut reverse, forward] {
        bottleneck.host.ack_packets = Some(Box::new(AckPackets::default()));
    }
    Some(Box::new(reverse))
}

impl Simulation {
    /// Returns the next time at which the reverse bottleneck acts; [`Time::NEVER`] without one.
    pub(super) fn reverse_due(&self) -> Time {
        let due = |reverse: &Bottleneck| reverse.link.free_at().min(reverse.aqm.next_timer());
        self.reverse.as_deref().map_or(Time::NEVER, due)
    }

    /// Handles the timer of the reverse discipline, if it is due now.
    pub(super) fn reverse_timer(&mut self) -> bool {
        match &mut self.reverse {
            Some(reverse) if reverse.aqm.next_timer() == self.now => {
                reverse.discipline_timer(self.now);
                true
            }
            _ => false,
        }
    }

    /// Handles the departure of a packet from the reverse bottleneck.
    #[inline(never)]
    pub(super) fn end_reverse_transmission(&mut self) {
        let Some(reverse) = self.reverse.as_deref_mut() else { return };
        let departed = *reverse.link.packet();
        let network = &mut Network {
            now: self.now,
            acks: &mut self.acks,
            deadlines: &mut self.deadlines,
            events: &mut self.events,
            noise: &mut reverse.noise,
            ack_packets: &mut reverse.host.ack_packets,
        };
        self.flows[departed.packet.flow() as usize].deliver_from_reverse(&departed, network);
        reverse.finish_in_general(self.now);
    }

    /// Offers packets of a flow to the queue of its direction.
    pub(super) fn offer_burst(&mut self, id: FlowId, burst: &Burst) {
        if burst.count == 0 {
            return;
        }
        let first = burst.first.of_flow(id);
        if self.flows[id as usize].is_direct {
            self.bottleneck.offer_many(first, burst.count, self.now);
        } else {
            self.offer_elsewhere(first, burst.count);
        }
    }

    /// Sends a packet of a flow to the queue of its direction.
    pub(super) fn offer(&mut self, packet: Packet) {
        if self.flows[packet.flow() as usize].is_direct {
            self.bottleneck.offer(packet, self.now);
        } else {
            self.offer_elsewhere(packet, 1);
        }
    }

    /// Sends packets with the numbers of `first` and on to a queue, of a flow that is not direct.
    #[inline(never)]
    fn offer_elsewhere(&mut self, first: Packet, count: u64) {
        if self.flows[first.flow() as usize].path.jitter.is_ahead() {
            (0..count).for_each(|index| self.delay_ahead(first.later(index)));
        } else {
            self.offer_in_reverse(first, count);
        }
    }

    /// Plans when a segment reaches its queue. Segments can overtake each other.
    fn delay_ahead(&mut self, packet: Packet) {
        let flow = &mut self.flows[packet.flow() as usize];
        let extra = noise::draw(&flow.path.jitter, &mut flow.jitter);
        let (packet, delay) = packet.delayed(noise::extended(flow.path.forward, extra));
        let sequence = flow.next_sequence();
        let at = self.now + delay;
        self.events.push_with(at, Class::Entry, packet.flow(), sequence, Parcel::Segment(packet));
    }

    /// Offers a packet of a flow to the queue of its direction.
    pub(super) fn enter_queue(&mut self, packet: Packet) {
        if self.flows[packet.flow() as usize].is_reverse {
            self.offer_in_reverse(packet, 1);
        } else {
            self.bottleneck.offer(packet, self.now);
        }
    }

    /// Offers an ACK to the queue of its direction. Returns false if that direction has none.
    pub(super) fn offer_ack(&mut self, id: FlowId, ack: &Ack) -> bool {
        let Some(reverse) = self.reverse.as_deref_mut() else { return false };
        let is_reverse = self.flows[id as usize].is_reverse;
        let host = if is_reverse { &mut self.bottleneck.host } else { &mut reverse.host };
        let Some(acks) = &mut host.ack_packets else { return false };
        let packet = Packet::ack(id, acks.put(ack), ack);
        if is_reverse {
            self.bottleneck.offer(packet, self.now);
        } else {
            self.offer_in_reverse(packet, 1);
        }
        true
    }

    #[inline(never)]
    fn offer_in_reverse(&mut self, packet: Packet, count: u64) {
        let Some(reverse) = self.reverse.as_deref_mut() else { return };
        reverse.offer_in_general(packet, count, self.now);
        self.effort_before += count;
        // The loop must not pass the end of the transmission that may have started.
        self.events.lower_bound(self.reverse_due());
    }

    /// Adopts a change of the reverse bottleneck, or of values that it shares with the forward one.
    pub(super) fn refresh_reverse(&mut self) {
        let Some(link) = reverse_link(&self.config.link) else { return };
        let own = link.reverse.and_then(|reverse| reverse.queue);
        let queue = own.unwrap_or(self.config.queue);
        let Some(reverse) = self.reverse.as_deref_mut() else { return };
        let environment = environment(&link);
        if environment.rate != reverse.environment.rate {
            reverse.set_rate(environment.rate, self.now);
        }
        if environment != reverse.environment {
            reverse.set_environment(environment, self.now);
        }
        if queue != *reverse.aqm.config() {
            reverse.aqm.reconfigure(&queue, environment, self.now);
        }
    }

    /// Returns the size of the ACKs in the queues, in bytes.
    pub(super) fn ack_bytes(&self) -> usize {
        let both = [Some(&self.bottleneck), self.reverse.as_deref()].into_iter().flatten();
        both.filter_map(|one| one.host.ack_packets.as_deref()).map(AckPackets::bytes).sum()
    }

    /// Returns the statistics of the reverse bottleneck since the warm-up.
    pub(super) fn reverse_summary(&self) -> Option<Box<Summary>> {
        let reverse = self.reverse.as_deref()?;
        Some(Box::new(reverse.summary(self.now)))
    }

    /// Returns the statistics of the reverse bottleneck from `from` to `to`.
    pub(super) fn reverse_window(&self, from: Time, to: Time) -> Option<Box<Summary>> {
        let reverse = self.reverse.as_deref()?;
        Some(Box::new(reverse.window(from, to)))
    }
}

impl Flow {
    /// Delivers a packet that has left the reverse bottleneck.
    #[inline(never)]
    fn deliver_from_reverse(&mut self, queued: &Queued<Packet>, network: &mut Network) {
        let &Queued { packet, enqueued } = queued;
        if packet.is_ack() {
            self.deliver_ack(&packet, network);
        } else if let Some(arrival) = self.arrival_in_general(&packet, network) {
            self.deliver_in_general(packet, enqueued, arrival, network);
        }
    }

    /// An ACK has left its queue, and goes on to the sender.
    #[inline(never)]
    pub(super) fn deliver_ack(&mut self, packet: &Packet, network: &mut Network) {
        let Some(acks) = network.ack_packets else { return };
        let ack = acks.take(packet);
        let mut back = self.path.back;
        if let Some(noise) = network.noise {
            if noise.loses(packet.bytes(), network.now) {
                return;
            }
            back = noise::extended(back, noise.delay());
        }
        self.return_ack(packet.flow(), &ack, network.now + back, network);
    }
}
