//! Sweeps.

use crate::alive::{Alive, PACKETS, tell};
use crate::lane_run::LaneRun;
use aqm_json::answer::Answer as _;
use aqm_report::measures::LaneMeasure;
use aqm_scenario::problem::Problem;
use aqm_scenario::{Limits, problems_to_json};
use aqm_sweep::plan::Plan;
use aqm_sweep::{Measured, Problems, Sweep, measure_reporting};
use wasm_bindgen::prelude::*;

/// Most runs of a plan that the page expands; `aqm sweep` takes more.
const MAX_RUNS: usize = 50_000;
/// Most bytes of the scenarios of all cells together.
const MAX_BYTES: usize = 32_000_000;

/// A plan, expanded to its runs, and their results.
#[wasm_bindgen(js_name = Sweep)]
#[derive(Debug)]
pub struct PageSweep {
    sweep: Sweep,
    /// One for each run; `None` until it was made.
    measured: Vec<Option<Measured>>,
}

#[wasm_bindgen(js_class = Sweep)]
impl PageSweep {
    /// Reads and expands a plan.
    ///
    /// # Errors
    /// Throws a JSON list of problems.
    #[wasm_bindgen(constructor)]
    pub fn new(plan: &str) -> Result<PageSweep, JsError> {
        expand(plan).map_err(|problems| JsError::new(&problems_to_json(&problems)))
    }

    /// Returns the plan in its shortest form.
    pub fn plan(&self) -> String {
        self.sweep.plan().to_json()
    }

    /// Returns JSON of [`aqm_sweep::Description`].
    pub fn description(&self) -> String {
        self.sweep.description().to_json().to_compact()
    }

    /// Returns the indices of the parameters of which all values gave equal results in every lane; none until every run was
    /// made.
    pub fn indifferent(&self) -> Vec<u32> {
        self.sweep.indifferent(&self.measured).into_iter().map(|axis| axis as u32).collect()
    }

    /// Stores the values of run `index`, NaN where there was nothing to measure. Ignores values of another length.
    pub fn put(&mut self, index: usize, values: &[f64]) {
        if let Some(run) = self.measured.get_mut(index)
            && values.len() == self.sweep.measures().len()
        {
            *run = Some(values.iter().map(|value| Some(*value).filter(|v| !v.is_nan())).collect());
        }
    }

    /// Returns the estimates of one measure: for each row the number of runs, the mean (or sum, or maximum, as the table of
    /// measures demands) and half the width of its 95 % confidence interval. NaN: unknown.
    pub fn estimates(&self, measure: usize) -> Vec<f64> {
        let table = self.sweep.table(&self.measured);
        let row = |row: &aqm_sweep::Row| {
            let numbers = row.results.get(measure).copied().flatten();
            let numbers = numbers.map_or(Vec::new(), aqm_sweep::Combined::numbers);
            let number = |at: usize| numbers.get(at).copied().flatten().unwrap_or(f64::NAN);
            [row.runs as f64, number(0), number(2)]
        };
        table.rows().iter().flat_map(row).collect()
    }

    /// Returns the table of all results as `aqm sweep --csv` prints it.
    pub fn csv(&self) -> String {
        self.sweep.table(&self.measured).csv()
    }
}

/// Returns a JSON list of [`aqm_sweep::DescribedOverride`]: what replaces values of a plan's parameters, also of a plan
/// that is refused for this reason.
///
/// # Errors
/// Throws a JSON list of problems.
#[wasm_bindgen(js_name = sweepOverrides)]
pub fn sweep_overrides(plan: &str) -> Result<String, JsError> {
    let refuse = |problems: Vec<Problem>| JsError::new(&problems_to_json(&problems));
    let plan = page_plan(plan).map_err(refuse)?;
    let sweep = Sweep::expand(plan).map_err(labelled).map_err(refuse)?;
    Ok(sweep.described_overrides().to_json().to_compact())
}

fn expand(text: &str) -> Result<PageSweep, Vec<Problem>> {
    let sweep = Sweep::within(page_plan(text)?, &Limits::PAGE).map_err(labelled)?;
    let measured = vec![None; sweep.runs()];
    Ok(PageSweep { sweep, measured })
}

/// Reads a plan, and refuses one that is too large for the page.
fn page_plan(text: &str) -> Result<Plan, Vec<Problem>> {
    let plan = Plan::parse(text)?;
    let runs = plan.cell_count().saturating_mul(plan.seed_list().len());
    let bytes = plan.cell_count().saturating_mul(plan.scenario.to_json().len());
    if runs > MAX_RUNS || bytes > MAX_BYTES {
        let message = format!(
            "has {runs} runs of each lane, with {bytes} bytes of scenarios; the page takes at most {MAX_RUNS} runs and \
             {MAX_BYTES} bytes. Set fewer values or seeds, or use aqm sweep."
        );
        return Err(vec![Problem::whole(message)]);
    }
    Ok(plan)
}

/// Names the cell in the message of each problem.
fn labelled(problems: Problems) -> Vec<Problem> {
    let named = |(label, problems): (aqm_sweep::Label, Vec<Problem>)| {
        let label = label.to_string();
        problems.into_iter().map(move |problem| {
            if label.is_empty() {
                return problem;
            }
            let message = format!("{} (with {label})", problem.message);
            Problem { message, ..problem }
        })
    };
    problems.into_iter().flat_map(named).collect()
}

