//! Every packet of a lane, and the windows of its senders, for the queue view: a second run of the lane, which is exactly the one that
//! the page shows.

use aqm_experiment::{Experiment, Replay};
use aqm_json::answer::Answer as _;
use aqm_scenario::{Scenario, problems_to_json, read_scenario};
use aqm_sim::time::{Span, Time};
use wasm_bindgen::prelude::*;

/// Least work between two snapshots, in packets. A span is simulated again from the last one before it.
const APART: u64 = 3_000;

/// The run is ahead of a recorded span by at least this time, in which its packets leave, and at most by the other, s.
const LEAST_AHEAD_S: f64 = 0.25;
const MOST_AHEAD_S: f64 = 20.0;

/// One lane of a scenario.
#[wasm_bindgen]
#[derive(Debug)]
pub struct PacketRun {
    experiment: Experiment,
    lane: usize,
    /// The end of the latest span, and the time that the run must reach for it.
    goal: Option<(Time, Time)>,
}

/// A span of it that is simulated again.
#[wasm_bindgen]
#[derive(Debug)]
pub struct PacketReplay {
    replay: Replay,
    skipped: u64,
    classes: String,
    texts: String,
}

fn read(scenario: &str, lane: usize) -> Result<Scenario, JsError> {
    let scenario =
        read_scenario(scenario).map_err(|problems| JsError::new(&problems_to_json(&problems)))?;
    if lane >= scenario.queues.len() {
        return Err(JsError::new(&format!("the scenario has no lane {lane}")));
    }
    Ok(scenario)
}

fn groups(all: impl Iterator<Item = Option<usize>>) -> Vec<i32> {
    all.map(|group| group.map_or(-1, |group| group as i32)).collect()
}

#[wasm_bindgen]
impl PacketRun {
    /// Starts a run of a lane at time zero.
    ///
    /// # Errors
    /// Throws a JSON list of problems if the scenario is not valid, or a sentence for an unknown lane.
    #[wasm_bindgen(constructor)]
    pub fn new(scenario: &str, lane: usize) -> Result<PacketRun, JsError> {
        let experiment = Experiment::of_lanes(read(scenario, lane)?, vec![lane]);
        Ok(PacketRun { experiment: experiment.with_snapshots(APART), lane, goal: None })
    }

    /// Continues with another scenario from the first difference.
    ///
    /// # Errors
    /// As [`PacketRun::new`].
    pub fn revise(&mut self, scenario: &str) -> Result<(), JsError> {
        self.experiment.revise_lanes(read(scenario, self.lane)?, vec![self.lane]);
        self.goal = None;
        Ok(())
    }

    /// Runs towards the time at which the packets of a span that ends at `to_s` have left the queue, for work equal to about `packets`
    /// packets. Returns whether it has been reached.
    pub fn prepare(&mut self, to_s: f64, packets: f64) -> bool {
        let to = Time::from_seconds(to_s);
        let now = self.experiment.now();
        if now < to {
            self.experiment.advance_within(to, packets as u64);
            return false;
        }
        let goal = match self.goal {
            Some((end, goal)) if end == to => goal,
            _ => to + self.longest_wait(),
        };
        self.goal = Some((to, goal));
        self.experiment.advance_within(goal, packets as u64);
        self.experiment.now() >= goal
    }

    /// The time in which what waits now leaves the queue, with a reserve.
    fn longest_wait(&self) -> Span {
        let lane = &self.experiment.lanes()[0];
        let (_, bytes) = lane.backlog();
        let rate = lane.environment().rate.bps().max(1) as f64;
        let seconds = 1.5 * bytes as f64 * 8.0 / rate;
        Span::from_seconds((LEAST_AHEAD_S + seconds).min(MOST_AHEAD_S))
    }

    /// Returns the simulated time that the run has reached, s.
    pub fn now(&self) -> f64 {
        self.experiment.now().seconds()
    }

    /// Returns the digest of all events of the lane so far, in hexadecimal.
    pub fn digest(&self) -> String {
        aqm_report::digest_text(self.experiment.lanes()[0].digest())
    }

