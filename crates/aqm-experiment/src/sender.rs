//! Simulates a span again for the state of one TCP sender, and for what it did and why.

use super::Experiment;
use crate::event_report::NamedNumber;
use crate::sender_report::{SenderAnswer, SenderEntry, SenderSeries};
use aqm_json::answer::known;
use aqm_sim::cc::{Variable, VariableName};
use aqm_sim::packet::FlowId;
use aqm_sim::tcp::{Action, Phase, SENDER_NUMBERS, SenderEvent};
use aqm_sim::time::{Span, Time};
use aqm_sim::world::{SenderReport, Simulation, Snapshot};

impl SenderEntry {
    fn new(event: &SenderEvent) -> Self {
        let phase = |phase: Phase| match phase {
            Phase::Open | Phase::Disorder => None,
            Phase::Cwr => Some("reduction"),
            Phase::Recovery => Some("recovery"),
            Phase::Loss => Some("timeout"),
        };
        let numbers = event.why.numbers();
        SenderEntry {
            at_s: event.at.seconds(),
            action: event.action.name(),
            phase: match event.action {
                Action::Entered(entered) => phase(entered),
                Action::Left(left) => phase(left),
                _ => None,
            },
            segment: match event.action {
                Action::Retransmission { segment } => Some(segment),
                _ => None,
            },
            reason: event.why.code(),
            numbers: numbers
                .map(|&Variable { name, unit, value }| NamedNumber {
                    name,
                    unit,
                    value: known(value),
                })
                .collect(),
            cwnd: vec![event.before.cwnd, event.after.cwnd],
            ssthresh: vec![known(event.before.ssthresh), known(event.after.ssthresh)],
            in_flight: event.after.in_flight,
        }
    }
}

impl SenderAnswer {
    fn add(&mut self, at: Time, report: &SenderReport) {
        let before = self.times.len();
        self.times.push(at.seconds());
        let pacing = report.pacing_mbps.unwrap_or(f64::NAN);
        for (variable, of) in report.sender.variables().zip(SENDER_NUMBERS) {
            self.put(before, &variable, (of.unit, of.label, of.help), variable.value, false);
        }
        let pacing_rate = Variable { name: "pacingRate", unit: "Mbit/s", value: pacing };
        let help = "Rate at which the sender spaces its segments; none if it does not.";
        self.put(before, &pacing_rate, ("Mbit/s", "Pacing rate", help), pacing, false);
        for variable in &report.control {
            let (value, unit) = variable.for_readers(report.packet_bytes);
            let (label, help) =
                VariableName::of(variable).map_or(("", ""), |of| (of.label, of.help));
            self.put(before, variable, (unit, label, help), value, true);
        }
        // A number that was not reported has no value at this time.
        for series in &mut self.series {
            series.values.resize(before + 1, None);
        }
    }

    fn put(
        &mut self,
        before: usize,
        variable: &Variable,
        (unit, label, help): (&'static str, &'static str, &'static str),
        value: f64,
        is_control: bool,
    ) {
        let is_it = |series: &&mut SenderSeries| {
            series.name == variable.name && series.unit == unit && series.is_control == is_control
        };
        let series = match self.series.iter_mut().find(is_it) {
            Some(series) => series,
            None => {
                let (name, values) = (variable.name, Vec::new());
                self.series.push(SenderSeries { name, unit, label, help, is_control, values });
                self.series.last_mut().expect("it was added")
            }
        };
        series.values.resize(before, None);
        series.values.push(known(value));
    }
}

/// Most events of an answer.
const MOST_EVENTS: usize = 2000;

impl Experiment {
    /// Returns the inner state of a flow's sender at `count` times from `from` to `to`, or to where the lane is now, and what it did
    /// in the span. Simulates the span again, beside the run, from the last snapshot at which the sender missed nothing: the reasons
    /// of all later actions are then recorded where the sender decides.
    pub fn sender(
        &self,
        lane: usize,
        flow: FlowId,
        (from, to): (Time, Time),
        count: u64,
    ) -> SenderAnswer {
        let mut simulation = self.replay_sender(lane, flow, from, to);
        let mut answer = SenderAnswer {
            flow,
            times: Vec::new(),
            series: Vec::new(),
            events: Vec::new(),
            event_count: 0,
        };
        let step = Span::from_nanos(to.saturating_since(from).nanos() / count.max(1));
        for index in 0..=count {
            // The events of the time itself belong to it.
            let at = (from + step * index).min(to);
            if at > self.lanes[lane].now() {
                break;
            }
            simulation.run_until(at + Span::from_nanos(1));
            if let Some(report) = simulation.sender_report(flow) {
                answer.add(at, &report);
            }
        }
        let mut events = simulation.take_sender_events();
        events.retain(|event| event.at >= from && event.at <= to);
        let skipped = events.len().saturating_sub(MOST_EVENTS);
        answer.event_count = events.len();
        answer.events = events[skipped..].iter().map(SenderEntry::new).collect();
        answer
    }

    /// Returns a simulation that records what the sender of `flow` does from `from` at the latest.
    fn replay_sender(&self, lane: usize, flow: FlowId, from: Time, to: Time) -> Simulation {
        let suits = |snapshot: &Snapshot| snapshot.can_record_sender(flow);
        let snapshot = self.trails[lane].last_before_where(from, suits);
        let mut simulation = self.replay_after(lane, snapshot, to).into_simulation();
        let is_recorded = simulation.record_sender(flow);
        debug_assert!(is_recorded, "the snapshot suits");
        simulation
    }
}
