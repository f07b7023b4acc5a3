//! A number of an algorithm, for plots and explanations.

/// A value of an algorithm's inner state, for plots and explanations.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Variable {
    /// Its name in the algorithm's source.
    pub name: &'static str,
    /// Its unit; empty for plain numbers.
    pub unit: &'static str,
    /// The value.
    pub value: f64,
}

impl Variable {
    /// A whole number, exact below 2^53.
    pub(super) fn whole(name: &'static str, unit: &'static str, value: impl Into<u64>) -> Self {
        Variable { name, unit, value: value.into() as f64 }
    }
}
