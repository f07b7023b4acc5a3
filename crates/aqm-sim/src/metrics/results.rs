//! Results of the applications of one traffic group: completion times, stalls of videos, delay and
//! loss of datagrams. docs/metrics.md defines them.
//!
//! Each second has its sums, so that every window of whole seconds has results. Memory grows by one
//! row a second, whatever the load.

use super::emodel;
use super::histogram::{Histogram, bucket_of};
use crate::config::VoiceConfig;
use crate::time::{Span, Time};

/// Length of a row.
const INTERVAL: Span = Span::from_millis(1000);

/// Sums over a stretch of time.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Sums {
    completed: u64,
    completed_nanos: u64,
    longest_nanos: u64,
    refused: u64,
    started: u64,
    started_nanos: u64,
    rates: u64,
    rate_sum: f64,
    stalls: u64,
    stalled_nanos: u64,
    received: u64,
    lost: u64,
    late: u64,
    delay_nanos: u64,
    delay_max_nanos: u64,
    jitter_nanos: u64,
}

impl Sums {
    fn add(&mut self, other: &Sums) {
        self.completed += other.completed;
        self.completed_nanos += other.completed_nanos;
        self.longest_nanos = self.longest_nanos.max(other.longest_nanos);
        self.refused += other.refused;
        self.started += other.started;
        self.started_nanos += other.started_nanos;
        self.rates += other.rates;
        self.rate_sum += other.rate_sum;
        self.stalls += other.stalls;
        self.stalled_nanos += other.stalled_nanos;
        self.received += other.received;
        self.lost += other.lost;
        self.late += other.late;
        self.delay_nanos += other.delay_nanos;
        self.delay_max_nanos = self.delay_max_nanos.max(other.delay_max_nanos);
        self.jitter_nanos += other.jitter_nanos;
    }
}

/// Counts of completion times by bucket, in ascending order. Most rows have few.
#[derive(Clone, PartialEq, Debug, Default)]
struct Counts(Vec<(u16, u32)>);

impl Counts {
    fn add(&mut self, span: Span) {
        let bucket = bucket_of(span);
        match self.0.binary_search_by_key(&bucket, |&(bucket, _)| bucket) {
            Ok(index) => self.0[index].1 += 1,
            Err(index) => self.0.insert(index, (bucket, 1)),
        }
    }
}

/// One second, or the whole run.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ResultSums {
    sums: Sums,
    times: Counts,
}

/// Size of a finished second in bytes, without its completion times.
pub const RESULT_BYTES: usize = size_of::<ResultSums>();

/// The results of one group.
#[derive(Clone, Debug)]
pub struct Results {
    kind: ResultKind,
    /// Start of the statistics of the whole run.
    start: Time,
    /// Whether `whole` contains only what came after `start`.
    has_started: bool,
    /// Seconds that have finished since [`Results::move_rows`].
    rows: Vec<ResultSums>,
    open: ResultSums,
    whole: ResultSums,
    /// Players that stand still, since `changed`.
    stalled: u64,
    changed: Time,
}

/// What a group measures.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ResultKind {
    /// Completion times of flows.
    Flows,
    /// Load times of pages.
    Pages,
    /// Times from a chunk's write to its complete arrival.
    Chunks,
    /// Video players.
    Video,
    /// Delay and loss of datagrams; with a codec, the quality of calls.
    Datagrams(Option<VoiceConfig>),
}

/// Completion times in ms.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TimeSummary {
    /// Mean.
    pub mean: f64,
    /// First quartile, to within [`super::RELATIVE_ERROR`], like all quantiles.
    pub p25: f64,
    /// Median.
    pub p50: f64,
    /// Third quartile.
    pub p75: f64,
    /// 95th percentile.
    pub p95: f64,
    /// 99th percentile.
    pub p99: f64,
    /// Maximum.
    pub max: f64,
}

/// Video playback.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct VideoSummary {
    /// Mean time from the request to the start of playback in ms, of the players that started.
    pub startup_ms: Option<f64>,
    /// Number of stalls that began.
    pub stalls: u64,
    /// Time that players stood still, all together, in s.
    pub stalled_s: f64,
    /// Mean bit rate of the downloaded segments in Mbit/s.
    pub rate_mbps: Option<f64>,
}

