//! Properties of every algorithm in the registry, and of what they share.

use super::*;
use crate::time::{Span, Time};

const RTT: Span = Span::from_millis(50);
const DIALECTS: [Dialect; 3] = [Dialect::Linux6, Dialect::Linux310, Dialect::Rfc];

fn control(kind: CcKind, dialect: Dialect, cwnd: u32) -> CongestionControl {
    CongestionControl::new(&kind.into(), &Setup { dialect, seed: 1, packet_bytes: 1500 }, cwnd)
}

fn grow(cc: &mut CongestionControl, segments: u64) {
    cc.grow(&Context::of(Time::ZERO, RTT), &Growth { segments, window_used: true });
}

#[test]
fn slow_start_counts_segments_in_linux_6_and_acks_elsewhere() {
    for (dialect, expected) in
        [(Dialect::Linux6, 12.0), (Dialect::Linux310, 11.0), (Dialect::Rfc, 11.0)]
    {
        let mut cc = control(CcKind::NewReno, dialect, 10);
        grow(&mut cc, 2);
        assert_eq!(cc.window.cwnd(), expected, "{dialect:?}");
    }
}

#[test]
fn slow_start_stops_at_the_threshold_and_the_rest_counts_for_avoidance() {
    let mut cc = control(CcKind::NewReno, Dialect::Linux6, 10);
    cc.window.set_ssthresh(11.0);
    grow(&mut cc, 4);
    assert_eq!(cc.window.cwnd(), 11.0);
    grow(&mut cc, 8);
    assert_eq!(cc.window.cwnd(), 12.0, "3 left over and 8 make 11");
}

#[test]
fn a_window_at_its_threshold_is_in_slow_start_in_linux_3_10_only() {
    for kind in [CcKind::NewReno, CcKind::Cubic] {
        for (dialect, expected) in [(Dialect::Linux6, 20.0), (Dialect::Linux310, 21.0)] {
            let mut cc = control(kind, dialect, 20);
            cc.window.set_ssthresh(20.0);
            // The first ACK adds a segment, and the second one does not.
            grow(&mut cc, 2);
            grow(&mut cc, 2);
            assert_eq!(cc.window.cwnd(), expected, "{kind:?}, {dialect:?}");
        }
    }
}

#[test]
fn names_are_unique() {
    for (i, a) in CcKind::ALL.iter().enumerate() {
        assert!(CcKind::ALL[..i].iter().all(|b| a.name() != b.name()), "{a:?}");
    }
}

/// Every algorithm keeps a usable window under every dialect, for any sequence of events.
#[test]
fn every_algorithm_survives_every_event() {
    for &kind in CcKind::ALL {
        for dialect in DIALECTS {
            let mut cc = control(kind, dialect, 10);
            let mut context = Context::of(Time::ZERO, RTT);
            cc.on_start(&context);
            for step in 0..2000_u64 {
                context.now += Span::from_micros(700 * (step % 5));
                context.una = step;
                context.next = step + cc.window.segments();
                context.in_flight = cc.window.segments();
                let rtt = (step % 7 > 0).then(|| RTT + Span::from_micros(step % 11 * 900));
                let ack = AckEvent {
                    rtt,
                    acked: step % 3,
                    delivered: 1 + step % 3,
                    marked: 0,
                    in_order: true,
                };
                if !cc.needs().control {
                    cc.on_ack(&context, &ack);
                }
                let flight = context.in_flight;
                match step % 100 {
                    97 => {
                        cc.on_congestion(&context, Congestion::Timeout, flight);
                    }
                    60 => {
                        cc.on_congestion(&context, Congestion::Ecn, flight);
                    }
                    30 => {
                        let before = cc.window.cwnd();
                        cc.on_congestion(&context, Congestion::Loss, flight);
                        cc.on_phase(&context, Phase::Recovery);
                        cc.window.set_cwnd(cc.window.ssthresh().min(before));
                        cc.on_reduction_end(&context);
                        cc.on_undo(&context, before);
                        cc.on_phase(&context, Phase::Open);
                        assert!(cc.needs().control || cc.window.cwnd() >= before, "{kind:?}");
                    }
                    10 => cc.on_resume(&context, Time::ZERO),
                    _ if cc.needs().control => {}
                    _ => cc.grow(&context, &Growth { segments: 1 + step % 3, window_used: true }),
                }
                if cc.needs().control {
                    cc.control(&context, &RateSample::default());
                }
                assert!(cc.window.cwnd() >= 1.0 && cc.window.ssthresh() >= MIN_SSTHRESH);
                assert_eq!(cc.window.segments(), cc.window.cwnd() as u64, "{kind:?}");
            }
        }
    }
}

#[test]
fn a_reduction_lowers_the_threshold_of_every_algorithm_that_the_stack_reduces() {
    for &kind in CcKind::ALL {
        for dialect in DIALECTS {
            let mut cc = control(kind, dialect, 100);
            let context = Context::of(Time::ZERO, RTT);
            cc.on_start(&context);
            cc.on_congestion(&context, Congestion::Loss, 100);
            assert!(cc.needs().control || cc.window.ssthresh() < 100.0, "{kind:?}, {dialect:?}");
        }
    }
}

/// Linux clears the counter at every timeout, also at one that repeats and reduces nothing.
#[test]
fn a_repeated_timeout_forgets_the_counted_segments() {
    let mut counting = 0;
    for &kind in CcKind::ALL {
        let mut cc = control(kind, Dialect::Linux6, 100);
        let context = Context::of(Time::ZERO, RTT);
        cc.on_start(&context);
        if cc.needs().control {
            continue;
        }
        cc.window.set_ssthresh(50.0);
        (0..3).for_each(|_| grow(&mut cc, 1));
        let counted = |cc: &CongestionControl| {
            let mut count = 0.0;
            cc.probe(&mut |variable| {
                count += if variable.name == "cnt" { variable.value } else { 0.0 }
            });
            count
        };
        counting += usize::from(counted(&cc) > 0.0);
        cc.on_phase(&context, Phase::Loss);
        assert_eq!(counted(&cc), 0.0, "{kind:?}");
    }
    assert!(counting >= 8, "only {counting} algorithms count segments");
}
