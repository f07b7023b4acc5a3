//! The pages: a page for each oracle, rendered from its results and remarks, and the front page.

mod bodies;
mod checked;
mod front;
mod papers;

use crate::document::Node;
use crate::markdown::{cells, reached, table};
use crate::scatter::{Plot, Point};
use crate::{Error, Oracle, loops};
use std::fs;
use std::path::Path;

/// A rendered file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// Path below the root of the repository.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// An oracle with its results and what is written about them by hand.
pub(crate) struct Entry {
    oracle: Oracle,
    results: Node,
    /// Remarks: the first paragraph is the reason for the front page. Empty without a file.
    remarks: String,
}

/// Renders all pages and plots from the results in the repository at `root`.
pub fn files(root: &Path) -> Result<Vec<File>, Error> {
    let read = |oracle: Oracle| {
        let results = oracle.results(root)?;
        let path = root.join(format!("docs/validation/remarks/{}.md", oracle.name()));
        let remarks = if path.exists() {
            fs::read_to_string(&path).map_err(|error| Error::at(&path, error))?
        } else {
            String::new()
        };
        Ok(Entry { oracle, results, remarks: remarks.replace("\r\n", "\n").trim().to_owned() })
    };
    let entries = Oracle::all().into_iter().map(read).collect::<Result<Vec<_>, Error>>()?;
    let mut files = vec![
        File { path: "docs/validation.md".into(), text: front::text(&entries)? },
        File { path: aqm_trust::PATH.into(), text: checked::text_of(&entries, root)? },
    ];
    for entry in &entries {
        let path = format!("docs/validation/{}.md", entry.oracle.name());
        let text = page(entry).map_err(|error| Error::at(Path::new(&path), error))?;
        files.push(File { path, text });
        files.extend(plots(entry)?);
    }
    Ok(files)
}

/// Returns the results of one paper as Markdown, without remarks.
pub fn paper(results: &Node) -> Result<String, Error> {
    Ok([papers::head(results)?, goals(results)?, papers::body(results)?].concat())
}

fn page(entry: &Entry) -> Result<String, Error> {
    let Entry { oracle, results, remarks } = entry;
    let name = oracle.name();
    let mut out = format!(
        "<!-- Rendered from {name}.json and remarks/{name}.md by `npm run validate`; do not edit. -->\n\n"
    );
    out += &match oracle {
        Oracle::Kernel => bodies::KERNEL_HEAD.to_owned(),
        Oracle::Loops(measurement) => bodies::loops_head(measurement, results)?,
        Oracle::Scripts => bodies::SCRIPTS_HEAD.to_owned(),
        Oracle::Paper(_) => papers::head(results)?,
    };
    out += &goals(results)?;
    if !remarks.is_empty() {
        out += &format!("## Differences and their causes\n\n{remarks}\n\n");
    }
    for (_, title, name) in plot_list(*oracle) {
        out += &format!("![{title}]({name}.svg)\n\n");
    }
    out += &match oracle {
        Oracle::Kernel => bodies::kernel(results)?,
        Oracle::Loops(_) => bodies::loops(results)?,
        Oracle::Scripts => bodies::scripts(results)?,
        Oracle::Paper(_) => papers::body(results)?,
    };
    Ok(out.trim_end().to_owned() + "\n")
}

/// Returns the table of goals; empty without goals.
fn goals(results: &Node) -> Result<String, Error> {
    let goals = results.goals()?;
    if goals.is_empty() {
        return Ok(String::new());
    }
    let rows: Vec<Vec<String>> = goals
        .iter()
        .map(|goal| {
            let here = format!("{} of {}", goal.hits, goal.of);
            vec![goal.name.clone(), goal.wanted(), here, reached(goal.is_met())]
        })
        .collect();
    Ok(table(1, &cells(["goal", "wanted", "here", "reached"]), &rows) + "\n")
}

/// Returns the plots of an oracle: what they show, the text for those who do not see them, and the name of the file.
fn plot_list(oracle: Oracle) -> Vec<(&'static str, &'static str, &'static str)> {
    match oracle.name() {
        "linux" => vec![("", "Scatter plot: measured mean delays and ours", "linux-delay")],
        "schwardmann-2014" => vec![
            ("mean delay", "Scatter plot: published mean delays and ours", "schwardmann-delay"),
            (
                "utilization",
                "Scatter plot: published utilizations and ours",
                "schwardmann-utilization",
            ),
        ],
        _ => Vec::new(),
    }
}

fn plots(entry: &Entry) -> Result<Vec<File>, Error> {
    let mut files = Vec::new();
    for (measure, _, name) in plot_list(entry.oracle) {
        let points = match entry.oracle {
            Oracle::Loops(_) => loops::delays(&entry.results)?,
            _ => crate::papers::points(&entry.results, measure)?,
        };
        let point = |(group, published, ours)| Point { group, published, ours };
        let points: Vec<Point> = points.into_iter().map(point).collect();
        let plot = match name {
            "linux-delay" => Plot {
                title: "Mean queue delay: simulated and real Linux",
                x: "Linux 6.18, ms",
                y: "simulated, ms",
                logarithmic: true,
                ticks: &[0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0],
                points: &points,
            },
            "schwardmann-delay" => Plot {
                title: "Mean queue delay: Schwardmann et al., Table 1",
                x: "published, ms",
                y: "simulated, ms",
                logarithmic: true,
                ticks: &[0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0],
                points: &points,
            },
            _ => Plot {
                title: "Utilization: Schwardmann et al., Table 1",
                x: "published, %",
                y: "simulated, %",
                logarithmic: false,
                ticks: &[40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 100.0],
                points: &points,
            },
        };
        files.push(File { path: format!("docs/validation/{name}.svg"), text: plot.svg() });
    }
    Ok(files)
}
