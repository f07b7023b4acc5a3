//! Tahiliani and others: RED and ARED in the scenarios of RFC 7928.
//!
//! The paper prints ellipses without numbers, and names no rates, delays or parameters. It used the AQM evaluation
//! suite for ns-3 (A. Deepak, K. S. Shravya, M. P. Tahiliani, WNS3 2017), whose published scenario files have
//! them: 1 Mbit/s, 48 + 1 + 1 ms each way, packets of 750 bytes, 45 packets of buffer, 300 s, and 100 and 10 Mbit/s
//! with 500 packets for the varying capacity. The numbers of flows are those of the suite's first published
//! version: 3, 7 and 10.

use crate::Figure;
use crate::ellipse;
use crate::reading::{Place, Reading};
use crate::report::{Finding, Measure, Report, Row, Value};
use crate::run::Measured;

/// The paper's statement about which discipline keeps the delay tighter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Better {
    Red,
    Ared,
}

/// One of the paper's scenarios.
struct Case {
    name: &'static str,
    section: &'static str,
    /// Letter in figure 1.
    figure: &'static str,
    better: Better,
}

/// The cases of the plan.
const CASES: [Case; 12] = [
    case("one flow, initial window 3", "3.1", "a", Better::Red),
    case("a second flow of 100 packets, initial window 10", "3.2", "b", Better::Ared),
    case("aggressive sender (BIC)", "3.3", "c", Better::Ared),
    case("UDP with ten times the rate of the link", "3.4", "d", Better::Red),
    case("UDP with 80 % of the link, and a TCP flow", "3.4", "", Better::Red),
    case("less than best effort: LEDBAT and a TCP flow", "3.5", "e", Better::Ared),
    case("mild congestion, 3 flows", "3.6", "f", Better::Red),
    case("medium congestion, 7 flows", "3.7", "g", Better::Ared),
    case("heavy congestion, 10 flows", "3.8", "h", Better::Ared),
    case("3, 7 and 10 flows, 20 s each", "3.9", "i", Better::Ared),
    case("100 and 10 Mbit/s, 20 s each", "3.10", "j", Better::Red),
    case("100 and 10 Mbit/s, 100 ms each", "3.10", "k", Better::Red),
];

const fn case(
    name: &'static str,
    section: &'static str,
    figure: &'static str,
    better: Better,
) -> Case {
    Case { name, section, figure, better }
}

const SEEDS: usize = 5;
/// The third lane, RED with ARED's weight, is not in the paper. It shows the effect of the weight alone.
const QUEUES: [&str; 3] = ["red", "ared", "red"];
const TWIN: usize = 2;
/// Values of a run: mean and standard deviation of the delay of all packets, utilization, share of drops, and the ellipse.
const COLUMNS: usize = 4 + ellipse::COLUMNS;

pub(crate) fn reading(_: &Place<'_>) -> Reading {
    Reading::new(COLUMNS, |simulation| {
        let summary = simulation.summary();
        let delay = summary.delay.map_or([f64::NAN; 2], |delay| [delay.mean, delay.sd]);
        let shares = [100.0 * summary.utilization, 100.0 * summary.drop_rate];
        [&delay[..], &shares, &ellipse::read(simulation, 0)].concat()
    })
}

/// Returns mean and spread over the seeds of one value.
fn over_seeds(seeds: &[Measured], column: usize) -> Figure {
    Figure::of(&seeds.iter().map(|run| run[column]).collect::<Vec<_>>())
}

