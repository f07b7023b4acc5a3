//! What single values may be.

use super::{Check, Detail, Json, pick, shortened};
use crate::json::Value;
use crate::problem::Reader;
use std::marker::PhantomData;

#[cfg(feature = "generate")]
use super::describe::{Named, Shape};

/// A number between two limits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Number {
    /// Unit, as it is shown.
    pub unit: &'static str,
    /// Smallest value accepted.
    pub min: f64,
    /// Largest value accepted.
    pub max: f64,
    /// What a control offers.
    pub control: Control,
}

/// What a slider offers: usually less than what is accepted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Control {
    /// Left end.
    pub min: f64,
    /// Right end.
    pub max: f64,
    /// Smallest step; on a logarithmic scale the step of the number field.
    pub step: f64,
    /// Logarithmic.
    pub log: bool,
}

impl Number {
    /// Accepts `min..=max`; a control offers the same, in hundred steps.
    pub const fn new(unit: &'static str, min: f64, max: f64) -> Self {
        let control = Control { min, max, step: (max - min) / 100.0, log: false };
        Number { unit, min, max, control }
    }

    /// A linear control from `min` to `max`.
    pub const fn slider(self, min: f64, max: f64, step: f64) -> Self {
        Number { control: Control { min, max, step, log: false }, ..self }
    }

    /// A logarithmic control from `min` to `max`.
    pub const fn log_slider(self, min: f64, max: f64, step: f64) -> Self {
        Number { control: Control { min, max, step, log: true }, ..self }
    }
}

/// "between 1 and 5 ms"
fn range(min: f64, max: f64, unit: &str) -> String {
    if min == max {
        return format!("{min}");
    }
    format!("between {min} and {max}{}{unit}", if unit.is_empty() { "" } else { " " })
}

fn read_number(value: &Value, reader: &mut Reader, what: impl FnOnce() -> String) -> Option<f64> {
    match value {
        Value::Number(number) => Some(*number),
        other => {
            reader.problem(format!("must be {}, got {}", what(), other.kind()));
            None
        }
    }
}

impl Check for Number {
    type Value = f64;

    fn read(&self, value: &Value, reader: &mut Reader) -> Option<f64> {
        let range = || range(self.min, self.max, self.unit);
        let number = read_number(value, reader, || format!("a number {}", range()))?;
        if (self.min..=self.max).contains(&number) {
            // Not -0: equal numbers have equal bits.
            return Some(number + 0.0);
        }
        reader.problem(format!("must be {}, got {value}", range()));
        None
    }

    fn write(&self, value: &f64, _: Detail) -> Value {
        Value::number(*value)
    }

    fn placeholder(&self) -> f64 {
        self.min
    }

    #[cfg(feature = "generate")]
    fn shape(&self) -> Shape {
        Shape::Number(*self)
    }
}

/// A whole number between two limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Integer {
    /// Unit, as it is shown.
    pub unit: &'static str,
    /// Smallest value accepted.
    pub min: u64,
    /// Largest value accepted, at most 2^53 - 1.
    pub max: u64,
    /// Left and right end of a control.
    pub control: (u64, u64),
    /// The control is logarithmic.
    pub log: bool,
}

impl Integer {
    /// Accepts `min..=max`; a control offers the same.
    pub const fn new(unit: &'static str, min: u64, max: u64) -> Self {
        Integer { unit, min, max, control: (min, max), log: false }
    }

    /// A linear control from `min` to `max`.
    pub const fn slider(self, min: u64, max: u64) -> Self {
        Integer { control: (min, max), log: false, ..self }
    }

    /// A logarithmic control from `min` to `max`.
    pub const fn log_slider(self, min: u64, max: u64) -> Self {
        Integer { control: (min, max), log: true, ..self }
    }
}

impl Check for Integer {
    type Value = u64;

    fn read(&self, value: &Value, reader: &mut Reader) -> Option<u64> {
        let (min, max) = (self.min as f64, self.max as f64);
        let range = || range(min, max, self.unit);
        let number = read_number(value, reader, || format!("a whole number {}", range()))?;
        if (min..=max).contains(&number) && number.fract() == 0.0 {
            return Some(number as u64);
        }
        let whole = if number.fract() == 0.0 { "" } else { "a whole number " };
        reader.problem(format!("must be {whole}{}, got {value}", range()));
        None
    }

    fn write(&self, value: &u64, _: Detail) -> Value {
        Value::count(*value)
    }

    fn placeholder(&self) -> u64 {
        self.min
    }

