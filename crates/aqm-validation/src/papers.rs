//! Published papers: their numbers and statements beside ours.
//!
//! The results are those of `aqm reproduce --json`, with six digits, and without the points of figures and what the page needs to open a
//! cell.

use crate::document::{Node, at, document, goal, list, optional, optional_text, rounded, text};
use crate::{Error, Sources};
use aqm_json::Value;
use aqm_papers::{Goal, Paper, chosen, render, reproduce};

/// Runs the tables and figures of a paper, or takes their reports from the text of a file of `aqm reproduce --save`.
pub fn compute(
    name: &str,
    sources: &Sources,
    progress: &(dyn Fn(f64) + Sync),
) -> Result<Node, Error> {
    let paper = aqm_papers::paper(name);
    let paper = paper.ok_or_else(|| Error::new(format!("there is no paper {name}")))?;
    let text = match &sources.reports {
        Some(text) => text.clone(),
        None => {
            // Over all papers, because that of RFC 7928 alone would be the comparison only.
            let all: Vec<&Paper> = aqm_papers::papers().iter().collect();
            let mut items = chosen(&all, None, None);
            items.retain(|item| item.paper.name == paper.name());
            render::json::reports(&reproduce(&items, sources.threads, progress))
        }
    };
    results(paper, &text)
}

/// Returns the results of one paper. `reports` is the JSON of `aqm reproduce`; reports of other papers are left out.
pub fn results(paper: &Paper, reports: &str) -> Result<Node, Error> {
    let parsed = |text: &str| aqm_json::parse(text).map_err(|error| Error::new(error.message));
    let catalogue = parsed(&render::json::catalogue([paper]))?;
    let about = &list(&catalogue, "papers")?[0];
    let paper = paper.name();
    let reports = parsed(reports)?;
    let of_paper = list(&reports, "reports")?.iter().filter(|one| text(one, "paper") == Ok(paper));
    let of_paper: Vec<&Value> = of_paper.collect();
    if of_paper.is_empty() {
        return Err(Error::new(format!("there is no report of {paper}")));
    }
    let mut goals: Vec<Goal> = Vec::new();
    for report in &of_paper {
        for value in list(at(report, "report")?, "goals")? {
            goals.push(goal(value)?);
        }
    }
    let mut goals = Goal::sum(&goals);
    goals.extend(Goal::all_readings(&goals));
    let items = of_paper.into_iter().map(item).collect::<Result<Vec<_>, Error>>()?;
    Ok(document(
        &goals,
        [
            ("paper", Value::string(paper)),
            ("citation", at(about, "citation")?.clone()),
            ("items", Value::Array(items)),
            ("leftOut", at(about, "leftOut")?.clone()),
        ],
    ))
}

/// Returns a table or figure.
fn item(report: &Value) -> Result<Value, Error> {
    let inner = at(report, "report")?;
    let rows = list(inner, "rows")?.iter().map(row).collect::<Result<Vec<_>, Error>>()?;
    let mut members: Vec<(String, Value)> = vec![
        ("id".into(), at(report, "table")?.clone()),
        ("title".into(), at(report, "title")?.clone()),
    ];
    for name in ["notes", "publishedBy", "other", "measures"] {
        members.push((name.into(), at(inner, name)?.clone()));
    }
    members.push(("rows".into(), Value::Array(rows)));
    members.push(("findings".into(), at(inner, "findings")?.clone()));
    Ok(Value::Object(members))
}

fn row(row: &Value) -> Result<Value, Error> {
    let values = list(row, "values")?.iter().map(|value| {
        let mut members: Vec<(String, Value)> = Vec::new();
        let mut add = |name: &str, number: Option<f64>| {
            if let Some(number) = number {
                members.push((name.to_owned(), Value::number(rounded(number))));
            }
        };
        for (source, spread) in [("published", "publishedSd"), ("other", "otherSd"), ("ours", "sd")]
        {
            if let Some(figure) = value.get(source) {
                add(source, optional(figure, "mean"));
                add(spread, optional(figure, "sd"));
            }
        }
        add("tolerance", optional(value, "tolerance"));
        if let Some(within @ Value::Bool(_)) = value.get("within") {
            members.push(("within".to_owned(), within.clone()));
        }
        Value::Object(members)
    });
    Ok(Value::object([
        ("at", at(row, "at")?.clone()),
        ("queue", at(row, "queue")?.clone()),
        ("values", Value::Array(values.collect())),
    ]))
}

/// Returns the points of the first tables of Schwardmann et al. in one measure: discipline, published, ours.
pub(crate) fn points(results: &Node, measure: &str) -> Result<Vec<(String, f64, f64)>, Error> {
    let mut points = Vec::new();
    for item in list(&results.0, "items")? {
        if !matches!(text(item, "id")?, "1a" | "1b" | "1c") {
            continue;
        }
        let measures = list(item, "measures")?;
        let Some(index) = measures.iter().position(|one| text(one, "name") == Ok(measure)) else {
            continue;
        };
        for row in list(item, "rows")? {
            let value = &list(row, "values")?[index];
            if let (Some(published), Some(ours)) =
                (optional(value, "published"), optional(value, "ours"))
            {
                points.push((text(row, "queue")?.to_owned(), published, ours));
            }
        }
    }
    Ok(points)
}

/// Returns what results quote: for each table its rows, and the published numbers with their tolerances.
pub fn published(results: &Node) -> Result<Vec<String>, Error> {
    let mut lines = Vec::new();
    for item in list(&results.0, "items")? {
        let names = list(item, "measures")?.iter().map(ToString::to_string).collect::<Vec<_>>();
        lines.push(format!("{}: {}", text(item, "id")?, names.join(", ")));
        for row in list(item, "rows")? {
            let mut line = format!("{}, {}:", text(row, "at")?, text(row, "queue")?);
            for value in list(row, "values")? {
                let quoted = ["published", "publishedSd", "other", "otherSd", "tolerance"];
                for number in quoted.into_iter().filter_map(|name| optional(value, name)) {
                    line += &format!(" {number}");
                }
                line.push(';');
            }
            lines.push(line);
        }
    }
    Ok(lines)
}

/// Returns whether a finding holds, and the reason why not, if it is known.
pub(crate) fn verdict(finding: &Value) -> Result<(bool, Option<&str>), Error> {
    Ok((text(finding, "state")? == "holds", optional_text(finding, "because")))
}
