//! Traffic in both directions: data and ACKs share two bottlenecks.

use crate::common::{self, all_variants, bulk, cbr, scenario};
use aqm_sim::aqm::{AqmConfig, CodelParams, DropTailParams, FqCodelParams};
use aqm_sim::cc::CcKind;
use aqm_sim::config::{
    BufferConfig, BulkConfig, Change, DatagramConfig, Direction, ReverseConfig, SimulationConfig,
    TrafficConfig,
};
use aqm_sim::metrics::{Column, Summary};
use aqm_sim::time::{Span, Time};
use aqm_sim::units::BitRate;
use aqm_sim::world::Simulation;

const DROPTAIL: AqmConfig = AqmConfig::DropTail(DropTailParams);

fn seconds(s: f64) -> Time {
    Time::from_seconds(s)
}

fn run(config: &SimulationConfig, until: f64) -> Simulation {
    let mut simulation = Simulation::new(config);
    simulation.run_until(seconds(until));
    simulation
}

fn upload(flows: u32) -> TrafficConfig {
    TrafficConfig::Bulk(BulkConfig { direction: Direction::Reverse, ..bulk(flows, CcKind::Cubic) })
}

fn download(flows: u32) -> TrafficConfig {
    TrafficConfig::Bulk(bulk(flows, CcKind::Cubic))
}

fn reverse(mbps: f64, packets: u64, queue: Option<AqmConfig>) -> Option<ReverseConfig> {
    Some(ReverseConfig {
        rate: BitRate::from_mbps(mbps),
        buffer: BufferConfig::Packets(packets),
        queue,
    })
}

/// 10 Mbit/s down, 1 Mbit/s up, 40 ms, and buffers of 100 packets.
fn dsl(queue: AqmConfig, traffic: Vec<TrafficConfig>) -> SimulationConfig {
    let mut config = scenario(queue, traffic);
    config.link = common::link(10.0, 40);
    config.link.buffer = BufferConfig::Packets(100);
    config.link.reverse = reverse(1.0, 100, None);
    config
}

fn back(summary: &Summary) -> &Summary {
    summary.reverse.as_ref().expect("there is a reverse bottleneck")
}

fn goodput(summary: &Summary, group: usize) -> f64 {
    let flows = summary.flows.iter().filter(|flow| flow.group == group);
    flows.map(|flow| flow.goodput_mbps).sum()
}

#[test]
fn acks_are_packets_of_the_reverse_queue() {
    let config = dsl(DROPTAIL, vec![download(1)]);
    let summary = run(&config, 40.0).summary();
    assert!(summary.utilization > 0.95, "{}", summary.utilization);
    let segments = summary.packets.sent as f64;
    let acks = back(&summary).packets.sent as f64;
    // One ACK of 52 bytes for two segments, more while segments are lost.
    assert!((0.5..0.7).contains(&(acks / segments)), "{acks} ACKs of {segments} segments");
    let expected = acks * 52.0 * 8.0 / summary.seconds / 1e6;
    let utilization = back(&summary).utilization;
    assert!((1.0..1.2).contains(&(utilization / expected)), "{utilization} but {expected}");
}

#[test]
fn without_reverse_groups_a_fast_way_back_changes_little() {
    let mut config = dsl(DROPTAIL, vec![download(2)]);
    config.link.reverse = None;
    let plain = run(&config, 60.0).summary();
    config.link.reverse = reverse(1000.0, 1000, None);
    let fast = run(&config, 60.0).summary();
    assert!(plain.reverse.is_none());
    let delay = |summary: &Summary| summary.delay.expect("packets were sent").mean;
    assert!((delay(&fast) / delay(&plain) - 1.0).abs() < 0.05);
    assert!((fast.utilization - plain.utilization).abs() < 0.01);
    assert!(back(&fast).delay.expect("ACKs were sent").max < 1.0);
}

