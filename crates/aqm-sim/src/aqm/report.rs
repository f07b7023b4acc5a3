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

/// A number of probes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProbeNumber {
    /// Name, as in [`Number::name`].
    pub name: &'static str,
    /// Unit, as in [`Number::unit`].
    pub unit: &'static str,
    /// Name for readers.
    pub label: &'static str,
    /// One sentence.
    pub help: &'static str,
}

/// Inner state of a discipline.
pub trait Inspect {
    /// Names and meanings of the numbers that no other discipline has. `probe_numbers.rs` has those of several.
    const OWN: &'static [ProbeNumber] = &[];
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
pub struct Ms(pub Span);

impl fmt::Display for Ms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ms", Rounded(self.0.millis()))
    }
}

/// Writes a share as a percentage with at most two decimals: "12.5 %".
pub struct Percent(pub f64);

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} %", Rounded(self.0 * 100.0))
    }
}

/// Writes a number with at most two decimals.
///
/// `{:.2}` would give the same text, but would be the only use of the conversion of floats in the page's first package: 6 kB
/// compressed.
pub struct Rounded(pub f64);

impl fmt::Display for Rounded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.is_finite() {
            return f.write_str(if self.0.is_nan() { "NaN" } else { "infinite" });
        }
        if self.0.is_sign_negative() {
            f.write_str("-")?;
        }
        let hundredths = hundredths(self.0.abs());
        write!(f, "{}", hundredths / 100)?;
        match hundredths % 100 {
            0 => Ok(()),
            tenths if tenths % 10 == 0 => write!(f, ".{}", tenths / 10),
            rest if rest < 10 => write!(f, ".0{rest}"),
            rest => write!(f, ".{rest}"),
        }
    }
}

/// 100 times a number from 0 on, rounded to the nearest integer and in the middle to the even one; exact below 2^57.
fn hundredths(value: f64) -> u64 {
    const MANTISSA_BITS: u32 = f64::MANTISSA_DIGITS - 1;
    let bits = value.to_bits();
    let exponent = (bits >> MANTISSA_BITS) as i32;
    // Without the leading bit, numbers below 2^-1022 are as good as zero.
    let mantissa = (bits & ((1 << MANTISSA_BITS) - 1)) | (1 << MANTISSA_BITS);
    let scaled = mantissa * 100;
    // The value is mantissa * 2^-down.
    let down = 1023 + MANTISSA_BITS as i32 - exponent;
    match down {
        ..=0 => (value as u64).saturating_mul(100),
        1..=63 => {
            let (whole, rest, half) = (scaled >> down, scaled & ((1 << down) - 1), 1 << (down - 1));
            whole + u64::from(rest > half || (rest == half && whole % 2 == 1))
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The text of the standard library, without zeros at its end.
    fn expected(value: f64) -> String {
        let text = format!("{value:.2}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }

    #[test]
    fn numbers_are_rounded_to_two_decimals() {
        for (value, text) in [
            (0.0, "0"),
            (5.0, "5"),
            (12.5, "12.5"),
            (0.07, "0.07"),
            (0.125, "0.12"),
            (0.375, "0.38"),
            (0.005, "0.01"),
            (99.995, "100"),
            (-0.5, "-0.5"),
            (1e12, "1000000000000"),
            (1e-300, "0"),
        ] {
            assert_eq!(Rounded(value).to_string(), text);
            assert_eq!(expected(value), text);
        }
        assert_eq!(Rounded(f64::INFINITY).to_string(), "infinite");
    }

    proptest! {
        #[test]
        fn the_text_is_that_of_the_standard_library(
            value in prop_oneof![-1e6..1e6, -1.0..1.0, (-100_000i32..100_000).prop_map(|n| f64::from(n) / 1000.0)],
        ) {
            prop_assert_eq!(Rounded(value).to_string(), expected(value));
        }
    }
}
