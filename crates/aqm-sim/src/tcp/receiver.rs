//! The receiving endpoint: reassembly, SACK and DSACK blocks, and the ECN echo. `delack` decides
//! when it sends an ACK.

use crate::cc::EcnEcho;
use crate::packet::{Ack, MAX_SACK_BLOCKS, SackBlock, Segment};
use crate::time::{Span, Time};

use super::delack::{AckPolicy, Arrival, Verdict};
use super::fast_path::{InOrderAck, Reaction};
use super::ranges::RangeSet;
use super::{ReceiverConfig, Reports};

/// Number of stored blocks. One more than an ACK can carry, in case one of them is filled.
const STORED_BLOCKS: usize = MAX_SACK_BLOCKS + 1;
/// The number of no segment.
const NO_SEGMENT: u64 = u64::MAX;

/// The receiving endpoint of one connection. Its application reads all data at once.
#[derive(Clone, PartialEq, Debug)]
pub struct Receiver {
    /// Time of the SYN-ACK. [`Time::NEVER`] after the first data.
    opened: Time,
    held: RangeSet,
    /// Blocks held, most recently changed first (RFC 2018, section 4). Blocks below `next` are
    /// filled or unused.
    recent: [SackBlock; STORED_BLOCKS],
    /// A duplicate segment, to be reported once (RFC 2883).
    duplicate: Option<SackBlock>,
    window: u64,
    /// Whether the host uses the fast path.
    is_fast_path_enabled: bool,
    reports: Reports,
    /// The next ACK carries ECE.
    ece: bool,
    /// CE-marked packets that arrived while they were counted.
    ce_packets: u64,
    /// One-way delay of the segment that arrived last, if it is reported.
    delay: Span,
    /// Planned changes of `reports`, each with its first segment.
    changes: Vec<(u64, Reports)>,
    policy: AckPolicy,
    /// Segments below this may take the fast path if they are in order and have no flags. 0 if data
    /// is held, something must be reported, or not every second segment causes an ACK. Fast-path
    /// segments do not change this value.
    fast_end: u64,
    /// The largest value of `fast_end`.
    watched: u64,
    /// The segment after the highest one held, if it may take [`Self::on_segment_above_hole`]; otherwise
    /// [`NO_SEGMENT`].
    lengthens: u64,
    /// Next expected segment.
    next: u64,
    /// `next` in the last ACK sent.
    last_acked: u64,
    /// TS.Recent (RFC 7323, section 4.3).
    echo: Time,
}

impl Receiver {
    /// Creates a receiver that waits for the SYN.
    pub fn new(config: &ReceiverConfig) -> Self {
        Receiver {
            is_fast_path_enabled: true,
            reports: config.reports,
            window: config.window,
            policy: AckPolicy::new(config),
            opened: Time::ZERO,
            next: 0,
            last_acked: 0,
            held: RangeSet::default(),
            recent: Default::default(),
            duplicate: None,
            echo: Time::ZERO,
            ece: false,
            ce_packets: 0,
            delay: Span::ZERO,
            changes: Vec::new(),
            fast_end: 0,
            lengthens: NO_SEGMENT,
            watched: u64::MAX,
        }
    }

    /// Processes an arriving segment. `ce` is the mark of its IP packet. A SYN causes an immediate SYN-ACK.
    pub fn on_segment(&mut self, segment: &Segment, ce: bool, now: Time) -> Option<Ack> {
        self.apply_changes(segment.seq);
        let ack = self.take_in(segment, ce, now);
        let is_fast = self.is_fast_path_enabled
            && self.held.is_empty()
            && self.policy.acks_every_second()
            && self.duplicate.is_none()
            && !self.ece
            && self.reported_marks() == 0
            && !self.reports.forward_delay
            && self.changes.is_empty();
        self.fast_end = if is_fast { self.watched } else { 0 };
        self.lengthens = self.find_lengthening();
        ack
    }

    /// Processes the next expected segment on the fast path. The segment must have no flags and no
    /// mark. No data may be held out of order, and every second segment must cause an ACK.
    pub(crate) fn on_in_order_segment(&mut self, seq: u64, sent: Time, now: Time) -> Reaction {
        if seq != self.next || seq >= self.fast_end || !self.policy.follow(now) {
            return Reaction::NotInOrder;
        }
        self.next += 1;
        if seq == self.last_acked {
            self.echo = self.echo.max(sent);
            self.policy.delay_first(now);
            return Reaction::Wait;
        }
        self.policy.acknowledge_second();
        self.last_acked = self.next;
        Reaction::SendAck(InOrderAck { next: self.next, echo: self.echo })
    }

