//! Records of single flows for plots: goodput per second, window and pacing rate.

use crate::common::{bulk, scenario};
use aqm_sim::aqm::{AqmConfig, CodelParams};
use aqm_sim::cc::CcKind;
use aqm_sim::config::{BulkConfig, Change, SimulationConfig, TrafficConfig};
use aqm_sim::metrics::jain_index;
use aqm_sim::time::{Span, Time};
use aqm_sim::world::{Simulation, TRACE_INTERVAL};

fn codel(traffic: Vec<TrafficConfig>) -> SimulationConfig {
    scenario(AqmConfig::Codel(CodelParams::default()), traffic)
}

fn cubic(flows: u32) -> TrafficConfig {
    TrafficConfig::Bulk(bulk(flows, CcKind::Cubic))
}

#[test]
fn seconds_of_goodput_add_up_to_the_goodput_of_the_run() {
    let mut config = codel(vec![cubic(3)]);
    config.warmup = Time::ZERO;
    let mut simulation = Simulation::new(&config);
    simulation.run_until(Time::from_seconds(8.0));
    let seconds = simulation.goodput_seconds(0);
    assert_eq!(seconds.len(), 8);
    assert_eq!(simulation.goodput_seconds(5), seconds[5..]);
    for flow in simulation.summary().flows {
        let of = |&(id, mbps): &(u32, f64)| if id == flow.id { mbps } else { 0.0 };
        let sum: f64 = seconds.iter().flat_map(|second| &second.flows).map(of).sum();
        assert!((sum / 8.0 - flow.goodput_mbps).abs() < 1e-9, "flow {}", flow.id);
    }
    let last = &seconds[7];
    assert_eq!(last.jain, jain_index(last.flows.iter().map(|&(_, mbps)| mbps)));
}

/// A flow that runs but delivers nothing is as unfair as can be. A flow that opens later does not count.
#[test]
fn jain_per_second_counts_the_flows_that_run_throughout() {
    let late = BulkConfig { start: Time::from_seconds(4.5), ..bulk(1, CcKind::Cubic) };
    let mut simulation = Simulation::new(&codel(vec![cubic(1), TrafficConfig::Bulk(late)]));
    simulation.run_until(Time::from_seconds(7.0));
    let seconds = simulation.goodput_seconds(0);
    assert_eq!(seconds[3].jain, Some(1.0), "one flow");
    assert_eq!(seconds[4].flows.len(), 2, "the second flow begins");
    assert_eq!(seconds[4].jain, Some(1.0), "it did not run throughout");
    assert!(seconds[6].jain.unwrap() < 1.0);
    // Without capacity nothing is delivered.
    simulation.schedule(simulation.now(), Change::Rate(aqm_sim::units::BitRate::from_bps(1)));
    simulation.run_until(Time::from_seconds(10.0));
    assert_eq!(simulation.goodput_seconds(9)[0].jain, None);
}

#[test]
fn a_trace_has_every_open_flow_in_every_interval() {
    let bbr = TrafficConfig::Bulk(bulk(1, CcKind::Bbr));
    let mut simulation = Simulation::new(&codel(vec![cubic(2), bbr])).trace_flows();
    simulation.run_until(Time::from_seconds(5.0));
    let trace = simulation.flow_trace();
    let samples = 5.0 / TRACE_INTERVAL.seconds();
    for flow in 0..3 {
        let of: Vec<_> = trace.iter().filter(|sample| sample.flow == flow).collect();
        assert!(of.len() as f64 > samples - 25.0, "flow {flow}: {} samples", of.len());
        assert!(of.windows(2).all(|pair| pair[1].index == pair[0].index + 1), "flow {flow}");
        assert!(of.iter().all(|sample| sample.cwnd >= 1.0));
        assert!(of.iter().any(|sample| sample.cwnd > 20.0), "flow {flow} grows");
        let paced = of.iter().filter(|sample| sample.pacing_mbps > 0.0).count();
        assert_eq!(paced > of.len() / 2, flow == 2, "only BBR paces: flow {flow}, {paced}");
    }
    // The last sample is the present state.
    let last = trace.last().unwrap();
    let probe = simulation.flow_probes().last().unwrap();
    assert_eq!((last.flow, last.cwnd), (probe.id, probe.sender.cwnd as f32));
}

#[test]
fn a_trace_is_limited_to_32_flows() {
    let mut simulation = Simulation::new(&codel(vec![cubic(50)])).trace_flows();
    simulation.run_until(Time::from_seconds(2.0));
    let trace = simulation.flow_trace();
    let last = trace.last().unwrap().index;
    assert_eq!(trace.iter().filter(|sample| sample.index == last).count(), 32);
}

#[test]
fn a_trace_changes_nothing_and_goes_back_with_a_snapshot() {
    let config = codel(vec![cubic(4)]);
    let mut plain = Simulation::new(&config);
    let mut traced = Simulation::new(&config).trace_flows();
    let (early, end) = (Time::from_seconds(2.37), Time::from_seconds(6.0));
    traced.run_until(early);
    let snapshot = traced.snapshot();
    let before = traced.flow_trace().len();
    assert!(before > 0);
    traced.run_until(end);
    plain.run_until(end);
    assert_eq!(traced.digest(), plain.digest());
    assert!(plain.flow_trace().is_empty());
    let first = traced.flow_trace().to_vec();
    traced.restore(&snapshot);
    assert_eq!(traced.flow_trace().len(), before);
    traced.run_until(end);
    let is_equal = |(a, b): (&aqm_sim::world::FlowSample, &aqm_sim::world::FlowSample)| {
        (a.index, a.flow, a.cwnd.to_bits()) == (b.index, b.flow, b.cwnd.to_bits())
    };
    assert_eq!(first.len(), traced.flow_trace().len());
    assert!(first.iter().zip(traced.flow_trace()).all(is_equal));
    assert!(snapshot.resume().flow_trace().is_empty());
}

#[test]
fn steps_of_delays_hold_all_packets_in_order() {
    let mut config = codel(vec![cubic(3)]);
    config.warmup = Time::ZERO;
    let mut simulation = Simulation::new(&config);
    simulation.run_until(Time::from_seconds(5.0));
    let all = simulation.delays();
    let steps: Vec<_> = all.steps().collect();
    assert_eq!(steps.iter().map(|&(_, count)| count).sum::<u64>(), all.total());
    assert!(steps.windows(2).all(|pair| pair[0].0 < pair[1].0));
    assert_eq!(simulation.delays_between(Time::ZERO, simulation.now()).total(), all.total());
    let half = simulation.delays_between(Time::ZERO, Time::from_seconds(2.5)).total();
    assert!(half > 0 && half < all.total());
    // The step that reaches 95 % is the percentile, to within its width.
    let rank = (0.95 * all.total() as f64).ceil() as u64;
    let mut seen = 0;
    let (p95, _) = steps
        .iter()
        .find(|&&(_, count)| {
            seen += count;
            seen >= rank
        })
        .unwrap();
    let exact = all.quantile(0.95).unwrap();
    let error = (p95.seconds() - exact.seconds()).abs();
    assert!(error <= 0.035 * exact.seconds() + Span::from_nanos(4).seconds(), "{p95:?} {exact:?}");
}
