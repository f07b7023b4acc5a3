//! What makes a scenario a challenge: its goals, and what may be changed to reach them.

#[cfg(feature = "generate")]
mod records;

#[cfg(feature = "generate")]
pub use records::{Free, Goal};

#[cfg(feature = "generate")]
mod types {
    use super::{Free, Goal};
    use crate::schema::List;

    /// Goals of a challenge.
    pub type Goals = Vec<Goal>;
    /// What may be changed in a challenge.
    pub type FreeList = Vec<Free>;
    pub(crate) const GOALS: List<Goal> = List::of(0, 20, "goals");
    pub(crate) const FREE: List<Free> = List::of(0, 50, "values that may be changed");
}

/// The page's live run does not need them: it passes them on as they are, and the package of the pool reads them.
#[cfg(not(feature = "generate"))]
mod types {
    use crate::json::Value;
    use crate::schema::Anything;

    /// Goals of a challenge, not read.
    pub type Goals = Value;
    /// What may be changed in a challenge, not read.
    pub type FreeList = Value;
    pub(crate) const GOALS: Anything = Anything;
    pub(crate) const FREE: Anything = Anything;
}

pub(crate) use types::{FREE, GOALS};
pub use types::{FreeList, Goals};