/// Datagrams that arrived.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DatagramSummary {
    /// Number received.
    pub received: u64,
    /// Datagrams lost, as a share of those received or lost, 0..1.
    pub loss_rate: f64,
    /// One-way delay, if any was received.
    pub delay: Option<OneWayDelay>,
    /// Quality of voice.
    pub voice: Option<VoiceSummary>,
}

/// One-way delay of datagrams in ms: queue and path.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OneWayDelay {
    /// Mean.
    pub mean: f64,
    /// Maximum.
    pub max: f64,
    /// Mean interarrival jitter (RFC 3550, section 6.4.1).
    pub jitter: f64,
}

/// Quality of calls by ITU-T G.107.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct VoiceSummary {
    /// Share of the datagrams that arrived too late for the jitter buffer, 0..1.
    pub late_rate: f64,
    /// Transmission rating factor, at most 93.2.
    pub rating: f64,
    /// Mean opinion score, 1 to 4.5.
    pub mos: f64,
}

/// Results of one group over a stretch of time.
#[derive(Clone, PartialEq, Debug)]
pub struct ResultSummary {
    /// Index of the traffic group.
    pub group: usize,
    /// What the group measures.
    pub kind: ResultKind,
    /// Flows, pages, chunks or segments that were completed.
    pub completed: u64,
    /// Flows refused because no user was free, or chunks skipped because too many were on their way.
    pub refused: u64,
    /// Completion times; `None` if nothing was completed.
    pub times: Option<TimeSummary>,
    /// Completion times in ms that 1 %, 2 %, ... 100 % do not exceed; empty if nothing was completed.
    pub distribution: Vec<f64>,
    /// Video playback, for players.
    pub video: Option<VideoSummary>,
    /// Datagrams; `None` for other kinds, or if none was received or lost.
    pub datagrams: Option<DatagramSummary>,
}

impl Results {
    /// Creates empty results. `start` is the start of the statistics of the whole run.
    pub fn new(kind: ResultKind, start: Time) -> Self {
        Results {
            kind,
            start,
            has_started: start == Time::ZERO,
            rows: Vec::new(),
            open: ResultSums::default(),
            whole: ResultSums::default(),
            stalled: 0,
            changed: Time::ZERO,
        }
    }

    /// Records that a flow, page, chunk or segment was completed after `took`.
    pub fn completed(&mut self, now: Time, took: Span) {
        self.each(now, |row| {
            row.sums.completed += 1;
            row.sums.completed_nanos += took.nanos();
            row.sums.longest_nanos = row.sums.longest_nanos.max(took.nanos());
            row.times.add(took);
        });
    }

    /// Records a flow that was refused or a chunk that was skipped.
    pub fn refused(&mut self, now: Time) {
        self.each(now, |row| row.sums.refused += 1);
    }

    /// Records that a player started, after `took`.
    pub fn started(&mut self, now: Time, took: Span) {
        self.each(now, |row| {
            row.sums.started += 1;
            row.sums.started_nanos += took.nanos();
        });
    }

    /// Records the bit rate of a downloaded segment in bit/s.
    pub fn rate(&mut self, now: Time, bps: f64) {
        self.each(now, |row| {
            row.sums.rates += 1;
            row.sums.rate_sum += bps;
        });
    }

    /// Records that a player's buffer is empty.
    pub fn start_stall(&mut self, now: Time) {
        self.each(now, |row| row.sums.stalls += 1);
        self.stalled += 1;
    }

    /// Records that a player continues, or leaves during a stall.
    pub fn end_stall(&mut self, now: Time) {
        self.each(now, |_| {});
        self.stalled -= 1;
    }

    /// Records that a datagram was lost.
    pub fn lost(&mut self, now: Time) {
        self.each(now, |row| row.sums.lost += 1);
    }

    /// Records the arrival of a datagram.
    pub fn received(&mut self, now: Time, delay: Span, jitter: Span, late: bool) {
        self.each(now, |row| {
            row.sums.received += 1;
            row.sums.late += u64::from(late);
            row.sums.delay_nanos += delay.nanos();
            row.sums.delay_max_nanos = row.sums.delay_max_nanos.max(delay.nanos());
            row.sums.jitter_nanos += jitter.nanos();
        });
    }

    /// Returns what the group measures.
    pub fn kind(&self) -> ResultKind {
        self.kind
    }