    /// Returns the inner state of a flow's sender, and what it did and why, at `count` times from `from_s` to `to_s`, as JSON of [`aqm_experiment::sender_report::SenderAnswer`].
    /// The run must have reached the span ([`PacketRun::prepare`]).
    pub fn sender(&self, flow: u32, from_s: f64, to_s: f64, count: u32) -> String {
        let span = (Time::from_seconds(from_s), Time::from_seconds(to_s));
        self.experiment.sender(0, flow, span, u64::from(count)).to_json().to_compact()
    }

    /// Returns the traffic group of each flow so far, in the order of their numbers; -1 for a burst.
    pub fn groups(&self) -> Vec<i32> {
        groups(self.experiment.lanes()[0].flow_groups())
    }

    /// Starts the record of a span: of the packets that wait at `from_s`, of those that reach a hop from then until just before `to_s`,
    /// and of the windows in this time. It keeps at most `most` packets.
    pub fn record(&self, from_s: f64, to_s: f64, most: usize) -> PacketReplay {
        let (from, to) = (Time::from_seconds(from_s), Time::from_seconds(to_s));
        let replay = self.experiment.replay_senders(0, from, to, most);
        PacketReplay { replay, skipped: 0, classes: String::new(), texts: String::new() }
    }
}

#[wasm_bindgen]
impl PacketReplay {
    /// Simulates about `packets` packets more. Returns whether the span is complete.
    pub fn run(&mut self, packets: f64) -> bool {
        self.replay.run(packets as u64)
    }

    /// Returns the packets as `aqm_experiment::packet_report::PacketTable::columns`.
    pub fn columns(&mut self) -> Vec<f64> {
        let (table, skipped) = self.replay.packet_table();
        (self.skipped, self.classes, self.texts) =
            (skipped, table.classes.join("\n"), table.texts.join("\n"));
        table.columns
    }

    /// Returns the names of the classes of [`PacketReplay::columns`], one a line.
    pub fn classes(&self) -> String {
        self.classes.clone()
    }

    /// Returns the texts of [`PacketReplay::columns`], one a line: a code, a blank, and a sentence.
    pub fn texts(&self) -> String {
        self.texts.clone()
    }

    /// Returns the number of packets that [`PacketReplay::columns`] leaves out because there were too many.
    pub fn skipped(&self) -> f64 {
        self.skipped as f64
    }

    /// Returns rows of five numbers in order of time: time in s, flow, congestion window and segments in flight, state of loss recovery
    /// (0 open, 1 disorder, 2 reduced after an ECN echo, 3 recovery, 4 after a timeout). A row holds until the next one of its flow.
    pub fn windows(&self) -> Vec<f64> {
        let row = |sample: &aqm_experiment::WindowSample| {
            let (flow, in_flight) = (f64::from(sample.flow), sample.in_flight as f64);
            [sample.at.seconds(), flow, sample.cwnd, in_flight, f64::from(sample.phase as u8)]
        };
        self.replay.windows().iter().flat_map(row).collect()
    }

    /// Returns the traffic group of each flow, in the order of their numbers; -1 for a burst.
    pub fn groups(&self) -> Vec<i32> {
        groups(self.replay.flow_groups())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aqm_experiment::packet_report::PACKET_COLUMNS;

    const SCENARIO: &str = r#"{ "version": 1, "durationS": 20, "link": { "rateMbps": 5, "rttMs": 20, "buffer": { "packets": 60 } },
        "queues": [{ "kind": "droptail" }, { "kind": "fqCodel" }], "traffic": [{ "kind": "bulk", "flows": 2 },
        { "kind": "cbr", "rateMbps": 0.2 }] }"#;

    fn run(lane: usize) -> PacketRun {
        PacketRun::new(SCENARIO, lane).expect("it is valid")
    }

    fn record(run: &mut PacketRun, from: f64, to: f64) -> PacketReplay {
        while !run.prepare(to, 500.0) {}
        let mut replay = run.record(from, to, 50_000);
        while !replay.run(500.0) {}
        replay
    }

