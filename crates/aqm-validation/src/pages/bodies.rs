//! Pages of the kernel's recordings, of measured closed loops and of packetdrill's scripts.

use crate::Error;
use crate::document::{Node, at, count, list, number, optional, optional_text, text};
use crate::kernel::Sum;
use crate::loops::Measurement;
use crate::markdown::{cells, table};
use aqm_json::Value;

pub(super) const KERNEL_HEAD: &str = "\
# The kernel's decisions

`aqm replay` repeats recorded runs of the unmodified Linux sources row by row, with the same input and random draws. For queue
disciplines a row is a packet: outcome, departure time and draw must be equal, and so must the recorded inner state. For congestion
controls a row is an event of the sender: window, threshold and the module's state must be equal.

The complete set of recordings is too large for the repository; its sums are those of the last run that had it. The tests replay
the part that is in the repository.

";

pub(super) const SCRIPTS_HEAD: &str = "\
# Linux's own sender tests

packetdrill's scripts, run against the simulated sender with the stack `linux-6`. [packetdrill.md](../packetdrill.md) says where the
scripts are, and how they are interpreted. They are not part of the repository, so the results are those of the last run that had them.

";

pub(super) fn loops_head(measurement: &Measurement, results: &Node) -> Result<String, Error> {
    let Measurement { title, about, .. } = measurement;
    let folder = text(&results.0, "folder")?;
    let seeds = count(&results.0, "seeds")?;
    Ok(format!(
        "# {title}\n\n{about} Method and accuracy: [measured.json](../../{folder}/measured.json). Ours is the mean of {seeds} seeds; `!` \
         marks a value outside the tolerance.\n\n"
    ))
}

pub(super) fn kernel(results: &Node) -> Result<String, Error> {
    let mut out = String::new();
    for one in list(&results.0, "tables")? {
        let title = text(one, "title")?;
        // The traces of congestion controls have the state in their rows.
        let has_states = title == "queue discipline";
        let mut rows = Vec::new();
        for row in list(one, "rows")? {
            let all = Sum::read(at(row, "all")?)?;
            let here = Sum::read(at(row, "repository")?)?;
            let mut counts = vec![all.files, all.rows];
            counts.extend(has_states.then_some(all.states));
            counts.extend([all.mismatches, here.files, here.rows, here.mismatches]);
            let mut line = vec![text(row, "name")?.to_owned()];
            line.extend(counts.iter().map(usize::to_string));
            rows.push(line);
        }
        let mut head = cells([title, "recordings", "rows"]);
        head.extend(has_states.then(|| "state rows".to_owned()));
        head.extend(cells(["differ", "in the repository", "rows", "differ"]));
        out += &format!("## By {title}\n\n{}\n", table(1, &head, &rows));
    }
    Ok(out)
}

pub(super) fn loops(results: &Node) -> Result<String, Error> {
    let folder = text(&results.0, "folder")?;
    let mut out = String::new();
    for one in list(&results.0, "tables")? {
        let measures = list(one, "measures")?;
        let mut head = cells(["scenario"]);
        let mut tolerances = Vec::new();
        for measure in measures {
            let (name, unit) = (text(measure, "name")?, text(measure, "unit")?);
            head.extend([format!("{name}, {unit}: Linux"), "here".to_owned()]);
            tolerances.push(format!("{name} {}", text(measure, "tolerance")?));
        }
        let mut rows = Vec::new();
        for row in list(one, "rows")? {
            let name = text(row, "name")?;
            let mut line = vec![format!("[{name}](../../{folder}/{name}.json)")];
            for (value, measure) in list(row, "values")?.iter().zip(measures) {
                line.extend(pair(value, count(measure, "decimals")?)?);
            }
            rows.push(line);
        }
        let title = text(one, "title")?;
        let mut capital = title.to_owned();
        capital[..1].make_ascii_uppercase();
        out += &format!("## {capital}\n\nTolerances: {}.\n\n", tolerances.join("; "));
        out += &format!("{}\n", table(1, &head, &rows));
    }
    Ok(out)
}

/// Returns the cells of a measured number and ours; empty where nothing was measured.
fn pair(value: &Value, decimals: usize) -> Result<[String; 2], Error> {
    if *value == Value::Null {
        return Ok([String::new(), String::new()]);
    }
    let mark = if at(value, "within")? == &Value::Bool(true) { "" } else { " !" };
    let shown = |name| number(value, name).map(|number| format!("{number:.decimals$}"));
    Ok([shown("measured")?, shown("ours")? + mark])
}

pub(super) fn scripts(results: &Node) -> Result<String, Error> {
    let mut rows = Vec::new();
    for script in list(&results.0, "scripts")? {
        let result = match text(script, "result")? {
            word @ ("fail" | "malformed") => format!("**{word}**"),
            word => word.to_owned(),
        };
        let line = optional(script, "line").map(|line| line.to_string()).unwrap_or_default();
        let reason = optional_text(script, "reason").unwrap_or_default();
        rows.push(vec![text(script, "name")?.to_owned(), result, line, reason.to_owned()]);
    }
    Ok(format!(
        "## All scripts\n\n{}",
        table(4, &cells(["script", "result", "line", "reason"]), &rows)
    ))
}
