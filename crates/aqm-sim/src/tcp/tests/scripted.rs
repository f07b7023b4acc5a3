//! Scripted losses: the exact retransmissions, and the window's reaction.

use super::harness::{Attempt, Fate, Harness, Path, lose_once};
use crate::cc::CcKind;
use crate::packet::{Ack, Ecn};
use crate::tcp::{Phase, ReceiverConfig, Sender, SenderConfig, SenderProbe, Stack};
use crate::time::{Span, Time};

const STACKS: [Stack; 3] = [Stack::Linux6, Stack::Linux310, Stack::Rfc];

fn config(stack: Stack, segments: u64) -> SenderConfig {
    let cc = CcKind::NewReno.into();
    SenderConfig { stack, cc, segments: Some(segments), ..SenderConfig::default() }
}

fn harness(config: &SenderConfig, script: impl FnMut(&Attempt) -> Fate + 'static) -> Harness {
    let reports = Sender::new(config).reports();
    let receiver = ReceiverConfig { stack: config.stack, reports, ..ReceiverConfig::default() };
    // The buffer holds every flight of these tests.
    Harness::new(config, &receiver, script).with_path(Path { buffer: 10_000, ..Path::default() })
}

fn run(config: &SenderConfig, script: impl FnMut(&Attempt) -> Fate + 'static) -> Harness {
    let mut harness = harness(config, script);
    harness.complete();
    harness
}

/// Returns how often recovery and loss were entered, and the number of timeouts.
fn counts(done: &Harness) -> (usize, usize, u64) {
    let probe = done.sender.probe();
    (done.entered(Phase::Recovery), done.entered(Phase::Loss), probe.timeouts)
}

#[test]
fn without_loss_nothing_is_sent_twice() {
    for stack in STACKS {
        for sack in [true, false] {
            let done = run(&SenderConfig { sack, ..config(stack, 2000) }, |_| Fate::Deliver);
            assert_eq!(done.sent.len(), 2000);
            assert_eq!(done.sender.probe().timeouts, 0);
            assert_eq!(done.phases.len(), 1, "{:?}", done.phases);
        }
    }
}

#[test]
fn slow_start_doubles_with_every_acknowledged_flight() {
    let done = run(&config(Stack::Linux6, 70), |_| Fate::Deliver);
    let sent_by = |ms| {
        let end = Time::ZERO + Span::from_millis(ms);
        done.sent.iter().filter(|a| a.at <= end).count()
    };
    // SYN at 0, SYN-ACK at 40 ms. A round trip takes 41 ms, plus 1 ms for each segment before.
    assert_eq!([39, 40, 80, 81, 90, 121, 122].map(sent_by), [0, 10, 10, 12, 30, 30, 32]);
}

#[test]
fn one_loss_is_one_retransmission_and_one_reduction() {
    for stack in STACKS {
        for sack in [true, false] {
            let done = run(&SenderConfig { sack, ..config(stack, 400) }, lose_once(&[100]));
            assert_eq!(done.retransmissions(), [100], "{stack:?} {sack}");
            assert_eq!(counts(&done), (1, 0, 0), "{stack:?} {sack}");
        }
    }
}

/// Returns the threshold after the loss of the first segment of the second flight.
fn threshold(stack: Stack, cc: CcKind) -> f64 {
    let config = SenderConfig { cc: cc.into(), initial_window: 20, ..config(stack, 55) };
    let done = run(&config, lose_once(&[20]));
    done.sender.probe().ssthresh.expect("a loss")
}

#[test]
fn thresholds_follow_the_algorithm() {
    // After 20 acknowledged segments, Linux 6 has a window of 40. Linux 3.10 grows by one per ACK:
    // 16 were quick and two delayed. The flow has less data than these 38. So the first two duplicate
    // ACKs leave a window of the 33 in flight and 3. The receiver of the RFC stack sent ten ACKs.
    assert_eq!(threshold(Stack::Linux6, CcKind::NewReno), 20.0);
    assert_eq!(threshold(Stack::Linux6, CcKind::Cubic), 28.0);
    assert_eq!(threshold(Stack::Linux310, CcKind::NewReno), 18.0);
    assert_eq!(threshold(Stack::Rfc, CcKind::NewReno), 15.0);
    assert!((threshold(Stack::Rfc, CcKind::Cubic) - 21.0).abs() < 1e-9);
}