pub(crate) fn report(measured: &[Measured]) -> Report {
    let mut rows = Vec::new();
    let mut findings = Vec::new();
    let mut plots = Vec::new();
    let per_case = QUEUES.len() * SEEDS;
    for (index, (case, lanes)) in CASES.iter().zip(measured.chunks(per_case)).enumerate() {
        let lanes: Vec<&[Measured]> = lanes.chunks(SEEDS).collect();
        for (lane, (queue, seeds)) in QUEUES.iter().zip(&lanes).enumerate() {
            let remark = if lane == TWIN { " (with ARED's weight)" } else { "" };
            // Delay of all packets, utilization, drops; then goodput of the TCP flows.
            let values = [0, 1, 5, 2, 3].map(|column| Value {
                ours: over_seeds(seeds, column),
                ..Value::beside(None, f64::NAN)
            });
            rows.push(Row {
                at: format!("{}{remark}", case.name),
                queue: (*queue).to_owned(),
                values: values.to_vec(),
                ..Row::default()
            });
        }
        let ellipses = QUEUES[..2].iter().zip(&lanes).map(|(&queue, seeds)| {
            (queue, Some(queue), ellipse::pooled(seeds.iter().map(|run| &run[4..])))
        });
        if !case.figure.is_empty() {
            let title = format!("Section {}: {}", case.section, case.name);
            let first = index * QUEUES.len();
            plots.push(ellipse::plot(case.figure, &title, first, ellipses));
            let needs = index * per_case..(index + 1) * per_case;
            findings.push(finding(case, &lanes).needs(needs));
        }
    }
    Report {
        measures: vec![
            Measure::new("mean delay", "ms", 1),
            Measure::new("standard deviation", "ms", 1),
            Measure::new("goodput", "Mbit/s", 2),
            Measure::new("utilization", "%", 1),
            Measure::new("drops", "%", 2),
        ],
        rows,
        findings,
        plots,
        ..Report::default()
    }
}

/// Returns the paper's statement about the delay. The reason names what the same RED does with ARED's weight.
fn finding(case: &Case, lanes: &[&[Measured]]) -> Finding {
    let sd = |lane: usize| over_seeds(lanes[lane], 1).mean;
    let mean = |lane: usize| over_seeds(lanes[lane], 0).mean;
    let (red, ared, twin) = (sd(0), sd(1), sd(2));
    let (name, holds) = match case.better {
        Better::Red => ("RED", red < ared),
        Better::Ared => ("ARED", ared < red),
    };
    let claim =
        format!("{name} controls the delay better: {} (section {})", case.name, case.section);
    let evidence = format!("RED {:.1} ± {red:.1}, ARED {:.1} ± {ared:.1} ms", mean(0), mean(1));
    let would = match case.better {
        Better::Red => twin < ared,
        Better::Ared => ared < twin,
    };
    let drops = |lane: usize| over_seeds(lanes[lane], 3).mean;
    Finding::new(&claim, holds, evidence).because(if would {
        format!(
            "The averaging weights decide, 0.002 in RED and 0.006 in ARED: RED with ARED's weight has {:.1} ± {twin:.1} ms, and the \
             statement holds for it.",
            mean(2)
        )
    } else {
        format!(
            "The averaging weights do not explain it: RED with ARED's weight has {:.1} ± {twin:.1} ms. Drops: RED {:.2}, ARED {:.2}, \
             RED with ARED's weight {:.2} %.",
            mean(2),
            drops(0),
            drops(1),
            drops(2)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lanes(sds: [f64; 3]) -> [Vec<Measured>; 3] {
        sds.map(|sd| vec![[vec![9.0, sd], vec![1.0; COLUMNS - 2]].concat(); SEEDS])
    }

    #[test]
    fn the_tighter_delay_wins_and_the_reason_compares_weights() {
        let check = |case: usize, sds| {
            let lanes = lanes(sds);
            finding(&CASES[case], &lanes.each_ref().map(Vec::as_slice))
        };
        assert!(check(0, [1.0, 2.0, 3.0]).holds);
        assert!(!check(0, [2.0, 1.0, 0.5]).holds);
        assert!(check(7, [2.0, 1.0, 3.0]).holds);
        let because = check(0, [2.0, 1.0, 0.5]).because.unwrap();
        assert!(because.contains("the statement holds for it"), "{because}");
        let because = check(0, [2.0, 1.0, 1.5]).because.unwrap();
        assert!(because.contains("do not explain"), "{because}");
    }

    #[test]
    fn eleven_figures_have_a_statement_and_an_ellipse_each() {
        let measured = vec![vec![1.0; COLUMNS]; CASES.len() * QUEUES.len() * SEEDS];
        let report = report(&measured);
        assert_eq!((report.findings.len(), report.plots.len()), (11, 11));
        assert_eq!(report.rows.len(), CASES.len() * QUEUES.len());
        assert!(report.plots.iter().all(|plot| plot.series.len() == 2));
    }

    #[test]
    fn cases_are_those_of_the_plans() {
        for item in ["tahiliani-rfc7928/1", "tahiliani-rfc7928/1-bare"] {
            let item = crate::find(item).unwrap();
            let names = crate::plans::cases(item);
            assert_eq!(names, CASES.each_ref().map(|case| case.name));
        }
    }
}
