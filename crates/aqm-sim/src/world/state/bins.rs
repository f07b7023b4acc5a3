//! What the state hands over to the records: at the end of a bin, and in between.

use super::State;
use crate::aqm::{Discipline as _, Inspect as _};
use crate::log::{Happening, HopId, Sighting};
use crate::packet::FlowId;
use crate::sort::sort_by_key;
use crate::time::Time;
use crate::world::probes::ProbeSeries;
use crate::world::records::Records;
use crate::world::trace::{FlowSample, TRACE_INTERVAL};

/// Largest number of flows in a sample: the open ones with the lowest numbers.
const MOST_FLOWS: usize = 32;

impl State {
    /// Ends a bin of the measures.
    pub(super) fn close_bin(&mut self, boundary: Time, records: &mut Records) {
        self.calendar.advance(boundary);
        self.effort.add(self.hops.lane().offered_in_bin());
        self.hand_over(records);
        for (hop, records) in self.hops.iter_mut().zip(&mut records.hops) {
            hop.close_bin(boundary, records);
        }
        if let Some(events) = &mut records.events
            && events.covers_bin(boundary)
        {
            events.push_probe(boundary, self.probe());
        }
        if let Some(parts) = &mut self.hops.lane_mut().host.parts {
            parts.close(boundary, &mut records.parts);
        }
        self.watch_deadlines(self.hops.lane().boundary());
        if self.goodput.is_due(boundary) {
            self.goodput.record(boundary, &self.flows, &mut records.goodput);
        }
        if let Some(probes) = &mut records.probes {
            self.sample_probe(boundary, probes);
        }
        if let Some(trace) = &mut records.trace {
            self.sample_flows(boundary, trace);
        }
    }

    /// Adds to the records what has finished since the last call.
    pub fn hand_over(&mut self, records: &mut Records) {
        for (group, rows) in self.groups.iter_mut().zip(&mut records.results) {
            if let Some(results) = &mut group.results {
                results.move_rows(rows);
            }
        }
        if records.events.is_some() || records.packets.is_some() {
            self.hand_over_sightings(records);
        }
        if self.parts().is_some() {
            records.parts.start(self.finished_bins());
        }
    }

    /// Moves what the observers of the hops have collected, in the order of time. At equal times that of the lane goes first.
    #[inline(never)]
    fn hand_over_sightings(&mut self, records: &mut Records) {
        let mut sightings: Vec<(usize, HopId, Sighting)> = Vec::new();
        let hops = records.hops.len();
        for number in 0..hops {
            let id = self.hops.id(number);
            let observer =
                self.hops.iter_mut().nth(number).and_then(|hop| hop.host.observer.as_mut());
            for sighting in observer.into_iter().flat_map(|observer| observer.take()) {
                let is_returned = matches!(sighting.what, Happening::Returned(_));
                let id = if is_returned { HopId::WayBack } else { id };
                sightings.push((sightings.len(), id, sighting));
            }
        }
        if hops > 1 {
            sort_by_key(&mut sightings, |&(number, _, sighting)| (sighting.at, number));
        }
        for (_, id, sighting) in &sightings {
            if let Some(events) = &mut records.events {
                events.note(*id, sighting);
            }
            if let Some(packets) = &mut records.packets {
                packets.note(*id, sighting);
            }
        }
    }

    /// Adds the probe of the discipline at `now`, the end of a bin.
    #[inline(never)]
    fn sample_probe(&self, now: Time, probes: &mut ProbeSeries) {
        probes.push(&self.hops.lane().aqm.probe(now).plotted());
    }

    /// Adds a sample of the flows at `now`, a boundary of time-series bins, if one is due.
    // Runs 20 times a second, outside of the hot loop.
    #[inline(never)]
    fn sample_flows(&self, now: Time, trace: &mut Vec<FlowSample>) {
        if !now.nanos().is_multiple_of(TRACE_INTERVAL.nanos()) {
            return;
        }
        let index = (now.nanos() / TRACE_INTERVAL.nanos()) as u32 - 1;
        let flows = self.flows.iter().enumerate().filter(|(_, flow)| flow.is_open(now));
        trace.extend(flows.take(MOST_FLOWS).map(|(id, flow)| FlowSample {
            index,
            flow: id as FlowId,
            cwnd: flow.sender.cwnd() as f32,
            pacing_mbps: flow.sender.pacing_mbps().map_or(f32::NAN, |rate| rate as f32),
        }));
    }
}
