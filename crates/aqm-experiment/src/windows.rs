//! The windows of TCP senders over a span of time: one sample whenever a window, or what is in flight, has changed.

use aqm_sim::packet::FlowId;
use aqm_sim::tcp::Phase;
use aqm_sim::time::{Span, Time};
use aqm_sim::world::Simulation;

/// Largest number of senders that are followed: the open ones with the lowest numbers.
const MOST_SENDERS: usize = 64;

/// The window of a sender from a time on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WindowSample {
    /// The time.
    pub at: Time,
    /// The flow.
    pub flow: FlowId,
    /// Congestion window in segments, at least 1.
    pub cwnd: f64,
    /// Estimated number of segments in the network (RFC 6675's pipe).
    pub in_flight: u64,
    /// State of loss recovery.
    pub phase: Phase,
}

/// Records the windows of a simulation while it runs.
#[derive(Clone, Debug)]
pub struct Windows {
    from: Time,
    samples: Vec<WindowSample>,
    /// The latest sample of each flow.
    latest: Vec<Option<WindowSample>>,
}

impl Windows {
    /// Creates a record of the windows from `from` on.
    pub fn new(from: Time) -> Self {
        Windows { from, samples: Vec::new(), latest: Vec::new() }
    }

    pub fn samples(&self) -> &[WindowSample] {
        &self.samples
    }

    /// Runs until just before `to`, or for work equal to about `packets` packets.
    pub fn follow(&mut self, simulation: &mut Simulation, to: Time, packets: u64) {
        if simulation.now() < self.from {
            simulation.run(self.from.min(to), packets);
            if simulation.now() < self.from {
                return;
            }
        }
        if self.samples.is_empty() {
            self.note(simulation);
        }
        let last = simulation.effort().saturating_add(packets);
        while simulation.now() < to && simulation.effort() < last {
            let next = simulation.next_sender_event().max(simulation.now());
            simulation.run_until((next + Span::from_nanos(1)).min(to));
            self.note(simulation);
        }
    }

    fn note(&mut self, simulation: &Simulation) {
        let at = Time::from_nanos(simulation.now().nanos().saturating_sub(1)).max(self.from);
        for probe in simulation.flow_probes().take(MOST_SENDERS) {
            let (flow, sender) = (probe.id, probe.sender);
            let (cwnd, in_flight, phase) = (sender.cwnd, sender.in_flight, sender.phase);
            let sample = WindowSample { at, flow, cwnd, in_flight, phase };
            if self.latest.len() <= flow as usize {
                self.latest.resize(flow as usize + 1, None);
            }
            let latest = &mut self.latest[flow as usize];
            let is_new = latest.is_none_or(|latest| WindowSample { at, ..latest } != sample);
            if is_new {
                *latest = Some(sample);
                self.samples.push(sample);
            }
        }
    }
}
