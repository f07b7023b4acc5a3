//! New in-order payload per flow and second.

use super::flow::Flow;
use crate::metrics::{SAMPLE_INTERVAL, jain_index};
use crate::packet::FlowId;
use crate::time::{Span, Time};
use std::iter;

/// Goodput of a window is computed from whole seconds.
const INTERVAL: Span = Span::from_millis(1000);

/// Bits of an entry below its number.
const LOW_BITS: u32 = 40;
/// Marks an entry of a flow that ran during the whole second.
const THROUGHOUT: u64 = 1 << 39;
/// Bits of an entry that hold the amount: at most 2^39 bits, or 69 GB.
const AMOUNT: u64 = THROUGHOUT - 1;

/// Readings of the payload that each TCP flow has delivered in order.
#[derive(Clone, Debug)]
pub struct Goodput {
    /// Start of the statistics of the whole run: the first bin of the time series that begins at
    /// the end of the warm-up or later.
    start: Time,
    /// The reading at `start`. If there are no flows yet, it is present and empty.
    at_start: Option<Box<[u64]>>,
    /// Number of whole seconds recorded.
    seconds: usize,
    /// Bits delivered by each flow until the end of the last recorded second.
    latest: Box<[u64]>,
}

/// Payload delivered in order by each TCP flow in each second.
///
/// For each second, the number of flows that ran throughout, above zeros, and one entry per
/// active flow. An entry holds the flow's number above the bits that it delivered. Flows
/// without deliveries have no entry, so memory grows by at most one number per packet.
#[derive(Clone, Debug, Default)]
pub struct GoodputLog(Vec<u64>);

/// Goodput in one second.
#[derive(Clone, PartialEq, Debug)]
pub struct GoodputSecond {
    /// Jain's index of the flows that ran during the whole second, 1/n to 1. `None` if there are
    /// none, or if none of them delivered anything.
    pub jain: Option<f64>,
    /// Number and goodput in Mbit/s of each flow that delivered something, in ascending order.
    pub flows: Vec<(FlowId, f64)>,
}

/// Goodput of one TCP flow over a window.
pub struct FlowRate {
    pub id: FlowId,
    pub group: usize,
    pub mbps: f64,
    /// True if it is a forward flow that ran from before the window to its end.
    pub long_lived: bool,
}

/// Returns whether an entry is the first of a second.
fn begins_second(entry: u64) -> bool {
    entry & (AMOUNT | THROUGHOUT) == 0
}

impl GoodputSecond {
    fn new(first: u64, entries: &[u64]) -> Self {
        let mbps = |entry: u64| (entry & AMOUNT) as f64 / INTERVAL.seconds() / 1e6;
        let id = |entry: u64| (entry >> LOW_BITS) as FlowId;
        let shares = entries.iter().filter(|&entry| entry & THROUGHOUT != 0).map(|&e| mbps(e));
        let silent = (first >> LOW_BITS) as usize - shares.clone().count();
        GoodputSecond {
            jain: jain_index(shares.chain(iter::repeat_n(0.0, silent))),
            flows: entries.iter().map(|&entry| (id(entry), mbps(entry))).collect(),
        }
    }
}

impl GoodputLog {
    /// Returns the goodput of each whole second from second `from` on.
    pub fn seconds(&self, from: usize) -> Vec<GoodputSecond> {
        let seconds = self.0.chunk_by(|_, &next| !begins_second(next));
        seconds.skip(from).map(|second| GoodputSecond::new(second[0], &second[1..])).collect()
    }

    /// Returns the number of entries.
    pub fn length(&self) -> usize {
        self.0.len()
    }

    /// Truncates the log to `length` entries.
    pub fn truncate(&mut self, length: usize) {
        assert!(length <= self.0.len(), "not a snapshot of this run");
        self.0.truncate(length);
    }
}

impl Goodput {
    pub fn new(warmup: Time) -> Self {
        let bins = warmup.nanos().div_ceil(SAMPLE_INTERVAL.nanos());
        let start = Time::ZERO + SAMPLE_INTERVAL * bins;
        Goodput { start, at_start: None, seconds: 0, latest: Box::default() }
    }

    /// Returns the start of the statistics of the whole run.
    pub fn start(&self) -> Time {
        self.start
    }

