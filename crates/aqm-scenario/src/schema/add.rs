//! Adds fields to the description of a record.

use super::describe::Field;
use super::{Blank as _, Check, Detail};

/// The texts of a field, as in [`Field`].
pub struct Words {
    /// Name in JSON.
    pub name: &'static str,
    /// Label of the control.
    pub label: &'static str,
    /// One sentence.
    pub help: &'static str,
    /// Where the default comes from.
    pub source: &'static str,
    /// The field below which the control stays.
    pub less_than: &'static str,
}

/// Adds a field; returns its default (else a blank value) for the fields after it.
pub fn add_field<C: Check>(
    fields: &mut Vec<Field>,
    Words { name, label, help, source, less_than }: Words,
    live: bool,
    check: &C,
    default: Option<C::Value>,
) -> C::Value {
    fields.push(Field {
        name,
        label,
        help: help.trim().to_owned(),
        source,
        less_than,
        live,
        default: default.as_ref().and_then(|value| check.write(value, Detail::Full)),
        shape: check.shape(),
    });
    default.unwrap_or(C::Value::BLANK)
}
