use super::{
    Class, Control, Decision, DualPi2Linux, DualPi2Rfc9332, Probe, Reason, Seen, linux, rfc9332,
};
use crate::aqm::tests::*;
use crate::rng::SplitMix64;

fn params(variant: DualPi2Variant) -> DualPi2Params {
    DualPi2Params::new(variant)
}

fn linux_queue(change: impl FnOnce(&mut DualPi2Params)) -> DualPi2Linux<Numbered> {
    let mut params = params(DualPi2Variant::Linux);
    change(&mut params);
    DualPi2Linux::new(&params, &environment(), Time::ZERO)
}

fn linux_control(base: f64) -> linux::Control {
    let mut control = linux::Control::new(&params(DualPi2Variant::Linux), &environment());
    control.set_state((base * f64::from(linux::MAX_PROB)) as u32, Span::ZERO);
    control
}

fn rfc_control(base: f64) -> rfc9332::Control {
    let mut control = rfc9332::Control::new(&params(DualPi2Variant::Rfc9332), &environment());
    control.set_base(base);
    control
}

/// A packet that did not wait, in a long queue.
fn seen(class: Class) -> Seen {
    Seen {
        class,
        markable: class != Class::Classic,
        waited: Span::ZERO,
        backlog: 100_000,
        left: 5,
        step_applies: true,
    }
}

/// Shares of packets that are dropped and marked.
fn shares(control: &mut impl Control, seen: &Seen) -> (f64, f64) {
    const PACKETS: u32 = 100_000;
    let mut stream = SplitMix64::new(7);
    let (mut drops, mut marks) = (0, 0);
    for _ in 0..PACKETS {
        match control.leaving(seen, || stream.next_u64()) {
            Decision::Pass => {}
            Decision::Drop(_) => drops += 1,
            Decision::Mark(_) => marks += 1,
        }
    }
    (f64::from(drops) / f64::from(PACKETS), f64::from(marks) / f64::from(PACKETS))
}

/// RFC 9332, section 2.1, equation (1): p_C = (p_CL / k)^2.
#[test]
fn the_coupled_probability_is_k_times_the_root_of_the_classic_one() {
    fn check(mut control: impl Control, base: f64) {
        let (classic, _) = shares(&mut control, &seen(Class::Classic));
        let (_, coupled) = shares(&mut control, &seen(Class::L4s));
        assert_near(classic, base * base, 0.005);
        assert_near(coupled, 2.0 * base, 0.005);
        assert_near(coupled, 2.0 * classic.sqrt(), 0.02);
    }
    for base in [0.05, 0.1, 0.2, 0.4] {
        check(linux_control(base), base);
        check(rfc_control(base), base);
    }
}

#[test]
fn overload_drops_l4s_packets_like_classic_ones_and_marks_the_rest() {
    fn check(mut control: impl Control) {
        let (drops, marks) = shares(&mut control, &seen(Class::L4s));
        assert_near(drops, 0.36, 0.005);
        assert_near(marks, 0.64, 0.005);
        // ECN-capable Classic packets are dropped, too.
        let classic = Seen { markable: true, ..seen(Class::Classic) };
        let (drops, marks) = shares(&mut control, &classic);
        assert_near(drops, 0.36, 0.005);
        assert_eq!(marks, 0.0);
    }
    check(linux_control(0.6));
    check(rfc_control(0.6));
}

#[test]
fn updates_are_those_of_a_pi_controller() {
    let span = Span::from_millis;
    let mut linux = linux_control(0.0);
    linux.set_state(0, span(40));
    linux.update(span(50), span(10));
    // (35 ms 44 + 10 ms 879) / 64 ns.
    assert_eq!(linux.prob(), 161_406_250);
    linux.update(span(10), span(20));
    // (5 ms 44 - 30 ms 879) / 64 ns, which is more than there is.
    assert_eq!(linux.prob(), 0);
    let mut rfc = rfc_control(0.1);
    rfc.update(span(40), Span::ZERO);
    // 0.15 (40 - 15 ms) + 3 (40 - 0 ms).
    assert_near(rfc.base(), 0.1 + 0.003_75 + 0.12, 1e-12);
    rfc.update(span(50), Span::ZERO);
    assert_near(rfc.base(), 0.223_75 + 0.005_25 + 0.03, 1e-12);
    // Bounded.
    rfc.update(span(5_000), Span::ZERO);
    assert_eq!(rfc.base(), 1.0);
    rfc.update(Span::ZERO, Span::ZERO);
    assert_eq!(rfc.base(), 0.0);
}