/// Two connections with fixed windows and no losses, as in Zhang, Shenker and Clark (1991, section
/// 4.3). In one direction the ACKs pace the data, and the queue stays constant. In both directions
/// the ACKs wait behind data and leave the queue in clusters, so the queue rises and falls.
#[test]
fn two_way_traffic_compresses_acks() {
    let fixed = |direction| {
        TrafficConfig::Bulk(BulkConfig {
            direction,
            receive_window: 30,
            delayed_ack: false,
            ..bulk(1, CcKind::NewReno)
        })
    };
    let spread = |traffic| {
        let mut config = dsl(DROPTAIL, traffic);
        config.link.reverse = reverse(10.0, 100, None);
        let simulation = run(&config, 20.0);
        assert_eq!(simulation.summary().packets.dropped(), 0);
        let rows = &simulation.series().rows()[1000..];
        let queue = rows.iter().map(|row| row[Column::QueuePackets]);
        queue.clone().fold(0.0, f32::max) - queue.fold(f32::MAX, f32::min)
    };
    let one_way = spread(vec![fixed(Direction::Forward)]);
    let two_way = spread(vec![fixed(Direction::Forward), fixed(Direction::Reverse)]);
    assert!(one_way < 1.0, "the queue varies by {one_way} packets in one direction");
    assert!(two_way > 10.0, "the queue varies by {two_way} packets in both directions");
}

/// The ACKs of a download wait behind the data of an upload, unless they have a queue of their own.
#[test]
fn an_upload_hurts_a_download() {
    let down = |queue, uploads| {
        let mut config = dsl(DROPTAIL, vec![download(1), upload(uploads)]);
        config.link.reverse = reverse(1.0, 100, Some(queue));
        let summary = run(&config, 100.0).summary();
        assert_eq!(goodput(&summary, 1) > 0.5, uploads > 0, "{:?}", summary.flows);
        goodput(&summary, 0)
    };
    let fq = AqmConfig::FqCodel(FqCodelParams::default());
    let alone = down(DROPTAIL, 0);
    assert!(alone > 9.0, "{alone} Mbit/s alone");
    let (behind, fair) = (down(DROPTAIL, 2), down(fq, 2));
    assert!(behind < 0.8 * alone, "{behind} Mbit/s beside uploads, {alone} alone");
    assert!(fair > 0.9 * alone, "{fair} Mbit/s with a fair queue, {alone} alone");
}

#[test]
fn packets_are_conserved_in_both_directions() {
    for queue in all_variants() {
        let flood = DatagramConfig { direction: Direction::Reverse, ..cbr(1.5, 0.0) };
        let traffic = vec![download(3), upload(2), TrafficConfig::Datagrams(flood)];
        let config = SimulationConfig { warmup: Time::ZERO, ..dsl(queue, traffic) };
        let simulation = run(&config, 6.0);
        let summary = simulation.summary();
        let packets = summary.packets;
        let (queued, _) = simulation.backlog();
        assert_eq!(packets.offered, packets.sent + packets.dropped() + queued, "{queue:?}");
        let packets = back(&summary).packets;
        let left = packets.sent + packets.dropped();
        // ACKs are smaller than a full packet, so a buffer in bytes holds more of them.
        assert!((left..=left + 1000).contains(&packets.offered), "{queue:?}: {packets:?}");
        assert!(packets.dropped() > 0, "{queue:?}: a flood and no drops");
        assert!(back(&summary).utilization <= 1.0 + 1e-9, "{queue:?}");
    }
}

#[test]
fn the_reverse_queue_follows_the_lane_unless_it_has_its_own() {
    let delay = |queue: Option<AqmConfig>, change: Option<Change>| {
        let mut config = dsl(DROPTAIL, vec![upload(3)]);
        config.link.reverse = reverse(1.0, 100, queue);
        config.changes = change.into_iter().map(|change| (seconds(1.0), change)).collect();
        back(&run(&config, 40.0).summary()).delay.expect("packets were sent").p50
    };
    let codel = AqmConfig::Codel(CodelParams::default());
    let full = delay(None, None);
    assert!(full > 500.0, "drop-tail holds 100 packets of 12 ms: {full} ms");
    assert!(delay(None, Some(Change::Queue(codel))) < 100.0);
    assert!(delay(Some(DROPTAIL), Some(Change::Queue(codel))) > 500.0);
    let ReverseConfig { rate, buffer, .. } = reverse(1.0, 10, None).expect("one");
    let small = delay(None, Some(Change::Reverse(ReverseConfig { rate, buffer, queue: None })));
    assert!(small < 125.0, "{small} ms");
}