    /// Returns the results from the start of the statistics to `now`.
    pub fn whole(&self, group: usize, now: Time) -> ResultSummary {
        let mut results = self.clone_open(now);
        results.advance(now);
        self.summarise(group, &results.whole.sums, std::iter::once(&results.whole))
    }

    /// Returns the results from `from` to `to`, both rounded down to whole seconds. `records` has the earlier seconds.
    pub fn window(
        &self,
        group: usize,
        records: &ResultSeconds,
        from: Time,
        to: Time,
    ) -> ResultSummary {
        let mut results = self.clone_open(to);
        results.advance(to);
        let index = |time: Time| (time.nanos() / INTERVAL.nanos()) as usize;
        let rows = records.0.iter().chain(&self.rows).chain(&results.rows);
        let rows = rows.take(index(to)).skip(index(from));
        let mut sums = Sums::default();
        rows.clone().for_each(|row| sums.add(&row.sums));
        self.summarise(group, &sums, rows)
    }

    /// Moves the finished seconds to the records.
    pub(crate) fn move_rows(&mut self, records: &mut ResultSeconds) {
        records.0.append(&mut self.rows);
    }

    /// Changes the rows of `now`: the open second, and the whole run.
    fn each(&mut self, now: Time, change: impl Fn(&mut ResultSums)) {
        self.advance(now);
        change(&mut self.open);
        change(&mut self.whole);
    }

    /// Closes the seconds that end by `now`.
    fn advance(&mut self, now: Time) {
        while self.changed < now {
            let ends = Time::ZERO + INTERVAL * (self.changed.nanos() / INTERVAL.nanos() + 1);
            let next = if self.has_started { ends } else { ends.min(self.start) };
            let next = next.min(now);
            let stalled = self.stalled * (next - self.changed).nanos();
            self.open.sums.stalled_nanos += stalled;
            self.whole.sums.stalled_nanos += stalled;
            self.changed = next;
            if next == ends {
                self.rows.push(std::mem::take(&mut self.open));
            }
            if next == self.start && !self.has_started {
                self.has_started = true;
                self.whole = ResultSums::default();
            }
        }
    }

    /// Returns a copy without the finished seconds, to close seconds without a change of the results.
    fn clone_open(&self, _: Time) -> Results {
        Results {
            kind: self.kind,
            start: self.start,
            has_started: self.has_started,
            rows: Vec::new(),
            open: self.open.clone(),
            whole: self.whole.clone(),
            stalled: self.stalled,
            changed: self.changed,
        }
    }

    fn summarise<'a>(
        &self,
        group: usize,
        sums: &Sums,
        rows: impl Iterator<Item = &'a ResultSums>,
    ) -> ResultSummary {
        let mut times = Histogram::default();
        rows.for_each(|row| times.add_all(&row.times.0));
        let longest = Span::from_nanos(sums.longest_nanos);
        // The middle of the highest bucket can be above the maximum.
        let quantile = |share| times.quantile(share).map_or(0.0, |time| time.min(longest).millis());
        let has_times = sums.completed > 0;
        let percents = 1..=if has_times { 100u32 } else { 0 };
        ResultSummary {
            group,
            kind: self.kind,
            completed: sums.completed,
            refused: sums.refused,
            times: has_times.then(|| TimeSummary {
                mean: millis(sums.completed_nanos, sums.completed),
                p25: quantile(0.25),
                p50: quantile(0.5),
                p75: quantile(0.75),
                p95: quantile(0.95),
                p99: quantile(0.99),
                max: longest.millis(),
            }),
            distribution: percents.map(|percent| quantile(f64::from(percent) / 100.0)).collect(),
            video: (self.kind == ResultKind::Video).then(|| VideoSummary {
                startup_ms: (sums.started > 0).then(|| millis(sums.started_nanos, sums.started)),
                stalls: sums.stalls,
                stalled_s: sums.stalled_nanos as f64 / 1e9,
                rate_mbps: (sums.rates > 0).then(|| sums.rate_sum / sums.rates as f64 / 1e6),
            }),
            datagrams: self.summarise_datagrams(sums),
        }
    }

    fn summarise_datagrams(&self, sums: &Sums) -> Option<DatagramSummary> {
        let ResultKind::Datagrams(voice) = self.kind else { return None };
        if sums.received + sums.lost == 0 {
            return None;
        }
        let (received, expected) = (sums.received as f64, (sums.received + sums.lost) as f64);
        let delay = (sums.received > 0).then(|| OneWayDelay {
            mean: millis(sums.delay_nanos, sums.received),
            max: millis(sums.delay_max_nanos, 1),
            jitter: millis(sums.jitter_nanos, sums.received),
        });
        Some(DatagramSummary {
            received: sums.received,
            loss_rate: sums.lost as f64 / expected,
            delay,
            voice: voice.map(|voice| {
                let unheard = (sums.lost + sums.late) as f64 / expected;
                let buffers = voice.packetization + voice.jitter_buffer;
                let delay_ms = delay.map_or(0.0, |delay| delay.mean) + buffers.millis();
                let rating = emodel::rating(delay_ms, unheard, &voice);
                let mos = emodel::opinion_score(rating);
                VoiceSummary { late_rate: sums.late as f64 / received.max(1.0), rating, mos }
            }),
        })
    }
}

