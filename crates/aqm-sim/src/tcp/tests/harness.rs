//! One flow over one FIFO link, with a script that drops, marks or delays packets.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use super::fast_path::FastPath;
use crate::packet::{Ack, Ecn, Segment};
use crate::tcp::{Phase, Receiver, ReceiverConfig, Sender, SenderConfig};
use crate::time::{Span, Time};

/// Copies of the sender are compared while it has fewer outstanding segments than this.
const MOST_COPIED: u64 = 1000;

/// The path. By default: 12 Mbit/s, 40 ms, buffer of 100 packets.
#[derive(Clone, Copy)]
pub struct Path {
    pub packet_time: Span,
    pub half_rtt: Span,
    pub buffer: usize,
}

impl Default for Path {
    fn default() -> Self {
        Path { packet_time: Span::from_millis(1), half_rtt: Span::from_millis(20), buffer: 100 }
    }
}

/// One transmission, as input of the script.
#[derive(Clone, Copy, Debug)]
pub struct Attempt {
    /// Number of data segments sent before it on this connection.
    pub index: u64,
    pub seq: u64,
    pub at: Time,
    pub retransmission: bool,
    pub cwr: bool,
    pub ecn: Ecn,
}

/// Outcome of a transmission.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Fate {
    Deliver,
    Drop,
    Mark,
    /// Arrives this much later. Later segments do not wait for it.
    Delay(Span),
    /// The link sends nothing until this time.
    Stall(Time),
}

type Script = Box<dyn FnMut(&Attempt) -> Fate>;

#[derive(Clone, Copy)]
enum Event {
    Segment(Segment, bool),
    Ack(Ack),
}

pub struct Harness {
    pub sender: Sender,
    pub receiver: Receiver,
    pub now: Time,
    /// All data transmissions.
    pub sent: Vec<Attempt>,
    /// All ACKs that reached the sender, with their arrival times.
    pub acks: Vec<(Time, Ack)>,
    /// The sender's phases, with their start times.
    pub phases: Vec<(Time, Phase)>,
    pub overflows: u64,
    /// Number of SYNs still to drop.
    pub lose_syns: u32,
    /// Returns whether to drop the ACK with this number.
    pub lose_ack: Box<dyn FnMut(u64) -> bool>,
    /// Compares every event with the fast path.
    pub fast_path: FastPath,
    path: Path,
    script: Script,
    segments: Option<u64>,
    link_free: Time,
    departures: VecDeque<Time>,
    events: BinaryHeap<Reverse<(Time, u64)>>,
    bodies: Vec<Event>,
    ack_count: u64,
}

impl Harness {
    pub fn new(
        sender: &SenderConfig,
        receiver: &ReceiverConfig,
        script: impl FnMut(&Attempt) -> Fate + 'static,
    ) -> Self {
        Harness {
            sender: Sender::new(sender),
            receiver: Receiver::new(receiver),
            now: Time::ZERO,
            sent: Vec::new(),
            acks: Vec::new(),
            phases: vec![(Time::ZERO, Phase::Open)],
            overflows: 0,
            lose_syns: 0,
            lose_ack: Box::new(|_| false),
            fast_path: FastPath::default(),
            path: Path::default(),
            script: Box::new(script),
            segments: sender.segments,
            link_free: Time::ZERO,
            departures: VecDeque::new(),
            events: BinaryHeap::new(),
            bodies: Vec::new(),
            ack_count: 0,
        }
    }

    pub fn with_path(mut self, path: Path) -> Self {
        self.path = path;
        self
    }

