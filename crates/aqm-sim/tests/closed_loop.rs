//! TCP with queue disciplines, compared with laws and published results.

use crate::common::{bulk, cbr, disciplines, link, scenario};
use aqm_sim::aqm::{AqmConfig, CodelParams, DropTailParams, PieParams, PieVariant};
use aqm_sim::cc::CcKind;
use aqm_sim::config::{
    BufferConfig, BulkConfig, Change, DatagramConfig, LinkConfig, SimulationConfig, TrafficConfig,
};
use aqm_sim::metrics::Summary;
use aqm_sim::tcp::Phase;
use aqm_sim::time::{Span, Time};
use aqm_sim::world::{FlowProbe, Simulation};

fn run(config: &SimulationConfig, end_s: f64) -> Summary {
    let mut simulation = Simulation::new(config);
    simulation.run_until(Time::from_seconds(end_s));
    simulation.summary()
}

fn pie(target_ms: u64) -> AqmConfig {
    let target = Span::from_millis(target_ms);
    AqmConfig::Pie(PieParams { target, ..PieParams::new(PieVariant::Rfc8033) })
}

/// Reno's law (Mathis, Semke, Mahdavi, Ott 1997): window = sqrt(3/2) / sqrt(p) segments if every
/// segment is acknowledged. PIE drops at random, so all flows have the same `p`.
#[test]
fn the_window_of_reno_is_proportional_to_one_over_sqrt_p() {
    let points: Vec<(f64, f64)> = [2, 4, 8, 16]
        .into_iter()
        .map(|flows| {
            let group = BulkConfig { delayed_ack: false, ..bulk(flows, CcKind::NewReno) };
            let mut config = scenario(pie(15), vec![TrafficConfig::Bulk(group)]);
            config.link = LinkConfig { buffer: BufferConfig::Packets(10_000), ..link(40.0, 80) };
            let summary = run(&config, 130.0);
            let rtt = 0.080 + summary.delay.expect("packets left").mean / 1e3;
            let packets_per_s = summary.packets.sent as f64 / summary.seconds / f64::from(flows);
            (summary.drop_rate, packets_per_s * rtt)
        })
        .collect();
    for &(p, window) in &points {
        let constant = window * p.sqrt();
        assert!((1.0..1.45).contains(&constant), "window * sqrt(p) = {constant:.3} at p = {p:.5}");
    }
    let (first, last) = (points[0], points[points.len() - 1]);
    // The crate's own logarithm, because the lints forbid `f64::ln`.
    let slope = aqm_sim::math::ln(last.1 / first.1) / aqm_sim::math::ln(last.0 / first.0);
    assert!((slope + 0.5).abs() < 0.08, "window ~ p^{slope:.3}");
}

/// A deep buffer fills, and an AQM keeps it short. In both cases the link stays busy.
#[test]
fn every_aqm_keeps_the_delay_of_a_deep_buffer_low() {
    for (name, queue) in disciplines() {
        let controls_delay = queue.controls_delay();
        let mut config = scenario(queue, vec![TrafficConfig::Bulk(bulk(5, CcKind::Cubic))]);
        config.link.buffer = BufferConfig::Bdp { factor: 8.0, min_packets: 10 };
        let summary = run(&config, 60.0);
        let delay = summary.delay.expect("packets left").mean;
        if name == "droptail" {
            assert!(delay > 200.0, "{name}: mean delay {delay:.1} ms");
        }
        if !controls_delay {
            continue;
        }
        // The largest default target, PI2's, is 20 ms.
        assert!(delay < 25.0, "{name}: mean delay {delay:.1} ms; expected less than 25 ms");
        // RED with its 1993 thresholds of 5 and 15 packets has the lowest utilization.
        let utilization = summary.utilization;
        assert!(utilization > 0.85, "{name}: utilization {utilization}; expected more than 0.85");
        assert!(summary.jain.expect("five flows ran") > 0.5, "{name}: {:?}", summary.jain);
    }
}

/// Marks replace drops if all packets are ECN-capable (RFC 3168).
#[test]
fn with_ecn_the_algorithm_drops_no_packet() {
    let marking = [
        AqmConfig::Codel(CodelParams { ecn: true, ..CodelParams::default() }),
        AqmConfig::Pie(PieParams { ecn: true, ..PieParams::default() }),
    ];
    for queue in marking {
        let group = BulkConfig { ecn: true, ..bulk(4, CcKind::Cubic) };
        let summary = run(&scenario(queue, vec![TrafficConfig::Bulk(group)]), 40.0);
        assert!(summary.packets.marked > 50, "{queue:?}: {:?}", summary.packets);
        // SYNs are not ECN-capable, but none of the four is dropped.
        assert_eq!(summary.packets.early, 0, "{queue:?}");
        assert!(summary.utilization > 0.9, "{queue:?}: utilization {}", summary.utilization);
    }
}

