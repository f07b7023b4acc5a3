//! Runs the state of a step, and reads the numbers of its claims.

use crate::claim::{Claim, Quantity};
use crate::step::Step;
use aqm_experiment::Experiment;
use aqm_scenario::Scenario;
use aqm_sim::time::Time;

/// Work between two calls of `between`, in packets.
const PACKETS: u64 = 200_000;

/// Returns the number of each claim of a step with a seed, in the unit of its text: percent for shares. `None` if there was nothing to
/// measure. Calls `between` again and again. The numbers are those of `aqm run` and of the page.
pub fn measure(step: &Step, seed: u64, between: &mut dyn FnMut()) -> Vec<Option<f64>> {
    let Some(own) = &step.scenario else { return Vec::new() };
    let mut values = vec![None; step.claims.len()];
    let mut is_done = vec![false; step.claims.len()];
    for first in 0..step.claims.len() {
        if is_done[first] {
            continue;
        }
        // Claims with the same changes share a run.
        let set = &step.claims[first].set;
        let same: Vec<usize> =
            (first..step.claims.len()).filter(|&at| step.claims[at].set == *set).collect();
        let scenario = step.claims[first].scenario.as_deref().unwrap_or(own);
        let claims: Vec<&Claim> = same.iter().map(|&at| &step.claims[at]).collect();
        for (at, value) in same.iter().zip(run(scenario, seed, &claims, between)) {
            values[*at] = value;
            is_done[*at] = true;
        }
    }
    values
}

/// Returns the number that a step asks for, of each lane in another state of the step: what the reader tries. `None` if there was
/// nothing to measure.
pub fn measure_asked(
    step: &Step,
    state: &Scenario,
    seed: u64,
    between: &mut dyn FnMut(),
) -> Vec<Option<f64>> {
    let claims = step.asked.as_ref().map_or(&[][..], |asked| &asked.claims);
    let can_measure =
        |claim: &&Claim| claim.lane < state.queues.len() && claim.to_s <= state.duration_s;
    let measured: Vec<&Claim> = claims.iter().filter(can_measure).collect();
    let mut values = run(state, seed, &measured, between).into_iter();
    let value = |claim: &Claim| if can_measure(&claim) { values.next().flatten() } else { None };
    claims.iter().map(value).collect()
}

fn run(
    scenario: &Scenario,
    seed: u64,
    claims: &[&Claim],
    between: &mut dyn FnMut(),
) -> Vec<Option<f64>> {
    let is_measured = |claim: &&&Claim| !matches!(claim.quantity, Quantity::Setting(_));
    let mut lanes: Vec<usize> = claims.iter().filter(is_measured).map(|claim| claim.lane).collect();
    lanes.sort_unstable();
    lanes.dedup();
    let end = claims.iter().filter(is_measured).map(|claim| claim.to_s).fold(0.0, f64::max);
    let scenario = Scenario { seed, ..scenario.clone() };
    let mut experiment = Experiment::of_lanes(scenario, lanes.clone());
    let end = Time::from_seconds(end);
    while !lanes.is_empty() && experiment.now() < end {
        experiment.advance_within(end, PACKETS);
        between();
    }
    let value = |claim: &&Claim| {
        if let Quantity::Setting(value) = claim.quantity {
            return Some(value);
        }
        let index = lanes.iter().position(|&lane| lane == claim.lane)?;
        let (from, to) = (Time::from_seconds(claim.from_s), Time::from_seconds(claim.to_s));
        claim.read(&experiment.lanes()[index].window(from, to))
    };
    claims.iter().map(value).collect()
}
