//! The traffic groups of a run over time, for stories.

use crate::alive::Alive;
use crate::lane_run::LaneRun;
use aqm_sim::world::Simulation;
use wasm_bindgen::prelude::*;

/// Runs one lane of a scenario with a seed until `to_s`, with all its timed changes. Returns the number of groups, the number of
/// whole seconds, the goodput of each group in each second, Mbit/s, and then for each group and each bin of `samples` samples
/// of 10 ms:
///
/// 0. mean queue delays of the group in the samples in which it sent packets, ms,
/// 1. these samples.
///
/// The goodput of a group without TCP is 0. A run with one group has the delay of all packets.
///
/// # Errors
/// Throws a JSON list of problems if the scenario is not valid, or a sentence for an unknown lane or seed.
#[wasm_bindgen(js_name = groupRun)]
pub fn group_run(
    scenario: &str,
    lane: usize,
    seed: f64,
    to_s: f64,
    samples: usize,
    alive: Option<Alive>,
) -> Result<Vec<f64>, JsError> {
    let run = LaneRun::read(scenario, lane, seed, to_s)?.within_scenario();
    Ok(groups(&run, samples.max(1), alive.as_ref()))
}

fn groups(run: &LaneRun, samples: usize, alive: Option<&Alive>) -> Vec<f64> {
    let simulation = run.simulate(Simulation::with_flow_delays, alive);
    let count = run.scenario.traffic.len();
    let seconds = simulation.goodput_seconds(0);
    let mut values = vec![count as f64, seconds.len() as f64];
    for group in 0..count {
        values.extend(seconds.iter().map(|second| {
            let flows =
                second.flows.iter().filter(|(id, _)| simulation.group_of(*id) == Some(group));
            flows.map(|(_, mbps)| mbps).sum::<f64>()
        }));
    }
    let Some(parts) = simulation.parts() else { return values };
    for group in 0..count {
        let delays: Vec<f32> = parts.series(group).map(|bin| bin.delay).collect();
        for bin in delays.chunks(samples) {
            let some = bin.iter().filter(|delay| !delay.is_nan());
            values.push(some.clone().map(|&delay| f64::from(delay)).sum());
            values.push(some.count() as f64);
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use aqm_scenario::{Scenario, build, read_scenario};
    use aqm_sim::time::Time;

    fn scenario(traffic: &str) -> Scenario {
        let text = format!(
            r#"{{ "version": 1, "durationS": 6, "warmupS": 0, "link": {{ "rateMbps": 5, "rttMs": 20, "buffer": {{ "packets": 60 }} }},
            "queues": [{{ "kind": "droptail" }}, {{ "kind": "fqCodel" }}], "traffic": [{traffic}] }}"#
        );
        read_scenario(&text).expect("it is valid")
    }

    #[test]
    fn groups_have_the_goodput_and_the_delay_of_the_report() {
        let scenario = scenario(
            r#"{ "kind": "bulk", "flows": 2 }, { "kind": "bulk", "startS": 2 }, { "kind": "cbr", "rateMbps": 1 }"#,
        );
        for lane in [0, 1] {
            let values = groups(&LaneRun::new(scenario.clone(), lane, 6.0), 10, None);
            assert_eq!(values[..2], [3.0, 6.0]);
            let goodput: Vec<f64> =
                values[2..20].chunks(6).map(|group| group.iter().sum()).collect();
            let mut whole = Simulation::new(&build(&scenario, lane)).with_parts();
            whole.run_until(Time::from_seconds(6.0));
            let total: f64 = whole
                .goodput_seconds(0)
                .iter()
                .flat_map(|second| second.flows.iter().map(|(_, mbps)| mbps))
                .sum();
            assert!((goodput.iter().sum::<f64>() - total).abs() < 1e-9);
            assert!(
                goodput[0] > goodput[1] && goodput[1] > 1.0 && goodput[2] == 0.0,
                "{goodput:?}"
            );
            assert_eq!(values[8..10], [0.0; 2], "the second group starts at 2 s");

            let bins = &values[20..];
            assert_eq!(bins.len(), 3 * 60 * 2);
            let mean = |group: usize| {
                let pairs = bins[group * 120..][..120].chunks(2);
                let (sum, count) =
                    pairs.fold((0.0, 0.0), |(a, b), pair| (a + pair[0], b + pair[1]));
                sum / count
            };
            // Datagrams wait in a queue of their own under FQ-CoDel.
            let is_apart = mean(2) < mean(0) / 4.0;
            assert_eq!(is_apart, lane == 1, "{} {}", mean(0), mean(2));
        }
    }

    #[test]
    fn one_group_alone_has_a_delay_too() {
        let run = LaneRun::new(scenario(r#"{ "kind": "bulk" }"#), 0, 2.0);
        let values = groups(&run, 200, None);
        assert_eq!((values.len(), values[0], values[1]), (2 + 2 + 2, 1.0, 2.0));
        assert!(values[4] > 0.0 && values[5] > 0.0, "{values:?}");
    }
}
