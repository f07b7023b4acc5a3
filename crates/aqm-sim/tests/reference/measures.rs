//! The published measures, computed by their definitions from a log of all events: exact integers,
//! exact percentiles, no bins.

use super::{Delivered, Entry, Flow, Reference};
use aqm_sim::metrics::{
    DelaySummary, FLOW_RELATIVE_ERROR, FlowDelay, Part, RELATIVE_ERROR, SAMPLE_INTERVAL, Summary,
    jain_index,
};
use aqm_sim::packet::FlowId;
use aqm_sim::time::{Span, Time};

/// Expected values of a [`Summary`].
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Measures {
    pub seconds: f64,
    pub delays_ms: Vec<f64>,
    pub parts: Vec<SentPacket>,
    pub device_delays_ms: Vec<f64>,
    pub utilization: f64,
    pub queue_packets_mean: f64,
    pub queue_bytes_mean: f64,
    pub offered: u64,
    pub early: u64,
    pub overflow: u64,
    pub marked: u64,
    /// Packets that left the bottleneck, and of these the lost ones, if the path is noisy.
    pub left: u64,
    pub lost: u64,
    pub has_noise: bool,
    /// Goodput of each TCP flow in Mbit/s, with its number.
    pub goodput: Vec<(u32, f64)>,
    pub jain: Option<f64>,
    /// Those of the reverse bottleneck, without flows.
    pub reverse: Option<Box<Measures>>,
    /// Those of the other hops of the forward direction, without flows.
    pub hops: Vec<Measures>,
}

/// A packet that was sent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SentPacket {
    flow: FlowId,
    group: Option<usize>,
    class: Option<&'static str>,
    delay_ms: f64,
}

/// State of the bottleneck between two entries of the log.
#[derive(Default)]
struct State {
    packets: u64,
    bytes: u64,
    sending: u64,
    capacity: u64,
}

impl Measures {
    /// Computes the measures from the end of the warm-up to `end`, where `reference` has stopped.
    pub fn new(reference: &Reference, end: Time) -> Self {
        // Statistics start with the first bin of the time series that begins at the warm-up.
        let bins = reference.config.warmup.nanos().div_ceil(SAMPLE_INTERVAL.nanos());
        let start = Time::ZERO + SAMPLE_INTERVAL * bins;
        let mut measures = Measures::of_log(reference.entries(), start, end);
        measures.has_noise = reference.has_noise;
        for packet in &mut measures.parts {
            packet.group = reference.group_of(packet.flow);
        }
        measures.reverse = reference.reverse_entries().map(|entries| {
            let reverse = Measures::of_log(entries, start, end);
            Box::new(Measures { has_noise: reference.has_noise, ..reverse })
        });
        measures.hops =
            reference.forward_entries().map(|log| Measures::of_log(log, start, end)).collect();
        measures.share(reference, start, end);
        measures
    }

    /// Computes the measures of one bottleneck.
    fn of_log(entries: &[(Time, Entry)], start: Time, end: Time) -> Self {
        let mut measures = Measures::default();
        let mut state = State::default();
        let mut since = Time::ZERO;
        let mut integrals = [0u128; 4];
        for &(at, entry) in entries {
            add(&mut integrals, &state, since.max(start), at);
            since = at;
            state.follow(entry);
            if at >= start {
                if let Entry::Started { covered, .. } = entry {
                    integrals[2] += covered;
                }
                measures.count(entry);
                if let Entry::Sent { flow, waited, class, .. } = entry {
                    let delay_ms = waited.millis();
                    measures.parts.push(SentPacket { flow, group: None, class, delay_ms });
                }
            }
        }
        add(&mut integrals, &state, since.max(start), end);
        let [packets, bytes, sent, capacity] = integrals.map(|sum| sum as f64);
        let elapsed = end.saturating_since(start);
        measures.seconds = elapsed.seconds();
        measures.queue_packets_mean = packets / elapsed.nanos() as f64;
        measures.queue_bytes_mean = bytes / elapsed.nanos() as f64;
        measures.utilization = sent / capacity;
        measures.delays_ms.sort_by(f64::total_cmp);
        measures.device_delays_ms.sort_by(f64::total_cmp);
        measures
    }

