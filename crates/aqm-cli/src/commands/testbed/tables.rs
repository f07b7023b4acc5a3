//! The results of `aqm testbed` as text.

use super::{Row, write_summaries};
use crate::failure::Failure;
use aqm_scenario::Scenario;
use aqm_sim::time::Time;
use aqm_testbed::accuracy::limit;
use aqm_testbed::outcome::{Outcome, Place};
use aqm_validation::beside::Beside;
use std::io::Write;

/// Prints the measures of all lanes, their accuracy, and their comparisons.
pub(super) fn write_lanes(
    scenario: &Scenario,
    rows: &[Row],
    until: Time,
    place: &Place,
    out: &mut impl Write,
) -> Result<(), Failure> {
    if !scenario.title.is_empty() {
        writeln!(out, "{}", scenario.title)?;
    }
    let Place { kernel, machine, date } = place;
    writeln!(out, "Linux {kernel}, {machine}, {date}. Until {} s.\n", until.seconds())?;
    let label = |row: &Row| aqm_report::describe_queue(&scenario.queues[row.outcome.lane]);
    let labels: Vec<String> = rows.iter().map(label).collect();
    write_summaries(&labels, rows, out)?;
    for (label, row) in labels.iter().zip(rows) {
        writeln!(out, "\n{label}")?;
        write_accuracy(&row.outcome, out)?;
        if let Some(beside) = &row.beside {
            write_comparison(beside, row.outcome.is_valid(), out)?;
        }
    }
    Ok(())
}

/// Prints how late the run was, and whether it is valid.
fn write_accuracy(outcome: &Outcome, out: &mut impl Write) -> Result<(), Failure> {
    let accuracy = &outcome.accuracy;
    writeln!(
        out,
        "  lateness, us        {:>10} {:>10} {:>10} {:>10}",
        "p50", "p99", "max", "events"
    )?;
    let kinds = [
        ("dequeues", &accuracy.dequeues),
        ("deliveries", &accuracy.deliveries),
        ("end systems", &accuracy.ends),
    ];
    for (name, late) in kinds.into_iter().filter(|(_, late)| late.count > 0) {
        let (p50, p99, max) = (late.p50_us, late.p99_us, late.max_us);
        writeln!(out, "  {name:<18}  {p50:>10.1} {p99:>10.1} {max:>10.1} {:>10}", late.count)?;
    }
    let priority = if accuracy.has_priority { "" } else { ", without real-time priority" };
    writeln!(
        out,
        "  stolen processor time {:.2} %, {} involuntary switches{priority}",
        100.0 * accuracy.stolen,
        accuracy.involuntary_switches
    )?;
    for (index, hop) in outcome.counts.iter().enumerate() {
        writeln!(
            out,
            "  hop {}: {} packets arrived, {} departed, {} were dropped, {} wait",
            index + 1,
            hop.arrived,
            hop.departed,
            hop.dropped,
            hop.backlog
        )?;
    }
    for difference in &outcome.differences {
        writeln!(out, "  differs from the simulation: {difference}")?;
    }
    if outcome.is_valid() {
        writeln!(out, "  valid: 99 % within {} ms", limit(outcome.rtt))?;
    }
    for objection in &outcome.objections {
        writeln!(out, "  NOT VALID: {objection}")?;
    }
    Ok(())
}

/// Prints the measures of both side by side.
pub(super) fn write_comparison(
    beside: &[Beside],
    is_valid: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    writeln!(
        out,
        "  {:<26} {:>10} {:>10} {:>9}  {:<22} agreement",
        "measure", "Linux", "simulated", "sd", "tolerance"
    )?;
    for one in beside {
        let digits = one.decimals + 1;
        let sd = one.sd.map_or("-".to_owned(), |sd| format!("{sd:.digits$}"));
        let name = if one.unit.is_empty() {
            one.name.to_owned()
        } else {
            format!("{}, {}", one.name, one.unit)
        };
        let verdict = if one.is_within() { "within" } else { "NOT WITHIN" };
        writeln!(
            out,
            "  {name:<26} {:>10.digits$} {:>10.digits$} {sd:>9}  {:<22} {verdict}",
            one.measured, one.simulated, one.rule
        )?;
    }
    if !is_valid {
        writeln!(out, "  The run is not valid, so the comparison does not count.")?;
    }
    Ok(())
}
