//! Values in lines and claims: numbers of lanes and steps, spans, and fields with other values.

use aqm_json::Value;
use aqm_scenario::problem::nearest;
use aqm_scenario::{Detail, Limits, Scenario};

/// Names of the settings that are not fields of the scenario.
pub(crate) const NAMES: &[&str] =
    &["views", "window", "guess at", "numbers", "names", "scale", "inspect", "queue view"];

/// Reads a number from 1 or a letter from A, and returns the index.
pub(crate) fn number_of(text: &str) -> Option<usize> {
    match text.as_bytes() {
        [letter @ b'A'..=b'Z'] => Some(usize::from(letter - b'A')),
        _ => text
            .parse::<usize>()
            .ok()
            .filter(|&number| (1..=1000).contains(&number))
            .map(|number| number - 1),
    }
}

/// Reads two numbers with `to` between them, in ascending order.
pub(crate) fn pair(text: &str) -> Option<(f64, f64)> {
    let (low, high) = text.split_once(" to ")?;
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let (low, high) = (number(low)?, number(high)?);
    (low <= high).then_some((low, high))
}

/// Reads `path = value`. A value is JSON, or else a word.
pub(crate) fn assignment(text: &str) -> Result<(String, Value), String> {
    let text = text.trim();
    let inner = text.strip_prefix('`').and_then(|rest| rest.strip_suffix('`')).unwrap_or(text);
    let Some((path, value)) = inner.split_once('=') else {
        return Err(format!("'{inner}'; expected 'path = value', such as 'link.rateMbps = 20'."));
    };
    let (path, value) = (path.trim(), value.trim());
    if path.is_empty() || path.split('.').any(str::is_empty) || path.contains(char::is_whitespace) {
        let meant = nearest(path, NAMES).map(|name| format!(" Did you mean '{name}'?"));
        return Err(format!(
            "'{path}', which is no path such as 'link.rateMbps'.{}",
            meant.unwrap_or_default()
        ));
    }
    if value.is_empty() {
        return Err(format!("'{path}' without a value."));
    }
    Ok((path.to_owned(), aqm_json::parse(value).unwrap_or_else(|_| Value::string(value))))
}

/// Returns a scenario with other values.
pub(crate) fn with(scenario: &Scenario, set: &[(String, Value)]) -> Result<Scenario, String> {
    aqm_scenario::paths::with(&scenario.to_value(Detail::Short), set.iter(), &Limits::PAGE).map_err(
        |found| {
            let all: Vec<String> = found.iter().take(3).map(ToString::to_string).collect();
            format!("whose state is refused: {}", all.join(" "))
        },
    )
}
