//! Measures at the bottleneck. docs/metrics.md defines them.

mod delay;
mod emodel;
mod flow_delays;
mod histogram;
mod history;
mod parts;
mod results;
mod series;
mod summary;
mod tally;

pub use delay::DelaySummary;
pub(crate) use flow_delays::FLOW_DELAY_BYTES;
pub use flow_delays::{FLOW_RELATIVE_ERROR, FlowDelay};
pub use histogram::{Histogram, RELATIVE_ERROR};
pub use history::{History, HistoryLength};
pub(crate) use parts::PART_BYTES;
pub use parts::{GroupBin, Part, PartRecords, PartSummary, Parts};
pub(crate) use results::RESULT_BYTES;
pub use results::{
    DatagramSummary, OneWayDelay, ResultKind, ResultSeconds, ResultSummary, Results, TimeSummary,
    VideoSummary, VoiceSummary,
};
pub use series::{Bin, Column, SAMPLE_INTERVAL, Series};
pub use summary::{FlowSummary, PacketCounts, Summary, jain_index};

use crate::buffer::Limit;
use crate::time::{Span, Time};
use crate::units::BitRate;
use delay::float;
use histogram::OpenHistogram;
use tally::{Divisors, Integrals, Levels, Sample, Tally};

/// Statistics of arbitrary windows are sums of intervals of this length, which is a multiple of the bins of
/// the time series.
pub const WINDOW_INTERVAL: Span = Span::from_millis(250);

/// One interval of length [`WINDOW_INTERVAL`].
#[derive(Clone, Debug)]
struct WindowBin {
    tally: Tally,
    delays: Vec<(u16, u32)>,
}

/// Size of a finished window in bytes, without its histogram.
pub(crate) const WINDOW_BYTES: usize = size_of::<WindowBin>();

/// Records all events at one hop: the open bin, the open window, and the sums of the whole run. Finished bins and windows go to
/// a [`History`].
#[derive(Clone, Debug)]
pub struct Recorder {
    warmup: Time,
    limit: Divisors,
    levels: Levels,
    /// Integrals of the levels at the start of the bin.
    integrals: Integrals,
    /// End of the current bin.
    boundary: Time,
    sample: Sample,
    window: Tally,
    window_end: Time,
    window_delays: OpenHistogram,
    whole: Tally,
    /// Delays since the warm-up, without those of the open window. They are added when it closes.
    whole_delays: Histogram,
    /// Delays of the open window that were recorded before the end of the warm-up, to be
    /// subtracted.
    window_warmup: Vec<(u16, u32)>,
}

impl Recorder {
    /// Returns a recorder. Statistics of the whole run start with the first bin of the time series that begins at
    /// `warmup` or later.
    pub fn new(warmup: Time, limit: Limit) -> Self {
        Recorder {
            warmup,
            limit: limit.into(),
            levels: Levels::default(),
            integrals: Integrals::default(),
            boundary: Time::ZERO + SAMPLE_INTERVAL,
            sample: Sample::default(),
            window: Tally::default(),
            window_end: Time::ZERO + WINDOW_INTERVAL,
            window_delays: OpenHistogram::default(),
            whole: Tally::default(),
            whole_delays: Histogram::default(),
            window_warmup: Vec::new(),
        }
    }

    /// Returns a recorder that is added at `now` to one that has run since time zero. The windows of both begin at the same
    /// times.
    pub fn beside(warmup: Time, limit: Limit, now: Time) -> Self {
        let mut recorder = Recorder::new(warmup, limit);
        let mut past = History::without_series();
        while recorder.boundary() <= now {
            recorder.close(f64::NAN, &mut past);
        }
        recorder
    }

    /// Returns the end of the current bin. The host calls [`Recorder::close`] before it handles any event at
    /// or after this time.
    pub fn boundary(&self) -> Time {
        self.boundary
    }

    /// Ends the bin and adds it to the history. `probability` is the algorithm's, or NaN if it has none.
    pub fn close(&mut self, probability: f64, history: &mut History) {
        let now = self.boundary;
        let mut sample = std::mem::take(&mut self.sample);
        let integrals = self.levels.read(now, &self.integrals, &sample.packets);
        sample.measure(&self.integrals, &integrals);
        self.integrals = integrals;
        self.window.add_sample(&sample, &self.limit);
        self.whole.add_sample(&sample, &self.limit);
        if history.keeps_series() {
            history.push_row(row_of(&sample, probability));
        }
        if now == self.window_end {
            self.close_window(history);
        }
        self.boundary = now + SAMPLE_INTERVAL;
        if now >= self.warmup && now.saturating_since(self.warmup) < SAMPLE_INTERVAL {
            self.whole = Tally::default();
            self.whole_delays = Histogram::default();
            self.window_warmup = self.window_delays.counts();
        }
    }

