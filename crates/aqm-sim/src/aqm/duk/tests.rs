use super::*;
use crate::aqm::tests::*;
use crate::rng::SplitMix64;

const MS: Span = Span::from_millis(1);

/// One interval of 2 ms on a link of 1.5 MB/s that carried 3000 bytes and was offered 4500.
fn measured() -> Measured {
    Measured {
        counters: Counters { arrived: 4500, departed: 3000, emptied: false },
        length: MS * 2,
        waiting: 3,
        capacity: 1.5e6,
        utilization: 1.0,
        utilization_change: 0.0,
        delay_change: 0.0,
        largest: 1500,
    }
}

fn printed() -> DukParams {
    DukParams { variant: DukVariant::Printed, ..DukParams::default() }
}

fn duk(params: &DukParams) -> Duk<Numbered> {
    Duk::new(params, &environment(), Time::ZERO)
}

/// A link of 12 Mbit/s unless `rate` changes, between a source and a queue.
struct Line {
    rate: BitRate,
    /// End of the transmission in progress.
    free: Time,
    sent: u64,
    waited: Span,
    longest: Span,
}

impl Line {
    fn new() -> Self {
        let rate = environment().rate;
        Line { rate, free: Time::NEVER, sent: 0, waited: Span::ZERO, longest: Span::ZERO }
    }

    fn next(&mut self, queue: &mut Duk<Numbered>, host: &mut Host) {
        self.free = Time::NEVER;
        if let Some(head) = queue.dequeue(host) {
            let waited = host.now - head.enqueued;
            self.sent += 1;
            self.waited += waited;
            self.longest = self.longest.max(waited);
            self.free = host.now + self.rate.transmission_time(head.packet.bytes);
        }
    }

    /// Offers packets of the largest size until `end`, `gap()` apart.
    fn run(
        &mut self,
        queue: &mut Duk<Numbered>,
        host: &mut Host,
        end: Time,
        mut gap: impl FnMut() -> Span,
    ) {
        let mut arrival = host.now + gap();
        loop {
            let next = arrival.min(self.free).min(queue.next_timer());
            if next >= end {
                host.now = end;
                return;
            }
            host.now = next;
            if next == queue.next_timer() {
                queue.on_timer(host);
            } else if next == self.free {
                self.next(queue, host);
            } else {
                arrival = next + gap();
                host.offer(queue, MTU, Ecn::Ect0);
                if self.free == Time::NEVER {
                    self.next(queue, host);
                }
            }
        }
    }
}

/// A queue under twice the load that the link can carry, for half a second.
fn overloaded(params: &DukParams) -> (Duk<Numbered>, Host, Line) {
    let (mut queue, mut host, mut line) = (duk(params), Host::new(), Line::new());
    let half = Span::from_micros(500);
    line.run(&mut queue, &mut host, Time::from_seconds(0.5), || half);
    (queue, host, line)
}

#[test]
fn trend_matches_equation_9_by_hand() {
    let point = Point {
        arrived: 4500.0,
        departed: 3000.0,
        carried: 3000.0,
        utilization_change: 0.1,
        delay_change: -0.2,
        interval: 1.0,
    };
    // 0.1^2 * 2 / (1 * (3 * 0.1 + 0.2)), or with S = -2: 0.1 * 2 / ((1 + 2 + 2) * 1).
    assert_near(point.trend(), 0.04, 1e-15);
    assert_near(point.probability(), 1.0 - (3000.0 + 120.0) / 4500.0, 1e-15);
}

#[test]
fn trend_is_zero_without_a_change_of_utilization_and_infinite_at_the_pole() {
    let point = Point {
        arrived: 4500.0,
        departed: 3000.0,
        carried: 3000.0,
        utilization_change: 0.0,
        delay_change: 0.5,
        interval: 1.0,
    };
    assert_eq!(point.trend(), 0.0);
    let pole = Point { utilization_change: 0.5, delay_change: 1.5, ..point };
    assert_eq!((pole.trend(), pole.probability()), (f64::INFINITY, 0.0));
    let beyond = Point { delay_change: 1.6, ..pole };
    assert_eq!(beyond.probability(), 1.0, "the trend is negative beyond the pole");
}

