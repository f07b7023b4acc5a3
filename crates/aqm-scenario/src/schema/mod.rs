//! The machinery of the one definition. `record!`, `tagged!`, `keyed!` and `choice!` turn one table
//! per type into the struct or enum, its reader (which collects every problem), its writer (which
//! leaves out defaults), and, with the feature `generate`, its description, from which the JSON
//! Schema, the TypeScript types and the parameter tables are printed.
//!
//! The page loads this, so a type brings no reader or writer of its own: it brings one function
//! that [walks](Fields::walk) over its fields, and [`Walk`] does the rest for all types.

mod checks;
#[cfg(feature = "generate")]
pub mod describe;
mod macros;
mod walk;
mod words;

pub use checks::{
    Anything, Choice, Choices, Control, Flag, Integer, List, Maybe, Nested, Number, Text, Version,
    Way,
};
pub(crate) use macros::{choice, default_of, first_of, keyed, of_records, record, tagged};
#[cfg(feature = "generate")]
pub use walk::Record;
pub use walk::{At, Blank, Check, Fields, Json, Kinds, Walk};
pub(crate) use words::{pick, shortened};

/// How much is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// What differs from the defaults: files and links.
    Short,
    /// Everything, defaults included.
    Full,
}
