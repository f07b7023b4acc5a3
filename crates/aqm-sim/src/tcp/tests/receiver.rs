//! Content and timing of a receiver's ACKs.

use crate::packet::{Ack, SackBlock, Segment};
use crate::tcp::{Receiver, ReceiverConfig, Stack};
use crate::time::{Span, Time};

fn at(ms: u64) -> Time {
    Time::ZERO + Span::from_millis(ms)
}

fn receiver(stack: Stack) -> Receiver {
    let mut receiver = Receiver::new(&ReceiverConfig { stack, ..ReceiverConfig::default() });
    let syn = Segment { syn: true, ..Segment::default() };
    assert!(receiver.on_segment(&syn, false, Time::ZERO).is_some());
    receiver
}

fn deliver(receiver: &mut Receiver, seq: u64, ms: u64) -> Option<Ack> {
    receiver.on_segment(&Segment { seq, sent: at(ms), ..Segment::default() }, false, at(ms))
}

/// Returns a receiver of Linux 6 after its 16 quick ACKs.
fn settled() -> Receiver {
    settled_on(Stack::Linux6)
}

fn settled_on(stack: Stack) -> Receiver {
    let mut receiver = receiver(stack);
    for seq in 0..16 {
        assert!(deliver(&mut receiver, seq, 100 + seq).is_some(), "quick ACK {seq}");
    }
    receiver
}

fn blocks(ack: &Ack) -> Vec<(u64, u64)> {
    let used = ack.sacks.iter().filter(|block| block.start < block.end);
    used.map(|&SackBlock { start, end }| (start, end)).collect()
}

#[test]
fn linux_acknowledges_16_segments_at_once_then_every_second() {
    let mut receiver = settled();
    let acks: Vec<_> =
        (16..22).map(|seq| deliver(&mut receiver, seq, 120 + seq).map(|ack| ack.next)).collect();
    assert_eq!(acks, [None, Some(18), None, Some(20), None, Some(22)]);
}

#[test]
fn the_rfc_stack_acknowledges_every_second_segment_from_the_start() {
    let mut receiver = receiver(Stack::Rfc);
    let acks: Vec<_> =
        (0..4).map(|seq| deliver(&mut receiver, seq, 100).map(|ack| ack.next)).collect();
    assert_eq!(acks, [None, Some(2), None, Some(4)]);
    assert_eq!(deliver(&mut receiver, 4, 100), None);
    assert_eq!(receiver.next_timer(), at(200));
}

#[test]
fn a_single_segment_is_acknowledged_after_40_ms_and_the_next_one_later() {
    let mut receiver = settled();
    assert_eq!(deliver(&mut receiver, 16, 120), None);
    assert_eq!(receiver.next_timer(), at(160));
    let ack = receiver.on_timer(at(160)).expect("due");
    assert_eq!((ack.next, ack.echo), (17, at(120)));
    assert_eq!(receiver.next_timer(), Time::NEVER);
    // The delay has doubled. An arrival 45 ms later halves it and adds 45 ms.
    assert_eq!(deliver(&mut receiver, 17, 165), None);
    assert_eq!(receiver.next_timer(), at(165 + 80 / 2 + 45));
}

#[test]
fn without_delayed_acks_every_segment_is_acknowledged() {
    let config = ReceiverConfig { delayed_ack: false, ..ReceiverConfig::default() };
    let mut receiver = Receiver::new(&config);
    for seq in 0..40 {
        assert!(deliver(&mut receiver, seq, seq).is_some());
    }
}

#[test]
fn an_ack_echoes_the_earliest_unacknowledged_segment() {
    let mut receiver = settled();
    assert_eq!(deliver(&mut receiver, 16, 130), None);
    assert_eq!(deliver(&mut receiver, 17, 131).map(|ack| ack.echo), Some(at(130)));
    // Above a hole the echo stays. A segment that fills the hole is echoed.
    assert_eq!(deliver(&mut receiver, 19, 140).map(|ack| ack.echo), Some(at(130)));
    assert_eq!(deliver(&mut receiver, 18, 150).map(|ack| ack.echo), Some(at(150)));
}

