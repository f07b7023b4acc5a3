//! Compares the scoreboard's counters with a count of its segments, and tests RACK's loss
//! detection.

use proptest::prelude::*;

use crate::packet::{Ack, SackBlock};
use crate::tcp::rack::{Conditions, Found, Rack};
use crate::tcp::scoreboard::{Delivered, Scoreboard, Watch};
use crate::tcp::{Sender, SenderConfig};
use crate::time::{Span, Time};

fn at(ms: u64) -> Time {
    Time::ZERO + Span::from_millis(ms)
}

fn ms(value: u64) -> Span {
    Span::from_millis(value)
}

fn block(start: u64, end: u64) -> SackBlock {
    SackBlock { start, end }
}

/// Returns a scoreboard with `count` segments, sent one per millisecond from 0 ms on.
fn sent(count: u64, watch: Watch) -> Scoreboard {
    let mut board = Scoreboard::new(watch);
    for i in 0..count {
        assert_eq!(board.send_new(at(i)), i);
    }
    board
}

#[test]
fn the_pipe_counts_segments_in_the_network() {
    let mut board = sent(10, Watch::Nothing);
    assert_eq!(board.in_flight(), 10);
    let mut delivered = Vec::new();
    board.sack(block(4, 7), |d| delivered.push(d.seq));
    assert_eq!((delivered.as_slice(), board.in_flight()), ([4, 5, 6].as_slice(), 7));
    // RFC 6675's IsLost: three arrivals above.
    let third = board.nth_highest_sacked(3).expect("three");
    assert_eq!(board.mark_lost_below(third), 4);
    assert_eq!((board.lost_out(), board.in_flight()), (4, 3));
    board.resend(board.una(), at(20));
    assert_eq!(board.in_flight(), 4);
    assert_eq!(board.next_repair(), Some(1));
    // The ACK newly reports 0 to 3. The others were reported before.
    delivered.clear();
    board.acknowledge(7, |d| delivered.push(d.seq));
    assert_eq!((delivered.as_slice(), board.in_flight()), ([0, 1, 2, 3].as_slice(), 3));
    assert_eq!(board.next_repair(), None);
}

#[test]
fn repeated_blocks_report_no_new_segments() {
    let mut board = sent(100, Watch::Nothing);
    let mut info = |start, end| {
        let mut count = 0;
        board.sack(block(start, end), |_| count += 1);
        count
    };
    assert_eq!(
        [info(10, 20), info(10, 20), info(10, 25), info(5, 40), info(90, 500)],
        [10, 0, 5, 20, 10]
    );
}

#[test]
fn a_timeout_clears_all_sacks_if_the_oldest_segment_was_sacked() {
    let mut board = sent(5, Watch::Nothing);
    board.sack(block(0, 3), |_| ());
    board.mark_all_lost(|_| false);
    assert_eq!((board.sacked_out(), board.lost_out(), board.in_flight()), (0, 5, 0));
}

#[test]
fn without_sack_duplicate_acks_count_as_arrivals() {
    let mut board = sent(5, Watch::Nothing);
    let counted: Vec<_> = (0..6).map(|_| board.count_duplicate()).collect();
    assert_eq!(
        counted,
        [true, true, true, true, false, false],
        "the oldest segment has not arrived"
    );
    board.acknowledge(3, |_| ());
    // Three acknowledged: the hole, and two counted duplicates.
    assert_eq!((board.settle_duplicates(3), board.sacked_out()), (1, 1));
}

fn deliver(rack: &mut Rack, delivered: &Delivered, now: Time) {
    deliver_with_echo(rack, delivered, Time::NEVER, now);
}

/// Delivers a segment by an ACK with this `echo`.
fn deliver_with_echo(rack: &mut Rack, delivered: &Delivered, echo: Time, now: Time) {
    let mut arrivals = rack.arrivals(now, ms(40), echo);
    arrivals.add(delivered);
    rack.update(&arrivals, now);
}

