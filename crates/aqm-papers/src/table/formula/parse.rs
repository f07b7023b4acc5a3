//! Reads formulas.

use super::{Clause, Each, Expr, Function, Names, QUEUE, Selection, unknown};

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

    fn cell(&mut self, name: &str) -> Result<Selection, String> {
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
        Ok(Selection { measure, chosen })
    }
}
