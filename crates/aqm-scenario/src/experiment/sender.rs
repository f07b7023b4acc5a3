//! The inner state of one TCP sender over a span of time, for the page.

use super::Experiment;
use crate::answer;
use crate::answer::known;
use aqm_sim::cc::{Reading, ReadingName};
use aqm_sim::packet::FlowId;
use aqm_sim::tcp::SENDER_NUMBERS;
use aqm_sim::time::{Span, Time};
use aqm_sim::world::SenderReport;

answer! {
    /// The inner state of a sender at several times.
    pub struct SenderAnswer {
        /// Number of the flow.
        "flow" flow: FlowId,
        /// The times, s. Only those at which the flow was open are listed.
        "timesS" times: Vec<f64>,
        /// Its numbers. Those of the congestion control come last.
        "series" series: Vec<SenderSeries>,
    }

    /// One number of a sender over time.
    pub struct SenderSeries {
        /// Its name in the simulator, or in the source of the congestion control.
        "name" name: &'static str,
        /// Its unit; empty for plain numbers.
        "unit" unit: &'static str,
        /// Its name for readers; empty if it has none.
        "label" label: &'static str,
        /// One sentence; empty if it has no name for readers.
        "help" help: &'static str,
        /// Whether the congestion control reports it, not the sender.
        "isControl" is_control: bool,
        /// Its values; null where there was none.
        "values" values: Vec<Option<f64>>,
    }
}

impl SenderAnswer {
    fn add(&mut self, at: Time, report: &SenderReport) {
        let before = self.times.len();
        self.times.push(at.seconds());
        let pacing = report.pacing_mbps.unwrap_or(f64::NAN);
        for (reading, of) in report.sender.readings().zip(SENDER_NUMBERS) {
            self.put(before, &reading, (of.unit, of.label, of.help), reading.value, false);
        }
        let pacing_rate = Reading { name: "pacingRate", unit: "Mbit/s", value: pacing };
        let help = "Rate at which the sender spaces its segments; none if it does not.";
        self.put(before, &pacing_rate, ("Mbit/s", "Pacing rate", help), pacing, false);
        for reading in &report.control {
            let (value, unit) = reading.for_readers(report.packet_bytes);
            let (label, help) = ReadingName::of(reading).map_or(("", ""), |of| (of.label, of.help));
            self.put(before, reading, (unit, label, help), value, true);
        }
        // A number that was not reported has no value at this time.
        for series in &mut self.series {
            series.values.resize(before + 1, None);
        }
    }

    fn put(
        &mut self,
        before: usize,
        reading: &Reading,
        (unit, label, help): (&'static str, &'static str, &'static str),
        value: f64,
        is_control: bool,
    ) {
        let is_it = |series: &&mut SenderSeries| {
            series.name == reading.name && series.unit == unit && series.is_control == is_control
        };
        let series = match self.series.iter_mut().find(is_it) {
            Some(series) => series,
            None => {
                let (name, values) = (reading.name, Vec::new());
                self.series.push(SenderSeries { name, unit, label, help, is_control, values });
                self.series.last_mut().expect("it was added")
            }
        };
        series.values.resize(before, None);
        series.values.push(known(value));
    }
}

impl Experiment {
    /// Returns the inner state of a flow's sender at `count` times from `from` to `to`, or to where the lane is now. Simulates the span
    /// again, beside the run.
    pub fn sender(
        &self,
        lane: usize,
        flow: FlowId,
        (from, to): (Time, Time),
        count: u64,
    ) -> SenderAnswer {
        let mut answer = SenderAnswer { flow, times: Vec::new(), series: Vec::new() };
        let mut simulation = self.replay(lane, from, to).into_simulation();
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
        answer
    }
}
