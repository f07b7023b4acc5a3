use super::{CodelLinux, CodelRfc8289, Probe, Reason, Step};
use crate::aqm::tests::*;

/// Keeps 2000 packets waiting and takes one out every 0.1 ms, so that the sojourn time is far
/// above target; returns the times of the first drops.
fn drop_times(queue: &mut impl Discipline<Numbered>, drops: usize) -> Vec<f64> {
    let mut host = Host::new();
    host.fill(queue, 2_000);
    while host.drops.len() < drops {
        host.wait(queue, Span::from_micros(100));
        queue.dequeue(&mut host);
        host.fill_to(queue, 2_000);
    }
    host.drops.iter().map(|(at, ..)| at.seconds() * 1e3).collect()
}

fn assert_gaps(times: &[f64], gaps: &[f64]) {
    for (pair, gap) in times.windows(2).zip(gaps) {
        // Drops happen at dequeues, 0.1 ms apart.
        assert_near(pair[1] - pair[0], *gap, 0.16);
    }
}

#[test]
fn rfc_8289_drops_at_interval_over_root_count() {
    let mut queue = CodelRfc8289::new(&CodelParams::default(), &environment(), Time::ZERO);
    let times = drop_times(&mut queue, 7);
    // 5 ms until the delay is above target, then an interval.
    assert_near(times[0], 105.0, 0.11);
    assert_gaps(&times, &[100.0, 70.71, 57.74, 50.0, 44.72, 40.82]);
}

#[test]
fn schwardmanns_variant_starts_with_root_2_and_inherits_the_count() {
    let params = CodelParams { variant: CodelVariant::Schwardmann2014, ..CodelParams::default() };
    let times = drop_times(&mut CodelRfc8289::new(&params, &environment(), Time::ZERO), 6);
    assert_gaps(&times, &[70.71, 57.74, 50.0, 44.72, 40.82]);

    let mut queue = Aqm::new(&AqmConfig::Codel(params), environment(), Time::ZERO);
    let mut host = Host::new();
    for rest_ms in [0, 1_500] {
        stand(&mut queue, &mut host, 40, Span::from_millis(1_200));
        let (dropping, count) = state(&queue, host.now);
        assert!(dropping && count > 8, "{count}");
        host.drain(&mut queue);
        host.wait(&mut queue, Span::from_millis(rest_ms));
        let entered = host.drops.len();
        stand(&mut queue, &mut host, 40, Span::from_millis(150));
        assert!(is_entry(host.drops[entered].2, count));
        host.drain(&mut queue);
        host.wait(&mut queue, Span::from_millis(1_700));
    }
}

/// Two dropping states, the second of which the delay enters `rest` after the end of the first. Returns the count
/// at the end of the first, and the count and the wait in ms with which the second begins.
fn resumption(variant: CodelVariant, rest: Span) -> (u32, u32, f64) {
    let params = CodelParams { variant, ..CodelParams::default() };
    let mut queue = Aqm::new(&AqmConfig::Codel(params), environment(), Time::ZERO);
    let mut host = Host::new();
    stand(&mut queue, &mut host, 40, Span::from_millis(1_200));
    let before = state(&queue, host.now).1;
    host.drain(&mut queue);
    host.wait(&mut queue, rest);
    let (begins, entered) = (host.now, host.drops.len());
    stand(&mut queue, &mut host, 40, Span::from_millis(150));
    let (at, _, reason) = host.drops[entered];
    let DropReason::Codel(Reason { step: Step::Enter, count, .. }) = reason else {
        panic!("{reason:?}")
    };
    (before, count, (at - begins).millis())
}

#[test]
fn the_version_for_ns_2_resumes_sooner_and_with_two_drops_less() {
    let near = Span::from_millis(100);
    let (before, count, wait) = resumption(CodelVariant::Ns2, near);
    assert_eq!(count, before - 2);
    let (rfc_before, rfc_count, rfc_wait) = resumption(CodelVariant::Rfc8289, near);
    assert_eq!(before, rfc_before, "the first dropping states agree");
    assert_eq!(rfc_count, rfc_before - 1);
    // It waits for interval / sqrt(count) instead of a whole interval.
    let sooner = 100.0 - 100.0 / f64::from(before).sqrt();
    assert_near(rfc_wait - wait, sooner, 1.5);

    // After 8 intervals it starts with a count of 1; RFC 8289 continues the count for 16 intervals.
    let far = Span::from_millis(1_000);
    assert_eq!(resumption(CodelVariant::Ns2, far).1, 1);
    assert!(resumption(CodelVariant::Rfc8289, far).1 > 1);
}

