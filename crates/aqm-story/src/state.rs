//! The state of a step: a scenario with changes, and how the page shows it.

use crate::Problems;
use crate::blocks::{Block, Line};
use crate::values::{assignment, number_of, pair};
use crate::views::VIEWS;
use aqm_json::Value;
use aqm_scenario::problem::{Problem, listed};
use aqm_scenario::{Detail, Limits, Scenario};

/// Most settings of a step.
const MAX_SETTINGS: usize = 100;

/// How the page shows a step.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Display {
    /// Names of the plots, the large one first; empty for those of the page.
    pub views: Vec<String>,
    /// Visible time, s; `None` for the whole run.
    pub window: Option<(f64, f64)>,
    /// Time from which the plots are hidden until there is a guess, s.
    pub guess_at_s: f64,
    /// The time that the numbers of the lanes describe in the answer, s; `None` from the guess to the end of the window.
    pub numbers: Option<(f64, f64)>,
    /// The lanes have their names and colours before the guess.
    pub is_named: bool,
    /// The axis of the large plot is linear.
    pub is_linear: bool,
    /// The lane whose inside is open when the state is opened.
    pub inspect: Option<usize>,
    /// The queue view is open when the state is opened.
    pub queue: bool,
}

/// Returns the address of a line `[State](address)`.
pub(crate) fn address(line: &str) -> Option<&str> {
    line.strip_prefix("[State](")?.strip_suffix(')').map(str::trim)
}

/// The state of an earlier step, by its index; `None` if there is none.
pub(crate) type Before<'a> = &'a dyn Fn(usize) -> Option<(Option<Scenario>, Display)>;

