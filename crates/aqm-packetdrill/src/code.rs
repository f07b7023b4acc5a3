//! The subset of Python that assertions in `%{ ... }%` blocks need: `assert`, assignments and
//! integers. `print` is parsed and prints nothing.

use std::collections::BTreeMap;

use crate::problem::{Problem, fail, malformed, unsupported};

/// Deepest nesting of an expression.
const MAX_DEPTH: u32 = 50;
/// Most operators in a statement, because each operator makes the expression tree deeper.
const MAX_OPERATORS: u32 = 1000;

/// One statement.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Statement {
    /// `assert condition, message`; the message is ignored.
    Assert { line: usize, condition: Expression, text: String },
    /// `name = value`, and with an operator `name += value`.
    Assign { line: usize, name: String, operator: Option<Operator>, value: Expression },
}

/// An expression.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Expression {
    Number(i64),
    Name(String),
    Not(Box<Expression>),
    Negative(Box<Expression>),
    Binary(Operator, Box<Expression>, Box<Expression>),
}

/// An operator with two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operator {
    Or,
    And,
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Plus,
    Minus,
    Times,
    FloorDivide,
    Modulo,
}

/// Operators with their precedence. Of two operators with the same beginning, the longer comes first.
const OPERATORS: [(&str, Operator, u32); 13] = [
    ("or", Operator::Or, 1),
    ("and", Operator::And, 2),
    ("==", Operator::Equal, 4),
    ("!=", Operator::Unequal, 4),
    ("<=", Operator::LessOrEqual, 4),
    (">=", Operator::GreaterOrEqual, 4),
    ("<", Operator::Less, 4),
    (">", Operator::Greater, 4),
    ("+", Operator::Plus, 5),
    ("-", Operator::Minus, 5),
    ("*", Operator::Times, 6),
    ("//", Operator::FloorDivide, 6),
    ("%", Operator::Modulo, 6),
];
const NOT_BINDS: u32 = 3;
const COMPARISON_BINDS: u32 = 4;

/// Returns the value of a name that is not a variable of the script.
pub(crate) type Lookup<'a> = dyn Fn(&str) -> Option<i64> + 'a;

/// The script's variables.
pub(crate) type Variables = BTreeMap<String, i64>;

/// Reads a block that starts on `line`.
pub(crate) fn parse(text: &str, line: usize) -> Result<Vec<Statement>, Problem> {
    let mut reader = Reader { rest: text, line, operators: 0 };
    let mut statements = Vec::new();
    while reader.skip_separators() {
        statements.extend(reader.statement()?);
    }
    Ok(statements)
}

/// Runs a block.
pub(crate) fn run(
    statements: &[Statement],
    variables: &mut Variables,
    lookup: &Lookup<'_>,
) -> Result<(), Problem> {
    for statement in statements {
        match statement {
            Statement::Assert { line, condition, text } => {
                let scope = Scope { variables, lookup, line: *line };
                if scope.value(condition)? == 0 {
                    return Err(fail(*line, scope.explain(condition, text)?));
                }
            }
            Statement::Assign { line, name, operator, value } => {
                let scope = Scope { variables, lookup, line: *line };
                let mut result = scope.value(value)?;
                if let Some(operator) = operator {
                    result = scope.apply(*operator, scope.name(name)?, result)?;
                }
                variables.insert(name.clone(), result);
            }
        }
    }
    Ok(())
}

struct Scope<'a> {
    variables: &'a Variables,
    lookup: &'a Lookup<'a>,
    line: usize,
}