/// Reports the arrival of segment `seq` at `now`.
fn arrive(rack: &mut Rack, board: &mut Scoreboard, seq: u64, now: Time) {
    board.sack(block(seq, seq + 1), |d| deliver(rack, &d, now));
}

#[test]
fn rack_marks_overtaken_and_overdue_segments_lost() {
    let mut board = sent(10, Watch::Everything);
    let mut rack = Rack::default();
    arrive(&mut rack, &mut board, 5, at(45));
    // With an RTT of 40 ms and a reordering window of 10 ms, segment i is due at i + 50 ms.
    let found = rack.detect(&mut board, at(45), ms(10));
    assert_eq!(found, Found { lost: 0, wait: Some(ms(9)) }, "wait until segment 4 is due");
    let found = rack.detect(&mut board, at(52), ms(10));
    assert_eq!(found, Found { lost: 3, wait: Some(ms(2)) });
    assert_eq!(rack.detect(&mut board, at(54), ms(10)), Found { lost: 2, wait: None });
    assert_eq!(board.lost_out(), 5);
    // Segments sent after the latest arrival are not checked.
    assert_eq!(rack.detect(&mut board, at(500), ms(10)), Found::default());
}

#[test]
fn rack_finds_lost_retransmissions() {
    let mut board = sent(10, Watch::Everything);
    let mut rack = Rack::default();
    arrive(&mut rack, &mut board, 5, at(45));
    assert_eq!(rack.detect(&mut board, at(45), Span::ZERO).lost, 5);
    (0..5).for_each(|seq| board.resend(seq, at(50 + seq)));
    arrive(&mut rack, &mut board, 3, at(93));
    assert_eq!(rack.detect(&mut board, at(93), Span::ZERO).lost, 7, "0 to 2 again, and 6 to 9");
    assert_eq!(board.next_repair(), Some(0));
}

#[test]
fn rack_ignores_acks_sooner_than_the_minimum_rtt() {
    let mut rack = Rack::default();
    let early = Delivered { seq: 1, sent: at(100), retransmitted: true };
    deliver(&mut rack, &early, at(120));
    assert_eq!(rack.rtt(), Span::ZERO);
    deliver(&mut rack, &early, at(141));
    assert_eq!(rack.rtt(), ms(41));
}

#[test]
fn rack_ignores_retransmissions_sent_after_the_echoed_time() {
    let mut rack = Rack::default();
    let again = Delivered { seq: 1, sent: at(100), retransmitted: true };
    deliver_with_echo(&mut rack, &again, at(99), at(150));
    assert_eq!(rack.rtt(), Span::ZERO);
    deliver_with_echo(&mut rack, &again, at(100), at(150));
    assert_eq!(rack.rtt(), ms(50));
    // A segment sent once has arrived, independent of the echo: a delayed ACK echoes the first of two
    // segments.
    deliver_with_echo(&mut rack, &Delivered { retransmitted: false, ..again }, at(99), at(160));
    assert_eq!(rack.rtt(), ms(60));
}

#[test]
fn the_reordering_window_follows_rfc_8985() {
    let mut rack = Rack::default();
    let conditions = Conditions {
        reordering_seen: false,
        recovering: false,
        enough_duplicates: false,
        min_rtt: ms(40),
        srtt: ms(60),
    };
    assert_eq!(rack.reordering_window(&conditions), ms(10));
    for hasty in [
        Conditions { recovering: true, ..conditions },
        Conditions { enough_duplicates: true, ..conditions },
    ] {
        assert_eq!(rack.reordering_window(&hasty), Span::ZERO);
        let cautious = Conditions { reordering_seen: true, ..hasty };
        assert_eq!(rack.reordering_window(&cautious), ms(10));
    }
    // One step per round trip with a DSACK, at most SRTT. After 16 recoveries without a DSACK the
    // window is reset.
    rack.adapt(true, 0, 100);
    rack.adapt(true, 50, 150);
    assert_eq!(rack.reordering_window(&conditions), ms(20));
    for round in 1..9 {
        rack.adapt(true, 1000 * round, 1000 * round + 100);
    }
    assert_eq!(rack.reordering_window(&conditions), ms(60));
    (0..15).for_each(|_| rack.on_recovered());
    assert_eq!(rack.reordering_window(&conditions), ms(60));
    rack.on_recovered();
    assert_eq!(rack.reordering_window(&conditions), ms(10));
}

