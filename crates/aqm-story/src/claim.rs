//! Claims: numbers in texts that are computed from the run.
//!
//! ```text
//! {queueDelayMs.mean of lane 2 from 12 to 18 s}
//! {mos of group 2 of lane B from 15 to 30 s; 4.1 to 4.4}
//! {number packets.dropped of lane 1}
//! {queueDelayMs.mean of lane 1 with link.buffer.packets = 600; 550 to 680}
//! {setting link.buffer.packets}
//! ```

use crate::Problems;
use crate::values::{assignment, number_of, pair, with};
use aqm_json::Value;
use aqm_report::measures::{Quantity as Measured, Scope};
use aqm_scenario::{Detail, Scenario};
use aqm_sim::metrics::Summary;

/// Most claims of a step.
const MAX_CLAIMS: usize = 60;
/// Most different runs that the claims of a step need.
const MAX_RUNS: usize = 8;

/// What a claim measures.
#[derive(Clone, Debug)]
pub enum Quantity {
    /// A measure of the run.
    Measured(Measured),
    /// A number of the scenario, which is not measured.
    Setting(f64),
}

/// A number that is computed from the run.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Line in the file, from 1.
    pub line: usize,
    /// What stands between the braces.
    pub source: String,
    /// What it measures.
    pub quantity: Quantity,
    /// Index of the lane.
    pub lane: usize,
    /// Start of the measured time, s.
    pub from_s: f64,
    /// End of the measured time, s.
    pub to_s: f64,
    /// Changes of the state, by path.
    pub set: Vec<(String, Value)>,
    /// The state with these changes; `None` without changes.
    pub scenario: Option<Box<Scenario>>,
    /// The numbers that are accepted, in the unit of the text.
    pub bounds: Option<(f64, f64)>,
    /// Unit behind the number; may be empty.
    pub unit: &'static str,
    /// It is a count.
    pub is_whole: bool,
    /// The measure is a share, and the number in percent.
    pub(crate) is_share: bool,
}

impl PartialEq for Claim {
    fn eq(&self, other: &Self) -> bool {
        (self.line, &self.source, &self.scenario) == (other.line, &other.source, &other.scenario)
    }
}

impl Claim {
    /// Returns the number in the measures of a span, in the unit of the text.
    pub(crate) fn read(&self, lane: &Summary) -> Option<f64> {
        let value = match &self.quantity {
            Quantity::Measured(measure) => measure.read(lane)?,
            Quantity::Setting(value) => *value,
        };
        Some(if self.is_share { 100.0 * value } else { value })
    }

    /// Returns whether a number is within the bounds; a missing number is not.
    pub fn holds(&self, value: Option<f64>) -> bool {
        self.bounds
            .is_none_or(|(low, high)| value.is_some_and(|value| (low..=high).contains(&value)))
    }

    /// Returns the number as texts show it, with its unit.
    pub fn text(&self, value: Option<f64>) -> String {
        number_text(value, self.unit, self.is_whole)
    }
}

/// Returns a number with three significant digits, at most two of them decimals, and its unit. A count has no decimals.
pub fn number_text(value: Option<f64>, unit: &str, is_whole: bool) -> String {
    let Some(value) = value else { return "–".to_owned() };
    let digits = match value.abs() {
        _ if is_whole => 0,
        size if size >= 99.95 => 0,
        size if size >= 9.995 => 1,
        _ => 2,
    };
    let unit = if unit == "packets" && is_whole && value == 1.0 { "packet" } else { unit };
    let space = if unit.is_empty() { "" } else { "\u{a0}" };
    format!("{value:.digits$}{space}{unit}")
}

/// The state that the control of a Try makes.
#[derive(Debug)]
pub(crate) struct Tried {
    /// What the control sets; empty without a control.
    pub(crate) set: Vec<(String, Value)>,
    /// The state; `None` while it has problems.
    pub(crate) state: Option<Scenario>,
}