    #[cfg(feature = "generate")]
    fn shape(&self) -> Shape {
        Shape::Integer(*self)
    }
}

/// `true` or `false`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flag;

impl Check for Flag {
    type Value = bool;

    fn read(&self, value: &Value, reader: &mut Reader) -> Option<bool> {
        if let Value::Bool(flag) = value {
            return Some(*flag);
        }
        reader.problem(format!("must be true or false, got {}", value.kind()));
        None
    }

    fn write(&self, value: &bool, _: Detail) -> Value {
        Value::Bool(*value)
    }

    fn placeholder(&self) -> bool {
        false
    }

    #[cfg(feature = "generate")]
    fn shape(&self) -> Shape {
        Shape::Flag
    }
}

/// A text of limited length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Text {
    /// Most characters.
    pub chars: usize,
    /// Most words; zero: as many as fit.
    pub words: usize,
}

impl Text {
    /// At most `chars` characters.
    pub const fn chars(chars: usize) -> Self {
        Text { chars, words: 0 }
    }

    /// At most `words` words.
    pub const fn words(words: usize) -> Self {
        Text { chars: words * 10, words }
    }
}

impl Check for Text {
    type Value = String;

    fn read(&self, value: &Value, reader: &mut Reader) -> Option<String> {
        let Value::String(text) = value else {
            reader.problem(format!("must be a text, got {}", value.kind()));
            return None;
        };
        let chars = text.chars().count();
        let words = text.split_whitespace().count();
        if text.chars().any(char::is_control) {
            reader.problem("must be one line without control characters");
        } else if chars > self.chars {
            reader.problem(format!("must have at most {} characters, got {chars}", self.chars));
        } else if self.words > 0 && words > self.words {
            reader.problem(format!("must have at most {} words, got {words}", self.words));
        } else {
            return Some(text.clone());
        }
        None
    }

    fn write(&self, value: &String, _: Detail) -> Value {
        Value::string(value.clone())
    }

    fn placeholder(&self) -> String {
        String::new()
    }

    #[cfg(feature = "generate")]
    fn shape(&self) -> Shape {
        Shape::Text(*self)
    }
}

/// A value that has a name in JSON. Written with `choice!`.
pub trait Choice: Copy + PartialEq + 'static {
    /// The type's name in TypeScript.
    const TYPE: &'static str;
    /// All names, in the order in which they are offered.
    const NAMES: &'static [&'static str];
    /// What they stand for, in the same order.
    const VALUES: &'static [Self];
    /// Names that are taken but not there yet.
    const LATER: &'static [&'static str];

    /// One sentence for each.
    #[cfg(feature = "generate")]
    fn help() -> Vec<String>;

    /// The name of this one.
    fn name(self) -> &'static str {
        let index = Self::VALUES.iter().position(|value| *value == self);
        Self::NAMES[index.expect("every value has a name")]
    }
}

/// One of the named values of `T`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choices<T>(PhantomData<T>);

impl<T> Choices<T> {
    /// The check.
    pub const NEW: Self = Choices(PhantomData);
}

impl<T: Choice> Check for Choices<T> {
    type Value = T;

    fn read(&self, value: &Value, reader: &mut Reader) -> Option<T> {
        pick(value, T::NAMES, T::LATER, reader).map(|index| T::VALUES[index])
    }

    fn write(&self, value: &T, _: Detail) -> Value {
        Value::string(value.name())
    }

    fn placeholder(&self) -> T {
        T::VALUES[0]
    }

    #[cfg(feature = "generate")]
    fn shape(&self) -> Shape {
        let names = T::NAMES.iter().zip(T::help());
        let options = names.map(|(name, help)| Named { name, help, of: () }).collect();
        Shape::Choice { name: T::TYPE, options }
    }
}

/// A value or `null`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Maybe<C>(pub C);

impl<C: Check> Check for Maybe<C> {
    type Value = Option<C::Value>;

    fn read(&self, value: &Value, reader: &mut Reader) -> Option<Self::Value> {
        match value {
            Value::Null => Some(None),
            value => self.0.read(value, reader).map(Some),
        }
    }

    fn write(&self, value: &Self::Value, detail: Detail) -> Value {
        value.as_ref().map_or(Value::Null, |value| self.0.write(value, detail))
    }

    fn placeholder(&self) -> Self::Value {
        None
    }

    #[cfg(feature = "generate")]
    fn shape(&self) -> Shape {
        Shape::Maybe(Box::new(self.0.shape()))
    }
}

/// One of several ways to give a value: a value, or left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way<C>(pub C);