/// A flow with ten times the RTT gets a smaller share, but does not starve.
#[test]
fn long_rtt_flows_get_less() {
    let long = BulkConfig { rtt: Some(Span::from_millis(200)), ..bulk(1, CcKind::NewReno) };
    let short = BulkConfig { rtt: Some(Span::from_millis(20)), ..bulk(1, CcKind::NewReno) };
    let traffic = vec![TrafficConfig::Bulk(short), TrafficConfig::Bulk(long)];
    let summary = run(&scenario(pie(15), traffic), 120.0);
    let (short, long) = (summary.flows[0].goodput_mbps, summary.flows[1].goodput_mbps);
    assert!(short > 2.0 * long && long > 0.3, "short {short:.2}, long {long:.2} Mbit/s");
}

/// A return path that is too slow for the ACKs slows down the forward path.
#[test]
fn a_slow_return_path_limits_goodput() {
    let traffic = || vec![TrafficConfig::Bulk(bulk(1, CcKind::Cubic))];
    let free = run(&scenario(pie(15), traffic()), 30.0);
    let mut config = scenario(pie(15), traffic());
    config.link.ack_rate = Some(aqm_sim::units::BitRate::from_bps(8_000));
    config.link.ack_buffer = 20;
    let narrow = run(&config, 30.0);
    assert!(free.utilization > 0.8, "{}", free.utilization);
    assert!(narrow.utilization < 0.8 * free.utilization, "{}", narrow.utilization);
}

/// A new connection in a used slot finds the old timer event. It must not start at that event.
#[test]
fn a_flow_in_a_reused_slot_starts_at_its_own_time() {
    let spread = Span::from_millis(20_000);
    let flow = BulkConfig { spread, ..bulk(1, CcKind::Cubic) };
    let config =
        scenario(AqmConfig::Codel(CodelParams::default()), vec![TrafficConfig::Bulk(flow)]);
    let flows = |flows| Change::Flows { group: 0, flows };
    for tenths in 0..20 {
        let stop = Time::from_seconds(25.0 + 0.01 * f64::from(tenths));
        let again = stop + Span::from_millis(75);
        let mut simulation = Simulation::new(&config);
        simulation.schedule(stop, flows(0));
        simulation.schedule(again, flows(1));
        simulation.run_until(again);
        let before = simulation.summary().packets.offered;
        simulation.run_until(again + Span::from_millis(400));
        let opened = simulation.flow_probes().count();
        assert_eq!(
            simulation.summary().packets.offered > before,
            opened > 0,
            "stopped at {stop:?}"
        );
        assert_eq!(opened, 0, "with this seed it starts later");
    }
}

/// A sudden increase of the RTT causes a spurious timeout in every flow. Linux detects it, and does
/// not take an ACK of the original for one of the retransmission (RFC 8985, section 6.2, step 2).
#[test]
fn a_longer_path_shows_no_reordering_and_no_extra_recoveries() {
    let traffic = vec![TrafficConfig::Bulk(bulk(5, CcKind::Cubic))];
    let mut config = scenario(AqmConfig::DropTail(DropTailParams), traffic);
    config.link = LinkConfig { buffer: BufferConfig::Packets(100), ..link(25.0, 40) };
    let (step, end) = (Time::from_seconds(20.0), Time::from_seconds(24.0));
    config.changes = vec![(step, Change::Rtt(Span::from_millis(600)))];
    for seed in 1..=4 {
        let mut simulation = Simulation::new(&SimulationConfig { seed, ..config.clone() });
        simulation.run_until(step);
        let timeouts = |simulation: &Simulation| -> u64 {
            simulation.flow_probes().map(|probe| probe.sender.timeouts).sum()
        };
        let before = timeouts(&simulation);
        let mut recovered = [false; 5];
        while simulation.now() < end {
            simulation.run_until(simulation.now() + Span::from_millis(50));
            for probe in simulation.flow_probes() {
                recovered[probe.id as usize] |= probe.sender.phase == Phase::Recovery;
                assert_eq!(probe.sender.reorderings, 0, "seed {seed}, flow {}", probe.id);
            }
        }
        assert!(timeouts(&simulation) >= before + 5, "seed {seed}");
        // Drops just before the change are repaired after it.
        let dropped = simulation.window(Time::from_seconds(19.5), end).packets.dropped();
        let recovered = recovered.iter().filter(|&&recovered| recovered).count();
        assert!(
            recovered as u64 <= dropped,
            "seed {seed}: {recovered} recoveries, {dropped} drops"
        );
    }
}

