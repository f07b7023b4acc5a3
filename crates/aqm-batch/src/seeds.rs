//! Many seeds of a run: the sums that the page makes ribbons of.

use crate::alive::Alive;
use crate::lane_run::LaneRun;
use aqm_report::measures::SERIES;
use aqm_sim::metrics::Bin;
use wasm_bindgen::prelude::*;

/// Numbers of a bin, in the order of [`seed_run`].
const NUMBERS: usize = 11;

/// Runs one lane of a scenario with a seed until `to_s`, with all its timed changes. Returns the number of bins, eleven sums for each
/// bin of `samples` samples of 10 ms, and the goodput of all flows together in each whole second, Mbit/s. The sums of a bin are:
///
/// 0. queue delays of the packets that were sent, ms,
/// 1. packets that were sent,
/// 2. mean delays of the samples in which packets were sent, ms,
/// 3. these samples,
/// 4. bits that were sent,
/// 5. bits that the link could send,
/// 6. drops,
/// 7. CE marks,
/// 8. packets offered to the queue,
/// 9. mean numbers of waiting packets of the samples,
/// 10. samples.
///
/// Sums can be added over any span; their quotients are the means and rates of the page's plots and numbers.
///
/// # Errors
/// Throws a JSON list of problems if the scenario is not valid, or a sentence for an unknown lane or seed.
#[wasm_bindgen(js_name = seedRun)]
pub fn seed_run(
    scenario: &str,
    lane: usize,
    seed: f64,
    to_s: f64,
    samples: usize,
    alive: Option<Alive>,
) -> Result<Vec<f64>, JsError> {
    let run = LaneRun::read(scenario, lane, seed, to_s)?.within_scenario();
    Ok(sums(&run, samples.max(1), alive.as_ref()))
}

fn sums(run: &LaneRun, samples: usize, alive: Option<&Alive>) -> Vec<f64> {
    let simulation = run.simulate(|simulation| simulation, alive);
    let column = |name: &str| {
        SERIES.iter().find(|sample| sample.name == name).expect("the table has it").read
    };
    let read = [
        "delayMean",
        "sent",
        "sentBits",
        "capacityBits",
        "earlyDrops",
        "overflowDrops",
        "marks",
        "offered",
        "queuePackets",
    ]
    .map(column);
    let of_sample = |row: &Bin| -> [f64; NUMBERS] {
        let [delay, sent, bits, capacity, early, overflow, marks, offered, queue] =
            read.map(|read| f64::from(read(row)));
        // The mean of a sample without packets is no number.
        let (delay, some) = if sent > 0.0 { (delay, 1.0) } else { (0.0, 0.0) };
        let drops = early + overflow;
        [delay * sent, sent, delay, some, bits, capacity, drops, marks, offered, queue, 1.0]
    };
    let rows = simulation.series().rows();
    let mut values = vec![rows.len().div_ceil(samples) as f64];
    for bin in rows.chunks(samples) {
        let mut total = [0.0; NUMBERS];
        for row in bin {
            for (total, number) in total.iter_mut().zip(of_sample(row)) {
                *total += number;
            }
        }
        values.extend(total);
    }
    let seconds = simulation.goodput_seconds(0);
    values.extend(
        seconds.iter().map(|second| second.flows.iter().map(|(_, mbps)| mbps).sum::<f64>()),
    );
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use aqm_report::measures::LaneMeasure;
    use aqm_scenario::Scenario;
    use aqm_scenario::read_scenario;
    use aqm_sweep::measure;

    const SCENARIO: &str = r#"{ "version": 1, "durationS": 3, "link": { "rateMbps": 5, "rttMs": 20, "buffer": { "packets": 60 } },
        "queues": [{ "kind": "droptail" }, { "kind": "codel", "ecn": true }], "traffic": [{ "kind": "bulk", "flows": 2,
        "startS": 0.5 }] }"#;

    fn scenario() -> Scenario {
        read_scenario(SCENARIO).expect("it is valid")
    }

    fn sums_of(scenario: Scenario, lane: usize, to_s: f64, samples: usize) -> Vec<f64> {
        sums(&LaneRun::new(scenario, lane, to_s).within_scenario(), samples, None)
    }

    #[test]
    fn sums_of_bins_add_up_to_those_of_the_whole_run() {
        let seconds = 3;
        let bins = sums_of(scenario(), 0, 3.0, 10);
        assert_eq!(bins.len(), 1 + 30 * NUMBERS + seconds);
        assert_eq!(bins[0], 30.0);
        assert_eq!(bins[1..5], [0.0; 4], "no packet is sent before the first flow starts");
        let whole = sums_of(scenario(), 0, 3.0, 300);
        assert_eq!(whole, sums_of(scenario(), 0, 9.0, 300), "a run ends with its scenario");
        for number in 0..NUMBERS {
            let total = bins[1..][..30 * NUMBERS].iter().skip(number).step_by(NUMBERS).sum::<f64>();
            assert!((total - whole[1 + number]).abs() <= 1e-6 * whole[1 + number], "{number}");
        }
        assert_eq!(bins[1 + 30 * NUMBERS..], whole[1 + NUMBERS..], "the goodput has its own bins");
    }

    #[test]
    fn quotients_of_sums_are_the_measures_of_reports() {
        for lane in [0, 1] {
            let whole = sums_of(scenario(), lane, 3.0, 300);
            let [delay, sent, _, _, bits, capacity, drops, marks, offered, _, _] = whole[1..12]
            else {
                panic!("eleven numbers");
            };
            let expected = [
                ("queueDelayMs.mean", delay / sent),
                ("utilization", bits / capacity),
                ("dropRate", drops / offered.max(sent + drops)),
                ("markRate", marks / offered),
            ];
            for (name, value) in expected {
                let found = LaneMeasure::find(name).expect(name);
                let reported = measure(&scenario(), lane, &[found])[0].unwrap_or(0.0);
                // The samples are rounded to 32 bits.
                assert!((value - reported).abs() <= 1e-5 * reported, "{name}: {value} {reported}");
            }
        }
    }

    #[test]
    fn goodput_has_the_seconds_of_the_run() {
        let seconds = &sums_of(scenario(), 0, 3.0, 300)[1 + NUMBERS..];
        // 5 Mbit/s for 2.5 s, without headers; a second in which a gap is closed delivers more than the link.
        let total = seconds.iter().sum::<f64>();
        assert!(seconds[0] < 2.5, "the flows start after half a second: {seconds:?}");
        assert!(seconds.len() == 3 && (10.0..12.5).contains(&total), "{seconds:?}");
    }

    #[test]
    fn a_lane_alone_has_the_sums_that_it_has_among_others() {
        let both = scenario();
        let alone = Scenario { queues: vec![both.queues[1]], ..both.clone() };
        assert_eq!(sums_of(both, 1, 3.0, 5), sums_of(alone, 0, 3.0, 5));
    }
}
