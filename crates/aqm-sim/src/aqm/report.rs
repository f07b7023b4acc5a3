//! What every discipline reports in the same form: reasons of drops and marks, and inner state.

use super::DropReason;
use crate::time::Span;
use std::fmt;

/// A named number of a reason or of a probe.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Number {
    /// Name in camel case without a unit: `averageQueue`.
    pub name: &'static str,
    /// Unit: `ms`, `packets`, `bytes`, `Mbit/s`; empty for probabilities, counts and flags.
    pub unit: &'static str,
    /// The value; NaN where there is none at present.
    pub value: f64,
}

impl Number {
    /// `value` under `name`.
    pub fn new(name: &'static str, unit: &'static str, value: f64) -> Self {
        Number { name, unit, value }
    }

    /// A time in milliseconds.
    pub fn millis(name: &'static str, value: Span) -> Self {
        Number::new(name, "ms", value.millis())
    }
}

/// The reason of a drop or mark. Its `Display` is a sentence for learners, with numbers and units.
pub trait Explain: fmt::Display {
    /// A short code that stays the same in all versions: the kind in JSON, a dot and a word, like
    /// `codel.next`.
    fn code(&self) -> &'static str;
    /// The numbers behind the decision; a code always has the same ones in the same order.
    fn numbers(&self) -> Vec<Number>;
    /// Whether a full buffer is the reason, not a decision of the algorithm.
    fn is_overflow(&self) -> bool {
        false
    }
}

/// Inner state of a discipline.
pub trait Inspect {
    /// The state as numbers: always the same ones in the same order.
    fn numbers(&self) -> Vec<Number>;
    /// Probability that an arriving packet is dropped or marked, for algorithms that have one: 0..1,
    /// except that Linux's PIE may exceed 1.
    fn probability(&self) -> Option<f64> {
        None
    }
    /// The numbers for plots. The probability of every discipline that has one comes first, under one name.
    fn plotted(&self) -> Vec<Number> {
        let probability = self.probability().map(|value| Number::new("dropProbability", "", value));
        let others = self.numbers().into_iter().filter(|number| number.name != "probability");
        probability.into_iter().chain(others).collect()
    }
}

impl DropReason {
    /// Whether the algorithm decided on the drop; otherwise the buffer overflowed.
    pub fn is_early(&self) -> bool {
        !self.is_overflow()
    }
}

/// Why a packet was CE-marked.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum MarkReason {
    /// Without ECN it would have been dropped for this reason.
    InsteadOf(DropReason),
    /// It waited longer than this CE threshold.
    CeThreshold(Span),
    /// Both at once.
    InsteadOfAndCeThreshold(DropReason, Span),
}

impl MarkReason {
    /// The reason for which the packet would have been dropped without ECN.
    pub fn instead_of(&self) -> Option<DropReason> {
        match *self {
            MarkReason::InsteadOf(reason) | MarkReason::InsteadOfAndCeThreshold(reason, _) => {
                Some(reason)
            }
            MarkReason::CeThreshold(_) => None,
        }
    }

    /// The CE threshold that the packet's sojourn time exceeded.
    pub fn ce_threshold(&self) -> Option<Span> {
        match *self {
            MarkReason::CeThreshold(span) | MarkReason::InsteadOfAndCeThreshold(_, span) => {
                Some(span)
            }
            MarkReason::InsteadOf(_) => None,
        }
    }
}

impl Explain for MarkReason {
    /// The code of the drop that the mark replaces, otherwise `ceThreshold`.
    fn code(&self) -> &'static str {
        self.instead_of().map_or("ceThreshold", |reason| reason.code())
    }

    fn numbers(&self) -> Vec<Number> {
        let mut numbers = self.instead_of().map_or_else(Vec::new, |reason| reason.numbers());
        numbers.extend(self.ce_threshold().map(|span| Number::millis("ceThreshold", span)));
        numbers
    }
}

impl fmt::Display for MarkReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let above = |span: Span| format!("the delay exceeded the CE threshold of {}", Ms(span));
        match self {
            MarkReason::InsteadOf(reason) => write!(f, "{reason} Marked instead of dropped."),
            MarkReason::CeThreshold(span) => write!(f, "CE threshold: {}.", above(*span)),
            MarkReason::InsteadOfAndCeThreshold(reason, span) => {
                write!(f, "{reason} Marked instead of dropped; {}, too.", above(*span))
            }
        }
    }
}

/// Writes a time in milliseconds with at most two decimals: "5 ms".
pub(super) struct Ms(pub(super) Span);

impl fmt::Display for Ms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ms", Rounded(self.0.millis()))
    }
}

/// Writes a share as a percentage with at most two decimals: "12.5 %".
pub(super) struct Percent(pub(super) f64);

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} %", Rounded(self.0 * 100.0))
    }
}

/// Writes a number with at most two decimals.
pub(super) struct Rounded(pub(super) f64);

impl fmt::Display for Rounded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.2}", self.0);
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}
