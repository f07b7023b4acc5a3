//! What is compared with measured closed loops, and the tolerances.

use crate::document::{list, optional, rounded, text};
use aqm_experiment::Experiment;
use aqm_json::Value;
use aqm_scenario::Scenario;
use aqm_sim::metrics::Summary;

/// Quantiles of completion times that are compared.
const QUANTILES: [&str; 4] = ["p25", "p50", "p75", "p95"];

/// Results of one run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Outcome {
    /// Mean queue delay and its 95th percentile in ms.
    delay: [f64; 2],
    /// Utilization, 0..1.
    utilization: f64,
    /// Dropped packets / offered packets.
    drops: f64,
    /// Marked packets / offered packets.
    marks: f64,
    /// Share of the first traffic group in the goodput of all flows, 0..1.
    first_share: f64,
    /// [`QUANTILES`] of the completion times in ms.
    completion: [f64; 4],
}

impl Outcome {
    /// Runs the first lane of `scenario` to its end.
    pub(crate) fn of(scenario: Scenario) -> Self {
        let mut experiment = Experiment::new(scenario);
        experiment.advance(experiment.end());
        Outcome::from(&experiment.lanes()[0].summary())
    }
}

impl From<&Summary> for Outcome {
    fn from(summary: &Summary) -> Self {
        let goodput = |of: &dyn Fn(usize) -> bool| -> f64 {
            let flows = summary.flows.iter().filter(|flow| of(flow.group));
            flows.map(|flow| flow.goodput_mbps).sum()
        };
        let times = summary.applications.iter().find_map(|results| results.times);
        Outcome {
            delay: summary.delay.map_or([f64::NAN; 2], |delay| [delay.mean, delay.p95]),
            utilization: summary.utilization,
            drops: summary.drop_rate,
            marks: summary.mark_rate,
            first_share: goodput(&|group| group == 0) / goodput(&|_| true),
            completion: times
                .map_or([f64::NAN; 4], |times| [times.p25, times.p50, times.p75, times.p95]),
        }
    }
}

/// A column of a table: a measure with its tolerance.
#[derive(Clone, Copy)]
pub(crate) struct Measure {
    /// Name, in tables.
    pub name: &'static str,
    /// Unit.
    pub unit: &'static str,
    /// Digits after the point.
    pub decimals: usize,
    /// Largest deviation as a share of the measured number.
    relative: f64,
    /// Largest deviation in the unit. The larger one of both is the tolerance.
    absolute: f64,
    /// Returns the measured number of a row of measured.json.
    measured: fn(&Value) -> Option<f64>,
    /// Returns the number of a run.
    ours: fn(&Outcome) -> f64,
}

impl Measure {
    const fn within(self, relative: f64, absolute: f64, decimals: usize) -> Measure {
        Measure { relative, absolute, decimals, ..self }
    }

    /// Returns the measured number, in the unit. A row of `aqm testbed --rows` has it in the comparison of its first lane.
    pub(crate) fn measured(&self, row: &Value) -> Option<f64> {
        if row.get("lanes").is_none() {
            return (self.measured)(row).map(rounded);
        }
        let lane = list(row, "lanes").ok()?.first()?;
        let compared = list(lane, "comparison").ok()?;
        let one = compared.iter().find(|one| text(one, "name") == Ok(self.name))?;
        optional(one, "measured").map(rounded)
    }

    /// Returns the number of a run, in the unit.
    pub(crate) fn ours(&self, outcome: &Outcome) -> f64 {
        rounded((self.ours)(outcome))
    }

    /// Returns the largest deviation from a measured number that counts as agreement, in the unit.
    pub(crate) fn tolerance(&self, measured: f64) -> f64 {
        (self.relative * measured).max(self.absolute)
    }

    /// Returns the rule of the tolerance in words: "15 % or 0.5 ms".
    pub(crate) fn rule(&self) -> String {
        let unit = if self.unit == "%" { "points" } else { self.unit };
        let absolute = format!("{} {unit}", self.absolute);
        if self.relative == 0.0 {
            absolute
        } else {
            format!("{:.0} % or {absolute}", 100.0 * self.relative)
        }
    }
}

/// Returns a number below `group` of a row.
fn below(row: &Value, group: &str, name: &str) -> Option<f64> {
    optional(row.get(group)?, name)
}

fn percent(row: &Value, name: &str) -> Option<f64> {
    optional(row, name).map(|share| 100.0 * share)
}

const fn measure(
    name: &'static str,
    unit: &'static str,
    measured: fn(&Value) -> Option<f64>,
    ours: fn(&Outcome) -> f64,
) -> Measure {
    Measure { name, unit, decimals: 1, relative: 0.0, absolute: 0.0, measured, ours }
}

const MEAN: Measure = measure(
    "mean delay",
    "ms",
    |row| below(row, "queueDelayMs", "mean"),
    |outcome| outcome.delay[0],
);
const P95: Measure = measure(
    "p95 of the delay",
    "ms",
    |row| below(row, "queueDelayMs", "p95"),
    |outcome| outcome.delay[1],
);
const UTILIZATION: Measure = measure(
    "utilization",
    "%",
    |row| percent(row, "utilization"),
    |outcome| 100.0 * outcome.utilization,
);
const DROPS: Measure =
    measure("drops", "%", |row| percent(row, "dropRate"), |outcome| 100.0 * outcome.drops)
        .within(0.25, 0.02, 3);
