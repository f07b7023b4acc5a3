use super::{Avq, Probe, Setup, State};
use crate::aqm::tests::*;
use crate::math;

/// 12 Mbit/s are 1.5 MB/s; the buffer holds ten packets.
fn env() -> Environment {
    Environment { limit: Limit::packets(10), ..environment() }
}

fn setup() -> Setup {
    Setup::new(&AvqParams::default(), &env())
}

#[test]
fn virtual_queue_and_capacity_follow_the_papers_token_bucket() {
    let (setup, start) = (setup(), State { capacity: 1.2e6, backlog: 9_000.0, last: Time::ZERO });
    let mut state = start;
    state.advance(&setup, Time::from_seconds(0.005));
    // 9000 - 1.2e6 * 5 ms, and 1.2e6 + 0.15 * 0.98 * 1.5e6 * 5 ms.
    assert_near(state.backlog, 3_000.0, 1e-6);
    assert_near(state.capacity, 1.2e6 + 1_102.5, 1e-6);
    // 0.15 * 1500 bytes.
    state.admit(&setup, 1500.0);
    assert_near(state.capacity, 1.2e6 + 1_102.5 - 225.0, 1e-6);
    // Not below zero, and not above the link's capacity.
    state.advance(&setup, Time::from_seconds(100.0));
    assert_eq!((state.backlog, state.capacity), (0.0, 1.5e6));
    state.capacity = 100.0;
    state.admit(&setup, 1500.0);
    assert_eq!(state.capacity, 0.0);
}

/// dc/dt = alpha (gamma C - arrival rate): it stands still at an arrival rate of gamma C.
#[test]
fn the_capacity_rests_where_the_arrival_rate_is_gamma_times_the_links() {
    let setup = setup();
    for (load, expected) in [(0.98, 0.0), (0.9, 0.15 * 0.08 * 1.5e6), (1.1, -0.15 * 0.12 * 1.5e6)] {
        let mut state = State { capacity: 1e6, backlog: 0.0, last: Time::ZERO };
        // One second of packets.
        let gap = 1500.0 / (load * 1.5e6);
        let count = (1.0 / gap) as u64;
        for packet in 1..=count {
            state.advance(&setup, Time::from_seconds(packet as f64 * gap));
            state.admit(&setup, 1500.0);
        }
        assert_near(state.capacity - 1e6, expected, 300.0);
    }
}

#[test]
fn a_packet_that_overflows_the_virtual_queue_is_hit() {
    let params = AvqParams { buffer: Amount::Packets(3.0), ..AvqParams::default() };
    let mut queue = Avq::new(&params.with_ecn(true), &env(), Time::ZERO);
    let mut host = Host::new();
    host.fill(&mut queue, 3);
    host.offer(&mut queue, MTU, Ecn::Ect0);
    host.offer(&mut queue, MTU, Ecn::NotEct);
    // A smaller packet does not fit either: the virtual queue is full.
    host.offer(&mut queue, 40, Ecn::NotEct);
    let hit = |id: u64| id >= 3;
    assert!(host.marks.iter().all(|(_, packet, _)| packet.id == 3) && host.marks.len() == 1);
    assert!(host.drops.iter().all(|(_, packet, _)| hit(packet.id)) && host.drops.len() == 2);
    assert_eq!(queue.packets(), 4);
    // What was hit is not in the virtual queue.
    assert_eq!(queue.state().backlog, 4_500.0);
    // The virtual queue drains although the real one does not: a packet takes a little over 1 ms.
    host.wait(&mut queue, Span::from_millis(2));
    host.fill(&mut queue, 1);
    assert_eq!(queue.packets(), 5);
    assert_eq!(
        host.drops[0].2.to_string(),
        "AVQ: this packet did not fit into the virtual queue of 4500 bytes, which drains at 11.99 Mbit/s \
         (99.94 % of the link)."
    );
}

#[test]
fn the_virtual_buffer_is_as_large_as_the_real_one_by_default() {
    assert_eq!(setup().buffer, 15_000.0);
    let bytes = Environment { limit: Limit::bytes(7_000), ..environment() };
    assert_eq!(Setup::new(&AvqParams::default(), &bytes).buffer, 7_000.0);
}

/// With drops counted as arrivals, the capacity would fall to zero and nothing would pass.
#[test]
fn traffic_that_ignores_drops_gets_the_desired_utilization() {
    let mut queue = Avq::new(&AvqParams::default(), &env(), Time::ZERO);
    let mut host = Host::new();
    let mut departed = 0;
    // Two arrivals and one departure in each millisecond; the first 10 s do not count.
    for round in 0..40_000 {
        host.fill(&mut queue, 2);
        departed += u64::from(queue.dequeue(&mut host).is_some() && round >= 10_000);
        host.wait(&mut queue, Span::from_millis(1));
    }
    assert_near(departed as f64 / 30_000.0, 0.98, 0.002);
}

