//! Values that a run can have, to find damaged files.

use super::Sweep;
use aqm_report::measures::Range;
use aqm_scenario::model::Scenario;

/// Sums of shares can exceed 1 by rounding.
const ROUNDING: f64 = 1e-9;
/// Limit of values without a limit of their own, 2^53: every count up to it is exact.
const LARGEST: f64 = 9_007_199_254_740_992.0;

impl Sweep {
    /// Returns what is wrong with the values of run `index`, if no run can have them.
    pub(super) fn implausible(&self, index: usize, values: &[Option<f64>]) -> Option<String> {
        let run = self.run(index);
        let scenario = &self.cells[run.cell].scenario;
        self.measures.iter().zip(values).find_map(|(measure, &value)| {
            let about = measure.about();
            let problem = match value {
                None if about.always => "missing".to_owned(),
                Some(value) => out_of_range(about.range, value, scenario)?,
                None => return None,
            };
            let name = match measure.scope() {
                scope if scope.is_empty() => measure.name().to_owned(),
                scope => format!("{scope}.{}", measure.name()),
            };
            Some(format!(
                "{name} of run {} (lane {}, seed {}) is {problem}",
                index + 1,
                run.lane + 1,
                run.seed
            ))
        })
    }
}

/// Returns the value and what is expected if the value is not in the range.
fn out_of_range(range: Range, value: f64, scenario: &Scenario) -> Option<String> {
    let (low, high) = match range {
        Range::Share => (0.0, 1.0),
        Range::Utilization if exceeds_capacity(scenario) => (0.0, LARGEST),
        Range::Utilization => (0.0, 1.0),
        Range::NotNegative | Range::Count => (0.0, LARGEST),
        Range::Between(low, high) => (low, high),
    };
    let is_count = matches!(range, Range::Count);
    let is_in_range = value >= low && value <= high + ROUNDING;
    let kind = if is_count { "a whole number from " } else { "" };
    (!is_in_range || is_count && value.fract() != 0.0)
        .then(|| format!("{value}; expected {kind}{low} to {high}"))
}

/// Returns whether a link can send more than its rate allows: with the burst of a token bucket, or with a packet that was on
/// the wire when the rate fell.
fn exceeds_capacity(scenario: &Scenario) -> bool {
    let link = &scenario.link;
    link.token_bucket_bytes > 0
        || link.schedule.is_some()
        || scenario.changes.iter().any(|change| change.set.starts_with("link"))
}
