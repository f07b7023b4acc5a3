use super::{
    Controller, Departure, Generation as _, KernelParams, Pie, PieLinux, PiePaper2013, PieRfc8033,
    Probe, Reason, linux, linux414, paper2013, rfc8033,
};
use crate::aqm::tests::*;

fn rfc() -> PieParams {
    PieParams::new(PieVariant::Rfc8033)
}

fn paper() -> PieParams {
    PieParams::new(PieVariant::Paper2013)
}

/// One update of RFC 8033 from probability `prob`, with the delay going from `old` to `new` ms.
fn rfc_step(prob: f64, old: f64, new: f64) -> f64 {
    let mut state = rfc8033::State { prob, delay: old / 1e3, ..rfc8033::State::new(&rfc()) };
    state.update(&rfc(), new / 1e3);
    state.prob
}

/// One update of the paper's controller at a rate of 1 MB/s: a backlog of n kB is a delay of n ms.
fn paper_step(prob: f64, old: f64, new: f64) -> f64 {
    let state = paper2013::State::new(&paper());
    let mut state = paper2013::State { prob, delay: old / 1e3, rate: 1e6, ..state };
    state.update(&paper(), (new * 1e3) as u64);
    state.prob
}

#[test]
fn rfc_8033_updates() {
    // 1/8 (50 - 15 ms) + 5/4 (50 - 40 ms) = 0.004375 + 0.0125.
    assert_near(rfc_step(0.2, 40.0, 50.0), 0.216_875, 1e-12);
    // Half the gains below 10 %.
    assert_near(rfc_step(0.05, 40.0, 50.0), 0.058_437_5, 1e-12);
    // 1/2048 of them below 0.0001 %.
    assert_near(rfc_step(0.0, 40.0, 50.0), 0.016_875 / 2048.0, 1e-15);
    // At most two points up, but only from 10 % on (section 5.5), and as much down as it takes.
    assert_near(rfc_step(0.2, 50.0, 100.0), 0.22, 1e-12);
    assert_near(rfc_step(0.09, 50.0, 100.0), 0.09 + 0.073_125 / 2.0, 1e-12);
    assert_near(rfc_step(0.2, 100.0, 50.0), 0.2 + 0.004_375 - 0.062_5, 1e-12);
    // No delay at two updates: the probability also decays to 0.98.
    assert_near(rfc_step(0.5, 0.0, 0.0), (0.5 - 0.001_875) * 0.98, 1e-12);
    assert_near(rfc_step(0.5, 1.0, 0.0), 0.5 - 0.001_875 - 0.001_25, 1e-12);
    // Bounded.
    assert_eq!(rfc_step(0.999, 200.0, 400.0), 1.0);
    assert_eq!(rfc_step(0.01, 100.0, 0.0), 0.0);
}

#[test]
fn rfc_8033_tunes_in_seven_steps() {
    for (prob, divisor) in [
        (0.0, 2048.0),
        (0.000_000_9, 2048.0),
        (0.000_001, 512.0),
        (0.000_01, 128.0),
        (0.000_1, 32.0),
        (0.001, 8.0),
        (0.01, 2.0),
        (0.099, 2.0),
        (0.1, 1.0),
        (1.0, 1.0),
    ] {
        assert_eq!(rfc8033::autotune(prob), 1.0 / divisor, "{prob}");
    }
}

#[test]
fn kernels_tune_in_the_same_steps() {
    for prob in [0.0, 5e-7, 2e-6, 3e-5, 4e-4, 5e-3, 0.05, 0.2, 0.9] {
        let shift = linux::shift((prob * linux::MAX_PROB as f64) as u64);
        assert_eq!(1.0 / f64::from(1_u32 << shift), rfc8033::autotune(prob), "{prob}");
        let shift = linux414::shift((prob * f64::from(u32::MAX)) as u32) - 4;
        assert_eq!(1.0 / f64::from(1_u32 << shift), paper2013::autotune(prob), "{prob}");
    }
}

