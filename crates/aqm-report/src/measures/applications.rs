//! Measures of applications: traffic groups whose users wait for something.

use super::{Measure, OverRuns, Range, about, count};
use aqm_sim::metrics::{DatagramSummary, ResultKind, ResultSummary, TimeSummary, VideoSummary};

fn time(results: &ResultSummary, of: fn(&TimeSummary) -> f64) -> Option<f64> {
    results.times.as_ref().map(of)
}

fn video(results: &ResultSummary, of: fn(&VideoSummary) -> Option<f64>) -> Option<f64> {
    results.video.as_ref().and_then(of)
}

fn datagrams(results: &ResultSummary, of: fn(&DatagramSummary) -> Option<f64>) -> Option<f64> {
    results.datagrams.as_ref().and_then(of)
}

fn is_datagrams(results: &ResultSummary) -> bool {
    matches!(results.kind, ResultKind::Datagrams(_))
}

/// A column of an application in CSV: the name after `group_0_`, and the measure.
pub type ApplicationColumn = (&'static str, &'static str);

const TIMES: &[ApplicationColumn] = &[
    ("completed", "completed"),
    ("completion_mean_ms", "completionMs.mean"),
    ("completion_p95_ms", "completionMs.p95"),
];
const VIDEO: &[ApplicationColumn] = &[
    ("completed", "completed"),
    ("completion_mean_ms", "completionMs.mean"),
    ("bit_rate_mbps", "bitRateMbps"),
    ("rebuffering_s", "rebufferingS"),
];
const DATAGRAMS: &[ApplicationColumn] = &[
    ("received", "received"),
    ("loss_rate", "lossRate"),
    ("delay_mean_ms", "delayMs.mean"),
    ("jitter_ms", "jitterMs"),
];
const CALLS: &[ApplicationColumn] = &[
    ("received", "received"),
    ("loss_rate", "lossRate"),
    ("delay_mean_ms", "delayMs.mean"),
    ("jitter_ms", "jitterMs"),
    ("r_factor", "rFactor"),
    ("mos", "mos"),
];

/// Returns the columns in CSV of an application that measures this.
pub fn application_columns(kind: ResultKind) -> &'static [ApplicationColumn] {
    match kind {
        ResultKind::Flows | ResultKind::Pages | ResultKind::Chunks => TIMES,
        ResultKind::Video => VIDEO,
        ResultKind::Datagrams(None) => DATAGRAMS,
        ResultKind::Datagrams(Some(_)) => CALLS,
    }
}

/// Returns the value of a column; [`None`] without a value.
pub fn application_value(column: &ApplicationColumn, results: &ResultSummary) -> Option<f64> {
    let measure = APPLICATION.iter().find(|measure| measure.name == column.1)?;
    (measure.read)(results)
}

