//! Delay and throughput under three loads (Figs 4 and 5).

use super::{
    DELAY, REFERENCE_MS, SEEDS, TIME, beside, is_around_reference, listed, means, over_seeds,
    stated, trace,
};
use crate::reading::{Given, Place, Reading};
use crate::report::{Axis, Finding, Measure, Plot, Reference, Report, Row};
use crate::run::Measured;
use crate::traces::{Bins, range_of};

/// The cases of the plan.
const LOADS: [&str; 3] = ["5 TCP", "50 TCP", "5 TCP + 2 UDP"];
const DURATION_S: f64 = 100.0;
/// Mean delay in ms, throughput in Mbit/s, and the smallest share of a flow in the mean.
const VALUES: usize = 3;
/// A fifth of a second is two round-trip times: the sawtooth of TCP stays visible.
const STEP_S: f64 = 0.2;

fn bins() -> Bins {
    Bins::until(DURATION_S, STEP_S)
}

pub(crate) fn reading(_: &Place<'_>) -> Reading {
    Reading::new(VALUES + 2 * bins().count, |simulation| {
        let summary = simulation.summary();
        let shares: Vec<f64> = summary.flows.iter().map(|flow| flow.goodput_mbps).collect();
        let least = shares.iter().copied().fold(f64::INFINITY, f64::min);
        let mean = shares.iter().sum::<f64>() / shares.len() as f64;
        let values = vec![
            summary.delay.map_or(f64::NAN, |delay| delay.mean),
            10.0 * summary.utilization,
            least / mean,
        ];
        [values, bins().delays(simulation), bins().rates(simulation)].concat()
    })
}

pub(crate) fn report(given: &Given, measured: &[Measured]) -> Report {
    let mut rows = Vec::new();
    let mut all = Vec::new();
    let (mut delays, mut rates) = (Vec::new(), Vec::new());
    for (index, (load, runs)) in LOADS.iter().zip(measured.chunks(SEEDS)).enumerate() {
        let ours = over_seeds(runs, VALUES);
        let number = |name| given.numbers.number(&["figures4and5", &index.to_string(), name]);
        let throughput = number("throughputMbps");
        rows.push(Row {
            at: (*load).to_owned(),
            queue: "pie".to_owned(),
            values: vec![beside(number("delayMs"), ours[0]), beside(throughput, ours[1])],
            ..Row::default()
        });
        let part = ["a", "b", "c"][index];
        let shown = |column| trace("pie", vec![index], bins().middles(), runs, column);
        let whole = [0.0, DURATION_S];
        delays.push(Plot {
            id: format!("4{part}"),
            title: format!("{load}: {}", DELAY.name),
            x: TIME,
            y: DELAY,
            series: vec![shown(VALUES)],
            band: range_of(SEEDS),
            references: vec![Reference::at_y(REFERENCE_MS, "reference")],
            ..Plot::default()
        });
        rates.push(Plot {
            id: format!("5{part}"),
            title: format!("{load}: throughput"),
            x: TIME,
            y: Axis::linear("throughput", "Mbit/s"),
            series: [shown(VALUES + bins().count)]
                .into_iter()
                .chain(throughput.map(|level| stated("pie", index, &whole, &[level])))
                .collect(),
            band: range_of(SEEDS),
            ..Plot::default()
        });
        all.push(means(&ours));
    }
    let of = |value: usize| all.iter().map(|ours| ours[value]).collect::<Vec<f64>>();
    let throughputs = of(1);
    Report {
        measures: vec![
            Measure::new("mean delay", "ms", 1),
            Measure::new("throughput", "Mbit/s", 2),
        ],
        rows,
        findings: vec![
            Finding::new(
                "PIE keeps the delay around 20 ms under light, heavy and mixed load (within 20 %)",
                of(0).into_iter().all(is_around_reference),
                format!("{} ms", listed(&of(0))),
            ),
            Finding::new(
                "Throughput is close to the capacity with 5 flows (9.5 Mbit/s), and reaches it with \
                 50 and with UDP (9.9 Mbit/s)",
                throughputs[0] >= 9.5 && throughputs[1] >= 9.9 && throughputs[2] >= 9.9,
                format!(
                    "{:.2}, {:.2}, {:.2} Mbit/s",
                    throughputs[0], throughputs[1], throughputs[2]
                ),
            ),
            Finding::new(
                "The five flows are close to their fair share (the smallest has at least 80 % of \
                 the mean)",
                all[0][2] >= 0.8,
                format!("{:.0} %", 100.0 * all[0][2]),
            )
            .needs(0..SEEDS),
        ],
        plots: [delays, rates].concat(),
        ..Report::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_load_has_its_trace_of_delay_and_of_throughput() {
        let count = VALUES + 2 * bins().count;
        let run = |load: usize| {
            let mut values = vec![load as f64; count];
            values[VALUES..].fill(10.0 * load as f64);
            values[VALUES + bins().count..].fill(100.0 * load as f64);
            values
        };
        let measured: Vec<Measured> = (0..3 * SEEDS).map(|index| run(index / SEEDS)).collect();
        let report = report(&crate::published::tests::given("pan-2013-pie"), &measured);
        let ids: Vec<&str> = report.plots.iter().map(|plot| plot.id.as_str()).collect();
        assert_eq!(ids, ["4a", "4b", "4c", "5a", "5b", "5c"]);
        assert_eq!(report.plots[1].series[0].points[0], [0.1, 10.0, 10.0, 10.0]);
        assert_eq!(report.plots[5].series[0].points[499], [99.9, 200.0, 200.0, 200.0]);
        assert_eq!(report.plots[3].series[1].points[0][..2], [0.0, 9.82], "stated in the text");
        assert_eq!(report.plots[4].series[0].rows, [1]);
    }
}
