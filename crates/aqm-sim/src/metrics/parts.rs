//! The queue delay of parts of the traffic: of each traffic group, of each class of the discipline, and of
//! each flow. docs/metrics.md defines them.
//!
//! A recorder of all packets ([`super::Recorder`]) exists in every run; this one only where there are parts.

use std::mem;

use super::delay::{DelaySummary, Sums, float};
use super::flow_delays::{FlowDelay, FlowDelays};
use super::histogram::{BUCKETS, Histogram, SUB_BITS, bucket_of};
use super::{SAMPLE_INTERVAL, WINDOW_INTERVAL};
use crate::packet::FlowId;
use crate::time::{Span, Time};

/// In place of the first class of a discipline without classes.
const NO_CLASS: usize = usize::MAX / 2;
const OCTAVE: usize = 1 << SUB_BITS;

/// Which packets a [`PartSummary`] covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Those of a traffic group, by its index.
    Group(usize),
    /// Those of a class of the discipline, by its name.
    Class(&'static str),
}

/// The queue delay of a part of the traffic.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PartSummary {
    /// The part.
    pub part: Part,
    /// Packets whose transmission started.
    pub sent: u64,
    /// Their queue delay; `None` without packets.
    pub delay: Option<DelaySummary>,
}

/// Counts of delays in the open window. An octave gets its buckets with its first delay, and keeps them.
#[derive(Clone, Debug)]
struct Counts([Option<Box<[u32; OCTAVE]>>; BUCKETS / OCTAVE]);

impl Default for Counts {
    fn default() -> Self {
        Counts([const { None }; BUCKETS / OCTAVE])
    }
}

impl Counts {
    #[inline(always)]
    fn add(&mut self, bucket: usize) {
        match &mut self.0[bucket / OCTAVE] {
            Some(counts) => counts[bucket % OCTAVE] += 1,
            none => none.insert(Counts::octave())[bucket % OCTAVE] += 1,
        }
    }

    #[cold]
    #[inline(never)]
    fn octave() -> Box<[u32; OCTAVE]> {
        Box::new([0; OCTAVE])
    }

    /// Returns the counts of the buckets that are not empty, in ascending order.
    fn counts(&self) -> impl Iterator<Item = (u16, u32)> {
        let octaves = self.0.iter().enumerate();
        let octaves = octaves.filter_map(|(octave, counts)| Some((octave, counts.as_ref()?)));
        octaves.flat_map(|(octave, counts)| {
            let first = octave * OCTAVE;
            let pairs = counts.iter().enumerate().filter(|(_, count)| **count > 0);
            pairs.map(move |(index, &count)| ((first + index) as u16, count))
        })
    }

    fn clear(&mut self) {
        self.0.iter_mut().flatten().for_each(|counts| counts.fill(0));
    }
}

/// One part in the open window.
#[derive(Clone, Debug, Default)]
struct Open {
    sums: Sums,
    counts: Counts,
    /// Packets and delay at the start of the bin of 10 ms.
    before: (u64, u64),
    /// Packets that were dropped in this bin. Counted for groups only.
    dropped: u32,
}

impl Open {
    #[inline(always)]
    fn add(&mut self, packet: &Sums, bucket: usize) {
        self.sums.add(packet);
        self.counts.add(bucket);
    }
}

/// Size of a part in bytes when each octave of delays has had a packet.
pub const PART_BYTES: usize = size_of::<Open>() + BUCKETS * size_of::<u32>();

/// One part in a finished window.
#[derive(Clone, Debug)]
struct Closed {
    part: usize,
    sums: Sums,
    counts: Vec<(u16, u32)>,
}

/// A finished stretch of time: a window, or the part of one before or after the end of the warm-up.
#[derive(Clone, Debug)]
struct Stretch {
    /// Start of the window.
    window: Time,
    parts: Vec<Closed>,
}

/// A traffic group in a bin of [`SAMPLE_INTERVAL`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GroupBin {
    /// Mean queue delay in ms; NaN without packets.
    pub delay: f32,
    /// Packets whose transmission started.
    pub sent: u32,
    /// Packets that the queue dropped.
    pub dropped: u32,
}

impl GroupBin {
    /// A bin without packets.
    const EMPTY: GroupBin = GroupBin { delay: f32::NAN, sent: 0, dropped: 0 };
}

/// What has finished. It only grows at its end.
#[derive(Clone, Debug, Default)]
pub struct PartRecords {
    stretches: Vec<Stretch>,
    groups: usize,
    /// One row of groups for each bin.
    series: Vec<GroupBin>,
}

