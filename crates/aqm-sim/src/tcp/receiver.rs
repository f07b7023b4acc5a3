//! The receiving endpoint: reassembly, SACK and DSACK blocks, the ECN echo. When it acknowledges
//! is in `delack`.

use crate::cc::EcnEcho;
use crate::packet::{Ack, MAX_SACK_BLOCKS, SackBlock, Segment};
use crate::time::Time;

use super::ReceiverConfig;
use super::delack::{AckPolicy, Arrival, Verdict};
use super::ranges::RangeSet;

/// Blocks remembered for reporting; one more than fit, for when one of them is filled.
const REMEMBERED_BLOCKS: usize = MAX_SACK_BLOCKS + 1;

/// The receiving endpoint of one connection. The application reads at once.
#[derive(Clone, PartialEq, Debug)]
pub struct Receiver {
    /// When the SYN was answered; [`Time::NEVER`] once that has been followed by data.
    opened: Time,
    held: RangeSet,
    /// Blocks held, most recently changed first (RFC 2018, section 4). Those below `next` have
    /// been filled, or are unused.
    recent: [SackBlock; REMEMBERED_BLOCKS],
    /// A segment that came again, to be reported once (RFC 2883).
    duplicate: Option<SackBlock>,
    pub(super) window: u64,
    /// The host supports the fast path.
    is_fast_path_enabled: bool,
    sack: bool,
    /// The next ACK carries ECE.
    ece: bool,
    ecn_echo: EcnEcho,
    /// CE-marked packets that have arrived while they were counted.
    ce_packets: u64,
    /// Other ways to report marks, each from a segment on.
    echo_changes: Vec<(u64, EcnEcho)>,
    pub(super) policy: AckPolicy,
    /// The next segment in order and without flags may take the fast path: nothing is held or has to be
    /// reported, and every second segment is acknowledged. Such a segment does not change this.
    pub(super) fast_path: bool,
    /// Next segment expected.
    pub(super) next: u64,
    /// `next` in the last ACK sent.
    pub(super) last_acked: u64,
    /// TS.Recent (RFC 7323, section 4.3).
    pub(super) echo: Time,
}

impl Receiver {
    /// Waits for the SYN.
    pub fn new(config: &ReceiverConfig) -> Self {
        Receiver {
            is_fast_path_enabled: true,
            sack: config.sack,
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
            ecn_echo: config.ecn_echo,
            ce_packets: 0,
            echo_changes: Vec::new(),
            fast_path: false,
        }
    }

    /// Processes one arriving segment, `ce` being its IP packet's mark. The SYN is answered at
    /// once.
    pub fn on_segment(&mut self, segment: &Segment, ce: bool, now: Time) -> Option<Ack> {
        self.apply_echo_changes(segment.seq);
        let ack = self.take_in(segment, ce, now);
        self.fast_path = self.is_fast_path_enabled
            && self.held.is_empty()
            && self.policy.acks_every_second()
            && self.duplicate.is_none()
            && !self.ece
            && self.reported_marks() == 0
            && self.echo_changes.is_empty();
        ack
    }

    /// The receiver reports marks by `echo` from segment `from` on, which has not been sent yet. So the
    /// result does not depend on when the host runs the receiver for segments sent before.
    pub fn set_ecn_echo(&mut self, echo: EcnEcho, from: u64) {
        let last = self.echo_changes.last().map_or(self.ecn_echo, |&(_, echo)| echo);
        if echo != last {
            self.echo_changes.push((from, echo));
            self.fast_path = false;
        }
    }

    fn apply_echo_changes(&mut self, seq: u64) {
        let due = self.echo_changes.iter().take_while(|&&(from, _)| from <= seq).count();
        if let Some((_, echo)) = self.echo_changes.drain(..due).next_back() {
            self.ecn_echo = echo;
            self.ece = false;
        }
    }

