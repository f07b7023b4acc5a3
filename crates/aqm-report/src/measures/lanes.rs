//! The table of measures of lanes.

use super::{Format, Measure, OverRuns, Range, about, count};
use aqm_sim::metrics::{DelaySummary, Summary};

fn delay(lane: &Summary, of: fn(&DelaySummary) -> f64) -> Option<f64> {
    lane.delay.as_ref().map(of)
}

fn device_delay(lane: &Summary, of: fn(&DelaySummary) -> f64) -> Option<f64> {
    lane.device_delay.as_ref().map(of)
}

/// Measures of a lane, in the order of the report.
pub static LANE: &[Measure<Summary>] = &[
    Measure::new(
        "queueDelayMs.mean",
        |lane| delay(lane, |delay| delay.mean),
        about(
            "mean delay, ms",
            "ms",
            "mean-delay",
            "Mean queue delay: time from enqueue to start of transmission.",
        )
        .swept()
        .card("mean", "mean delay", 1, 1, Format::Delay),
    ),
    Measure::new(
        "queueDelayMs.sd",
        |lane| delay(lane, |delay| delay.sd),
        about("delay sd, ms", "ms", "mean-delay", "Standard deviation of the queue delay."),
    ),
    Measure::new(
        "queueDelayMs.p50",
        |lane| delay(lane, |delay| delay.p50),
        about("delay p50, ms", "ms", "p95", "Median of the queue delay."),
    ),
    Measure::new(
        "queueDelayMs.p95",
        |lane| delay(lane, |delay| delay.p95),
        about("delay p95, ms", "ms", "p95", "95 % of the packets had at most this queue delay.")
            .swept()
            .card("p95", "p95", 2, 1, Format::Delay),
    ),
    Measure::new(
        "queueDelayMs.p99",
        |lane| delay(lane, |delay| delay.p99),
        about("delay p99, ms", "ms", "p99", "99 % of the packets had at most this queue delay.")
            .card("p99", "p99", 3, 3, Format::Delay),
    ),
    Measure::new(
        "queueDelayMs.max",
        |lane| delay(lane, |delay| delay.max),
        about("delay max, ms", "ms", "p95", "Largest queue delay.").over_runs(OverRuns::Max),
    ),
    Measure::new(
        "deviceDelayMs.mean",
        |lane| device_delay(lane, |delay| delay.mean),
        about(
            "mean device delay, ms",
            "ms",
            "device-queue-delay",
            "Mean delay in the queue of the device, between the queue and the start of transmission.",
        ),
    ),
    Measure::new(
        "deviceDelayMs.p95",
        |lane| device_delay(lane, |delay| delay.p95),
        about(
            "device delay p95, ms",
            "ms",
            "device-queue-delay",
            "95 % of the packets had at most this delay in the queue of the device.",
        ),
    ),
    Measure::new(
        "deviceDelayMs.max",
        |lane| device_delay(lane, |delay| delay.max),
        about(
            "device delay max, ms",
            "ms",
            "device-queue-delay",
            "Largest delay in the queue of the device.",
        )
        .over_runs(OverRuns::Max),
    ),
    Measure::new(
        "utilization",
        |lane| Some(lane.utilization),
        about(
            "utilization",
            "",
            "utilization",
            "Bits sent, as a share of the bits that the link could have sent.",
        )
        .range(Range::Utilization)
        .always()
        .digits(4)
        .swept()
        .card("utilization", "utilization", 6, 3, Format::Percent(1)),
    ),
    Measure::new(
        "dropRate",
        |lane| Some(lane.drop_rate),
        about(
            "drop rate",
            "",
            "dropped",
            "Packets dropped, as a share of the packets offered to the queue.",
        )
        .always()
        .digits(5)
        .swept()
        .card("drop", "dropped", 4, 2, Format::Percent(2)),
    ),
    Measure::new(
        "earlyDropRate",
        |lane| Some(lane.early_drop_rate),
        about(
            "early drop rate",
            "",
            "dropped",
            "Packets dropped by the discipline, as a share of the packets offered.",
        )
        .always()
        .digits(5),
    ),
    Measure::new(
        "overflowDropRate",
        |lane| Some(lane.overflow_drop_rate),
        about(
            "overflow drop rate",
            "",
            "dropped",
            "Packets dropped because the buffer was full, as a share of the packets offered.",
        )
        .always()
        .digits(5),
    ),
    Measure::new(
        "markRate",
        |lane| Some(lane.mark_rate),
        about(
            "mark rate",
            "",
            "marked",
            "Packets marked, as a share of the packets offered to the queue.",
        )
        .always()
        .digits(5)
        .card("mark", "marked", 5, 4, Format::Percent(2)),
    ),
    Measure::new(
        "pathLossRate",
        |lane| lane.path_loss_rate,
        about(
            "path loss rate",
            "",
            "lost-on-the-path",
            "Packets lost behind the bottleneck, as a share of the packets that left it.",
        )
        .digits(5),
    ),
    Measure::new(
        "reverseDelayMs.mean",
        |lane| delay(lane.reverse.as_deref()?, |delay| delay.mean),
        about(
            "mean reverse delay, ms",
            "ms",
            "reverse-direction",
            "Mean queue delay at the reverse bottleneck, of data and ACKs.",
        ),
    ),
    Measure::new(
        "reverseDelayMs.p95",
        |lane| delay(lane.reverse.as_deref()?, |delay| delay.p95),
        about(
            "reverse delay p95, ms",
            "ms",
            "reverse-direction",
            "95 % of the packets at the reverse bottleneck had at most this queue delay.",
        ),
    ),
    Measure::new(
        "reverseDelayMs.max",
        |lane| delay(lane.reverse.as_deref()?, |delay| delay.max),
        about(
            "reverse delay max, ms",
            "ms",
            "reverse-direction",
            "Largest queue delay at the reverse bottleneck.",
        )
        .over_runs(OverRuns::Max),
    ),
    Measure::new(
        "reverseUtilization",
        |lane| Some(lane.reverse.as_deref()?.utilization),
        about(
            "reverse utilization",
            "",
            "reverse-direction",
            "Bits sent by the reverse link, as a share of the bits that it could have sent.",
        )
        .range(Range::Utilization)
        .digits(4),
    ),
    Measure::new(
        "reverseDropRate",
        |lane| Some(lane.reverse.as_deref()?.drop_rate),
        about(
            "reverse drop rate",
            "",
            "reverse-direction",
            "Packets dropped at the reverse bottleneck, as a share of the packets offered to it.",
        )
        .digits(5),
    ),
    Measure::new(
        "reverseMarkRate",
        |lane| Some(lane.reverse.as_deref()?.mark_rate),
        about(
            "reverse mark rate",
            "",
            "reverse-direction",
            "Packets marked at the reverse bottleneck, as a share of the packets offered to it.",
        )
        .digits(5),
    ),
    Measure::new(
        "queuePackets",
        |lane| Some(lane.queue_packets_mean),
        about(
            "queue, packets",
            "packets",
            "backlog-in-reports",
            "Time-weighted mean number of packets that wait.",
        )
        .always(),
    ),
    Measure::new(
        "queueBytes",
        |lane| Some(lane.queue_bytes_mean),
        about(
            "queue, bytes",
            "bytes",
            "backlog-in-reports",
            "Time-weighted mean number of bytes that wait.",
        )
        .always()
        .digits(0),
    ),
    Measure::new(
        "queueShare",
        |lane| Some(lane.queue_share_mean),
        about(
            "queue, share",
            "",
            "backlog-in-reports",
            "Time-weighted mean backlog as a share of the buffer.",
        )
        .always()
        .digits(4),
    ),
    Measure::new(
        "jain",
        |lane| lane.jain,
        about(
            "Jain's index",
            "",
            "fairness",
            "Jain's index of the flows' goodput; 1 is an equal share for all.",
        )
        .digits(3)
        .swept()
        .card("jain", "fairness", 7, 3, Format::Fixed(2)),
    ),
    Measure::new(
        "packets.offered",
        |lane| count(lane.packets.offered),
        about("offered", "packets", "packets-counted", "Packets offered to the queue.")
            .always()
            .digits(0)
            .over_runs(OverRuns::Sum),
    ),
    Measure::new(
        "packets.sent",
        |lane| count(lane.packets.sent),
        about("sent", "packets", "packets-counted", "Packets whose transmission started.")
            .always()
            .digits(0)
            .over_runs(OverRuns::Sum),
    ),
    Measure::new(
        "packets.dropped",
        |lane| count(lane.packets.dropped()),
        about("dropped", "packets", "packets-counted", "Packets dropped, early or by overflow.")
            .always()
            .digits(0)
            .over_runs(OverRuns::Sum),
    ),
    Measure::new(
        "packets.early",
        |lane| count(lane.packets.early),
        about("early drops", "packets", "packets-counted", "Packets dropped by the discipline.")
            .always()
            .digits(0)
            .over_runs(OverRuns::Sum),
    ),
    Measure::new(
        "packets.overflow",
        |lane| count(lane.packets.overflow),
        about(
            "overflow drops",
            "packets",
            "packets-counted",
            "Packets dropped because the buffer was full.",
        )
        .always()
        .digits(0)
        .over_runs(OverRuns::Sum),
    ),
    Measure::new(
        "packets.marked",
        |lane| count(lane.packets.marked),
        about("marked", "packets", "packets-counted", "Packets that got a CE mark.")
            .always()
            .digits(0)
            .over_runs(OverRuns::Sum),
    ),
];
