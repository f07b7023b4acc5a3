//! Texts of the files of papers with formulas in braces.
//!
//! ```text
//! {for rate 1, 2 by '; ': {rate}: {for queue: {queue} {delay:.2}} ms}
//! ```
//!
//! `{rate}` is the name of the loop's value, `{delay}` a number, `:.2` its decimals, and `:+.1` shows its sign. A loop without values goes over all
//! of them; `by` separates its parts, with ", " if it is left out.

use super::formula::{Expr, Names, Scope, expression};

/// A part of a text.
#[derive(Clone, PartialEq, Debug)]
enum Part {
    Text(String),
    /// The name of an axis' value.
    Label(usize),
    Number {
        of: Expr,
        decimals: Option<usize>,
        has_sign: bool,
    },
    Each {
        dim: usize,
        values: Vec<usize>,
        by: String,
        body: Vec<Part>,
    },
}

/// A text with formulas.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Template(Vec<Part>);

/// Most nested loops.
const MAX_DEPTH: usize = 8;

impl Template {
    /// Reads a text. `bound` are the axes that have a value, besides those of loops.
    pub(crate) fn parse(text: &str, names: &Names, bound: &[usize]) -> Result<Template, String> {
        parts(text, names, bound).map(Template)
    }

    /// Returns the number of steps: those of the formulas, and the bytes of the text. `bound` are the axes that have a value.
    pub(crate) fn steps(&self, names: &Names, bound: &[usize]) -> u64 {
        steps(&self.0, names, bound)
    }

    /// Returns the text with its numbers. `decimals` are those of the measures.
    pub(crate) fn text(&self, scope: &Scope<'_>, decimals: &[usize]) -> String {
        written(&self.0, scope, decimals)
    }
}

fn written(parts: &[Part], scope: &Scope<'_>, decimals: &[usize]) -> String {
    let one = |part: &Part| match part {
        Part::Text(text) => text.clone(),
        Part::Label(dim) => {
            let value = scope.bound[*dim].unwrap_or_default();
            scope.names.dims[*dim].labels[value].clone()
        }
        Part::Number { of, decimals: fixed, has_sign } => {
            let digits =
                fixed.unwrap_or_else(|| of.measure().map_or(2, |measure| decimals[measure]));
            let value = of.value(scope);
            if *has_sign { format!("{value:+.digits$}") } else { format!("{value:.digits$}") }
        }
        Part::Each { dim, values, by, body } => {
            let at = |&value: &usize| written(body, &scope.with(*dim, value), decimals);
            values.iter().map(at).collect::<Vec<_>>().join(by)
        }
    };
    parts.iter().map(one).collect()
}

fn steps(parts: &[Part], names: &Names, bound: &[usize]) -> u64 {
    let one = |part: &Part| match part {
        Part::Text(text) => text.len() as u64,
        Part::Label(_) => 1,
        Part::Number { of, .. } => of.steps(names, bound),
        Part::Each { dim, values, by, body } => {
            let inner = steps(body, names, &[bound, &[*dim]].concat());
            (values.len() as u64).saturating_mul(inner.saturating_add(by.len() as u64))
        }
    };
    parts.iter().map(one).fold(1, u64::saturating_add)
}

fn parts(text: &str, names: &Names, bound: &[usize]) -> Result<Vec<Part>, String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(['{', '}']) {
        if rest[start..].starts_with('}') {
            return Err("has '}' without '{'.".to_owned());
        }
        if start > 0 {
            found.push(Part::Text(rest[..start].to_owned()));
        }
        let end = closing(&rest[start..]).ok_or("has '{' without '}'.")?;
        found.push(part(&rest[start + 1..start + end], names, bound)?);
        rest = &rest[start + end + 1..];
    }
    if !rest.is_empty() {
        found.push(Part::Text(rest.to_owned()));
    }
    Ok(found)
}

/// Returns the index of the brace that closes the first one.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    text.char_indices().find_map(|(at, character)| {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(at)
    })
}