#[test]
fn ten_scattered_losses_are_repaired_in_one_recovery() {
    const LOST: [u64; 10] = [60, 61, 63, 66, 70, 75, 80, 85, 86, 87];
    for stack in STACKS {
        let done = run(&config(stack, 400), lose_once(&LOST));
        assert_eq!(done.retransmissions(), LOST, "{stack:?}");
        assert_eq!(counts(&done), (1, 0, 0), "{stack:?}");
    }
}

#[test]
fn without_sack_one_loss_is_repaired_each_round_trip() {
    for stack in [Stack::Linux6, Stack::Rfc] {
        let config = SenderConfig { sack: false, ..config(stack, 400) };
        let done = run(&config, lose_once(&[60, 65, 70]));
        assert_eq!(done.retransmissions(), [60, 65, 70], "{stack:?}");
        assert_eq!(counts(&done), (1, 0, 0), "{stack:?}");
        let times: Vec<_> = done.sent.iter().filter(|a| a.retransmission).map(|a| a.at).collect();
        for pair in times.windows(2) {
            assert!(pair[1] - pair[0] >= Span::from_millis(40), "{stack:?}");
        }
    }
}

/// RFC 6582, section 3.2, step 3: only the first partial ACK restarts the timer.
#[test]
fn only_the_first_partial_ack_restarts_the_timeout() {
    let config = SenderConfig { sack: false, ..config(Stack::Rfc, 400) };
    let mut done = harness(&config, lose_once(&[60, 63, 66, 69, 72, 75, 78, 81, 84, 87]));
    let mut due = Vec::new();
    for ms in 0..2000 {
        done.run(f64::from(ms) / 1e3);
        let seen = done.sender.episode().partial_acks() as usize;
        if done.sender.probe().phase == Phase::Recovery && seen == due.len() + 1 {
            let (at, _) = *done.acks.last().expect("an ACK");
            due.push((at + done.sender.probe().rto, done.sender.timeout()));
        }
    }
    assert!(due.len() >= 3, "{due:?}");
    let (afresh, first) = due[0];
    assert_eq!(first, afresh);
    assert!(due[1..].iter().all(|&(afresh, timer)| timer == first && timer < afresh), "{due:?}");
}

/// Drops segment 100 twice.
fn lose_the_repair(a: &Attempt, lost: &mut u32) -> Fate {
    if a.seq == 100 && *lost < 2 {
        *lost += 1;
        return Fate::Drop;
    }
    Fate::Deliver
}

#[test]
fn a_lost_retransmission_causes_a_timeout_only_in_the_rfc_stack() {
    for (stack, timeouts) in [(Stack::Linux6, 0), (Stack::Linux310, 0), (Stack::Rfc, 1)] {
        let mut lost = 0;
        let done = run(&config(stack, 800), move |a| lose_the_repair(a, &mut lost));
        assert_eq!(counts(&done).2, timeouts, "{stack:?}");
        let repairs = done.retransmissions();
        assert_eq!(repairs[..2], [100, 100], "{stack:?}");
        if timeouts == 0 {
            assert_eq!(repairs.len(), 2, "{stack:?}");
        }
    }
}

#[test]
fn linux_6_probes_a_lost_tail_and_the_rfc_stack_times_out() {
    for lost in [&[199][..], &[197, 198, 199], &[190, 191, 192, 193, 194, 195, 196, 197, 198, 199]]
    {
        let lose = move |a: &Attempt| {
            if !a.retransmission && lost.contains(&a.seq) { Fate::Drop } else { Fate::Deliver }
        };
        let probed = run(&config(Stack::Linux6, 200), lose);
        assert_eq!(counts(&probed).2, 0);
        assert_eq!(probed.retransmissions()[0], 199, "the highest segment is the probe");
        assert_eq!(probed.retransmissions().len(), lost.len());
        let timed_out = run(&config(Stack::Rfc, 200), lose);
        assert_eq!(counts(&timed_out).2, 1);
        assert!(timed_out.now > probed.now);
    }
}