    /// Processes a segment that follows the highest one held, as most segments above a hole do. It must
    /// have no flags and no mark. Returns `None` and changes nothing if the general path is needed;
    /// otherwise the ACK that it causes, if it causes one.
    pub(crate) fn on_segment_above_hole(&mut self, seq: u64, now: Time) -> Option<Option<Ack>> {
        if seq != self.lengthens {
            return None;
        }
        self.lengthens += 1;
        self.held.add_above();
        self.recent[0].end += 1;
        let unacked = self.next - self.last_acked;
        let verdict = self.policy.decide(Arrival::OutOfOrder, unacked, true, self.next, now);
        Some((verdict == Verdict::Now).then(|| self.build_ack_cold()))
    }

    /// Returns the segment that only lengthens the block reported first. [`NO_SEGMENT`] if there is none,
    /// or if a segment may change anything else.
    fn find_lengthening(&self) -> u64 {
        let Some(highest) = self.held.highest() else { return NO_SEGMENT };
        let is_plain = self.is_fast_path_enabled
            && self.recent[0] == highest
            && self.duplicate.is_none()
            && self.reports.ecn_echo != EcnEcho::Rfc8257
            && !self.reports.forward_delay
            && self.changes.is_empty();
        if is_plain { highest.end } else { NO_SEGMENT }
    }

    /// Reports this from segment `from` on. The segment must not have been sent yet. So the result does
    /// not depend on when the host processes earlier segments. A connection with SACK keeps it, because
    /// the sender may still need the blocks.
    pub fn set_reports(&mut self, reports: Reports, from: u64) {
        let last = self.changes.last().map_or(self.reports, |&(_, reports)| reports);
        let reports = Reports { sack: last.sack || reports.sack, ..reports };
        if reports != last {
            self.changes.push((from, reports));
            self.fast_end = 0;
            self.lengthens = NO_SEGMENT;
        }
    }

    fn apply_changes(&mut self, seq: u64) {
        if self.changes.is_empty() {
            return;
        }
        let due = self.changes.iter().take_while(|&&(from, _)| from <= seq).count();
        if let Some((_, reports)) = self.changes.drain(..due).next_back() {
            self.ece &= reports.ecn_echo == self.reports.ecn_echo;
            self.reports = reports;
        }
    }

    /// Returns an extra ACK if this segment changes from unmarked to marked, or back (RFC 8257,
    /// section 3.2). The extra ACK covers the segments before it, so that no ACK covers both kinds.
    /// The host calls this before [`Self::on_segment`] and sends the extra ACK first.
    pub fn ack_before(&mut self, segment: &Segment, ce: bool) -> Option<Ack> {
        self.apply_changes(segment.seq);
        let changes = self.reports.ecn_echo == EcnEcho::Rfc8257 && ce != self.ece && !segment.syn;
        (changes && self.next > self.last_acked).then(|| self.build_ack_cold())
    }

    /// Makes segment `seq` and all later ones take the general path, on which the host notices that
    /// they arrive.
    pub(crate) fn watch(&mut self, seq: u64) {
        self.watched = seq;
        if self.fast_end > 0 {
            self.fast_end = seq;
        }
    }

    /// Disables the fast path, if the host cannot use [`Self::on_in_order_segment`].
    pub(crate) fn disable_fast_path(&mut self) {
        self.is_fast_path_enabled = false;
    }

    /// Returns whether the host uses the fast path.
    pub(crate) fn is_fast_path_enabled(&self) -> bool {
        self.is_fast_path_enabled
    }

    fn take_in(&mut self, segment: &Segment, ce: bool, now: Time) -> Option<Ack> {
        if segment.syn {
            self.opened = now;
            self.echo = segment.sent;
            return Some(self.build_ack_cold());
        }
        if segment.seq <= self.last_acked {
            self.echo = self.echo.max(segment.sent);
        }
        if segment.cwr && self.reports.ecn_echo == EcnEcho::Rfc3168 {
            self.ece = false;
        }
        if self.opened != Time::NEVER {
            self.policy.set_rtt(now.saturating_since(self.opened));
            self.opened = Time::NEVER;
        }
        let arrival = self.place(segment.seq);
        match arrival {
            Arrival::InOrder { .. } => self.policy.on_data(self.window, now),
            Arrival::OutOfOrder => {}
            Arrival::Duplicate => {
                self.duplicate = Some(SackBlock { start: segment.seq, end: segment.seq + 1 });
                self.policy.on_duplicate(self.window);
            }
        }
        let at_once = self.take_mark(ce);
        let unacked = self.next - self.last_acked;
        let holes = !self.held.is_empty();
        let verdict = self.policy.decide(arrival, unacked, holes, self.next, now);
        if self.reports.forward_delay {
            self.delay = now.saturating_since(segment.sent);
        }
        let is_reduced = segment.cwr && self.reports.ecn_echo != EcnEcho::Counters;
        let answers_cwr = is_reduced && self.policy.acks_cwr();
        (verdict == Verdict::Now || answers_cwr || at_once).then(|| self.ack())
    }