#[test]
fn saturated_link_hits_the_share_that_it_cannot_carry() {
    let decision = refined::decide(&measured(), MS * 2);
    assert_near(decision.probability, 1.0 - 3000.0 / (4500.0 + 1500.0), 1e-15);
    assert_eq!(decision.length, MS * 2, "not below the resolution");
    let decision = printed::decide(&measured(), MS * 2);
    assert_near(decision.probability, 1.0 - 3000.0 / 4500.0, 1e-15);
}

#[test]
fn interval_with_an_empty_queue_hits_nothing_and_the_next_is_a_step_longer() {
    let mut emptied = measured();
    emptied.counters.emptied = true;
    let decision = refined::decide(&emptied, MS);
    assert_eq!(decision, Decision { probability: 0.0, length: MS * 3 });
    // Algorithm 1 tests the queue at the end of the interval only.
    assert!(printed::decide(&emptied, MS * 2).probability > 0.3);
}

#[test]
fn queue_that_is_empty_at_the_end_hits_nothing_and_keeps_the_length() {
    let mut empty = measured();
    (empty.waiting, empty.counters.emptied) = (0, true);
    let kept = Decision { probability: 0.0, length: MS * 2 };
    assert_eq!(refined::decide(&empty, MS), kept);
    assert_eq!(printed::decide(&empty, MS * 2), kept);
}

#[test]
fn interval_without_arrivals_hits_nothing() {
    let mut silent = measured();
    silent.counters.arrived = 0;
    let decision = refined::decide(&silent, MS);
    assert_eq!(decision, Decision { probability: 0.0, length: MS });
    assert_eq!(printed::decide(&silent, MS * 2).probability, 0.0);
}

#[test]
fn busy_interval_shortens_the_next_by_the_resolution_or_a_sixteenth() {
    let next = |millis| {
        refined::decide(&Measured { length: MS * millis, ..measured() }, MS).length.millis()
    };
    assert_eq!([1, 2, 10, 16, 32, 160].map(next), [1.0, 1.0, 9.0, 15.0, 30.0, 150.0]);
}

#[test]
fn resolution_is_that_of_the_timer_or_two_packets() {
    let resolution = |megabits: f64| refined::resolution(MS, 2.0, 1500, megabits * 1e6 / 8.0);
    assert_eq!(resolution(100.0), MS);
    assert_eq!(resolution(12.0), MS * 2);
    assert_eq!(resolution(1.0), MS * 24);
}

#[test]
fn capacity_is_right_one_packet_after_a_step_up_or_down() {
    let mut capacity = Capacity::default();
    let mut now = Time::ZERO;
    assert_eq!(capacity.rate(), None);
    for mbps in [12.0, 1.2, 120.0] {
        capacity.start(1500, now);
        now += BitRate::from_mbps(mbps).transmission_time(1500);
        capacity.end(now);
        capacity.close();
        assert_near(capacity.rate().unwrap(), mbps * 1e6 / 8.0, 1e-6);
    }
}

#[test]
fn capacity_weights_transmissions_by_their_time_and_survives_silence() {
    let mut capacity = Capacity::default();
    for (start, end) in [(0, 1), (1, 4)] {
        capacity.start(1500, Time::ZERO + MS * start);
        capacity.end(Time::ZERO + MS * end);
    }
    // The host calls again while the link is idle.
    capacity.end(Time::ZERO + MS * 9);
    capacity.close();
    assert_near(capacity.rate().unwrap(), 3000.0 / 4e-3, 1e-6);
    capacity.close();
    assert_near(capacity.rate().unwrap(), 3000.0 / 4e-3, 1e-6);
}

#[test]
fn capacity_leaves_out_packets_that_a_device_takes_at_once() {
    let mut capacity = Capacity::default();
    for _ in 0..3 {
        capacity.start(1500, Time::ZERO);
        capacity.end(Time::ZERO);
    }
    capacity.close();
    assert_eq!(capacity.rate(), None);
}

#[test]
fn running_queue_follows_a_step_of_the_rate_in_both_directions() {
    let (mut queue, mut host, mut line) = overloaded(&DukParams::default());
    for mbps in [3.0, 48.0, 12.0] {
        line.rate = BitRate::from_mbps(mbps);
        // The interval of the step, and one that contains a whole packet at the new rate.
        let end = queue.end + queue.length + line.rate.transmission_time(MTU) * 2;
        line.run(&mut queue, &mut host, end, || Span::from_micros(100));
        while queue.end <= end {
            host.now = queue.end;
            queue.on_timer(&mut host);
        }
        assert_near(queue.capacity.rate().unwrap() * 8e-6, mbps, 0.01 * mbps);
    }
}