#[test]
fn blocks_are_reported_most_recent_first_and_at_most_three() {
    let mut receiver = receiver(Stack::Rfc);
    let mut report = |seq| deliver(&mut receiver, seq, 100).map(|ack| blocks(&ack));
    assert_eq!(report(2), Some(vec![(2, 3)]));
    assert_eq!(report(4), Some(vec![(4, 5), (2, 3)]));
    assert_eq!(report(6), Some(vec![(6, 7), (4, 5), (2, 3)]));
    assert_eq!(report(8), Some(vec![(8, 9), (6, 7), (4, 5)]));
    assert_eq!(report(3), Some(vec![(2, 5), (8, 9), (6, 7)]));
    // Below a hole every segment fills part of the gap (RFC 5681, section 4.2).
    assert_eq!(report(0), Some(vec![(2, 5), (8, 9), (6, 7)]));
    assert_eq!(report(1), Some(vec![(8, 9), (6, 7)]));
}

#[test]
fn a_filled_gap_is_acknowledged_at_once() {
    for stack in [Stack::Linux6, Stack::Linux310, Stack::Rfc] {
        let mut receiver = receiver(stack);
        for seq in 0..40 {
            deliver(&mut receiver, seq, 100 + seq);
        }
        assert!(deliver(&mut receiver, 41, 150).is_some());
        assert_eq!(deliver(&mut receiver, 40, 151).map(|ack| ack.next), Some(42), "{stack:?}");
    }
}

#[test]
fn a_duplicate_is_reported_once_in_the_first_block() {
    let mut receiver = settled();
    let ack = deliver(&mut receiver, 3, 130).expect("at once");
    assert!(ack.dsack);
    assert_eq!((ack.next, blocks(&ack)), (16, vec![(3, 4)]));
    // Fifteen more quick ACKs follow, without the report.
    let ack = deliver(&mut receiver, 16, 131).expect("quick");
    assert!(!ack.dsack && blocks(&ack).is_empty());
    // RFC 2883, section 4.2: the duplicate, then the block that contains it.
    for seq in [20, 21, 22] {
        deliver(&mut receiver, seq, 132);
    }
    let ack = deliver(&mut receiver, 21, 133).expect("at once");
    assert!(ack.dsack);
    assert_eq!(blocks(&ack), [(21, 22), (20, 23)]);
}

#[test]
fn congestion_is_echoed_until_cwr() {
    let mut receiver = settled();
    let mut step = |seq, ce, cwr| {
        let segment = Segment { seq, cwr, ..Segment::default() };
        receiver.on_segment(&segment, ce, at(120)).map(|ack| ack.ece)
    };
    // A mark causes two quick ACKs.
    assert_eq!(step(16, true, false), Some(true));
    assert_eq!(step(17, false, false), Some(true));
    assert_eq!(step(18, true, false), None);
    assert_eq!(step(19, false, false), Some(true));
    assert_eq!(step(20, false, true), Some(false), "CWR causes an immediate ACK");
    assert_eq!(step(21, false, false), None);
    assert_eq!(step(22, false, false), Some(false));
    assert_eq!(step(23, true, true), Some(true), "a mark on the CWR segment starts a new echo");
}

#[test]
fn linux_3_10_sends_16_quick_acks_after_a_mark_and_delays_the_ack_of_cwr() {
    let mut receiver = settled_on(Stack::Linux310);
    let mut step = |seq, ce, cwr| {
        let segment = Segment { seq, cwr, ..Segment::default() };
        receiver.on_segment(&segment, ce, at(120)).map(|ack| ack.ece)
    };
    assert_eq!(step(16, true, false), Some(true));
    assert!((17..32).all(|seq| step(seq, seq % 2 == 0, false) == Some(true)), "16 in all");
    assert_eq!(step(32, false, false), None, "a mark during the echo gives no more");
    assert_eq!(step(33, false, false), Some(true));
    assert_eq!(step(34, false, true), None, "the ACK of CWR waits");
    assert_eq!(step(35, false, false), Some(false));
}