#[test]
fn the_probe_has_the_tuning_of_the_present_probability() {
    for (name, params) in PieParams::examples() {
        let mut queue = Aqm::<Numbered>::new(&params.into(), environment(), Time::ZERO);
        let mut host = Host::new();
        let mut tunings = Vec::new();
        for _ in 0..3000 {
            host.fill(&mut queue, 2);
            host.wait(&mut queue, Span::from_millis(1));
            queue.dequeue(&mut host);
            let AnyProbe::Pie(Probe { probability, tuning, .. }) = queue.probe(host.now) else {
                panic!("{name}");
            };
            let expected = match params.variant {
                PieVariant::Rfc8033 | PieVariant::Linux => rfc8033::autotune(probability),
                _ => paper2013::autotune(probability),
            };
            assert_eq!(tuning, expected, "{name} at {probability}");
            tunings.push(tuning);
        }
        tunings.sort_by(f64::total_cmp);
        tunings.dedup();
        assert!(tunings.len() > 2, "{name}: {tunings:?}");
    }
}

#[test]
fn paper_updates() {
    // 1/8 (30 - 20 ms) + 5/4 (30 - 25 ms) = 0.00125 + 0.00625, in full, halves and eighths.
    assert_near(paper_step(0.1, 25.0, 30.0), 0.107_5, 1e-12);
    assert_near(paper_step(0.099, 25.0, 30.0), 0.099 + 0.003_75, 1e-12);
    assert_near(paper_step(0.009, 25.0, 30.0), 0.009 + 0.000_937_5, 1e-12);
    // At most two points up, at any probability.
    assert_near(paper_step(0.2, 25.0, 100.0), 0.22, 1e-12);
    assert_near(paper_step(0.05, 25.0, 100.0), 0.07, 1e-12);
    // Two more beyond 250 ms.
    assert_near(paper_step(0.2, 240.0, 250.0), 0.2 + 0.02, 1e-12);
    assert_near(paper_step(0.2, 240.0, 251.0), 0.2 + 0.04, 1e-12);
    // An empty queue at two updates: the probability also decays to 0.98.
    assert_near(paper_step(0.5, 0.0, 0.0), (0.5 - 0.002_5) * 0.98, 1e-12);
    assert_eq!(paper_step(0.99, 300.0, 400.0), 1.0);
    assert_eq!(paper_step(0.001, 100.0, 0.0), 0.0);
}

#[test]
fn paper_tunes_in_three_steps() {
    for (prob, factor) in [(0.0, 0.125), (0.009, 0.125), (0.01, 0.5), (0.09, 0.5), (0.1, 1.0)] {
        assert_eq!(paper2013::autotune(prob), factor);
    }
}

#[test]
fn paper_drops_nothing_below_two_packets() {
    let mut controller = <paper2013::Controller as Controller>::new(&paper(), &environment());
    // 1 MB/s and a second of 300 ms delay: some probability, no burst allowance.
    depart(&mut controller, 1_000, Span::from_millis(1), 300_000, 300);
    for _ in 0..40 {
        controller.update(300_000);
    }
    assert!(controller.probability() > 0.9);
    assert!(!controller.hits(MTU, 2_999, || 0));
    assert!(controller.hits(MTU, 3_000, || 0));
}

/// Departures of `bytes` every `gap` with `backlog` bytes behind.
fn depart(controller: &mut impl Controller, bytes: u32, gap: Span, backlog: u64, count: u64) {
    for packet in 1..=count {
        let now = Time::ZERO + gap * packet;
        controller.departed(Departure { now, enqueued: Time::ZERO, bytes, backlog });
    }
}

