//! The items that a caller asks for, and their runs on several threads.

use crate::report::Report;
use crate::run::{self, Run};
use crate::{Item, Paper, papers};
use std::sync::Arc;

/// The disciplines whose reports belong to a run of several papers.
const ALWAYS: [&str; 6] = ["droptail", "red", "ared", "codel", "pie", "fqCodel"];

/// Returns the items of `papers` that `table` selects (`None`: all).
pub fn select<'a>(
    papers: impl IntoIterator<Item = &'a Paper>,
    table: Option<&str>,
) -> Vec<&'a Item> {
    let all = papers.into_iter().flat_map(Paper::items).map(Arc::as_ref);
    all.filter(|item| table.is_none_or(|table| item.is(table))).collect()
}

/// Returns the item of this repository with a name such as `schwardmann-2014/1a`.
pub fn find(name: &str) -> Option<&'static Item> {
    papers().iter().flat_map(Paper::items).map(Arc::as_ref).find(|item| item.name() == name)
}

/// Returns the items that `aqm reproduce` runs: those of [`select`], but no report of a discipline for a single paper, and only those of
/// [`ALWAYS`] for several. With `queue` it is the report of that discipline; `table` is then a section, such as 5.
pub fn chosen<'a>(papers: &[&'a Paper], table: Option<&str>, queue: Option<&str>) -> Vec<&'a Item> {
    let all = || select(papers.iter().copied(), None);
    match (queue, table) {
        (Some(queue), _) => {
            let is_section = |section: &str| table.is_none_or(|table| table == section);
            let mut items = all();
            items.retain(|item| {
                item.report_of().is_some_and(|(kind, section)| kind == queue && is_section(section))
            });
            items
        }
        (None, Some(_)) => select(papers.iter().copied(), table),
        (None, None) => {
            let mut items = all();
            items.retain(|item| {
                let kind = item.report_of().map(|(kind, _)| kind);
                kind.is_none_or(|kind| papers.len() > 1 && ALWAYS.contains(&kind))
            });
            items
        }
    }
}

/// Runs `items` on `threads` threads. Calls `progress` with the completed share of the work, 0..1.
pub fn reproduce<'a>(
    items: &[&'a Item],
    threads: usize,
    progress: &(dyn Fn(f64) + Sync),
) -> Vec<(&'a Item, Report)> {
    let lengths: Vec<usize> = items.iter().map(|item| item.runs().len()).collect();
    let all: Vec<Run> = items.iter().flat_map(|item| item.runs()).collect();
    let mut measured = run::run_all(&all, threads, progress).into_iter().map(Some);
    let mut rest = all.as_slice();
    let mut reports = Vec::new();
    for (&item, length) in items.iter().zip(lengths) {
        let (runs, others) = rest.split_at(length);
        rest = others;
        reports.push((item, item.report(runs, measured.by_ref().take(length).collect())));
    }
    reports
}
