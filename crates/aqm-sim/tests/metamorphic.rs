//! Properties that must not depend on units, numbering or other lanes.

use crate::common::{all_variants, bulk, cbr, disciplines, link, scenario};
use crate::reference::{Entry, Reference};
use aqm_sim::aqm::{AqmConfig, CodelParams, DropTailParams, RedParams};
use aqm_sim::cc::CcKind;
use aqm_sim::config::{
    Arrivals, BufferConfig, BulkConfig, DatagramConfig, Direction, SimulationConfig, TrafficConfig,
};
use aqm_sim::metrics::Summary;
use aqm_sim::time::{Span, Time};
use aqm_sim::units::BitRate;
use aqm_sim::world::Simulation;

/// A power of two, so halving and doubling are exact in binary fractions.
const FASTER: u64 = 2;

fn run(config: &SimulationConfig, seconds: f64) -> Simulation {
    let mut simulation = Simulation::new(config);
    simulation.run_until(Time::from_seconds(seconds));
    simulation
}

/// Open loop: no part of the run has its own time constant. With a link and sources that are twice
/// as fast, the same run takes half the time.
fn open_loop(arrivals: Arrivals, faster: u64) -> SimulationConfig {
    let source = |bps: u64, packet_bytes, start_ns| {
        TrafficConfig::Datagrams(DatagramConfig {
            flows: 2,
            muted: false,
            direction: Direction::Forward,
            rate: BitRate::from_bps(bps * faster),
            packet_bytes,
            arrivals,
            ecn: false,
            start: Time::from_nanos(start_ns / faster),
            spread: Span::ZERO,
            stop: Time::NEVER,
            spurts: None,
            meter: None,
        })
    };
    let mut config = scenario(
        AqmConfig::DropTail(DropTailParams),
        vec![source(4_000_000, 1000, 0), source(2_000_000, 500, 1_000_000)],
    );
    config.link.rate = BitRate::from_bps(10_000_000 * faster);
    config.link.buffer = BufferConfig::Packets(20);
    config.warmup = Time::ZERO;
    config
}

/// Returns every drop and mark: time, flow, packet, and whether it is a mark. The reference engine
/// records them. The digests of both engines must be equal.
fn hits(config: &SimulationConfig, seconds: f64) -> Vec<(Time, u32, u64, bool)> {
    let mut reference = Reference::new(config);
    reference.run_until(Time::from_seconds(seconds));
    assert_eq!(reference.digest(), run(config, seconds).digest());
    let hit = |&(at, entry): &(Time, Entry)| match entry {
        Entry::Dropped { flow, seq, .. } => Some((at, flow, seq, false)),
        Entry::Marked { flow, seq, .. } => Some((at, flow, seq, true)),
        _ => None,
    };
    reference.entries().iter().filter_map(hit).collect()
}

#[test]
fn constant_bit_rates_scale_exactly() {
    let (slow, fast) = [1, FASTER].map(|faster| open_loop(Arrivals::Constant, faster)).into();
    let (a, b) = (run(&slow, 4.0).summary(), run(&fast, 2.0).summary());
    assert!(a.packets.overflow > 100, "{:?}", a.packets);
    assert_eq!(a.packets, b.packets);
    // Times are in units of the run's own speed.
    let drops = |config, faster: u64| {
        let hits = hits(config, 4.0 / faster as f64).into_iter();
        hits.map(|(at, flow, seq, _)| (at.nanos() * faster, flow, seq)).collect::<Vec<_>>()
    };
    assert_eq!(drops(&slow, 1), drops(&fast, FASTER));
    let (a, b) = (a.delay.expect("packets left"), b.delay.expect("packets left"));
    assert_eq!((a.mean, a.max), (b.mean * FASTER as f64, b.max * FASTER as f64));
}

#[test]
fn poisson_arrivals_scale_to_the_rounding_of_gaps() {
    let slow = run(&open_loop(Arrivals::Poisson, 1), 40.0).summary();
    let fast = run(&open_loop(Arrivals::Poisson, FASTER), 20.0).summary();
    let (a, b) = (slow.packets, fast.packets);
    // The draws are the same, but each gap is rounded to whole nanoseconds. So an arrival and a
    // departure may change places.
    assert!(a.offered.abs_diff(b.offered) <= 4, "{a:?} {b:?}");
    assert!(a.overflow > 1000 && a.overflow.abs_diff(b.overflow) <= 20, "{a:?} {b:?}");
    let delays = (slow.delay.expect("packets left"), fast.delay.expect("packets left"));
    let ratio = delays.0.mean / delays.1.mean;
    assert!((ratio / FASTER as f64 - 1.0).abs() < 1e-3, "{ratio}");
}