#[test]
fn linux_undershoots_after_the_second_drop() {
    let mut queue = CodelLinux::new(&CodelParams::default(), &environment(), Time::ZERO);
    let times = drop_times(&mut queue, 7);
    assert_near(times[0], 105.0, 0.21);
    // One Newton step from the largest value lands at 1/2 instead of 1/sqrt(2).
    assert_gaps(&times, &[100.0, 50.0, 56.25, 48.78, 44.1, 40.4]);
}

/// Each generation with the default parameters.
fn variants() -> [Aqm<Numbered>; 3] {
    [CodelVariant::Linux, CodelVariant::Linux310, CodelVariant::Rfc8289].map(|variant| {
        let config = AqmConfig::Codel(CodelParams { variant, ..CodelParams::default() });
        Aqm::new(&config, environment(), Time::ZERO)
    })
}

/// The reason of a drop that enters the dropping state, for targets and intervals at their defaults.
/// Linux counts both in ticks of 1024 ns, rounded down.
fn is_entry(reason: DropReason, count: u32) -> bool {
    let DropReason::Codel(Reason { step, count: found, target, interval }) = reason else {
        panic!("{reason:?}")
    };
    assert_near(target.millis(), 5.0, 0.002);
    assert_near(interval.millis(), 100.0, 0.002);
    step == Step::Enter && found == count
}

fn state(queue: &Aqm<Numbered>, now: Time) -> (bool, u32) {
    match queue.probe(now) {
        AnyProbe::Codel(Probe { dropping, count, .. }) => (dropping, count),
        other => panic!("{other:?}"),
    }
}

/// Holds the queue at `packets` for `span`, with a departure every millisecond.
fn stand(queue: &mut Aqm<Numbered>, host: &mut Host, packets: u64, span: Span) {
    let end = host.now + span;
    while host.now < end {
        host.fill_to(queue, packets);
        host.wait(queue, Span::from_millis(1));
        queue.dequeue(host);
    }
}

#[test]
fn a_moment_below_target_restarts_the_interval() {
    for mut queue in variants() {
        let mut host = Host::new();
        stand(&mut queue, &mut host, 20, Span::from_millis(90));
        host.drain(&mut queue);
        stand(&mut queue, &mut host, 20, Span::from_millis(90));
        assert!(host.drops.is_empty());
        stand(&mut queue, &mut host, 20, Span::from_millis(50));
        assert_eq!(host.drops.len(), 1);
        assert!(is_entry(host.drops[0].2, 1));
    }
}

#[test]
fn a_new_dropping_state_resumes_a_recent_count() {
    for mut queue in variants() {
        let mut host = Host::new();
        stand(&mut queue, &mut host, 40, Span::from_millis(1_200));
        let (dropping, count) = state(&queue, host.now);
        assert!(dropping && count > 8, "{count}");
        host.drain(&mut queue);
        assert!(!state(&queue, host.now).0);
        let entered = host.drops.len();
        stand(&mut queue, &mut host, 40, Span::from_millis(150));
        // All drops since the first of the last state, which started at 1.
        assert!(is_entry(host.drops[entered].2, count - 1));

        host.drain(&mut queue);
        host.wait(&mut queue, Span::from_millis(1_700));
        let entered = host.drops.len();
        stand(&mut queue, &mut host, 40, Span::from_millis(150));
        assert!(is_entry(host.drops[entered].2, 1));
    }
}

#[test]
fn a_queue_of_two_packets_sees_no_drops() {
    for mut queue in variants() {
        let mut host = Host::new();
        // Two packets wait 30 ms each, far above target, but only one stays behind at a departure.
        for _ in 0..100 {
            host.fill_to(&mut queue, 2);
            host.wait(&mut queue, Span::from_millis(30));
            queue.dequeue(&mut host);
        }
        assert!(host.drops.is_empty());
    }
}

