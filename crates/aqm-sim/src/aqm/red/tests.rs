use super::floyd::automatic_weight;
use super::linux::decay;
use super::{Probe, Reason, RedFloyd, RedLinux, tc};
use crate::aqm::tests::*;

/// A weight of 1 makes the average the queue's length, so that tests can set it.
fn immediate() -> RedParams {
    RedParams { weight: Some(1.0), ..RedParams::default() }
}

fn probability(queue: &impl Discipline<Numbered>, now: Time) -> f64 {
    queue.probe(now).probability().unwrap()
}

#[test]
fn probability_rises_to_max_p_then_gently_to_one() {
    let mut queue = RedFloyd::new(&immediate(), &environment(), Time::ZERO);
    let mut host = Host::merciful();
    host.fill(&mut queue, 1);
    for (average, expected) in [
        (4, 0.0),
        (5, 0.0),
        (10, 0.05), // max_p (10 - 5) / (15 - 5)
        (14, 0.09),
        (15, 0.1),
        (18, 0.28), // max_p + (1 - max_p) (18 - 15) / 15
        (24, 0.64),
        (30, 1.0),
    ] {
        // Without `enqueue`, which might hit them.
        let packet = Numbered { bytes: MTU, ..Numbered::default() };
        while queue.packets() < average {
            queue.take_over(Queued { packet, enqueued: Time::ZERO });
        }
        host.drops.clear();
        host.fill(&mut queue, 1);
        assert_near(probability(&queue, host.now), expected, 1e-12);
        let reasons: Vec<DropReason> = host.drops.iter().map(|(_, _, reason)| *reason).collect();
        let forced = vec![DropReason::Red(Reason::Forced { average: 30.0, certain: 30.0 })];
        assert_eq!(reasons == forced, average == 30, "{reasons:?}");
    }
}

#[test]
fn without_the_gentle_slope_everything_is_dropped_from_max_on() {
    let params = RedParams { gentle: false, ecn: true, ..immediate() };
    let mut queue = RedFloyd::new(&params, &environment(), Time::ZERO);
    let mut host = Host::merciful();
    host.fill(&mut queue, 15);
    assert!(host.drops.is_empty());
    // ECN-capable packets, too (RFC 3168, section 7).
    host.offer(&mut queue, MTU, Ecn::Ect0);
    assert_eq!(host.drops[0].2, DropReason::Red(Reason::Forced { average: 15.0, certain: 15.0 }));
    assert_eq!(queue.stats().forced_drops, 1);
}

/// Holds the queue at ten packets, where pb = 0.05.
fn at_ten_packets(params: &RedParams, host: &mut Host, sizes: &[u32], arrivals: usize) {
    let mut queue = RedFloyd::new(params, &environment(), Time::ZERO);
    while queue.packets() < 10 {
        host.fill(&mut queue, 1);
    }
    host.drops.clear();
    for turn in 0..arrivals {
        host.offer(&mut queue, sizes[turn % sizes.len()], Ecn::NotEct);
        if queue.packets() > 10 {
            queue.dequeue(host);
        }
    }
}

#[test]
fn gaps_between_hits_are_uniform() {
    let mut host = Host::new();
    at_ten_packets(&immediate(), &mut host, &[MTU], 200_000);
    let ids: Vec<u64> = host.drops.iter().map(|(_, packet, _)| packet.id).collect();
    // Uniform on 1..=1/pb - 1 = 1..=19 (Floyd and Jacobson 1993, section 7, with the count of
    // figure 2): mean 10, so 20,000 hits in 200,000 arrivals.
    let mut counts = [0f64; 20];
    for pair in ids.windows(2) {
        counts[(pair[1] - pair[0]) as usize] += 1.0;
    }
    let hits: f64 = counts.iter().sum();
    assert_near(hits, 20_000.0, 300.0);
    let expected = hits / 19.0;
    for (gap, count) in counts.iter().enumerate().skip(1) {
        assert!((count - expected).abs() < 5.0 * expected.sqrt(), "gap {gap}: {count}");
    }
}

