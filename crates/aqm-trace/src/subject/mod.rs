//! The disciplines that traces exist for: one file each, with its parameters in the header, its
//! recorded state and counters, and the outcomes of its drops and marks.

mod cobalt;
mod codel;
mod dualpi2;
mod fq_codel;
mod fq_pie;
mod pie;
mod red;

use crate::Error;
use crate::compare::{Report, Row, StateRow, TraceHeader, compare_with};
use crate::drive::{TooLong, TracePacket};
use crate::header::Fields;
use crate::outcome::Outcome;
use aqm_sim::aqm::cobalt::{Cobalt, Params as CobaltParams};
use aqm_sim::aqm::codel::{CodelLinux, linux as codel_linux};
use aqm_sim::aqm::dualpi2::linux::Params as DualPi2Params;
use aqm_sim::aqm::fq_codel::{
    FqCodelLinux, Linux as FqCodelControl, Reason as FqCodelReason, Scheduling,
};
use aqm_sim::aqm::fq_pie::{FqPieLinux, Scheduling as FqPieScheduling};
use aqm_sim::aqm::pie::{KernelParams, Pie, linux as pie_linux, linux414 as pie_linux414};
use aqm_sim::aqm::red::{RedLinux, linux as red_linux};
use aqm_sim::aqm::{Discipline, DropReason};
use aqm_sim::buffer::Limit;
use aqm_sim::time::Time;
use std::collections::BTreeMap;

/// The most values that a state row holds.
pub const STATE_WIDTH: usize = 14;

/// The most values that a discipline records for each packet.
pub const DECISION_WIDTH: usize = 4;

/// Outcomes of a drop, and of a mark in its place.
type Outcomes = (Outcome, Outcome);

/// Major and minor version of the kernel, if the trace has them.
type Kernel = Option<(u32, u32)>;

/// A kernel discipline with the kernel's parameters.
#[derive(Clone, PartialEq, Debug)]
pub enum Subject {
    /// CoDel, either generation.
    Codel(codel_linux::Params, Limit),
    /// PIE since 5.6.
    Pie(KernelParams, Limit),
    /// PIE of 3.14 to 4.20.
    Pie414(KernelParams, Limit),
    /// COBALT on one FIFO.
    Cobalt(CobaltParams, Limit),
    /// FQ-CoDel.
    FqCodel(codel_linux::Params, Scheduling),
    /// FQ-PIE.
    FqPie(KernelParams, FqPieScheduling),
    /// DualPI2, and its memory limit.
    DualPi2(DualPi2Params, Limit, Option<u64>),
    /// RED, either generation, and the packet size that its probes count in.
    Red(Box<red_linux::Params>, Limit, u32),
}

impl Subject {
    /// Reads the discipline from the parameters that only it has.
    pub(crate) fn parse(params: &Fields, kernel: Kernel) -> Result<Self, Error> {
        if params.has("p_inc") {
            cobalt::parse(params, kernel)
        } else if params.has("interval_ticks") && params.has("flows") {
            fq_codel::parse(params, kernel)
        } else if params.has("interval_ticks") {
            codel::parse(params, kernel)
        } else if params.has("tupdate_ms") && params.has("flows") {
            fq_pie::parse(params)
        } else if params.has("tupdate_ms") {
            pie::parse(params, kernel)
        } else if params.has("coupling") {
            dualpi2::parse(params)
        } else if params.has("qth_min") {
            red::parse(params, kernel)
        } else {
            Err(Error::new("params belong to no known discipline"))
        }
    }

    /// Names of the columns of a state row, after the time.
    pub fn columns(&self) -> &'static [&'static str] {
        match self {
            Subject::Codel(..) => codel::COLUMNS,
            Subject::Pie(..) | Subject::Pie414(..) => pie::COLUMNS,
            Subject::Cobalt(..) => cobalt::COLUMNS,
            Subject::FqCodel(..) => fq_codel::COLUMNS,
            Subject::FqPie(..) => fq_pie::COLUMNS,
            Subject::DualPi2(..) => dualpi2::COLUMNS,
            Subject::Red(..) => red::COLUMNS,
        }
    }

    /// Names of the columns with the discipline's values at the decision on each packet.
    pub fn decision_columns(&self) -> &'static [&'static str] {
        match self {
            Subject::Cobalt(..) => cobalt::DECISION,
            Subject::FqCodel(..) | Subject::FqPie(..) => fq_codel::DECISION,
            Subject::DualPi2(..) => dualpi2::DECISION,
            Subject::Red(..) => red::DECISION,
            _ => &[],
        }
    }

    /// Whether draws are recorded with 64 bits; otherwise only the upper 32 are.
    pub fn has_wide_draws(&self) -> bool {
        matches!(self, Subject::Pie(..) | Subject::FqPie(..))
    }

    /// Whether two draws may be made for a packet. They are then values of its decision.
    pub(crate) fn draws_twice(&self) -> bool {
        matches!(self, Subject::DualPi2(..))
    }

    /// Runs the discipline over the recorded arrivals and compares it with the record.
    pub(crate) fn compare(
        &self,
        header: &TraceHeader,
        rows: &[Row],
        states: Option<&[StateRow]>,
    ) -> Result<Report, TooLong> {
        let start = header.setting.start;
        match self {
            &Subject::Codel(params, limit) => {
                compare_with(CodelLinux::with_params(params, limit), header, rows, states)
            }
            &Subject::Pie(params, limit) => {
                let controller = pie_linux::Controller::with_params(params);
                let discipline = Pie::with_controller(controller, limit, start);
                compare_with(discipline, header, rows, states)
            }
            &Subject::Pie414(params, limit) => {
                let controller = pie_linux414::Controller::with_params(params);
                let discipline = Pie::with_controller(controller, limit, start);
                compare_with(discipline, header, rows, states)
            }
            &Subject::Cobalt(params, limit) => {
                let discipline = cobalt::Watched::new(Cobalt::with_params(params, limit));
                compare_with(discipline, header, rows, states)
            }
            &Subject::FqCodel(params, scheduling) => {
                let control = FqCodelControl::with_params(params);
                let discipline = FqCodelLinux::with_control(control, scheduling);
                compare_with(discipline, header, rows, states)
            }
            &Subject::FqPie(params, scheduling) => {
                let controller = pie_linux::Controller::with_params(params);
                let discipline = FqPieLinux::with_controller(controller, scheduling, start);
                compare_with(discipline, header, rows, states)
            }
            &Subject::DualPi2(params, limit, memory) => compare_with(
                dualpi2::Watched::new(params, limit, memory, start),
                header,
                rows,
                states,
            ),
            Subject::Red(params, limit, mtu) => {
                let discipline = RedLinux::with_params(**params, *limit, *mtu, start);
                compare_with(discipline, header, rows, states)
            }
        }
    }
}