#[test]
fn departure_rates_are_measured_over_long_queues_only() {
    let paper_rate = |backlog| {
        let mut controller = <paper2013::Controller as Controller>::new(&paper(), &environment());
        depart(&mut controller, 1_000, Span::from_millis(1), backlog, 200);
        controller.rate()
    };
    assert_eq!(paper_rate(10_000), Some(0.0));
    // The first cycle counts the packet that opened it: 11 kB in 10 ms. The others are right.
    assert_near(paper_rate(10_001).unwrap(), 1e6, 0.02e6);

    let rfc_rate = |backlog| {
        let params = PieParams { rate_estimator: true, ..rfc() };
        let mut controller = <rfc8033::Controller as Controller>::new(&params, &environment());
        depart(&mut controller, 1_000, Span::from_millis(1), backlog, 200);
        controller.rate()
    };
    assert_eq!(rfc_rate(16_383), Some(0.0));
    // Every cycle opens anew: 17 packets in 16 ms, reported as 16384 bytes.
    assert_near(rfc_rate(16_384).unwrap(), 16_384.0 / 16e-3, 1.0);
}

/// Measured rates while 1000 bytes leave every millisecond of a long queue: after the estimator was on
/// for 10 ms, off for a second, and on for 30 ms.
fn rates_of_a_switched_estimator<C: Controller>() -> [Option<f64>; 3] {
    let params = |rate_estimator| PieParams { rate_estimator, ..rfc() };
    let mut controller = C::new(&params(true), &environment());
    [(true, 0..10), (false, 10..1010), (true, 1010..1040)].map(|(on, packets)| {
        controller.retune(&params(on), &environment());
        for packet in packets {
            let now = Time::ZERO + Span::from_millis(1) * packet;
            let (enqueued, bytes, backlog) = (Time::ZERO, 1_000, 20_000);
            controller.departed(Departure { now, enqueued, bytes, backlog });
        }
        controller.rate()
    })
}

#[test]
fn a_cycle_that_was_open_when_the_estimator_was_switched_off_is_not_measured() {
    let rates = rates_of_a_switched_estimator::<rfc8033::Controller>();
    assert_eq!(rates, [Some(0.0), None, Some(16_384.0 / 16e-3)]);
    // The kernel continues the open cycle from the latest departure: ten earlier packets and seven more
    // count as if they took 7 ms. The next cycle has a weight of an eighth.
    let [_, _, rate] = rates_of_a_switched_estimator::<linux::Controller>();
    assert_near(rate.unwrap(), 17_000.0 / 7e-3 * 7.0 / 8.0 + 1e6 / 8.0, 1e4);
}

/// Overloads `queue` (12 Mbit/s) twofold from now on for `span`; returns the first drop's time.
fn overload(queue: &mut impl Discipline<Numbered>, host: &mut Host, span: Span) -> Option<Span> {
    let start = host.now;
    host.drops.clear();
    while host.now < start + span {
        host.fill(queue, 2);
        queue.dequeue(host);
        host.wait(queue, Span::from_millis(1));
    }
    host.drops.first().map(|(at, ..)| *at - start)
}

#[test]
fn a_burst_passes_until_the_allowance_is_used_up() {
    let mut host = Host::new();
    let mut queue = PieRfc8033::new(&rfc(), &environment(), Time::ZERO);
    assert_eq!(overload(&mut queue, &mut host, Span::from_millis(150)), None);
    let first = overload(&mut queue, &mut host, Span::from_millis(400)).unwrap();
    assert!(first < Span::from_millis(200), "{first:?}");

    let impatient = PieParams { max_burst: Span::ZERO, ..paper() };
    let mut queue = PiePaper2013::new(&impatient, &environment(), Time::ZERO);
    let mut host = Host::new();
    let first = overload(&mut queue, &mut host, Span::from_millis(400)).unwrap();
    let mut queue = PiePaper2013::new(&paper(), &environment(), Time::ZERO);
    let mut host = Host::new();
    let later = overload(&mut queue, &mut host, Span::from_millis(400)).unwrap();
    assert!(first < Span::from_millis(100), "{first:?}");
    assert!(later >= Span::from_millis(100), "{later:?}");
}