impl PartRecords {
    /// Returns empty records of `groups` traffic groups.
    pub(crate) fn new(groups: usize) -> Self {
        PartRecords { groups, ..PartRecords::default() }
    }

    /// Returns the number of groups.
    pub fn groups(&self) -> usize {
        self.groups
    }

    /// Returns `group` in each finished bin.
    pub fn series(&self, group: usize) -> impl ExactSizeIterator<Item = GroupBin> {
        self.series.chunks_exact(self.groups.max(1)).map(move |row| row[group])
    }

    /// Returns each group in bin `index`.
    pub fn row(&self, index: usize) -> &[GroupBin] {
        &self.series[index * self.groups..(index + 1) * self.groups]
    }

    /// Adds rows without packets for those of the first `bins` bins that ended before the recorder started.
    pub(crate) fn start(&mut self, bins: usize) {
        let length = self.series.len().max(bins * self.groups);
        self.series.resize(length, GroupBin::EMPTY);
    }

    /// Returns the lengths of its arrays.
    pub(crate) fn length(&self) -> (usize, usize) {
        (self.stretches.len(), self.series.len())
    }

    /// Truncates the arrays to these lengths.
    pub(crate) fn truncate(&mut self, (stretches, series): (usize, usize)) {
        self.stretches.truncate(stretches);
        self.series.truncate(series);
    }

    fn between(&self, from: Time, to: Time) -> &[Stretch] {
        let start = |time: Time| time.nanos() / WINDOW_INTERVAL.nanos() * WINDOW_INTERVAL.nanos();
        let index = |time: Time| {
            let before = |stretch: &Stretch| stretch.window.nanos() < start(time);
            self.stretches.partition_point(before)
        };
        let end = index(to);
        &self.stretches[index(from).min(end)..end]
    }
}

/// Records the queue delay of groups, classes and flows.
#[derive(Clone, Debug)]
pub struct Parts {
    warmup: Time,
    groups: usize,
    /// Groups, then the classes of all disciplines so far.
    open: Vec<Open>,
    /// Lists of classes so far, with the index of the first class of each in `open`.
    lists: Vec<(&'static [&'static str], usize)>,
    /// Index of the first class of the discipline; beyond `open` if it has no classes.
    first_class: usize,
    flows: FlowDelays,
    window: Time,
    /// First stretch of the statistics of the whole run.
    whole_from: usize,
}

impl Parts {
    /// Returns a recorder for `groups` traffic groups that starts at `now`.
    pub fn new(groups: usize, warmup: Time, now: Time) -> Self {
        Parts {
            warmup,
            groups,
            open: vec![Open::default(); groups],
            lists: Vec::new(),
            first_class: NO_CLASS,
            flows: FlowDelays::default(),
            window: Time::ZERO + WINDOW_INTERVAL * (now.nanos() / WINDOW_INTERVAL.nanos()),
            whole_from: 0,
        }
    }

    /// Adds the next flow. `None` is a burst, which belongs to no group.
    pub fn add_flow(&mut self, group: Option<usize>) {
        self.flows.add_flow(group);
    }

