//! Goodput of windows of whole seconds, and the memory of its log.

use crate::common::{bulk, cbr, link, scenario};
use aqm_sim::aqm::{AqmConfig, CodelParams, DropTailParams};
use aqm_sim::cc::CcKind;
use aqm_sim::config::{Change, SimulationConfig, TrafficConfig};
use aqm_sim::time::{Span, Time};
use aqm_sim::world::Simulation;

fn seconds(count: usize) -> Time {
    Time::ZERO + Span::from_millis(1000) * count as u64
}

/// Returns the bits of each flow from `from` to `to`. Flows that do not exist yet are missing.
fn bits(simulation: &Simulation, from: usize, to: usize) -> Vec<(u32, f64)> {
    let flows = simulation.window(seconds(from), seconds(to)).flows;
    let bits = |mbps: f64| (mbps * 1e6 * (to - from) as f64).round();
    flows.iter().map(|flow| (flow.id, bits(flow.goodput_mbps))).collect()
}

#[test]
fn a_window_counts_exactly_the_bits_delivered_in_it() {
    const END: usize = 14;
    let traffic = vec![
        TrafficConfig::Bulk(bulk(5, CcKind::Cubic)),
        TrafficConfig::Datagrams(cbr(1.0, 0.0)),
        TrafficConfig::Bulk(bulk(2, CcKind::NewReno)),
    ];
    // In some seconds a flow has no packets. Flows also start and stop.
    let mut config = SimulationConfig {
        link: link(1.5, 30),
        ..scenario(AqmConfig::Codel(CodelParams::default()), traffic)
    };
    for (second, group, flows) in [(3, 0, 1), (6, 0, 9), (8, 2, 0), (11, 2, 4)] {
        config.changes.push((seconds(second), Change::Flows { group, flows }));
    }
    config.warmup = Time::from_seconds(4.37);
    let mut simulation = Simulation::new(&config);
    // Totals until the end of each second, read at that time.
    let mut totals = vec![Vec::new()];
    let mut snapshot = None;
    for second in 1..=END {
        simulation.run_until(seconds(second));
        totals.push(bits(&simulation, 0, second));
        if second == 7 {
            simulation.run_until(Time::from_seconds(7.3));
            snapshot = Some(simulation.snapshot());
        }
    }
    assert!(totals[END].len() > totals[1].len(), "new flows have started");
    let check = |simulation: &Simulation| {
        for from in 0..END {
            for to in from + 1..=END {
                for (id, bits) in bits(simulation, from, to) {
                    let total = |second: usize| {
                        let flow = totals[second].iter().find(|(other, _)| *other == id);
                        flow.map_or(0.0, |(_, bits)| *bits)
                    };
                    assert_eq!(bits, total(to) - total(from), "flow {id}, {from} to {to} s");
                }
            }
        }
    };
    check(&simulation);
    simulation.restore(&snapshot.expect("the snapshot was taken"));
    simulation.run_until(seconds(END));
    check(&simulation);
}

/// Once, an hour of thousands of flows on a slow link needed gigabytes.
#[test]
fn flows_without_deliveries_take_no_memory() {
    const FLOWS: u32 = 3000;
    let traffic = vec![TrafficConfig::Bulk(bulk(FLOWS, CcKind::Cubic))];
    let config = SimulationConfig {
        link: link(0.1, 50),
        ..scenario(AqmConfig::DropTail(DropTailParams), traffic)
    };
    let mut simulation = Simulation::new(&config).without_series();
    simulation.run_until(seconds(20));
    let counted = allocation_counter::measure(|| simulation.run_until(seconds(80)));
    let bytes = counted.bytes_current;
    assert!(bytes < 300_000, "{bytes} bytes for 60 s of {FLOWS} flows");
}