impl Scope<'_> {
    fn name(&self, name: &str) -> Result<i64, Problem> {
        let known = self.variables.get(name).copied().or_else(|| (self.lookup)(name));
        known.ok_or_else(|| unsupported(self.line, format!("the simulator has no {name}")))
    }

    fn value(&self, expression: &Expression) -> Result<i64, Problem> {
        Ok(match expression {
            Expression::Number(value) => *value,
            Expression::Name(name) => self.name(name)?,
            Expression::Not(inner) => i64::from(self.value(inner)? == 0),
            Expression::Negative(inner) => self.apply(Operator::Minus, 0, self.value(inner)?)?,
            Expression::Binary(Operator::Or, left, right) => match self.value(left)? {
                0 => self.value(right)?,
                value => value,
            },
            Expression::Binary(Operator::And, left, right) => match self.value(left)? {
                0 => 0,
                _ => self.value(right)?,
            },
            Expression::Binary(operator, left, right) => {
                self.apply(*operator, self.value(left)?, self.value(right)?)?
            }
        })
    }

    fn apply(&self, operator: Operator, a: i64, b: i64) -> Result<i64, Problem> {
        let result = match operator {
            Operator::Plus => a.checked_add(b),
            Operator::Minus => a.checked_sub(b),
            Operator::Times => a.checked_mul(b),
            // Python rounds division towards minus infinity.
            Operator::FloorDivide => {
                let rest = a.checked_rem(b);
                let down = rest.map(|rest| i64::from(rest != 0 && (rest < 0) != (b < 0)));
                a.checked_div(b).zip(down).map(|(quotient, down)| quotient - down)
            }
            Operator::Modulo => a
                .checked_rem(b)
                .map(|rest| if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest }),
            Operator::Or => Some(if a != 0 { a } else { b }),
            Operator::And => Some(if a == 0 { a } else { b }),
            Operator::Equal => Some(i64::from(a == b)),
            Operator::Unequal => Some(i64::from(a != b)),
            Operator::Less => Some(i64::from(a < b)),
            Operator::LessOrEqual => Some(i64::from(a <= b)),
            Operator::Greater => Some(i64::from(a > b)),
            Operator::GreaterOrEqual => Some(i64::from(a >= b)),
        };
        result.ok_or_else(|| malformed(self.line, "this number is too large, or divided by zero"))
    }

    /// Returns the message of a failed assertion: the condition and the values of its names.
    fn explain(&self, condition: &Expression, text: &str) -> Result<String, Problem> {
        let mut values = String::new();
        if let Expression::Binary(_, left, right) = condition {
            for side in [left, right] {
                if let Expression::Name(name) = side.as_ref() {
                    let value = self.name(name)?;
                    values += &format!(
                        "{}{name} is {value}",
                        if values.is_empty() { ", but " } else { " and " }
                    );
                }
            }
        }
        Ok(format!("expected {text}{values}"))
    }
}

struct Reader<'a> {
    rest: &'a str,
    line: usize,
    /// Number of operators in the current statement.
    operators: u32,
}

impl<'a> Reader<'a> {
    /// Skips blanks, comments, line ends and semicolons. Returns whether anything follows.
    fn skip_separators(&mut self) -> bool {
        loop {
            self.skip_blanks();
            match self.rest.as_bytes().first() {
                None => return false,
                Some(b'\n' | b';') => self.advance(1),
                Some(_) => return true,
            };
        }
    }

