//! Pages of papers.

use crate::Error;
use crate::document::{Node, count, list, optional, optional_text, text};
use crate::markdown::table;
use crate::papers::verdict;
use aqm_json::Value;
use aqm_papers::shown_queue;

pub(super) fn head(results: &Node) -> Result<String, Error> {
    let paper = text(&results.0, "paper")?;
    Ok(format!(
        "# {}\n\n`aqm reproduce {paper}` runs these experiments; [scenarios/papers](../../scenarios/papers/README.md) has their \
         simulations as plans. `!` marks a value outside a goal's tolerance. A cell counts as closer to the paper than ns-3 if the \
         sum of its distances in delay and utilization, each divided by the goal's tolerance, is not larger.\n\n",
        text(&results.0, "citation")?
    ))
}

pub(super) fn body(results: &Node) -> Result<String, Error> {
    let mut out = String::new();
    for item in list(&results.0, "items")? {
        out += &format!("## {}: {}\n\n", text(item, "id")?, text(item, "title")?);
        for note in list(item, "notes")? {
            if let Value::String(note) = note {
                out += &format!("{note}\n\n");
            }
        }
        out += &(rows(item)? + "\n");
        let findings = list(item, "findings")?;
        for finding in findings {
            let (holds, because) = verdict(finding)?;
            let word = if holds { "holds" } else { "**does not hold**" };
            let (claim, evidence) = (text(finding, "claim")?, text(finding, "evidence")?);
            out += &format!("- {word}: {claim} — {evidence}\n");
            if let Some(because) = because {
                out += &format!("  - {because}\n");
            }
        }
        if !findings.is_empty() {
            out.push('\n');
        }
    }
    let left_out = list(&results.0, "leftOut")?;
    if !left_out.is_empty() {
        out += "## Left out\n\n";
        for one in left_out {
            out += &format!("- {}: {}\n", text(one, "what")?, text(one, "why")?);
        }
        out.push('\n');
    }
    Ok(out)
}

/// Returns the table of an item. A column is left out if no row has its number.
fn rows(item: &Value) -> Result<String, Error> {
    let publisher = text(item, "publishedBy")?;
    let lines = list(item, "rows")?;
    let values = lines.iter().map(|row| list(row, "values")).collect::<Result<Vec<_>, Error>>()?;
    let mut head = vec!["set-up".to_owned(), "queue".to_owned()];
    let mut rows = Vec::new();
    for row in lines {
        rows.push(vec![text(row, "at")?.to_owned(), shown_queue(text(row, "queue")?)]);
    }
    for (index, measure) in list(item, "measures")?.iter().enumerate() {
        let (name, unit) = (text(measure, "name")?, text(measure, "unit")?);
        let decimals = count(measure, "decimals")?;
        let unit = if unit.is_empty() { String::new() } else { format!(", {unit}") };
        let has = |member| values.iter().any(|row| optional(&row[index], member).is_some());
        let has_published = has("published");
        let mut column = |title: String, cell: &dyn Fn(&Value) -> String| {
            head.push(title);
            for (row, values) in rows.iter_mut().zip(&values) {
                row.push(cell(&values[index]));
            }
        };
        if has_published {
            column(format!("{name}{unit}: {publisher}"), &|value| {
                shown(value, "published", "publishedSd", decimals)
            });
        }
        if has("other") {
            column(optional_text(item, "other").unwrap_or("other").to_owned(), &|value| {
                shown(value, "other", "otherSd", decimals)
            });
        }
        let title = if has_published { "here".to_owned() } else { format!("{name}{unit}") };
        column(title, &|value| {
            let mark = if value.get("within") == Some(&Value::Bool(false)) { " !" } else { "" };
            match shown(value, "ours", "sd", decimals) {
                none if none.is_empty() => "none".to_owned(),
                text => text + mark,
            }
        });
        if has_published {
            column("deviation".to_owned(), &|value| {
                let (published, ours) = (optional(value, "published"), optional(value, "ours"));
                published.zip(ours).map_or(String::new(), |(published, ours)| {
                    format!("{:+.decimals$}", ours - published)
                })
            });
        }
    }
    Ok(table(2, &head, &rows))
}

fn shown(value: &Value, mean: &str, sd: &str, decimals: usize) -> String {
    match (optional(value, mean), optional(value, sd)) {
        (None, _) => String::new(),
        (Some(mean), None) => format!("{mean:.decimals$}"),
        (Some(mean), Some(sd)) => format!("{mean:.decimals$} ± {sd:.decimals$}"),
    }
}
