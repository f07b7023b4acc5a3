//! The result of a run.

use crate::accuracy::Accuracy;
use crate::hop::Counts;
use crate::log::Heads;
use aqm_json::Value;
use aqm_report::measured_lane;
use aqm_scenario::Scenario;
use aqm_sim::log::PacketRow;
use aqm_sim::metrics::{Series, Summary};
use aqm_sim::time::{Span, Time};

/// Where and when a run took place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Release of the kernel.
    pub kernel: String,
    /// Processor, with the number of processors and the memory.
    pub machine: String,
    /// Date and time in UTC, in the form of ISO 8601.
    pub date: String,
}

/// The result of one lane.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The lane.
    pub lane: usize,
    /// Its measures since the warm-up.
    pub summary: Summary,
    /// The time series of its bottleneck, from the start of the run.
    pub series: Series,
    /// Packets of each hop: those of the forward direction in their order, then that of the way back.
    pub counts: Vec<Counts>,
    /// How late the run was.
    pub accuracy: Accuracy,
    /// Why it does not count; empty if it is valid.
    pub objections: Vec<String>,
    /// In what it differs from the simulation of the lane.
    pub differences: Vec<&'static str>,
    /// Shortest round-trip time, from which the limits of lateness follow.
    pub rtt: Span,
    /// What happened to each packet, with its group, in order of arrival; empty unless it was requested.
    pub packets: Vec<(PacketRow, Option<usize>)>,
    /// The first bytes of these packets; empty unless they were requested.
    pub heads: Heads,
}

/// How a lane is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// End of the run.
    pub until: Time,
    /// Span of the packets that are recorded.
    pub packets: Option<(Time, Time)>,
    /// Also keep the first bytes of these packets.
    pub keeps_heads: bool,
}

impl Outcome {
    /// Returns whether the run was punctual.
    pub fn is_valid(&self) -> bool {
        self.objections.is_empty()
    }

    /// Returns the lane as `aqm run --json` prints it, with a member `testbed`. Measures that a real run does not have are null.
    pub fn to_json(&self, scenario: &Scenario) -> Value {
        let mut members = measured_lane(scenario, self.lane, &self.summary);
        members.push(("testbed".to_owned(), self.testbed()));
        Value::Object(members)
    }

    fn testbed(&self) -> Value {
        let Accuracy { dequeues, deliveries, ends, .. } = &self.accuracy;
        let lateness = |of: &crate::accuracy::Lateness| {
            Value::object([
                ("count", Value::count(of.count)),
                ("p50", Value::number(of.p50_us)),
                ("p99", Value::number(of.p99_us)),
                ("tail", Value::number(of.tail_us)),
                ("max", Value::number(of.max_us)),
            ])
        };
        let strings = |texts: &mut dyn Iterator<Item = &str>| {
            Value::Array(texts.map(|text| Value::string(text.to_owned())).collect())
        };
        let counts = |counts: &Counts| {
            Value::object([
                ("arrived", Value::count(counts.arrived)),
                ("departed", Value::count(counts.departed)),
                ("dropped", Value::count(counts.dropped)),
                ("backlog", Value::count(counts.backlog)),
            ])
        };
        Value::object([
            ("valid", Value::Bool(self.is_valid())),
            ("objections", strings(&mut self.objections.iter().map(String::as_str))),
            ("differences", strings(&mut self.differences.iter().copied())),
            ("limitMs", Value::number(crate::accuracy::limit(self.rtt))),
            ("dequeuesLateUs", lateness(dequeues)),
            ("deliveriesLateUs", lateness(deliveries)),
            ("endsLateUs", lateness(ends)),
            ("stolen", Value::number(self.accuracy.stolen)),
            ("involuntarySwitches", Value::count(self.accuracy.involuntary_switches)),
            ("realTimePriority", Value::Bool(self.accuracy.has_priority)),
            ("lostByDevices", Value::count(self.accuracy.lost_by_devices)),
            ("hopCounts", Value::Array(self.counts.iter().map(counts).collect())),
        ])
    }
}

/// Returns date and time of a moment, in seconds since the start of 1970, in UTC.
pub fn utc(seconds: i64) -> String {
    let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let (hour, minute) = (rest / 3600, rest / 60 % 60);
    // Days since 1 March of year 0; the leap day is the last of its year. 146,097 days are 400 years.
    let day = days + 719_468;
    let (era, of_era) = (day.div_euclid(146_097), day.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, year) = (if month < 10 { month + 3 } else { month - 9 }, year + era * 400);
    let year = year + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        // Computed with `date -u -d @SECONDS`.
        let cases = [
            (0, "1970-01-01T00:00Z"),
            (951_782_400, "2000-02-29T00:00Z"),
            (1_709_251_199, "2024-02-29T23:59Z"),
            (1_709_251_200, "2024-03-01T00:00Z"),
            (1_798_761_540, "2026-12-31T23:59Z"),
        ];
        for (seconds, date) in cases {
            assert_eq!(utc(seconds), date);
        }
    }
}
