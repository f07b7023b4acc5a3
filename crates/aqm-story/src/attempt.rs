//! The Try of a step: a control with a value, and texts about the state that this value makes.

use crate::Problems;
use crate::blocks::{Block, Line, Section};
use crate::claim::Tried;
use crate::numbers::typed_number;
use crate::part;
use crate::reader::Reader;
use crate::text::Text;
use crate::values::{assignment, with};
use aqm_json::Value;
use aqm_scenario::Scenario;
use aqm_sweep::Plan;
use aqm_sweep::plan::{Vary, VaryValues};
use aqm_sweep::{By, Sweep};

/// A control of the page.
#[derive(Clone, PartialEq, Debug)]
pub struct Control {
    /// Path of the field: `link.buffer.packets`.
    pub path: String,
    /// The value to try.
    pub value: Value,
    /// The state with this value: the page shows it, and every claim of the Try is about it. `None` if the Try has problems.
    pub scenario: Option<Box<Scenario>>,
}

/// Reads the title, the text and the control. Every claim of the text is about the state that the control makes.
pub(crate) fn attempt(
    section: &Section<'_>,
    reader: &mut Reader<'_>,
    problems: &mut Problems,
) -> Option<(String, Text, Option<Control>)> {
    let (part, title) = part(section, "Try")?;
    let items = part.body.iter().filter_map(|block| match block {
        Block::Item(lines) => Some(lines.as_slice()),
        _ => None,
    });
    let (control, line) = control(items, reader.scenario, problems);
    reader.tried = Some(Tried {
        set: control.iter().map(|one| (one.path.clone(), one.value.clone())).collect(),
        state: match &control {
            Some(control) => control.scenario.as_deref().cloned(),
            None => reader.scenario.cloned(),
        },
    });
    let first = reader.claims.len();
    let (text, others) = reader.text(&part.body, problems);
    reader.tried = None;
    for block in others.iter().filter(|block| !matches!(block, Block::Item(_))) {
        let expected = "stands below '### Try'; expected paragraphs and one '- path = value'.";
        problems.add(block.line(), expected);
    }
    if text.is_empty() {
        problems.add(part.line, "begins something to try without a text.");
    }
    if let (Some(control), Some(scenario)) = (&control, reader.scenario) {
        let ends = reader.claims[first..].iter().map(|claim| claim.to_s);
        let until_s = ends.reduce(f64::max).unwrap_or(scenario.duration_s);
        if let Some(message) = replaced(scenario, control, until_s) {
            problems.add(line, message);
        }
    }
    // The instruction may name the value of the control.
    let allowed: Vec<String> = control.iter().map(|one| one.value.to_compact()).collect();
    if let Some(number) = typed_number(&text, &allowed) {
        problems.add(part.line, format!("begins something to try with the number {number}; expected the value of the control, or a claim in braces."));
    }
    Some((title.to_owned(), text, control))
}

/// Reads the line `- path = value`, and returns the control with its line.
fn control<'a>(
    items: impl Iterator<Item = &'a [Line<'a>]>,
    scenario: Option<&Scenario>,
    problems: &mut Problems,
) -> (Option<Control>, usize) {
    let (mut control, mut at) = (None, 0);
    for lines in items {
        let line = lines[0].number;
        if control.is_some() {
            problems.add(line, "is a second thing to try; expected one.");
            continue;
        }
        match assignment(lines[0].text) {
            Ok((path, value)) => {
                let set = [(path, value)];
                let made = scenario.and_then(|scenario| {
                    let made = with(scenario, &set);
                    let report = |message| problems.add(line, format!("tries a value {message}"));
                    made.map_err(report).ok().map(Box::new)
                });
                let [(path, value)] = set;
                (control, at) = (Some(Control { path, value, scenario: made }), line);
            }
            Err(message) => problems.add(line, format!("has a setting {message}")),
        }
    }
    (control, at)
}

/// Returns the message if the run replaces the tried value before `until_s`: the reader would then see another state than the one
/// that the text is about.
fn replaced(scenario: &Scenario, control: &Control, until_s: f64) -> Option<String> {
    let Control { path, value, .. } = control;
    let values = vec![value.clone()];
    let vary = vec![Vary::Values(VaryValues { path: path.clone(), values })];
    let sweep = Sweep::expand(Plan { vary, ..Plan::of(scenario.clone()) }).ok()?;
    let found = sweep.overrides().iter().find(|one| {
        let is_replaced = matches!(one.by, By::Change { .. } | By::Part { .. } | By::Schedule);
        one.is_whole || is_replaced && one.from_s < until_s
    })?;
    let cure = match &found.by {
        By::Change { index, set } => {
            let rest = path.strip_prefix(set.as_str()).unwrap_or_default();
            format!("Expected 'changes.{index}.to{rest} = {}'.", shown(value))
        }
        _ => "Expected a value that lasts until the end of the measured time.".to_owned(),
    };
    Some(format!("tries '{path}', which does not last: {}. {cure}", found.cause()))
}

/// Returns a value as a line of a story has it.
fn shown(value: &Value) -> String {
    match value {
        Value::String(word) => word.to_string(),
        other => other.to_compact(),
    }
}
