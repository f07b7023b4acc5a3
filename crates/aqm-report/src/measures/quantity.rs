//! A measure by its name and by the part of the scenario that it measures, over a span of time. Goals of challenges and claims of
//! stories name measures so.

use super::{APPLICATION, About, FLOW, LANE, LaneMeasure, Measure, PART, Range};
use aqm_json::shown;
use aqm_scenario::model::Scenario;
use aqm_scenario::problem::nearest;
use aqm_sim::metrics::Summary;
use std::cmp::Ordering;

/// Name of the goodput of a group.
const GOODPUT: &str = "goodputMbps";

/// The part of a lane that is measured. Indices count from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope<'a> {
    /// The lane: the queue of its hop, and all flows.
    Lane,
    /// The traffic group with this index.
    Group(usize),
    /// The hop with this index on the way forward.
    Hop(usize),
    /// The class of the discipline with this name.
    Class(&'a str),
}

/// What is measured of a lane.
#[derive(Clone, Debug)]
pub enum Quantity {
    /// A measure of the lane, or of a group or class of it.
    Measure(LaneMeasure),
    /// A measure of another hop, by its index among the other hops.
    Hop(usize, &'static Measure<Summary>),
    /// The goodput of all flows of the group with this index together, Mbit/s.
    Goodput(usize),
}

impl Quantity {
    /// Returns the measure that is called `name`, such as `queueDelayMs.mean`; of a group also its goodput, `goodputMbps`.
    /// `lane_hop` is the index of the hop of the lanes on the way forward.
    ///
    /// # Errors
    /// Returns the rest of a sentence that starts with the name: "is no measure of ...".
    pub fn find(name: &str, scope: Scope<'_>, lane_hop: usize) -> Result<Quantity, String> {
        let of_lane = LANE.iter().find(|measure| measure.name == name);
        let found = match scope {
            Scope::Lane => of_lane.map(|measure| Quantity::Measure(LaneMeasure::Lane(measure))),
            Scope::Hop(hop) => of_lane.map(|measure| hop_measure(hop, measure, lane_hop)),
            Scope::Group(group) if name == GOODPUT => Some(Quantity::Goodput(group)),
            Scope::Group(group) => {
                LaneMeasure::find(&format!("groups.{group}.{name}")).map(Quantity::Measure)
            }
            Scope::Class(class) => {
                LaneMeasure::find(&format!("classes.{class}.{name}")).map(Quantity::Measure)
            }
        };
        found.ok_or_else(|| unknown(name, scope))
    }

    /// Returns the value in the measures of a span; `None` if there was nothing to measure.
    pub fn read(&self, lane: &Summary) -> Option<f64> {
        let value = match self {
            Quantity::Measure(measure) => measure.read(lane),
            Quantity::Hop(index, measure) => lane.hops.get(*index).and_then(measure.read),
            Quantity::Goodput(group) => {
                let of_group = lane.flows.iter().filter(|flow| flow.group == *group);
                Some(of_group.map(|flow| flow.goodput_mbps).sum())
            }
        };
        value.filter(|value| value.is_finite())
    }

    /// Returns the name within its scope.
    pub fn name(&self) -> &'static str {
        match self {
            Quantity::Measure(measure) => measure.name(),
            Quantity::Hop(_, measure) => measure.name,
            Quantity::Goodput(_) => GOODPUT,
        }
    }

    /// Returns texts and formats.
    pub fn about(&self) -> &'static About {
        match self {
            Quantity::Measure(measure) => measure.about(),
            Quantity::Hop(_, measure) => &measure.about,
            Quantity::Goodput(_) => &FLOW[0].about,
        }
    }

    /// Returns the measure in words, without its unit: "delay p95".
    pub fn title(&self) -> &'static str {
        let About { title, unit, .. } = self.about();
        match title.strip_suffix(unit).and_then(|title| title.strip_suffix(", ")) {
            Some(bare) if !unit.is_empty() => bare,
            _ => title,
        }
    }

    /// Returns whether the value is a share, which texts show in percent.
    pub fn is_share(&self) -> bool {
        let about = self.about();
        about.unit.is_empty()
            && self.name() != "jain"
            && matches!(about.range, Range::Share | Range::Utilization)
    }

    /// Returns the unit in texts: that of a share is %, and points of a scale have none.
    pub fn unit(&self) -> &'static str {
        match self.about().unit {
            "points" => "",
            "" if self.is_share() => "%",
            unit => unit,
        }
    }

    /// Returns the smallest and the largest value, in the unit of the measure. A link can exceed a utilization of 1 for an instant
    /// (token bucket, falling rate); that is no aim.
    pub fn bounds(&self) -> (f64, f64) {
        match self.about().range {
            Range::Share | Range::Utilization => (0.0, 1.0),
            Range::NotNegative | Range::Count => (0.0, f64::INFINITY),
            Range::Between(low, high) => (low, high),
        }
    }

    /// Returns a value in words, with its unit: "12.5 ms", "98.5 %".
    pub fn text(&self, value: f64) -> String {
        let unit = self.unit();
        let value = if self.is_share() { 100.0 * value } else { value };
        let digits = match value.abs() {
            _ if self.about().digits == 0 && !self.is_share() => 0,
            size if size >= 99.995 => 0,
            size if size >= 9.9995 && !self.is_share() => 1,
            _ if self.name() == "jain" => 3,
            _ => 2,
        };
        let space = if unit.is_empty() { "" } else { " " };
        format!("{value:.digits$}{space}{unit}")
    }

    /// Checks that a span is within the run, and in steps that can be measured: whole seconds for goodput and applications, quarters
    /// of a second for queues.
    ///
    /// # Errors
    /// Returns the rest of a sentence that starts with the span.
    pub fn check_span(&self, from_s: f64, to_s: f64, scenario: &Scenario) -> Result<(), String> {
        let end_s = scenario.duration_s;
        if !(0.0 <= from_s && from_s < to_s && to_s <= end_s) {
            let [from, to, end] = [from_s, to_s, end_s].map(shown);
            return Err(format!(
                "measures from {from} to {to} s; expected a span within the run of {end} s."
            ));
        }
        let has_seconds =
            matches!(self, Quantity::Goodput(_) | Quantity::Measure(LaneMeasure::Application(..)))
                || self.name() == "jain";
        let step = if has_seconds { 1.0 } else { 0.25 };
        // Multiples of a quarter are exact.
        if [from_s, to_s].iter().any(|time| (time / step).fract() != 0.0) {
            let [from, to, step] = [from_s, to_s, step].map(shown);
            return Err(format!(
                "measures from {from} to {to} s; expected multiples of {step} s for this measure."
            ));
        }
        Ok(())
    }
}