/// Reads what stands between two braces, and returns the claim. `None` if it has a problem, which is reported. In a Try, every claim
/// is about the state `tried`. `known` are the claims of the step before it, and `number` counts those with problems, too.
pub(crate) fn claim(
    source: &str,
    line: usize,
    scenario: Option<&Scenario>,
    tried: Option<&Tried>,
    (known, number): (&[Claim], usize),
    problems: &mut Problems,
) -> Option<Claim> {
    let result = if number > MAX_CLAIMS {
        Err(format!("has another claim; a step has at most {MAX_CLAIMS}."))
    } else {
        read(source.trim(), line, scenario, tried)
    };
    let result = result.and_then(|claim| {
        let mut sets: Vec<_> = known.iter().map(|claim| &claim.set).collect();
        sets.push(&claim.set);
        sets.sort_by_cached_key(|set| format!("{set:?}"));
        sets.dedup();
        if sets.len() > MAX_RUNS {
            return Err(format!("has a claim for another run; the claims of a step have at most {MAX_RUNS} different changes."));
        }
        Ok(claim)
    });
    result.map_err(|message| problems.add(line, message)).ok()
}

/// What the words of a claim name.
#[derive(Debug, Default)]
struct Words<'a> {
    lane: Option<usize>,
    group: Option<usize>,
    hop: Option<usize>,
    class: Option<&'a str>,
    span: Option<(f64, f64)>,
}

fn read(
    source: &str,
    line: usize,
    scenario: Option<&Scenario>,
    tried: Option<&Tried>,
) -> Result<Claim, String> {
    let here = |message: String| format!("has the claim '{source}', {message}");
    let (body, bounds) = match source.rsplit_once(';') {
        Some((body, bounds)) => (
            body.trim(),
            Some(pair(bounds).ok_or_else(|| {
                here("whose bounds are not 'LOW to HIGH', such as '; 7 to 9'.".to_owned())
            })?),
        ),
        None => (source, None),
    };
    let (body, changes) = match body.split_once(" with ") {
        Some((body, changes)) => (body.trim(), changes.split(" and ").map(assignment).collect()),
        None => (body, Ok(Vec::new())),
    };
    let mut set = changes.map_err(&here)?;
    let mut changed = match scenario {
        Some(scenario) if !set.is_empty() => Some(with(scenario, &set).map_err(&here)?),
        _ => None,
    };
    if let Some(tried) = tried {
        if let (Some(other), Some(state)) = (&changed, &tried.state)
            && other != state
        {
            return Err(here(
                "which is about another state than the control of the Try makes; expected no 'with'."
                    .to_owned(),
            ));
        }
        set.clone_from(&tried.set);
        changed = tried.state.clone().filter(|_| !set.is_empty());
    }
    let state = match tried {
        Some(tried) => tried.state.as_ref(),
        None => changed.as_ref().or(scenario),
    };
    let (is_bare, body) = match body.strip_prefix("number ") {
        Some(body) => (true, body.trim()),
        None => (false, body),
    };
    let claim = |quantity, lane, (from_s, to_s), (unit, is_whole, is_share)| Claim {
        line,
        source: source.to_owned(),
        quantity,
        lane,
        from_s,
        to_s,
        set: set.clone(),
        scenario: changed.clone().map(Box::new),
        bounds,
        unit: if is_bare { "" } else { unit },
        is_whole,
        is_share,
    };
    if let Some(path) = body.strip_prefix("setting ") {
        let value = state.map_or(Ok(0.0), |state| setting(state, path.trim())).map_err(&here)?;
        let format = ("", value.fract() == 0.0, false);
        return Ok(claim(Quantity::Setting(value), 0, (0.0, 0.0), format));
    }
    let mut tokens = body.split_whitespace();
    let name = tokens.next().unwrap_or_default();
    let words = words(tokens).map_err(&here)?;
    let lane = lane(&words, state).map_err(&here)?;
    let measured = measured(name, &words, state).map_err(&here)?;
    let format = format(&measured);
    let Some(state) = state else {
        let span = words.span.unwrap_or_default();
        return Ok(claim(Quantity::Measured(measured), lane, span, format));
    };
    check_scope(&words, state).map_err(&here)?;
    let span = words.span.unwrap_or((state.warmup_s, state.duration_s));
    let check = measured.check_span(span.0, span.1, state);
    check.map_err(|message| here(format!("which {message}")))?;
    Ok(claim(Quantity::Measured(measured), lane, span, format))
}

