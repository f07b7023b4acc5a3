//! Compares the fast path with the general path. A copy of the endpoint processes every event that
//! the fast path accepts. Its state must equal that of the general path.

use std::fmt::Debug;

use super::harness::{Fate, Harness};
use crate::cc::CcKind;
use crate::packet::{Ack, Segment};
use crate::tcp::fast_path::{InOrderAck, Reaction};
use crate::tcp::{PacedAck, Receiver, ReceiverConfig, Sender, SenderConfig};
use crate::time::Time;

/// A receiver after a segment, and the ACK that it sent.
type ReceiverStep = (Receiver, Option<Ack>);

/// Number of uses of each part of the fast path.
#[derive(Debug, Default)]
pub struct FastPath {
    acks: u64,
    bursts: u64,
    segments: u64,
    segments_above_holes: u64,
    paced_acks: u64,
    marked_acks: u64,
    releases: u64,
}

impl FastPath {
    /// Compares with `general`: the state of `before` after `ack` and all transmissions that it
    /// allows.
    pub fn check_ack(&mut self, before: &Sender, ack: &Ack, general: &Sender, now: Time) {
        let mut sending = before.clone();
        sending.on_ack(ack, now);
        if let Some(burst) = sending.next_burst(now) {
            self.bursts += u64::from(burst.count > 0);
        } else {
            while sending.next_segment(now).is_some() {}
        }
        assert_same(&sending, general);
        let mut fast = before.clone();
        let Ack { next, echo, .. } = *ack;
        let in_order = InOrderAck { next, echo };
        if ack.has_only_numbers() && fast.on_in_order_ack(&in_order, now).is_some() {
            self.acks += 1;
            assert_same_sender(fast, general.clone());
        }
        let mut paced = before.clone();
        if ack.has_only_counters() {
            match paced.on_paced_ack(&in_order, ack.ce_packets, now) {
                PacedAck::NotInOrder => return,
                PacedAck::Done(_) => {}
                PacedAck::Continue => while paced.next_segment(now).is_some() {},
            }
            self.paced_acks += 1;
            self.marked_acks += u64::from(ack.ce_packets > before.ce_packets());
            assert_same_sender(paced, general.clone());
        }
    }

    /// Compares with `general`: the state of `before` after its timers and all transmissions that they
    /// allow.
    pub fn check_timer(&mut self, before: &Sender, general: &Sender, now: Time) {
        let mut fast = before.clone();
        if fast.on_release(now).is_some() {
            self.releases += 1;
            assert_same_sender(fast, general.clone());
        }
    }

    /// Compares with `general`: the state of `before` after the unmarked `segment`.
    pub fn check_segment(
        &mut self,
        before: &Receiver,
        segment: &Segment,
        general: &ReceiverStep,
        now: Time,
    ) {
        if segment.syn || segment.cwr {
            return;
        }
        let mut above = before.clone();
        if let Some(ack) = above.on_segment_above_hole(segment.seq, now) {
            self.segments_above_holes += 1;
            assert_same(&(above, ack), general);
        }
        let mut fast = before.clone();
        let ack = match fast.on_in_order_segment(segment.seq, segment.sent, now) {
            Reaction::NotInOrder => return,
            Reaction::Wait => None,
            Reaction::SendAck(ack) => Some(ack.with_window(before.window())),
        };
        self.segments += 1;
        assert_same(&(fast, ack), general);
    }
}

/// Compares two senders after RACK's update, which the fast paths postpone.
fn assert_same_sender(mut fast: Sender, mut general: Sender) {
    for sender in [&mut fast, &mut general] {
        sender.catch_up();
    }
    assert_same(&fast, &general);
}

fn assert_same<T: PartialEq + Debug>(fast: &T, general: &T) {
    if fast != general {
        let (fast, general) = (format!("{fast:#?}"), format!("{general:#?}"));
        let different = fast.lines().zip(general.lines()).find(|(fast, general)| fast != general);
        panic!("{different:?}\nthe fast path:\n{fast}\nthe general path:\n{general}");
    }
}

#[test]
fn every_part_of_the_fast_path_is_taken() {
    let sender = SenderConfig { segments: Some(4000), ..SenderConfig::default() };
    let mut harness = Harness::new(&sender, &ReceiverConfig::default(), |a| {
        if !a.retransmission && a.seq % 150 == 149 { Fate::Drop } else { Fate::Deliver }
    });
    harness.complete();
    let taken = &harness.fast_path;
    let segments = taken.segments.min(taken.segments_above_holes);
    assert!(taken.acks.min(taken.bursts).min(segments) > 20, "{taken:?}");
}

#[test]
fn every_part_of_the_fast_path_of_paced_senders_is_taken() {
    for cc in [CcKind::Cubic, CcKind::Bbr, CcKind::Bbr3] {
        let sender = SenderConfig {
            segments: Some(4000),
            cc: cc.into(),
            pacing: true,
            ..SenderConfig::default()
        };
        let mut harness = Harness::new(&sender, &ReceiverConfig::default(), |a| {
            if !a.retransmission && a.seq % 150 == 149 { Fate::Drop } else { Fate::Deliver }
        });
        harness.complete();
        let taken = &harness.fast_path;
        assert!(taken.paced_acks.min(taken.releases) > 100, "{cc:?}: {taken:?}");
        assert_eq!(taken.acks, 0, "{cc:?}");
    }
}

#[test]
fn marks_during_a_reduction_take_the_fast_path() {
    let sender = SenderConfig {
        segments: Some(4000),
        cc: CcKind::Prague.into(),
        ecn: true,
        ..SenderConfig::default()
    };
    let reports = Sender::new(&sender).reports();
    let receiver = ReceiverConfig { reports, ..ReceiverConfig::default() };
    let mut harness = Harness::new(&sender, &receiver, |a| match a.seq % 90 {
        89 if !a.retransmission => Fate::Drop,
        seq if seq % 5 == 0 => Fate::Mark,
        _ => Fate::Deliver,
    });
    harness.complete();
    let taken = &harness.fast_path;
    assert!(taken.marked_acks > 100, "{taken:?}");
}
