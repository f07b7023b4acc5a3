//! The tables of measures of the parts of a lane: flows, traffic groups and classes.

use super::{Measure, OverRuns, about, count};
use aqm_sim::metrics::{DelaySummary, FlowDelay, FlowSummary, PartSummary};

/// Measures of a TCP flow, after its number and the number of its traffic group.
pub static FLOW: &[Measure<FlowSummary>] = &[Measure::new(
    "goodputMbps",
    |flow| Some(flow.goodput_mbps),
    about("goodput, Mbit/s", "Mbit/s", "fairness", "New payload delivered in order, per second."),
)];

fn part_delay(part: &PartSummary, of: fn(&DelaySummary) -> f64) -> Option<f64> {
    part.delay.as_ref().map(of)
}

/// Measures of a traffic group, after its index, and of a class, after its name.
pub static PART: &[Measure<PartSummary>] = &[
    Measure::new(
        "packets",
        |part| count(part.sent),
        about(
            "sent",
            "packets",
            "delay-of-groups-and-classes",
            "Packets whose transmission started.",
        )
        .digits(0)
        .over_runs(OverRuns::Sum),
    ),
    Measure::new(
        "queueDelayMs.mean",
        |part| part_delay(part, |delay| delay.mean),
        about(
            "mean delay, ms",
            "ms",
            "delay-of-groups-and-classes",
            "Mean queue delay of its packets.",
        ),
    ),
    Measure::new(
        "queueDelayMs.p50",
        |part| part_delay(part, |delay| delay.p50),
        about("delay p50, ms", "ms", "delay-of-groups-and-classes", "Median of their queue delay."),
    ),
    Measure::new(
        "queueDelayMs.p95",
        |part| part_delay(part, |delay| delay.p95),
        about(
            "delay p95, ms",
            "ms",
            "delay-of-groups-and-classes",
            "95 % of them had at most this queue delay.",
        ),
    ),
    Measure::new(
        "queueDelayMs.p99",
        |part| part_delay(part, |delay| delay.p99),
        about(
            "delay p99, ms",
            "ms",
            "delay-of-groups-and-classes",
            "99 % of them had at most this queue delay.",
        ),
    ),
    Measure::new(
        "queueDelayMs.max",
        |part| part_delay(part, |delay| delay.max),
        about("delay max, ms", "ms", "delay-of-groups-and-classes", "Largest queue delay.")
            .over_runs(OverRuns::Max),
    ),
];

/// Queue delay of a flow or datagram source, after its number and the index of its group.
pub static FLOW_DELAY: &[Measure<FlowDelay>] = &[
    Measure::new(
        "packets",
        |flow| count(flow.sent),
        about(
            "sent",
            "packets",
            "delay-of-groups-and-classes",
            "Packets whose transmission started.",
        )
        .digits(0)
        .over_runs(OverRuns::Sum),
    ),
    Measure::new(
        "queueDelayMs.mean",
        |flow| flow.mean,
        about(
            "mean delay, ms",
            "ms",
            "delay-of-groups-and-classes",
            "Mean queue delay of its packets.",
        ),
    ),
    Measure::new(
        "queueDelayMs.p95",
        |flow| flow.p95,
        about(
            "delay p95, ms",
            "ms",
            "delay-of-groups-and-classes",
            "95 % of them had at most this queue delay, to within 6.3 %.",
        ),
    ),
    Measure::new(
        "queueDelayMs.max",
        |flow| flow.max,
        about("delay max, ms", "ms", "delay-of-groups-and-classes", "Largest queue delay.")
            .over_runs(OverRuns::Max),
    ),
];
