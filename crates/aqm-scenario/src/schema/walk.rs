//! One walk over the fields of a record, whatever is to be done with them.

use super::Detail;
use super::shortened;
use super::words::{pick, with_guess};
use crate::json::Value;
use crate::problem::{Reader, listed};

#[cfg(feature = "generate")]
use super::describe;

/// What a JSON value may be: reads, checks and writes it.
pub trait Check: 'static {
    /// The value in Rust.
    type Value: Blank;

    /// Reads a value. `None` after a problem was reported.
    fn read(&self, value: &Value, reader: &mut Reader) -> Option<Self::Value>;

    /// Writes a value. `None` for one that is written by leaving the member out.
    fn write(&self, value: &Self::Value, detail: Detail) -> Option<Value>;

    /// Does with the field `slot` what `walk` is for.
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

    /// What the value may be, for the generated files.
    #[cfg(feature = "generate")]
    fn shape(&self) -> describe::Shape;
}

/// A value to start from: every field of a record has one before it is read.
pub trait Blank {
    /// The value. Says nothing about defaults.
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

/// The fields of a record. Written with `record!`.
pub trait Fields {
    /// Visits every field in order.
    fn walk(&mut self, walk: &mut Walk<'_>);

    /// Checks fields against each other.
    fn agree(&self, _: &mut Reader) {}
}

/// How several records that make one type are told apart.
#[derive(Clone, Copy, Debug)]
pub struct Kinds {
    /// Names, in the order in which they are offered.
    pub names: &'static [&'static str],
    /// The member that holds the name; empty if the name is a member that only this kind has.
    pub tag: &'static str,
    /// Names that are taken but not there yet.
    pub later: &'static [&'static str],
}

/// A type that is read from and written to JSON as a whole: a record, or one of several kinds.
/// Written with `record!`, `tagged!` and `keyed!`.
pub trait Json: Clone + PartialEq + Sized {
    /// How kinds are told apart; without names there is but one.
    const KINDS: Kinds = Kinds { names: &[], tag: "", later: &[] };

    /// A blank record of a kind.
    fn blank(kind: usize) -> Self;

    /// Which of the kinds this is.
    fn index(&self) -> usize {
        0
    }

    /// The record.
    fn fields(&mut self) -> &mut dyn Fields;

    /// Reads a value. `None` after a problem was reported.
    fn read(value: &Value, reader: &mut Reader) -> Option<Self> {
        let mut result = Self::blank(read_kind(&Self::KINDS, value, reader)?);
        read_fields(result.fields(), Self::KINDS.tag, value, reader).then_some(result)
    }

    /// Writes a value.
    fn write(&self, detail: Detail) -> Value {
        let kind = Self::KINDS.names.get(self.index()).copied().unwrap_or_default();
        write_fields(self.clone().fields(), Self::KINDS.tag, kind, detail)
    }

    /// Parameters that can be changed while a simulation runs.
    fn live(&self) -> Vec<&'static str> {
        live_fields(self.clone().fields())
    }

    /// What the value may be, for the generated files.
    #[cfg(feature = "generate")]
    fn shape() -> describe::Shape;
}

/// A record, for the generated files.
#[cfg(feature = "generate")]
pub trait Record: Json {
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

/// What is done with each field of a record.
pub struct Walk<'a> {
    task: Task<'a>,
    /// Members met so far; those that are live if that is the task.
    names: Vec<&'static str>,
}

enum Task<'a> {
    Read(&'a [(String, Value)], &'a mut Reader),
    Write(Vec<(String, Value)>, Detail),
    ListLive,
}

/// A field without its type, so that [`Walk::field`] exists once.
pub(crate) trait AnyField {
    /// Takes the value, if it is one that the field may have.
    fn read(&mut self, value: &Value, reader: &mut Reader);

    /// Takes the default. False without one.
    fn fall_back(&mut self) -> bool;

    /// Writes the value.
    fn write(&self, detail: Detail) -> Option<Value>;

    /// Writes the default.
    fn write_default(&self, detail: Detail) -> Option<Value>;
}

/// Where a value goes to or comes from, and what it may be.
pub(crate) struct Field<'a, C: Check> {
    pub(crate) check: &'a C,
    pub(crate) slot: &'a mut C::Value,
    pub(crate) default: Option<C::Value>,
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
                            reader.problem_in(name, "is missing");
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

/// The members; `None`, and a problem, if `value` is not an object.
fn members<'a>(value: &'a Value, reader: &mut Reader) -> Option<&'a [(String, Value)]> {
    let Value::Object(members) = value else {
        reader.problem(["must be an object, got ", value.kind()].concat());
        return None;
    };
    Some(members)
}

/// Which kind `value` is.
fn read_kind(kinds: &Kinds, value: &Value, reader: &mut Reader) -> Option<usize> {
    let members = members(value, reader)?;
    let Kinds { names, tag, later } = *kinds;
    if names.is_empty() {
        return Some(0);
    }
    if tag.is_empty() {
        let mut found = (0..names.len()).filter(|&kind| member(members, names[kind]).is_some());
        let (first, second) = (found.next(), found.next());
        if first.is_none() || second.is_some() {
            reader.problem(["must have exactly one of ", &listed(names)].concat());
            return None;
        }
        return first;
    }
    let Some(kind) = member(members, tag) else {
        reader.problem_in(tag, ["is missing; there are ", &listed(names)].concat());
        return None;
    };
    reader.member(tag, |reader| pick(kind, names, later, reader))
}

/// Whether everything is right; `tag` is a member that was read already.
fn read_fields(
    fields: &mut dyn Fields,
    tag: &'static str,
    value: &Value,
    reader: &mut Reader,
) -> bool {
    let Some(members) = members(value, reader) else { return false };
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
    tag: &'static str,
    kind: &'static str,
    detail: Detail,
) -> Value {
    let mut members = Vec::new();
    if !tag.is_empty() {
        push(&mut members, tag, Value::string(kind));
    }
    let mut walk = Walk { task: Task::Write(members, detail), names: Vec::new() };
    fields.walk(&mut walk);
    match walk.task {
        Task::Write(members, _) => Value::Object(members),
        _ => Value::Null,
    }
}

fn live_fields(fields: &mut dyn Fields) -> Vec<&'static str> {
    let mut walk = Walk { task: Task::ListLive, names: Vec::new() };
    fields.walk(&mut walk);
    walk.names
}
