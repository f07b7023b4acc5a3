//! Formulas in the files of papers: numbers of a table, and comparisons of them.
//!
//! ```text
//! delay[pie] < min(delay[codel], delay[ared]) for each rate in 1, 2
//! utilization[*; rtt 200] > 95
//! 2 <= queue[codel] <= 8
//! max(utilization[*]) - min(utilization[*]) <= 10.9 for each rtt in 5, 10
//! rise(delay, rtt) <= 0.1 for each queue
//! count(delay[pie] < delay[codel] for each case) >= 3
//! ```
//!
//! Brackets choose values of the axes: `queue` without a name, others by name, `*` for all values. An axis that is not chosen has the
//! value of the loop (`for each`), or is averaged. `min`, `max`, `sum` and `mean` of one measure go over the values in its brackets.

mod parse;
mod steps;

pub(crate) use parse::{clause, expression, words};
use std::fmt::Write as _;
pub(crate) use steps::MAX_STEPS;

/// The axis of the lanes.
pub(crate) const QUEUE: &str = "queue";

/// An axis of a table.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Dim {
    /// Name in formulas.
    pub(crate) name: String,
    /// Values as formulas name them.
    pub(crate) values: Vec<String>,
    /// Values as rows and texts name them.
    pub(crate) labels: Vec<String>,
}

/// The names that formulas may use.
#[derive(Clone, Default)]
pub(crate) struct Names {
    pub(crate) measures: Vec<String>,
    pub(crate) dims: Vec<Dim>,
}

impl Names {
    pub(crate) fn dim(&self, name: &str) -> Result<usize, String> {
        let names: Vec<&str> = self.dims.iter().map(|dim| dim.name.as_str()).collect();
        self.dims
            .iter()
            .position(|dim| dim.name == name)
            .ok_or_else(|| unknown("axis", name, &names))
    }

    pub(crate) fn value(&self, dim: usize, name: &str) -> Result<usize, String> {
        let Dim { name: axis, values, .. } = &self.dims[dim];
        let exact = values.iter().position(|value| value == name);
        let mut begins = values.iter().enumerate().filter(|(_, value)| value.starts_with(name));
        // The beginning of a long name, such as that of a case, suffices.
        let only = match (begins.next(), begins.next()) {
            (Some((index, _)), None) if name.parse::<f64>().is_err() => Some(index),
            _ => None,
        };
        let known: Vec<&str> = values.iter().map(String::as_str).collect();
        exact.or(only).ok_or_else(|| unknown(&format!("value of {axis}"), name, &known))
    }

    fn measure(&self, name: &str) -> Result<usize, String> {
        let names: Vec<&str> = self.measures.iter().map(String::as_str).collect();
        let found = self.measures.iter().position(|measure| measure == name);
        found.ok_or_else(|| unknown("measure", name, &names))
    }
}

fn unknown(what: &str, name: &str, known: &[&str]) -> String {
    let known = aqm_scenario::problem::listed(known.get(..12).unwrap_or(known));
    format!("has the {what} '{name}'; expected {known}.")
}

/// An expression.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Expr {
    Number(f64),
    Cell(Selection),
    Negative(Box<Expr>),
    Binary(Box<Expr>, char, Box<Expr>),
    Call(Function, Vec<Expr>),
    /// A function of the values for each combination of the values of some axes.
    Over(Function, Box<Expr>, Each),
    /// Greatest step up of a measure along an axis.
    Rise(Selection, usize),
    /// Number of instances of a comparison that hold.
    Count(Box<Clause>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Function {
    Min,
    Max,
    Mean,
    Sum,
    Abs,
}

impl Function {
    fn of(self, numbers: &[f64]) -> f64 {
        match self {
            Function::Min => numbers.iter().copied().fold(f64::INFINITY, f64::min),
            Function::Max => numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            Function::Mean => mean(numbers),
            Function::Sum => numbers.iter().sum(),
            Function::Abs => numbers.first().map_or(f64::NAN, |number| number.abs()),
        }
    }
}

/// Returns a scope for each combination of the values.
fn instances<'a>(each: &Each, scope: &Scope<'a>) -> Vec<Scope<'a>> {
    each.iter().fold(vec![scope.clone()], |scopes, (dim, values)| {
        let inner = |scope: &Scope<'a>| -> Vec<Scope<'a>> {
            values.iter().map(|&value| scope.with(*dim, value)).collect()
        };
        scopes.iter().flat_map(inner).collect()
    })
}

