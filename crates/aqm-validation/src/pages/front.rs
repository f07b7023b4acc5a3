//! The front page: what was compared, how close it is, what fails and why.

use super::Entry;
use crate::document::{self, list, number, optional};
use crate::markdown::{cells, reached, table};
use crate::{Error, Oracle};
use aqm_json::Value;
use aqm_papers::{About, Paper};

const HEAD: &str = "\
<!-- Rendered from the results in docs/validation by `npm run validate`; do not edit. -->

# Validation

The models are compared with the kernel's code, with real TCP and with published results. Each line links to a page with all numbers.
`npm run validate` computes ours and writes them as JSON to `docs/validation`; measured and published numbers are quoted.
";

fn failures(entries: &[Entry]) -> Result<String, Error> {
    let mut out = String::new();
    for entry in entries {
        if entry.results.goals()?.iter().all(|goal| goal.is_met()) {
            continue;
        }
        let name = entry.oracle.name();
        // The first paragraph of the remarks, with links that fit this page.
        let why = entry.remarks.split("\n\n").next().unwrap_or_default();
        if why.is_empty() {
            return Err(Error::new(format!("docs/validation/remarks/{name}.md gives no reason")));
        }
        let why = why.replace("](../", "](").replace('\n', "\n  ");
        out += &format!("- [{name}](validation/{name}.md): {why}\n");
    }
    Ok(out)
}

pub(super) fn text(entries: &[Entry]) -> Result<String, Error> {
    let mut rows = Vec::new();
    for entry in entries {
        let name = entry.oracle.name();
        let link = format!("[{}](validation/{name}.md)", title(entry)?);
        let goals = entry.results.goals()?;
        if goals.is_empty() {
            rows.push(cells([&link, "nothing published to compare with", "", "", ""]));
        }
        for (index, goal) in goals.iter().enumerate() {
            rows.push(vec![
                if index == 0 { link.clone() } else { String::new() },
                goal.name.clone(),
                goal.wanted(),
                format!("{} of {}", goal.hits, goal.of),
                reached(goal.is_met()),
            ]);
        }
    }
    let goals = table(2, &cells(["compared with", "goal", "wanted", "here", "reached"]), &rows);
    let close = close(entries)?;
    let failures = failures(entries)?;
    let failures =
        if failures.is_empty() { "All goals are reached.\n".to_owned() } else { failures };
    Ok(format!("{HEAD}\n{goals}\n## How close\n\n{close}\n## What fails, and why\n\n{failures}"))
}

/// Returns a short name for the table.
fn title(entry: &Entry) -> Result<String, Error> {
    Ok(match entry.oracle {
        Oracle::Kernel => "The kernel's decisions".to_owned(),
        Oracle::Loops(measurement) => measurement.title.to_owned(),
        Oracle::Scripts => "Linux's own sender tests".to_owned(),
        Oracle::Paper(name) => match aqm_papers::paper(name).map(Paper::about) {
            Some(About { authors, year: Some(year), .. }) => format!("{authors}, {year}"),
            Some(about) => about.authors.clone(),
            None => name.to_owned(),
        },
    })
}

/// Returns a table of median deviations: of the measured closed loops, and of the first tables of Schwardmann et al.
fn close(entries: &[Entry]) -> Result<String, Error> {
    let mut rows = Vec::new();
    for entry in entries {
        let tables = match entry.oracle {
            Oracle::Loops(_) => list(&entry.results.0, "tables")?,
            Oracle::Paper(_) if entry.oracle.name() == "schwardmann-2014" => {
                list(&entry.results.0, "items")?
            }
            _ => continue,
        };
        let (delay, utilization) = (deviations(tables, true)?, deviations(tables, false)?);
        rows.push(vec![
            title(entry)?,
            delay.len().to_string(),
            format!("{:.1} %", 100.0 * median(delay)),
            format!("{:.1} points", median(utilization)),
        ]);
    }
    let head = cells([
        "compared with",
        "rows",
        "median deviation of the mean delay",
        "of the utilization",
    ]);
    Ok(table(1, &head, &rows))
}

/// Returns the deviations of all rows in the mean delay, as a share of the measured number, or in the utilization, in points.
fn deviations(tables: &[Value], is_delay: bool) -> Result<Vec<f64>, Error> {
    let wanted = if is_delay { "mean delay" } else { "utilization" };
    let mut found = Vec::new();
    for one in tables {
        let measures = list(one, "measures")?;
        let index =
            measures.iter().position(|measure| document::text(measure, "name") == Ok(wanted));
        // Readings that were inferred from the table prove nothing.
        let is_inferred = one.get("id").is_some_and(|id| id.to_string().contains('-'));
        let Some(index) = index.filter(|_| !is_inferred) else { continue };
        for row in list(one, "rows")? {
            let value = &list(row, "values")?[index];
            let measured = optional(value, "measured").or(optional(value, "published"));
            if let Some(measured) = measured {
                let off = (number(value, "ours")? - measured).abs();
                found.push(if is_delay { off / measured } else { off });
            }
        }
    }
    Ok(found)
}

/// Returns the median; NaN without values.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => f64::NAN,
        count if count % 2 == 1 => values[middle],
        _ => f64::midpoint(values[middle - 1], values[middle]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_of_an_even_number_is_between_the_middle_ones() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
        assert!(median(Vec::new()).is_nan());
    }
}