/// Reads the state from the blocks before the text of a step, and returns how many blocks it takes.
pub(crate) fn state(
    line: usize,
    body: &[Block<'_>],
    before: Before<'_>,
    file: &dyn Fn(&str) -> Option<String>,
    problems: &mut Problems,
) -> (Option<Scenario>, Display, usize) {
    let mut taken = 0;
    let mut display = Display::default();
    let value = match body.first() {
        Some(Block::Code(lines)) => {
            taken = 1;
            of_code(lines, problems)
        }
        Some(Block::Paragraph(lines)) if address(lines[0].text.trim()).is_some() => {
            taken = 1;
            let at = lines[0].number;
            if let Some(second) = lines.get(1).filter(|line| !line.is_blank()) {
                problems.add(second.number, "follows the state without a blank line or '- '.");
            }
            let address = address(lines[0].text.trim()).unwrap_or_default();
            if let Some(number) = address.strip_prefix("#step-") {
                let step = number_of(number).and_then(before);
                if step.is_none() {
                    problems.add(at, format!("names the state of '{address}'; expected an earlier step, such as '#step-1'."));
                }
                let (scenario, shown) = step.unwrap_or_default();
                display = shown;
                scenario.map(|scenario| scenario.to_value(Detail::Short))
            } else {
                of_file(address, at, file, problems)
            }
        }
        _ => {
            problems.add(line, "begins a step without a state; expected '[State](../scenarios/NAME.json)', '[State](#step-1)' or \
                 a block of JSON below the heading.");
            None
        }
    };
    let mut set = Vec::new();
    let mut lanes = Vec::new();
    let mut settings = 0;
    let mut last = line;
    while let Some(Block::Item(lines)) = body.get(taken) {
        taken += 1;
        last = lines[0].number;
        settings += 1;
        if settings > MAX_SETTINGS {
            problems.add(last, format!("is another setting; a step has at most {MAX_SETTINGS}."));
            break;
        }
        let text = lines.iter().map(|line| line.text.trim()).collect::<Vec<_>>().join(" ");
        match shown_setting(&text, &mut display) {
            Some(Ok(Some(lane))) => lanes.push((last, lane)),
            Some(Ok(None)) => {}
            Some(Err(message)) => problems.add(last, message),
            None => match assignment(&text) {
                Ok(one) => set.push(one),
                Err(message) => problems.add(last, format!("has a setting {message}")),
            },
        }
    }
    let scenario = value.and_then(|value| {
        let made = aqm_scenario::paths::with(&value, set.iter(), &Limits::PAGE);
        made.map_err(|found| problems.add(last, refusal(&found))).ok()
    });
    if let Some(scenario) = &scenario {
        check(&display, scenario, last, &lanes, problems);
    }
    (scenario, display, taken)
}

/// Reads the JSON of a scenario in a block of code. Its version may be missing.
fn of_code(lines: &[Line<'_>], problems: &mut Problems) -> Option<Value> {
    let text = lines.iter().map(|line| line.text).collect::<Vec<_>>().join("\n");
    match aqm_json::parse(&text) {
        Ok(Value::Object(mut members)) => {
            if !members.iter().any(|(name, _)| name == "version") {
                members.insert(0, ("version".to_owned(), Value::count(1)));
            }
            Some(Value::Object(members))
        }
        Ok(_) => {
            problems.add(lines[0].number, "is no scenario; expected an object of JSON.");
            None
        }
        Err(error) => {
            problems.add(
                lines[0].number + error.line - 1,
                format!("is no JSON at column {}: {}.", error.column, error.message),
            );
            None
        }
    }
}

/// Reads the challenge that a story names: a scenario with goals.
pub(crate) fn challenge(
    address: &str,
    at: usize,
    file: &dyn Fn(&str) -> Option<String>,
    problems: &mut Problems,
) -> Option<Scenario> {
    let value = of_file(address, at, file, problems)?;
    let scenario = aqm_scenario::paths::with(&value, std::iter::empty(), &Limits::PAGE)
        .and_then(aqm_challenge::checked)
        .map_err(|found| problems.add(at, refusal(&found)))
        .ok()?;
    if scenario.goals.is_empty() {
        problems.add(at, format!("names '{address}' as a challenge, which has no goals."));
    }
    Some(scenario)
}

fn of_file(
    address: &str,
    at: usize,
    file: &dyn Fn(&str) -> Option<String>,
    problems: &mut Problems,
) -> Option<Value> {
    let Some(text) = file(address) else {
        let message = if address.contains("#v") {
            "names a link of the page, which only the page can read; write its state with 'Add this state as a step'.".to_owned()
        } else {
            format!("names the scenario '{address}', which cannot be opened.")
        };
        problems.add(at, message);
        return None;
    };
    match aqm_json::parse(text.trim_start_matches('\u{feff}')) {
        Ok(value) => Some(value),
        Err(error) => {
            problems.add(
                at,
                format!(
                    "names the scenario '{address}', whose line {} is no JSON: {}.",
                    error.line, error.message
                ),
            );
            None
        }
    }
}

/// Returns the sentence about a state that is refused.
fn refusal(found: &[Problem]) -> String {
    let all: Vec<String> = found.iter().take(3).map(ToString::to_string).collect();
    format!("makes a state that is refused: {}", all.join(" "))
}

/// Reads a setting that is no field of the scenario; `None` if it is one. Returns a lane to check.
fn shown_setting(text: &str, display: &mut Display) -> Option<Result<Option<usize>, String>> {
    let (name, value) = text.split_once('=')?;
    let (name, value) = (name.trim(), value.trim());
    let wrong = |expected: &str| Some(Err(format!("has '{name} = {value}'; expected {expected}.")));
    let seconds = || value.strip_suffix(" s").and_then(pair);
    match name {
        "views" => {
            let names: Vec<&str> = value.split(',').map(str::trim).collect();
            if let Some(unknown) = names.iter().find(|name| !VIEWS.contains(name)) {
                return Some(Err(format!("has the view '{unknown}'; expected {}.", listed(VIEWS))));
            }
            display.views = names.into_iter().map(str::to_owned).collect();
        }
        "window" => match seconds() {
            Some(span) if span.0 < span.1 => display.window = Some(span),
            _ => return wrong("a time such as '4 to 18 s'"),
        },
        "numbers" => match seconds() {
            Some(span) if span.0 < span.1 => display.numbers = Some(span),
            _ => return wrong("a time such as '15 to 18 s'"),
        },
        "guess at" => {
            match value.strip_suffix(" s").and_then(|time| time.trim().parse::<f64>().ok()) {
                Some(time) if time.is_finite() && time >= 0.0 => display.guess_at_s = time,
                _ => return wrong("a time such as '10 s'"),
            }
        }
        "names" => match value {
            "shown" => display.is_named = true,
            "hidden" => display.is_named = false,
            _ => return wrong("'shown' or 'hidden'"),
        },
        "scale" => match value {
            "linear" => display.is_linear = true,
            "log" => display.is_linear = false,
            _ => return wrong("'log' or 'linear'"),
        },
        "queue view" => match value {
            "on" => display.queue = true,
            "off" => display.queue = false,
            _ => return wrong("'on' or 'off'"),
        },
        "inspect" => match value.strip_prefix("lane ").and_then(|lane| number_of(lane.trim())) {
            Some(lane) => {
                display.inspect = Some(lane);
                return Some(Ok(Some(lane)));
            }
            None => return wrong("a lane such as 'lane 2'"),
        },
        _ => return None,
    }
    Some(Ok(None))
}

/// Checks the times and lanes of the display.
fn check(
    display: &Display,
    scenario: &Scenario,
    line: usize,
    lanes: &[(usize, usize)],
    problems: &mut Problems,
) {
    let end = scenario.duration_s;
    let times = [display.window, display.numbers].into_iter().flatten().map(|(_, to)| to);
    if times.chain([display.guess_at_s]).any(|time| time > end) {
        problems.add(
            line,
            format!(
                "ends a state with a time after the end of the run, {} s.",
                aqm_json::shown(end)
            ),
        );
    }
    let count = scenario.queues.len();
    for (line, lane) in lanes {
        if *lane >= count {
            problems.add(*line, format!("names lane {}; the state has {count}.", lane + 1));
        }
    }
}
