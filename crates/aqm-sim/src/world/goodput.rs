//! New in-order payload per flow and second.

use super::flow::Flow;
use crate::metrics::SAMPLE_INTERVAL;
use crate::packet::FlowId;
use crate::time::{Span, Time};

/// Goodput of a window is computed from whole seconds.
const INTERVAL: Span = Span::from_millis(1000);

/// Bits of an entry that hold the amount: at most 2^40 bits, or 137 GB.
const AMOUNT_BITS: u32 = 40;

/// Payload delivered in order by each TCP flow in each second.
#[derive(Clone, Debug)]
pub(super) struct GoodputLog {
    /// Start of the statistics of the whole run: the first bin of the time series that begins at
    /// the end of the warm-up or later.
    start: Time,
    /// The reading at `start`. If there are no flows yet, it is present and empty.
    at_start: Option<Box<[u64]>>,
    /// Number of whole seconds recorded.
    seconds: usize,
    /// Bits delivered by each flow until the end of the last recorded second.
    latest: Box<[u64]>,
    /// For each second, a zero followed by one entry per active flow. An entry holds the flow's
    /// number above the bits that it delivered. Flows without deliveries have no entry, so memory
    /// grows by at most one number per packet.
    entries: Vec<u64>,
}

/// Goodput of one TCP flow over a window.
pub(super) struct FlowRate {
    pub(super) id: FlowId,
    pub(super) group: usize,
    pub(super) mbps: f64,
    /// True if it is a forward flow that ran from before the window to its end.
    pub(super) long_lived: bool,
}

impl GoodputLog {
    pub(super) fn new(warmup: Time) -> Self {
        let bins = warmup.nanos().div_ceil(SAMPLE_INTERVAL.nanos());
        let start = Time::ZERO + SAMPLE_INTERVAL * bins;
        let latest = Box::default();
        GoodputLog { start, at_start: None, seconds: 0, latest, entries: Vec::new() }
    }

    /// Returns the start of the statistics of the whole run.
    pub(super) fn start(&self) -> Time {
        self.start
    }

    /// Returns whether [`GoodputLog::record`] must be called at `now`, a boundary of time-series
    /// bins.
    pub(super) fn is_due(&self, now: Time) -> bool {
        now == self.start || now == self.next_row()
    }

    // Runs once a second. Outside the loop it saves 0.1 kB of WebAssembly.
    pub(super) fn record(&mut self, now: Time, flows: &[Flow]) {
        let delivered: Box<[u64]> = flows.iter().map(Flow::delivered_bits).collect();
        if now == self.start {
            self.at_start = Some(delivered.clone());
        }
        if now == self.next_row() {
            self.seconds += 1;
            self.entries.push(0);
            for (id, bits) in delivered.iter().enumerate() {
                let bits = bits - self.latest.get(id).unwrap_or(&0);
                if bits > 0 {
                    self.entries.push((id as u64) << AMOUNT_BITS | bits);
                }
            }
            self.latest = delivered;
        }
    }

    /// Returns the recorded entries.
    pub(super) fn entries(&mut self) -> &mut Vec<u64> {
        &mut self.entries
    }

    /// Returns the goodput from `from` to `to`. It is exact if `from` is zero or the start and `to`
    /// is now. Otherwise both ends move back to a whole second.
    pub(super) fn rates(&self, flows: &[Flow], from: Time, to: Time, now: Time) -> Vec<FlowRate> {
        let (start, from) = self.reading(from);
        let end = if to >= now { None } else { Some(self.reading(to)) };
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
                long_lived: flow.ran_throughout(from, to) && !flow.is_reverse,
            })
            .collect()
    }

    /// Returns the last reading at or before `time`, and its time.
    fn reading(&self, time: Time) -> (Box<[u64]>, Time) {
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
        for &entry in self.entries.iter().rev() {
            if later == 0 {
                break;
            }
            if entry == 0 {
                later -= 1;
            } else {
                delivered[(entry >> AMOUNT_BITS) as usize] -= entry & ((1 << AMOUNT_BITS) - 1);
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
        let mut log = GoodputLog::new(start);
        for ms in [1000, 1500, 2000] {
            let now = Time::ZERO + Span::from_millis(ms);
            assert!(log.is_due(now));
            log.record(now, &[]);
        }
        assert_eq!(log.reading(start).1, start);
    }
}
