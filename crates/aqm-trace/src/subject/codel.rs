//! Traces of CoDel.

use super::{Kernel, Subject};
use crate::Error;
use crate::drive::TracePacket;
use crate::fields::{DEFAULT_MTU, Fields};
use crate::observed::{Event, Memory, Observed, STATE_WIDTH, row, write_change};
use crate::outcome::{Outcome, Outcomes};
use aqm_sim::aqm::Discipline as _;
use aqm_sim::aqm::codel::{self, CodelLinux};
use aqm_sim::buffer::Limit;

/// Columns of a state row, after the time.
pub(super) const COLUMNS: &[&str] = &[
    "count",
    "lastcount",
    "dropping",
    "rec_inv_sqrt",
    "first_above_time",
    "drop_next",
    "ldelay",
    "backlog",
    "qlen",
];
/// Outcomes of its drops and of marks in their place.
pub(super) const OUTCOMES: Outcomes = (Outcome::DroppedAtHead, Outcome::MarkedByLaw);
/// A `ce_threshold` of this many ticks or more means that it is off.
const CE_THRESHOLD_OFF: u32 = i32::MAX as u32;
/// Linux 4.1 passes the MTU to CoDel; before, CoDel used the largest packet seen.
const MTU_SINCE: (u32, u32) = (4, 1);

pub(super) fn parse(params: &Fields, kernel: Kernel) -> Result<Subject, Error> {
    let limit = Limit::packets(params.number("limit_pkts")?);
    Ok(Subject::Codel(control(params, kernel)?, limit))
}

/// The parameters of the control law.
pub(super) fn control(params: &Fields, kernel: Kernel) -> Result<codel::linux::Params, Error> {
    let uses_largest =
        params.has("min_backlog_rule") || kernel.is_some_and(|version| version < MTU_SINCE);
    let ce_threshold: Option<u32> = params.optional("ce_threshold_ticks")?;
    Ok(codel::linux::Params {
        target: params.number("target_ticks")?,
        interval: params.number("interval_ticks")?,
        ce_threshold: ce_threshold.filter(|ticks| *ticks < CE_THRESHOLD_OFF),
        ecn: params.flag("ecn")?,
        small_queue: match params.optional("mtu")? {
            None if uses_largest => codel::linux::SmallQueue::LargestSeen,
            mtu => codel::linux::SmallQueue::Mtu(mtu.unwrap_or(DEFAULT_MTU)),
        },
        ce_selector: None,
        generation: codel::linux::Generation::default(),
    })
}

impl Observed for CodelLinux<TracePacket> {
    fn rows(&self, event: Event, memory: &mut Memory, write: &mut dyn FnMut([i128; STATE_WIDTH])) {
        let state = self.state();
        let values = row([
            state.count.into(),
            state.last_count.into(),
            state.dropping.into(),
            state.rec_inv_sqrt.into(),
            state.first_above.into(),
            state.drop_next.into(),
            state.sojourn.into(),
            self.bytes().into(),
            self.packets().into(),
        ]);
        if event == Event::Dequeue {
            write_change(memory, 0, row([]), values, 0..6, write);
        }
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        let stats = self.stats();
        vec![
            ("ecn_mark", stats.marks),
            ("ce_mark", stats.ce_threshold_marks),
            ("drop_overlimit", stats.overflows),
        ]
    }
}
