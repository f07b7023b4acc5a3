//! Traces of FQ-PIE.

use super::{Subject, fq_codel, pie};
use crate::Error;
use crate::drive::TracePacket;
use crate::fields::Fields;
use crate::observed::{Decision, Event, Memory, Observed, STATE_WIDTH, row, write_change};
use aqm_sim::aqm::fair_queue::Hash;
use aqm_sim::aqm::fq_pie::{FqPieLinux, Scheduling};
use aqm_sim::aqm::pie::{Generation as _, KernelParams, linux::State};
use aqm_sim::buffer::Limit;

/// Columns of a state row, after the time.
pub(super) const COLUMNS: &[&str] = &[
    "bucket",
    "prob",
    "qdelay",
    "qdelay_old",
    "burst_time",
    "accu_prob",
    "dq_count",
    "dq_tstamp",
    "avg_dq_rate",
    "bucket_backlog",
    "bucket_qlen",
    "backlog",
    "qlen",
    "memory",
];
/// Places of the values that cause a row when they change.
const WATCHED: std::ops::Range<usize> = 1..9;

pub(super) fn parse(params: &Fields) -> Result<Subject, Error> {
    let ecn = params.flag("ecn")?;
    let scheduling = Scheduling {
        buckets: fq_codel::buckets(params)?,
        hash: Hash::Modulo,
        quantum: fq_codel::quantum(params)?,
        limit: Limit::packets(params.number("limit_pkts")?),
        memory_limit: params.optional("memory_limit")?,
        ecn,
        mark_percent: params.optional::<u8>("ecn_prob")?.unwrap_or(10).into(),
    };
    Ok(Subject::FqPie(pie::control(params, pie::MAX_BURST)?, scheduling))
}

/// The values of a bucket's controller, in the order of the columns.
fn values(bucket: u32, state: &State) -> [i128; 9] {
    [
        bucket.into(),
        state.prob.into(),
        state.delay.into(),
        state.old_delay.into(),
        state.burst.into(),
        state.accumulated.into(),
        pie::or_unset(state.cycle_bytes),
        pie::or_unset(state.cycle_start),
        state.rate.into(),
    ]
}

/// The row of a bucket before its first packet.
fn first(params: &KernelParams) -> [i128; STATE_WIDTH] {
    row(values(0, &State::new(params)))
}

impl Observed for FqPieLinux<TracePacket> {
    fn rows(&self, event: Event, memory: &mut Memory, write: &mut dyn FnMut([i128; STATE_WIDTH])) {
        if event != Event::Timer {
            return;
        }
        let total = self.flows().total;
        let mut buckets: Vec<_> = self.flows().used().iter().collect();
        buckets.sort_by_key(|bucket| bucket.number);
        for bucket in buckets {
            let mut row = row(values(bucket.number, bucket.state.state()));
            row[9..].copy_from_slice(&[
                bucket.queue.bytes().into(),
                (bucket.queue.len() as u64).into(),
                total.bytes.into(),
                total.packets.into(),
                total.memory.into(),
            ]);
            let first = first(bucket.state.params());
            write_change(memory, bucket.number.into(), first, row, WATCHED, write);
        }
    }

    fn decision_at_departure(&self) -> Option<Decision> {
        fq_codel::served(self.flows())
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        let stats = self.stats();
        vec![
            ("packets_in", stats.accepted),
            ("dropped", stats.drops + stats.overflows),
            ("overlimit", stats.overflows),
            ("overmemory", stats.over_memory),
            ("ecn_mark", stats.marks),
            ("new_flow_count", stats.starts),
        ]
    }
}