fn mixed(queue: AqmConfig) -> SimulationConfig {
    let burst = DatagramConfig { direction: Direction::Reverse, ..cbr(0.3, 1.0) };
    let traffic = vec![download(2), upload(2), TrafficConfig::Datagrams(burst)];
    let mut config = dsl(queue, traffic);
    config.link.noise.loss = 0.002;
    config.warmup = seconds(3.3);
    config
}

#[test]
fn slices_and_effort_limits_do_not_change_the_run() {
    for queue in [DROPTAIL, AqmConfig::Codel(CodelParams::default())] {
        let whole = run(&mixed(queue), 12.0);
        let mut sliced = Simulation::new(&mixed(queue));
        let mut until = Time::ZERO;
        while sliced.now() < seconds(12.0) {
            if sliced.now() >= until {
                until = (until + Span::from_micros(13_337)).min(seconds(12.0));
            }
            sliced.run(until, 7);
        }
        assert_eq!(whole.digest(), sliced.digest());
        assert_eq!(whole.summary(), sliced.summary());
    }
}

#[test]
fn a_restored_run_equals_a_run_without_a_break() {
    let straight = run(&mixed(DROPTAIL), 12.0);
    let mut simulation = Simulation::new(&mixed(DROPTAIL));
    simulation.run_until(seconds(5.003));
    let snapshot = simulation.snapshot();
    let other = reverse(0.5, 20, Some(AqmConfig::Codel(CodelParams::default())));
    simulation.schedule(seconds(5.5), Change::Reverse(other.expect("one")));
    simulation.schedule(seconds(6.0), Change::Flows { group: 1, flows: 5 });
    simulation.run_until(seconds(9.0));
    simulation.restore(&snapshot);
    simulation.run_until(seconds(12.0));
    assert_eq!(simulation.digest(), straight.digest());
    assert_eq!(simulation.summary(), straight.summary());
    let window = |run: &Simulation| run.window(seconds(4.0), seconds(11.0));
    assert_eq!(window(&simulation), window(&straight));
    let series = |run: &Simulation| format!("{:?}", run.reverse_series());
    assert_eq!(series(&simulation), series(&straight));
}

#[test]
fn the_reverse_bottleneck_has_a_time_series_of_its_own() {
    let simulation = run(&mixed(DROPTAIL), 12.0);
    let series = simulation.reverse_series().expect("there is a reverse bottleneck");
    assert_eq!(series.len(), simulation.series().len());
    let summary = simulation.window(seconds(0.0), seconds(12.0));
    let sum = |column| series.column(column).map(f64::from).sum::<f64>();
    let packets = back(&summary).packets;
    assert!(packets.sent > 500 && packets.dropped() > 0, "{packets:?}");
    assert_eq!(sum(Column::Sent), packets.sent as f64);
    assert_eq!(sum(Column::EarlyDrops) + sum(Column::OverflowDrops), packets.dropped() as f64);
    let utilization = sum(Column::SentBits) / sum(Column::CapacityBits);
    assert!((utilization - back(&summary).utilization).abs() < 1e-6, "{utilization}");
    let mean = sum(Column::QueuePackets) / series.len() as f64;
    assert!((mean - back(&summary).queue_packets_mean).abs() < 1e-4, "{mean}");
    let lean = Simulation::new(&mixed(DROPTAIL)).without_series();
    assert!(lean.reverse_series().is_some_and(|series| series.is_empty()));
    let plain = scenario(DROPTAIL, vec![download(1)]);
    assert!(Simulation::new(&plain).reverse_series().is_none());
}

#[test]
fn packets_allocate_nothing() {
    let mut config = dsl(DROPTAIL, vec![download(3), upload(3)]);
    config.link.rate = BitRate::from_mbps(100.0);
    config.link.reverse = reverse(50.0, 200, None);
    let mut simulation = run(&config, 30.0);
    let packets = |simulation: &Simulation| {
        let summary = simulation.summary();
        summary.packets.sent + back(&summary).packets.sent
    };
    let before = packets(&simulation);
    let counted = allocation_counter::measure(|| simulation.run_until(seconds(40.0)));
    let packets = packets(&simulation) - before;
    assert!(packets > 100_000, "{packets} packets");
    // Per simulated second: a row of goodputs, and four windows of delays in each direction.
    assert!(counted.count_total <= 200, "{} for {packets} packets", counted.count_total);
}