#[test]
fn the_burst_allowance_returns_after_a_period_without_delay() {
    for variant in
        [PieVariant::Rfc8033, PieVariant::Paper2013, PieVariant::Linux, PieVariant::Linux414]
    {
        let params = PieParams::new(variant);
        let mut queue = Aqm::new(&AqmConfig::Pie(params), environment(), Time::ZERO);
        let burst = |queue: &Aqm<Numbered>, now| match queue.probe(now) {
            AnyProbe::Pie(Probe { burst, .. }) => burst,
            other => panic!("{other:?}"),
        };
        let mut host = Host::new();
        assert_eq!(burst(&queue, host.now), params.max_burst);
        overload(&mut queue, &mut host, Span::from_millis(700));
        assert_eq!(burst(&queue, host.now), Span::ZERO, "{variant:?}");
        // The queue drains one packet per millisecond. Then the probability decreases; the kernel's takes
        // longest, because it exceeded 100 %.
        while queue.dequeue(&mut host).is_some() {
            host.wait(&mut queue, Span::from_millis(1));
        }
        for _ in 0..20_000 {
            host.fill(&mut queue, 1);
            host.wait(&mut queue, Span::from_millis(1));
            queue.dequeue(&mut host);
        }
        assert!(burst(&queue, host.now) > Span::from_millis(80), "{variant:?}");
        assert_eq!(queue.probe(host.now).probability(), Some(0.0));
    }
}

#[test]
fn rfc_8033_spreads_drops() {
    let params = PieParams { max_burst: Span::ZERO, ..rfc() };
    let mut controller = <rfc8033::Controller as Controller>::new(&params, &environment());
    // 100 ms of delay for a while.
    for _ in 0..40 {
        controller.departed(Departure {
            now: Time::from_seconds(0.1),
            enqueued: Time::ZERO,
            bytes: MTU,
            backlog: 100_000,
        });
        controller.update(100_000);
    }
    let prob = controller.probability();
    assert!(prob > 0.02 && prob < 0.5, "{prob}");
    // The smallest draw hits at a sum of probabilities of 0.85, the largest at 8.5.
    let gap = |controller: &mut rfc8033::Controller, draw: u64| {
        (1..).find(|_| controller.hits(MTU, 100_000, || draw)).unwrap()
    };
    assert_eq!(gap(&mut controller, 0), (0.85 / prob).ceil() as u64);
    let longest = gap(&mut controller, u64::MAX);
    assert!((longest as i64 - (8.5 / prob).ceil() as i64).abs() <= 1, "{longest}");
}

#[test]
fn byte_mode_scales_the_probability_with_the_size() {
    let params = PieParams { byte_mode: true, max_burst: Span::ZERO, ..paper() };
    let mut controller = <paper2013::Controller as Controller>::new(&params, &environment());
    depart(&mut controller, 1_000, Span::from_millis(1), 100_000, 30);
    for _ in 0..10 {
        controller.update(100_000);
    }
    let prob = controller.probability();
    let draw = |share: f64| (share * prob * 1.844_674_407_370_955e19) as u64;
    assert!(controller.hits(MTU, 100_000, || draw(0.999)));
    assert!(!controller.hits(MTU / 2, 100_000, || draw(0.501)));
    assert!(controller.hits(MTU / 2, 100_000, || draw(0.499)));
}

#[test]
fn no_packet_is_marked_above_ten_percent() {
    for variant in
        [PieVariant::Rfc8033, PieVariant::Paper2013, PieVariant::Linux, PieVariant::Linux414]
    {
        let params = PieParams { ecn: true, ..PieParams::new(variant) };
        let mut queue = Aqm::new(&AqmConfig::Pie(params), environment(), Time::ZERO);
        let mut host = Host::new();
        for _ in 0..3_000 {
            host.offer(&mut queue, MTU, Ecn::Ect0);
            host.offer(&mut queue, MTU, Ecn::Ect0);
            queue.dequeue(&mut host);
            host.wait(&mut queue, Span::from_millis(1));
        }
        let probability = |reason: DropReason| match reason {
            DropReason::Pie(reason) => reason.probability,
            other => panic!("{other:?}"),
        };
        assert!(!host.marks.is_empty() && !host.drops.is_empty(), "{variant:?}");
        for (_, _, reason) in &host.marks {
            let MarkReason::InsteadOf(reason) = *reason else { panic!("{reason:?}") };
            assert!(probability(reason) <= 0.1);
        }
        assert!(host.drops.iter().all(|(_, _, reason)| probability(*reason) >= 0.099));
    }
}