    /// Skips blanks and a comment, but not the end of the line.
    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\r']);
        if self.rest.starts_with('#') {
            let length = self.rest.find('\n').unwrap_or(self.rest.len());
            self.advance(length);
        }
    }

    fn advance(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    fn skip(&mut self, text: &str) -> bool {
        self.skip_blanks();
        let found = self.rest.starts_with(text);
        if found {
            self.advance(text.len());
        }
        found
    }

    fn word(&mut self) -> Option<&'a str> {
        self.skip_blanks();
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        (length > 0).then(|| self.advance(length))
    }

    fn statement(&mut self) -> Result<Option<Statement>, Problem> {
        let line = self.line;
        self.operators = 0;
        let word = self.word().ok_or_else(|| self.expected("a statement"))?;
        match word {
            "print" => {
                self.skip_to_end();
                Ok(None)
            }
            "assert" => {
                self.skip_blanks();
                let before = self.rest;
                let condition = self.expression(0, MAX_DEPTH)?;
                let text = before[..before.len() - self.rest.len()].trim().to_owned();
                if self.skip(",") {
                    self.skip_to_end();
                }
                self.end()?;
                Ok(Some(Statement::Assert { line, condition, text }))
            }
            name => {
                let operator = if self.skip("+=") {
                    Some(Operator::Plus)
                } else if self.skip("-=") {
                    Some(Operator::Minus)
                } else if !self.rest.starts_with("==") && self.skip("=") {
                    None
                } else {
                    return Err(unsupported(line, format!("Python's \"{name}\"")));
                };
                let value = self.expression(0, MAX_DEPTH)?;
                self.end()?;
                Ok(Some(Statement::Assign { line, name: name.to_owned(), operator, value }))
            }
        }
    }

    /// Skips to the end of the statement. Strings and brackets may contain line ends and
    /// semicolons.
    fn skip_to_end(&mut self) {
        let (mut quote, mut depth, mut length) = (None, 0i32, self.rest.len());
        for (at, c) in self.rest.char_indices() {
            match (quote, c) {
                (Some(open), _) => {
                    if c == open || c == '\n' {
                        quote = None;
                    }
                }
                (None, '\'' | '"') => quote = Some(c),
                (None, '(') => depth += 1,
                (None, ')') => depth -= 1,
                (None, '\n' | ';' | '#') if depth <= 0 => {
                    length = at;
                    break;
                }
                (None, _) => {}
            }
        }
        self.advance(length);
    }

    fn end(&mut self) -> Result<(), Problem> {
        self.skip_blanks();
        if self.rest.is_empty() || self.rest.starts_with(['\n', ';']) {
            Ok(())
        } else {
            Err(self.expected("the end of the statement"))
        }
    }

    fn expected(&self, what: &str) -> Problem {
        let found: String = self.rest.chars().take_while(|&c| c != '\n').take(20).collect();
        malformed(self.line, format!("expected {what}, found \"{found}\""))
    }

    /// Reads an expression of operators with a higher precedence than `least`.
    fn expression(&mut self, least: u32, depth: u32) -> Result<Expression, Problem> {
        let mut left = self.primary(depth)?;
        let mut compared = false;
        while let Some((spelling, operator, binds)) = self.operator() {
            if binds <= least {
                break;
            }
            if binds == COMPARISON_BINDS && std::mem::replace(&mut compared, true) {
                return Err(unsupported(self.line, "chained comparisons"));
            }
            self.operators += 1;
            if self.operators > MAX_OPERATORS {
                return Err(unsupported(self.line, "an expression with more than 1000 operators"));
            }
            self.advance(spelling.len());
            let right = self.expression(binds, self.deeper(depth)?)?;
            left = Expression::Binary(operator, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn operator(&mut self) -> Option<(&'static str, Operator, u32)> {
        self.skip_blanks();
        let is_whole = |spelling: &str| {
            let next = self.rest[spelling.len()..].chars().next();
            !spelling.starts_with(char::is_alphabetic)
                || next.is_none_or(|c| !c.is_ascii_alphanumeric() && c != '_')
        };
        OPERATORS
            .into_iter()
            .find(|(spelling, ..)| self.rest.starts_with(spelling) && is_whole(spelling))
    }

    fn primary(&mut self, depth: u32) -> Result<Expression, Problem> {
        let deeper = self.deeper(depth)?;
        if self.skip("(") {
            let inner = self.expression(0, deeper)?;
            return if self.skip(")") { Ok(inner) } else { Err(self.expected("\")\"")) };
        }
        if self.skip("-") {
            return Ok(Expression::Negative(Box::new(self.primary(deeper)?)));
        }
        let line = self.line;
        let word = self.word().ok_or_else(|| self.expected("a value"))?;
        match word {
            "not" => Ok(Expression::Not(Box::new(self.expression(NOT_BINDS, deeper)?))),
            "True" => Ok(Expression::Number(1)),
            "False" => Ok(Expression::Number(0)),
            _ if word.starts_with(|c: char| c.is_ascii_digit()) => {
                let value = match word.strip_prefix("0x") {
                    Some(hex) => i64::from_str_radix(hex, 16),
                    None => word.parse(),
                };
                let bad = |_| malformed(line, format!("\"{word}\" is not a whole number"));
                value.map(Expression::Number).map_err(bad)
            }
            name => Ok(Expression::Name(name.to_owned())),
        }
    }

    fn deeper(&self, depth: u32) -> Result<u32, Problem> {
        depth
            .checked_sub(1)
            .ok_or_else(|| unsupported(self.line, "an expression nested more than 50 levels deep"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> Result<(), Problem> {
        let lookup = |name: &str| (name == "tcpi_snd_cwnd").then_some(10);
        run(&parse(text, 1)?, &mut Variables::new(), &lookup)
    }

    #[test]
    fn failed_assertions_have_a_message() {
        check(" assert tcpi_snd_cwnd == 10, tcpi_snd_cwnd ").expect("holds");
        let wrong =
            check("\nassert tcpi_snd_cwnd == 11, 'cwnd=%d; %d' % tcpi_snd_cwnd  # not 11\n");
        let message = "expected tcpi_snd_cwnd == 11, but tcpi_snd_cwnd is 10";
        assert_eq!(wrong, Err(fail(2, message)));
    }

    #[test]
    fn arithmetic_equals_that_of_python() {
        for (text, holds) in [
            ("1 + 2 * 3 == 7", true),
            ("(1 + 2) * 3 == 9", true),
            ("7 - 2 - 1 == 4", true),
            ("-7 // 2 == -4 and -7 % 2 == 1 and 7 // 2 == 3", true),
            ("0x7fffffff == 2147483647", true),
            ("not 1 == 2", true),
            ("1 == 2 or 3 >= 3", true),
            ("1 < 1 or 2 != 2", false),
            ("True and False", false),
            ("tcpi_snd_cwnd > 9 and tcpi_snd_cwnd < 10", false),
        ] {
            let result = check(&format!("assert {text}"));
            assert_eq!(result.is_ok(), holds, "{text}: {result:?}");
        }
    }

    #[test]
    fn long_expressions_are_refused_before_they_are_too_deep() {
        let sum = |terms: usize| vec!["1"; terms].join("+");
        check(&format!("assert {} == 1000\nassert {} == 9", sum(1000), sum(9))).expect("holds");
        let long = Err(unsupported(1, "an expression with more than 1000 operators"));
        assert_eq!(check(&format!("assert {}", sum(1002))), long);
        assert_eq!(check(&format!("a = {}", sum(400_000))), long);
    }

    #[test]
    fn variables_last_and_prints_are_ignored() {
        check("print(tcpi_snd_cwnd, ';'); a = 9; a += 2; a -= 1; assert a == tcpi_snd_cwnd, a")
            .expect("holds");
    }

    #[test]
    fn unsupported_code_is_refused_with_a_reason() {
        for (text, expected) in [
            ("assert", malformed(1, "expected a value, found \"\"")),
            ("assert (1", malformed(1, "expected \")\", found \"\"")),
            ("assert 1 1", malformed(1, "expected the end of the statement, found \"1\"")),
            ("assert 1 // 0", malformed(1, "this number is too large, or divided by zero")),
            ("\n?", malformed(2, "expected a statement, found \"?\"")),
            ("assert 12ab", malformed(1, "\"12ab\" is not a whole number")),
            ("assert 1 < 2 < 3", unsupported(1, "chained comparisons")),
            ("import os", unsupported(1, "Python's \"import\"")),
            ("assert tcpi_other == 1", unsupported(1, "the simulator has no tcpi_other")),
            (
                &"assert ".replace(' ', &format!(" {}", "(".repeat(60))),
                unsupported(1, "an expression nested more than 50 levels deep"),
            ),
        ] {
            assert_eq!(check(text), Err(expected), "{text}");
        }
    }
}
