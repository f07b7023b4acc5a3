//! What CoDel reports: the reasons of its drops and marks, and its inner state.

use crate::aqm::report::Ms;
use crate::aqm::{Explain, Inspect, Number};
use crate::time::{Span, Time};
use std::fmt;

/// Why CoDel dropped or marked a packet: one of the dropping state's decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reason {
    /// Whether this drop entered the dropping state or was due in it.
    pub step: Step,
    /// Drop count: the one the state starts with, or with this drop included.
    pub count: u32,
    /// Acceptable standing delay.
    pub target: Span,
    /// Time over which a queue counts as standing.
    pub interval: Span,
}

/// A step of the control law.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The delay stayed above target for an interval: the dropping state starts.
    Enter,
    /// In the dropping state: the next drop was due.
    Next,
}

impl Explain for Reason {
    fn code(&self) -> &'static str {
        match self.step {
            Step::Enter => "codel.enter",
            Step::Next => "codel.next",
        }
    }

    fn numbers(&self) -> Vec<Number> {
        vec![
            Number::new("count", "drops", f64::from(self.count)),
            Number::millis("target", self.target),
            Number::millis("interval", self.interval),
        ]
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Reason { step, count, target, interval } = *self;
        let (target, interval) = (Ms(target), Ms(interval));
        match step {
            Step::Enter => write!(
                f,
                "CoDel: the delay stayed above {target} for {interval}; the dropping state starts \
                 with count {count}."
            ),
            Step::Next => write!(
                f,
                "CoDel: the delay is still above {target}, and the next drop was due; count {count}."
            ),
        }
    }
}

/// Inner state of CoDel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Probe {
    /// In the dropping state.
    pub dropping: bool,
    /// Drops in the current (or last) dropping state.
    pub count: u32,
    /// Sojourn time of the packet tested last.
    pub sojourn: Span,
    /// The delay must stay above target until here before dropping starts.
    pub first_above: Option<Time>,
    /// When the next drop is due; only while dropping.
    pub drop_next: Option<Time>,
}

impl Inspect for Probe {
    fn numbers(&self) -> Vec<Number> {
        let seconds = |time: Option<Time>| time.map_or(f64::NAN, Time::seconds);
        vec![
            Number::new("dropping", "", f64::from(u8::from(self.dropping))),
            Number::new("count", "drops", f64::from(self.count)),
            Number::millis("lastSojourn", self.sojourn),
            Number::new("firstAbove", "s", seconds(self.first_above)),
            Number::new("nextDrop", "s", seconds(self.drop_next)),
        ]
    }
}
