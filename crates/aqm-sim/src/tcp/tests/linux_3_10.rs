//! The rules of loss recovery that Linux 3.10 had and later releases changed.

use crate::cc::CcKind;
use crate::packet::{Ack, SackBlock};
use crate::tcp::{Phase, Sender, SenderConfig, SenderProbe, Stack};
use crate::time::{Span, Time};

fn at(ms: u64) -> Time {
    Time::ZERO + Span::from_millis(ms)
}

fn block(start: u64, end: u64) -> SackBlock {
    SackBlock { start, end }
}

/// A sender that is stepped by hand. Its RTT is 100 ms.
struct Steps(Sender);

impl Steps {
    /// Returns an established connection with `segments` to send, and sends its first ten at 100 ms.
    fn new(stack: Stack, segments: u64) -> Self {
        let cc = CcKind::NewReno.into();
        let config =
            SenderConfig { stack, cc, segments: Some(segments), ..SenderConfig::default() };
        let mut steps = Steps(Sender::new(&config));
        assert_eq!(steps.send(0).len(), 1, "the SYN");
        assert_eq!(steps.ack(0, &[], 100).len() as u64, segments.min(10));
        steps
    }

    fn send(&mut self, ms: u64) -> Vec<u64> {
        std::iter::from_fn(|| self.0.next_segment(at(ms))).map(|sent| sent.segment.seq).collect()
    }

    /// Processes an ACK that echoes a segment sent 100 ms ago. Returns the segments sent then.
    fn ack(&mut self, next: u64, sacks: &[SackBlock], ms: u64) -> Vec<u64> {
        self.echo(next, sacks, ms - 100, ms)
    }

    fn echo(&mut self, next: u64, sacks: &[SackBlock], echo: u64, ms: u64) -> Vec<u64> {
        let mut ack = Ack { next, echo: at(echo), window: 1000, ..Ack::default() };
        ack.sacks[..sacks.len()].copy_from_slice(sacks);
        self.0.on_ack(&ack, at(ms));
        self.send(ms)
    }

    /// Lets the next timer expire. Returns its time in ms and the segments sent then.
    fn expire(&mut self) -> (f64, Vec<u64>) {
        let due = self.0.next_timer();
        self.0.on_timer(due);
        let sent = std::iter::from_fn(|| self.0.next_segment(due));
        (due.seconds() * 1e3, sent.map(|sent| sent.segment.seq).collect())
    }

    fn probe(&self) -> SenderProbe {
        self.0.probe()
    }
}

#[test]
fn the_ack_that_ends_a_recovery_does_not_grow_the_window() {
    let mut steps = Steps::new(Stack::Linux310, 1000);
    for held in 2..=10 {
        steps.ack(0, &[block(1, held)], 200 + held);
    }
    assert_eq!(steps.probe().phase, Phase::Recovery);
    // Everything below the mark of the recovery arrives, and then everything sent since.
    let (high, next) = (steps.0.high(), steps.0.next_seq());
    for (una, ms, cwnd) in [(high, 305, 5.0), (next, 310, 6.0)] {
        steps.ack(una, &[], ms);
        let probe = steps.probe();
        // A window at its threshold is in slow start, so the next ACK adds a segment.
        assert_eq!((probe.phase, probe.ssthresh, probe.cwnd), (Phase::Open, Some(5.0), cwnd));
    }
}

#[test]
fn the_ack_that_starts_a_recovery_grows_the_window_first() {
    let mut steps = Steps::new(Stack::Linux310, 1000);
    // Acknowledges segment 0 and holds 2 to 4: four segments up to the highest one.
    steps.ack(1, &[block(2, 5)], 200);
    let probe = steps.probe();
    assert_eq!((probe.phase, probe.ssthresh), (Phase::Recovery, Some(5.0)), "half of 11");
    let mut later = Steps::new(Stack::Linux6, 1000);
    later.ack(1, &[block(2, 5)], 200);
    assert_eq!(later.probe().ssthresh, Some(5.0), "half of 10");
    assert_eq!((steps.0.episode().prior_window(), later.0.episode().prior_window()), (11.0, 10.0));
}

#[test]
fn arrivals_above_a_hole_never_grow_the_window() {
    for (stack, cwnd) in [(Stack::Linux310, 10.0), (Stack::Linux6, 12.0)] {
        let mut steps = Steps::new(stack, 1000);
        steps.0.set_reordering(20, 1, true);
        steps.ack(0, &[block(1, 3)], 200);
        let probe = steps.probe();
        assert_eq!((probe.phase, probe.cwnd), (Phase::Disorder, cwnd), "{stack:?}");
    }
}

