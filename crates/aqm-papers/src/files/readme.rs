//! The page that lists the files.

use crate::code::rfc7928;
use crate::{Item, papers};
use std::sync::Arc;

const INTRODUCTION: &str = "\
<!-- Made from the files of the papers by `cargo run -p aqm-cli -- generate`; do not edit. -->

# The papers as files

Each folder is a paper. `paper.json` has the citation, the tables and figures, the published numbers, the findings and what is left out; the
recipe for another paper is in CONTRIBUTING.md. The other files have the simulations: a plan (`.json`) for each table or figure; where the
set-up depends on the seed, a folder has one scenario for each seed.

```sh
aqm sweep scenarios/papers/schwardmann-2014/1c.json              # all runs of Table 1c, as a table of means
aqm sweep scenarios/papers/schwardmann-2014/1c.json --seeds 1    # one seed only
aqm sweep scenarios/papers/rfc7928/8.json --set queues.0.kind=pie,codel --output table.parquet
aqm run scenarios/papers/schwardmann-2014/2-linux/seed-01.json   # one scenario, all lanes
```

`aqm reproduce` and the page read the same files. They also compute what no measure of a sweep shows, such as recovery times, ellipses and
findings, and print the numbers of the paper.

The plans of RFC 7928 are generated and have all disciplines: the rows of one `queues.0.kind`, in their order, are the report of that discipline.
In section 4 the disciplines with ECN have it switched on, so each case there has its own discipline.

";

/// Returns the text of the page.
pub(super) fn text() -> String {
    let mut text = INTRODUCTION.to_owned();
    for paper in papers() {
        let about = paper.about();
        text += &format!(
            "## [{}]({}/paper.json)\n\n{}\n\n| file | what | runs | `aqm reproduce` |\n| --- | --- | --- | --- |\n",
            about.name, about.name, about.citation
        );
        let mut files: Vec<&str> = Vec::new();
        for item in paper.items() {
            if !item.file.is_empty() && !files.contains(&item.file.as_str()) {
                files.push(&item.file);
                text += &row(item, paper.items());
            }
        }
        text.push('\n');
    }
    text.trim_end().to_owned() + "\n"
}

fn row(item: &Item, all: &[Arc<Item>]) -> String {
    let same = all.iter().filter(|other| other.file == item.file);
    let runs: usize = same.map(|item| item.runs().len()).sum();
    let paper = &item.paper.name;
    format!(
        "| [{}]({paper}/{}) | {}: {} | {runs} | `{}` |\n",
        item.file,
        item.file,
        item.label,
        item.title,
        arguments(item)
    )
}

/// Returns the arguments of `aqm reproduce` for an item, or for a section of RFC 7928.
fn arguments(item: &Item) -> String {
    let paper = &item.paper.name;
    match item.report_of() {
        Some((_, section)) => format!("{paper} --queue KIND --table {section}"),
        None if paper == rfc7928::NAME => paper.clone(),
        None => format!("{paper} --table {}", item.id),
    }
}
