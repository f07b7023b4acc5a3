//! Files printed from the one definition.

/// What is said of a file that is not what it should be.
pub const STALE: &str = "is stale; run: cargo run -p aqm-cli -- generate";

/// A generated file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// Path below the repository's root.
    pub path: &'static str,
    /// What it holds.
    pub text: String,
}

/// All generated files.
pub fn files() -> Vec<File> {
    Vec::new()
}
