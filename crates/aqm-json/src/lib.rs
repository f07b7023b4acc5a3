//! JSON: values, read and written; structs that are written as JSON; and their types in TypeScript.
//!
//! The reader is written here rather than taken from a crate because the page loads it (measured in
//! docs/decisions/0002-json.md). It keeps members in order, refuses duplicate members, reads numbers
//! exactly, and says where in the text it stumbled.

pub mod answer;
mod number;
mod parse;
pub mod typescript;
mod write;

pub use number::{count_text, number_text, shown};
pub use parse::{MAX_DEPTH, MAX_MEMBERS, SyntaxError, parse};

/// A JSON value. Numbers are always finite.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A finite number.
    Number(f64),
    /// A string.
    String(String),
    /// An array.
    Array(Vec<Value>),
    /// An object: members in order, names unique.
    Object(Vec<(String, Value)>),
}

impl Value {
    /// A number, or `null` where there is none (NaN and infinities).
    pub fn number(value: f64) -> Value {
        if value.is_finite() { Value::Number(value) } else { Value::Null }
    }

    /// A number or `null`.
    pub fn optional(value: Option<f64>) -> Value {
        value.map_or(Value::Null, Value::number)
    }

    /// A count. Exact up to 2^53.
    pub fn count(value: u64) -> Value {
        Value::Number(value as f64)
    }

    /// A string.
    pub fn string(value: impl Into<String>) -> Value {
        Value::String(value.into())
    }

    /// An object with these members.
    pub fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
        Value::Object(members.map(|(name, value)| (name.to_owned(), value)).into())
    }

    /// The member called `name`, if this is an object that has it.
    pub fn get(&self, name: &str) -> Option<&Value> {
        let Value::Object(members) = self else { return None };
        members.iter().find(|(member, _)| member == name).map(|(_, value)| value)
    }

    /// What kind of value this is, in words.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Null => "null",
            Value::Bool(_) => "a boolean",
            Value::Number(_) => "a number",
            Value::String(_) => "a string",
            Value::Array(_) => "a list",
            Value::Object(_) => "an object",
        }
    }
}