/// A measure of chosen cells: for each axis the chosen values; `None`: that of the loop, or all.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Selection {
    pub(crate) measure: usize,
    chosen: Vec<Option<Vec<usize>>>,
}

/// Axes of a loop, each with its values.
type Each = Vec<(usize, Vec<usize>)>;

/// Comparisons of neighbours in a list of expressions, for each combination of the values of some axes.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Clause {
    sides: Vec<Expr>,
    signs: Vec<&'static str>,
    each: Each,
}

/// Numbers of a table.
pub(crate) trait Numbers {
    /// Returns the number of a measure in the cell with these values of all axes.
    fn number(&self, measure: usize, at: &[usize]) -> f64;
}

/// What an expression is evaluated in: a table, and for each axis the value of the loop, if there is one.
#[derive(Clone)]
pub(crate) struct Scope<'a> {
    pub(crate) numbers: &'a dyn Numbers,
    pub(crate) names: &'a Names,
    pub(crate) bound: Vec<Option<usize>>,
}

impl<'a> Scope<'a> {
    pub(crate) fn new(numbers: &'a dyn Numbers, names: &'a Names) -> Self {
        Scope { numbers, names, bound: vec![None; names.dims.len()] }
    }

    pub(crate) fn with(&self, dim: usize, value: usize) -> Self {
        let mut inner = self.clone();
        inner.bound[dim] = Some(value);
        inner
    }
}

impl Selection {
    /// Returns the mean over the chosen values, axis by axis.
    fn mean(&self, scope: &Scope<'_>) -> f64 {
        self.mean_from(scope, &mut Vec::new())
    }

    fn mean_from(&self, scope: &Scope<'_>, at: &mut Vec<usize>) -> f64 {
        let dim = at.len();
        let Some(chosen) = self.chosen.get(dim) else {
            return scope.numbers.number(self.measure, at);
        };
        let values = match (chosen, scope.bound[dim]) {
            (Some(chosen), _) => chosen.clone(),
            (None, Some(bound)) => vec![bound],
            (None, None) => (0..scope.names.dims[dim].values.len()).collect(),
        };
        let numbers = values.into_iter().map(|value| {
            at.push(value);
            let number = self.mean_from(scope, at);
            at.pop();
            number
        });
        mean(&numbers.collect::<Vec<_>>())
    }