#[test]
fn without_drops_at_overload_the_probability_stays_below_one_half() {
    let mut queue = linux_queue(|params| params.drop_overload = false);
    let mut host = Host::new();
    for _ in 0..1_000 {
        host.fill(&mut queue, 1);
        host.wait(&mut queue, Span::from_millis(10));
    }
    assert_near(queue.control().base(), 0.5, 1e-6);
}

#[test]
fn the_l4s_queue_takes_nine_tenths_of_a_link_that_both_fill() {
    let mut queue = linux_queue(|_| {});
    let mut host = Host::merciful();
    for _ in 0..1_000 {
        host.offer(&mut queue, MTU, Ecn::NotEct);
        host.offer(&mut queue, MTU, Ecn::Ect1);
    }
    let l4s = (0..1_000).filter_map(|_| queue.dequeue(&mut host));
    assert_eq!(l4s.filter(|head| head.packet.id % 2 == 1).count(), 900);
}

#[test]
fn an_l4s_packet_overtakes_the_classic_backlog() {
    let mut queue = linux_queue(|_| {});
    let mut host = Host::merciful();
    host.fill(&mut queue, 50);
    let l4s = host.offer(&mut queue, 100, Ecn::Ect1);
    assert_eq!(queue.dequeue(&mut host).map(|head| head.packet.id), Some(l4s));
    assert_eq!(queue.served_class(), 1);
    assert_eq!(queue.dequeue(&mut host).map(|head| head.packet.id), Some(0));
    assert_eq!(queue.served_class(), 0);
}

#[test]
fn the_ecn_field_selects_the_queue() {
    for (any_ect, expected) in [(false, [0, 1, 0, 1]), (true, [0, 1, 1, 1])] {
        let mut queue = linux_queue(|params| params.any_ect = any_ect);
        let mut host = Host::merciful();
        let classes = [Ecn::NotEct, Ecn::Ect1, Ecn::Ect0, Ecn::Ce].map(|ecn| {
            host.offer(&mut queue, MTU, ecn);
            queue.dequeue(&mut host);
            queue.served_class()
        });
        assert_eq!(classes, expected);
    }
}

#[test]
fn linux_marks_l4s_packets_that_wait_longer_than_the_step() {
    let mut queue = linux_queue(|_| {});
    let mut host = Host::merciful();
    for _ in 0..3 {
        host.offer(&mut queue, MTU, Ecn::Ect1);
    }
    host.wait(&mut queue, Span::from_millis(1));
    queue.dequeue(&mut host);
    assert!(host.marks.is_empty());
    host.wait(&mut queue, Span::from_micros(1));
    queue.dequeue(&mut host);
    let [(_, packet, mark)] = host.marks[..] else { panic!("{:?}", host.marks) };
    let waited = Span::from_micros(1_001);
    let reason = DropReason::DualPi2(Reason::Native { waited, probability: 1.0 });
    assert_eq!((packet.id, mark), (1, MarkReason::InsteadOf(reason)));
}

#[test]
fn the_step_can_count_packets_and_spare_short_queues() {
    let mut queue = linux_queue(|params| {
        (params.threshold_packets, params.floor_packets) = (Some(2), 1);
    });
    let mut host = Host::merciful();
    for _ in 0..5 {
        host.offer(&mut queue, MTU, Ecn::Ect1);
    }
    host.drain(&mut queue);
    // The first packet found an empty queue. The second one leaves 3 behind, the third one 2.
    let marked: Vec<u64> = host.marks.iter().map(|(_, packet, _)| packet.id).collect();
    assert_eq!(marked, [1]);
}

#[test]
fn rfc_9332_marks_on_a_ramp_from_0_8_to_1_2_ms() {
    let share = |micros, left| {
        let seen = Seen { waited: Span::from_micros(micros), left, ..seen(Class::L4s) };
        shares(&mut rfc_control(0.0), &seen).1
    };
    assert_eq!(share(800, 5), 0.0);
    assert_near(share(900, 5), 0.25, 0.001);
    assert_near(share(1_100, 5), 0.75, 0.001);
    assert_near(share(1_200, 5), 1.0, 0.001);
    // A packet that is alone in its queue is not marked.
    assert_eq!(share(1_200, 0), 0.0);
}

/// Figures 4 and 7: the larger of native and coupled probability applies. In Linux they act one after the other.
#[test]
fn native_and_coupled_marks_do_not_add_up_in_rfc_9332() {
    let seen = Seen { waited: Span::from_micros(900), ..seen(Class::L4s) };
    assert_near(shares(&mut rfc_control(0.1), &seen).1, 0.25, 0.001);
    assert_near(shares(&mut rfc_control(0.2), &seen).1, 0.4, 0.001);
}

