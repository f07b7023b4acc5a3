//! What scripts have in common: the header, the texts of the scenario, and names of groups.

use crate::plan::Plan;
use crate::{Header, literal};

/// Returns the lines of the header, each behind `comment`. No text of the scenario is in them (see `literal`).
pub fn header(
    plan: &Plan<'_>,
    header: &Header<'_>,
    not_carried: &[String],
    comment: &str,
) -> String {
    let scenario = plan.scenario;
    let mut lines = vec![format!(
        "Made by AQM Playground {} from a scenario with seed {}.",
        header.version, scenario.seed
    )];
    let lanes: Vec<_> =
        plan.lanes.iter().map(|lane| format!("{} {}", lane.number, lane.name())).collect();
    lines.push(format!("Lanes: {}.", lanes.join(", ")));
    lines.push(format!("Duration: {} s.", scenario.duration_s));
    lines.push(String::new());
    lines.push("Does not carry over:".to_owned());
    lines.extend(not_carried.iter().map(|sentence| format!("- {sentence}")));
    let line = |text: String| format!("{comment} {text}").trim_end().to_owned() + "\n";
    lines.into_iter().map(line).collect()
}

/// Returns the title of the scenario, and its link, which may be empty.
pub fn texts<'a>(plan: &Plan<'a>, header: &Header<'a>) -> (&'a str, &'a str) {
    let title = plan.scenario.title.as_str();
    (if title.is_empty() { "A scenario" } else { title }, header.link.unwrap_or_default())
}

/// The first lines of a script in Python. The encoding is fixed in the second one, so that no later comment can choose another.
pub const PYTHON: &str = "#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\n";

/// Returns the texts of the scenario as constants of Python.
pub fn python_texts(plan: &Plan<'_>, header: &Header<'_>) -> String {
    let (title, link) = texts(plan, header);
    format!("TITLE = {}\nLINK = {}\n", literal::python(title), literal::python(link))
}

/// Returns the names of traffic groups for comments.
pub fn group_name(plan: &Plan<'_>, group: usize) -> String {
    let Some(traffic) = plan.scenario.traffic.get(group) else { return "bursts".to_owned() };
    format!("group {group}, {}", traffic.name())
}
