//! Traces of FQ-CoDel.

use super::{Kernel, Subject, codel};
use crate::Error;
use crate::drive::TracePacket;
use crate::fields::Fields;
use crate::observed::{Decision, Event, Memory, Observed, STATE_WIDTH, row, write_change};
use crate::outcome::Outcome;
use aqm_sim::aqm::List;
use aqm_sim::aqm::codel::linux::Generation;
use aqm_sim::aqm::fair_queue::{FairQueue, Hash};
use aqm_sim::aqm::fq_codel::{Control as _, FqCodelLinux, Scheduling};
use aqm_sim::buffer::Limit;
use aqm_sim::packet::Queueable;

/// Columns of a state row, after the time.
pub(super) const COLUMNS: &[&str] = &[
    "ev",
    "bucket",
    "count",
    "lastcount",
    "dropping",
    "rec_inv_sqrt",
    "first_above_time",
    "drop_next",
    "ldelay",
    "bucket_backlog",
    "backlog",
    "qlen",
    "memory",
];
/// Columns of each packet that left: the list and the deficit of its bucket.
pub(super) const DECISION: &[&str] = &["list", "deficit"];
/// The kernel's largest number of buckets.
const MOST_BUCKETS: u32 = 1 << 16;
/// Kernels that differ.
const SINCE_6_18: (u32, u32) = (6, 18);
const SINCE_7_0: (u32, u32) = (7, 0);

pub(super) fn parse(params: &Fields, kernel: Kernel) -> Result<Subject, Error> {
    let mask: u8 = params.optional("ce_threshold_mask")?.unwrap_or(0);
    let selector: u8 = params.optional("ce_threshold_selector")?.unwrap_or(0);
    let control = aqm_sim::aqm::codel::linux::Params {
        ce_selector: (mask != 0).then_some((mask, selector)),
        generation: match kernel {
            Some(version) if version >= SINCE_7_0 => Generation::V7_3,
            Some(version) if version >= SINCE_6_18 => Generation::V6_18,
            _ => Generation::V6_12,
        },
        ..codel::control(params, kernel)?
    };
    Ok(Subject::FqCodel(control, scheduling(params)?))
}

/// The buckets, turns and limits of a trace.
fn scheduling(params: &Fields) -> Result<Scheduling, Error> {
    Ok(Scheduling {
        buckets: buckets(params)?,
        hash: Hash::Modulo,
        quantum: quantum(params)?,
        limit: Limit::packets(params.number("limit_pkts")?),
        memory_limit: params.optional("memory_limit")?,
        drop_batch: params.optional("drop_batch")?.unwrap_or(64),
    })
}

/// The number of buckets.
pub(super) fn buckets(params: &Fields) -> Result<u32, Error> {
    let buckets: u32 = params.number("flows")?;
    let fits = buckets <= MOST_BUCKETS;
    let wrong = || Error::new(format!("params.flows is {buckets}; expected at most 65536"));
    fits.then_some(buckets.max(1)).ok_or_else(wrong)
}

/// The bytes that a bucket may send in its turn. With 0 a turn would never end.
pub(super) fn quantum(params: &Fields) -> Result<u32, Error> {
    match params.number("quantum")? {
        0 => Err(Error::new("params.quantum is 0")),
        quantum => Ok(quantum),
    }
}

/// The list and the deficit of the bucket that was served last: it is still at the head.
pub(super) fn served<P: Queueable, S>(flows: &FairQueue<P, S>) -> Option<Decision> {
    let (list, place) = flows.head()?;
    let letter = match list {
        List::New => b'N',
        List::Old => b'O',
    };
    Some([Some(letter.into()), Some(flows.bucket(place).deficit.into()), None, None])
}

impl Observed for FqCodelLinux<TracePacket> {
    const OVERFLOW: Outcome = Outcome::OverflowedAtHead;

    fn rows(&self, event: Event, memory: &mut Memory, write: &mut dyn FnMut([i128; STATE_WIDTH])) {
        let letter = match event {
            Event::Enqueue => b'E',
            Event::Dequeue => b'D',
            Event::Timer => return,
        };
        let total = self.flows().total;
        let mut buckets: Vec<_> = self.flows().used().iter().collect();
        buckets.sort_by_key(|bucket| bucket.number);
        for bucket in buckets {
            let state = &bucket.state;
            let values = row([
                letter.into(),
                bucket.number.into(),
                state.count.into(),
                state.last_count.into(),
                state.dropping.into(),
                state.rec_inv_sqrt.into(),
                state.first_above.into(),
                state.drop_next.into(),
                state.sojourn.into(),
                bucket.queue.bytes().into(),
                total.bytes.into(),
                total.packets.into(),
                total.memory.into(),
            ]);
            write_change(memory, bucket.number.into(), row([]), values, 2..8, write);
        }
    }

    fn decision_at_departure(&self) -> Option<Decision> {
        served(self.flows())
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        let (stats, codel) = (self.stats(), self.control().stats());
        vec![
            ("drops", stats.overflows + codel.drops),
            ("drop_overlimit", stats.overflows),
            ("drop_overmemory", stats.memory_overflows),
            ("ecn_mark", codel.marks),
            ("ce_mark", codel.ce_threshold_marks),
            ("new_flow_count", stats.starts),
        ]
    }
}
