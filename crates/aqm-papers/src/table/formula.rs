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

mod steps;

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
    Cell(Cell),
    Negative(Box<Expr>),
    Binary(Box<Expr>, char, Box<Expr>),
    Call(Function, Vec<Expr>),
    /// A function of the values for each combination of the values of some axes.
    Over(Function, Box<Expr>, Each),
    /// Greatest step up of a measure along an axis.
    Rise(Cell, usize),
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
pub(crate) struct Cell {
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

impl Cell {
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
        let listed = |chosen: &Option<Vec<usize>>| chosen.as_ref().is_some_and(|own| own.len() > 1);
        let Some(dim) = self.chosen.iter().position(listed) else { return vec![self.mean(scope)] };
        let values = self.chosen[dim].clone().unwrap_or_default();
        let one = |value| {
            let mut own = self.clone();
            own.chosen[dim] = Some(vec![value]);
            own.all(scope)
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

/// Reads a comparison.
pub(crate) fn clause(text: &str, names: &Names) -> Result<Clause, String> {
    let mut parser = Parser::new(text, names)?;
    let clause = parser.clause()?;
    parser.end(clause)
}

/// Reads an expression.
pub(crate) fn expression(text: &str, names: &Names) -> Result<Expr, String> {
    let mut parser = Parser::new(text, names)?;
    let expr = parser.sum()?;
    parser.end(expr)
}

/// Returns the words of a formula.
pub(crate) fn words(text: &str) -> Vec<String> {
    let word = |token| if let Token::Word(word) = token { Some(word) } else { None };
    tokens(text).unwrap_or_default().into_iter().filter_map(word).collect()
}

#[derive(Clone, PartialEq, Debug)]
enum Token {
    Number(f64),
    Word(String),
    /// A text in quotes.
    Quoted(String),
    Sign(&'static str),
}

const SIGNS: [&str; 17] =
    ["<=", ">=", "==", "<", ">", "+", "-", "*", "/", "(", ")", "[", "]", ",", ";", ":", "="];

fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_part = |c: char| c.is_alphanumeric() || c == '.' || c == '_';
        let length = if first.is_ascii_digit() {
            let length = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
            let number = rest[..length].parse();
            let number =
                number.map_err(|_| format!("has '{}'; expected a number.", &rest[..length]))?;
            found.push(Token::Number(number));
            length
        } else if first.is_alphabetic() {
            let length = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
            found.push(Token::Word(rest[..length].to_owned()));
            length
        } else if first == '\'' {
            let inner = rest[1..].find('\'').ok_or("has a quote without an end.")?;
            found.push(Token::Quoted(rest[1..=inner].to_owned()));
            inner + 2
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            found.push(Token::Sign(sign));
            sign.len()
        } else {
            return Err(format!("has '{first}', which is no part of a formula."));
        };
        rest = rest[length..].trim_start();
    }
    Ok(found)
}

/// Most nested parentheses.
const MAX_DEPTH: usize = 20;

struct Parser<'a> {
    names: &'a Names,
    tokens: Vec<Token>,
    next: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn new(text: &str, names: &'a Names) -> Result<Self, String> {
        Ok(Parser { names, tokens: tokens(text)?, next: 0, depth: 0 })
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next)
    }

    fn take(&mut self, sign: &str) -> bool {
        let is_next = matches!(self.peek(), Some(Token::Sign(next)) if *next == sign);
        self.next += usize::from(is_next);
        is_next
    }

    fn take_word(&mut self, word: &str) -> bool {
        let is_next = matches!(self.peek(), Some(Token::Word(next)) if next == word);
        self.next += usize::from(is_next);
        is_next
    }

    fn word(&mut self, what: &str) -> Result<String, String> {
        match self.peek().cloned() {
            Some(Token::Word(word)) => {
                self.next += 1;
                Ok(word)
            }
            _ => Err(self.expected(what)),
        }
    }

    /// Returns the message for the next token.
    fn expected(&self, what: &str) -> String {
        match self.peek() {
            None => format!("ends early; expected {what}."),
            Some(Token::Number(number)) => format!("has '{number}'; expected {what}."),
            Some(Token::Word(word) | Token::Quoted(word)) => {
                format!("has '{word}'; expected {what}.")
            }
            Some(Token::Sign(sign)) => format!("has '{sign}'; expected {what}."),
        }
    }

    fn close(&mut self, sign: &str) -> Result<(), String> {
        if self.take(sign) { Ok(()) } else { Err(self.expected(&format!("'{sign}'"))) }
    }

    fn end<T>(&self, value: T) -> Result<T, String> {
        if self.peek().is_none() { Ok(value) } else { Err(self.expected("the end")) }
    }

