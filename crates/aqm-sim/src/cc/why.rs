//! Why a sender acts: the rule that applied, and its numbers at that moment.
//!
//! Only a journal (`tcp::journal`) reads the reasons. Without the feature `journal` they are empty, and the compiler removes the
//! code that makes them.

use super::Variable;

/// Largest number of numbers of a reason.
const MOST: usize = 4;

/// The code of a rule, and its numbers at the moment at which it applied.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Why {
    code: &'static str,
    numbers: [Option<Variable>; MOST],
}

impl Why {
    /// A reason without numbers. The `rule.txt` of the algorithm, or a file of `tcp/rules`, has a line with the code.
    pub fn new(code: &'static str) -> Self {
        Why { code, numbers: [None; MOST] }
    }

    /// Adds a number. A reason has room for four.
    pub fn with(mut self, name: &'static str, unit: &'static str, value: f64) -> Self {
        let room = self.numbers.iter_mut().find(|number| number.is_none());
        debug_assert!(room.is_some(), "{} has too many numbers", self.code);
        if let Some(room) = room {
            *room = Some(Variable { name, unit, value });
        }
        self
    }

    /// Returns the code of the rule, such as `rack.overtaken`.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// Returns the numbers.
    pub fn numbers(&self) -> impl Iterator<Item = &Variable> {
        self.numbers.iter().flatten()
    }
}

/// The slow start threshold after a congestion event, and its reason.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reduction {
    /// The threshold in segments.
    pub ssthresh: f64,
    #[cfg(feature = "journal")]
    why: Why,
}

impl Reduction {
    /// A reduction to `ssthresh`.
    #[inline(always)]
    pub fn new(ssthresh: f64, why: impl FnOnce() -> Why) -> Self {
        #[cfg(feature = "journal")]
        let reduction = Reduction { ssthresh, why: why() };
        #[cfg(not(feature = "journal"))]
        let reduction = {
            let _ = why;
            Reduction { ssthresh }
        };
        reduction
    }

    /// Returns the reason; `None` without the feature `journal`.
    #[inline(always)]
    pub fn why(&self) -> Option<Why> {
        #[cfg(feature = "journal")]
        return Some(self.why);
        #[cfg(not(feature = "journal"))]
        None
    }
}

/// What an algorithm decided outside of [`Events::on_congestion`](super::Events::on_congestion), until the journal takes it. Empty
/// without a journal.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Decisions {
    #[cfg(feature = "journal")]
    latest: Option<Vec<Why>>,
}

impl Decisions {
    /// Starts to keep them.
    #[cfg(feature = "journal")]
    pub(crate) fn start(&mut self) {
        self.latest.get_or_insert_default();
    }

    /// Adds a decision, if they are kept.
    #[inline(always)]
    pub fn note(&mut self, why: impl FnOnce() -> Why) {
        #[cfg(feature = "journal")]
        if let Some(latest) = &mut self.latest {
            latest.push(why());
        }
        #[cfg(not(feature = "journal"))]
        let _ = why;
    }

    /// Removes and returns the decisions, the earliest first.
    pub(crate) fn take(&mut self) -> Vec<Why> {
        #[cfg(feature = "journal")]
        return self.latest.as_mut().map(std::mem::take).unwrap_or_default();
        #[cfg(not(feature = "journal"))]
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_has_its_numbers_in_their_order() {
        let why = Why::new("a.b").with("x", "ms", 1.0).with("y", "", 2.0);
        let numbers: Vec<_> = why.numbers().map(|number| (number.name, number.value)).collect();
        assert_eq!((why.code(), numbers), ("a.b", vec![("x", 1.0), ("y", 2.0)]));
    }

    #[cfg(feature = "journal")]
    #[test]
    fn decisions_are_kept_from_the_start_on_and_taken_once() {
        let mut decisions = Decisions::default();
        decisions.note(|| Why::new("before"));
        decisions.start();
        decisions.note(|| Why::new("a"));
        decisions.note(|| Why::new("b"));
        let codes: Vec<_> = decisions.take().iter().map(Why::code).collect();
        assert_eq!(codes, ["a", "b"]);
        assert!(decisions.take().is_empty());
    }
}