    /// Sets the classes of the discipline that runs from now on.
    pub fn set_classes(&mut self, classes: &'static [&'static str]) {
        let known = self.lists.iter().find(|(list, _)| *list == classes);
        self.first_class = known.map_or(NO_CLASS, |&(_, first)| first);
        if known.is_none() && !classes.is_empty() {
            let first = self.open.len();
            self.lists.push((classes, first));
            self.open.resize_with(first + classes.len(), Open::default);
            self.first_class = first;
        }
    }

    /// Returns whether the discipline has classes.
    pub fn has_classes(&self) -> bool {
        self.first_class != NO_CLASS
    }

    /// Records the start of the transmission of a packet that had `waited` in the queue.
    pub fn sent(&mut self, flow: FlowId, class: usize, waited: Span) {
        let nanos = waited.nanos();
        let ms = float(nanos) / 1e6;
        let packet = Sums { sent: 1, nanos, ms_squared: ms * ms, max: nanos };
        let bucket = bucket_of(waited) as usize;
        let group = self.flows.sent(flow, nanos, bucket);
        if let Some(group) = self.open.get_mut(group) {
            group.add(&packet, bucket);
        }
        if let Some(class) = self.open.get_mut(self.first_class + class) {
            class.add(&packet, bucket);
        }
    }

    /// Counts a packet that the queue has dropped for its group.
    pub fn dropped(&mut self, flow: FlowId) {
        let group = self.flows.group(flow);
        if let Some(group) = self.open[..self.groups].get_mut(group) {
            group.dropped += 1;
        }
    }

    /// Ends a bin at `now` and adds it to the records.
    pub fn close(&mut self, now: Time, records: &mut PartRecords) {
        for group in &mut self.open[..self.groups] {
            let Sums { sent, nanos, .. } = group.sums;
            let (sent_before, nanos_before) = group.before;
            let sent_now = sent - sent_before;
            let mean = (nanos - nanos_before) as f64 / sent_now as f64 / 1e6;
            let dropped = mem::take(&mut group.dropped);
            records.series.push(GroupBin { delay: mean as f32, sent: sent_now as u32, dropped });
            group.before = (sent, nanos);
        }
        let ends = now >= self.window + WINDOW_INTERVAL;
        let starts = now >= self.warmup && now.saturating_since(self.warmup) < SAMPLE_INTERVAL;
        if ends || starts {
            self.close_stretch(records);
        }
        if ends {
            self.window += WINDOW_INTERVAL;
        }
        if starts {
            self.whole_from = records.stretches.len();
            self.flows.reset();
        }
    }

    fn close_stretch(&mut self, records: &mut PartRecords) {
        let mut parts = Vec::new();
        for (part, open) in self.open.iter_mut().enumerate() {
            if open.sums.sent > 0 {
                parts.push(Closed {
                    part,
                    sums: open.sums,
                    counts: open.counts.counts().collect(),
                });
                open.sums = Sums::default();
                open.counts.clear();
            }
            open.before = (0, 0);
        }
        records.stretches.push(Stretch { window: self.window, parts });
    }

    /// Returns the queue delay of each group and class from the warm-up on; from the start during the
    /// warm-up.
    pub fn whole(&self, records: &PartRecords) -> Vec<PartSummary> {
        self.summarise(&records.stretches[self.whole_from..], true)
    }

    /// Returns the queue delay of each group and class from `from` to `to`, both rounded down to whole
    /// [`WINDOW_INTERVAL`]s.
    pub fn window(&self, records: &PartRecords, from: Time, to: Time) -> Vec<PartSummary> {
        self.summarise(records.between(from, to), false)
    }

    fn summarise(&self, stretches: &[Stretch], with_open: bool) -> Vec<PartSummary> {
        let classes = self.lists.iter().flat_map(|(list, _)| list.iter());
        let classes = classes.map(|class| Part::Class(class));
        let parts = (0..self.groups).map(Part::Group).chain(classes);
        let summary = |(index, part)| {
            let (mut sums, mut delays) = (Sums::default(), Histogram::default());
            let closed = stretches.iter().flat_map(|stretch| &stretch.parts);
            for closed in closed.filter(|closed| closed.part == index) {
                sums.add(&closed.sums);
                delays.add_all(&closed.counts);
            }
            if with_open {
                let open = &self.open[index];
                sums.add(&open.sums);
                open.counts.counts().for_each(|(bucket, count)| delays.add(bucket, count));
            }
            PartSummary { part, sent: sums.sent, delay: sums.summarise(&delays) }
        };
        parts.enumerate().map(summary).collect()
    }

    /// Returns the queue delay of each flow since the warm-up.
    pub fn flows(&self) -> Vec<FlowDelay> {
        self.flows.summaries()
    }

    /// Returns the approximate memory without finished windows, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let octaves =
            |open: &Open| open.counts.0.iter().flatten().count() * size_of::<[u32; OCTAVE]>();
        let open: usize = self.open.iter().map(|open| size_of::<Open>() + octaves(open)).sum();
        (open + self.flows.bytes()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(millis: u64) -> Span {
        Span::from_millis(millis)
    }

    /// A recorder with its records.
    struct Recorded(Parts, PartRecords);

    impl Recorded {
        fn sent(&mut self, flow: FlowId, class: usize, waited: Span) {
            self.0.sent(flow, class, waited);
        }

        fn whole(&self) -> Vec<PartSummary> {
            self.0.whole(&self.1)
        }

        fn window(&self, from: Time, to: Time) -> Vec<PartSummary> {
            self.0.window(&self.1, from, to)
        }

        fn flows(&self) -> Vec<FlowDelay> {
            self.0.flows()
        }
    }

    fn close_until(Recorded(parts, records): &mut Recorded, from: u64, to: u64) {
        for bin in from / 10 + 1..=to / 10 {
            parts.close(Time::ZERO + ms(10 * bin), records);
        }
    }

    /// Two groups, a burst, and the classes "a" and "b".
    fn parts(warmup: u64) -> Recorded {
        let mut parts = Parts::new(2, Time::ZERO + ms(warmup), Time::ZERO);
        for group in [Some(0), Some(1), None] {
            parts.add_flow(group);
        }
        parts.set_classes(&["a", "b"]);
        Recorded(parts, PartRecords::new(2))
    }

    fn means(summaries: &[PartSummary]) -> Vec<Option<f64>> {
        summaries.iter().map(|part| part.delay.map(|delay| delay.mean)).collect()
    }

    #[test]
    fn each_packet_counts_for_its_group_its_class_and_its_flow() {
        let mut parts = parts(0);
        parts.sent(0, 0, ms(1));
        parts.sent(1, 1, ms(8));
        parts.sent(1, 0, ms(4));
        parts.sent(2, 1, ms(100));
        let whole = parts.whole();
        let names: Vec<_> = whole.iter().map(|part| part.part).collect();
        let (a, b) = (Part::Class("a"), Part::Class("b"));
        assert_eq!(names, [Part::Group(0), Part::Group(1), a, b]);
        assert_eq!(means(&whole), [Some(1.0), Some(6.0), Some(2.5), Some(54.0)]);
        assert_eq!(whole[1].delay.unwrap().max, 8.0);
        let flows = parts.flows();
        assert_eq!(flows[1].mean, Some(6.0));
        assert_eq!((flows[2].group, flows[2].max), (None, Some(100.0)));
    }

    #[test]
    fn windows_are_sums_of_their_intervals() {
        let mut parts = parts(0);
        parts.sent(0, 0, ms(2));
        close_until(&mut parts, 0, 250);
        parts.sent(0, 0, ms(4));
        close_until(&mut parts, 250, 500);
        parts.sent(0, 0, ms(30));
        let at = |millis| Time::ZERO + ms(millis);
        assert_eq!(means(&parts.window(at(0), at(250)))[0], Some(2.0));
        assert_eq!(means(&parts.window(at(250), at(520)))[0], Some(4.0));
        assert_eq!(means(&parts.window(at(0), at(500)))[0], Some(3.0));
        assert_eq!(means(&parts.window(at(500), at(900)))[0], None, "it has not finished");
        assert_eq!(means(&parts.whole())[0], Some(12.0));
    }

    #[test]
    fn the_whole_run_starts_at_the_end_of_the_warm_up() {
        let mut parts = parts(105);
        parts.sent(0, 0, ms(90));
        close_until(&mut parts, 0, 110);
        assert_eq!(parts.flows()[0].sent, 0);
        parts.sent(0, 0, ms(4));
        close_until(&mut parts, 110, 250);
        parts.sent(0, 0, ms(6));
        assert_eq!(means(&parts.whole())[0], Some(5.0));
        assert_eq!(parts.flows()[0].mean, Some(5.0));
        let window = parts.window(Time::ZERO, Time::ZERO + ms(250));
        assert_eq!(means(&window)[0], Some(47.0), "windows include the warm-up");
    }

    #[test]
    fn series_have_delay_and_counts_of_each_group_and_bin() {
        let mut parts = parts(0);
        parts.sent(0, 0, ms(2));
        parts.sent(0, 0, ms(4));
        close_until(&mut parts, 0, 250);
        parts.sent(1, 0, ms(7));
        parts.0.dropped(1);
        parts.0.dropped(1);
        // A burst belongs to no group.
        parts.0.dropped(2);
        close_until(&mut parts, 250, 270);
        let series = |group| parts.1.series(group).collect::<Vec<_>>();
        assert_eq!(series(0).len(), 27);
        assert_eq!(series(0)[0], GroupBin { delay: 3.0, sent: 2, dropped: 0 });
        assert!(series(0)[1..].iter().all(|bin| bin.delay.is_nan() && bin.sent + bin.dropped == 0));
        assert_eq!(series(1)[25], GroupBin { delay: 7.0, sent: 1, dropped: 2 });
        assert_eq!((series(1)[26].sent, series(1)[26].dropped), (0, 0));
    }

    #[test]
    fn another_discipline_adds_its_classes() {
        let mut parts = parts(0);
        parts.sent(0, 1, ms(2));
        parts.0.set_classes(&[]);
        parts.sent(0, 0, ms(9));
        parts.0.set_classes(&["c"]);
        parts.sent(0, 0, ms(3));
        parts.0.set_classes(&["a", "b"]);
        parts.sent(0, 1, ms(4));
        assert_eq!(means(&parts.whole())[2..], [None, Some(3.0), Some(3.0)]);
    }
}