    fn clause(&mut self) -> Result<Clause, String> {
        let mut sides = vec![self.sum()?];
        let mut signs = Vec::new();
        while let Some(sign) = ["<", "<=", ">", ">=", "=="].into_iter().find(|sign| self.take(sign))
        {
            signs.push(sign);
            sides.push(self.sum()?);
        }
        if signs.is_empty() {
            return Err(self.expected("a comparison: <, <=, >, >= or =="));
        }
        let each = self.each()?;
        Ok(Clause { sides, signs, each })
    }

    /// Reads the loops after a comparison or an expression.
    fn each(&mut self) -> Result<Each, String> {
        let mut each = Vec::new();
        while self.take_word(if each.is_empty() { "for" } else { "and" }) {
            if !self.take_word("each") {
                return Err(self.expected("'each'"));
            }
            let name = self.word("an axis")?;
            let dim = self.names.dim(&name)?;
            let values = if self.take_word("in") { self.values(dim)? } else { self.all(dim) };
            each.push((dim, values));
        }
        Ok(each)
    }

    fn all(&self, dim: usize) -> Vec<usize> {
        (0..self.names.dims[dim].values.len()).collect()
    }

    /// Reads values of an axis, separated by commas.
    fn values(&mut self, dim: usize) -> Result<Vec<usize>, String> {
        if self.take("*") {
            return Ok(self.all(dim));
        }
        let mut values = Vec::new();
        loop {
            let name = match self.peek().cloned() {
                Some(Token::Number(number)) => number.to_string(),
                Some(Token::Word(word) | Token::Quoted(word)) => word,
                _ => return Err(self.expected("a value")),
            };
            values.push(self.names.value(dim, &name)?);
            self.next += 1;
            if !self.take(",") {
                return Ok(values);
            }
        }
    }

    fn sum(&mut self) -> Result<Expr, String> {
        let mut left = self.product()?;
        while let Some(sign) = ["+", "-"].into_iter().find(|sign| self.take(sign)) {
            let right = self.product()?;
            left =
                Expr::Binary(Box::new(left), sign.chars().next().unwrap_or('+'), Box::new(right));
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<Expr, String> {
        let mut left = self.factor()?;
        while let Some(sign) = ["*", "/"].into_iter().find(|sign| self.take(sign)) {
            let right = self.factor()?;
            left =
                Expr::Binary(Box::new(left), sign.chars().next().unwrap_or('*'), Box::new(right));
        }
        Ok(left)
    }

    fn factor(&mut self) -> Result<Expr, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("has too many nested parentheses.".to_owned());
        }
        let factor = self.nested();
        self.depth -= 1;
        factor
    }

    fn nested(&mut self) -> Result<Expr, String> {
        if self.take("-") {
            return Ok(Expr::Negative(Box::new(self.factor()?)));
        }
        if self.take("(") {
            let inner = self.sum()?;
            self.close(")")?;
            return Ok(inner);
        }
        if let Some(Token::Number(number)) = self.peek() {
            let number = *number;
            self.next += 1;
            return Ok(Expr::Number(number));
        }
        let name = self.word("a number or a measure")?;
        if self.take("(") {
            let call = self.call(&name)?;
            self.close(")")?;
            return Ok(call);
        }
        self.cell(&name).map(Expr::Cell)
    }

    fn call(&mut self, name: &str) -> Result<Expr, String> {
        let function = match name {
            "count" => return Ok(Expr::Count(Box::new(self.clause()?))),
            "rise" => {
                let measure = self.word("a measure")?;
                let cell = self.cell(&measure)?;
                self.close(",")?;
                let axis = self.word("an axis")?;
                return Ok(Expr::Rise(cell, self.names.dim(&axis)?));
            }
            "min" => Function::Min,
            "max" => Function::Max,
            "mean" => Function::Mean,
            "sum" => Function::Sum,
            "abs" => Function::Abs,
            _ => {
                let known = ["min", "max", "mean", "sum", "abs", "rise", "count"];
                return Err(unknown("function", name, &known));
            }
        };
        let mut of = vec![self.sum()?];
        while function != Function::Abs && self.take(",") {
            of.push(self.sum()?);
        }
        let each = self.each()?;
        match of.as_mut_slice() {
            [only] if !each.is_empty() => {
                let only = std::mem::replace(only, Expr::Number(0.0));
                Ok(Expr::Over(function, Box::new(only), each))
            }
            _ if each.is_empty() => Ok(Expr::Call(function, of)),
            _ => Err("has a loop after several values; expected one value.".to_owned()),
        }
    }

