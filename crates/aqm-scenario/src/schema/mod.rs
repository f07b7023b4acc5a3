//! The machinery of the one definition. `record!`, `tagged!`, `keyed!` and `choice!` turn one table
//! per type into the struct or enum, its reader (which collects every problem), its writer (which
//! leaves out defaults), and, with the feature `generate`, its description, from which the JSON
//! Schema, the TypeScript types and the parameter tables are printed.

mod checks;
mod macros;

pub use checks::{
    Anything, Choice, Choices, Control, Flag, Integer, List, Maybe, Nested, Number, Text, Version,
    Way,
};
pub(crate) use macros::{choice, default_of, first_of, keyed, record, tagged};

use crate::json::Value;
use crate::problem::{Reader, listed, nearest};

/// What a JSON value may be: reads, checks and writes it.
pub trait Check {
    /// The value in Rust.
    type Value: Clone + PartialEq;

    /// Reads a value. `None` after a problem was reported.
    fn read(&self, value: &Value, reader: &mut Reader) -> Option<Self::Value>;

    /// Writes a value.
    fn write(&self, value: &Self::Value, detail: Detail) -> Value;

    /// Whether the value is one that is written by leaving the member out.
    fn is_absent(&self, _: &Self::Value) -> bool {
        false
    }

    /// Stands in for a refused value so that reading can go on to the next problem. Never used.
    fn placeholder(&self) -> Self::Value;

    /// What the value may be, for the generated files.
    #[cfg(feature = "generate")]
    fn shape(&self) -> describe::Shape;
}

/// A type that is read from and written to JSON as a whole.
pub trait Json: Clone + PartialEq {
    /// Reads a value. `None` after a problem was reported.
    fn read(value: &Value, reader: &mut Reader) -> Option<Self>;

    /// Writes a value.
    fn write(&self, detail: Detail) -> Value;

    /// See [`Check::placeholder`].
    fn placeholder() -> Self;

    /// Parameters that can be changed while a simulation runs.
    fn live(&self) -> Vec<&'static str>;

    /// What the value may be, for the generated files.
    #[cfg(feature = "generate")]
    fn shape() -> describe::Shape;
}

/// A JSON object with fixed members. Written with `record!`.
pub trait Record: Json {
    /// Reads the object; `beside` are members that somebody else reads.
    fn read_beside(beside: &[&'static str], value: &Value, reader: &mut Reader) -> Option<Self>;

    /// Writes the members.
    fn write_into(&self, members: &mut Vec<(String, Value)>, detail: Detail);

    /// The fields, for the generated files.
    #[cfg(feature = "generate")]
    fn record() -> describe::Record;
}

/// How much is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// What differs from the defaults: files and links.
    Short,
    /// Everything, defaults included.
    Full,
}

/// Members of an object that is being read.
pub(crate) struct Members<'a>(&'a [(String, Value)]);

impl<'a> Members<'a> {
    /// `None`, and a problem, if `value` is not an object.
    pub(crate) fn of(value: &'a Value, reader: &mut Reader) -> Option<Self> {
        let Value::Object(members) = value else {
            reader.problem(format!("must be an object, got {}", value.kind()));
            return None;
        };
        Some(Members(members))
    }

    /// The member `name`, or its default; a placeholder after a problem.
    pub(crate) fn field<C: Check>(
        &self,
        name: &str,
        check: &C,
        default: Option<C::Value>,
        reader: &mut Reader,
    ) -> C::Value {
        let found = self.0.iter().find(|(member, _)| member == name);
        let value = match found {
            Some((_, value)) => reader.member(name, |reader| check.read(value, reader)),
            None => {
                if default.is_none() {
                    reader.problem_in(name, "is missing");
                }
                default
            }
        };
        value.unwrap_or_else(|| check.placeholder())
    }

    /// Reports members that are not in `known`.
    pub(crate) fn refuse_unknown(&self, known: &[&'static str], reader: &mut Reader) {
        for (name, _) in self.0 {
            if known.contains(&name.as_str()) {
                continue;
            }
            let message = match nearest(name, known.iter().copied()) {
                Some(meant) => format!("is unknown; did you mean '{meant}'?"),
                None => format!("is unknown; there are {}", listed(known.iter().copied())),
            };
            reader.problem_in(&shortened(name), message);
        }
    }
}

/// Adds a member to an object that is being written, unless it is the default and need not be.
pub(crate) fn write_field<C: Check>(
    members: &mut Vec<(String, Value)>,
    name: &str,
    check: &C,
    value: &C::Value,
    default: Option<C::Value>,
    detail: Detail,
) {
    let is_wanted = detail == Detail::Full || default.as_ref() != Some(value);
    if is_wanted && !check.is_absent(value) {
        members.push((name.to_owned(), check.write(value, detail)));
    }
}

/// Which of `kinds` the member `tag` names.
pub(crate) fn read_tag(
    value: &Value,
    tag: &str,
    kinds: &'static [&'static str],
    later: &[&str],
    reader: &mut Reader,
) -> Option<&'static str> {
    Members::of(value, reader)?;
    let Some(kind) = value.get(tag) else {
        let all = listed(kinds.iter().copied());
        reader.problem_in(tag, format!("is missing; there are {all}"));
        return None;
    };
    let index = reader.member(tag, |reader| pick(kind, kinds, later, reader))?;
    Some(kinds[index])
}