    /// Sets the buffer's limit.
    pub fn set_limit(&mut self, limit: Limit) {
        self.limit = limit.into();
    }

    /// Sets the sending rate from `now` on; zero while the link is idle.
    pub fn set_sending(&mut self, now: Time, rate: BitRate) {
        self.levels.set_sending(rate, now);
    }

    /// Records bits that were sent in no time, in bits times nanoseconds per second.
    pub fn sent_at_once(&mut self, amount: u64) {
        self.levels.sent_at_once(amount);
    }

    /// Sets the link's capacity from `now` on.
    pub fn set_capacity(&mut self, now: Time, rate: BitRate) {
        self.levels.set_capacity(rate, now);
    }

    /// Records that `count` packets of `bytes` each were offered to the queue.
    pub fn offered(&mut self, now: Time, bytes: u32, count: u64) {
        self.sample.packets.offered += count;
        self.levels.join(bytes, count, now);
    }

    /// Returns the number of packets offered since the start of the bin.
    pub fn offered_in_bin(&self) -> u64 {
        self.sample.packets.offered
    }

    /// Records the drop of a packet of `bytes`: by the algorithm if `early`, otherwise by the full buffer.
    pub fn dropped(&mut self, now: Time, bytes: u32, early: bool) {
        self.levels.leave(bytes, now);
        self.sample.packets.early += u64::from(early);
        self.sample.packets.overflow += u64::from(!early);
    }

    /// Records a CE mark.
    pub fn marked(&mut self) {
        self.sample.packets.marked += 1;
    }

    /// Records the start of the transmission of a packet of `bytes` that had `waited` in the queue.
    pub fn sent(&mut self, now: Time, bytes: u32, waited: Span) {
        self.levels.leave(bytes, now);
        self.sample.sent(waited);
        self.window_delays.add(waited);
    }

    /// Records a packet that was offered to an empty queue and sent at once. It does not change the backlog,
    /// because it joined and left at the same time.
    pub fn passed(&mut self) {
        self.sample.passed();
        self.window_delays.add_zero();
    }

    /// Returns the statistics from the warm-up to `now`; from the start during the warm-up.
    pub fn whole(&self, now: Time) -> Summary {
        let mut sample = self.sample;
        let integrals = self.levels.read(now, &self.integrals, &sample.packets);
        sample.measure(&self.integrals, &integrals);
        let mut tally = self.whole;
        tally.add_sample(&sample, &self.limit);
        tally.summarise(&self.delays())
    }

    /// Returns the delays of the packets that were sent since the warm-up.
    pub fn delays(&self) -> Histogram {
        let mut delays = self.whole_delays.clone();
        delays.add_all(&self.window_delays.counts());
        delays.remove_all(&self.window_warmup);
        delays
    }

    fn close_window(&mut self, history: &mut History) {
        let index = self.window_end.nanos() / WINDOW_INTERVAL.nanos() - 1;
        self.window_end += WINDOW_INTERVAL;
        let tally = std::mem::take(&mut self.window);
        let delays = self.window_delays.take();
        self.whole_delays.add_all(&delays);
        self.whole_delays.remove_all(&std::mem::take(&mut self.window_warmup));
        history.push_window(index as usize, WindowBin { tally, delays });
    }
}

