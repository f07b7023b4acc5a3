//! One walk over the fields of a record, which reads, writes or lists them.

use super::Detail;
use super::shortened;
use super::words::{pick, with_guess};
use crate::problem::{Reader, listed};
use aqm_json::Value;

use super::describe;

/// Reads, checks and writes one kind of JSON value.
pub trait Check: 'static {
    /// The value in Rust.
    type Value: Blank;

    /// Reads a value. Reports a problem and returns `None` if it is not accepted.
    fn read(&self, value: &Value, reader: &mut Reader) -> Option<Self::Value>;

    /// Writes a value. Returns `None` if the member must be left out.
    fn write(&self, value: &Self::Value, detail: Detail) -> Option<Value>;

    /// Performs the task of `walk` on the field `slot`.
    fn visit(
        &'static self,
        walk: &mut Walk<'_>,
        at: At,
        slot: &mut Self::Value,
        default: Option<Self::Value>,
    ) where
        Self: Sized,
    {
        walk.field(at, &mut Field { check: self, slot, default });
    }

    /// Returns the description of accepted values, for the generated files.
    fn shape(&self) -> describe::Shape;
}

/// A constant to fill fields with before they are read.
pub trait Blank {
    /// The constant. It is not the field's default.
    const BLANK: Self;
}

macro_rules! blank {
    ($($Type:ty: $blank:expr),+) => {
        $(impl Blank for $Type {
            const BLANK: Self = $blank;
        })+
    };
}

blank!(f64: 0.0, u64: 0, bool: false, String: String::new(), Value: Value::Null);

impl<T> Blank for Option<T> {
    const BLANK: Self = None;
}

impl<T> Blank for Vec<T> {
    const BLANK: Self = Vec::new();
}

/// The fields of a record. Implemented by `record!`.
pub trait Fields {
    /// Visits every field, in order.
    fn walk(&mut self, walk: &mut Walk<'_>);

    /// Checks fields against each other.
    fn agree(&self, _: &mut Reader) {}
}

/// The records of a type that has several, and how to distinguish them.
#[derive(Clone, Copy, Debug)]
pub struct Kinds {
    /// Names, in the order of the menu.
    pub names: &'static [&'static str],
    /// The member with the name. Empty if each kind has a member of that name instead.
    pub tag: &'static str,
    /// The name alone, as a text, stands for the kind with default parameters. It is also written so.
    pub word: bool,
    /// Names that are reserved for later versions.
    pub later: &'static [&'static str],
}

/// A type with a JSON form: one record, or one of several kinds of records. Implemented by `record!`,
/// `tagged!` and `keyed!`.
pub trait Json: Clone + PartialEq + Sized {
    /// The kinds; without names there is a single record.
    const KINDS: Kinds = Kinds { names: &[], tag: "", word: false, later: &[] };

    /// Returns a blank record of a kind.
    fn blank(kind: usize) -> Self;

    /// Returns the index of this kind.
    fn index(&self) -> usize {
        0
    }

    /// Returns the record.
    fn fields(&mut self) -> &mut dyn Fields;

    /// Reads a value. Reports a problem and returns `None` if it is not accepted.
    fn read(value: &Value, reader: &mut Reader) -> Option<Self> {
        let mut result = Self::blank(read_kind(&Self::KINDS, value, reader)?);
        read_fields(result.fields(), &Self::KINDS, value, reader).then_some(result)
    }

    /// Writes a value.
    fn write(&self, detail: Detail) -> Value {
        let kind = Self::KINDS.names.get(self.index()).copied().unwrap_or_default();
        write_fields(self.clone().fields(), &Self::KINDS, kind, detail)
    }

    /// Returns the names of the parameters that can be changed while a simulation runs.
    fn live(&self) -> Vec<&'static str> {
        live_fields(self.clone().fields())
    }

    /// Returns the description of accepted values, for the generated files.
    fn shape() -> describe::Shape;
}

/// A record, for the generated files.
pub trait Record: Json {
    /// Its name where there is little room; empty if the page does not name it.
    const SHORT: &'static str;

    /// The fields.
    fn record() -> describe::Record;
}

/// A field of a record.
#[derive(Clone, Copy, Debug)]
pub struct At {
    /// The JSON member's name.
    pub name: &'static str,
    /// Can be changed while a simulation runs.
    pub live: bool,
}

/// A task that is performed on each field of a record.
pub struct Walk<'a> {
    task: Task<'a>,
    /// Names of the fields visited so far; only live ones if the task is to list these.
    names: Vec<&'static str>,
}

enum Task<'a> {
    Read(&'a [(String, Value)], &'a mut Reader),
    Write(Vec<(String, Value)>, Detail),
    ListLive,
}

/// A field without its type, so that [`Walk::field`] exists once.
pub trait AnyField {
    /// Stores the value, if it is accepted.
    fn read(&mut self, value: &Value, reader: &mut Reader);

    /// Stores the default. Returns false if there is none.
    fn fall_back(&mut self) -> bool;

    /// Writes the value.
    fn write(&self, detail: Detail) -> Option<Value>;

    /// Writes the default.
    fn write_default(&self, detail: Detail) -> Option<Value>;
}

/// A field with its check and its default.
pub struct Field<'a, C: Check> {
    pub check: &'a C,
    pub slot: &'a mut C::Value,
    pub default: Option<C::Value>,
}