/// Returns the measure of a hop: the hop of the lane is the lane itself.
fn hop_measure(hop: usize, measure: &'static Measure<Summary>, lane_hop: usize) -> Quantity {
    match hop.cmp(&lane_hop) {
        Ordering::Less => Quantity::Hop(hop, measure),
        Ordering::Equal => Quantity::Measure(LaneMeasure::Lane(measure)),
        Ordering::Greater => Quantity::Hop(hop - 1, measure),
    }
}

fn unknown(name: &str, scope: Scope<'_>) -> String {
    let parts = || PART.iter().map(|measure| measure.name);
    let (of, known): (_, Vec<&str>) = match scope {
        Scope::Lane => ("a lane", LANE.iter().map(|measure| measure.name).collect()),
        Scope::Hop(_) => ("a hop", LANE.iter().map(|measure| measure.name).collect()),
        Scope::Class(_) => ("a class", parts().collect()),
        Scope::Group(_) => {
            let results = APPLICATION.iter().map(|measure| measure.name);
            ("a group", parts().chain(results).chain([GOODPUT]).collect())
        }
    };
    let meant = match nearest(name, &known) {
        Some(meant) => format!("; did you mean '{meant}'?"),
        None => ". docs/measures.md lists them.".to_owned(),
    };
    format!("is no measure of {of}{meant}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scenario() -> Scenario {
        Scenario::parse(
            r#"{ "version": 1, "durationS": 20, "link": { "rateMbps": 5, "rttMs": 20, "buffer": { "packets": 60 },
            "hopsBefore": [{ "rateMbps": 50, "buffer": { "packets": 90 } }] },
            "queues": [{ "kind": "codel" }], "traffic": [{ "kind": "bulk" }, { "kind": "voip" }] }"#,
        )
        .expect("it is valid")
    }

    #[test]
    fn names_have_a_scope_of_their_own() {
        let find = |name, scope| Quantity::find(name, scope, 1);
        let name = |name, scope| find(name, scope).map(|found| found.title().to_owned());
        assert_eq!(name("queueDelayMs.p95", Scope::Lane), Ok("delay p95".to_owned()));
        assert_eq!(name("goodputMbps", Scope::Group(1)), Ok("goodput".to_owned()));
        assert_eq!(name("utilization", Scope::Lane), Ok("utilization".to_owned()));
        let wrong = |name, scope| find(name, scope).unwrap_err();
        let guess = "is no measure of a lane; did you mean 'queueDelayMs.p95'?";
        assert_eq!(wrong("queueDelay.p95", Scope::Lane), guess);
        assert!(wrong("mos", Scope::Lane).starts_with("is no measure of a lane"));
        assert!(wrong("utilization", Scope::Group(0)).starts_with("is no measure of a group"));
    }

    #[test]
    fn hops_are_counted_along_the_path() {
        let find = |hop| Quantity::find("utilization", Scope::Hop(hop), 1).unwrap();
        assert!(matches!(find(0), Quantity::Hop(0, _)));
        assert!(matches!(find(1), Quantity::Measure(LaneMeasure::Lane(_))), "that of the lane");
    }

    #[test]
    fn spans_are_whole_steps_within_the_run() {
        let scenario = scenario();
        let check = |name, scope, from, to| {
            Quantity::find(name, scope, 1).unwrap().check_span(from, to, &scenario)
        };
        assert_eq!(check("utilization", Scope::Lane, 0.25, 20.0), Ok(()));
        assert!(check("jain", Scope::Lane, 0.25, 20.0).unwrap_err().contains("multiples of 1 s"));
        assert!(check("mos", Scope::Group(1), 0.5, 20.0).unwrap_err().contains("multiples of 1 s"));
        assert!(check("utilization", Scope::Lane, 0.1, 20.0).unwrap_err().contains("0.25 s"));
        for (from, to) in [(5.0, 5.0), (5.0, 21.0), (f64::NAN, 3.0)] {
            assert!(check("utilization", Scope::Lane, from, to).unwrap_err().contains("within"));
        }
    }

    #[test]
    fn values_have_units_and_shares_are_percent() {
        let text = |name, scope, value| Quantity::find(name, scope, 1).unwrap().text(value);
        assert_eq!(text("queueDelayMs.p95", Scope::Lane, 12.345), "12.3 ms");
        assert_eq!(text("utilization", Scope::Lane, 0.98456), "98.46 %");
        assert_eq!(text("jain", Scope::Lane, 0.98456), "0.985");
        assert_eq!(text("mos", Scope::Group(1), 4.345), "4.34");
        assert_eq!(text("packets.dropped", Scope::Lane, 12.0), "12 packets");
    }
}