/// Which one of `keys` is a member of the object.
pub(crate) fn read_key(
    value: &Value,
    keys: &[&'static str],
    reader: &mut Reader,
) -> Option<&'static str> {
    let Members(members) = Members::of(value, reader)?;
    let mut found = keys.iter().filter(|key| members.iter().any(|(name, _)| name == *key));
    match (found.next(), found.next()) {
        (Some(key), None) => Some(key),
        _ => {
            reader.problem(format!("must have exactly one of {}", listed(keys.iter().copied())));
            None
        }
    }
}

/// Which of `names` a string value is.
pub(crate) fn pick(
    value: &Value,
    names: &[&'static str],
    later: &[&str],
    reader: &mut Reader,
) -> Option<usize> {
    let Value::String(word) = value else {
        let names = listed(names.iter().copied());
        reader.problem(format!("must be one of {names}, got {}", value.kind()));
        return None;
    };
    let index = names.iter().position(|name| name == word);
    if index.is_none() {
        reader.problem(not_among(word, names, later));
    }
    index
}

/// Why `word` is none of `names`.
pub(crate) fn not_among(word: &str, names: &[&'static str], later: &[&str]) -> String {
    let all = listed(names.iter().copied());
    if later.contains(&word) {
        format!("'{word}' is not there yet; there are {all}")
    } else {
        let shown = shortened(word);
        match nearest(word, names.iter().copied()) {
            Some(meant) => format!("'{shown}' is unknown; did you mean '{meant}'?"),
            None => format!("'{shown}' is unknown; there are {all}"),
        }
    }
}

/// A word from a file, short enough for a message.
pub(crate) fn shortened(word: &str) -> String {
    if word.chars().count() <= 40 {
        return word.to_owned();
    }
    word.chars().take(39).chain(['…']).collect()
}

/// What the generated files are made from.
#[cfg(feature = "generate")]
pub mod describe {
    use super::{Check, Detail};
    use crate::json::Value;

    /// A record, with its fields in order.
    #[derive(Clone, Debug)]
    pub struct Record {
        /// The Rust type's name.
        pub name: &'static str,
        /// One sentence.
        pub help: String,
        /// In order.
        pub fields: Vec<Field>,
    }

    /// One field of a record.
    #[derive(Clone, Debug)]
    pub struct Field {
        /// The JSON member's name.
        pub name: &'static str,
        /// The words beside the control.
        pub label: &'static str,
        /// One sentence.
        pub help: String,
        /// Where the default comes from.
        pub source: &'static str,
        /// Can be changed while a simulation runs.
        pub live: bool,
        /// `None`: the field is required, or one of several ways to give a value.
        pub default: Option<Value>,
        /// What the value may be.
        pub shape: Shape,
    }

    impl Field {
        /// A member that must be there.
        pub fn is_required(&self) -> bool {
            self.default.is_none() && !matches!(self.shape, Shape::Way(_))
        }
    }

    /// One of several named things.
    #[derive(Clone, Debug)]
    pub struct Named<T> {
        /// The name in JSON.
        pub name: &'static str,
        /// One sentence.
        pub help: String,
        /// What it stands for.
        pub of: T,
    }

    /// What a value may be.
    #[derive(Clone, Debug)]
    pub enum Shape {
        /// Any JSON value; checked against what it sets.
        Any,
        /// `true` or `false`.
        Flag,
        /// A number within limits.
        Number(super::Number),
        /// A whole number within limits.
        Integer(super::Integer),
        /// A text of limited length.
        Text(super::Text),
        /// One of these words.
        Choice {
            /// The type's name.
            name: &'static str,
            /// The words.
            options: Vec<Named<()>>,
        },
        /// Either this or `null`.
        Maybe(Box<Shape>),
        /// One of several ways to give a value: this, or left out.
        Way(Box<Shape>),
        /// A list.
        List {
            /// Of these.
            item: Box<Shape>,
            /// Fewest items.
            min: usize,
            /// Most items.
            max: usize,
        },
        /// An object.
        Record(Record),
        /// One of several objects, told apart by the member `tag`.
        Tagged {
            /// The type's name.
            name: &'static str,
            /// One sentence.
            help: String,
            /// The member that tells them apart.
            tag: &'static str,
            /// The objects.
            variants: Vec<Named<Record>>,
        },
        /// One of several objects, told apart by which member they have.
        Keyed {
            /// The type's name.
            name: &'static str,
            /// One sentence.
            help: String,
            /// The objects, named by that member.
            variants: Vec<Named<Record>>,
        },
    }

    /// Describes one more field; returns its default (else a placeholder) for the fields after it.
    pub(crate) fn add_field<C: Check>(
        fields: &mut Vec<Field>,
        [name, label, help, source]: [&'static str; 4],
        live: bool,
        check: &C,
        default: Option<C::Value>,
    ) -> C::Value {
        fields.push(Field {
            name,
            label,
            help: help.trim().to_owned(),
            source,
            live,
            default: default
                .as_ref()
                .filter(|value| !check.is_absent(value))
                .map(|value| check.write(value, Detail::Full)),
            shape: check.shape(),
        });
        default.unwrap_or_else(|| check.placeholder())
    }
}