    /// Returns the counter of marks for the next ACK.
    fn reported_marks(&self) -> u64 {
        if self.reports.ecn_echo == EcnEcho::Counters { self.ce_packets } else { 0 }
    }

    /// Updates the echo for an arriving packet. Returns whether the receiver must send an ACK at
    /// once.
    fn take_mark(&mut self, ce: bool) -> bool {
        match self.reports.ecn_echo {
            EcnEcho::Rfc3168 => {
                if ce && !self.ece {
                    self.ece = true;
                    self.policy.on_mark(self.window);
                }
                false
            }
            EcnEcho::Rfc8257 => std::mem::replace(&mut self.ece, ce) != ce,
            EcnEcho::Counters => {
                self.ce_packets += u64::from(ce);
                false
            }
        }
    }

    /// Returns when [`Self::on_timer`] is due. [`Time::NEVER`] if no timer runs.
    pub fn next_timer(&self) -> Time {
        self.policy.timer()
    }

    /// Returns an ACK if the delayed-ACK timer has expired.
    pub fn on_timer(&mut self, now: Time) -> Option<Ack> {
        if self.policy.timer() > now {
            return None;
        }
        self.policy.on_timer();
        Some(self.build_ack_cold())
    }

    #[cfg(test)]
    pub(super) fn window(&self) -> u64 {
        self.window
    }

    /// Returns the number of segments delivered in order to the application.
    pub fn delivered(&self) -> u64 {
        self.next
    }

    fn place(&mut self, seq: u64) -> Arrival {
        if seq < self.next {
            return Arrival::Duplicate;
        }
        if seq > self.next {
            let Some(block) = self.held.add(seq) else { return Arrival::Duplicate };
            self.store_block(block);
            return Arrival::OutOfOrder;
        }
        self.next += 1;
        let Some(block) = self.held.take_first(self.next) else {
            return Arrival::InOrder { filled: false };
        };
        self.next = block.end;
        Arrival::InOrder { filled: self.held.is_empty() }
    }

    /// Moves a new or enlarged block to the front.
    fn store_block(&mut self, block: SackBlock) {
        let [newest, ..] = self.recent;
        if (newest.start, newest.end + 1) == (block.start, block.end) {
            // Usually it is already first and has not joined another block.
            self.recent[0] = block;
            return;
        }
        let known = std::mem::take(&mut self.recent);
        self.recent[0] = block;
        let mut place = 1;
        for old in known {
            let is_part = block.start <= old.start && old.end <= block.end;
            if !is_part && place < STORED_BLOCKS {
                self.recent[place] = old;
                place += 1;
            }
        }
    }

    fn ack(&mut self) -> Ack {
        self.policy.on_ack_sent();
        self.last_acked = self.next;
        let mut ack = Ack {
            next: self.next,
            echo: self.echo,
            ece: self.ece,
            ce_packets: self.reported_marks(),
            window: self.window,
            delay: self.reports.forward_delay.then_some(self.delay),
            ..Ack::default()
        };
        match self.duplicate {
            _ if !self.reports.sack => {}
            Some(duplicate) => {
                ack.dsack = true;
                ack.sacks = self.report_duplicate(duplicate);
            }
            None if self.held.is_empty() => {}
            None => ack.sacks = self.report_held(),
        }
        self.duplicate = None;
        ack
    }

    fn build_ack_cold(&mut self) -> Ack {
        self.ack()
    }

    /// Returns the blocks for a duplicate: the duplicate, then the held block that contains it (RFC
    /// 2883, section 4), then others.
    fn report_duplicate(&self, duplicate: SackBlock) -> [SackBlock; MAX_SACK_BLOCKS] {
        let mut places = [duplicate, SackBlock::default(), SackBlock::default()];
        let around = self.held.find(duplicate.start);
        let mut place = 1;
        if let Some(around) = around {
            places[1] = around;
            place = 2;
        }
        for &block in &self.recent {
            if place < places.len() && block.start > self.next && Some(block) != around {
                places[place] = block;
                place += 1;
            }
        }
        places
    }

    /// Returns the blocks held, most recent first, as many as fit.
    fn report_held(&self) -> [SackBlock; MAX_SACK_BLOCKS] {
        let mut places = [SackBlock::default(); MAX_SACK_BLOCKS];
        let mut place = 0;
        for &block in &self.recent {
            if block.start > self.next && place < places.len() {
                places[place] = block;
                place += 1;
            }
        }
        places
    }
}