#[test]
fn the_virtual_capacity_keeps_its_share_when_the_rate_changes() {
    let mut queue = Avq::<Numbered>::new(&AvqParams::default(), &env(), Time::ZERO);
    queue.state.capacity = 1.2e6;
    let faster = Environment { rate: BitRate::from_mbps(24.0), ..env() };
    queue.retune(&AvqParams::default(), &faster, Time::ZERO);
    let AnyProbe::Avq(Probe { capacity, share, .. }) = queue.probe(Time::ZERO) else {
        panic!("another probe")
    };
    assert_near(capacity, 2.4e6, 1e-3);
    assert_near(share, 0.8, 1e-9);
}

/// The fluid model around its rest point: s^2 + k1 s + e^(-s d) (k2 s + alpha k3) = 0.
#[derive(Clone, Copy)]
struct Loop {
    k1: f64,
    k2: f64,
    k3: f64,
    rtt: f64,
}

impl Loop {
    /// N Reno flows: dx/dt = 1/d^2 - b x(t) x(t-d) p(t-d) with b = 2/3, dc/dt = alpha (gamma C - y) and y = N x.
    /// The share of hits p depends on y/c. `elasticity` is (y/p) dp/dy at rest.
    fn new(flows: f64, rtt: f64, gamma: f64, capacity: f64, elasticity: f64) -> Self {
        let x = gamma * capacity / flows;
        // At rest, p = 1 / (b (x d)^2).
        let hit = 1.0 / (x * rtt * rtt);
        Loop { k1: hit, k2: hit * (1.0 + elasticity), k3: hit * elasticity, rtt }
    }

    /// The largest stable alpha (Kunniyur and Srikant 2001, theorem 1): at the frequency w where the loop's
    /// gain is 1, w d + atan(w / k1) - atan(k2 w / (alpha k3)) is pi/2. `None`: no alpha is stable.
    fn largest_alpha(&self) -> Option<f64> {
        let Loop { k1, k2, k3, rtt } = *self;
        let margin = |alpha: f64| {
            let half = (k2 * k2 - k1 * k1) / 2.0;
            let w = (half + (half * half + alpha * alpha * k3 * k3).sqrt()).sqrt();
            let lag = w * rtt + math::atan(w / k1) - math::atan(k2 * w / (alpha * k3));
            std::f64::consts::FRAC_PI_2 - lag
        };
        let (mut low, mut high) = (1e-9, 1e3);
        if margin(low) < 0.0 {
            return None;
        }
        for _ in 0..200 {
            let middle = (low + high) / 2.0;
            if margin(middle) > 0.0 { low = middle } else { high = middle }
        }
        Some(low)
    }

    /// Whether a disturbance of the linear delay-differential equations dies out, by small steps.
    fn settles(&self, alpha: f64) -> bool {
        let steps = 400;
        let dt = self.rtt / f64::from(steps);
        let mut past = vec![(1.0, 0.0); steps as usize];
        let (mut y, mut c, mut early, mut late) = (1.0, 0.0, 0.0_f64, 0.0_f64);
        let rounds = 300_000;
        for round in 0..rounds {
            let slot = round % past.len();
            let (old_y, old_c) = past[slot];
            past[slot] = (y, c);
            let dy = -self.k1 * y - self.k2 * old_y + self.k3 * old_c;
            y += dt * dy;
            c -= dt * alpha * y;
            let size = y.abs();
            if round < rounds / 3 {
                early = early.max(size)
            } else if round > rounds * 2 / 3 {
                late = late.max(size)
            }
        }
        late < early
    }
}

#[test]
fn alpha_is_stable_below_the_bound_of_the_theorem_and_unstable_above() {
    for network in [
        Loop::new(20.0, 0.1, 0.98, 1250.0, 3.0),
        Loop::new(50.0, 0.05, 0.9, 1250.0, 1.0),
        Loop::new(10.0, 0.2, 0.98, 1250.0, 10.0),
    ] {
        let bound = network.largest_alpha().expect("some alpha is stable");
        assert!(network.settles(0.95 * bound) && !network.settles(1.05 * bound), "{bound}");
    }
}

/// For a given alpha, the same equation bounds the desired utilization.
#[test]
fn the_bound_depends_on_utilization_round_trip_and_flows() {
    let bound = |flows, rtt, gamma| Loop::new(flows, rtt, gamma, 1250.0, 3.0).largest_alpha();
    let middle = bound(20.0, 0.1, 0.98).expect("some alpha is stable");
    assert!(bound(20.0, 0.2, 0.98).expect("some alpha is stable") < middle);
    assert!(bound(40.0, 0.1, 0.98).expect("some alpha is stable") < middle);
    // With 40 flows, alpha = 2 is stable for gamma = 0.98 but not for 0.7, where the windows are smaller.
    let stable = |gamma| bound(40.0, 0.1, gamma).is_some_and(|bound| 2.0 < bound);
    assert!(stable(0.98) && !stable(0.7));
    // With windows of a few packets no alpha is stable.
    assert_eq!(bound(40.0, 0.1, 0.5), None);
}