/// Returns `nanos / count` in ms.
fn millis(nanos: u64, count: u64) -> f64 {
    nanos as f64 / count as f64 / 1e6
}

/// The finished seconds of [`Results`]. They only grow at their end.
#[derive(Clone, Debug, Default)]
pub struct ResultSeconds(Vec<ResultSums>);

impl ResultSeconds {
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn truncate(&mut self, length: usize) {
        assert!(length <= self.0.len(), "the length belongs to other results");
        self.0.truncate(length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: f64) -> Time {
        Time::from_seconds(seconds)
    }

    fn span(millis: u64) -> Span {
        Span::from_millis(millis)
    }

    #[test]
    fn completions_count_in_the_second_of_their_end() {
        let mut results = Results::new(ResultKind::Flows, at(2.5));
        for (end, took) in [(0.5, 100), (2.4, 200), (2.6, 300), (2.7, 500), (4.0, 400)] {
            results.completed(at(end), span(took));
        }
        let whole = results.whole(3, at(6.0));
        assert_eq!((whole.group, whole.completed), (3, 3), "after the warm-up");
        let times = whole.times.unwrap();
        assert!((times.mean - 400.0).abs() < 1e-9 && times.max == 500.0, "{times:?}");
        assert_eq!(whole.distribution.len(), 100);
        let window =
            |from, to| results.window(0, &ResultSeconds::default(), at(from), at(to)).completed;
        assert_eq!([window(0.0, 1.0), window(2.0, 3.0), window(2.9, 3.9)], [1, 3, 3]);
        assert_eq!([window(3.0, 4.0), window(4.0, 5.0), window(0.0, 9.0)], [0, 1, 5]);
        assert_eq!(results.window(0, &ResultSeconds::default(), at(3.0), at(4.0)).times, None);
        let mut records = ResultSeconds::default();
        results.move_rows(&mut records);
        assert_eq!(records.len(), 4);
        assert_eq!(results.window(0, &records, at(0.0), at(9.0)).completed, 5, "moved, not lost");
    }

    #[test]
    fn stalls_are_split_at_the_ends_of_windows_and_at_the_warm_up() {
        let mut results = Results::new(ResultKind::Video, at(1.5));
        results.start_stall(at(1.25));
        results.start_stall(at(3.0));
        results.end_stall(at(3.5));
        let video = |summary: ResultSummary| summary.video.unwrap();
        let window = video(results.window(0, &ResultSeconds::default(), at(3.0), at(5.0)));
        assert_eq!((window.stalls, window.stalled_s), (1, 2.5), "one player still stands");
        let whole = video(results.whole(0, at(4.5)));
        assert_eq!((whole.stalls, whole.stalled_s), (1, 3.5));
    }

    #[test]
    fn datagrams_have_delay_loss_and_jitter() {
        let mut results = Results::new(ResultKind::Datagrams(None), Time::ZERO);
        results.received(at(0.1), span(20), span(0), false);
        results.lost(at(0.15));
        results.lost(at(0.15));
        results.received(at(0.2), span(40), span(4), false);
        let datagrams = results.whole(0, at(1.0)).datagrams.unwrap();
        assert_eq!((datagrams.received, datagrams.loss_rate), (2, 0.5));
        let delay = datagrams.delay.unwrap();
        assert_eq!((delay.mean, delay.max, delay.jitter), (30.0, 40.0, 2.0));
        assert_eq!(datagrams.voice, None);
        assert_eq!(results.window(0, &ResultSeconds::default(), at(1.0), at(2.0)).datagrams, None);
    }
}
