//! Descriptions of records and values, from which the generated files are printed.

use super::limits::{Integer, Number, Text};
use aqm_json::Value;

/// A record, with its fields in order.
#[derive(Clone, Debug)]
pub struct Record {
    /// The Rust type's name.
    pub name: &'static str,
    /// Its name on the page; empty if the page does not name it.
    pub label: &'static str,
    /// Its name where there is little room.
    pub short: &'static str,
    /// Colour and dash of a lane that runs it.
    pub look: Option<[&'static str; 2]>,
    /// Its group in the menus of the page; empty without one.
    pub family: &'static str,
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
    /// Label of the control.
    pub label: &'static str,
    /// One sentence.
    pub help: String,
    /// Where the default comes from.
    pub source: &'static str,
    /// The field that must be larger; empty if there is none.
    pub less_than: &'static str,
    /// Can be changed while a simulation runs.
    pub live: bool,
    /// `None` if the field is required, or if it is one of several ways to give a value.
    pub default: Option<Value>,
    /// The accepted values.
    pub shape: Shape,
}

impl Field {
    /// Returns whether the member must be present.
    pub fn is_required(&self) -> bool {
        self.default.is_none() && !matches!(self.shape, Shape::Way(_))
    }
}

/// One of several named things.
#[derive(Clone, Debug)]
pub struct Named<T> {
    /// The name in JSON.
    pub name: &'static str,
    /// The name on the page.
    pub label: &'static str,
    /// One sentence.
    pub help: String,
    /// The thing.
    pub of: T,
}

impl Named<Record> {
    /// A record with its own label and help.
    pub fn record(name: &'static str, of: Record) -> Self {
        Named { name, label: of.label, help: of.help.clone(), of }
    }
}

/// A description of accepted values.
#[derive(Clone, Debug)]
pub enum Shape {
    /// Any JSON value; checked when it is used.
    Any,
    /// `true` or `false`.
    Flag,
    /// A number within limits.
    Number(Number),
    /// A whole number within limits.
    Integer(Integer),
    /// A text of limited length.
    Text(Text),
    /// One of these words.
    Choice {
        /// The type's name.
        name: &'static str,
        /// The words.
        options: Vec<Named<()>>,
    },
    /// Either this or `null`.
    Maybe(Box<Shape>),
    /// One of several ways to give a value; left out if another is used.
    Way(Box<Shape>),
    /// A list.
    List {
        /// Accepted items.
        item: Box<Shape>,
        /// Fewest items.
        min: usize,
        /// Most items.
        max: usize,
    },
    /// An object whose members may have any names and values.
    Members,
    /// An object.
    Record(Record),
    /// One of several objects; the member `tag` names the kind.
    Tagged {
        /// The type's name.
        name: &'static str,
        /// One sentence.
        help: String,
        /// The member that names the kind.
        tag: &'static str,
        /// The name alone stands for the kind with default parameters.
        word: bool,
        /// The objects.
        variants: Vec<Named<Record>>,
    },
    /// One of several objects, each with a member that the others do not have.
    Keyed {
        /// The type's name.
        name: &'static str,
        /// One sentence.
        help: String,
        /// The objects, named by that member.
        variants: Vec<Named<Record>>,
    },
}
