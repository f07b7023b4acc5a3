//! New in-order payload per flow, second by second.

use super::flow::Flow;
use crate::metrics::SAMPLE_INTERVAL;
use crate::packet::FlowId;
use crate::time::{Span, Time};

/// Goodput of windows is put together from whole seconds.
const INTERVAL: Span = Span::from_millis(1000);

/// Bits of an entry that say how much: up to 137 GB.
const AMOUNT_BITS: u32 = 40;

/// Payload delivered in order by each TCP flow, second by second.
#[derive(Clone, Debug)]
pub(super) struct GoodputLog {
    /// Where statistics of the whole run start: as the recorder's, with the first bin of the time
    /// series that begins at the end of the warm-up or later.
    start: Time,
    /// Without flows yet the reading is there, and empty.
    at_start: Option<Box<[u64]>>,
    /// Whole seconds so far.
    seconds: usize,
    /// Bits by the end of the last of them.
    latest: Box<[u64]>,
    /// For each second a zero, and the bits delivered in it, each number behind that of its flow.
    /// Flows without any are left out: those that have gone or wait take no memory, so that an hour
    /// of thousands takes at most a number a packet.
    entries: Vec<u64>,
}

/// Goodput of one TCP flow over a window.
pub(super) struct FlowRate {
    pub(super) id: FlowId,
    pub(super) group: usize,
    pub(super) mbps: f64,
    /// The flow ran from before the window to its end.
    pub(super) long_lived: bool,
}

impl GoodputLog {
    #[inline]
    pub(super) fn new(warmup: Time) -> Self {
        let bins = warmup.nanos().div_ceil(SAMPLE_INTERVAL.nanos());
        let start = Time::ZERO + SAMPLE_INTERVAL * bins;
        let latest = Box::default();
        GoodputLog { start, at_start: None, seconds: 0, latest, entries: Vec::new() }
    }

    /// Where statistics of the whole run start.
    pub(super) fn start(&self) -> Time {
        self.start
    }

    /// Whether [`GoodputLog::record`] must be called at `now`, a border of time-series bins.
    pub(super) fn is_due(&self, now: Time) -> bool {
        now == self.start || now == self.next_row()
    }

    // Once a second, and not inside the loop: 0.1 kB less of WebAssembly.
    #[cold]
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

    /// What was recorded second by second.
    pub(super) fn entries(&mut self) -> &mut Vec<u64> {
        &mut self.entries
    }

    /// Goodput from `from` to `to`. Exact when `from` is the start or zero and `to` is now;
    /// otherwise both ends move to the nearest whole second before.
    #[inline]
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
                long_lived: flow.ran_throughout(from, to),
            })
            .collect()
    }

    /// The last reading at or before `time`, and its time.
    #[inline]
    fn reading(&self, time: Time) -> (Box<[u64]>, Time) {
        if time == self.start
            && let Some(at_start) = &self.at_start
        {
            return (at_start.clone(), self.start);
        }
        let seconds = self.seconds.min((time.nanos() / INTERVAL.nanos()) as usize);
        if seconds == 0 {
            // Nothing had been delivered: what is missing counts as zero.
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
    fn a_start_without_flows_is_a_start() {
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
