//! Work under way.