    fn column(columns: &[f64], index: usize) -> &[f64] {
        let rows = columns.len() / PACKET_COLUMNS;
        &columns[index * rows..][..rows]
    }

    #[test]
    fn packets_of_a_span_have_left_the_queue_when_the_record_is_complete() {
        for lane in [0, 1] {
            let mut run = run(lane);
            let mut replay = record(&mut run, 4.0, 5.0);
            let columns = replay.columns();
            let (arrived, left) = (column(&columns, 5), column(&columns, 7));
            assert!(arrived.len() > 400 && replay.skipped() == 0.0);
            let is_ack = |row: &usize| column(&columns, 2)[*row] == 3.0;
            let data: Vec<usize> = (0..arrived.len()).filter(|row| !is_ack(row)).collect();
            assert!(data.iter().all(|&row| left[row] >= arrived[row]), "lane {lane}");
            let waits = |row: &&usize| arrived[**row] < 4.0 && left[**row] >= 4.0;
            let waiting = data.iter().filter(|row| waits(row)).count();
            assert!(lane == 1 || waiting > 10, "{waiting} packets wait in drop-tail's queue");
            assert_eq!(replay.groups(), [0, 0, 1]);
        }
    }

    #[test]
    fn windows_follow_the_acks() {
        let mut run = run(0);
        let replay = record(&mut run, 4.0, 5.0);
        let windows = replay.windows();
        let rows: Vec<&[f64]> = windows.chunks(5).collect();
        assert!(rows.windows(2).all(|pair| pair[0][0] <= pair[1][0]));
        assert!(rows.iter().all(|row| row[0] >= 4.0 && row[0] < 5.0 && row[2] >= 1.0));
        // The latest windows are those of the page's run at the end of the span.
        let mut page = Experiment::new(read(SCENARIO, 0).expect("it is valid"));
        page.advance(Time::from_seconds(5.0));
        let probes: Vec<_> = page.lanes()[0].flow_probes().collect();
        assert_eq!(probes.len(), 2);
        for probe in probes {
            let mut own = rows.iter().filter(|row| row[1] == f64::from(probe.id));
            let latest = own.next_back().expect("each sender has a window");
            let expected = [probe.sender.cwnd, probe.sender.in_flight as f64];
            assert_eq!(latest[2..4], expected);
        }
    }

    #[test]
    fn a_sender_reports_its_window_and_its_congestion_control() {
        let mut run = run(0);
        while !run.prepare(6.0, 500.0) {}
        let answer =
            run.experiment.sender(0, 1, (Time::from_seconds(4.0), Time::from_seconds(6.0)), 20);
        assert_eq!(answer.times.len(), 21);
        let of = |name: &str| {
            let series = answer.series.iter().find(|series| series.name == name);
            let series = series.unwrap_or_else(|| panic!("no {name}"));
            assert!(!series.label.is_empty() && series.values.len() == 21, "{name}");
            series.values.clone()
        };
        let mut page = Experiment::new(read(SCENARIO, 0).expect("it is valid"));
        page.advance(Time::from_seconds(6.0) + Span::from_nanos(1));
        let probe = page.lanes()[0].flow_probes().nth(1).expect("it is open").sender;
        assert_eq!(of("cwnd").last(), Some(&Some(probe.cwnd)));
        assert_eq!(of("inFlight").last(), Some(&Some(probe.in_flight as f64)));
        assert!(of("W_max").iter().flatten().all(|&w_max| w_max > 1.0));
        assert_eq!(run.groups(), [0, 0, 1]);
    }