/// Reads the words behind the measure.
fn words<'a>(mut tokens: impl Iterator<Item = &'a str>) -> Result<Words<'a>, String> {
    let mut words = Words::default();
    while let Some(word) = tokens.next() {
        match word {
            "of" | "in" => {
                let (Some(what), Some(which)) = (tokens.next(), tokens.next()) else {
                    return Err("which ends after 'of'; expected 'of lane 1'.".to_owned());
                };
                let number = number_of(which);
                let number = || {
                    number.ok_or_else(|| {
                        format!("which has '{what} {which}'; expected '{what} 1' or a letter.")
                    })
                };
                match what {
                    "lane" => words.lane = Some(number()?),
                    "group" => words.group = Some(number()?),
                    "hop" => words.hop = Some(number()?),
                    "class" => words.class = Some(which),
                    other => {
                        return Err(format!(
                            "which has 'of {other}'; expected 'of lane', 'of group', 'of hop' or 'of class'."
                        ));
                    }
                }
            }
            "from" => {
                let span: Vec<&str> = tokens.by_ref().take(4).collect();
                let text = span.strip_suffix(&["s"]).map(|span| span.join(" "));
                words.span = Some(
                    text.as_deref().and_then(pair).ok_or("whose time is not 'from 12 to 18 s'.")?,
                );
            }
            other => {
                return Err(format!(
                    "which has '{other}'; expected 'of lane 2', 'of group 1', 'from 12 to 18 s', 'with path = value' or '; 7 to 9'."
                ));
            }
        }
    }
    if words.group.is_some() as u8 + words.hop.is_some() as u8 + words.class.is_some() as u8 > 1 {
        return Err("which has two of group, hop and class; expected one.".to_owned());
    }
    Ok(words)
}

fn lane(words: &Words<'_>, state: Option<&Scenario>) -> Result<usize, String> {
    let count = state.map_or(usize::MAX, |state| state.queues.len());
    match words.lane {
        Some(lane) if lane < count => Ok(lane),
        Some(lane) => Err(format!("whose lane is {}; the state has {count}.", lane + 1)),
        None if count == 1 || state.is_none() => Ok(0),
        None => Err("which names no lane; expected 'of lane 1'.".to_owned()),
    }
}

/// Unit, whether it is a count, and whether it is a share.
type Format = (&'static str, bool, bool);

/// Finds a measure by its name.
fn measured(name: &str, words: &Words<'_>, state: Option<&Scenario>) -> Result<Measured, String> {
    let scope = match (words.group, words.hop, words.class) {
        (Some(group), ..) => Scope::Group(group),
        (_, Some(hop), _) => Scope::Hop(hop),
        (.., Some(class)) => Scope::Class(class),
        _ => Scope::Lane,
    };
    let lane_hop = state.map_or(0, |state| state.link.hops_before.len());
    Measured::find(name, scope, lane_hop)
        .map_err(|message| format!("whose measure '{name}' {message}"))
}

fn format(measured: &Measured) -> Format {
    let is_whole = measured.about().digits == 0 && !measured.is_share();
    (measured.unit(), is_whole, measured.is_share())
}

/// Checks that the group or hop exists.
fn check_scope(words: &Words<'_>, state: &Scenario) -> Result<(), String> {
    let groups = state.traffic.len();
    if let Some(group) = words.group.filter(|&group| group >= groups) {
        return Err(format!("whose group is {}; the state has {groups}.", group + 1));
    }
    let hops = state.link.hop_count() as usize;
    match words.hop {
        Some(hop) if hop >= hops => Err(format!("whose hop is {}; the path has {hops}.", hop + 1)),
        _ => Ok(()),
    }
}

/// Returns a number of the state.
fn setting(state: &Scenario, path: &str) -> Result<f64, String> {
    let whole = state.to_value(Detail::Full);
    let found = path.split('.').try_fold(&whole, |value, step| match value {
        Value::Array(items) => items.get(step.parse::<usize>().ok()?),
        other => other.get(step),
    });
    match found {
        Some(Value::Number(number)) => Ok(*number),
        Some(other) => Err(format!("whose setting is {}; expected a number.", other.kind())),
        None => Err("whose setting does not exist in the state.".to_owned()),
    }
}
