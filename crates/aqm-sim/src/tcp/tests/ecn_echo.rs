//! How receivers report CE marks.

use proptest::prelude::*;

use super::harness::{Fate, Harness};
use crate::cc::toy::ToyParams;
use crate::cc::{CcConfig, EcnEcho};
use crate::packet::{Ack, Segment};
use crate::tcp::{Receiver, ReceiverConfig, Reports, SenderConfig, Stack};
use crate::time::{Span, Time};

/// Returns a receiver that acknowledges every second segment from the start.
fn receiver(ecn_echo: EcnEcho) -> Receiver {
    let reports = Reports { ecn_echo, ..Reports::default() };
    let config = ReceiverConfig { stack: Stack::Rfc, reports, ..ReceiverConfig::default() };
    let mut receiver = Receiver::new(&config);
    let syn = Segment { syn: true, ..Segment::default() };
    assert!(receiver.on_segment(&syn, false, Time::ZERO).is_some());
    receiver
}

/// Delivers segment `seq`. Returns the ACKs in order.
fn deliver(receiver: &mut Receiver, seq: u64, ce: bool, cwr: bool) -> Vec<Ack> {
    let segment = Segment { seq, cwr, ..Segment::default() };
    let now = Time::ZERO + Span::from_millis(100 + seq);
    let first = receiver.ack_before(&segment, ce);
    first.into_iter().chain(receiver.on_segment(&segment, ce, now)).collect()
}

/// Delivers segments with these `marks`. Returns `next` and ECE of every ACK.
fn echoes(ecn_echo: EcnEcho, marks: &[bool]) -> Vec<(u64, bool)> {
    let mut receiver = receiver(ecn_echo);
    let acks = (0..).zip(marks).flat_map(|(seq, &ce)| deliver(&mut receiver, seq, ce, false));
    acks.map(|ack| (ack.next, ack.ece)).collect()
}

const MARKS: [bool; 9] = [false, false, false, true, true, true, false, false, false];

#[test]
fn rfc_3168_echoes_from_the_first_mark_until_cwr() {
    let expected = [(2, false), (4, true), (6, true), (8, true)];
    assert_eq!(echoes(EcnEcho::Rfc3168, &MARKS), expected);
    let mut receiver = receiver(EcnEcho::Rfc3168);
    deliver(&mut receiver, 0, true, false);
    assert!(deliver(&mut receiver, 1, false, false)[0].ece);
    assert!(!deliver(&mut receiver, 2, false, true)[0].ece, "CWR ends the echo");
}

#[test]
fn rfc_8257_acknowledges_at_once_when_marks_begin_and_end() {
    let expected = [(2, false), (3, false), (4, true), (6, true), (7, false), (9, false)];
    assert_eq!(echoes(EcnEcho::Rfc8257, &MARKS), expected);
    let mut receiver = receiver(EcnEcho::Rfc8257);
    assert!(deliver(&mut receiver, 0, true, false)[0].ece);
    assert_eq!(deliver(&mut receiver, 1, true, true)[0].next, 2);
    assert!(deliver(&mut receiver, 2, true, true)[0].ece, "CWR does not end the echo");
}

#[test]
fn counters_report_every_mark_and_never_set_ece() {
    let mut receiver = receiver(EcnEcho::Counters);
    let acks: Vec<_> =
        (0..).zip(MARKS).flat_map(|(seq, ce)| deliver(&mut receiver, seq, ce, false)).collect();
    let seen: Vec<_> = acks.iter().map(|ack| (ack.next, ack.ce_packets)).collect();
    assert_eq!(seen, [(2, 0), (4, 1), (6, 3), (8, 3)]);
    assert!(acks.iter().all(|ack| !ack.ece));
}

#[test]
fn a_new_echo_mode_starts_at_its_segment() {
    let mut receiver = receiver(EcnEcho::Rfc3168);
    deliver(&mut receiver, 0, true, false);
    for (ecn_echo, from) in [(EcnEcho::Counters, 3), (EcnEcho::Rfc8257, 5)] {
        receiver.set_reports(Reports { ecn_echo, ..Reports::default() }, from);
    }
    assert!(deliver(&mut receiver, 1, false, false)[0].ece, "the old mode still applies");
    deliver(&mut receiver, 2, false, false);
    let ack = deliver(&mut receiver, 3, true, false);
    assert_eq!((ack[0].ece, ack[0].ce_packets), (false, 1));
    deliver(&mut receiver, 4, true, false);
    let acks = deliver(&mut receiver, 5, true, false);
    assert_eq!(
        acks.iter().map(|ack| (ack.next, ack.ece)).collect::<Vec<_>>(),
        [(5, false), (6, true)]
    );
}

proptest! {
    /// RFC 8257, section 3.2: the sender can reconstruct the mark of every segment from ECE.
    #[test]
    fn rfc_8257_reports_the_mark_of_every_segment(
        marks in prop::collection::vec(any::<bool>(), 1..80),
    ) {
        let mut receiver = receiver(EcnEcho::Rfc8257);
        let mut reported = Vec::new();
        for (seq, &ce) in (0..).zip(&marks) {
            for ack in deliver(&mut receiver, seq, ce, false) {
                reported.resize(ack.next as usize, ack.ece);
            }
        }
        prop_assert_eq!(&reported[..], &marks[..reported.len()]);
        prop_assert!(marks.len() - reported.len() <= 1, "a delayed ACK holds back one segment");
    }
}

/// For both exact echoes the sender counts exactly the marks that the path sets.
#[test]
fn the_sender_counts_the_marks_of_the_path() {
    for ecn_echo in [EcnEcho::Rfc8257, EcnEcho::Counters] {
        let params = ToyParams { ecn_echo, ..ToyParams::default() };
        let sender = SenderConfig {
            cc: CcConfig::Toy(params),
            ecn: true,
            segments: Some(3000),
            ..SenderConfig::default()
        };
        let reports = Reports { ecn_echo, ..Reports::default() };
        let receiver = ReceiverConfig { reports, ..ReceiverConfig::default() };
        let mut harness = Harness::new(&sender, &receiver, |attempt| {
            if attempt.seq / 50 % 3 == 1 { Fate::Mark } else { Fate::Deliver }
        });
        harness.complete();
        let totals = harness.sender.context_at(harness.now).totals;
        assert_eq!((totals.delivered, totals.delivered_ce), (3000, 1000), "{ecn_echo:?}");
    }
}