    fn count(&mut self, entry: Entry) {
        match entry {
            Entry::Offered { .. } => self.offered += 1,
            Entry::Sent { waited, .. } => self.delays_ms.push(waited.millis()),
            Entry::Started { in_device, .. } => {
                self.device_delays_ms.extend(in_device.map(Span::millis));
            }
            Entry::Dropped { reason, .. } if reason.is_early() => self.early += 1,
            Entry::Dropped { .. } => self.overflow += 1,
            Entry::Marked { .. } => self.marked += 1,
            Entry::Left { lost } => {
                self.left += 1;
                self.lost += u64::from(lost);
            }
            Entry::Idle | Entry::Capacity { .. } | Entry::Continued { .. } => {}
        }
    }

    /// Computes goodput from the segments that left the bottleneck since `start`. A copy of
    /// `reference` runs until all of them have arrived.
    fn share(&mut self, reference: &Reference, start: Time, end: Time) {
        let mut later = reference.clone();
        let arrivals = reference.flows.iter().filter_map(|flow| match flow {
            Flow::Tcp(tcp) => Some(tcp.last_arrival),
            Flow::Datagrams(_) => None,
        });
        later.run_until(arrivals.fold(end, Ord::max) + Span::from_nanos(1));
        let seconds = end.saturating_since(start).seconds();
        let mut long_lived = Vec::new();
        for (id, flow) in reference.flows.iter().enumerate() {
            let Flow::Tcp(tcp) = flow else { continue };
            let counts = |d: &&Delivered| d.flow as usize == id && d.left >= start && d.left < end;
            let bits: u64 = later.delivered.iter().filter(counts).map(|d| d.bits).sum();
            let mbps = bits as f64 / seconds / 1e6;
            self.goodput.push((id as u32, mbps));
            let grace = Span::from_millis(1000);
            let is_greedy = tcp.connection.is_none() && !reference.is_reverse(id as u32);
            if is_greedy && tcp.opened <= start + grace && tcp.stopped >= end {
                long_lived.push(mbps);
            }
        }
        self.jain = jain_index(long_lived.into_iter());
    }

    /// Compares the delays of groups, classes and flows, if the engine recorded them.
    fn assert_parts_equal(&self, summary: &Summary) {
        let delays = |is_part: &dyn Fn(&SentPacket) -> bool| {
            let packets = self.parts.iter().filter(|packet| is_part(packet));
            let mut delays: Vec<f64> = packets.map(|packet| packet.delay_ms).collect();
            delays.sort_by(f64::total_cmp);
            delays
        };
        for part in &summary.parts {
            let expected = delays(&|packet| match part.part {
                Part::Group(index) => packet.group == Some(index),
                Part::Class(name) => packet.class == Some(name),
            });
            assert_eq!(expected.len() as u64, part.sent, "{:?}", part.part);
            assert_delays_equal(&format!("{:?}", part.part), &expected, part.delay);
        }
        for flow in &summary.flow_delays {
            let expected = delays(&|packet| packet.flow == flow.id);
            let name = format!("flow {}", flow.id);
            assert_eq!(expected.len() as u64, flow.sent, "{name}");
            let Some((&max, mean)) = expected.last().zip(flow.mean) else { continue };
            close(&name, expected.iter().sum::<f64>() / expected.len() as f64, mean, 1e-9);
            assert_eq!(flow.max, Some(max), "{name}");
            assert_flow_p95(&name, &expected, flow);
        }
        let of_groups = summary.parts.iter().filter(|part| matches!(part.part, Part::Group(_)));
        let in_groups = summary.flow_delays.iter().filter(|flow| flow.group.is_some());
        let sent = in_groups.map(|flow| flow.sent).sum::<u64>();
        assert_eq!(sent, of_groups.map(|part| part.sent).sum::<u64>(), "flows make up the groups");
    }