#[test]
fn a_loss_repaired_by_a_probe_reduces_the_window() {
    // Stop and wait, so every segment is the tail of its flight.
    let receiver = ReceiverConfig { window: 1, ..ReceiverConfig::default() };
    let mut done = Harness::new(&config(Stack::Linux6, 60), &receiver, lose_once(&[30]));
    done.complete();
    assert_eq!(done.retransmissions(), [30]);
    assert_eq!(counts(&done).2, 0);
    assert!(done.sender.probe().ssthresh.is_some());
}

#[test]
fn a_lost_flight_is_repaired_in_slow_start_after_one_timeout() {
    for stack in STACKS {
        for sack in [true, false] {
            let config = SenderConfig { sack, ..config(stack, 300) };
            // Drops all segments between 200 and 420 ms: a whole window, and the probe.
            let from = Time::from_seconds(0.2);
            let until = Time::from_seconds(0.42);
            let done =
                run(
                    &config,
                    move |a| {
                        if a.at >= from && a.at < until { Fate::Drop } else { Fate::Deliver }
                    },
                );
            let first = done.phases.iter().position(|&(_, phase)| phase == Phase::Loss);
            let (at, _) = done.phases[first.expect("a timeout")];
            assert!(at > from + Span::from_millis(200), "{stack:?} {sack}: the minimum RTO");
            // The flights are one segment, then two, then four.
            let flight = |from: Time, ms| {
                let end = from + Span::from_millis(ms);
                done.sent.iter().filter(|a| a.at >= from && a.at < end).count()
            };
            assert_eq!(flight(at, 30), 1, "{stack:?} {sack}");
            assert!(flight(at, 70) <= 3, "{stack:?} {sack}");
        }
    }
}

#[test]
fn a_syn_is_repeated_after_the_initial_timeout_and_then_after_twice_as_long() {
    let initial_rto = Span::from_millis(3000);
    let config = SenderConfig { stack: Stack::Linux310, initial_rto, ..SenderConfig::default() };
    let mut sender = Sender::new(&config);
    let mut now = Time::ZERO;
    for seconds in [0, 3, 9, 21] {
        assert_eq!(now, Time::from_seconds(f64::from(seconds)));
        assert!(sender.next_segment(now).expect("a SYN is due").segment.syn);
        now = sender.next_timer();
        sender.on_timer(now);
    }
}

#[test]
fn timeouts_back_off_exponentially() {
    for stack in STACKS {
        // A single segment, lost six times.
        let done = run(&config(stack, 1), |a| if a.index < 6 { Fate::Drop } else { Fate::Deliver });
        let gaps: Vec<_> =
            done.sent.windows(2).map(|w| (w[1].at - w[0].at).millis().round()).collect();
        // After the SYN: SRTT is 40 ms, and 4 RTTVAR is below the minimum. Linux sends a probe
        // first.
        let expected = match stack {
            Stack::Linux6 | Stack::Linux310 => [240.0, 240.0, 480.0, 960.0, 1920.0, 3840.0],
            Stack::Rfc => [240.0, 480.0, 960.0, 1920.0, 3840.0, 7680.0],
        };
        assert_eq!(gaps, expected, "{stack:?}");
    }
}

/// Returns the sender's state before the disturbance at 200 ms, and long after it.
fn disturbed(stack: Stack, script: fn(&Attempt) -> Fate) -> (SenderProbe, SenderProbe) {
    let mut done = harness(&config(stack, 3000), script);
    done.run(0.199);
    let before = done.sender.probe();
    done.run(1.5);
    let after = done.sender.probe();
    done.complete();
    (before, after)
}

#[test]
fn linux_undoes_a_recovery_after_late_segments() {
    let spike = |a: &Attempt| {
        let late = (0.2..0.22).contains(&a.at.seconds());
        if late { Fate::Delay(Span::from_millis(600)) } else { Fate::Deliver }
    };
    for stack in [Stack::Linux6, Stack::Linux310] {
        let (before, after) = disturbed(stack, spike);
        assert!(after.retransmissions > 10, "{stack:?} {after:?}");
        assert_eq!((after.ssthresh, after.timeouts), (None, 0), "{stack:?}");
        assert!(after.cwnd > 2.0 * before.cwnd, "{stack:?} {before:?} {after:?}");
    }
    let (_, after) = disturbed(Stack::Rfc, spike);
    assert!(after.ssthresh.is_some());
}