/// Returns the row of a finished bin.
#[inline(always)]
fn row_of(sample: &Sample, probability: f64) -> Bin {
    let packets = &sample.packets;
    let mut row = Bin::default();
    row[Column::DelayMeanMs] = sample.delay_mean_ms() as f32;
    row[Column::DelayMinMs] = sample.delay_min_ms() as f32;
    row[Column::DelayMaxMs] = sample.delay_max_ms() as f32;
    row[Column::Offered] = float(packets.offered) as f32;
    row[Column::Sent] = float(packets.sent) as f32;
    row[Column::EarlyDrops] = float(packets.early) as f32;
    row[Column::OverflowDrops] = float(packets.overflow) as f32;
    row[Column::Marks] = float(packets.marked) as f32;
    row[Column::SentBits] = sample.sent_bits() as f32;
    row[Column::CapacityBits] = sample.capacity_bits() as f32;
    row[Column::QueuePackets] = sample.mean_packets() as f32;
    row[Column::QueueBytes] = sample.mean_bytes() as f32;
    row[Column::Probability] = probability as f32;
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::{Deref, DerefMut};

    /// A recorder with its history.
    #[derive(Clone, Debug)]
    struct Recorded(Recorder, History);

    impl Recorded {
        fn new(warmup: Time, limit: Limit) -> Self {
            Recorded(Recorder::new(warmup, limit), History::default())
        }

        fn close(&mut self) {
            self.0.close(f64::NAN, &mut self.1);
        }

        fn window(&self, from: Time, to: Time) -> Summary {
            self.1.window(from, to)
        }
    }

    impl Deref for Recorded {
        type Target = Recorder;
        fn deref(&self) -> &Recorder {
            &self.0
        }
    }

    impl DerefMut for Recorded {
        fn deref_mut(&mut self) -> &mut Recorder {
            &mut self.0
        }
    }

    /// From 5 ms on, two packets wait 4 ms each, and the link sends half of the time.
    fn record(recorder: &mut Recorded) {
        let at = |millis: u64| Time::from_nanos(millis * 1_000_000u64);
        recorder.set_capacity(at(0), BitRate::from_bps(1000));
        recorder.offered(at(5), 1000, 3);
        recorder.set_sending(at(5), BitRate::from_bps(500));
        recorder.sent(at(5), 1000, Span::from_millis(4));
        close_until(recorder, at(1000));
    }

    /// Closes every bin that ends by `end`.
    fn close_until(recorder: &mut Recorded, end: Time) {
        while recorder.boundary() <= end {
            recorder.close();
        }
    }

    #[test]
    fn integrals_are_split_at_the_ends_of_bins() {
        let mut recorder = Recorded::new(Time::ZERO, Limit::packets(4));
        record(&mut recorder);
        let series = recorder.1.series();
        assert_eq!(series.len(), 100);
        let first_two = |column| [0, 1].map(|bin| series.rows()[bin][column]);
        assert_eq!(first_two(Column::Offered), [3.0, 0.0]);
        assert_eq!(first_two(Column::Sent), [1.0, 0.0]);
        assert_eq!(first_two(Column::QueuePackets), [1.0, 2.0]);
        assert_eq!(first_two(Column::SentBits)[1], 5.0);
        assert_eq!(first_two(Column::CapacityBits)[1], 10.0);
        assert_eq!(first_two(Column::DelayMeanMs)[0], 4.0);
        assert!(first_two(Column::DelayMeanMs)[1].is_nan());
    }

    #[test]
    fn passing_equals_being_offered_and_sent_at_once() {
        let at = Time::from_nanos(3_000_000u64);
        let mut passed = Recorded::new(Time::ZERO, Limit::packets(4));
        let mut sent = passed.clone();
        passed.passed();
        sent.offered(at, 1000, 1);
        sent.sent(at, 1000, Span::ZERO);
        for recorder in [&mut passed, &mut sent] {
            close_until(recorder, Time::from_nanos(250_000_000u64));
        }
        assert_eq!(format!("{passed:?}"), format!("{sent:?}"));
    }

    #[test]
    fn statistics_start_with_the_first_bin_after_the_warm_up() {
        let mut recorder = Recorded::new(Time::from_nanos(7_500_000), Limit::packets(4));
        record(&mut recorder);
        let whole = recorder.whole(Time::from_nanos(1_000_000_000));
        assert_eq!(whole.packets.sent, 0);
        assert_eq!(whole.delay, None);
        assert_eq!(whole.queue_packets_mean, 2.0);
        assert!((whole.seconds - 0.99).abs() < 1e-12);
        assert!((whole.utilization - 0.5).abs() < 1e-12);
        assert!((whole.queue_share_mean - 0.5).abs() < 1e-12);
    }

    #[test]
    fn windows_are_sums_of_their_intervals() {
        let mut recorder = Recorded::new(Time::ZERO, Limit::packets(4));
        record(&mut recorder);
        let first = recorder.window(Time::ZERO, Time::from_seconds(0.25));
        assert_eq!(first.packets.sent, 1);
        assert_eq!(first.delay.unwrap().p50, 4.0);
        let second = recorder.window(Time::from_seconds(0.25), Time::from_seconds(0.9));
        assert_eq!(second.packets.sent, 0);
        assert_eq!(second.seconds, 0.5);
        assert_eq!(second.queue_packets_mean, 2.0);
        assert_eq!(second.queue_share_mean, 0.5, "two of four");
    }

    #[test]
    fn the_share_of_the_buffer_uses_the_nearer_limit() {
        let share = |limit| {
            let mut recorder = Recorded::new(Time::ZERO, limit);
            record(&mut recorder);
            recorder.window(Time::from_seconds(0.25), Time::from_seconds(0.9)).queue_share_mean
        };
        // Two packets of 1000 bytes wait.
        assert_eq!(share(Limit::bytes(5000)), 0.4);
        assert_eq!(share(Limit { packets: 4, bytes: 5000 }), 0.5);
        assert_eq!(share(Limit { packets: 4, bytes: 2500 }), 0.8);
    }

    #[test]
    fn a_new_limit_changes_the_share() {
        let mut recorder = Recorded::new(Time::ZERO, Limit::packets(4));
        record(&mut recorder);
        let (middle, end) = (Time::from_seconds(1.0), Time::from_seconds(2.0));
        recorder.set_limit(Limit::packets(8));
        close_until(&mut recorder, end);
        assert_eq!(recorder.window(Time::ZERO + WINDOW_INTERVAL, middle).queue_share_mean, 0.5);
        assert_eq!(recorder.window(middle, end).queue_share_mean, 0.25);
    }

    #[test]
    fn a_buffer_that_shrinks_below_the_backlog_is_full() {
        let mut recorder = Recorded::new(Time::ZERO, Limit::packets(4));
        record(&mut recorder);
        let (middle, end) = (Time::from_seconds(1.0), Time::from_seconds(2.0));
        recorder.set_limit(Limit::packets(1));
        close_until(&mut recorder, end);
        assert_eq!(
            recorder.window(middle, end).queue_share_mean,
            1.0,
            "two packets in a buffer of one"
        );
        assert!((recorder.whole(end).queue_share_mean - 0.75).abs() < 0.01);
    }

    /// A queue that only drains, after the warm-up or in a window, drops packets of an earlier interval.
    #[test]
    fn the_drop_rate_never_exceeds_one() {
        let mut recorder = Recorded::new(Time::from_seconds(1.0), Limit::packets(4));
        record(&mut recorder);
        let at = Time::from_seconds(1.015);
        recorder.close();
        recorder.dropped(at, 1000, true);
        recorder.sent(at, 1000, Span::from_millis(9));
        let check = |summary: Summary| {
            assert_eq!((summary.packets.offered, summary.packets.dropped()), (0, 1));
            assert_eq!((summary.drop_rate, summary.early_drop_rate), (0.5, 0.5));
        };
        check(recorder.whole(at));
        let end = Time::from_seconds(1.25);
        close_until(&mut recorder, end);
        check(recorder.window(Time::from_seconds(1.0), end));
    }

    #[test]
    fn a_recorder_added_later_has_the_windows_of_one_that_ran_from_the_start() {
        let (added, end) = (Time::from_seconds(1.1), Time::from_seconds(2.0));
        let run = |mut recorder: Recorded| {
            recorder.offered(added, 1000, 1);
            recorder.sent(added, 1000, Span::from_millis(4));
            close_until(&mut recorder, end);
            format!("{recorder:?}")
        };
        let mut early = Recorded(Recorder::new(Time::ZERO, Limit::NONE), History::without_series());
        close_until(&mut early, added);
        let late = Recorder::beside(Time::ZERO, Limit::NONE, added);
        assert_eq!(run(Recorded(late, History::without_series())), run(early));
    }

    #[test]
    fn a_truncated_history_is_the_history_of_that_time() {
        let mut recorder = Recorded::new(Time::ZERO, Limit::packets(4));
        record(&mut recorder);
        let (length, text) = (recorder.1.length(), format!("{:?}", recorder.1));
        close_until(&mut recorder, Time::from_seconds(3.3));
        assert_ne!(format!("{:?}", recorder.1), text);
        recorder.1.truncate(length);
        assert_eq!(format!("{:?}", recorder.1), text);
    }
}
