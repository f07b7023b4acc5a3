//! Forwarding packets allocates no memory once queues and tables have their full size.

use crate::common::{bulk, disciplines, link, scenario};
use aqm_sim::aqm::{AqmConfig, CodelParams, DropTailParams, DualPi2Params};
use aqm_sim::cc::CcKind;
use aqm_sim::config::{BulkConfig, SimulationConfig, TrafficConfig};
use aqm_sim::time::Time;
use aqm_sim::world::Simulation;

/// Independent of the rate. Per simulated second: a row of goodputs, four windows of delays, and sometimes
/// a longer series.
const PER_SECOND: u64 = 10;

/// Returns the allocations in ten seconds after a warm-up of twenty, and the packets sent.
fn measure(mbps: f64, flows: u32, queue: AqmConfig, cc: CcKind) -> (u64, u64) {
    let traffic = vec![TrafficConfig::Bulk(BulkConfig { ecn: true, ..bulk(flows, cc) })];
    let config = SimulationConfig { link: link(mbps, 20), ..scenario(queue, traffic) };
    let mut simulation = Simulation::new(&config);
    simulation.run_until(Time::from_seconds(20.0));
    let sent = simulation.summary().packets.sent;
    let counted = allocation_counter::measure(|| simulation.run_until(Time::from_seconds(30.0)));
    (counted.count_total, simulation.summary().packets.sent - sent)
}

#[test]
fn packets_allocate_nothing() {
    for queue in [AqmConfig::DropTail(DropTailParams), AqmConfig::Codel(CodelParams::default())] {
        for (mbps, flows) in [(10.0, 5), (200.0, 20)] {
            let (allocations, packets) = measure(mbps, flows, queue, CcKind::Cubic);
            assert!(packets as f64 > mbps * 10.0 * 75.0, "{packets} packets");
            assert!(allocations <= 10 * PER_SECOND, "{allocations} for {packets} packets");
        }
    }
}

#[test]
fn no_discipline_and_no_congestion_control_allocates_for_packets() {
    let dualpi2 = AqmConfig::DualPi2(DualPi2Params::default());
    let queues = disciplines().into_iter().map(|(_, queue)| (queue, CcKind::Cubic));
    let controls = CcKind::ALL.iter().map(|cc| (dualpi2, *cc));
    for (queue, cc) in queues.chain(controls) {
        let (allocations, packets) = measure(40.0, 8, queue, cc);
        let what = format!("{queue:?}, {cc:?}");
        assert!(packets > 10_000, "{what}: {packets} packets");
        assert!(allocations <= 10 * PER_SECOND, "{what}: {allocations} for {packets} packets");
    }
}
