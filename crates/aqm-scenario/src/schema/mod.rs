//! Macros that turn one table per type into everything the format needs.
//!
//! `record!`, `tagged!`, `keyed!` and `choice!` generate the struct or enum, its reader, its writer and
//! its description. The reader collects every problem. The writer leaves
//! defaults out. The JSON Schema, the TypeScript types and the parameter tables are printed from the
//! descriptions.
//!
//! The page loads this code. To keep it small, a type has no reader or writer of its own, only a function
//! that [walks](Fields::walk) over its fields. [`Walk`] does the rest for all types.

mod add;
mod checks;
pub mod describe;
mod limits;
mod lists;
mod macros;
mod walk;
mod words;

pub use add::{Words, add_field};
pub use checks::{Anything, Choice, Choices, Flag, Maybe, Nested, Version, Way};
pub use limits::{Control, Integer, Number, Text};
pub use lists::{Items, List};
pub use walk::Record;
pub use walk::{At, Blank, Check, Fields, Json, Kinds, Walk};
pub(crate) use words::pick;
pub use words::shortened;

pub use crate::{choice, keyed, record, tagged};

/// Which members are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// Those that differ from their defaults: for files and links.
    Short,
    /// All members.
    Full,
}