fn part(inner: &str, names: &Names, bound: &[usize]) -> Result<Part, String> {
    if let Some(rest) = inner.strip_prefix("for ") {
        return each(rest, names, bound);
    }
    let dim = names.dims.iter().position(|dim| dim.name == inner.trim());
    if let Some(dim) = dim {
        let message = || format!("has {{{inner}}}, which has a value inside 'for {inner}' only.");
        return bound.contains(&dim).then_some(Part::Label(dim)).ok_or_else(message);
    }
    let (formula, format) = match inner.rsplit_once(':') {
        Some((formula, format)) => (formula, Some(format)),
        None => (inner, None),
    };
    let digits = |format: &str| {
        let digits =
            format.trim_start_matches('+').strip_prefix('.').and_then(|text| text.parse().ok());
        let message = || format!("has the format '{format}'; expected one such as .2 or +.1.");
        digits.filter(|&digits| digits <= 9).ok_or_else(message)
    };
    Ok(Part::Number {
        of: expression(formula, names)?,
        decimals: format.map(digits).transpose()?,
        has_sign: format.is_some_and(|format| format.starts_with('+')),
    })
}

/// Reads a loop: axis, values, separator, and after a colon the body.
fn each(text: &str, names: &Names, bound: &[usize]) -> Result<Part, String> {
    let mut is_quoted = false;
    let colon = text.find(|character| {
        is_quoted ^= character == '\'';
        character == ':' && !is_quoted
    });
    let colon = colon.ok_or("has a loop without ':'.")?;
    let (head, body) = (text[..colon].trim(), &text[colon + 1..]);
    let (head, by) = match head.split_once(" by ") {
        Some((head, by)) => (head, by.trim().trim_matches('\'')),
        None => (head, ", "),
    };
    let (name, list) = head.trim().split_once(' ').unwrap_or((head.trim(), ""));
    let dim = names.dim(name)?;
    let values = if list.trim().is_empty() {
        (0..names.dims[dim].values.len()).collect()
    } else {
        let value = |value: &str| names.value(dim, value.trim().trim_matches('\''));
        list.split(',').map(value).collect::<Result<_, _>>()?
    };
    if bound.len() > MAX_DEPTH {
        return Err("has too many nested loops.".to_owned());
    }
    let body = body.strip_prefix(' ').unwrap_or(body);
    let body = parts(body, names, &[bound, &[dim]].concat())?;
    Ok(Part::Each { dim, values, by: by.to_owned(), body })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::formula::tests::{Made, names};

    fn shown(text: &str) -> String {
        let names = names();
        let template = Template::parse(text, &names, &[]).expect(text);
        template.text(&Scope::new(&Made, &names), &[1, 0])
    }

    #[test]
    fn loops_and_formats() {
        assert_eq!(
            shown(
                "{for rate 1, 5 by '; ': {rate}: {for queue: {queue} {delay:.2}} ms}, mean {use}"
            ),
            "1 Mbit/s: codel 0.00, pie 1.00 ms; 5 Mbit/s: codel 10.00, pie 11.00 ms, mean 110"
        );
        assert_eq!(shown("{delay[pie; rate 5] - delay[pie; rate 1]:+.1} {delay}"), "+10.0 10.5");
    }

    #[test]
    fn problems_name_what_is_wrong() {
        let problem = |text: &str| Template::parse(text, &names(), &[]).expect_err(text);
        assert_eq!(problem("a { b"), "has '{' without '}'.");
        assert_eq!(problem("a } b"), "has '}' without '{'.");
        assert_eq!(problem("{rate}"), "has {rate}, which has a value inside 'for rate' only.");
        assert_eq!(problem("{delay:2}"), "has the format '2'; expected one such as .2 or +.1.");
        assert_eq!(problem("{for rate {rate}}"), "has a loop without ':'.");
        assert!(problem("{for rtt: x}").starts_with("has the axis 'rtt'"));
    }
}
