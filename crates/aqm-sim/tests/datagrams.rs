//! Datagram sources that start and stop.

use crate::common::{cbr, scenario};
use aqm_sim::aqm::{AqmConfig, DropTailParams};
use aqm_sim::config::{
    Arrivals, BufferConfig, Change, DatagramConfig, MAX_BUFFER_PACKETS, SimulationConfig,
    TrafficConfig,
};
use aqm_sim::time::{Span, Time};
use aqm_sim::units::BitRate;
use aqm_sim::world::Simulation;

/// Returns `flows` sources that are switched off and on `times` times, every 10 ms.
fn toggled(flows: u32, times: u64) -> SimulationConfig {
    let group = DatagramConfig { flows, ..cbr(0.4, 0.0) };
    let config =
        scenario(AqmConfig::DropTail(DropTailParams), vec![TrafficConfig::Datagrams(group)]);
    let changes = (1..=2 * times).map(|step| {
        let flows = if step % 2 == 1 { 0 } else { flows };
        (Time::ZERO + Span::from_millis(5) * step, Change::Flows { group: 0, flows })
    });
    SimulationConfig { changes: changes.collect(), warmup: Time::ZERO, ..config }
}

#[test]
fn stopped_sources_free_their_memory() {
    let bytes_after = |times: u64| {
        let mut simulation = Simulation::new(&toggled(50, times));
        simulation.run_until(Time::ZERO + Span::from_millis(10) * times + Span::from_millis(1));
        let before = simulation.summary().packets.offered;
        simulation.run_until(simulation.now() + Span::from_seconds(1.0));
        // All 50 sources run again: 0.4 Mbit/s each, or 50 packets of 1000 bytes per second.
        let offered = simulation.summary().packets.offered - before;
        assert_eq!(offered, 50 * 50, "after {times}");
        simulation.snapshot_bytes()
    };
    let (few, many) = (bytes_after(2), bytes_after(400));
    assert!(many < few + 10_000, "{few} bytes, then {many}");
}

/// Packets of a stopped source are still queued when a new source takes its slot.
#[test]
fn packets_of_a_stopped_source_leave_the_queue_normally() {
    let group = DatagramConfig { flows: 3, ..cbr(20.0, 0.0) };
    let mut config =
        scenario(AqmConfig::DropTail(DropTailParams), vec![TrafficConfig::Datagrams(group)]);
    config.warmup = Time::ZERO;
    let at = |ms: u64| Time::ZERO + Span::from_millis(ms);
    config.changes = vec![
        (at(20), Change::Flows { group: 0, flows: 0 }),
        (at(21), Change::Flows { group: 0, flows: 3 }),
        (at(40), Change::Flows { group: 0, flows: 1 }),
        (at(40), Change::Flows { group: 0, flows: 3 }),
        (at(60), Change::Flows { group: 0, flows: 0 }),
    ];
    let mut simulation = Simulation::new(&config);
    simulation.run_until(at(21));
    assert!(simulation.backlog().0 > 50, "{:?}", simulation.backlog());
    simulation.run_until(at(1000));
    let packets = simulation.summary().packets;
    assert_eq!(packets.offered, packets.sent + packets.dropped());
    assert!(packets.sent > 200, "{packets:?}");
    assert_eq!(simulation.backlog(), (0, 0));
}

/// 1.5 GB hold 37 million packets of 40 bytes, too many for a browser tab.
#[test]
fn a_buffer_in_bytes_has_a_limit_in_packets() {
    let group = DatagramConfig { packet_bytes: 40, ..cbr(640.0, 0.0) };
    let mut config =
        scenario(AqmConfig::DropTail(DropTailParams), vec![TrafficConfig::Datagrams(group)]);
    let huge = BufferConfig::Bytes(1_500_000_000);
    let backlog = |config: &SimulationConfig| {
        let mut simulation = Simulation::new(config);
        simulation.run_until(Time::from_seconds(0.8));
        simulation.backlog()
    };
    config.link.rate = BitRate::from_mbps(0.1);
    // The limit also applies to a buffer set by a change.
    config.changes = vec![(Time::from_seconds(0.1), Change::Buffer(huge))];
    let changed = backlog(&config);
    config.link.buffer = huge;
    config.changes.clear();
    let full = (MAX_BUFFER_PACKETS, 40 * MAX_BUFFER_PACKETS);
    assert_eq!((changed, backlog(&config)), (full, full));
}

