//! Paths of several hops: the hops beside that of the lane, and the way of a packet from hop to hop.
//!
//! Behind the receivers is a hop of the way back, which the data of reverse flows shares with the ACKs of forward flows. The ACKs of
//! reverse flows pass the hops of the forward direction. Between senders and receivers there may be other hops ahead of and behind
//! that of the lane.
//!
//! Events of these hops are rare events of the loop: only scenarios with several hops pay for them.

use super::Parcel;
use super::change::environment;
use super::flow::Flow;
use super::hop::{Hop, LANE};
use super::noise;
use super::path::{Network, network};
use super::records::{HopRecords, Records};
use super::route::{HopIndex, Leg, Route};
use super::state::State;
use super::transit::Transit;
use crate::aqm::{AqmConfig, Discipline};
use crate::buffer::Queued;
use crate::config::{
    Direction, HopConfig, LinkConfig, NoiseConfig, ReverseConfig, SimulationConfig,
};
use crate::event::Class;
use crate::log::{Happening, HopId};
use crate::metrics::Summary;
use crate::packet::{Ack, FlowId, Packet};
use crate::tcp::Burst;
use crate::time::{Span, Time};
use std::sync::Arc;

/// Returns link and discipline of each hop beside that of the lane: that of the way back, if there is one, then those of the
/// forward direction. `None`: the discipline of the lane.
fn other_links(link: &LinkConfig) -> impl Iterator<Item = (LinkConfig, Option<AqmConfig>)> {
    let bare = LinkConfig {
        device_queue: 0,
        token_bucket: 0,
        schedule: None,
        before: Vec::new(),
        after: Vec::new(),
        ..link.clone()
    };
    let reverse = link.reverse.map(|ReverseConfig { rate, buffer, queue }| {
        (LinkConfig { rate, buffer, ..bare.clone() }, queue)
    });
    let forward = link.before.iter().chain(&link.after).map(move |hop| {
        let &HopConfig { rate, buffer, device_queue, queue, .. } = hop;
        let noise = NoiseConfig::default();
        (LinkConfig { rate, buffer, device_queue, noise, ..bare.clone() }, queue)
    });
    reverse.into_iter().chain(forward)
}

/// Returns the other hops, and prepares that of the lane if there are any.
pub(super) fn prepare(config: &SimulationConfig, lane: &mut Hop) -> Vec<Hop> {
    let others: Vec<Hop> = other_links(&config.link)
        .enumerate()
        .map(|(index, (link, queue))| {
            let environment = environment(&link);
            let queue = queue.unwrap_or(config.queue);
            // Its own traffic and changes do not matter.
            let (traffic, changes) = (Vec::new(), Vec::new());
            let config = SimulationConfig { link, queue, traffic, changes, ..*config };
            // The label of the way back is 1 in all runs.
            let is_forward = usize::from(config.link.reverse.is_none());
            let mut hop = Hop::new(&config, environment, LANE + 1 + (index + is_forward) as u64);
            hop.host.transit = Some(Box::new(Transit::new(HopIndex::other(index))));
            hop
        })
        .collect();
    if !others.is_empty() {
        lane.host.transit = Some(Box::new(Transit::new(HopIndex::LANE)));
    }
    others
}

impl State {
    /// Returns the index of the first other hop of the forward direction.
    fn first_forward(&self) -> usize {
        usize::from(self.config.link.reverse.is_some())
    }

    /// Returns the route of the flows of a direction; `None` if each direction has one hop at most.
    pub(super) fn route_of(&self, direction: Direction) -> Option<Arc<Route>> {
        let LinkConfig { before, after, reverse, .. } = &self.config.link;
        if before.is_empty() && after.is_empty() {
            return None;
        }
        let forward = self.first_forward();
        let other = |index, delay| Leg { hop: HopIndex::other(forward + index), delay };
        let mut legs: Vec<Leg> =
            before.iter().enumerate().map(|(index, hop)| other(index, hop.delay)).collect();
        // The delay of a hop behind that of the lane lies ahead of the hop.
        let to_first = after.first().map_or(Span::ZERO, |hop| hop.delay);
        legs.push(Leg { hop: HopIndex::LANE, delay: to_first });
        legs.extend(after.iter().enumerate().map(|(index, _)| {
            let to_next = after.get(index + 1).map_or(Span::ZERO, |next| next.delay);
            other(before.len() + index, to_next)
        }));
        let back = reverse.map(|_| Leg { hop: HopIndex::other(0), delay: Span::ZERO });
        let back = back.into_iter().collect();
        let route = match direction {
            Direction::Forward => Route { data: legs, acks: back },
            Direction::Reverse => Route { data: back, acks: legs },
            Direction::Part { first, last } => {
                let last = usize::from(last).min(legs.len() - 1);
                let data = legs[usize::from(first)..=last].to_vec();
                Route { data, acks: back }
            }
        };
        Some(Arc::new(route))
    }