#[test]
fn early_retransmit_waits_a_quarter_of_the_rtt_and_needs_fewer_than_four_segments() {
    for (segments, lost, due, sent) in [(3, 0, 225.0, vec![0]), (4, 0, 400.0, vec![0])] {
        let mut steps = Steps::new(Stack::Linux310, segments);
        // Two arrivals above the hole: one less than needed.
        assert_eq!(steps.ack(lost, &[block(1, 3)], 200), [0; 0]);
        assert_eq!(steps.probe().phase, Phase::Disorder);
        assert_eq!(steps.expire(), (due, sent), "{segments}");
        let timeouts = u64::from(segments == 4);
        assert_eq!(steps.probe().timeouts, timeouts, "{segments}");
    }
}

#[test]
fn early_retransmit_ends_with_the_first_reordering() {
    let mut steps = Steps::new(Stack::Linux310, 3);
    steps.0.set_reordering(3, 1, false);
    steps.ack(0, &[block(1, 3)], 200);
    let (due, sent) = steps.expire();
    assert_eq!((due, sent, steps.probe().timeouts), (400.0, vec![0], 1), "SRTT + 200 ms");
}

#[test]
fn signs_of_loss_replace_the_probe_by_the_timeout() {
    let mut steps = Steps::new(Stack::Linux310, 6);
    assert_eq!(steps.0.next_timer(), at(300), "2 SRTT after the last segment");
    steps.ack(0, &[block(1, 2)], 200);
    let (due, sent) = steps.expire();
    assert_eq!((due, sent, steps.probe().timeouts), (400.0, vec![0], 1));
}

#[test]
fn a_recovery_repairs_what_is_not_yet_lost_when_no_new_data_is_left() {
    let mut steps = Steps::new(Stack::Linux310, 10);
    // Segments 0 and 7 are missing; fewer than four segments lie above 7.
    steps.ack(0, &[block(1, 5)], 200);
    assert_eq!(steps.probe().phase, Phase::Recovery);
    let sent = steps.ack(0, &[block(8, 10), block(1, 7)], 201);
    assert_eq!(sent, [7]);
    let mut later = Steps::new(Stack::Linux310, 1000);
    later.ack(0, &[block(1, 5)], 200);
    let sent = later.ack(0, &[block(8, 10), block(1, 7)], 201);
    assert!(!sent.is_empty() && sent.iter().all(|&seq| seq >= 10), "new data first: {sent:?}");
}

#[test]
fn a_late_original_undoes_the_reduction_at_the_end_of_the_recovery() {
    for (stack, during) in [(Stack::Linux310, false), (Stack::Linux6, true)] {
        let mut steps = Steps::new(stack, 1000);
        steps.ack(0, &[block(1, 5)], 200);
        let (end, reduced) = (steps.0.high(), steps.probe().ssthresh);
        assert_eq!((steps.probe().phase, reduced), (Phase::Recovery, Some(5.0)), "{stack:?}");
        // The repairs left at 200 ms; the original of segment 0 left at 100 ms.
        steps.echo(5, &[], 100, 201);
        let undone = steps.probe().phase != Phase::Recovery;
        assert!(undone == during || steps.probe().repaired > 0, "{stack:?} {:?}", steps.probe());
        steps.echo(end, &[], 101, 202);
        let probe = steps.probe();
        assert_eq!((probe.phase, probe.ssthresh), (Phase::Open, None), "{stack:?}");
        assert!(probe.cwnd >= 10.0, "{stack:?} {probe:?}");
    }
}

#[test]
fn only_reordering_beyond_the_estimate_ends_forward_acknowledgement() {
    for (late, off) in [(3, false), (4, true)] {
        let mut steps = Steps::new(Stack::Linux310, 1000);
        // One block at a time, so that no recovery begins.
        steps.0.set_reordering(3, 0, false);
        steps.ack(6, &[block(7, 6 + late)], 200);
        if steps.probe().phase == Phase::Disorder {
            steps.ack(6 + late, &[], 201);
            assert_eq!((steps.probe().reorderings, steps.0.ends_fack()), (1, off), "{late}");
        } else {
            assert!(off, "a recovery");
        }
    }
}

#[test]
fn a_timeout_of_a_repair_cannot_be_undone() {
    for (stack, undo) in [(Stack::Linux310, None), (Stack::Linux6, Some(0))] {
        let mut steps = Steps::new(stack, 1000);
        steps.ack(0, &[block(1, 5)], 200);
        assert_eq!(steps.probe().phase, Phase::Recovery, "{stack:?}");
        while steps.probe().timeouts == 0 {
            steps.expire();
        }
        assert_eq!(steps.0.episode().undo_from(), undo, "{stack:?}");
    }
}

#[test]
fn bursts_are_limited_while_segments_are_out_of_order() {
    // Ten in flight of a window of 40.
    for (stack, cwnd) in [(Stack::Linux310, 12.0), (Stack::Linux6, 40.0)] {
        let mut steps = Steps::new(stack, 10);
        steps.0.window_mut().set_cwnd(40.0);
        steps.ack(0, &[block(1, 2)], 200);
        assert_eq!(steps.probe().cwnd, cwnd, "{stack:?}: 9 in flight and 3");
    }
}