/// The count of the packet itself is in pa: 1 for the first after a hit.
#[test]
fn the_reason_of_a_hit_has_the_probability_at_which_it_was_drawn() {
    let mut host = Host::new();
    at_ten_packets(&immediate(), &mut host, &[MTU], 20_000);
    for pair in host.drops.windows(2) {
        let DropReason::Red(Reason::Early { probability, spaced, .. }) = pair[1].2 else {
            panic!("{:?}", pair[1].2)
        };
        assert_near(probability, 0.05, 1e-9);
        let count = (pair[1].1.id - pair[0].1.id) as f64;
        assert_near(spaced, (0.05 / (1.0 - count * 0.05)).min(1.0), 1e-9);
    }
}

#[test]
fn with_wait_gaps_are_uniform_on_1_to_2_over_p() {
    let mut host = Host::new();
    at_ten_packets(&RedParams { wait: true, ..immediate() }, &mut host, &[MTU], 300_000);
    let ids: Vec<u64> = host.drops.iter().map(|(_, packet, _)| packet.id).collect();
    let gaps: Vec<u64> = ids.windows(2).map(|pair| pair[1] - pair[0]).collect();
    // pb = 0.05: 20 to 39 packets, three times as far apart on average as without.
    assert_eq!(gaps.iter().min(), Some(&20));
    assert_eq!(gaps.iter().max(), Some(&39));
    let mean = gaps.iter().sum::<u64>() as f64 / gaps.len() as f64;
    assert_near(mean, 29.5, 0.2);
}

#[test]
fn byte_mode_hits_in_proportion_to_size() {
    let params = RedParams { byte_mode: true, ..immediate() };
    let mut host = Host::new();
    let mut queue = RedFloyd::new(&params, &environment(), Time::ZERO);
    host.fill(&mut queue, 10);
    host.drops.clear();
    let (mut large, mut small) = (0.0, 0.0);
    for turn in 0..200_000 {
        // Random order: a fixed pattern could interfere with the spacing.
        let bytes = if host.stream.uniform() < 0.5 { 1500 } else { 500 };
        host.offer(&mut queue, bytes, Ecn::NotEct);
        while queue.bytes() > 15_000 {
            queue.dequeue(&mut host);
        }
        if let Some((_, packet, _)) = host.drops.pop() {
            *(if packet.bytes == 1500 { &mut large } else { &mut small }) += 1.0;
        }
        assert!(queue.bytes() > 10_000, "turn {turn}");
    }
    // Three times as often; a little more, because the count includes the packet itself.
    assert_near(large / small, 3.2, 0.2);
}

#[test]
fn the_average_decays_exactly_while_the_link_idles() {
    let params = RedParams { weight: Some(0.25), ..RedParams::default() };
    let mut queue = RedFloyd::new(&params, &environment(), Time::ZERO);
    let mut host = Host::merciful();
    host.fill(&mut queue, 8);
    let before = queue.state().average;
    assert!(before > 3.0);
    host.drain(&mut queue);
    // A packet of the largest size takes 1 ms: m = 6.5.
    host.wait(&mut queue, Span::from_micros(6_500));
    let expected = before * 0.75f64.sqrt() * 0.75f64 * 0.75 * 0.75 * 0.75 * 0.75 * 0.75;
    let AnyProbe::Red(Probe { average, .. }) = queue.probe(host.now) else { panic!("not RED") };
    assert_near(average, expected, 1e-12);
    // The arrival that ends the idle period adds no sample of its own.
    host.fill(&mut queue, 1);
    assert_near(queue.state().average, expected, 1e-12);
    host.fill(&mut queue, 1);
    assert_near(queue.state().average, 0.75 * expected + 0.25, 1e-12);
}

#[test]
fn a_drop_from_an_empty_queue_restarts_the_idle_period() {
    let mut queue = RedFloyd::new(&immediate(), &environment(), Time::ZERO);
    let mut host = Host::merciful();
    host.fill(&mut queue, 2);
    host.drain(&mut queue);
    host.wait(&mut queue, Span::from_millis(1));
    host.fill(&mut queue, 1);
    assert_eq!(queue.state().idle_since, None);
    host.drain(&mut queue);
    assert_eq!(queue.state().idle_since, Some(host.now));
}

