//! Traces of PIE.

use super::{Kernel, Subject};
use crate::Error;
use crate::drive::TracePacket;
use crate::fields::{DEFAULT_MTU, Fields};
use crate::observed::{Event, Memory, Observed, STATE_WIDTH, row};
use crate::outcome::{Outcome, Outcomes};
use aqm_sim::aqm::Discipline as _;
use aqm_sim::aqm::pie::{self, PieLinux, PieLinux414};
use aqm_sim::buffer::Limit;
use aqm_sim::time::Span;

/// Columns of a state row, after the time.
pub(super) const COLUMNS: &[&str] = &[
    "prob",
    "qdelay",
    "qdelay_old",
    "burst_time",
    "accu_prob",
    "backlog",
    "qlen",
    "dq_count",
    "dq_tstamp",
    "avg_dq_rate",
];
/// Outcomes of its drops and of marks in their place.
pub(super) const OUTCOMES: Outcomes = (Outcome::DroppedEarly, Outcome::MarkedEarly);
/// The `max_prob` of the 32-bit generation.
const MAX_PROB_32: u64 = u32::MAX as u64;
/// The probability has 64 bits, and the burst allowance is RFC 8033's, since Linux 5.6.
const SINCE_64_BIT: (u32, u32) = (5, 6);
/// The burst allowance of the 64-bit generation.
pub(super) const MAX_BURST: Span = Span::from_millis(150);
/// The kernel's tick in ns.
const TICK: u64 = 64;

pub(super) fn parse(params: &Fields, kernel: Kernel) -> Result<Subject, Error> {
    let is_32_bit = match params.optional::<u64>("max_prob")? {
        Some(max_prob) => max_prob == MAX_PROB_32,
        None => kernel.is_some_and(|version| version < SINCE_64_BIT),
    };
    let max_burst = if is_32_bit { Span::from_millis(100) } else { MAX_BURST };
    let parsed = control(params, max_burst)?;
    let limit = Limit::packets(params.number("limit_pkts")?);
    Ok(if is_32_bit { Subject::Pie414(parsed, limit) } else { Subject::Pie(parsed, limit) })
}

/// The parameters of the controller.
pub(super) fn control(params: &Fields, max_burst: Span) -> Result<pie::KernelParams, Error> {
    Ok(pie::KernelParams {
        target: params.number("target_ticks")?,
        update: Span::from_millis(params.number::<u32>("tupdate_ms")?.into()),
        jiffy: Span::from_millis(1),
        alpha: params.number("alpha")?,
        beta: params.number("beta")?,
        max_burst: max_burst.nanos() / TICK,
        ecn: params.flag("ecn")?,
        byte_mode: params.flag("bytemode")?,
        rate_estimator: params.flag("dq_rate_estimator")?,
        mtu: match params.optional("mtu")? {
            Some(0) => return Err(Error::new("params.mtu is 0")),
            mtu => mtu.unwrap_or(DEFAULT_MTU),
        },
    })
}

/// Unset times and counts are recorded as -1.
pub(super) fn or_unset(value: Option<u64>) -> i128 {
    value.map_or(-1, i128::from)
}

fn pie_counters(stats: &pie::Stats) -> Vec<(&'static str, u64)> {
    vec![
        ("packets_in", stats.accepted),
        // The kernel counts a packet that finds the buffer full twice.
        ("dropped", stats.drops + stats.overflows),
        ("overlimit", stats.overflows),
        ("ecn_mark", stats.marks),
        ("maxq", stats.longest),
    ]
}

impl Observed for PieLinux<TracePacket> {
    fn rows(&self, event: Event, _: &mut Memory, write: &mut dyn FnMut([i128; STATE_WIDTH])) {
        let state = self.controller().state();
        let values = row([
            state.prob.into(),
            state.delay.into(),
            state.old_delay.into(),
            state.burst.into(),
            state.accumulated.into(),
            self.bytes().into(),
            self.packets().into(),
            or_unset(state.cycle_bytes),
            or_unset(state.cycle_start),
            state.rate.into(),
        ]);
        if event == Event::Timer {
            write(values);
        }
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        pie_counters(self.stats())
    }
}

impl Observed for PieLinux414<TracePacket> {
    fn rows(&self, event: Event, _: &mut Memory, write: &mut dyn FnMut([i128; STATE_WIDTH])) {
        let state = self.controller().state();
        let values = row([
            state.prob.into(),
            state.delay.into(),
            state.old_delay.into(),
            state.burst.into(),
            0,
            self.bytes().into(),
            self.packets().into(),
            or_unset(state.cycle_bytes),
            state.cycle_start.into(),
            state.rate.into(),
        ]);
        if event == Event::Timer {
            write(values);
        }
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        pie_counters(self.stats())
    }
}