#[test]
fn a_late_call_catches_up_with_drops_but_marks_once() {
    for variant in [CodelVariant::Linux, CodelVariant::Rfc8289] {
        for (ecn, capable, drops, marks) in
            [(false, Ecn::NotEct, 3, 0), (true, Ecn::NotEct, 3, 0), (true, Ecn::Ect0, 0, 1)]
        {
            let config = AqmConfig::Codel(CodelParams { variant, ecn, ..CodelParams::default() });
            let mut queue = Aqm::new(&config, environment(), Time::ZERO);
            let mut host = Host::new();
            for _ in 0..2_000 {
                host.offer(&mut queue, MTU, capable);
            }
            while host.drops.is_empty() && host.marks.is_empty() {
                host.wait(&mut queue, Span::from_millis(1));
                queue.dequeue(&mut host);
            }
            host.drops.clear();
            host.marks.clear();
            // Due after 100, 150 or 171 and 206 or 228 ms.
            host.wait(&mut queue, Span::from_millis(230));
            let head = queue.dequeue(&mut host).unwrap();
            assert_eq!((host.drops.len(), host.marks.len()), (drops, marks), "{variant:?}");
            assert_eq!(head.packet.ecn == Ecn::Ce, marks > 0);
        }
    }
}

#[test]
fn ce_threshold_and_control_law_mark_independently() {
    let params = CodelParams {
        ecn: true,
        ce_threshold: Some(Span::from_millis(20)),
        ..CodelParams::default()
    };
    let mut queue = CodelLinux::new(&params, &environment(), Time::ZERO);
    let mut host = Host::new();
    for _ in 0..300 {
        host.offer(&mut queue, MTU, Ecn::Ect0);
    }
    for _ in 0..150 {
        host.wait(&mut queue, Span::from_millis(1));
        queue.dequeue(&mut host);
    }
    let reasons: Vec<MarkReason> = host.marks.iter().map(|(_, _, reason)| *reason).collect();
    let by_both = |reason: &&MarkReason| match **reason {
        MarkReason::InsteadOfAndCeThreshold(reason, _) => is_entry(reason, 1),
        _ => false,
    };
    assert_eq!(reasons.iter().filter(by_both).count(), 1);
    let by_threshold = |reason: &&MarkReason| matches!(reason, MarkReason::CeThreshold(_));
    let alone = reasons.iter().filter(by_threshold).count();
    // Everything from 21 ms on, less the packet that the law marks as well.
    assert_eq!(alone, 129);
    assert_eq!((queue.stats().marks, queue.stats().ce_threshold_marks), (1, 130));
}

#[test]
fn the_control_law_works_across_a_wrap_of_the_kernels_clock() {
    let mut late = CodelLinux::new(&CodelParams::default(), &environment(), Time::ZERO);
    let mut host = Host::new();
    // 2^32 ticks of 1024 ns, less 150 ms.
    host.now = Time::from_nanos((1 << 42) - 150_000_000);
    host.fill(&mut late, 300);
    for _ in 0..200 {
        host.wait(&mut late, Span::from_millis(1));
        let AnyProbe::Codel(Probe { first_above, drop_next, .. }) = late.probe(host.now) else {
            panic!("not CoDel")
        };
        for time in [first_above, drop_next].into_iter().flatten() {
            let distance = time.saturating_since(host.now) + host.now.saturating_since(time);
            assert!(distance <= Span::from_millis(101), "{time:?} at {:?}", host.now);
        }
        late.dequeue(&mut host);
    }
    assert_eq!(host.drops.len(), 1, "after 105 ms and, beyond the wrap, 205 ms");
}

#[test]
fn reasons_are_sentences_with_numbers() {
    let reason = Reason {
        step: Step::Next,
        count: 3,
        target: Span::from_millis(5),
        interval: Span::from_millis(100),
    };
    let sentence = "CoDel: the delay is still above 5 ms, and the next drop was due; count 3.";
    assert_eq!((reason.code(), reason.to_string().as_str()), ("codel.next", sentence));
    let both = MarkReason::InsteadOfAndCeThreshold(
        DropReason::Codel(Reason { step: Step::Enter, count: 1, ..reason }),
        Span::from_micros(1_500),
    );
    assert_eq!(both.code(), "codel.enter");
    assert_eq!(
        both.to_string(),
        "CoDel: the delay stayed above 5 ms for 100 ms; the dropping state starts with count 1. \
         Marked instead of dropped; the delay exceeded the CE threshold of 1.5 ms, too."
    );
    let names: Vec<&str> = both.numbers().iter().map(|number| number.name).collect();
    assert_eq!(names, ["count", "target", "interval", "ceThreshold"]);
}
