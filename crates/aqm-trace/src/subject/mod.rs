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
use crate::fields::Fields;
use crate::observed::Observed;
use crate::outcome::{Outcome, Outcomes};
use aqm_sim::aqm::DropReason;
use aqm_sim::aqm::cobalt::{Cobalt, Params as CobaltParams};
use aqm_sim::aqm::codel::{CodelLinux, linux as codel_linux};
use aqm_sim::aqm::dualpi2::linux::Params as DualPi2Params;
use aqm_sim::aqm::fq_codel::{
    FqCodelLinux, Linux as FqCodelControl, Reason as FqCodelReason, Scheduling,
};
use aqm_sim::aqm::fq_pie::{FqPieLinux, Scheduling as FqPieScheduling};
use aqm_sim::aqm::pie::{KernelParams, Pie, linux as pie_linux, linux414 as pie_linux414};
use aqm_sim::aqm::red::{RedLinux, linux as red_linux};
use aqm_sim::buffer::Limit;
use aqm_sim::time::Time;

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

    /// Sets the discipline up at `start` and gives it to `to`.
    pub(crate) fn give<T: Take>(&self, start: Time, to: T) -> T::Output {
        match self {
            &Subject::Codel(params, limit) => to.take(CodelLinux::with_params(params, limit)),
            &Subject::Pie(params, limit) => {
                let controller = pie_linux::Controller::with_params(params);
                to.take(Pie::with_controller(controller, limit, start))
            }
            &Subject::Pie414(params, limit) => {
                let controller = pie_linux414::Controller::with_params(params);
                to.take(Pie::with_controller(controller, limit, start))
            }
            &Subject::Cobalt(params, limit) => {
                to.take(cobalt::Watched::new(Cobalt::with_params(params, limit)))
            }
            &Subject::FqCodel(params, scheduling) => {
                let control = FqCodelControl::with_params(params);
                to.take(FqCodelLinux::with_control(control, scheduling))
            }
            &Subject::FqPie(params, scheduling) => {
                let controller = pie_linux::Controller::with_params(params);
                to.take(FqPieLinux::with_controller(controller, scheduling, start))
            }
            &Subject::DualPi2(params, limit, memory) => {
                to.take(dualpi2::Watched::new(params, limit, memory, start))
            }
            Subject::Red(params, limit, mtu) => {
                to.take(RedLinux::with_params(**params, *limit, *mtu, start))
            }
        }
    }
}

/// Takes the discipline of a [`Subject`], whose type depends on the trace.
pub(crate) trait Take {
    /// The result.
    type Output;

    /// Takes it.
    fn take<D: Observed>(self, discipline: D) -> Self::Output;
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