    /// Panics with the name of the first measure that differs.
    pub fn assert_equals(&self, summary: &Summary) {
        let counts = [
            ("offered", self.offered, summary.packets.offered),
            ("sent", self.delays_ms.len() as u64, summary.packets.sent),
            ("early", self.early, summary.packets.early),
            ("overflow", self.overflow, summary.packets.overflow),
            ("marked", self.marked, summary.packets.marked),
        ];
        for (name, expected, actual) in counts {
            assert_eq!(expected, actual, "{name}");
        }
        close("seconds", self.seconds, summary.seconds, 1e-12);
        close("utilization", self.utilization, summary.utilization, 1e-9);
        close("queue_packets_mean", self.queue_packets_mean, summary.queue_packets_mean, 1e-9);
        close("queue_bytes_mean", self.queue_bytes_mean, summary.queue_bytes_mean, 1e-9);
        let path_loss = self.has_noise.then(|| self.lost as f64 / self.left.max(1) as f64);
        assert_eq!(path_loss, summary.path_loss_rate, "path loss rate");
        assert_delays_equal("queue", &self.delays_ms, summary.delay);
        self.assert_parts_equal(summary);
        assert_delays_equal("device", &self.device_delays_ms, summary.device_delay);
        assert_eq!(self.goodput.len(), summary.flows.len(), "flows");
        for (&(id, expected), flow) in self.goodput.iter().zip(&summary.flows) {
            assert_eq!(id, flow.id);
            close(&format!("goodput of {id}"), expected, flow.goodput_mbps, 1e-9);
        }
        match (&self.reverse, &summary.reverse) {
            (Some(expected), Some(actual)) => expected.assert_equals(actual),
            (expected, actual) => assert!(expected.is_none() && actual.is_none(), "reverse"),
        }
        assert_eq!(self.hops.len(), summary.hops.len(), "hops");
        for (expected, actual) in self.hops.iter().zip(&summary.hops) {
            expected.assert_equals(actual);
        }
        match (self.jain, summary.jain) {
            (Some(expected), Some(actual)) => close("jain", expected, actual, 1e-9),
            (expected, actual) => assert_eq!(expected, actual, "jain"),
        }
    }
}

/// Outside of the range of the flow's histogram the error is absolute.
fn assert_flow_p95(name: &str, delays: &[f64], flow: &FlowDelay) {
    let rank = (0.95 * delays.len() as f64).ceil() as usize;
    let (expected, actual) = (delays[rank - 1], flow.p95.expect("packets"));
    if expected < 0.131 {
        assert!(actual <= 0.14, "{name} p95: {expected} but {actual}");
    } else if expected < 8000.0 {
        close(&format!("{name} p95"), expected, actual, FLOW_RELATIVE_ERROR);
    } else {
        assert_eq!(Some(actual), flow.max, "{name} p95");
    }
}

fn assert_delays_equal(name: &str, delays: &[f64], summary: Option<DelaySummary>) {
    let Some(delay) = summary else {
        return assert!(delays.is_empty(), "{name} delay");
    };
    let count = delays.len() as f64;
    let mean = delays.iter().sum::<f64>() / count;
    let variance = delays.iter().map(|d| (d - mean) * (d - mean)).sum::<f64>() / count;
    let nearest = |share: f64| delays[((share * count).ceil() as usize).max(1) - 1];
    let largest = delays[delays.len() - 1];
    close(&format!("{name} mean"), mean, delay.mean, 1e-9);
    // The difference of squares loses digits if the deviation is much smaller than the mean.
    assert!((variance.sqrt() - delay.sd).abs() <= 1e-6 * (mean + delay.sd), "{name} sd");
    close(&format!("{name} p50"), nearest(0.50), delay.p50, RELATIVE_ERROR);
    close(&format!("{name} p95"), nearest(0.95), delay.p95, RELATIVE_ERROR);
    close(&format!("{name} p99"), nearest(0.99), delay.p99, RELATIVE_ERROR);
    close(&format!("{name} max"), largest, delay.max, 0.0);
}

impl State {
    fn follow(&mut self, entry: Entry) {
        match entry {
            Entry::Offered { bytes } => {
                self.packets += 1;
                self.bytes += u64::from(bytes);
            }
            Entry::Dropped { bytes, .. } => {
                self.packets -= 1;
                self.bytes -= u64::from(bytes);
            }
            Entry::Sent { bytes, .. } => {
                self.packets -= 1;
                self.bytes -= u64::from(bytes);
            }
            Entry::Started { rate, .. } => self.sending = rate.bps(),
            Entry::Idle => self.sending = 0,
            Entry::Continued { rate } => self.sending = rate.bps(),
            Entry::Capacity { rate } => self.capacity = rate.bps(),
            Entry::Marked { .. } | Entry::Left { .. } => {}
        }
    }
}

/// Adds the contribution of `state` from `from` to `to` to the integrals.
fn add(integrals: &mut [u128; 4], state: &State, from: Time, to: Time) {
    let nanos = u128::from(to.saturating_since(from).nanos());
    let levels = [state.packets, state.bytes, state.sending, state.capacity];
    for (integral, level) in integrals.iter_mut().zip(levels) {
        *integral += u128::from(level) * nanos;
    }
}

#[track_caller]
fn close(name: &str, expected: f64, actual: f64, relative: f64) {
    let error = (expected - actual).abs();
    assert!(error <= relative * expected.abs() + 1e-12, "{name}: {expected} but {actual}");
}