impl<C: Check> Check for Way<C> {
    type Value = Option<C::Value>;

    fn read(&self, value: &Value, reader: &mut Reader) -> Option<Self::Value> {
        self.0.read(value, reader).map(Some)
    }

    fn write(&self, value: &Self::Value, detail: Detail) -> Value {
        value.as_ref().map_or(Value::Null, |value| self.0.write(value, detail))
    }

    fn is_absent(&self, value: &Self::Value) -> bool {
        value.is_none()
    }

    fn placeholder(&self) -> Self::Value {
        None
    }

    #[cfg(feature = "generate")]
    fn shape(&self) -> Shape {
        Shape::Way(Box::new(self.0.shape()))
    }
}

/// A value of type `T` as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nested<T>(PhantomData<T>);

impl<T> Nested<T> {
    /// The check.
    pub const NEW: Self = Nested(PhantomData);
}

impl<T: Json> Check for Nested<T> {
    type Value = T;

    fn read(&self, value: &Value, reader: &mut Reader) -> Option<T> {
        T::read(value, reader)
    }

    fn write(&self, value: &T, detail: Detail) -> Value {
        value.write(detail)
    }

    fn placeholder(&self) -> T {
        T::placeholder()
    }

    #[cfg(feature = "generate")]
    fn shape(&self) -> Shape {
        T::shape()
    }
}

/// A list of values of type `T`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct List<T> {
    min: usize,
    max: usize,
    noun: &'static str,
    item: PhantomData<T>,
}

impl<T> List<T> {
    /// `min..=max` of what `noun` calls them.
    pub const fn of(min: usize, max: usize, noun: &'static str) -> Self {
        List { min, max, noun, item: PhantomData }
    }
}

impl<T: Json> Check for List<T> {
    type Value = Vec<T>;

    fn read(&self, value: &Value, reader: &mut Reader) -> Option<Vec<T>> {
        let Value::Array(items) = value else {
            reader.problem(format!("must be a list of {}, got {}", self.noun, value.kind()));
            return None;
        };
        let (min, max, noun, count) = (self.min, self.max, self.noun, items.len());
        if !(min..=max).contains(&count) {
            reader.problem(format!("must hold {min} to {max} {noun}, got {count}"));
            return None;
        }
        let items = items.iter().enumerate();
        // Not a short-circuiting collect: every item's problems are wanted.
        let items: Vec<_> = items
            .filter_map(|(index, item)| reader.item(index, |reader| T::read(item, reader)))
            .collect();
        (items.len() == count).then_some(items)
    }

    fn write(&self, value: &Vec<T>, detail: Detail) -> Value {
        Value::Array(value.iter().map(|item| item.write(detail)).collect())
    }

    fn placeholder(&self) -> Vec<T> {
        Vec::new()
    }

    #[cfg(feature = "generate")]
    fn shape(&self) -> Shape {
        Shape::List { item: Box::new(T::shape()), min: self.min, max: self.max }
    }
}

/// Any value: what it may be depends on what it is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Anything;

impl Check for Anything {
    type Value = Value;

    fn read(&self, value: &Value, _: &mut Reader) -> Option<Value> {
        Some(value.clone())
    }

    fn write(&self, value: &Value, _: Detail) -> Value {
        value.clone()
    }

    fn placeholder(&self) -> Value {
        Value::Null
    }

    #[cfg(feature = "generate")]
    fn shape(&self) -> Shape {
        Shape::Any
    }
}

/// The version of the format that this program reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Version;

impl Version {
    /// The only one so far.
    pub const CURRENT: u64 = 1;
}

impl Check for Version {
    type Value = u64;

    fn read(&self, value: &Value, reader: &mut Reader) -> Option<u64> {
        let current = Self::CURRENT;
        match value {
            Value::Number(version) if *version == current as f64 => Some(current),
            Value::Number(version) if *version > current as f64 => {
                reader.problem(format!(
                    "is {}: made by a newer program; this one reads version {current}",
                    shortened(&value.to_string())
                ));
                None
            }
            other => {
                reader.problem(format!("must be {current}, got {}", shortened(&other.to_string())));
                None
            }
        }
    }

    fn write(&self, value: &u64, _: Detail) -> Value {
        Value::count(*value)
    }

    fn placeholder(&self) -> u64 {
        Self::CURRENT
    }

    #[cfg(feature = "generate")]
    fn shape(&self) -> Shape {
        Shape::Integer(Integer::new("", Self::CURRENT, Self::CURRENT))
    }
}