/// Runs one lane of a scenario with a seed to its end. Returns the measures, whose names are separated by commas; NaN
/// where there was nothing to measure. Calls `alive` now and then.
///
/// # Errors
/// Throws a JSON list of problems if the scenario is not valid, or a sentence for an unknown lane, seed or measure.
#[wasm_bindgen(js_name = sweepRun)]
pub fn sweep_run(
    scenario: &str,
    lane: usize,
    seed: f64,
    measures: &str,
    alive: Option<Alive>,
) -> Result<Vec<f64>, JsError> {
    // A run of a sweep goes to the end of its scenario.
    let LaneRun { scenario, .. } = LaneRun::read(scenario, lane, seed, f64::INFINITY)?;
    let find = |name: &str| {
        LaneMeasure::find(name)
            .ok_or_else(|| JsError::new(&format!("there is no measure '{name}'")))
    };
    let measures = measures.split(',').map(find).collect::<Result<Vec<_>, _>>()?;
    let values =
        measure_reporting(&scenario, lane, &measures, PACKETS, &mut || tell(alive.as_ref()));
    Ok(values.into_iter().map(|value| value.unwrap_or(f64::NAN)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use aqm_json::Value;

    const PLAN: &str = r#"{ "version": 1, "scenario": { "version": 1, "durationS": 3, "link": { "rateMbps": 5, "rttMs": 20,
        "buffer": { "packets": 60 } }, "queues": [{ "kind": "droptail" }, { "kind": "codel" }], "traffic": [{ "kind":
        "bulk", "flows": 2, "startS": 0.5 }] }, "vary": [{ "path": "link.rateMbps", "values": [2, 5] }], "seeds": {
        "count": 3 }, "measures": ["queueDelayMs.mean", "markRate", "queueDelayMs.max"] }"#;

    fn member<'a>(value: &'a Value, name: &str) -> &'a Value {
        value.get(name).expect("it is there")
    }

    /// Makes all runs of a plan as the page does: by the texts of the description.
    fn made(plan: &str) -> PageSweep {
        let mut sweep = expand(plan).expect("the plan is valid");
        let about = aqm_json::parse(&sweep.description()).expect("it is JSON");
        let Value::Array(rows) = member(&about, "rows") else { panic!("no list") };
        let Value::Array(cells) = member(&about, "cells") else { panic!("no list") };
        let number = |value: &Value| match value {
            Value::Number(number) => *number,
            _ => panic!("no number"),
        };
        let measures = sweep.sweep.description().measures.join(",");
        let seeds = sweep.sweep.seeds().to_vec();
        let mut index = 0;
        for row in rows {
            let cell = &cells[number(member(row, "cell")) as usize];
            let Value::String(scenario) = member(cell, "scenario") else { panic!("no text") };
            for &seed in &seeds {
                let lane = number(member(row, "lane")) as usize;
                let values =
                    sweep_run(scenario, lane, seed as f64, &measures, None).expect("it runs");
                sweep.put(index, &values);
                index += 1;
            }
        }
        sweep
    }

    #[test]
    fn the_table_of_the_page_equals_that_of_the_command() {
        let of_page = made(PLAN);
        let command = Sweep::new(Plan::parse(PLAN).expect("it is valid")).expect("it expands");
        let runs: Vec<_> = (0..command.runs()).map(|run| Some(command.measure(run))).collect();
        assert_eq!(of_page.csv(), command.table(&runs).csv());
        assert!(of_page.csv().starts_with("link.rateMbps,lane,queue,seeds,queueDelayMeanMsMean,"));
    }

    #[test]
    fn estimates_are_those_of_the_runs_so_far() {
        let whole = made(PLAN);
        let mut part = expand(PLAN).expect("it is valid");
        assert!(part.estimates(0)[1].is_nan());
        for run in 0..2 {
            let values = whole.measured[run].clone().expect("it was made");
            let values: Vec<f64> = values.into_iter().map(|v| v.unwrap_or(f64::NAN)).collect();
            part.put(run, &values);
        }
        part.put(2, &[1.0]);
        let [runs, mean, ci95] = part.estimates(0)[..3] else { panic!("three numbers a row") };
        assert_eq!(runs, 2.0);
        let of = |run: usize| part.measured[run].as_ref().expect("it was made")[0].expect("number");
        assert_eq!(mean, (of(0) + of(1)) / 2.0);
        // Student's t with one degree of freedom, times the standard error of two values.
        assert!((ci95 - 12.706 * (of(0) - of(1)).abs() / 2.0).abs() < 1e-9);
        // The largest delay of several runs is their maximum, which has no interval.
        let most = part.estimates(2);
        assert!(most[1] >= mean && most[2].is_nan());
    }

    #[test]
    fn hostile_plans_are_refused_with_a_reason() {
        let refused = |plan: &str| {
            let problems = expand(plan).expect_err("it is not valid");
            problems.iter().map(|p| format!("{} {}", p.path, p.message)).collect::<Vec<_>>()
        };
        let many = PLAN.replace(r#""count": 3"#, r#""count": 900000"#);
        assert!(refused(&many)[0].contains("at most 50000"), "{:?}", refused(&many));
        let bad = PLAN.replace("[2, 5]", "[2, -5]");
        assert!(refused(&bad)[0].contains("with link.rateMbps=-5"), "{:?}", refused(&bad));
        assert!(!refused("{").is_empty());
        assert!(!refused("[]").is_empty());
    }
}
