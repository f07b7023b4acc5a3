//! The generated files of the papers: the list of all files, and the plans of RFC 7928.
//!
//! The files of the other papers are written by hand (docs/decisions/0007-files-of-papers.md).

mod readme;

use crate::code::rfc7928;
#[cfg(test)]
use crate::{Content, Item, Planned};
#[cfg(test)]
use aqm_sweep::Sweep;

/// Folder of the files, below the repository's root.
pub const FOLDER: &str = "scenarios/papers";

/// A file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// Path below the repository's root.
    pub path: String,
    /// Content.
    pub text: String,
}

/// Returns the generated files in [`FOLDER`].
pub fn files() -> Vec<File> {
    let in_folder = |name: &str, text| File { path: format!("{FOLDER}/{name}"), text };
    let readme = in_folder("README.md", readme::text());
    let plans = rfc7928::plans::texts().map(|(name, text)| in_folder(&name, text));
    std::iter::once(readme).chain(plans).collect()
}

/// Returns the names of the cases of an item's plan.
#[cfg(test)]
pub(crate) fn cases(item: &Item) -> Vec<String> {
    let Some(sweep) = sweep(item) else { return Vec::new() };
    sweep.plan().cases.iter().map(|case| case.name.clone()).collect()
}

/// Returns the sweep of an item's plan.
#[cfg(test)]
fn sweep(item: &Item) -> Option<&Sweep> {
    match &item.content {
        Content::Table(table) => Some(table.sweep()),
        Content::Code { planned: Planned::Sweep(sweep), .. } => Some(sweep),
        Content::Code { .. } => None,
    }
}

#[cfg(test)]
mod tests;
