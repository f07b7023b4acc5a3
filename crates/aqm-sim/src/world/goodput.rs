//! New in-order payload per flow, second by second.

use super::flows::Flow;
use crate::metrics::SAMPLE_INTERVAL;
use crate::packet::FlowId;
use crate::time::{Span, Time};

/// Goodput of windows is put together from whole seconds.
const INTERVAL: Span = Span::from_millis(1000);

/// Segments delivered in order by each TCP flow, at the end of each second.
#[derive(Clone, Debug)]
pub(super) struct GoodputLog {
    /// Where statistics of the whole run start: as the recorder's, with the first bin of the time
    /// series that begins at the end of the warm-up or later.
    start: Time,
    /// Without flows yet the reading is there, and empty.
    at_start: Option<Box<[u64]>>,
    rows: Vec<Box<[u64]>>,
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
        GoodputLog { start, at_start: None, rows: Vec::new() }
    }

    /// Where statistics of the whole run start.
    pub(super) fn start(&self) -> Time {
        self.start
    }

    /// Whether [`GoodputLog::record`] must be called at `now`, a border of time-series bins.
    pub(super) fn is_due(&self, now: Time) -> bool {
        now == self.start || now == self.row_time(self.rows.len())
    }

    pub(super) fn record(&mut self, now: Time, flows: &[Flow]) {
        let delivered: Box<[u64]> = flows.iter().map(Flow::delivered_bits).collect();
        if now == self.start {
            self.at_start = Some(delivered.clone());
        }
        if now == self.row_time(self.rows.len()) {
            self.rows.push(delivered);
        }
    }

    /// What was recorded second by second.
    pub(super) fn rows(&mut self) -> &mut Vec<Box<[u64]>> {
        &mut self.rows
    }

    /// Goodput from `from` to `to`. Exact when `from` is the start or zero and `to` is now;
    /// otherwise both ends move to the nearest whole second before.
    #[inline]
    pub(super) fn rates(&self, flows: &[Flow], from: Time, to: Time, now: Time) -> Vec<FlowRate> {
        let (start, from) = self.reading(from);
        let end = if to >= now { None } else { Some(self.reading(to)) };
        let to = end.map_or(now, |(_, time)| time);
        let seconds = to.saturating_since(from).seconds();
        let rate = |id: usize, flow: &Flow| {
            let before = start.get(id).copied().unwrap_or(0);
            let after =
                end.map_or(flow.delivered_bits(), |(row, _)| row.get(id).copied().unwrap_or(0));
            let bits = after.saturating_sub(before) as f64;
            if seconds > 0.0 { bits / seconds / 1e6 } else { 0.0 }
        };
        flows
            .iter()
            .enumerate()
            .filter_map(|(id, flow)| {
                let Flow::Tcp(tcp) = flow else { return None };
                Some(FlowRate {
                    id: id as FlowId,
                    group: tcp.group(),
                    mbps: rate(id, flow),
                    long_lived: tcp.ran_throughout(from, to),
                })
            })
            .collect()
    }

    /// The last reading at or before `time`, and its time.
    #[inline]
    fn reading(&self, time: Time) -> (&[u64], Time) {
        if time == self.start
            && let Some(at_start) = &self.at_start
        {
            return (at_start, self.start);
        }
        let seconds = (time.nanos() / INTERVAL.nanos()) as usize;
        match seconds.min(self.rows.len()) {
            0 => (&[], Time::ZERO),
            count => (&self.rows[count - 1], self.row_time(count - 1)),
        }
    }

    fn row_time(&self, index: usize) -> Time {
        Time::ZERO + INTERVAL * (index as u64 + 1)
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