#[test]
fn a_small_backlog_is_spared_in_linux() {
    let small = Seen { backlog: 2_999, ..seen(Class::L4s) };
    assert_eq!(shares(&mut linux_control(0.4), &small).1, 0.0);
    let larger = Seen { backlog: 3_000, ..small };
    assert_near(shares(&mut linux_control(0.4), &larger).1, 0.8, 0.005);
    // Not by the step.
    let late = Seen { waited: Span::from_millis(2), ..small };
    assert_eq!(shares(&mut linux_control(0.4), &late).1, 1.0);
}

#[test]
fn early_decisions_drop_on_arrival() {
    for (drop_early, waited) in [(true, false), (false, true)] {
        let mut queue = linux_queue(|params| params.drop_early = drop_early);
        let mut host = Host::new();
        for _ in 0..2_000 {
            host.fill(&mut queue, 2);
            host.wait(&mut queue, Span::from_millis(1));
            queue.dequeue(&mut host);
        }
        assert!(host.drops.len() > 20);
        // Only the newest packet is dropped on arrival, and only an older one on departure.
        let newest = |at: Time, id: u64| Time::ZERO + Span::from_millis(1) * (id / 2) == at;
        let on_arrival = host.drops.iter().filter(|(at, packet, _)| newest(*at, packet.id));
        assert_eq!(on_arrival.count() == 0, waited);
    }
}

#[test]
fn without_ecn_every_signal_is_a_drop() {
    let mut queue = linux_queue(|params| params.ecn = false);
    let mut host = Host::new();
    for _ in 0..100 {
        host.offer(&mut queue, MTU, Ecn::Ect1);
        host.offer(&mut queue, MTU, Ecn::Ect1);
        host.wait(&mut queue, Span::from_millis(1));
        queue.dequeue(&mut host);
    }
    assert!(host.marks.is_empty() && host.drops.len() > 20);
}

#[test]
fn the_probe_shows_both_queues() {
    let mut queue =
        DualPi2Rfc9332::new(&params(DualPi2Variant::Rfc9332), &environment(), Time::ZERO);
    let mut host = Host::new();
    host.fill(&mut queue, 2);
    host.wait(&mut queue, Span::from_millis(20));
    host.offer(&mut queue, MTU, Ecn::Ect1);
    host.wait(&mut queue, Span::from_millis(4));
    let AnyProbe::DualPi2(probe) = queue.probe(host.now) else { panic!("not DualPI2") };
    // After 15 ms: 3 times 15 ms.
    assert_near(probe.base, 0.045, 1e-12);
    let expected = Probe {
        base: probe.base,
        coupled: 2.0 * probe.base,
        delay: Span::from_millis(15),
        classic: 2,
        l4s: 1,
        classic_head: Span::from_millis(24),
        l4s_head: Span::from_millis(4),
        credit: -120_000,
    };
    assert_eq!(probe, expected);
    assert_eq!(AqmConfig::DualPi2(params(DualPi2Variant::Linux)).classes(), ["classic", "l4s"]);
}

#[test]
fn reasons_are_sentences_with_numbers() {
    let text = |reason: Reason| (reason.code(), reason.to_string());
    assert_eq!(
        text(Reason::Classic { base: 0.1 }),
        (
            "dualpi2.classic",
            "DualPI2: this Classic packet was drawn at 1 %, the square of the base probability 10 %."
                .to_string()
        )
    );
    assert_eq!(
        text(Reason::Coupled { base: 0.1, coupled: 0.2 }),
        (
            "dualpi2.coupled",
            "DualPI2: this L4S packet was drawn at 20 %, the base probability 10 % times the coupling \
             factor."
                .to_string()
        )
    );
    let waited = Span::from_micros(1_500);
    assert_eq!(
        text(Reason::Native { waited, probability: 1.0 }).1,
        "DualPI2: this packet waited 1.5 ms in the L4S queue; from the queue's own threshold on, 100 % of \
         such packets are marked."
    );
    assert_eq!(text(Reason::CoupledAndNative { coupled: 0.2, waited }).0, "dualpi2.both");
    assert_eq!(
        text(Reason::Overload { base: 0.6 }).1,
        "DualPI2: overload, because the coupled probability exceeds 100 %. This L4S packet was drawn at \
         36 %, as Classic packets are."
    );
}