    /// Returns the numbers of all combinations of the values in brackets.
    fn all(&self, scope: &Scope<'_>) -> Vec<f64> {
        let listed =
            |chosen: &Option<Vec<usize>>| chosen.as_ref().is_some_and(|values| values.len() > 1);
        let Some(dim) = self.chosen.iter().position(listed) else { return vec![self.mean(scope)] };
        let values = self.chosen[dim].clone().unwrap_or_default();
        let one = |value| {
            let mut single = self.clone();
            single.chosen[dim] = Some(vec![value]);
            single.all(scope)
        };
        values.into_iter().flat_map(one).collect()
    }
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

impl Expr {
    pub(crate) fn value(&self, scope: &Scope<'_>) -> f64 {
        match self {
            Expr::Number(number) => *number,
            Expr::Cell(cell) => cell.mean(scope),
            Expr::Negative(inner) => -inner.value(scope),
            Expr::Binary(left, sign, right) => {
                let (left, right) = (left.value(scope), right.value(scope));
                match sign {
                    '+' => left + right,
                    '-' => left - right,
                    '*' => left * right,
                    _ => left / right,
                }
            }
            Expr::Call(function, of) => {
                let numbers = match of.as_slice() {
                    [Expr::Cell(cell)] => cell.all(scope),
                    several => several.iter().map(|one| one.value(scope)).collect(),
                };
                function.of(&numbers)
            }
            Expr::Over(function, of, each) => {
                let instances = instances(each, scope);
                function.of(&instances.iter().map(|one| of.value(one)).collect::<Vec<_>>())
            }
            Expr::Rise(cell, dim) => {
                let values = 0..scope.names.dims[*dim].values.len();
                let numbers: Vec<f64> =
                    values.map(|value| cell.mean(&scope.with(*dim, value))).collect();
                let steps = numbers.windows(2).map(|pair| pair[1] - pair[0]);
                // A step that is not known is not less than a limit.
                steps.fold(f64::NEG_INFINITY, |most, step| {
                    if step.is_nan() || step > most { step } else { most }
                })
            }
            Expr::Count(clause) => {
                instances(&clause.each, scope).iter().filter(|one| clause.holds_at(one)).count()
                    as f64
            }
        }
    }

    /// Returns the measure of a single cell, for its decimals.
    pub(crate) fn measure(&self) -> Option<usize> {
        match self {
            Expr::Cell(cell) | Expr::Rise(cell, _) => Some(cell.measure),
            Expr::Negative(inner) | Expr::Binary(inner, '+' | '-', _) => inner.measure(),
            Expr::Call(Function::Min | Function::Max | Function::Mean, of) => of.first()?.measure(),
            Expr::Over(_, of, _) => of.measure(),
            _ => None,
        }
    }
}

impl Clause {
    /// Returns whether one instance holds. Evaluates all sides, so that the cells that it uses do not depend on the numbers.
    fn holds_at(&self, scope: &Scope<'_>) -> bool {
        let numbers: Vec<f64> = self.sides.iter().map(|side| side.value(scope)).collect();
        self.signs.iter().zip(numbers.windows(2)).all(|(sign, pair)| match *sign {
            "<" => pair[0] < pair[1],
            "<=" => pair[0] <= pair[1],
            ">" => pair[0] > pair[1],
            ">=" => pair[0] >= pair[1],
            _ => pair[0] == pair[1],
        })
    }

    /// Returns whether all instances hold.
    pub(crate) fn holds(&self, scope: &Scope<'_>) -> bool {
        let instances = instances(&self.each, scope);
        let held: Vec<bool> = instances.iter().map(|one| self.holds_at(one)).collect();
        held.into_iter().all(|holds| holds)
    }

    /// Returns both sides of each instance: "2 Mbit/s: 7.03 < 12.07". `decimals` are those of the measures.
    pub(crate) fn shown(&self, scope: &Scope<'_>, decimals: &[usize]) -> String {
        let measure = self.sides.iter().find_map(Expr::measure);
        let digits = measure.map_or(2, |measure| decimals[measure]);
        let one = |scope: &Scope<'_>| {
            let mut text = String::new();
            for (index, (dim, _)) in self.each.iter().enumerate() {
                let label = &scope.names.dims[*dim].labels[scope.bound[*dim].unwrap_or_default()];
                let end = if index + 1 == self.each.len() { ": " } else { ", " };
                let _ = write!(text, "{label}{end}");
            }
            for (index, side) in self.sides.iter().enumerate() {
                let sign = if index == 0 { "" } else { self.signs[index - 1] };
                let space = if index == 0 { "" } else { " " };
                let _ = match side {
                    Expr::Number(number) => write!(text, "{space}{sign}{space}{number}"),
                    side => write!(text, "{space}{sign}{space}{:.digits$}", side.value(scope)),
                };
            }
            text
        };
        instances(&self.each, scope).iter().map(one).collect::<Vec<_>>().join("; ")
    }
}

#[cfg(test)]
pub(crate) mod tests;