    /// RFC 8257, section 3.2: returns the ACK for segments that wait for one, if the segment that
    /// arrives now changes from unmarked to marked or back. So an ACK never covers both. The host calls
    /// this before [`Self::on_segment`] and sends this ACK first.
    pub fn ack_before(&mut self, segment: &Segment, ce: bool) -> Option<Ack> {
        self.apply_echo_changes(segment.seq);
        let changes = self.ecn_echo == EcnEcho::Rfc8257 && ce != self.ece && !segment.syn;
        (changes && self.next > self.last_acked).then(|| self.build_ack_cold())
    }

    /// The host has no use for [`Self::on_in_order_segment`].
    pub(crate) fn disable_fast_path(&mut self) {
        self.is_fast_path_enabled = false;
    }

    /// That has not been said.
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
        if segment.cwr && self.ecn_echo == EcnEcho::Rfc3168 {
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
        // After CWR the sender's window may be a single segment.
        (verdict == Verdict::Now || segment.cwr || at_once).then(|| self.ack())
    }

    /// The counter of marks in the next ACK.
    fn reported_marks(&self) -> u64 {
        if self.ecn_echo == EcnEcho::Counters { self.ce_packets } else { 0 }
    }

    /// Updates the echo for an arriving packet. Returns whether it must be reported at once.
    fn take_mark(&mut self, ce: bool) -> bool {
        match self.ecn_echo {
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

    /// When [`Self::on_timer`] is due; [`Time::NEVER`] if not at all.
    pub fn next_timer(&self) -> Time {
        self.policy.timer()
    }

    /// The delayed-ACK timer went off.
    pub fn on_timer(&mut self, now: Time) -> Option<Ack> {
        if self.policy.timer() > now {
            return None;
        }
        self.policy.on_timer();
        Some(self.build_ack_cold())
    }

    /// In-order segments delivered to the application so far.
    pub fn delivered(&self) -> u64 {
        self.next
    }

    fn place(&mut self, seq: u64) -> Arrival {
        if seq < self.next {
            return Arrival::Duplicate;
        }
        if seq > self.next {
            let Some(block) = self.held.add(seq) else { return Arrival::Duplicate };
            self.remember(block);
            return Arrival::OutOfOrder;
        }
        self.next += 1;
        let Some(block) = self.held.take_first(self.next) else {
            return Arrival::InOrder { filled: false };
        };
        self.next = block.end;
        Arrival::InOrder { filled: self.held.is_empty() }
    }

    /// Puts a block first that is new or has grown, perhaps together with others.
    fn remember(&mut self, block: SackBlock) {
        let [newest, ..] = self.recent;
        if (newest.start, newest.end + 1) == (block.start, block.end) {
            // In most cases it is first already and has not joined another one.
            self.recent[0] = block;
            return;
        }
        let known = std::mem::take(&mut self.recent);
        self.recent[0] = block;
        let mut place = 1;
        for old in known {
            let is_part = block.start <= old.start && old.end <= block.end;
            if !is_part && place < REMEMBERED_BLOCKS {
                self.recent[place] = old;
                place += 1;
            }
        }
    }

    #[inline(always)]
    fn ack(&mut self) -> Ack {
        self.policy.on_ack_sent();
        self.last_acked = self.next;
        let mut ack = Ack {
            next: self.next,
            echo: self.echo,
            ece: self.ece,
            ce_packets: self.reported_marks(),
            window: self.window,
            ..Ack::default()
        };
        match self.duplicate {
            _ if !self.sack => {}
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

    #[inline(never)]
    fn build_ack_cold(&mut self) -> Ack {
        self.ack()
    }

    /// RFC 2883, section 4: the duplicate first, then the block that holds it, if it is held.
    #[inline(never)]
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

    /// What is held, as much of it as there are places for.
    #[inline(always)]
    fn report_held(&self) -> [SackBlock; MAX_SACK_BLOCKS] {
        let mut held = self.recent.iter().copied().filter(|block| block.start > self.next);
        std::array::from_fn(|_| held.next().unwrap_or_default())
    }
}