const MARKS: Measure =
    measure("marks", "%", |row| percent(row, "markRate"), |outcome| 100.0 * outcome.marks)
        .within(0.25, 0.02, 3);
const SHARE: Measure = measure(
    "share of BBR",
    "%",
    |row| percent(row, "bbrShare"),
    |outcome| 100.0 * outcome.first_share,
);

const fn quantile(
    name: &'static str,
    measured: fn(&Value) -> Option<f64>,
    ours: fn(&Outcome) -> f64,
) -> Measure {
    measure(name, "ms", measured, ours).within(0.15, 0.5, 0)
}

fn completed(row: &Value, index: usize) -> Option<f64> {
    below(row, "completionMs", QUANTILES[index])
}

const LOSS_MEAN: Measure = MEAN.within(0.15, 0.5, 2);
const LOSS_P95: Measure = P95.within(0.15, 0.5, 2);
const LOSS_UTILIZATION: Measure = UTILIZATION.within(0.0, 1.5, 1);
const COMPLETION: [Measure; 4] = [
    quantile("p25 of the completion time", |row| completed(row, 0), |run| run.completion[0]),
    quantile("p50", |row| completed(row, 1), |run| run.completion[1]),
    quantile("p75", |row| completed(row, 2), |run| run.completion[2]),
    quantile("p95", |row| completed(row, 3), |run| run.completion[3]),
];

/// Rows with the same measures and tolerances.
pub(crate) struct Kind {
    /// Title of the table.
    pub title: &'static str,
    /// Returns whether a row is of this kind, by its name and its measured values.
    pub has: fn(&str, &Value) -> bool,
    /// Columns.
    pub measures: &'static [Measure],
}

/// CUBIC and Reno. Runs differ by a few percent.
pub(crate) const LOSS_BASED: Kind = Kind {
    title: "CUBIC and Reno",
    has: |name, row| !(BBR.has)(name, row) && !(SHORT.has)(name, row),
    measures: &[LOSS_MEAN, LOSS_P95, LOSS_UTILIZATION, DROPS, MARKS],
};

/// CUBIC and Reno, also with other traffic: all measures of both tables.
pub(crate) const MIXED: Kind = Kind {
    title: "CUBIC and Reno, alone and with other traffic",
    has: |name, row| !(BBR.has)(name, row),
    measures: &[
        LOSS_MEAN,
        LOSS_P95,
        LOSS_UTILIZATION,
        DROPS,
        MARKS,
        COMPLETION[0],
        COMPLETION[1],
        COMPLETION[2],
        COMPLETION[3],
    ],
};

/// BBR. Single runs differ more than those of CUBIC, so the tolerances are wider.
pub(crate) const BBR: Kind = Kind {
    title: "BBR",
    has: |name, _| name.contains("bbr"),
    measures: &[
        MEAN.within(0.2, 2.0, 1),
        P95.within(0.2, 2.0, 1),
        UTILIZATION.within(0.0, 2.0, 1),
        SHARE.within(0.0, 15.0, 1),
    ],
};

/// Short flows, by their completion times.
pub(crate) const SHORT: Kind = Kind {
    title: "short flows of CUBIC",
    has: |_, row| row.get("completionMs").is_some(),
    measures: &[COMPLETION[0], COMPLETION[1], COMPLETION[2], COMPLETION[3], DROPS],
};

#[cfg(test)]
mod tests {
    use super::*;
    use aqm_json::parse;

    #[test]
    fn the_larger_bound_is_the_tolerance() {
        let mean = &LOSS_BASED.measures[0];
        assert_eq!((mean.tolerance(10.0), mean.tolerance(1.0)), (1.5, 0.5));
        assert_eq!(mean.rule(), "15 % or 0.5 ms");
        assert_eq!(LOSS_BASED.measures[2].rule(), "1.5 points");
    }

    #[test]
    fn each_row_is_of_one_kind() {
        let bulk = parse("{\"markRate\": 0.25}").unwrap();
        let short = parse("{\"completionMs\": {\"p50\": 12.5}}").unwrap();
        let kinds = [&LOSS_BASED, &BBR, &SHORT];
        for (name, row, index) in
            [("codel-cubic-x1", &bulk, 0), ("droptail-bbr-x1", &bulk, 1), ("short-x20", &short, 2)]
        {
            let found: Vec<usize> = (0..3).filter(|&kind| (kinds[kind].has)(name, row)).collect();
            assert_eq!(found, [index], "{name}");
        }
        assert_eq!(LOSS_BASED.measures[4].measured(&bulk), Some(25.0));
        assert_eq!(SHORT.measures[1].measured(&short), Some(12.5));
        assert_eq!(SHORT.measures[0].measured(&short), None);
    }

    #[test]
    fn a_row_of_the_testbed_has_its_numbers_in_the_comparison() {
        let text = r#"{"lanes": [{"comparison": [{"name": "mean delay", "measured": 4.5}, {"name": "p95", "measured": 612}]}]}"#;
        let row = parse(text).unwrap();
        let measured: Vec<Option<f64>> =
            MIXED.measures.iter().map(|measure| measure.measured(&row)).collect();
        let mut wanted = vec![None; MIXED.measures.len()];
        (wanted[0], wanted[8]) = (Some(4.5), Some(612.0));
        assert_eq!(measured, wanted);
    }
}