impl<C: Check> AnyField for Field<'_, C> {
    fn read(&mut self, value: &Value, reader: &mut Reader) {
        if let Some(value) = self.check.read(value, reader) {
            *self.slot = value;
        }
    }

    fn fall_back(&mut self) -> bool {
        match self.default.take() {
            Some(default) => {
                *self.slot = default;
                true
            }
            None => false,
        }
    }

    fn write(&self, detail: Detail) -> Option<Value> {
        self.check.write(self.slot, detail)
    }

    fn write_default(&self, detail: Detail) -> Option<Value> {
        self.check.write(self.default.as_ref()?, detail)
    }
}

impl Walk<'_> {
    /// Reads, writes or lists one field. A field without default is required.
    #[inline(never)]
    pub(crate) fn field(&mut self, at: At, field: &mut dyn AnyField) {
        let At { name, live } = at;
        match &mut self.task {
            Task::Read(members, reader) => {
                self.names.push(name);
                match member(members, name) {
                    Some(value) => reader.member(name, |reader| field.read(value, reader)),
                    None => {
                        if !field.fall_back() {
                            reader.problem_in(name, "is missing.");
                        }
                    }
                }
            }
            Task::Write(members, detail) => {
                if let Some(value) = field.write(*detail)
                    && (*detail == Detail::Full
                        || field.write_default(*detail).as_ref() != Some(&value))
                {
                    push(members, name, value);
                }
            }
            Task::ListLive if live => self.names.push(name),
            Task::ListLive => {}
        }
    }
}

fn member<'a>(members: &'a [(String, Value)], name: &str) -> Option<&'a Value> {
    members.iter().find(|(member, _)| member == name).map(|(_, value)| value)
}

#[inline(never)]
fn push(members: &mut Vec<(String, Value)>, name: &str, value: Value) {
    members.push((name.to_owned(), value));
}

/// Returns the members. Reports a problem and returns `None` if `value` is not an object.
fn members<'a>(value: &'a Value, reader: &mut Reader) -> Option<&'a [(String, Value)]> {
    let Value::Object(members) = value else {
        reader.expected(value.kind(), "an object");
        return None;
    };
    Some(members)
}

/// Returns the index of the kind of `value`.
fn read_kind(kinds: &Kinds, value: &Value, reader: &mut Reader) -> Option<usize> {
    let Kinds { names, tag, later, .. } = *kinds;
    if is_word(kinds, value) {
        return pick(value, names, later, reader);
    }
    let members = members(value, reader)?;
    if names.is_empty() {
        return Some(0);
    }
    if tag.is_empty() {
        let mut found = (0..names.len()).filter(|&kind| member(members, names[kind]).is_some());
        let (first, second) = (found.next(), found.next());
        if first.is_none() || second.is_some() {
            let count = if first.is_none() { "has none of " } else { "has several of " };
            reader.problem([count, &listed(names), "; expected exactly one."].concat());
            return None;
        }
        return first;
    }
    let Some(kind) = member(members, tag) else {
        reader.problem_in(tag, ["is missing; expected ", &listed(names), "."].concat());
        return None;
    };
    reader.member(tag, |reader| pick(kind, names, later, reader))
}

/// Returns whether `value` has to be the name of a kind, not an object.
fn is_word(kinds: &Kinds, value: &Value) -> bool {
    kinds.word && !matches!(value, Value::Object(_))
}

/// Reads all fields and returns whether there was no problem. The kind was read before.
fn read_fields(fields: &mut dyn Fields, kinds: &Kinds, value: &Value, reader: &mut Reader) -> bool {
    let tag = kinds.tag;
    let members = if is_word(kinds, value) {
        &[]
    } else {
        let Some(members) = members(value, reader) else { return false };
        members
    };
    let before = reader.count();
    let mut walk = Walk { task: Task::Read(members, reader), names: Vec::new() };
    fields.walk(&mut walk);
    let mut names = walk.names;
    if !tag.is_empty() {
        names.push(tag);
    }
    for (name, _) in members {
        if !names.contains(&name.as_str()) {
            reader.problem_in(&shortened(name), with_guess("is unknown", name, &names));
            if reader.is_full() {
                break;
            }
        }
    }
    if reader.count() == before {
        fields.agree(reader);
    }
    reader.count() == before
}

fn write_fields(
    fields: &mut dyn Fields,
    kinds: &Kinds,
    kind: &'static str,
    detail: Detail,
) -> Value {
    if kinds.word && detail == Detail::Full {
        let short = write_fields(fields, kinds, kind, Detail::Short);
        if let Value::String(_) = short {
            return short;
        }
    }
    let mut members = Vec::new();
    if !kinds.tag.is_empty() {
        push(&mut members, kinds.tag, Value::string(kind));
    }
    let mut walk = Walk { task: Task::Write(members, detail), names: Vec::new() };
    fields.walk(&mut walk);
    match walk.task {
        Task::Write(members, _) if kinds.word && members.len() == 1 => Value::string(kind),
        Task::Write(members, _) => Value::Object(members),
        _ => Value::Null,
    }
}

fn live_fields(fields: &mut dyn Fields) -> Vec<&'static str> {
    let mut walk = Walk { task: Task::ListLive, names: Vec::new() };
    fields.walk(&mut walk);
    walk.names
}