/// A bucket covers its bytes once. After that the link sends at its rate.
#[test]
fn a_token_bucket_adds_its_bytes_to_what_the_link_sends() {
    let mut config = scenario(
        AqmConfig::DropTail(DropTailParams),
        vec![TrafficConfig::Datagrams(cbr(50.0, 0.0))],
    );
    config.link.token_bucket = 100_000;
    let mut simulation = Simulation::new(&config);
    simulation.run_until(Time::from_seconds(4.0));
    let utilization =
        |from, to| simulation.window(Time::from_seconds(from), Time::from_seconds(to)).utilization;
    // 800 kbit in a second of 25 Mbit. The sources need 32 ms to use them up.
    assert!((utilization(0.0, 1.0) - 1.032).abs() < 1e-9, "{}", utilization(0.0, 1.0));
    assert!((utilization(1.0, 4.0) - 1.0).abs() < 1e-9);
    // Half a second without packets fills the bucket again, but only to its size of then.
    config.changes = vec![
        (Time::from_seconds(0.5), Change::TokenBucket(40_000)),
        (Time::from_seconds(1.0), Change::Muted { group: 0, muted: true }),
        (Time::from_seconds(1.5), Change::Muted { group: 0, muted: false }),
    ];
    config.link.buffer = BufferConfig::Packets(1);
    let mut simulation = Simulation::new(&config);
    simulation.run_until(Time::from_seconds(4.0));
    let sent = simulation.window(Time::from_seconds(1.5), Time::from_seconds(2.0)).utilization;
    assert!((sent - (1.0 + 0.32 / 12.5)).abs() < 1e-4, "{sent}");
}

/// A packet leaves the queue when the one 13 places ahead of it has been served at the rate of the link, whether the 12 packets
/// between them wait in a device or were covered by tokens.
#[test]
fn queues_above_a_token_bucket_and_above_a_device_queue_have_the_same_delay() {
    let poisson = DatagramConfig { arrivals: Arrivals::Poisson, ..cbr(22.0, 0.0) };
    let mut config =
        scenario(AqmConfig::DropTail(DropTailParams), vec![TrafficConfig::Datagrams(poisson)]);
    let run = |config: &SimulationConfig| {
        let mut simulation = Simulation::new(config);
        simulation.run_until(Time::from_seconds(20.0));
        simulation.summary()
    };
    let delay = |config: &SimulationConfig| run(config).delay.expect("packets left").mean;
    let bare = delay(&config);
    config.link.device_queue = 12;
    let above_device = delay(&config);
    config.link.device_queue = 0;
    config.link.token_bucket = 12_000;
    let above_bucket = delay(&config);
    assert!(bare > 2.0 * above_bucket, "{bare} {above_bucket}");
    assert!((above_bucket / above_device - 1.0).abs() < 1e-4, "{above_bucket} {above_device}");
    assert_eq!(run(&config).device_delay, None);
}

/// A device of 12 packets holds them for 12 transmission times while the link is saturated.
#[test]
fn packets_wait_in_the_device_queue_for_the_packets_ahead() {
    let mut config = scenario(
        AqmConfig::DropTail(DropTailParams),
        vec![TrafficConfig::Datagrams(cbr(50.0, 0.0))],
    );
    config.warmup = Time::from_seconds(1.0);
    let device_delay = |config: &SimulationConfig| {
        let mut simulation = Simulation::new(config);
        simulation.run_until(Time::from_seconds(4.0));
        simulation.summary().device_delay
    };
    assert_eq!(device_delay(&config), None);
    config.link.device_queue = 12;
    // A packet of 1000 bytes takes 0.32 ms at 25 Mbit/s.
    let delay = device_delay(&config).expect("packets left");
    assert!((delay.mean - 3.84).abs() < 1e-9 && (delay.max - 3.84).abs() < 1e-9, "{delay:?}");
    // Without the device queue, its packets still leave it, and later ones do not wait in it.
    config.changes = vec![(Time::from_seconds(2.0), Change::DeviceQueue(0))];
    let mut simulation = Simulation::new(&config);
    simulation.run_until(Time::from_seconds(4.0));
    assert_eq!(simulation.summary().utilization, 1.0);
    let window =
        |from, to| simulation.window(Time::from_seconds(from), Time::from_seconds(to)).device_delay;
    assert!((window(2.0, 3.0).expect("12 packets").mean - 3.84).abs() < 1e-9);
    assert_eq!(window(3.0, 4.0), None);
}
