//! Checks of single values: numbers, texts, choices and lists.

use super::limits::{Integer, Number, Text};
use super::walk::Field;
use super::{At, Blank, Check, Detail, Json, Walk, pick, shortened};
use crate::problem::Reader;
use aqm_json::{Value, shown};
use std::marker::PhantomData;

use super::describe::{Named, Shape};

/// Returns the accepted range: "1 to 5 ms".
fn range(min: f64, max: f64, unit: &str) -> String {
    if min == max {
        return shown(min);
    }
    let space = if unit.is_empty() { "" } else { " " };
    [&shown(min), " to ", &shown(max), space, unit].concat()
}

/// Returns the number if it is within the limits and, where `whole` demands it, an integer. Never
/// returns -0, so that equal numbers have equal bits.
fn read_number(
    value: &Value,
    [min, max]: [f64; 2],
    unit: &str,
    whole: bool,
    reader: &mut Reader,
) -> Option<f64> {
    let (noun, got) = match value {
        Value::Number(number) => {
            let is_whole = !whole || number.fract() == 0.0;
            if (min..=max).contains(number) && is_whole {
                return Some(number + 0.0);
            }
            (if is_whole { "" } else { "a whole number from " }, shown(*number))
        }
        other if whole => ("a whole number from ", other.kind().to_owned()),
        other => ("a number from ", other.kind().to_owned()),
    };
    reader.expected(&got, &[noun, &range(min, max, unit)].concat());
    None
}

impl Check for Number {
    type Value = f64;

    fn read(&self, value: &Value, reader: &mut Reader) -> Option<f64> {
        read_number(value, [self.min, self.max], self.unit, false, reader)
    }

    fn write(&self, value: &f64, _: Detail) -> Option<Value> {
        Some(Value::Number(*value))
    }

    fn shape(&self) -> Shape {
        Shape::Number(*self)
    }
}

impl Check for Integer {
    type Value = u64;

    fn read(&self, value: &Value, reader: &mut Reader) -> Option<u64> {
        let limits = [self.min as f64, self.max as f64];
        read_number(value, limits, self.unit, true, reader).map(|number| number as u64)
    }

    fn write(&self, value: &u64, _: Detail) -> Option<Value> {
        Some(Value::count(*value))
    }

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
        reader.expected(value.kind(), "true or false");
        None
    }

    fn write(&self, value: &bool, _: Detail) -> Option<Value> {
        Some(Value::Bool(*value))
    }

    fn shape(&self) -> Shape {
        Shape::Flag
    }
}

impl Check for Text {
    type Value = String;

    fn read(&self, value: &Value, reader: &mut Reader) -> Option<String> {
        let Value::String(text) = value else {
            reader.expected(value.kind(), "a text");
            return None;
        };
        let most = |most: usize, noun: &str, got: usize| {
            let [most, got] = [most, got].map(|count| shown(count as f64));
            ["has ", &got, noun, "; expected at most ", &most, "."].concat()
        };
        let chars = count_chars(text);
        let words = text.split_whitespace().count();
        let problem = if text.chars().any(char::is_control) {
            "has a line break or another control character; expected one line.".to_owned()
        } else if chars > self.chars {
            most(self.chars, " characters", chars)
        } else if self.words > 0 && words > self.words {
            most(self.words, " words", words)
        } else {
            return Some(text.clone());
        };
        reader.problem(problem);
        None
    }

    fn write(&self, value: &String, _: Detail) -> Option<Value> {
        Some(Value::string(value.clone()))
    }

    fn shape(&self) -> Shape {
        Shape::Text(*self)
    }
}

/// A type whose values have names in JSON. Implemented by `choice!`.
pub trait Choice: Copy + PartialEq + 'static {
    /// The type's name in TypeScript.
    const TYPE: &'static str;
    /// All names, in the order of the menu.
    const NAMES: &'static [&'static str];
    /// The values of these names, in the same order.
    const VALUES: &'static [Self];
    /// Names that are reserved for later versions.
    const LATER: &'static [&'static str];

    /// The names with label and help.
    fn options() -> Vec<Named<()>>;
}

/// One of the named values of `T`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choices<T>(PhantomData<T>);

impl<T> Choices<T> {
    /// The check.
    pub const NEW: Self = Choices(PhantomData);
}

impl<T: Choice + Blank> Check for Choices<T> {
    type Value = T;