    /// Runs until the sender has finished or `seconds` have passed.
    pub fn run(&mut self, seconds: f64) {
        let end = Time::from_seconds(seconds);
        self.flush();
        while !self.sender.finished() {
            let arrival = self.events.peek().map_or(Time::NEVER, |Reverse((time, _))| *time);
            let sender_timer = self.sender.next_timer();
            let receiver_timer = self.receiver.next_timer();
            let next = arrival.min(sender_timer).min(receiver_timer);
            assert_ne!(next, Time::NEVER, "no event is pending: {:#?}", self.sender.probe());
            if next > end {
                self.now = end;
                return;
            }
            assert!(next >= self.now, "an event in the past");
            self.now = next;
            if arrival == next {
                let Reverse((_, index)) = self.events.pop().expect("peeked");
                match self.bodies[index as usize] {
                    Event::Segment(segment, ce) => {
                        let before = (!ce).then(|| self.receiver.clone());
                        let earlier = self.receiver.ack_before(&segment, ce);
                        self.return_ack(earlier);
                        let ack = self.receiver.on_segment(&segment, ce, self.now);
                        if let Some(before) = before {
                            let general = (self.receiver.clone(), ack);
                            self.fast_path.check_segment(&before, &segment, &general, self.now);
                        }
                        self.return_ack(ack);
                    }
                    Event::Ack(ack) => {
                        self.acks.push((self.now, ack));
                        let is_small = self.sender.probe().outstanding < MOST_COPIED;
                        let before = is_small.then(|| self.sender.clone());
                        self.sender.on_ack(&ack, self.now);
                        self.flush();
                        if let Some(before) = before {
                            self.fast_path.check_ack(&before, &ack, &self.sender, self.now);
                        }
                    }
                }
            } else if receiver_timer == next {
                let ack = self.receiver.on_timer(self.now);
                assert!(ack.is_some(), "the timer must send an ACK");
                self.return_ack(ack);
            } else {
                let is_small = self.sender.probe().outstanding < MOST_COPIED;
                let before = is_small.then(|| self.sender.clone());
                self.sender.on_timer(self.now);
                self.flush();
                if let Some(before) = before {
                    self.fast_path.check_timer(&before, &self.sender, self.now);
                }
            }
        }
    }

    /// Runs to the end and checks that everything arrived.
    pub fn complete(&mut self) {
        self.run(1e6);
        assert!(self.sender.finished(), "{:#?}", self.sender.probe());
        assert_eq!(Some(self.receiver.delivered()), self.segments);
        assert_eq!(self.sender.probe().in_flight, 0);
        assert_eq!(self.sender.next_timer(), Time::NEVER);
    }

    pub fn retransmissions(&self) -> Vec<u64> {
        self.sent.iter().filter(|a| a.retransmission).map(|a| a.seq).collect()
    }

    pub fn entered(&self, phase: Phase) -> usize {
        self.phases.iter().filter(|&&(_, p)| p == phase).count()
    }

    fn schedule(&mut self, at: Time, event: Event) {
        self.events.push(Reverse((at, self.bodies.len() as u64)));
        self.bodies.push(event);
    }

    fn return_ack(&mut self, ack: Option<Ack>) {
        let Some(ack) = ack else { return };
        let number = self.ack_count;
        self.ack_count += 1;
        if !(self.lose_ack)(number) {
            self.schedule(self.now + self.path.half_rtt, Event::Ack(ack));
        }
    }

    fn flush(&mut self) {
        while let Some(outgoing) = self.sender.next_segment(self.now) {
            let segment = outgoing.segment;
            assert_eq!(segment.sent, self.now);
            if segment.syn && self.lose_syns > 0 {
                self.lose_syns -= 1;
                continue;
            }
            if segment.syn {
                self.schedule(self.now + self.path.half_rtt, Event::Segment(segment, false));
                continue;
            }
            let attempt = Attempt {
                index: self.sent.len() as u64,
                seq: segment.seq,
                at: self.now,
                retransmission: segment.retransmission,
                cwr: segment.cwr,
                ecn: outgoing.ecn,
            };
            self.sent.push(attempt);
            let fate = (self.script)(&attempt);
            self.carry(segment, fate);
        }
        let probe = self.sender.probe();
        assert!(probe.cwnd >= 1.0);
        if self.phases.last().is_none_or(|&(_, phase)| phase != probe.phase) {
            self.phases.push((self.now, probe.phase));
        }
    }

    fn carry(&mut self, segment: Segment, fate: Fate) {
        if fate == Fate::Drop {
            return;
        }
        while self.departures.front().is_some_and(|&at| at <= self.now) {
            self.departures.pop_front();
        }
        if self.departures.len() >= self.path.buffer {
            self.overflows += 1;
            return;
        }
        if let Fate::Stall(until) = fate {
            self.link_free = self.link_free.max(until);
        }
        self.link_free = self.link_free.max(self.now) + self.path.packet_time;
        self.departures.push_back(self.link_free);
        let extra = if let Fate::Delay(extra) = fate { extra } else { Span::ZERO };
        let at = self.link_free + self.path.half_rtt + extra;
        self.schedule(at, Event::Segment(segment, fate == Fate::Mark));
    }
}

/// Loses the first transmission of each of `seqs`.
pub fn lose_once(seqs: &'static [u64]) -> impl FnMut(&Attempt) -> Fate {
    |a| if !a.retransmission && seqs.contains(&a.seq) { Fate::Drop } else { Fate::Deliver }
}