#[test]
fn linux_undoes_a_timeout_after_a_stall() {
    // Nothing passes until 0.9 s. Then everything arrives in order.
    let stall = |a: &Attempt| {
        let late = a.at.seconds() >= 0.2;
        if late { Fate::Stall(Time::from_seconds(0.9)) } else { Fate::Deliver }
    };
    for stack in [Stack::Linux6, Stack::Linux310] {
        let (before, after) = disturbed(stack, stall);
        assert!(after.timeouts >= 1, "{stack:?} {after:?}");
        assert_eq!(after.ssthresh, None, "{stack:?}");
        assert!(after.cwnd > before.cwnd, "{stack:?} {before:?} {after:?}");
        assert!(after.retransmissions < 6, "{stack:?} {after:?}");
    }
    let (_, after) = disturbed(Stack::Rfc, stall);
    assert!(after.ssthresh.is_some() && after.timeouts >= 1);
}

#[test]
fn linux_adapts_to_reordering() {
    // Five segments overtake every 50th segment.
    let swap = |a: &Attempt| {
        if a.seq % 50 == 25 { Fate::Delay(Span::from_millis(5)) } else { Fate::Deliver }
    };
    let done = run(&config(Stack::Linux6, 3000), swap);
    assert!(done.retransmissions().len() <= 2, "{:?}", done.retransmissions());
    let adapted = run(&config(Stack::Linux310, 3000), swap);
    assert!(adapted.retransmissions().len() <= 4, "{:?}", adapted.retransmissions());
    let naive = run(&config(Stack::Rfc, 3000), swap);
    assert!(naive.retransmissions().len() > 30, "{}", naive.retransmissions().len());
}

#[test]
fn linux_3_10_grows_on_the_second_ack_after_the_reduction_for_a_mark() {
    let at = |ms| Time::ZERO + Span::from_millis(ms);
    let mut sender =
        Sender::new(&SenderConfig { ecn: true, segments: None, ..config(Stack::Linux310, 1) });
    let mut step = |next, ece, ms: u64| {
        let ack = Ack { next, ece, echo: at(ms - 100), window: 1000, ..Ack::default() };
        sender.on_ack(&ack, at(ms));
        let sent = std::iter::from_fn(|| sender.next_segment(at(ms))).count();
        let probe = sender.probe();
        (probe.phase, probe.cwnd, sent)
    };
    assert_eq!(step(0, false, 100), (Phase::Open, 10.0, 10));
    assert_eq!(step(1, true, 200), (Phase::Cwr, 10.0, 1), "ceil(1 * 5 / 10)");
    assert_eq!(step(10, false, 210), (Phase::Cwr, 5.0, 4));
    // Threshold and window are 5: slow start, but not with the ACK that ends the reduction.
    assert_eq!(step(11, false, 300), (Phase::Open, 5.0, 1));
    assert_eq!(step(12, false, 301), (Phase::Open, 6.0, 2));
}

#[test]
fn marks_reduce_the_window_once_per_round_trip_without_retransmissions() {
    for stack in STACKS {
        let config = SenderConfig { ecn: true, initial_window: 20, ..config(stack, 200) };
        // There are three marks in one flight.
        let done = run(&config, |a| match a.seq {
            30 | 33 | 36 => Fate::Mark,
            _ => Fate::Deliver,
        });
        assert_eq!(done.retransmissions(), [0; 0], "{stack:?}");
        assert_eq!(done.entered(Phase::Cwr), 1, "{stack:?} {:?}", done.phases);
        let cwr_segments: Vec<_> = done.sent.iter().filter(|a| a.cwr).collect();
        assert_eq!(cwr_segments.len(), 1, "{stack:?}");
        assert!(done.sent.iter().all(|a| a.ecn == Ecn::Ect0));
        // Every ACK has ECE until CWR arrives. Later ACKs do not.
        let echoes: Vec<_> = done.acks.iter().map(|(_, ack)| ack.ece).collect();
        let first = echoes.iter().position(|&e| e).expect("an echo");
        let last = echoes.iter().rposition(|&e| e).expect("an echo");
        assert!(echoes[first..=last].iter().all(|&e| e), "{stack:?}");
    }
}