    /// Returns whether [`Goodput::record`] must be called at `now`, a boundary of time-series
    /// bins.
    pub fn is_due(&self, now: Time) -> bool {
        now == self.start || now == self.next_row()
    }

    // Runs once a second. Outside the loop it saves 0.1 kB of WebAssembly.
    pub fn record(&mut self, now: Time, flows: &[Flow], log: &mut GoodputLog) {
        let delivered: Box<[u64]> = flows.iter().map(Flow::delivered_bits).collect();
        if now == self.start {
            self.at_start = Some(delivered.clone());
        }
        if now == self.next_row() {
            let start = Time::ZERO + INTERVAL * self.seconds as u64;
            let throughout = |flow: &Flow| flow.was_open(start, now);
            self.seconds += 1;
            let count = flows.iter().filter(|flow| throughout(flow)).count() as u64;
            log.0.push(count << LOW_BITS);
            for (id, (&bits, flow)) in delivered.iter().zip(flows).enumerate() {
                let bits = bits - self.latest.get(id).unwrap_or(&0);
                if bits > 0 {
                    let mark = if throughout(flow) { THROUGHOUT } else { 0 };
                    log.0.push((id as u64) << LOW_BITS | mark | bits);
                }
            }
            self.latest = delivered;
        }
    }

    /// Returns the goodput from `from` to `to`. It is exact if `from` is zero or the start and `to`
    /// is now. Otherwise both ends move back to a whole second.
    pub fn rates(
        &self,
        log: &GoodputLog,
        flows: &[Flow],
        from: Time,
        to: Time,
        now: Time,
    ) -> Vec<FlowRate> {
        let (start, from) = self.reading(log, from);
        let end = if to >= now { None } else { Some(self.reading(log, to)) };
        let to = end.as_ref().map_or(now, |&(_, time)| time);
        let seconds = to.saturating_since(from).seconds();
        let rate = |id: usize, flow: &Flow| {
            let before = start.get(id).copied().unwrap_or(0);
            let after = match &end {
                Some((row, _)) => row.get(id).copied().unwrap_or(0),
                None => flow.delivered_bits(),
            };
            let bits = after.saturating_sub(before) as f64;
            if seconds > 0.0 { bits / seconds / 1e6 } else { 0.0 }
        };
        flows
            .iter()
            .enumerate()
            .filter(|(_, flow)| flow.is_tcp())
            .map(|(id, flow)| FlowRate {
                id: id as FlowId,
                group: flow.group(),
                mbps: rate(id, flow),
                long_lived: flow.ran_throughout(from, to) && !flow.is_reverse(),
            })
            .collect()
    }

    /// Returns the last reading at or before `time`, and its time.
    fn reading(&self, log: &GoodputLog, time: Time) -> (Box<[u64]>, Time) {
        if time == self.start
            && let Some(at_start) = &self.at_start
        {
            return (at_start.clone(), self.start);
        }
        let seconds = self.seconds.min((time.nanos() / INTERVAL.nanos()) as usize);
        if seconds == 0 {
            // Nothing had been delivered: callers read missing flows as zero.
            return (Box::default(), Time::ZERO);
        }
        // Most windows are near the end, so the search starts there.
        let mut delivered = self.latest.clone();
        let mut later = self.seconds - seconds;
        for &entry in log.0.iter().rev() {
            if later == 0 {
                break;
            }
            if begins_second(entry) {
                later -= 1;
            } else {
                delivered[(entry >> LOW_BITS) as usize] -= entry & AMOUNT;
            }
        }
        (delivered, Time::ZERO + INTERVAL * seconds as u64)
    }

    fn next_row(&self) -> Time {
        Time::ZERO + INTERVAL * (self.seconds as u64 + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_recorded_without_flows() {
        let start = Time::ZERO + Span::from_millis(1500);
        let (mut goodput, mut log) = (Goodput::new(start), GoodputLog::default());
        for ms in [1000, 1500, 2000] {
            let now = Time::ZERO + Span::from_millis(ms);
            assert!(goodput.is_due(now));
            goodput.record(now, &[], &mut log);
        }
        assert_eq!(goodput.reading(&log, start).1, start);
    }
}
