//! The page that lists the files.

use super::{Content, Sheet, arguments};
use crate::Paper;
use aqm_scenario::sweep::Sweep;

const INTRODUCTION: &str = "\
<!-- Made from the experiments in crates/aqm-reproduce/src by `cargo run -p aqm-cli -- generate`; do not edit. -->

# The experiments of the papers as files

Each file has the simulations of one table or figure. A plan (`.json`) has all of them; where the set-up depends on the seed, a
folder has one scenario for each seed.

```sh
aqm sweep scenarios/papers/schwardmann-2014/1c.json              # all runs of Table 1c, as a table of means
aqm sweep scenarios/papers/schwardmann-2014/1c.json --seeds 1    # one seed only
aqm sweep scenarios/papers/rfc7928/8.json --set queues.0.kind=pie,codel --output table.parquet
aqm run scenarios/papers/schwardmann-2014/2-linux/seed-01.json   # one scenario, all lanes
```

`aqm reproduce` runs the same simulations, in the same order. It also computes what no measure of a sweep shows, such as recovery
times, ellipses and findings, and prints the numbers of the paper. A test checks that both run the same scenarios with the same
seeds, and that the measures of a sweep are bit for bit the values of `aqm reproduce`.

The plans of RFC 7928 have all disciplines: the rows of one `queues.0.kind`, in their order, are the report of that discipline.
In section 4 the disciplines with ECN have it switched on, so each case there has its own discipline.

";

/// Returns the text of the page.
pub(super) fn text(sheets: &[Sheet]) -> String {
    let mut text = INTRODUCTION.to_owned();
    for paper in Paper::ALL {
        text += &format!(
            "## {}\n\n{}\n\n| file | what | runs | `aqm reproduce` |\n| --- | --- | --- | --- |\n",
            paper.name(),
            paper.citation()
        );
        for sheet in sheets.iter().filter(|sheet| sheet.items[0].paper == paper) {
            text += &row(sheet);
        }
        text.push('\n');
    }
    text.trim_end().to_owned() + "\n"
}

fn row(sheet: &Sheet) -> String {
    let item = sheet.items[0];
    let (place, runs) = match &sheet.content {
        Content::Plan(plan) => {
            let sweep = Sweep::new((**plan).clone()).expect("the plans of this crate are valid");
            (format!("{}.json", name(&sheet.path)), sweep.runs())
        }
        Content::Scenarios(scenarios) => {
            let runs = scenarios.iter().map(|scenario| scenario.queues.len()).sum();
            (format!("{}/", name(&sheet.path)), runs)
        }
    };
    let link = format!("[{place}]({}/{place})", item.paper.name());
    format!("| {link} | {} | {runs} | `{}` |\n", item.title, arguments(item))
}

/// Returns the part of a path below the folder of its paper.
fn name(path: &str) -> &str {
    path.split_once('/').map_or(path, |(_, name)| name)
}
