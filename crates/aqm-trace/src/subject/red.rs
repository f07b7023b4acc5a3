//! Traces of RED.

use super::{Kernel, Subject};
use crate::Error;
use crate::drive::TracePacket;
use crate::fields::{DEFAULT_MTU, Fields, MAX_SHIFT};
use crate::observed::{Decision, Event, Memory, Observed, STATE_WIDTH, row};
use crate::outcome::{Outcome, Outcomes};
use aqm_sim::aqm::Discipline as _;
use aqm_sim::aqm::red::{self, RedLinux};
use aqm_sim::buffer::Limit;

/// Columns of a state row, after the time.
pub(super) const COLUMNS: &[&str] = &["max_P", "qavg", "idle", "backlog", "qlen"];
/// Columns of its decision after every arrival.
pub(super) const DECISION: &[&str] = &["qavg", "qcount", "qR"];
/// Bits of the flags in traces that write them as one number.
const RED_FLAGS: [(&str, u64); 4] = [("ecn", 1), ("harddrop", 2), ("adaptive", 4), ("nodrop", 8)];
/// Linux 3.14 made RED's division exact.
const EXACT_DIVISION: (u32, u32) = (3, 14);

/// Outcomes of its drops and of marks in their place.
pub(super) fn outcomes(reason: red::Reason) -> Outcomes {
    match reason {
        red::Reason::Early { .. } => (Outcome::DroppedEarly, Outcome::MarkedEarly),
        red::Reason::Forced { .. } => (Outcome::DroppedForced, Outcome::MarkedForced),
    }
}

pub(super) fn parse(params: &Fields, kernel: Kernel) -> Result<Subject, Error> {
    let (min, max): (u32, u32) = (params.number("qth_min")?, params.number("qth_max")?);
    if min > max {
        return Err(Error::new("params.qth_min is greater than params.qth_max"));
    }
    let is_given =
        if params.has("max_P_q32") { params.flag("max_P_q32")? } else { params.has("max_P") };
    let max_p = match is_given {
        true => params.number("max_P")?,
        false => red::tc::max_p_from_plog(params.number::<u8>("Plog")?.into(), min, max),
    };
    let stab = params.get("Stab")?.as_array().map(Vec::as_slice).unwrap_or_default();
    let shifts: Vec<u8> = stab
        .iter()
        .filter_map(|shift| u8::try_from(shift.as_u64()?).ok())
        .filter(|shift| u32::from(*shift) <= MAX_SHIFT)
        .collect();
    let flags: u64 = params.optional("flags")?.unwrap_or(0);
    let flag = |index: usize| -> Result<bool, Error> {
        let (name, bit) = RED_FLAGS[index];
        Ok(params.flag(name)? || flags & bit != 0)
    };
    let parsed = red::linux::Params {
        min,
        max,
        weight_log: params.shift("Wlog")?,
        idle: red::tc::IdleTable {
            shifts: shifts
                .try_into()
                .map_err(|_| Error::new("params.Stab is not 256 shifts of 0 to 31"))?,
            cell_log: params.shift("Scell_log")?,
        },
        max_p,
        ecn: flag(0)?,
        hard_drop: flag(1)?,
        adaptive: flag(2)?,
        no_drop: flag(3)?,
        division: match kernel {
            Some(version) if version < EXACT_DIVISION => red::linux::Division::Reciprocal,
            _ => red::linux::Division::Exact,
        },
    };
    let limit = Limit::bytes(params.number("limit_bytes")?);
    Ok(Subject::Red(Box::new(parsed), limit, DEFAULT_MTU))
}

impl Observed for RedLinux<TracePacket> {
    fn rows(&self, event: Event, _: &mut Memory, write: &mut dyn FnMut([i128; STATE_WIDTH])) {
        let state = self.state();
        let values = row([
            state.max_p.into(),
            state.average.into(),
            state.idle_since.is_some().into(),
            self.bytes().into(),
            self.packets().into(),
        ]);
        if event == Event::Timer {
            write(values);
        }
    }

    fn decision_at_arrival(&self) -> Decision {
        let state = self.state();
        let [average, count, threshold] =
            [state.average.into(), state.count.into(), state.threshold.into()].map(Some);
        [average, count, threshold, None]
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        let stats = self.stats();
        vec![
            ("prob_drop", stats.early_drops),
            ("prob_mark", stats.early_marks),
            ("forced_drop", stats.forced_drops),
            ("forced_mark", stats.forced_marks),
            ("pdrop", stats.overflows),
        ]
    }
}