    fn cell(&mut self, name: &str) -> Result<Cell, String> {
        let measure = self.names.measure(name)?;
        let mut chosen = vec![None; self.names.dims.len()];
        if self.take("[") {
            loop {
                // A word before a value is the name of an axis.
                let is_name = matches!(self.peek(), Some(Token::Word(_)))
                    && !matches!(
                        self.tokens.get(self.next + 1),
                        Some(Token::Sign("," | ";" | "]")) | None
                    );
                let axis = if is_name { self.word("an axis")? } else { QUEUE.to_owned() };
                let dim = self.names.dim(&axis)?;
                chosen[dim] = Some(self.values(dim)?);
                if !self.take(";") {
                    break;
                }
            }
            self.close("]")?;
        }
        Ok(Cell { measure, chosen })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Two measures over three rates and two queues: 100 * measure + 10 * rate + queue.
    pub(crate) fn names() -> Names {
        let dim = |name: &str, values: &[&str], unit: &str| Dim {
            name: name.to_owned(),
            values: values.iter().map(|&value| value.to_owned()).collect(),
            labels: values.iter().map(|value| format!("{value}{unit}")).collect(),
        };
        Names {
            measures: vec!["delay".to_owned(), "use".to_owned()],
            dims: vec![
                dim("rate", &["1", "5", "20"], " Mbit/s"),
                dim(QUEUE, &["codel", "pie"], ""),
            ],
        }
    }

    pub(crate) struct Made;
    impl Numbers for Made {
        fn number(&self, measure: usize, at: &[usize]) -> f64 {
            (100 * measure + 10 * at[0] + at[1]) as f64
        }
    }

    fn value(text: &str) -> f64 {
        let names = names();
        expression(text, &names).expect(text).value(&Scope::new(&Made, &names))
    }

    fn holds(text: &str) -> bool {
        let names = names();
        clause(text, &names).expect(text).holds(&Scope::new(&Made, &names))
    }

    #[test]
    fn cells_are_chosen_or_averaged() {
        assert_eq!(value("delay[pie; rate 5]"), 11.0);
        assert_eq!(value("delay[rate 5, 20; queue codel]"), 15.0);
        assert_eq!(value("use"), 110.5);
        assert_eq!(value("-(use - delay) / 4 + 2 * 3"), -19.0);
        assert_eq!(value("max(delay[*]) - min(delay[*])"), 1.0, "each is a mean over the rates");
        assert_eq!(value("max(delay[*; rate *]) - min(delay[codel; rate 1], 3)"), 21.0);
        assert_eq!(value("sum(delay[rate 1, 5; pie])"), 12.0);
        assert_eq!(value("max(delay[pie] - delay[codel] for each rate in 1, 5)"), 1.0);
        assert_eq!(value("rise(delay[pie], rate)"), 10.0);
        assert_eq!(value("abs(0 - 3)"), 3.0);
    }

    #[test]
    fn comparisons_hold_for_each_value() {
        assert!(holds("delay[codel] < delay[pie] for each rate"));
        assert!(holds("0 <= delay < 12 for each rate in 1, 5 and each queue"));
        assert!(!holds("0 <= delay < 12 for each rate and each queue"));
        assert!(holds("count(delay >= 10 for each rate and each queue) == 4"));
        let names = names();
        let shown = clause("delay[codel] + 0 < delay[pie] for each rate in 1, 5", &names).unwrap();
        assert_eq!(
            shown.shown(&Scope::new(&Made, &names), &[1, 0]),
            "1 Mbit/s: 0.0 < 1.0; 5 Mbit/s: 10.0 < 11.0"
        );
    }

    #[test]
    fn problems_name_what_is_wrong() {
        let problem = |text: &str| clause(text, &names()).expect_err(text);
        for (text, expected) in [
            ("dely < 1", "has the measure 'dely'; expected 'delay' or 'use'."),
            ("delay[red] < 1", "has the value of queue 'red'; expected 'codel' or 'pie'."),
            ("delay[rtt 5] < 1", "has the axis 'rtt'; expected 'rate' or 'queue'."),
            ("delay", "ends early; expected a comparison: <, <=, >, >= or ==."),
            ("delay < 1 for rate", "has 'rate'; expected 'each'."),
            ("delay < ", "ends early; expected a number or a measure."),
            (
                "most(delay) < 1",
                "has the function 'most'; expected 'min', 'max', 'mean', 'sum', 'abs', 'rise' or 'count'.",
            ),
            ("delay ? 1", "has '?', which is no part of a formula."),
            ("delay < 1 2", "has '2'; expected the end."),
        ] {
            assert_eq!(problem(text), expected, "{text}");
        }
        let deep = format!("{}1{} < 2", "(".repeat(1000), ")".repeat(1000));
        assert_eq!(problem(&deep), "has too many nested parentheses.");
    }
}