#[test]
fn probability_is_zero_as_soon_as_the_queue_empties() {
    for (params, is_zero) in [(DukParams::default(), true), (printed(), false)] {
        let (mut queue, mut host, _) = overloaded(&params);
        queue.probability = 0.25;
        while queue.packets() > 1 {
            queue.dequeue(&mut host);
        }
        assert_eq!(queue.probability, 0.25);
        assert!(queue.dequeue(&mut host).is_some());
        assert_eq!(queue.probability == 0.0, is_zero, "{params:?}");
    }
}

#[test]
fn idle_minute_leaves_the_interval_unchanged() {
    let (mut queue, mut host, mut line) = overloaded(&DukParams::default());
    while queue.packets() > 0 {
        line.next(&mut queue, &mut host);
    }
    host.wait(&mut queue, MS * 100);
    let before = queue.length;
    host.wait(&mut queue, MS * 60_000);
    assert_eq!((queue.length, queue.probability), (before, 0.0));
}

#[test]
fn random_overload_of_two_to_one_is_held_below_20_ms_and_half_is_dropped() {
    let (mut queue, mut host, mut line) = (duk(&DukParams::default()), Host::new(), Line::new());
    let mut stream = SplitMix64::new(7);
    let mean = Span::from_micros(500).seconds();
    line.run(&mut queue, &mut host, Time::from_seconds(60.0), || {
        Span::from_seconds(stream.exponential() * mean)
    });
    let offered = line.sent + queue.packets() + host.drops.len() as u64;
    assert_near(host.drops.len() as f64 / offered as f64, 0.5, 0.01);
    assert!(line.waited.millis() / (line.sent as f64) < 20.0, "mean {:?}", line.waited);
    assert!(line.longest < MS * 100, "longest {:?}", line.longest);
    assert!(line.sent >= 59_900, "the link was busy: {}", line.sent);
}

#[test]
fn ecn_marks_capable_packets_and_drops_the_others() {
    let ecn = DukParams { ecn: true, ..DukParams::default() };
    for (params, codepoint, marks) in [
        (ecn, Ecn::Ect0, true),
        (ecn, Ecn::NotEct, false),
        (DukParams::default(), Ecn::Ect0, false),
    ] {
        let (mut queue, _, _) = overloaded(&params);
        queue.probability = 0.5;
        let mut host = Host { fixed: Some(0), now: queue.end, ..Host::new() };
        let before = queue.packets();
        host.offer(&mut queue, MTU, codepoint);
        assert_eq!((host.marks.len(), host.drops.len()), if marks { (1, 0) } else { (0, 1) });
        assert_eq!(queue.packets() - before, u64::from(marks));
    }
}

#[test]
fn full_buffer_drops_without_a_draw_and_counts_as_arrived() {
    let environment = Environment { limit: Limit::packets(2), ..environment() };
    let mut queue: Duk<Numbered> = Duk::new(&DukParams::default(), &environment, Time::ZERO);
    queue.probability = 1.0;
    let mut host = Host::merciful();
    queue.probability = 0.5;
    host.fill(&mut queue, 3);
    assert_eq!(host.drops.iter().map(|drop| drop.2).collect::<Vec<_>>(), [DropReason::Overflow]);
    assert_eq!(queue.counters.arrived, 4500);
}

#[test]
fn reason_gives_its_numbers_in_a_sentence() {
    let reason =
        Reason { probability: 0.125, utilization: 0.98, capacity: 1.25e6, interval: MS * 3 };
    assert_eq!(
        reason.to_string(),
        "DUK: this packet was drawn at a probability of 12.5 %; in the last interval the link of \
         10 Mbit/s was used to 98 %. The interval is 3 ms long."
    );
    let numbers: Vec<f64> = reason.numbers().iter().map(|number| number.value).collect();
    assert_eq!(numbers, [0.125, 0.98, 10.0, 3.0]);
}

#[test]
fn probe_reports_the_state() {
    let (queue, host, _) = overloaded(&DukParams::default());
    let probe = queue.probe(host.now);
    let [probability, utilization, capacity, interval, delay] = probe.numbers()[..] else {
        panic!("five numbers")
    };
    assert_eq!(Some(probability.value), probe.probability());
    assert_near(capacity.value, 12.0, 1e-6);
    assert!(utilization.value > 0.4 && interval.value >= 2.0 && delay.value > 0.0);
}