    #[test]
    fn a_sender_reports_what_it_did_and_why_with_the_numbers_of_the_report() {
        for lane in [0, 1] {
            let mut run = run(lane);
            while !run.prepare(12.0, 500.0) {}
            let span = |from: f64, to: f64| (Time::from_seconds(from), Time::from_seconds(to));
            let whole = run.experiment.sender(0, 1, span(0.0, 12.0), 1);
            let of = |name: &str| {
                let series = whole.series.iter().find(|series| series.name == name);
                series.and_then(|series| *series.values.last()?).expect("it has a value")
            };
            let count = |action: &str| {
                whole.events.iter().filter(|event| event.action == action).count() as f64
            };
            assert_eq!(count("retransmission"), of("retransmissions"), "lane {lane}");
            assert_eq!(count("timeout"), of("timeouts"), "lane {lane}");
            assert!(count("retransmission") > 5.0 && count("reduction") > 2.0, "lane {lane}");
            assert_eq!(whole.event_count, whole.events.len());
            let loss = whole.events.iter().find(|event| event.action == "reduction");
            let loss = loss.expect("the window was reduced");
            assert_eq!(loss.reason, "cubic.reduce");
            assert!(loss.ssthresh[1] < loss.ssthresh[0].or(Some(f64::INFINITY)));
            // A part of the run has the same events, from wherever it is simulated again.
            let part = run.experiment.sender(0, 1, span(5.0, 9.0), 1);
            let expected: Vec<_> =
                whole.events.iter().filter(|event| (5.0..=9.0).contains(&event.at_s)).collect();
            assert_eq!(part.events.iter().collect::<Vec<_>>(), expected, "lane {lane}");
        }
    }

    #[test]
    fn congestion_controls_that_set_their_window_say_why() {
        let scenario = r#"{ "version": 1, "durationS": 40, "link": { "rateMbps": 20, "rttMs": 20, "buffer": { "packets": 300 } },
            "queues": [{ "kind": "dualpi2" }], "traffic": [{ "kind": "bulk", "cc": "prague", "ecn": true },
            { "kind": "bulk", "cc": "bbr" }, { "kind": "bulk", "cc": "bbr3" }] }"#;
        let mut run = PacketRun::new(scenario, 0).expect("it is valid");
        while !run.prepare(30.0, 5_000.0) {}
        for (flow, expected) in [
            (0, vec!["prague.echo", "prague.alpha"]),
            (1, vec!["bbr.full", "bbr.drained", "bbr.probeRtt", "bbr.probeRttDone"]),
            (2, vec!["bbr3.full", "bbr3.probeRtt", "bbr3.probeRttDone"]),
        ] {
            // An answer has the last events of very many, so the run is read in parts.
            let codes: Vec<_> = (0..10)
                .map(|part| (Time::from_seconds(3.0 * f64::from(part)), Span::from_millis(3000)))
                .flat_map(|(from, length)| {
                    run.experiment.sender(0, flow, (from, from + length), 1).events
                })
                .map(|event| event.reason)
                .collect();
            for code in expected {
                assert!(codes.contains(&code), "flow {flow} has no {code}");
            }
        }
    }

    #[test]
    fn the_run_equals_that_of_the_page_and_drops_have_their_sentences() {
        let mut run = run(0);
        let mut replay = record(&mut run, 0.0, 8.0);
        let columns = replay.columns();
        let dropped = column(&columns, 10).iter().filter(|&&fate| fate == 3.0).count();
        let texts = replay.texts();
        assert!(dropped > 0 && texts.lines().count() == dropped, "{dropped}");
        assert_eq!(texts.lines().next(), Some("overflow The buffer was full."));
        let mut page = Experiment::new(read(SCENARIO, 0).expect("it is valid"));
        page.advance(Time::from_seconds(run.now()));
        let expected = aqm_report::digest_text(page.lanes()[0].digest());
        assert_eq!(run.digest(), expected);
    }

    #[test]
    fn a_revised_run_equals_a_new_one() {
        let later = SCENARIO.replace(
            r#""traffic""#,
            r#""changes": [{ "atS": 4.5, "set": "link.rateMbps", "to": 2 }], "traffic""#,
        );
        let mut revised = run(1);
        record(&mut revised, 5.0, 6.0);
        revised.revise(&later).expect("it is valid");
        let mut fresh = PacketRun::new(&later, 1).expect("it is valid");
        assert_eq!(
            record(&mut revised, 5.0, 6.0).columns(),
            record(&mut fresh, 5.0, 6.0).columns()
        );
    }
}
