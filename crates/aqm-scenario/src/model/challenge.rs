//! Goals, and values that may be changed.

use crate::problem::Reader;
use crate::schema::{Anything, Flag, Integer, Items, Number, Text, Way, record};
use aqm_json::{Value, shown};

/// Limits of numbers whose measure or parameter has limits of its own.
const ANY: Number = Number::new("", -1e12, 1e12);

record! {
    /// A goal of a challenge: a measure over a span of time, and what it must be compared with. Exactly one comparison is given.
    pub struct Goal, agree agree {
        /// Name of the measure, such as queueDelayMs.p95, utilization or mos; of a group also goodputMbps.
        measure: String { json: "measure", label: "Measure", check: Text::chars(60) }
        /// Lane that is measured, counted from 0.
        lane: u64 { json: "lane", label: "Lane", check: Integer::new("", 0, 5), default: 0 }
        /// Traffic group that is measured, counted from 0. Left out: the whole lane.
        group: Option<u64> {
            json: "group", label: "Group", check: Way(Integer::new("", 0, 15)), default: None,
        }
        /// Hop that is measured, counted from 1 along the way forward. Left out: that of the lane.
        hop: Option<u64> { json: "hop", label: "Hop", check: Way(Integer::new("", 1, 4)), default: None }
        /// Start of the measured time. Left out: the warm-up.
        from_s: Option<f64> {
            json: "fromS", label: "From", check: Way(Number::new("s", 0.0, 3600.0)), default: None,
        }
        /// End of the measured time. Left out: the end of the run.
        to_s: Option<f64> {
            json: "toS", label: "To", check: Way(Number::new("s", 0.0, 3600.0)), default: None,
        }
        /// Largest value that reaches the goal, in the unit of the measure; shares from 0 to 1.
        at_most: Option<f64> { json: "atMost", label: "At most", check: Way(ANY), default: None }
        /// Smallest value that reaches the goal, in the unit of the measure; shares from 0 to 1.
        at_least: Option<f64> { json: "atLeast", label: "At least", check: Way(ANY), default: None }
        /// Lane, counted from 0, whose value must be larger.
        less_than_lane: Option<u64> {
            json: "lessThanLane", label: "Less than lane", check: Way(Integer::new("", 0, 5)), default: None,
        }
        /// Lane, counted from 0, whose value must be smaller.
        more_than_lane: Option<u64> {
            json: "moreThanLane", label: "More than lane", check: Way(Integer::new("", 0, 5)), default: None,
        }
    }
}

record! {
    /// A value that may be changed in a challenge, and the values that are accepted: a range or a list.
    pub struct Free, agree agree {
        /// Path of the value in the scenario, such as queues.0.targetMs, link.buffer.packets, or queues.0.kind.
        set: String { json: "set", label: "Set", check: Text::chars(80) }
        /// Smallest number that is accepted.
        min: Option<f64> { json: "min", label: "Smallest", check: Way(ANY), default: None }
        /// Largest number that is accepted.
        max: Option<f64> { json: "max", label: "Largest", check: Way(ANY), default: None }
        /// Values that are accepted, in place of a range.
        values: Option<Vec<Value>> {
            json: "values", label: "Values", check: Way(Items::of(1, 50, "values", Anything)), default: None,
        }
        /// Timed changes may set it, too, as often as the timeline has room. Otherwise only the start may have another value.
        live: bool { json: "live", label: "During the run", check: Flag, default: false }
    }
}

impl Goal {
    /// Returns the lane whose value is compared.
    pub fn other_lane(&self) -> Option<u64> {
        self.less_than_lane.or(self.more_than_lane)
    }

    /// Returns whether a value reaches the goal, beside that of the other lane if the goal compares lanes.
    pub fn holds(&self, value: Option<f64>, other: Option<f64>) -> bool {
        let Some(value) = value else { return false };
        match (self.at_most, self.at_least) {
            (Some(most), _) => value <= most,
            (_, Some(least)) => value >= least,
            _ if self.less_than_lane.is_some() => other.is_some_and(|other| value < other),
            _ => other.is_some_and(|other| value > other),
        }
    }

    fn agree(&self, reader: &mut Reader) {
        let comparisons = [
            self.at_most.is_some(),
            self.at_least.is_some(),
            self.less_than_lane.is_some(),
            self.more_than_lane.is_some(),
        ];
        let count = comparisons.iter().filter(|&&is_given| is_given).count();
        if count != 1 {
            let has = if count == 0 { "has no" } else { "has several" };
            reader.problem(format!(
                "{has} comparison; expected exactly one of 'atMost', 'atLeast', 'lessThanLane' and 'moreThanLane'."
            ));
        }
        if self.group.is_some() && self.hop.is_some() {
            reader.problem("has 'group' and 'hop'; expected at most one of them.");
        }
    }
}

impl Free {
    /// Returns whether a value is accepted.
    pub fn accepts(&self, value: &Value) -> bool {
        match (&self.values, value) {
            (Some(values), value) => values.contains(value),
            (None, Value::Number(number)) => {
                self.min.is_none_or(|min| *number >= min)
                    && self.max.is_none_or(|max| *number <= max)
            }
            _ => false,
        }
    }

    /// Returns the accepted values in words: "5 to 60", "codel or pie".
    pub fn accepted(&self) -> String {
        let word = |value: &Value| match value {
            Value::String(word) => word.clone(),
            other => other.to_compact(),
        };
        match (&self.values, self.min, self.max) {
            (Some(values), ..) => {
                let words: Vec<String> = values.iter().map(word).collect();
                match words.split_last() {
                    Some((last, [])) => last.clone(),
                    Some((last, others)) => [&others.join(", "), " or ", last].concat(),
                    None => String::new(),
                }
            }
            (None, Some(min), Some(max)) => {
                let [min, max] = [min, max].map(shown);
                [&min, " to ", &max].concat()
            }
            _ => String::new(),
        }
    }

    fn agree(&self, reader: &mut Reader) {
        match (self.min, self.max, &self.values) {
            (Some(min), Some(max), None) if min > max => {
                reader.problem("has a 'min' above its 'max'.");
            }
            (Some(_), Some(_), None) | (None, None, Some(_)) => {}
            _ => reader.problem("has no range or list; expected 'min' and 'max', or 'values'."),
        }
    }
}