/// A change of the number of flows after the group's stop starts no flow.
#[test]
fn a_group_that_has_stopped_starts_no_more_flows() {
    let stop = Time::from_seconds(2.0);
    let spread = Span::from_seconds(1.0);
    let tcp = TrafficConfig::Bulk(BulkConfig { stop, spread, ..bulk(2, CcKind::Cubic) });
    let datagrams = TrafficConfig::Datagrams(DatagramConfig { stop, ..cbr(1.0, 0.0) });
    for traffic in [tcp, datagrams] {
        let mut config = scenario(AqmConfig::DropTail(DropTailParams), vec![traffic]);
        let flows = |at_s, flows| (Time::from_seconds(at_s), Change::Flows { group: 0, flows });
        // With this spread, many flows added at 1.5 s would start after the stop.
        let early = [flows(1.5, 40), flows(2.0, 3)];
        let late = [flows(12.0, 6), flows(13.0, 1), flows(14.0, 9)];
        config.warmup = Time::ZERO;
        config.changes = [&early[..], &late].concat();
        let mut simulation = Simulation::new(&config);
        // By then all losses are repaired.
        simulation.run_until(Time::from_seconds(11.0));
        let offered = |simulation: &Simulation| simulation.summary().packets.offered;
        let (before, backlog) = (offered(&simulation), simulation.backlog());
        assert!(before > 100 && backlog == (0, 0), "{traffic:?}: {before} offered");
        simulation.run_until(Time::from_seconds(20.0));
        assert_eq!(offered(&simulation), before, "{traffic:?}");
        assert_eq!(simulation.flow_probes().count(), 0, "{traffic:?}");
    }
}

/// Muted, a group offers nothing once its packets have left. Its number of flows can change meanwhile.
#[test]
fn a_muted_group_is_silent_and_starts_anew() {
    let at = Time::from_seconds;
    let tcp = TrafficConfig::Bulk(bulk(2, CcKind::Cubic));
    let datagrams = TrafficConfig::Datagrams(cbr(1.0, 0.0));
    for traffic in [tcp, datagrams] {
        let mut config = scenario(AqmConfig::DropTail(DropTailParams), vec![traffic]);
        config.warmup = Time::ZERO;
        config.changes = vec![
            (at(5.0), Change::Muted { group: 0, muted: true }),
            (at(12.0), Change::Flows { group: 0, flows: 3 }),
            (at(15.0), Change::Muted { group: 0, muted: false }),
        ];
        let mut simulation = Simulation::new(&config);
        let mut offered_until = |seconds| {
            simulation.run_until(at(seconds));
            simulation.summary().packets.offered
        };
        let (early, muted) = (offered_until(5.0), offered_until(10.0));
        assert!(early > 500, "{traffic:?}: {early}");
        assert_eq!(offered_until(15.0), muted, "{traffic:?}");
        let (from, to) = (offered_until(16.0), offered_until(21.0));
        // Three sources of 125 packets a second, or three flows that share 2083 packets a second.
        assert!(to - from >= 5 * 374, "{traffic:?}: {} packets", to - from);
        let flows = if matches!(traffic, TrafficConfig::Bulk(_)) { 3 } else { 0 };
        assert_eq!(simulation.flow_probes().count(), flows, "{traffic:?}");

        config.changes = vec![(at(2.0), Change::Muted { group: 0, muted: false })];
        config.traffic[0].set_muted(true);
        let mut simulation = Simulation::new(&config);
        simulation.run_until(at(2.0));
        assert_eq!(simulation.summary().packets.offered, 0, "{traffic:?}");
        simulation.run_until(at(4.0));
        assert!(simulation.summary().packets.offered > 200, "{traffic:?}");
    }
}

/// The sender responds to earlier marks when ECN is switched off, not when it is switched on again.
#[test]
fn switching_ecn_off_and_on_reduces_no_window_without_a_mark() {
    let queue = AqmConfig::Codel(CodelParams { ecn: true, ..CodelParams::default() });
    let group = BulkConfig { ecn: true, ..bulk(10, CcKind::Cubic) };
    let mut config = scenario(queue, vec![TrafficConfig::Bulk(group)]);
    let at = Time::from_seconds;
    config.changes = vec![
        (at(20.0), Change::Ecn { group: 0, ecn: false }),
        (at(25.0), Change::Queue(AqmConfig::DropTail(DropTailParams))),
        (at(30.0), Change::Ecn { group: 0, ecn: true }),
    ];
    for seed in 1..=4 {
        let mut simulation = Simulation::new(&SimulationConfig { seed, ..config.clone() });
        simulation.run_until(at(30.0));
        assert!(simulation.window(at(19.0), at(20.0)).packets.marked > 10);
        assert_eq!(simulation.window(at(21.0), at(30.0)).packets.marked, 0);
        while simulation.now() < at(31.0) {
            simulation.run_until(simulation.now() + Span::from_millis(10));
            let reduces = |probe: &FlowProbe| probe.sender.phase == Phase::Cwr;
            assert_eq!(simulation.flow_probes().filter(reduces).count(), 0, "seed {seed}");
        }
    }
}