#[test]
fn a_mark_from_before_ecn_is_switched_off_is_confirmed_once() {
    for stack in STACKS {
        let config = SenderConfig { ecn: true, initial_window: 20, ..config(stack, 400) };
        // The flight leaves at 40 ms. Its first ACK arrives at 81 ms.
        let mut done = harness(&config, |a| if a.seq == 3 { Fate::Mark } else { Fate::Deliver });
        done.run(0.07);
        done.sender.set_ecn(false);
        done.run(0.2);
        assert!(!done.acks.last().expect("many").1.ece, "{stack:?}: the echo has ended");
        done.sender.set_ecn(true);
        done.complete();
        assert_eq!(done.entered(Phase::Cwr), 1, "{stack:?} {:?}", done.phases);
        let cwr_segments: Vec<_> = done.sent.iter().filter(|a| a.cwr).collect();
        assert_eq!(cwr_segments.len(), 1, "{stack:?}");
        assert_eq!(cwr_segments[0].ecn, Ecn::NotEct, "{stack:?}: ECN was off");
    }
}

#[test]
fn retransmissions_are_not_ecn_capable() {
    let config = SenderConfig { ecn: true, ..config(Stack::Linux6, 200) };
    let done = run(&config, lose_once(&[60, 70]));
    for attempt in &done.sent {
        let expected = if attempt.retransmission { Ecn::NotEct } else { Ecn::Ect0 };
        assert_eq!(attempt.ecn, expected);
    }
}

#[test]
fn a_loss_during_an_ecn_reduction_does_not_reduce_again() {
    let config = SenderConfig { ecn: true, initial_window: 20, ..config(Stack::Linux6, 30) };
    let done = run(&config, |a| match (a.seq, a.retransmission) {
        (3, _) => Fate::Mark,
        (10, false) => Fate::Drop,
        _ => Fate::Deliver,
    });
    assert_eq!(done.entered(Phase::Cwr), 1);
    assert_eq!(done.entered(Phase::Recovery), 1);
    // Four segments were acknowledged before the echo: 23 / 2.
    assert_eq!(done.sender.probe().ssthresh, Some(11.0));
}

#[test]
fn a_recovery_within_an_ecn_reduction_lasts_as_long_in_linux() {
    for stack in [Stack::Linux6, Stack::Linux310] {
        let config = SenderConfig { ecn: true, initial_window: 20, ..config(stack, 400) };
        let mut done = harness(&config, |a| match (a.seq, a.retransmission) {
            (3, _) => Fate::Mark,
            (10, false) => Fate::Drop,
            _ => Fate::Deliver,
        });
        let mut ends = Vec::new();
        for tenths in 600..2000 {
            done.run(f64::from(tenths) / 1e4);
            let end = (done.sender.probe().phase, done.sender.high());
            if end.0 >= Phase::Cwr && ends.last() != Some(&end) {
                ends.push(end);
            }
        }
        let [(Phase::Cwr, reduction), (Phase::Recovery, recovery)] = ends[..] else {
            panic!("{stack:?}: {ends:?}");
        };
        assert_eq!(recovery, reduction, "{stack:?}");
    }
}

#[test]
fn the_receive_window_limits_the_flight_and_the_unused_window_does_not_grow() {
    for stack in STACKS {
        let config = config(stack, 2000);
        let receiver = ReceiverConfig { stack, window: 8, ..ReceiverConfig::default() };
        let mut done = Harness::new(&config, &receiver, |_| Fate::Deliver);
        done.run(2.0);
        assert!(done.sender.probe().in_flight <= 8);
        assert!(done.sender.probe().cwnd <= 17.0, "{stack:?} {:?}", done.sender.probe());
        done.complete();
        assert_eq!(done.sent.len(), 2000);
    }
}

#[test]
fn a_stopped_sender_repairs_what_is_outstanding() {
    for stack in STACKS {
        let config = SenderConfig { segments: None, ..config(stack, 0) };
        let mut done = harness(&config, lose_once(&[100, 101]));
        done.run(0.25);
        done.sender.stop();
        let sent = 1 + done.sent.iter().map(|a| a.seq).max().expect("data");
        done.run(100.0);
        assert!(done.sender.finished(), "{stack:?}");
        assert_eq!(done.receiver.delivered(), sent, "{stack:?}");
    }
}