/// Outcomes of a drop for `reason`, which is not an overflow, and of a mark in its place. Disciplines
/// without traces signal on arrival.
pub(crate) fn outcomes(reason: DropReason) -> Outcomes {
    match reason {
        DropReason::Cobalt(reason) => cobalt::outcomes(reason),
        DropReason::Codel(_) | DropReason::FqCodel(FqCodelReason::Codel(_)) => codel::OUTCOMES,
        // A full buffer does not mark.
        DropReason::FqCodel(FqCodelReason::Longest { .. }) => {
            (Outcome::OverflowedAtHead, Outcome::Forwarded)
        }
        DropReason::Pie(_) | DropReason::FqPie(_) => pie::OUTCOMES,
        DropReason::DualPi2(reason) => dualpi2::outcomes(reason),
        DropReason::Red(reason) => red::outcomes(reason),
        _ => (Outcome::DroppedEarly, Outcome::MarkedEarly),
    }
}

/// Values at the decision on a packet; `None` where a trace leaves the column empty.
pub(crate) type Decision = [Option<i128>; DECISION_WIDTH];

/// The last row of each queue that a discipline writes rows for.
pub(crate) type Memory = BTreeMap<u64, [i128; STATE_WIDTH]>;

/// A discipline whose inner state traces record.
pub(crate) trait Observed: Discipline<TracePacket> {
    /// The outcome of a drop because a limit was exceeded.
    const OVERFLOW: Outcome = Outcome::Overflowed;
    /// Writes the state rows that are due after `event`, in the order of the columns.
    fn rows(&self, event: Event, memory: &mut Memory, write: &mut dyn FnMut([i128; STATE_WIDTH]));
    /// Values recorded after every arrival.
    fn decision_at_arrival(&self) -> Decision {
        [None; DECISION_WIDTH]
    }
    /// Values recorded after a packet was forwarded.
    fn decision_at_departure(&self) -> Option<Decision> {
        None
    }
    /// What the discipline recorded itself, between the calls of the host.
    fn own_log(&mut self) -> OwnLog {
        OwnLog::default()
    }
    /// Its counters by the kernel's names.
    fn counters(&self) -> Vec<(&'static str, u64)>;
}

/// A call of a discipline that is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Event {
    /// A packet was offered.
    Enqueue,
    /// The link asked for a packet.
    Dequeue,
    /// The timer fired.
    Timer,
}

/// What a discipline records itself.
#[derive(Debug, Default)]
pub(crate) struct OwnLog {
    /// State rows with their times.
    pub states: Vec<(Time, [i128; STATE_WIDTH])>,
    /// Packet, its outcome if that is another one than the host saw, and the values of its decision.
    pub decisions: Vec<(usize, Option<Outcome>, Decision)>,
}

/// A row of `values`, filled with zeros.
fn row<const N: usize>(values: [i128; N]) -> [i128; STATE_WIDTH] {
    let mut row = [0; STATE_WIDTH];
    row[..N].copy_from_slice(&values);
    row
}

/// Writes `row` of `queue` if one of its `watched` columns differs from the last row, or from `first`
/// if there was none.
fn write_change(
    memory: &mut Memory,
    queue: u64,
    first: [i128; STATE_WIDTH],
    row: [i128; STATE_WIDTH],
    watched: std::ops::Range<usize>,
    write: &mut dyn FnMut([i128; STATE_WIDTH]),
) {
    let last = memory.entry(queue).or_insert(first);
    if last[watched.clone()] != row[watched] {
        *last = row;
        write(row);
    }
}
