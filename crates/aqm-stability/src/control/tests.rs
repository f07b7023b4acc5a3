use super::*;

/// PIE of the paper without auto-tuning: alpha and beta divided by `by`.
fn fixed(by: f64) -> Controller {
    Controller { alpha: 0.125 / by, beta: 1.25 / by, update_s: 0.03, tuning: Tuning::Fixed }
}

fn margins(by: f64, p0: f64, rtt_s: f64, reading: GainFormula) -> Margins {
    Loop::new(&fixed(by), p0, rtt_s, reading).margins()
}

fn is_near(value: f64, expected: f64, tolerance: f64) {
    assert!((value - expected).abs() <= tolerance, "{value}, expected {expected}");
}

#[test]
fn corners_are_those_of_equation_9() {
    let open_loop = Loop::new(&fixed(1.0), 0.02, 0.1, GainFormula::Printed);
    is_near(open_loop.kappa, 0.125 * 0.1 / (0.02 * 0.03), 1e-9);
    is_near(open_loop.zero, 0.125 / ((1.25 + 0.0625) * 0.03), 1e-9);
    is_near(open_loop.window_pole, 2.0, 1e-9);
    is_near(open_loop.queue_pole, 10.0, 1e-9);
}

#[test]
fn the_first_line_of_equation_9_has_half_the_printed_gain() {
    // With N and C in place of p0: C/(2N) alpha/T R^2 C/(2N) R.
    let (n, c, r) = (20.0, 2500.0, 0.1);
    let p0 = probability(n, c, r);
    let open_loop = Loop::new(&fixed(1.0), p0, r, GainFormula::Derived);
    is_near(open_loop.kappa, c / (2.0 * n) * 0.125 / 0.03 * r * r * c / (2.0 * n) * r, 1e-9);
    is_near(open_loop.window_pole, 2.0 * n / (r * r * c), 1e-9);
    is_near(2.0 * open_loop.kappa, Loop::new(&fixed(1.0), p0, r, GainFormula::Printed).kappa, 1e-9);
}

#[test]
fn gain_and_phase_equal_the_complex_transfer_function() {
    // A product of complex numbers, as an independent way to the same values.
    let open_loop = Loop::new(&fixed(2.0), 0.03, 0.08, GainFormula::Derived);
    for w in [0.01, 0.7, 3.0, 11.0] {
        let times = |a: (f64, f64), b: (f64, f64)| (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0);
        let over = |a: (f64, f64), b: (f64, f64)| {
            let size = b.0 * b.0 + b.1 * b.1;
            let (re, im) = times(a, (b.0, -b.1));
            (re / size, im / size)
        };
        let mut g = over((open_loop.kappa, 0.0), (0.0, w));
        g = times(g, (1.0, w / open_loop.zero));
        g = over(g, (1.0, w / open_loop.window_pole));
        g = over(g, (1.0, w / open_loop.queue_pole));
        is_near(open_loop.gain(w), (g.0 * g.0 + g.1 * g.1).sqrt(), 1e-9);
        // Without the delay: the tangent of the phase is im / re.
        let without = Loop { delay_s: 0.0, ..open_loop };
        let angle = without.phase_deg(w) * PI / 180.0;
        // tan of an angle is the ratio of its sine and cosine; compare angles through atan instead.
        let half_turns = ((angle - math::atan(g.1 / g.0)) / PI).round();
        is_near(angle, math::atan(g.1 / g.0) + half_turns * PI, 1e-9);
        is_near(open_loop.phase_deg(w), without.phase_deg(w) - w * 0.08 * 180.0 / PI, 1e-9);
    }
}

#[test]
fn margins_are_where_gain_and_phase_cross() {
    for by in [1.0, 2.0, 8.0] {
        for p0 in [1e-4, 1e-3, 1e-2, 1e-1, 1.0] {
            let open_loop = Loop::new(&fixed(by), p0, 0.1, GainFormula::Printed);
            let margins = open_loop.margins();
            is_near(open_loop.gain(margins.crossover), 1.0, 1e-6);
            is_near(open_loop.phase_deg(margins.phase_crossover), -180.0, 1e-6);
            assert_eq!(margins.gain_db > 0.0, margins.is_stable(), "{by} {p0} {margins:?}");
            // A gain larger by the margin is the border of stability.
            let grown = Loop {
                kappa: open_loop.kappa / open_loop.gain(margins.phase_crossover),
                ..open_loop
            };
            is_near(grown.margins().phase_deg, 0.0, 1e-6);
        }
    }
}

#[test]
fn margins_equal_values_from_another_program() {
    // Calculated apart from this code, with complex numbers, for T = 30 ms and the printed gain.
    for (by, p0, rtt_s, crossover, phase) in [
        (1.0, 1e-4, 0.1, 42.5673, -234.75),
        (2.0, 1e-2, 0.1, 7.7826, -4.37),
        (8.0, 1e-2, 0.1, 2.9486, 35.19),
        (8.0, 1e-4, 0.1, 13.8989, -56.18),
        (8.0, 1e-4, 0.05, 17.6659, -11.33),
        (1.0, 1e-1, 0.1, 4.6450, 48.03),
    ] {
        let margins = margins(by, p0, rtt_s, GainFormula::Printed);
        is_near(margins.crossover, crossover, 1e-3);
        is_near(margins.phase_deg, phase, 0.01);
    }
}

#[test]
fn flows_and_probability_are_inverse() {
    let p0 = probability(20.0, 1250.0, 0.1);
    is_near(p0, 2.0 * (20.0_f64 / 125.0) * (20.0 / 125.0), 1e-12);
    is_near(flows(p0, 1250.0, 0.1), 20.0, 1e-9);
    assert_eq!(probability(1e6, 1.0, 0.1), 1.0, "a probability");
}

#[test]
fn tuning_follows_the_tables() {
    let factors = |tuning: Tuning| [5e-7, 5e-4, 5e-3, 0.05, 0.5].map(|p| tuning.factor(p));
    assert_eq!(factors(Tuning::Fixed), [1.0; 5]);
    assert_eq!(factors(Tuning::Paper2013), [0.125, 0.125, 0.125, 0.5, 1.0]);
    assert_eq!(factors(Tuning::Rfc8033), [1.0 / 2048.0, 1.0 / 32.0, 0.125, 0.5, 1.0]);
    assert_eq!(Tuning::Squared.factor(0.25), 1.0);
}

#[test]
fn a_squared_output_keeps_the_margin_where_fixed_gains_lose_it() {
    // De Schepper and others 2016: constant gains lose stability at low p, the squared output does not.
    let squared = Controller { tuning: Tuning::Squared, ..fixed(1.0) };
    for p0 in [1e-4, 1e-3, 1e-2] {
        let stable = Loop::new(&squared, p0, 0.1, GainFormula::Derived).margins();
        assert!(stable.is_stable(), "{p0} {stable:?}");
        assert!(!margins(1.0, p0, 0.1, GainFormula::Derived).is_stable(), "{p0}");
    }
}

#[test]
fn geometric_steps_include_both_ends() {
    let steps: Vec<f64> = geometric(0.01, 100.0, 5).collect();
    for (step, expected) in steps.iter().zip([0.01, 0.1, 1.0, 10.0, 100.0]) {
        is_near(*step, expected, 1e-9);
    }
}