#[test]
fn a_dsack_widens_the_window_only_after_reordering_and_not_for_a_probe() {
    for (reorderings, probed, expected) in [(1, None, 50), (0, None, 25), (1, Some(3), 25)] {
        let mut sender = Sender::new(&SenderConfig { segments: Some(0), ..Default::default() });
        let flush = |sender: &mut Sender, now| while sender.next_segment(now).is_some() {};
        let ack = |next, echo| Ack { next, echo, window: 1000, ..Ack::default() };
        flush(&mut sender, at(0));
        sender.on_ack(&ack(0, at(0)), at(100));
        sender.write(8, at(100));
        flush(&mut sender, at(100));
        sender.on_ack(&ack(4, at(100)), at(200));
        sender.set_reordering(3, reorderings, false);
        sender.set_probe(probed);
        let sacks = [block(2, 3), SackBlock::default(), SackBlock::default()];
        sender.on_ack(&Ack { dsack: true, sacks, ..ack(4, at(100)) }, at(210));
        let conditions = Conditions {
            reordering_seen: true,
            recovering: false,
            enough_duplicates: false,
            min_rtt: ms(100),
            srtt: ms(100),
        };
        let window = sender.rack().reordering_window(&conditions);
        assert_eq!(window, ms(expected), "{reorderings} {probed:?}");
    }
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Send,
    Repair,
    ResendHighest,
    Sack(u64, u64),
    Acknowledge(u64),
    LoseBelow(u64),
    Lose(u64),
    LoseAll,
    Unlose,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        8 => Just(Step::Send),
        4 => Just(Step::Repair),
        1 => Just(Step::ResendHighest),
        4 => (0u64..30, 1u64..6).prop_map(|(start, length)| Step::Sack(start, length)),
        2 => (0u64..8).prop_map(Step::Acknowledge),
        2 => (0u64..20).prop_map(Step::LoseBelow),
        2 => (0u64..20).prop_map(Step::Lose),
        1 => Just(Step::LoseAll),
        1 => Just(Step::Unlose),
    ];
    prop::collection::vec(step, 1..120)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_counters_equal_a_count_after_any_steps(steps in steps()) {
        let mut board = Scoreboard::new(Watch::Everything);
        for (i, step) in steps.into_iter().enumerate() {
            let now = at(i as u64);
            let (una, next) = (board.una(), board.next());
            match step {
                Step::Send => {
                    board.send_new(now);
                }
                Step::Repair => {
                    if let Some(seq) = board.next_repair() {
                        board.resend(seq, now);
                    }
                }
                Step::ResendHighest => {
                    if let Some(seq) = board.highest_unsacked() {
                        board.resend(seq, now);
                    }
                }
                // The segment above the cumulative acknowledgement stays a hole.
                Step::Sack(start, length) => {
                    board.sack(block(una + 1 + start, una + 1 + start + length), |_| ());
                }
                Step::Acknowledge(count) => board.acknowledge(next.min(una + count), |_| ()),
                Step::LoseBelow(count) => {
                    board.mark_lost_below(una + count);
                }
                Step::Lose(index) if una + index < next => {
                    board.mark_lost(una + index);
                }
                Step::Lose(_) => {}
                Step::LoseAll => board.mark_all_lost(|sent| sent.nanos() % 3 == 0),
                Step::Unlose => board.unmark_all_lost(),
            }
            board.audit();
        }
    }
}