/// Measures of an application, after the index of its traffic group. A report leaves out those without a
/// value.
pub static APPLICATION: &[Measure<ResultSummary>] = &[
    Measure::new(
        "completed",
        |results| count(results.completed).filter(|_| !is_datagrams(results)),
        about(
            "completed",
            "completions",
            "completion-times",
            "Number of completions: of flows, pages, chunks or video segments.",
        )
        .digits(0)
        .over_runs(OverRuns::Sum),
    ),
    Measure::new(
        "refused",
        |results| {
            let refuses = matches!(results.kind, ResultKind::Flows | ResultKind::Chunks);
            count(results.refused).filter(|_| refuses)
        },
        about(
            "refused",
            "refusals",
            "completion-times",
            "Number of refusals: of flows without a free user, or of chunks while too many are on their way.",
        )
        .digits(0)
        .over_runs(OverRuns::Sum),
    ),
    Measure::new(
        "completionMs.mean",
        |results| time(results, |times| times.mean),
        about("time mean, ms", "ms", "completion-times", "Mean completion time."),
    ),
    Measure::new(
        "completionMs.p25",
        |results| time(results, |times| times.p25),
        about("time p25, ms", "ms", "completion-times", "First quartile of the completion time."),
    ),
    Measure::new(
        "completionMs.p50",
        |results| time(results, |times| times.p50),
        about("time p50, ms", "ms", "completion-times", "Median of the completion time."),
    ),
    Measure::new(
        "completionMs.p75",
        |results| time(results, |times| times.p75),
        about("time p75, ms", "ms", "completion-times", "Third quartile of the completion time."),
    ),
    Measure::new(
        "completionMs.p95",
        |results| time(results, |times| times.p95),
        about(
            "time p95, ms",
            "ms",
            "completion-times",
            "95 % were completed within this time.",
        ),
    ),
    Measure::new(
        "completionMs.p99",
        |results| time(results, |times| times.p99),
        about(
            "time p99, ms",
            "ms",
            "completion-times",
            "99 % were completed within this time.",
        ),
    ),
    Measure::new(
        "completionMs.max",
        |results| time(results, |times| times.max),
        about("time max, ms", "ms", "completion-times", "Largest completion time.")
            .over_runs(OverRuns::Max),
    ),
    Measure::new(
        "startupMs",
        |results| video(results, |video| video.startup_ms),
        about(
            "start-up, ms",
            "ms",
            "video-playback",
            "Mean time from the first request to the start of playback.",
        ),
    ),
    Measure::new(
        "rebufferings",
        |results| video(results, |video| count(video.stalls)),
        about("rebufferings", "stalls", "video-playback", "Number of stalls of playback that began.")
            .digits(0)
            .over_runs(OverRuns::Sum),
    ),
    Measure::new(
        "rebufferingS",
        |results| video(results, |video| Some(video.stalled_s)),
        about(
            "rebuffering, s",
            "s",
            "video-playback",
            "Time that playback stood still, all players together.",
        ),
    ),
    Measure::new(
        "bitRateMbps",
        |results| video(results, |video| video.rate_mbps),
        about(
            "bit rate, Mbit/s",
            "Mbit/s",
            "video-playback",
            "Mean bit rate of the downloaded segments.",
        ),
    ),
    Measure::new(
        "received",
        |results| datagrams(results, |datagrams| count(datagrams.received)),
        about("received", "packets", "calls-and-datagrams", "Packets received.")
            .digits(0)
            .over_runs(OverRuns::Sum),
    ),
    Measure::new(
        "lossRate",
        |results| datagrams(results, |datagrams| Some(datagrams.loss_rate)),
        about(
            "loss rate",
            "",
            "calls-and-datagrams",
            "Datagrams lost, as a share of those received or lost.",
        )
        .digits(5),
    ),
    Measure::new(
        "delayMs.mean",
        |results| datagrams(results, |datagrams| datagrams.delay.map(|delay| delay.mean)),
        about(
            "one-way delay, ms",
            "ms",
            "calls-and-datagrams",
            "Mean one-way delay: queue and path.",
        ),
    ),
    Measure::new(
        "delayMs.max",
        |results| datagrams(results, |datagrams| datagrams.delay.map(|delay| delay.max)),
        about("one-way delay max, ms", "ms", "calls-and-datagrams", "Largest one-way delay.")
            .over_runs(OverRuns::Max),
    ),
    Measure::new(
        "jitterMs",
        |results| datagrams(results, |datagrams| datagrams.delay.map(|delay| delay.jitter)),
        about("jitter, ms", "ms", "calls-and-datagrams", "Mean interarrival jitter (RFC 3550)."),
    ),
    Measure::new(
        "lateRate",
        |results| datagrams(results, |datagrams| Some(datagrams.voice?.late_rate)),
        about(
            "late rate",
            "",
            "calls-and-datagrams",
            "Packets too late for the jitter buffer, as a share of those received.",
        )
        .digits(5),
    ),
    Measure::new(
        "rFactor",
        |results| datagrams(results, |datagrams| Some(datagrams.voice?.rating)),
        about(
            "R factor",
            "points",
            "calls-and-datagrams",
            "Transmission rating factor of the E-model (ITU-T G.107), at most 93.2 points.",
        )
        // Long delays make it negative.
        .range(Range::Between(-1000.0, 93.3))
        .digits(1),
    ),
    Measure::new(
        "mos",
        |results| datagrams(results, |datagrams| Some(datagrams.voice?.mos)),
        about(
            "MOS",
            "points",
            "calls-and-datagrams",
            "Mean opinion score, 1 to 4.5 points, from the R factor (ITU-T G.107, Annex B).",
        )
        // The formula of the recommendation falls slightly below 1.
        .range(Range::Between(0.9, 4.5)),
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_has_a_measure() {
        for (column, measure) in [TIMES, VIDEO, DATAGRAMS, CALLS].concat() {
            assert!(APPLICATION.iter().any(|entry| entry.name == measure), "{column}: {measure}");
        }
    }
}
