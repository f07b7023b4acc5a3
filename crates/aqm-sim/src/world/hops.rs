//! The hops of a lane: that of its discipline, and the others of a path of several hops.
//!
//! Behind the receivers is a hop of the way back, which the data of reverse flows shares with the ACKs of forward flows. The ACKs of
//! reverse flows pass the hops of the forward direction. Between senders and receivers there may be other hops ahead of and behind
//! that of the lane.
//!
//! Events of these hops are rare events of the loop: only scenarios with several hops pay for them.

use super::hop::{Hop, LANE, environment};
use super::records::{HopRecords, Records};
use super::route::HopIndex;
use super::transit::Transit;
use crate::aqm::{AqmConfig, Discipline};
use crate::config::{HopConfig, LinkConfig, NoiseConfig, ReverseConfig, SimulationConfig};
use crate::log::HopId;
use crate::metrics::Summary;
use crate::packet::{FlowId, Packet};
use crate::sort::sort_by_key;
use crate::time::Time;

/// All hops of a lane. Their number and order never change.
#[derive(Clone, Debug)]
pub struct Hops {
    /// The hop of the lane's discipline.
    lane: Hop,
    /// The hop of the way back, if there is one, then the other hops of the forward direction.
    others: Vec<Hop>,
    has_reverse: bool,
}

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

impl Hops {
    pub fn new(config: &SimulationConfig) -> Self {
        let has_reverse = config.link.reverse.is_some();
        let mut lane = Hop::new(config, environment(&config.link), LANE);
        let others: Vec<Hop> = other_links(&config.link)
            .enumerate()
            .map(|(index, (link, queue))| {
                let environment = environment(&link);
                let queue = queue.unwrap_or(config.queue);
                // The traffic and the changes of the hop do not matter.
                let (traffic, changes) = (Vec::new(), Vec::new());
                let config = SimulationConfig { link, queue, traffic, changes, ..*config };
                // The label of the way back is 1 in all runs.
                let label = LANE + 1 + (index + usize::from(!has_reverse)) as u64;
                let mut hop = Hop::new(&config, environment, label);
                hop.host.transit = Some(Box::new(Transit::new(HopIndex::other(index))));
                hop
            })
            .collect();
        if !others.is_empty() {
            lane.host.transit = Some(Box::new(Transit::new(HopIndex::LANE)));
        }
        Hops { lane, others, has_reverse }
    }

    #[inline(always)]
    pub fn lane(&self) -> &Hop {
        &self.lane
    }

    #[inline(always)]
    pub fn lane_mut(&mut self) -> &mut Hop {
        &mut self.lane
    }

    /// Returns the hop of the way back.
    pub fn reverse_mut(&mut self) -> Option<&mut Hop> {
        self.others.first_mut().filter(|_| self.has_reverse)
    }

    pub fn get_mut(&mut self, hop: HopIndex) -> &mut Hop {
        match hop.among_others() {
            Some(index) => &mut self.others[index],
            None => &mut self.lane,
        }
    }

    /// Returns all hops, that of the lane first.
    pub fn iter(&self) -> impl Iterator<Item = &Hop> {
        std::iter::once(&self.lane).chain(&self.others)
    }

    /// Returns all hops, that of the lane first.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Hop> {
        std::iter::once(&mut self.lane).chain(&mut self.others)
    }

    pub fn has_reverse(&self) -> bool {
        self.has_reverse
    }

    /// Returns the index of the hop of the way back among all, if there is one.
    pub fn reverse_index(&self) -> Option<usize> {
        self.has_reverse.then_some(1)
    }

    /// Returns the index among all of another hop of the forward direction: index in `before`, then `after`.
    pub fn forward_index(&self, index: usize) -> usize {
        1 + usize::from(self.has_reverse) + index
    }

    /// Returns the name of a hop by its index among all.
    pub fn id(&self, index: usize) -> HopId {
        match index {
            0 => HopId::Lane,
            1 if self.has_reverse => HopId::Reverse,
            _ => HopId::Other(index - self.forward_index(0)),
        }
    }

    /// Returns the next time at which another hop acts; [`Time::NEVER`] without one.
    #[inline]
    pub fn others_due(&self) -> Time {
        let due = |hop: &Hop| hop.link.free_at().min(hop.aqm.next_timer());
        self.others.iter().map(due).min().unwrap_or(Time::NEVER)
    }

    /// Handles the timer of the first other hop whose timer is due now.
    pub fn other_timer(&mut self, now: Time) -> bool {
        let due = self.others.iter_mut().find(|hop| hop.aqm.next_timer() == now);
        let is_due = due.is_some();
        if let Some(hop) = due {
            hop.discipline_timer(now);
        }
        is_due
    }

    /// Returns the first other hop whose transmission ends now.
    pub fn other_free_at(&mut self, now: Time) -> Option<&mut Hop> {
        self.others.iter_mut().find(|hop| hop.link.free_at() == now)
    }

    /// Offers packets with the numbers of `first` and on to the queue of a hop. Returns whether it is another one than that of the lane.
    pub fn offer(&mut self, hop: HopIndex, first: Packet, count: u64, now: Time) -> bool {
        match hop.among_others() {
            Some(index) => self.others[index].offer_in_general(first, count, now),
            None => self.lane.offer_many(first, count, now),
        }
        hop != HopIndex::LANE
    }

    /// Passes the losses of measured datagrams that were not reported to `report`, in the order of time.
    pub fn drain_lost(&mut self, mut report: impl FnMut(FlowId, Time)) {
        let mut lost = std::mem::take(&mut self.lane.host.lost);
        lost.extend(self.others.iter_mut().flat_map(|hop| hop.host.lost.drain(..)));
        if self.others.len() > 1 {
            // The packets of a group may be lost at several hops.
            sort_by_key(&mut lost, |&(_, at)| at);
        }
        lost.drain(..).for_each(|(flow, at)| report(flow, at));
        self.lane.host.lost = lost;
    }

    /// Adopts a change of other hops, or of values that they share with that of the lane.
    pub fn refresh_others(&mut self, config: &SimulationConfig, now: Time) {
        for (hop, (link, queue)) in self.others.iter_mut().zip(other_links(&config.link)) {
            let queue = queue.unwrap_or(config.queue);
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
            hop.set_device_queue(link.device_queue, config.warmup, now);
        }
    }

    /// Returns a digest of all events at all hops.
    pub fn digest(&self) -> u64 {
        let lane = self.lane.host.digest;
        self.others.iter().fold(lane, |digest, hop| digest.with(hop.host.digest)).value()
    }

    /// Returns the size of the tables of packets in the queues, in bytes.
    pub fn transit_bytes(&self) -> usize {
        self.iter().filter_map(|hop| hop.host.transit.as_deref()).map(Transit::bytes).sum()
    }

    /// Adds the statistics of the other hops, each given by `of`.
    pub fn add_others(
        &self,
        summary: &mut Summary,
        records: &Records,
        of: impl Fn(&Hop, &HopRecords) -> Summary,
    ) {
        let hops = self.others.iter().zip(&records.hops[1..]);
        let mut summaries = hops.map(|(hop, records)| of(hop, records));
        summary.reverse = if self.has_reverse { summaries.next().map(Box::new) } else { None };
        summary.hops = summaries.collect();
    }
}