#[test]
fn after_three_duplicate_acks_linux_compresses_for_a_millisecond_and_its_slack() {
    let mut receiver = settled();
    for seq in 17..20 {
        assert!(deliver(&mut receiver, seq, 130).is_some());
    }
    assert_eq!(deliver(&mut receiver, 20, 131), None);
    assert_eq!(deliver(&mut receiver, 21, 131), None);
    let due = at(132) + Span::from_micros(100);
    assert_eq!(receiver.next_timer(), due);
    let ack = receiver.on_timer(due).expect("due");
    assert_eq!(blocks(&ack), [(17, 22)]);
    // An advance of the cumulative ACK restarts the count.
    assert!(deliver(&mut receiver, 16, 133).is_some());
    assert!(deliver(&mut receiver, 23, 134).is_some());
}

#[test]
fn linux_compresses_44_acks_above_a_hole() {
    let mut receiver = settled();
    let acks: Vec<u64> =
        (17..200).filter(|&seq| deliver(&mut receiver, seq, 130).is_some()).collect();
    let expected = [17, 18, 19].into_iter().chain((19 + 45..200).step_by(45));
    assert_eq!(acks, expected.collect::<Vec<_>>());
}

#[test]
fn data_above_a_hole_does_not_end_a_pause() {
    let mut receiver = settled();
    for (seq, ms) in [(17, 130), (18, 230), (19, 330), (20, 430)] {
        deliver(&mut receiver, seq, ms);
    }
    // The last segment in order is 325 ms old, more than 100 + 200 ms. So 16 quick ACKs follow.
    assert_eq!(deliver(&mut receiver, 16, 440).map(|ack| ack.next), Some(21));
    assert!((21..36).all(|seq| deliver(&mut receiver, seq, 441).is_some()));
    assert!(deliver(&mut receiver, 36, 441).is_none());
}

#[test]
fn data_above_a_hole_does_not_change_the_delay() {
    let mut receiver = settled();
    assert_eq!(deliver(&mut receiver, 16, 120), None);
    assert!(receiver.on_timer(at(160)).is_some(), "the delay is now 80 ms");
    assert!(deliver(&mut receiver, 18, 165).is_some());
    assert!(deliver(&mut receiver, 19, 166).is_some());
    // This is 80 ms after the last segment in order.
    assert!(deliver(&mut receiver, 17, 200).is_some());
    assert_eq!(deliver(&mut receiver, 20, 205), None);
    assert_eq!(receiver.next_timer(), at(205 + 80 / 2 + 20));
}

#[test]
fn first_data_above_a_hole_sets_only_the_round_trip_time() {
    let mut receiver = receiver(Stack::Linux6);
    assert!((1..4).all(|seq| deliver(&mut receiver, seq, 100).is_some()));
    assert!(deliver(&mut receiver, 4, 100).is_none(), "not a quick ACK");
    assert_eq!(receiver.next_timer(), at(101) + Span::from_micros(100));
    assert!((0..1).chain(5..20).all(|seq| deliver(&mut receiver, seq, 110).is_some()));
    assert!(deliver(&mut receiver, 20, 110).is_none());
}

#[test]
fn a_pause_of_three_long_round_trips_gives_quick_acks() {
    for (ms, quick) in [(900, false), (901, true)] {
        let mut receiver = receiver(Stack::Linux6);
        (0..16).for_each(|seq| assert!(deliver(&mut receiver, seq, 300).is_some()));
        assert_eq!(deliver(&mut receiver, 16, 300 + ms).is_some(), quick, "after {ms} ms");
    }
}

#[test]
fn linux_3_10_and_the_rfc_do_not_compress() {
    for stack in [Stack::Linux310, Stack::Rfc] {
        let mut receiver = receiver(stack);
        for seq in 1..40 {
            assert!(deliver(&mut receiver, seq, 130).is_some());
        }
    }
}