#[test]
fn ecn_capable_packets_are_marked_instead_of_dropped_early() {
    let params = RedParams { ecn: true, ..immediate() };
    let mut queue = RedFloyd::new(&params, &environment(), Time::ZERO);
    let mut host = Host { fixed: Some(0), ..Host::new() };
    // The smallest draw: every packet in the band is hit.
    for ecn in [Ecn::NotEct; 6].into_iter().chain([Ecn::NotEct, Ecn::Ect0, Ecn::Ect1, Ecn::Ce]) {
        host.offer(&mut queue, MTU, ecn);
    }
    let stats = queue.stats();
    assert_eq!((stats.early_drops, stats.early_marks), (1, 3));
    assert!(matches!(
        host.marks[0].2,
        MarkReason::InsteadOf(DropReason::Red(Reason::Early { .. }))
    ));
}

#[test]
fn amounts_follow_the_buffer_and_the_packet_size() {
    let limit = Limit::packets(100);
    let env = Environment { limit, ..environment() };
    let params =
        RedParams { min: Amount::BufferShare(0.2), max: Amount::Bytes(120_000.0), ..immediate() };
    let queue = RedFloyd::<Numbered>::new(&params, &env, Time::ZERO);
    let AnyProbe::Red(Probe { min, max, .. }) = queue.probe(Time::ZERO) else { panic!("not RED") };
    assert_eq!((min, max), (20.0, 80.0));
}

#[test]
fn the_automatic_weight_averages_over_a_second() {
    // 25 Mbit/s and 1500 bytes: C = 2083.3 packets/s.
    assert_near(automatic_weight(25e6 / 12_000.0), 4.798_85e-4, 1e-9);
    // After C packets 1/e is left.
    let rest = crate::math::pow(1.0 - automatic_weight(2_000.0), 2_000.0);
    assert_near(rest, crate::math::exp(-1.0), 1e-12);
}

#[test]
fn linux_parameters_equal_those_of_tc() {
    // W = 2^-9 is nearest to 0.002.
    let params = RedParams { variant: RedVariant::Linux, ..RedParams::default() };
    let queue = RedLinux::<Numbered>::new(&params, &environment(), Time::ZERO);
    let AnyProbe::Red(Probe { min, max, max_p, count, .. }) = queue.probe(Time::ZERO) else {
        panic!("not RED")
    };
    assert_eq!((min, max, count), (5.0, 15.0, -1));
    assert_near(max_p, 0.1, 1e-9);
    // A burst of (2 min + max) / 3 = 8 packets from 5 to 9 in the average at most.
    assert_eq!(tc::weight_log(8, 5.0), 3);
    assert_eq!(tc::weight_log(50, 30.0), 5);
    assert_eq!(tc::max_p_from_plog(22, 30_000, 90_000), 1023 * 60_000);
}

#[test]
fn linux_weighs_and_decays_by_the_average_packet() {
    let params = RedParams {
        variant: RedVariant::Linux,
        min: Amount::Bytes(30_000.0),
        max: Amount::Bytes(90_000.0),
        weight: None,
        ..RedParams::default()
    };
    // A burst of 33 packets of 1500 bytes, or of 50 of 1000, into an empty queue.
    for (average_packet, weight_log) in
        [(1500, tc::weight_log(33, 20.0)), (1000, tc::weight_log(50, 30.0))]
    {
        let params = RedParams { average_packet, ..params };
        let mut queue = RedLinux::new(&params, &environment(), Time::ZERO);
        let mut host = Host::merciful();
        host.fill(&mut queue, 2);
        assert_eq!(queue.state().average, u64::from(MTU), "the second packet sees the first");
        host.drain(&mut queue);
        host.wait(&mut queue, Span::from_millis(100));
        host.fill(&mut queue, 1);
        let bytes_per_second = environment().rate.bps() as f64 / 8.0;
        let idle = tc::IdleTable::new(
            weight_log,
            average_packet,
            bytes_per_second,
            tc::TICKS_PER_MICROSECOND,
        );
        let since = host.now.saturating_since(Time::ZERO);
        let rested = decay(&idle, u64::from(MTU), since);
        assert!(rested < u64::from(MTU));
        assert_eq!(queue.state().average, rested, "{average_packet}");
    }
}

