//! A run with real end systems, beside our runs of the same scenario: with the measures and tolerances of the validation.

use crate::measures::{BBR, Kind, LOSS_BASED, Measure, Outcome, SHORT};
use aqm_experiment::Experiment;
use aqm_json::Value;
use aqm_scenario::{Scenario, build};
use aqm_sim::cc::CcKind;
use aqm_sim::config::TrafficConfig;
use aqm_sim::metrics::Summary;
use aqm_sim::time::Time;
use aqm_sweep::Estimate;

/// One measure of both.
#[derive(Clone, PartialEq, Debug)]
pub struct Beside {
    /// Name of the measure.
    pub name: &'static str,
    /// Unit.
    pub unit: &'static str,
    /// Digits after the point.
    pub decimals: usize,
    /// The number of the real run.
    pub measured: f64,
    /// The mean of the simulated runs.
    pub simulated: f64,
    /// Their standard deviation; `None` for one run.
    pub sd: Option<f64>,
    /// Largest deviation that counts as agreement.
    pub tolerance: f64,
    /// The rule of the tolerance in words.
    pub rule: String,
}

impl Beside {
    /// Returns whether both agree within the tolerance.
    pub fn is_within(&self) -> bool {
        (self.simulated - self.measured).abs() <= self.tolerance
    }

    /// Returns the comparison as an object.
    pub fn to_json(&self) -> Value {
        Value::object([
            ("name", Value::string(self.name)),
            ("unit", Value::string(self.unit)),
            ("measured", Value::number(self.measured)),
            ("simulated", Value::number(self.simulated)),
            ("sd", Value::optional(self.sd)),
            ("tolerance", Value::number(self.tolerance)),
            ("within", Value::Bool(self.is_within())),
        ])
    }
}

/// Compares the measures of a real run of a lane with our runs until `until` with the seeds 1 to `seeds`. A measure that one side does
/// not have is left out.
pub fn compare(
    scenario: &Scenario,
    lane: usize,
    measured: &Summary,
    until: Time,
    seeds: u64,
) -> Vec<Beside> {
    let run = |seed: u64| {
        let mut experiment =
            Experiment::of_lanes(Scenario { seed, ..scenario.clone() }, vec![lane]);
        experiment.advance(until);
        Outcome::from(&experiment.lanes()[0].summary())
    };
    let simulated: Vec<Outcome> = (1..=seeds).map(run).collect();
    let real = Outcome::from(measured);
    let beside = |measure: &Measure| {
        let measured = measure.ours(&real);
        let runs: Vec<f64> = simulated.iter().map(|outcome| measure.ours(outcome)).collect();
        let estimate = Estimate::of(&runs)?;
        let is_known = measured.is_finite() && estimate.mean.is_finite();
        is_known.then(|| Beside {
            name: measure.name,
            unit: measure.unit,
            decimals: measure.decimals,
            measured,
            simulated: estimate.mean,
            sd: estimate.sd,
            tolerance: measure.tolerance(measured),
            rule: measure.rule(),
        })
    };
    measures(scenario, lane).into_iter().filter_map(beside).collect()
}

/// Returns the measures that are compared for a lane: those of the tables of validated rows.
fn measures(scenario: &Scenario, lane: usize) -> Vec<&'static Measure> {
    let traffic = build(scenario, lane).traffic;
    let is_bbr =
        |group: &TrafficConfig| group.tcp().is_some_and(|tcp| tcp.cc.kind() == CcKind::Bbr);
    let bulk: Vec<bool> =
        traffic.iter().map(|group| matches!(group, TrafficConfig::Bulk(_))).collect();
    // Its share counts if BBR competes with others.
    let has_share = is_bbr(&traffic[0])
        && traffic[1..].iter().zip(&bulk[1..]).any(|(group, bulk)| *bulk && !is_bbr(group));
    let of = |kind: &'static Kind| kind.measures.iter();
    let is_only_short =
        !traffic.is_empty() && traffic.iter().all(|group| matches!(group, TrafficConfig::App(_)));
    let kind = if traffic.iter().any(is_bbr) { &BBR } else { &LOSS_BASED };
    let mut chosen: Vec<&Measure> = if is_only_short { Vec::new() } else { of(kind).collect() };
    chosen.retain(|measure| has_share || measure.name != "share of BBR");
    // The other tables say what counts for drops.
    let completion = of(&SHORT).filter(|measure| is_only_short || measure.unit == "ms");
    chosen.extend(completion);
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use aqm_scenario::read_scenario;

    fn scenario(traffic: &str) -> Scenario {
        let text = format!(
            r#"{{"version": 1, "durationS": 12, "warmupS": 2, "link": {{"rateMbps": 10, "rttMs": 20, "buffer": {{"packets": 60}}}},
            "queues": [{{"kind": "droptail"}}, {{"kind": "codel"}}], "traffic": [{traffic}]}}"#
        );
        read_scenario(&text).unwrap()
    }

    fn names(traffic: &str) -> Vec<&'static str> {
        measures(&scenario(traffic), 0).iter().map(|measure| measure.name).collect()
    }

    #[test]
    fn the_measures_follow_from_the_traffic() {
        let bbr = r#"{"kind": "bulk", "cc": "bbr"}"#;
        let (cubic, short) = (r#"{"kind": "bulk"}"#, r#"{"kind": "short"}"#);
        assert_eq!(
            names(cubic)[..5],
            ["mean delay", "p95 of the delay", "utilization", "drops", "marks"]
        );
        assert!(!names(bbr).contains(&"share of BBR") && !names(bbr).contains(&"drops"));
        assert!(names(&format!("{bbr}, {cubic}")).contains(&"share of BBR"));
        assert_eq!(names(short)[0], "p25 of the completion time");
        assert_eq!(names(short)[4], "drops");
        assert!(names(&format!("{cubic}, {short}")).contains(&"p50"));
    }

    #[test]
    fn a_simulated_run_agrees_with_itself_and_not_with_another_discipline() {
        let scenario = scenario(r#"{"kind": "bulk"}"#);
        let until = Time::from_seconds(12.0);
        let mut experiment = Experiment::new(Scenario { seed: 1, ..scenario.clone() });
        experiment.advance(until);
        let summary = experiment.lanes()[0].summary();
        let compared = compare(&scenario, 0, &summary, until, 1);
        assert!(
            compared.iter().all(|beside| beside.is_within() && beside.sd.is_none()),
            "{compared:?}"
        );
        assert!(
            compared
                .iter()
                .all(|beside| !beside.name.starts_with('p') || beside.name.contains("delay"))
        );
        let other = compare(&scenario, 1, &summary, until, 2);
        assert!(other.iter().any(|beside| beside.name == "mean delay" && !beside.is_within()));
    }
}
