//! The short ways against the general one, state for state: whenever one may be taken, a copy of the
//! endpoint takes it, and must become what the endpoint becomes.

use std::fmt::Debug;

use super::harness::{Fate, Harness};
use crate::packet::{Ack, Segment};
use crate::tcp::plain::{PlainAck, Reaction};
use crate::tcp::{Receiver, ReceiverConfig, Sender, SenderConfig};
use crate::time::Time;

/// What a receiver does with a segment, one way or the other.
type Answered = (Receiver, Option<Ack>);

/// How often each was taken.
#[derive(Debug, Default)]
pub struct ShortWays {
    plain_acks: u64,
    usual_acks: u64,
    plain_repairs: u64,
    bursts: u64,
    plain_segments: u64,
    segments_above: u64,
}

impl ShortWays {
    /// `general` is what `before` became by `ack`, and by sending what it may.
    pub fn check_ack(&mut self, before: &Sender, ack: &Ack, general: &Sender, now: Time) {
        let mut usual = before.clone();
        if usual.on_usual_ack(ack, now) {
            self.usual_acks += 1;
            while usual.next_segment(now).is_some() {}
            assert_same(&usual, general);
        }
        let mut sending = before.clone();
        sending.on_ack(ack, now);
        while sending.next_plain_repair(0, now).is_some() {
            self.plain_repairs += 1;
        }
        if let Some(burst) = sending.next_burst(now) {
            self.bursts += u64::from(burst.count > 0);
        } else {
            while sending.next_segment(now).is_some() {}
        }
        assert_same(&sending, general);
        let mut plain = before.clone();
        let Ack { next, echo, .. } = *ack;
        let plain_ack = PlainAck { next, echo };
        if ack.is_plain() && plain.on_plain_ack(&plain_ack, now).is_some() {
            self.plain_acks += 1;
            let mut general = general.clone();
            // One keeps for later what the other learnt at once.
            plain.rack.catch_up(&mut plain.noted, plain.board.una());
            general.rack.catch_up(&mut general.noted, general.board.una());
            assert_same(&plain, &general);
        }
    }

    /// `general` is what `before` became by `segment`, which has no mark.
    pub fn check_segment(
        &mut self,
        before: &Receiver,
        segment: &Segment,
        general: &Answered,
        now: Time,
    ) {
        if segment.syn || segment.cwr {
            return;
        }
        let mut above = before.clone();
        if above.on_segment_above(segment.seq, now) {
            self.segments_above += 1;
            assert_same(&(above, None::<Ack>), general);
        }
        let mut plain = before.clone();
        let answer = match plain.on_plain_segment(segment.seq, segment.sent, now) {
            Reaction::NotPlain => return,
            Reaction::Wait => None,
            Reaction::Answer(ack) => Some(ack.with_window(before.window)),
        };
        self.plain_segments += 1;
        assert_same(&(plain, answer), general);
    }
}

fn assert_same<T: PartialEq + Debug>(short: &T, general: &T) {
    if short != general {
        let (short, general) = (format!("{short:#?}"), format!("{general:#?}"));
        let different =
            short.lines().zip(general.lines()).find(|(short, general)| short != general);
        panic!("{different:?}\nthe short way:\n{short}\nthe general one:\n{general}");
    }
}

#[test]
fn all_of_them_are_taken() {
    let sender = SenderConfig { segments: Some(4000), ..SenderConfig::default() };
    let mut harness = Harness::new(&sender, &ReceiverConfig::default(), |a| {
        if !a.retransmission && a.seq % 150 == 149 { Fate::Drop } else { Fate::Deliver }
    });
    harness.complete();
    let ways = &harness.short_ways;
    for taken in [ways.plain_acks, ways.usual_acks, ways.plain_repairs, ways.bursts] {
        assert!(taken > 20, "{ways:?}");
    }
    assert!(ways.plain_segments > 20 && ways.segments_above > 20, "{ways:?}");
}