#[test]
fn switching_the_algorithm_keeps_the_window() {
    for stack in STACKS {
        let mut done = harness(&config(stack, 3000), lose_once(&[300]));
        done.run(1.0);
        let before = done.sender.probe();
        done.sender.set_congestion_control(&CcKind::Cubic.into(), done.now);
        assert_eq!(done.sender.probe(), before);
        done.complete();
    }
}

#[test]
fn lost_syns_shrink_the_initial_window() {
    let first_flight = |stack, lost| {
        let mut done = harness(&config(stack, 100), |_| Fate::Deliver);
        done.lose_syns = lost;
        done.complete();
        let start = done.sent[0].at;
        (done.sent.iter().filter(|a| a.at == start).count(), start.seconds().round())
    };
    assert_eq!(first_flight(Stack::Linux6, 1), (10, 1.0));
    assert_eq!(first_flight(Stack::Linux6, 2), (1, 2.0));
    assert_eq!(first_flight(Stack::Rfc, 1), (1, 1.0));
    assert_eq!(first_flight(Stack::Rfc, 2), (1, 3.0));
}

#[test]
fn the_first_two_duplicate_acks_send_new_data() {
    // The window of ten is full. The first segment is lost.
    for stack in STACKS {
        for sack in [true, false] {
            let config = SenderConfig { sack, ..config(stack, 100) };
            let done = run(&config, lose_once(&[0]));
            let order: Vec<_> = done.sent.iter().map(|a| a.seq).take(13).collect();
            let expected = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0];
            if stack == Stack::Linux310 && sack {
                // FACK includes the hole in its count.
                assert_eq!(order[10..13], [10, 11, 0]);
            } else {
                assert_eq!(order, expected, "{stack:?} {sack}");
            }
        }
    }
}

#[test]
fn proportional_rate_reduction_spreads_transmissions_over_the_round_trip() {
    let config = SenderConfig { initial_window: 40, ..config(Stack::Linux6, 200) };
    let done = run(&config, lose_once(&[0]));
    let entry = done.phases.iter().find(|(_, p)| *p == Phase::Recovery).expect("a loss").0;
    let round = Span::from_millis(36);
    let sent = done.sent.iter().filter(|a| a.at >= entry && a.at < entry + round);
    let count = sent.clone().count();
    // 37 arrivals cause half as many transmissions, evenly spread.
    assert!((17..=20).contains(&count), "{count}");
    let first_half = sent.filter(|a| a.at < entry + round.half()).count();
    assert!((8..=11).contains(&first_half), "{first_half}");
}

#[test]
fn hystart_leaves_slow_start_before_a_deep_buffer_overflows() {
    let path = Path { buffer: 120, ..Path::default() };
    let overflows = |cc: CcKind| {
        let config = SenderConfig { cc: cc.into(), ..config(Stack::Linux6, 1000) };
        let mut done =
            Harness::new(&config, &ReceiverConfig::default(), |_| Fate::Deliver).with_path(path);
        done.run(0.6);
        (done.overflows, done.sender.probe().ssthresh.is_some())
    };
    assert_eq!(overflows(CcKind::Cubic), (0, true));
    assert!(overflows(CcKind::NewReno).0 > 10);
}

#[test]
fn losses_in_a_window_of_20000_segments_cause_no_timeout() {
    // 1 Gbit/s and 240 ms.
    let path = Path {
        packet_time: Span::from_micros(12),
        half_rtt: Span::from_millis(120),
        buffer: 100_000,
    };
    for stack in STACKS {
        let config = SenderConfig { initial_window: 20_000, ..config(stack, 100_000) };
        let receiver = ReceiverConfig { stack, ..ReceiverConfig::default() };
        let lose = |a: &Attempt| {
            let lost = !a.retransmission
                && a.seq.is_multiple_of(1000)
                && (40_000..80_000).contains(&a.seq);
            if lost { Fate::Drop } else { Fate::Deliver }
        };
        let mut done = Harness::new(&config, &receiver, lose).with_path(path);
        done.complete();
        assert_eq!(done.sender.probe().timeouts, 0, "{stack:?}");
        // RFC 6675 allows one extra rescue retransmission.
        let repairs = done.retransmissions().len();
        assert!(repairs == 40 || (stack == Stack::Rfc && repairs == 41), "{stack:?} {repairs}");
    }
}