    /// Sets the route of a flow that is about to start.
    pub(super) fn set_route(&self, flow: &mut Flow, direction: Direction) {
        flow.route = self.route_of(direction);
        flow.is_direct &= flow.route.as_deref().is_none_or(|route| {
            // Segments enter the lane's hop at once.
            route.data.first().is_some_and(|leg| leg.hop == HopIndex::LANE)
        });
        if flow.route.as_deref().is_some_and(Route::is_lane_only) {
            flow.route = None;
        }
    }

    /// Returns the hop that the packets of a flow pass first. `None`: ACKs on a way back without a hop.
    pub(super) fn first_hop(&self, id: FlowId, is_ack: bool) -> Option<HopIndex> {
        let flow = &self.flows[id as usize];
        if let Some(route) = flow.route.as_deref() {
            return route.legs(is_ack).first().map(|leg| leg.hop);
        }
        if flow.is_reverse == is_ack {
            return Some(HopIndex::LANE);
        }
        self.config.link.reverse.map(|_| HopIndex::other(0))
    }

    /// Returns the next time at which another hop acts; [`Time::NEVER`] without one.
    pub(super) fn others_due(&self) -> Time {
        let due = |hop: &Hop| hop.link.free_at().min(hop.aqm.next_timer());
        self.others.iter().map(due).min().unwrap_or(Time::NEVER)
    }

    /// Handles the timer of the first other hop whose timer is due now.
    pub(super) fn other_timer(&mut self) -> bool {
        let due = self.others.iter_mut().find(|hop| hop.aqm.next_timer() == self.now);
        let is_due = due.is_some();
        if let Some(hop) = due {
            hop.discipline_timer(self.now);
        }
        is_due
    }

    /// Handles the departure of a packet from the first other hop whose transmission ends now.
    #[inline(never)]
    pub(super) fn end_other_transmission(&mut self) {
        let now = self.now;
        let Some(index) = self.others.iter().position(|hop| hop.link.free_at() == now) else {
            return;
        };
        let hop = &mut self.others[index];
        let departed = *hop.link.packet();
        let network = &mut network!(self, hop.host);
        self.flows[departed.packet.flow() as usize].deliver_from_other(&departed, network);
        hop.finish_in_general(now);
    }

    /// Offers packets of a flow to the first queue of its direction.
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

    /// Offers a packet of a flow to the first queue of its direction.
    pub(super) fn offer(&mut self, packet: Packet) {
        if self.flows[packet.flow() as usize].is_direct {
            self.bottleneck.offer_many(packet, 1, self.now);
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
            self.enter_path(first, count);
        }
    }

