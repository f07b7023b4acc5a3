use super::*;
use aqm_scenario::{build, read_scenario};
use aqm_sim::time::Time;

/// 200 flows, 3 %, R = 100 ms, T = 30 ms, target 20 ms; alpha and beta of the paper times `factor`.
fn point(factor: f64) -> Point {
    Point {
        controller: Controller {
            alpha: 0.125 * factor,
            beta: 1.25 * factor,
            update_s: 0.03,
            tuning: Tuning::Fixed,
        },
        target_s: 0.02,
        rtt_s: 0.1,
        flows: 200.0,
        // W0 = sqrt(2 / 0.03).
        rate_mbps: 130.64,
        packet_bytes: PACKET_BYTES,
    }
}

fn packets(point: &Point) -> Oscillation {
    const DURATION_S: f64 = 40.0;
    let mut simulation = Simulation::new(&build(
        &read_scenario(&point.scenario(DURATION_S)).expect("it is valid"),
        0,
    ));
    simulation.run_until(Time::from_seconds(DURATION_S));
    Oscillation::of_delay(&simulation, 15.0)
}

#[test]
fn packets_oscillate_where_the_phase_margin_is_negative() {
    let calm = point(0.5);
    assert!(calm.margins(GainFormula::Derived).phase_deg > 45.0);
    let packets_of_calm = packets(&calm);
    assert!(packets_of_calm.regularity < 0.35, "{packets_of_calm:?}");

    let unstable = point(4.0);
    let margins = unstable.margins(GainFormula::Derived);
    assert!(margins.phase_deg < -30.0, "{margins:?}");
    let packets = packets(&unstable);
    assert!(packets.regularity > 0.7, "{packets:?}");
    assert!(packets.sd > 1.5 * packets_of_calm.sd, "{packets:?} {packets_of_calm:?}");
    // A loop that grows until p reaches zero oscillates between the two crossings of the Bode plot.
    let expected = 0.8 * margins.phase_crossover..1.1 * margins.crossover;
    assert!(expected.contains(&packets.frequency), "{packets:?} {margins:?}");
}

#[test]
fn a_wave_is_regular_and_noise_is_not() {
    let step_s = 0.01;
    let waves: Vec<f64> = (0..4000).map(|i| wave(6.0 * f64::from(i) * step_s)).collect();
    let measured = Oscillation::of(&waves, step_s);
    assert!(measured.regularity > 0.95, "{measured:?}");
    assert!((measured.frequency - 6.0).abs() < 0.1, "{measured:?}");
    let mut random = aqm_sim::rng::SplitMix64::stream(1, "noise", 0);
    let noise: Vec<f64> = (0..4000).map(|_| random.uniform()).collect();
    assert!(Oscillation::of(&noise, step_s).regularity < 0.1);
}

/// A triangle wave with the period of a sine.
fn wave(angle: f64) -> f64 {
    let turns = angle / (2.0 * std::f64::consts::PI);
    4.0 * (turns - (turns + 0.5).floor()).abs() - 1.0
}

#[test]
fn every_tuning_has_a_valid_scenario_with_the_same_point() {
    for tuning in Tuning::ALL {
        let operating = point(1.0);
        let operating =
            Point { controller: Controller { tuning, ..operating.controller }, ..operating };
        let read = read_scenario(&operating.scenario(60.0)).expect("it is valid");
        assert_eq!(read.link.rtt_ms, 80.0, "R less the target");
        assert!((operating.probability() - 0.03).abs() < 1e-4, "{}", operating.probability());
    }
}