/// All times are halved and all rates are doubled. TCP's constants (minimum timeouts, delayed ACKs,
/// CUBIC's milliseconds) do not scale. So drop rate and utilization are only approximately equal.
#[test]
fn reno_under_red_scales_statistically() {
    let closed = |faster: u64| {
        let group = BulkConfig {
            spread: Span::from_millis(1000 / faster),
            delayed_ack: false,
            ..bulk(8, CcKind::NewReno)
        };
        let red = AqmConfig::Red(RedParams { weight: Some(0.002), ..RedParams::default() });
        let mut config = scenario(red, vec![TrafficConfig::Bulk(group)]);
        config.link.rate = BitRate::from_bps(20_000_000 * faster);
        config.link.rtt = Span::from_millis(80 / faster);
        config.link.buffer = BufferConfig::Packets(100);
        config.warmup = Time::from_nanos(8_000_000_000 / faster);
        config
    };
    let slow = run(&closed(1), 120.0).summary();
    let fast = run(&closed(FASTER), 60.0).summary();
    let near = |name: &str, a: f64, b: f64, share: f64| {
        assert!((a / b - 1.0).abs() < share, "{name}: {a} and {b}");
    };
    near("drop rate", slow.drop_rate, fast.drop_rate, 0.15);
    near("utilization", slow.utilization, fast.utilization, 0.01);
    let mean = |summary: &Summary| summary.delay.expect("packets left").mean;
    near("mean delay", mean(&slow), mean(&fast) * FASTER as f64, 0.10);
}

fn traffic() -> Vec<TrafficConfig> {
    vec![TrafficConfig::Bulk(bulk(3, CcKind::Cubic)), TrafficConfig::Datagrams(cbr(3.0, 0.5))]
}

#[test]
fn a_flow_that_never_starts_changes_nothing() {
    for queue in all_variants() {
        let without = run(&scenario(queue, traffic()), 6.0);
        let mut more = traffic();
        let idle = BulkConfig { start: Time::from_seconds(100.0), ..bulk(4, CcKind::NewReno) };
        more.push(TrafficConfig::Bulk(idle));
        let with = run(&scenario(queue, more), 6.0);
        assert_eq!(without.digest(), with.digest(), "{queue:?}");
        assert_eq!(with.summary().flows.len(), 7, "the idle flows are in the summary");
    }
}

/// A lane depends only on its configuration: two lanes that run in turns stay equal.
#[test]
fn lanes_with_equal_settings_are_identical() {
    for queue in all_variants() {
        let config = scenario(queue, traffic());
        let mut lanes = [Simulation::new(&config), Simulation::new(&config)];
        for step in 1..=60u32 {
            for lane in &mut lanes {
                lane.run_until(Time::from_seconds(0.1 * f64::from(step)));
            }
        }
        let [a, b] = lanes;
        assert_eq!(a.digest(), b.digest(), "{queue:?}");
        assert_eq!(a.summary(), b.summary(), "{queue:?}");
    }
}

/// Two groups of one flow equal one group of two, except for their random numbers. These flows draw
/// none.
#[test]
fn one_group_of_two_equals_two_groups_of_one() {
    let fixed = |flows, start| {
        let start = Time::from_seconds(start);
        TrafficConfig::Bulk(BulkConfig {
            spread: Span::ZERO,
            stagger: Span::from_millis(1000),
            start,
            ..bulk(flows, CcKind::Cubic)
        })
    };
    for (name, queue) in disciplines() {
        let together = run(&scenario(queue, vec![fixed(2, 0.0)]), 8.0);
        let apart = run(&scenario(queue, vec![fixed(1, 0.0), fixed(1, 1.0)]), 8.0);
        assert_eq!(together.digest(), apart.digest(), "{name}");
    }
}

/// Until the first mark, the runs with and without ECN are equal.
#[test]
fn ecn_marks_the_packet_that_would_have_been_dropped_first() {
    let first = |ecn| {
        let queue = AqmConfig::Codel(CodelParams { ecn, ..CodelParams::default() });
        let group = BulkConfig { ecn, ..bulk(1, CcKind::NewReno) };
        let config = SimulationConfig {
            link: link(10.0, 40),
            ..scenario(queue, vec![TrafficConfig::Bulk(group)])
        };
        hits(&config, 5.0)[0]
    };
    let ((at, flow, seq, is_marked), marked) = (first(false), first(true));
    assert!(!is_marked);
    assert_eq!(marked, (at, flow, seq, true));
}