fn kernel_params(jiffy: Span) -> KernelParams {
    KernelParams {
        target: 234_375,
        update: Span::from_millis(15),
        jiffy,
        alpha: 2,
        beta: 20,
        max_burst: 2_343_750,
        ecn: false,
        byte_mode: false,
        rate_estimator: false,
        mtu: MTU,
    }
}

#[test]
fn the_kernel_updates_after_half_a_second_in_whole_jiffies() {
    for (hz, period) in [(1000, 15), (250, 16), (100, 20)] {
        let params = kernel_params(Span::from_nanos(1_000_000_000 / hz));
        let controller = linux::Controller::with_params(params);
        let mut queue: PieLinux<Numbered> =
            Pie::with_controller(controller, Limit::NONE, Time::ZERO);
        assert_eq!(queue.next_timer(), Time::from_seconds(0.5));
        let mut host = Host::new();
        host.now = Time::from_seconds(0.5);
        queue.on_timer(&mut host);
        assert_eq!(queue.next_timer(), Time::from_seconds(0.5) + Span::from_millis(period));
    }
}

#[test]
fn the_kernels_probability_may_exceed_one() {
    let params = kernel_params(Span::from_millis(1));
    let mut state = linux::State {
        prob: linux::MAX_PROB,
        delay: 100 * params.target,
        old_delay: 100 * params.target,
        ..linux::State::new(&params)
    };
    state.update(&params, 1_000_000);
    assert!(state.prob > linux::MAX_PROB);
}

#[test]
fn a_shorter_period_takes_effect_at_once() {
    let slow = PieParams { update: Span::from_seconds(10.0), ..rfc() };
    let mut queue = PieRfc8033::<Numbered>::new(&slow, &environment(), Time::ZERO);
    assert_eq!(queue.next_timer(), Time::from_seconds(10.0));
    queue.retune(&rfc(), &environment(), Time::from_seconds(1.0));
    assert_eq!(queue.next_timer(), Time::from_seconds(1.015));
    // A longer one takes effect with the next update.
    queue.retune(&slow, &environment(), Time::from_seconds(1.01));
    assert_eq!(queue.next_timer(), Time::from_seconds(1.015));
}

/// A clock that runs backwards between enqueue and dequeue (a test bed may stamp a late dequeue with
/// the time at which it was due) makes the sojourn time wrap: it counts as longer than 250 ms, and p
/// rises by two points although the queue is next to empty. See docs/models/pie.md.
#[test]
fn a_sojourn_time_below_zero_raises_the_kernels_probability_by_two_points() {
    let params = KernelParams { target: 78_125, ..kernel_params(Span::from_millis(1)) };
    let share = |delay: u64| {
        let mut state = linux::State { delay, ..linux::State::new(&params) };
        state.update(&params, u64::from(MTU));
        state.prob as f64 / linux::MAX_PROB as f64
    };
    // 64 ns before the packet came, and after.
    assert_near(share(u64::MAX), 0.02, 1e-4);
    assert_eq!(share(1), 0.0);
}

#[test]
fn reasons_are_sentences_with_numbers() {
    let reason = Reason { probability: 0.1234, delay: Span::from_micros(20_500) };
    assert_eq!(
        reason.to_string(),
        "PIE: this packet was drawn at a probability of 12.34 %; the estimated delay is 20.5 ms."
    );
    let numbers = reason.numbers();
    let numbers: Vec<_> = numbers.iter().map(|it| (it.name, it.unit, it.value)).collect();
    assert_eq!(numbers, [("probability", "", 0.1234), ("estimatedDelay", "ms", 20.5)]);
}
