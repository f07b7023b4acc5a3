//! The fields of the JSON object on the first line of a trace.

use crate::Error;
use serde_json::{Map, Value};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Largest packet if the header has none.
pub(crate) const DEFAULT_MTU: u32 = 1500;
/// Logarithms in parameters are shifts of 32-bit numbers.
pub(crate) const MAX_SHIFT: u32 = 31;
/// Largest whole number that a JSON decimal represents exactly.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// A whole number. Traces may write large numbers with an exponent or as a string of digits.
pub(crate) fn whole(value: &Value) -> Option<u64> {
    let decimal = || value.as_f64().filter(|number| number.fract() == 0.0);
    value
        .as_u64()
        .or_else(|| value.as_str()?.parse().ok())
        .or_else(|| decimal().filter(|number| (0.0..=EXACT).contains(number)).map(|it| it as u64))
}

/// The fields of a JSON object. A null field counts as absent.
pub(crate) struct Fields<'a> {
    place: &'static str,
    pub(crate) fields: &'a Map<String, Value>,
    /// Names of the fields that were read.
    read: RefCell<BTreeSet<String>>,
}

impl<'a> Fields<'a> {
    pub(crate) fn of(value: &'a Value, place: &'static str) -> Result<Self, Error> {
        let fields = value.as_object();
        let fields = fields.ok_or_else(|| Error::new(format!("{place} is not an object")))?;
        Ok(Fields { place, fields, read: RefCell::default() })
    }

    /// Fails if there is a field that nothing has read and that is none of `others`.
    pub(crate) fn refuse_unread(&self, others: &[&str]) -> Result<(), Error> {
        let read = self.read.borrow();
        let is_known =
            |name: &&String| read.contains(name.as_str()) || others.contains(&name.as_str());
        match self.fields.keys().find(|name| self.has(name) && !is_known(name)) {
            Some(name) => Err(Error::new(format!("{}.{name} is not supported", self.place))),
            None => Ok(()),
        }
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.fields.get(name).is_some_and(|value| !value.is_null())
    }

    pub(crate) fn get(&self, name: &str) -> Result<&'a Value, Error> {
        self.read.borrow_mut().insert(name.to_string());
        let value = self.fields.get(name).filter(|value| !value.is_null());
        value.ok_or_else(|| Error::new(format!("{}.{name} is missing", self.place)))
    }

    pub(crate) fn number<T: TryFrom<u64>>(&self, name: &str) -> Result<T, Error> {
        let value = self.get(name)?;
        let number = whole(value);
        let wrong = || Error::new(format!("{}.{name}: {value} is no number in range", self.place));
        T::try_from(number.ok_or_else(wrong)?).map_err(|_| wrong())
    }

    pub(crate) fn shift(&self, name: &str) -> Result<u32, Error> {
        let shift: u32 = self.number(name)?;
        let fits = shift <= MAX_SHIFT;
        fits.then_some(shift).ok_or_else(|| Error::new(format!("{}.{name} > 31", self.place)))
    }

    pub(crate) fn optional<T: TryFrom<u64>>(&self, name: &str) -> Result<Option<T>, Error> {
        if self.has(name) { self.number(name).map(Some) } else { Ok(None) }
    }

    /// A flag, written as 0 or 1 or as a boolean; absent is off.
    pub(crate) fn flag(&self, name: &str) -> Result<bool, Error> {
        self.read.borrow_mut().insert(name.to_string());
        match self.fields.get(name) {
            None | Some(Value::Null) => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(_) => Ok(self.number::<u64>(name)? != 0),
        }
    }
}