#[test]
fn linux_keeps_the_adapted_probability_after_a_rate_change() {
    let params = RedParams {
        variant: RedVariant::Linux,
        adaptive: true,
        weight: Some(0.5),
        ..RedParams::default()
    };
    let mut queue = RedLinux::new(&params, &environment(), Time::ZERO);
    let mut host = Host::merciful();
    host.fill(&mut queue, 15);
    let before = queue.state().max_p;
    host.wait(&mut queue, Span::from_millis(500));
    let adapted = queue.state().max_p;
    assert!(adapted > before);
    let faster = Environment { rate: BitRate::from_mbps(100.0), ..environment() };
    queue.retune(&params, &faster, host.now);
    assert_eq!(queue.state().max_p, adapted);
    let other = RedParams { max_p: 0.3, ..params };
    queue.retune(&other, &faster, host.now);
    assert_near(f64::from(queue.state().max_p) / 4_294_967_296.0, 0.3, 1e-9);
}

/// Ten idle seconds at one rate, then ten at another: each decays by its own table.
#[test]
fn linux_decays_past_idle_time_by_the_former_table() {
    let params = RedParams {
        variant: RedVariant::Linux,
        min: Amount::Packets(50.0),
        max: Amount::Packets(150.0),
        weight: Some(1.0 / 64.0),
        ..RedParams::default()
    };
    let at = |mbps| Environment { rate: BitRate::from_mbps(mbps), ..environment() };
    let table = |mbps| {
        let bytes_per_second = at(mbps).rate.bps() as f64 / 8.0;
        tc::IdleTable::new(6, 1500, bytes_per_second, tc::TICKS_PER_MICROSECOND)
    };
    let mut queue = RedLinux::new(&params, &at(10.0), Time::ZERO);
    let mut host = Host::merciful();
    host.fill(&mut queue, 40);
    let filled = queue.state().average;
    host.drain(&mut queue);
    let pause = Span::from_seconds(10.0);
    host.wait(&mut queue, pause);
    // A change that keeps the table keeps the idle period.
    queue.retune(&RedParams { max_p: 0.2, ..params }, &at(10.0), host.now);
    assert_eq!(queue.state().average, filled);
    queue.retune(&params, &at(1.0), host.now);
    let [fast, slow] = [10.0, 1.0].map(|mbps| decay(&table(mbps), filled, pause));
    assert!(fast < slow, "{fast} {slow}");
    assert_eq!(queue.state().average, fast);
    host.wait(&mut queue, pause);
    host.fill(&mut queue, 1);
    assert_eq!(queue.state().average, decay(&table(1.0), fast, pause));
}

/// Past idle time decays at the link's former rate.
#[test]
fn past_idle_time_decays_with_the_former_parameters() {
    let params = RedParams { weight: Some(0.01), ..RedParams::default() };
    let average = |queue: &RedFloyd<Numbered>, now: Time| match queue.probe(now) {
        AnyProbe::Red(Probe { average, .. }) => average,
        other => panic!("{other:?}"),
    };
    let mut queue = RedFloyd::new(&params, &environment(), Time::ZERO);
    let mut host = Host::merciful();
    host.fill(&mut queue, 10);
    host.drain(&mut queue);
    let filled = average(&queue, host.now);
    assert!(filled > 0.1, "{filled}");
    // 50 packet times of 1 ms, then 50 of 10 ms.
    host.wait(&mut queue, Span::from_millis(50));
    let slow = Environment { rate: BitRate::from_mbps(1.2), ..environment() };
    queue.retune(&params, &slow, host.now);
    let decayed = |packets: f64| filled * crate::math::pow(0.99, packets);
    assert_near(average(&queue, host.now), decayed(50.0), 1e-9);
    host.wait(&mut queue, Span::from_millis(500));
    assert_near(average(&queue, host.now), decayed(100.0), 1e-9);
}

#[test]
fn reasons_are_sentences_with_numbers() {
    let early = Reason::Early { average: 7.5, min: 5.0, probability: 0.025, spaced: 0.04 };
    assert_eq!(
        early.to_string(),
        "RED: the average queue of 7.5 packets is above the lower threshold of 5; this packet was \
         drawn at a probability of 4 %: 2.5 % by the average, spaced by the packets since the last hit."
    );
    let forced = Reason::Forced { average: 31.0, certain: 30.0 };
    assert_eq!(
        DropReason::Ared(crate::aqm::ared::Reason(forced)).to_string(),
        "Adaptive RED: the average queue of 31 packets reached 30 packets, where every packet is \
         dropped."
    );
}