    /// Offers packets with the numbers of `first` and on to the first queue of their direction.
    pub(super) fn enter_path(&mut self, first: Packet, count: u64) {
        if let Some(hop) = self.first_hop(first.flow(), false) {
            self.offer_at(hop, first, count);
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

    /// Offers an ACK to the queue of a hop.
    pub(super) fn offer_ack_at(&mut self, hop: HopIndex, id: FlowId, ack: &Ack) {
        if let Some(transit) = &mut self.hop_mut(hop).host.transit {
            let packet = Packet::ack(id, transit.put_ack(ack), ack);
            self.offer_at(hop, packet, 1);
        }
    }

    /// Offers a packet that has passed another hop to the queue of a hop.
    pub(super) fn offer_forwarded(&mut self, hop: HopIndex, packet: Packet, sent: Time) {
        if let Some(transit) = &mut self.hop_mut(hop).host.transit {
            let packet = transit.put_forwarded(&packet, sent);
            self.offer_at(hop, packet, 1);
        }
    }

    /// Offers packets with the numbers of `first` and on to the queue of a hop.
    #[inline(never)]
    fn offer_at(&mut self, hop: HopIndex, first: Packet, count: u64) {
        let Some(index) = hop.among_others() else {
            return self.bottleneck.offer_many(first, count, self.now);
        };
        self.others[index].offer_in_general(first, count, self.now);
        self.effort_before += count;
        // The loop must not pass the end of the transmission that may have started.
        self.events.lower_bound(self.others_due());
    }

    fn hop_mut(&mut self, hop: HopIndex) -> &mut Hop {
        match hop.among_others() {
            Some(index) => &mut self.others[index],
            None => &mut self.bottleneck,
        }
    }

    /// Returns the place of a hop by its number among all hops, that of the lane first.
    pub(super) fn hop_id(&self, number: usize) -> HopId {
        match number.checked_sub(1) {
            None => HopId::Lane,
            Some(0) if self.config.link.reverse.is_some() => HopId::Reverse,
            Some(other) => HopId::Other(other - self.first_forward()),
        }
    }

    /// Starts or ends the observation of all hops: of drops, marks and losses, or of everything.
    pub(super) fn observe(&mut self, all: Option<bool>) {
        let now = self.now;
        self.hops_mut().for_each(|hop| hop.observe(all, now));
        if all == Some(true) {
            // Deliveries on the fast path are not observed.
            self.flows.iter_mut().for_each(|flow| flow.in_order = false);
        }
    }

    /// Returns all hops, that of the lane first.
    pub(super) fn hops_mut(&mut self) -> impl Iterator<Item = &mut Hop> {
        std::iter::once(&mut self.bottleneck).chain(&mut self.others)
    }

    /// Returns all hops, that of the lane first.
    pub(super) fn hops(&self) -> impl Iterator<Item = &Hop> {
        std::iter::once(&self.bottleneck).chain(&self.others)
    }

    /// Adopts a change of other hops, or of values that they share with that of the lane.
    pub(super) fn refresh_others(&mut self) {
        let (now, warmup, lane) = (self.now, self.config.warmup, self.config.queue);
        let links = other_links(&self.config.link);
        for (hop, (link, queue)) in self.others.iter_mut().zip(links) {
            let queue = queue.unwrap_or(lane);
            let environment = environment(&link);
            if environment.rate != hop.environment.rate {
                hop.set_rate(environment.rate, now);
            }
            if environment != hop.environment {
                hop.set_environment(environment, now);
            }
            if queue != *hop.aqm.config() {
                hop.aqm.reconfigure(&queue, environment, now);
            }
            hop.set_device_queue(link.device_queue, warmup, now);
        }
    }

    /// Sets a hop of the forward direction beside that of the lane. Packets between two hops keep their delay.
    pub(super) fn set_hop(&mut self, index: usize, hop: HopConfig) {
        let LinkConfig { before, after, .. } = &mut self.config.link;
        if let Some(place) = before.iter_mut().chain(after).nth(index) {
            *place = hop;
        }
        self.refresh_others();
        for index in 0..self.flows.len() {
            if self.flows[index].route.is_some() {
                let direction = self.flows[index].direction(&self.config);
                self.flows[index].route = self.route_of(direction);
            }
        }
    }

    /// Returns the size of the tables of packets in the queues, in bytes.
    pub(super) fn transit_bytes(&self) -> usize {
        self.hops().filter_map(|hop| hop.host.transit.as_deref()).map(Transit::bytes).sum()
    }

    /// Adds the statistics of the other hops, each given by `of`.
    pub(super) fn add_others(
        &self,
        summary: &mut Summary,
        records: &Records,
        of: impl Fn(&Hop, &HopRecords) -> Summary,
    ) {
        let hops = self.others.iter().zip(&records.hops[1..]);
        let mut summaries = hops.map(|(hop, records)| of(hop, records));
        let reverse = self.config.link.reverse.and_then(|_| summaries.next());
        summary.reverse = reverse.map(Box::new);
        summary.hops = summaries.collect();
    }

    /// Returns the place of the hop of the way back among the records, if there is one.
    pub(super) fn reverse_hop(&self) -> Option<usize> {
        self.config.link.reverse.map(|_| 1)
    }

    /// Returns the place of a hop of the forward direction among the records: index in `before`, then `after`.
    pub(super) fn forward_hop(&self, index: usize) -> usize {
        1 + self.first_forward() + index
    }
}

impl Flow {
    /// Delivers a packet that has left another hop than that of the lane.
    #[inline(never)]
    fn deliver_from_other(&mut self, queued: &Queued<Packet>, network: &mut Network) {
        if let Some(arrival) = self.arrival_in_general(queued, network) {
            self.deliver_in_general(queued.packet, queued.enqueued, arrival, network);
        }
    }

    /// Plans when a packet that leaves a hop reaches the next one, `extra` s later than usual.
    #[inline(never)]
    pub(super) fn go_on(
        &mut self,
        queued: &Queued<Packet>,
        (hop, delay): (HopIndex, Span),
        extra: f64,
        network: &mut Network,
    ) {
        let &Queued { packet, enqueued } = queued;
        let Some(transit) = &mut network.host.transit else { return };
        let at = transit.in_order(network.now + noise::extended(delay, extra));
        let parcel = if packet.is_ack() {
            Parcel::AckAt { ack: transit.take_ack(&packet), hop }
        } else {
            let (packet, sent) = transit.take_forwarded(&packet, enqueued);
            Parcel::DataAt { packet, sent, hop }
        };
        network.host.note(queued, network.now, Happening::Forwarded(at));
        let sequence = self.next_sequence();
        network.events.push_with(at, Class::Entry, packet.flow(), sequence, parcel);
    }

    /// An ACK has left its last hop, and goes on to the sender `extra` s later than usual.
    pub(super) fn deliver_ack(
        &mut self,
        queued: &Queued<Packet>,
        extra: f64,
        network: &mut Network,
    ) {
        let Some(transit) = &mut network.host.transit else { return };
        let ack = transit.take_ack(&queued.packet);
        let back = noise::extended(self.path.back, extra);
        let arrival = self.return_ack(queued.packet.flow(), &ack, network.now + back, network);
        network.host.note(queued, network.now, Happening::Delivered(arrival));
    }
}
