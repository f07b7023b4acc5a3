//! The journal of a sender: what it did beyond sending data and taking ACKs in order, each with its reason.
//!
//! A reason is noted where the decision is made. A sender with a journal processes every ACK on the general path, which has the same
//! result, so the fast paths have no branch for it. Without the feature `journal` no sender has one, and the compiler removes all
//! notes.

use super::Phase;
use super::scoreboard::Scoreboard;
use crate::cc::{Why, Window};
use crate::time::Time;

/// Something that a sender did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// It sent this segment again.
    Retransmission {
        /// The segment.
        segment: u64,
    },
    /// It repeated the SYN.
    Syn,
    /// Its retransmission timer expired.
    Timeout,
    /// It sent a tail loss probe.
    Probe,
    /// Its congestion control set a lower threshold or window after a congestion event.
    Reduction,
    /// It took a reduction back.
    Undo,
    /// It entered a phase of loss recovery.
    Entered(Phase),
    /// It left a phase of loss recovery.
    Left(Phase),
    /// Its congestion control applied a rule of its own, outside of a congestion event: it lowered its window, or changed its state.
    Adjustment,
}

impl Action {
    /// Returns one word.
    pub fn name(self) -> &'static str {
        match self {
            Action::Retransmission { .. } => "retransmission",
            Action::Syn => "syn",
            Action::Timeout => "timeout",
            Action::Probe => "probe",
            Action::Reduction => "reduction",
            Action::Undo => "undo",
            Action::Entered(_) => "entered",
            Action::Left(_) => "left",
            Action::Adjustment => "own",
        }
    }
}

/// Window and flight of a sender.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Standing {
    /// Congestion window in segments.
    pub cwnd: f64,
    /// Slow start threshold in segments; infinite before the first congestion event.
    pub ssthresh: f64,
    /// Estimated number of segments in the network (RFC 6675's pipe).
    pub in_flight: u64,
}

impl Standing {
    pub(super) fn of(board: &Scoreboard, window: &Window) -> Self {
        Standing { cwnd: window.cwnd(), ssthresh: window.ssthresh(), in_flight: board.in_flight() }
    }
}

/// An entry of a journal.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SenderEvent {
    /// Time.
    pub at: Time,
    /// What the sender did.
    pub action: Action,
    /// Why.
    pub why: Why,
    /// Window and flight before.
    pub before: Standing,
    /// Window and flight after.
    pub after: Standing,
}

/// What a journal has recorded.
#[derive(Clone, PartialEq, Debug, Default)]
struct Record {
    events: Vec<SenderEvent>,
    /// The lost segments that wait for a retransmission, each with the reason for which it was marked lost.
    waiting: Vec<(u64, Why)>,
    /// The reason of the latest mark.
    latest: Option<Why>,
    /// Why the next retransmission is sent, if the segment is not marked lost.
    repair: Option<Why>,
}

/// The journal of a sender, empty until [`Journal::start`].
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Journal {
    #[cfg(feature = "journal")]
    record: Option<Box<Record>>,
}

impl Journal {
    #[inline(always)]
    fn record(&mut self) -> Option<&mut Record> {
        #[cfg(feature = "journal")]
        return self.record.as_deref_mut();
        #[cfg(not(feature = "journal"))]
        None
    }

    /// Returns whether it records.
    #[inline(always)]
    pub fn is_on(&self) -> bool {
        #[cfg(feature = "journal")]
        return self.record.is_some();
        #[cfg(not(feature = "journal"))]
        false
    }

    /// Starts to record. No lost segment may wait for its retransmission.
    #[cfg(feature = "journal")]
    pub fn start(&mut self) {
        if self.record.is_none() {
            self.record = Some(Box::default());
        }
    }

    /// Removes and returns the events so far, in their order.
    #[cfg(feature = "journal")]
    pub fn take(&mut self) -> Vec<SenderEvent> {
        self.record().map(|record| std::mem::take(&mut record.events)).unwrap_or_default()
    }

    /// Continues the journal of a connection whose place this one takes.
    #[cfg(feature = "journal")]
    pub fn inherit(&mut self, former: &mut Journal) {
        self.record = former.record.take();
        if let Some(record) = self.record() {
            record.waiting.clear();
            (record.latest, record.repair) = (None, None);
        }
    }

    /// Returns window and flight, while it records.
    #[inline(always)]
    pub fn standing(&self, board: &Scoreboard, window: &Window) -> Option<Standing> {
        self.is_on().then(|| Standing::of(board, window))
    }

    /// Adds an event. `before` is from [`Journal::standing`]; `None`: nothing has changed.
    #[inline(always)]
    pub fn note(
        &mut self,
        at: Time,
        action: Action,
        (before, after): (Option<Standing>, impl FnOnce() -> Standing),
        why: impl FnOnce() -> Why,
    ) {
        if let Some(record) = self.record() {
            let after = after();
            let before = before.unwrap_or(after);
            record.events.push(SenderEvent { at, action, why: why(), before, after });
        }
    }

    /// Notes why `found` segments were marked lost. `why` gets the time of a segment's last transmission.
    #[inline(always)]
    pub fn note_lost(&mut self, board: &Scoreboard, found: u64, why: impl Fn(Time) -> Why) {
        let Some(record) = self.record() else { return };
        let former = std::mem::take(&mut record.waiting);
        let mut first = None;
        for (seq, sent) in board.waiting() {
            let known = former.iter().find(|(other, _)| *other == seq);
            let reason = known.map_or_else(|| why(sent), |(_, reason)| *reason);
            if known.is_none() {
                first = first.or(Some(reason));
            }
            record.waiting.push((seq, reason));
        }
        if found > 0 {
            // A segment with a repair in the network does not wait for another one.
            let oldest = || why(board.head_sent().unwrap_or(Time::ZERO));
            record.latest = Some(first.unwrap_or_else(oldest));
        }
    }

    /// No segment is marked lost any more.
    #[inline(always)]
    pub fn unmark(&mut self) {
        if let Some(record) = self.record() {
            record.waiting.clear();
        }
    }

    /// Returns why segments were marked lost the last time.
    pub fn loss(&mut self) -> Why {
        self.record().and_then(|record| record.latest).unwrap_or_else(unknown)
    }

    /// Notes why the next retransmission is sent although its segment is not marked lost.
    #[inline(always)]
    pub fn note_repair(&mut self, why: impl FnOnce() -> Why) {
        if let Some(record) = self.record() {
            record.repair = Some(why());
        }
    }

    /// Returns why a segment is sent again, and forgets it.
    pub fn take_repair(&mut self, segment: u64) -> Why {
        let Some(record) = self.record() else { return unknown() };
        let repair = record.repair.take();
        let place = record.waiting.iter().position(|(seq, _)| *seq == segment);
        let lost = place.map(|index| record.waiting.remove(index).1);
        repair.or(lost).unwrap_or_else(unknown)
    }
}

/// Stands for a reason from before the journal.
fn unknown() -> Why {
    debug_assert!(false, "a segment was marked lost before the journal began");
    Why::new("unknown")
}