    fn read(&self, value: &Value, reader: &mut Reader) -> Option<T> {
        let index = Names(T::NAMES, T::LATER).read(value, reader)?;
        Some(T::VALUES[index as usize])
    }

    fn write(&self, value: &T, detail: Detail) -> Option<Value> {
        Names(T::NAMES, T::LATER).write(&index_of(*value), detail)
    }

    fn visit(&'static self, walk: &mut Walk<'_>, at: At, slot: &mut T, default: Option<T>) {
        let mut index = index_of(*slot);
        let (check, default) = (&Names(T::NAMES, T::LATER), default.map(index_of));
        walk.field(at, &mut Field { check, slot: &mut index, default });
        *slot = T::VALUES[index as usize];
    }

    fn shape(&self) -> Shape {
        Shape::Choice { name: T::TYPE, options: T::options() }
    }
}

fn index_of<T: Choice>(value: T) -> u64 {
    T::VALUES.iter().position(|other| *other == value).unwrap_or_default() as u64
}

/// Checks names for all choices: names, and reserved names. The value is an index.
struct Names(&'static [&'static str], &'static [&'static str]);

impl Check for Names {
    type Value = u64;

    fn read(&self, value: &Value, reader: &mut Reader) -> Option<u64> {
        pick(value, self.0, self.1, reader).map(|index| index as u64)
    }

    fn write(&self, value: &u64, _: Detail) -> Option<Value> {
        Some(Value::string(self.0[*value as usize]))
    }

    fn shape(&self) -> Shape {
        let named = |&name| Named { name, label: name, help: String::new(), of: () };
        Shape::Choice { name: "", options: self.0.iter().map(named).collect() }
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

    fn write(&self, value: &Self::Value, detail: Detail) -> Option<Value> {
        value.as_ref().map_or(Some(Value::Null), |value| self.0.write(value, detail))
    }

    fn shape(&self) -> Shape {
        Shape::Maybe(Box::new(self.0.shape()))
    }
}

/// A member that is left out if the value is given in another way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way<C>(pub C);

impl<C: Check> Check for Way<C> {
    type Value = Option<C::Value>;

    fn read(&self, value: &Value, reader: &mut Reader) -> Option<Self::Value> {
        self.0.read(value, reader).map(Some)
    }

    fn write(&self, value: &Self::Value, detail: Detail) -> Option<Value> {
        self.0.write(value.as_ref()?, detail)
    }

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

impl<T: Json + Blank + 'static> Check for Nested<T> {
    type Value = T;

    fn read(&self, value: &Value, reader: &mut Reader) -> Option<T> {
        T::read(value, reader)
    }

    fn write(&self, value: &T, detail: Detail) -> Option<Value> {
        Some(value.write(detail))
    }

    fn shape(&self) -> Shape {
        T::shape()
    }
}

/// Accepts any value. The check is made when the value is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Anything;

impl Check for Anything {
    type Value = Value;

    fn read(&self, value: &Value, _: &mut Reader) -> Option<Value> {
        Some(value.clone())
    }

    fn write(&self, value: &Value, _: Detail) -> Option<Value> {
        Some(value.clone())
    }

    fn shape(&self) -> Shape {
        Shape::Any
    }
}

/// Accepts the version of the format that this program reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Version;

impl Version {
    /// The current version, the only one so far.
    pub const CURRENT: u64 = 1;
}

impl Check for Version {
    type Value = u64;

    fn read(&self, value: &Value, reader: &mut Reader) -> Option<u64> {
        let got = match value {
            Value::Number(version) if *version == Self::CURRENT as f64 => {
                return Some(Self::CURRENT);
            }
            other => shortened(&other.to_compact()),
        };
        let current = shown(Self::CURRENT as f64);
        reader.problem(match value {
            Value::Number(version) if *version > Self::CURRENT as f64 => {
                let cure = ". Open it with a newer version of this program.";
                ["is ", &got, "; this program reads version ", &current, cure].concat()
            }
            _ => ["is ", &got, "; expected ", &current, "."].concat(),
        });
        None
    }

    fn write(&self, value: &u64, _: Detail) -> Option<Value> {
        Some(Value::count(*value))
    }

    fn shape(&self) -> Shape {
        Shape::Integer(Integer::new("", Self::CURRENT, Self::CURRENT))
    }
}

/// Counts characters: the bytes that begin one.
fn count_chars(text: &str) -> usize {
    text.bytes().filter(|byte| byte & 0xc0 != 0x80).count()
}
