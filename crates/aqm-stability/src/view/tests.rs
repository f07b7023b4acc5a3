use super::*;
use crate::Oscillation;
use aqm_json::answer::Answer as _;
use aqm_scenario::{build, read_scenario};
use aqm_sim::time::Time;
use aqm_sim::world::Simulation;

fn settings(text: &str) -> Settings {
    Settings::read(text).expect("they are valid")
}

fn problems(text: &str) -> String {
    let problems = Settings::read(text).expect_err("they are not valid");
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn without_members_the_settings_are_the_papers() {
    let point = settings("{}");
    assert_eq!(point, Settings::default());
    // W0 = R C / N = 0.1 * 12,500 / 100.
    assert!((point.value(Parameter::Probability) - 2.0 / (12.5 * 12.5)).abs() < 1e-12);
    for parameter in Parameter::ALL {
        let About { limits: [low, high], axis: [first, last], standard, .. } = parameter.about();
        assert!(low <= first && last <= high && (first..=last).contains(&standard));
    }
}

#[test]
fn flows_and_probability_follow_each_other() {
    let by_flows = settings(r#"{ "flows": 50, "rateMbps": 40 }"#);
    let p0 = by_flows.value(Parameter::Probability);
    let by_p0 = by_flows.with(Parameter::Probability, p0);
    assert!((by_p0.value(Parameter::Flows) - 50.0).abs() < 1e-9);
    // The number of flows stays when R doubles, so p0 falls to a quarter; or p0 stays, and the flows double.
    let far = by_flows.with(Parameter::Rtt, 200.0);
    assert!((far.value(Parameter::Probability) - p0 / 4.0).abs() < 1e-12);
    let far = by_p0.with(Parameter::Rtt, 200.0);
    assert!((far.value(Parameter::Flows) - 100.0).abs() < 1e-9);
    assert_eq!(far.value(Parameter::Probability), p0);
}

#[test]
fn hostile_settings_are_refused_with_a_reason() {
    assert_eq!(problems(r#"{ "rttMs": 0 }"#), "rttMs is 0; expected 1 to 2000 ms.");
    assert_eq!(
        problems(r#"{ "probability": 1.5 }"#),
        "probability is 1.5; expected 0.000001 to 1."
    );
    assert_eq!(problems(r#"{ "alpha": "x" }"#), "alpha is a string; expected a number.");
    assert!(problems(r#"{ "gain": 1 }"#).contains("is not a setting"));
    assert!(
        problems(r#"{ "tuning": "none" }"#)
            .contains("'fixed', 'paper2013', 'rfc8033', 'squared' or 'pi'")
    );
    assert!(
        problems(r#"{ "reading": 3 }"#).contains("is a number; expected 'derived' or 'printed'")
    );
    assert!(problems(r#"{ "flows": 5, "probability": 0.1 }"#).contains("remove one"));
    assert_eq!(
        problems(r#"{ "gainA": 0.001, "gainB": 0.002 }"#),
        "gainB is 0.002; expected less than a."
    );
    assert!(problems("[1]").contains("expected an object"));
    assert!(problems("{").contains("is not JSON"));
    assert_eq!(Settings::read(r#"{ "alpha": 0, "beta": 0 }"#).expect_err("two").len(), 2);
}

#[test]
fn every_number_is_finite_at_the_ends_of_all_limits() {
    for parameter in Parameter::ALL {
        for end in parameter.about().limits {
            for tuning in Control::ALL {
                let point =
                    Settings { control: tuning, ..Settings::default().with(parameter, end) };
                let all = point.bode(Lines::Rtt);
                assert_eq!(all.len(), FREQUENCIES * 7);
                assert!(all.iter().all(|x| x.is_finite()), "{parameter:?} {end} {tuning:?}");
                let all = point.margins(Lines::One, parameter);
                assert!(all.len() >= VALUES * 4 && all.len().is_multiple_of(4));
                assert!(all.iter().all(|x| x.is_finite()), "{parameter:?} {end} {tuning:?}");
                assert!(!point.summary(Lines::One).to_json().to_compact().contains("null"));
            }
        }
    }
}

#[test]
fn the_bode_plot_shows_both_crossings_of_every_point() {
    let point = settings(r#"{ "alpha": 50, "beta": 90, "rttMs": 1 }"#);
    let margins = point.open_loop().margins();
    let frequencies = &point.bode(Lines::One)[..FREQUENCIES];
    assert!(frequencies.is_sorted());
    for w in [margins.crossover, margins.phase_crossover] {
        assert!(frequencies[1..FREQUENCIES - 1].contains(&w), "{w} {margins:?}");
    }
    assert!(point.margins(Lines::One, Parameter::Alpha)[..VALUES].contains(&50.0));
}

#[test]
fn curves_agree_with_the_figures_of_the_paper() {
    // Fig. 15 at p0 = 1 %, of docs/validation.md, with the gain as derived.
    let point = settings(r#"{ "probability": 0.01 }"#);
    let all = point.margins(Lines::Gains, Parameter::Probability);
    let (xs, rest) = all.split_at(VALUES);
    let at = |p: f64| xs.iter().position(|x| *x >= p * (1.0 - 1e-9)).expect("it is on the axis");
    let phase = |curve: usize, p: f64| rest[3 * VALUES * curve + at(p)];
    for (curve, expected) in [(0, -4.4), (1, 19.7)] {
        assert!((phase(curve, 0.01) - expected).abs() < 0.1, "{}", phase(curve, 0.01));
    }
    // Fig. 16.
    let crossover = rest[2 * VALUES + at(0.01)];
    assert!((crossover - 7.78).abs() < 0.01, "{crossover}");
}

#[test]
fn auto_tuning_has_a_step_where_its_table_has_one() {
    let point = settings(r#"{ "tuning": "paper2013", "flows": 60 }"#);
    let all = point.margins(Lines::One, Parameter::Probability);
    let count = all.len() / 4;
    let (xs, gains) = (&all[..count], &all[2 * count..3 * count]);
    assert!(xs.is_sorted() && xs.contains(&point.value(Parameter::Probability)));
    let at = xs.iter().position(|x| *x == 0.01).expect("the step is on the axis");
    // The gain grows by 4, which is 12 dB.
    assert!((gains[at - 1] - gains[at] - 12.04).abs() < 0.01, "{} {}", gains[at - 1], gains[at]);
    let pi2 = settings(r#"{ "tuning": "squared" }"#).scenario().expect("it has one");
    assert!(read_scenario(&pi2).expect("it is valid").title.starts_with("PI2: phase margin"));
}

/// Hollot and others 2001, section 5: 60 flows, 3750 packets/s of 500 bytes, 200 ms and 175 packets, with the gains as printed.
const PI_OF_THE_PAPER: &str = r#"{ "tuning": "pi", "flows": 60, "rateMbps": 15, "packetBytes": 500, "rttMs": 246.7,
    "gainA": 1.822e-5, "gainB": 1.816e-5 }"#;

#[test]
fn pi_has_the_margins_that_its_paper_states() {
    let point = settings(PI_OF_THE_PAPER);
    let (loop_, margins) = (point.open_loop(), point.open_loop().margins());
    // Zero, TCP's pole and crossover at 0.53 rad/s, and a phase margin of about 75 degrees.
    for w in [loop_.zero, loop_.window_pole, margins.crossover] {
        assert!((w - 0.53).abs() < 0.01, "{loop_:?} {margins:?}");
    }
    assert!((margins.phase_deg - 75.0).abs() < 1.0, "{margins:?}");
    // K (s/z + 1)/s times the gain of TCP and queue, (R C)^3 / (2 N)^2, with the K that the paper prints.
    let in_flight: f64 = 0.2467 * 3750.0;
    let gain = in_flight * in_flight * in_flight / (120.0 * 120.0);
    assert!((loop_.kappa / (9.64e-6 * gain) - 1.0).abs() < 0.01, "{loop_:?}");
    // As printed or as derived: the readings are of the paper on PIE.
    let printed = Settings { reading: GainFormula::Printed, ..point };
    assert_eq!(printed.open_loop(), loop_);
    // The design is for N of 60 and more, and R of 246.7 ms and less.
    let phase = |point: Settings| point.open_loop().margins().phase_deg;
    for (parameter, x) in [(Parameter::Flows, 600.0), (Parameter::Rtt, 50.0)] {
        assert!(phase(point.with(parameter, x)) > 70.0, "{parameter:?}");
    }
    assert!(phase(point.with(Parameter::Flows, 5.0)) < 0.0);
    assert!(phase(point.with(Parameter::Rtt, 1000.0)) < 0.0);
}

#[test]
fn pi_computes_gains_that_are_not_given() {
    // 3750 packets/s of 1500 bytes, for which the discipline designs.
    let text =
        r#"{ "tuning": "pi", "flows": 60, "rateMbps": 45, "packetBytes": 1500, "rttMs": 246.7 }"#;
    let point = settings(text);
    let Gains { a, b } = point.gains();
    assert!((a / 1.822e-5 - 1.0).abs() < 0.01 && (b / 1.816e-5 - 1.0).abs() < 0.01, "{a} {b}");
    assert!((point.open_loop().margins().phase_deg - 75.0).abs() < 1.0);
    // b keeps its proportion to a given a.
    let twice = point.with(Parameter::GainA, 2.0 * a).gains();
    assert!((twice.b / (2.0 * b) - 1.0).abs() < 1e-9);
    // A gain a below b has no margin.
    let both = point.with(Parameter::GainA, a).with(Parameter::GainB, b);
    let all = both.margins(Lines::One, Parameter::GainA);
    let (xs, phases) = (&all[..VALUES], &all[VALUES..2 * VALUES]);
    for (x, phase) in xs.iter().zip(phases) {
        assert_eq!(phase.is_nan(), *x <= b, "{x}");
    }
}

#[test]
fn the_scenario_of_pi_has_its_gains_and_reference() {
    let scenario = read_scenario(&settings(PI_OF_THE_PAPER).scenario().expect("it has one"))
        .expect("it is valid");
    assert!(scenario.title.starts_with("PI: phase margin 75"), "{}", scenario.title);
    // R less the 46.67 ms of 175 packets, in the digits of the control.
    assert_eq!(scenario.link.rtt_ms, 200.0);
    let text = scenario.to_json();
    for part in [r#""kind":"pi""#, r#""referencePackets":175"#, r#""a":0.00001822"#] {
        assert!(text.contains(part), "{text}");
    }
    let refused = |text: &str| settings(text).scenario().expect_err("there is none");
    let slow = r#"{ "tuning": "pi", "rttMs": 100, "samplesPerS": 1, "designFlows": 5000 }"#;
    assert!(refused(slow).contains("below zero"), "{}", refused(slow));
    assert!(refused(r#"{ "tuning": "pi", "rttMs": 10 }"#).contains("14 ms"));
}

#[test]
fn lines_have_names_and_one_of_them_is_the_point() {
    let names = |text: &str, lines: Lines| -> Vec<String> {
        let point = settings(text);
        let curves = point.curves(lines);
        assert_eq!(curves.iter().filter(|curve| curve.settings == point).count(), 1);
        curves.into_iter().map(|curve| curve.name).collect()
    };
    assert_eq!(names("{}", Lines::One), ["this point"]);
    assert_eq!(names(r#"{ "rttMs": 70.2 }"#, Lines::Rtt), ["R 35.1 ms", "R 70.2 ms", "R 140 ms"]);
    let pairs = ["0.125:1.25", "0.0625:0.625", "0.0156:0.156"];
    assert_eq!(names("{}", Lines::Gains), pairs);
    let tuned = names(r#"{ "tuning": "paper2013" }"#, Lines::Gains);
    assert_eq!((tuned[0].as_str(), &tuned[1..]), ("auto-tuning", &pairs.map(String::from)[..]));
    assert_eq!(names(r#"{ "flows": 40 }"#, Lines::Flows), ["N 20", "N 40", "N 80"]);
    assert_eq!(names(r#"{ "probability": 0.01 }"#, Lines::Flows)[0], "N 44.2");
    let pi = r#"{ "tuning": "pi" }"#;
    assert_eq!(names(pi, Lines::Gains), ["gains x 4", "gains x 1", "gains x 0.25"]);
    assert_eq!(names(pi, Lines::Beta), ["this point"]);
    assert_eq!(names(r#"{ "beta": 0.156 }"#, Lines::Beta).len(), 5);
    assert_eq!(names(r#"{ "beta": 0.5 }"#, Lines::Beta).len(), 6);
}

#[test]
fn curves_against_what_they_differ_in_are_left_out() {
    let point = Settings::default();
    let all = point.margins(Lines::Rtt, Parameter::Rtt);
    let phases = |curve: usize| &all[VALUES * (1 + 3 * curve)..VALUES * (2 + 3 * curve)];
    assert!(phases(0).iter().chain(phases(2)).all(|x| x.is_nan()));
    assert!(phases(1).iter().all(|x| x.is_finite()));
}

#[test]
fn the_scenario_is_the_operating_point() {
    let point = settings(
        r#"{ "flows": 40, "rateMbps": 50, "rttMs": 80, "targetMs": 15, "packetBytes": 1500 }"#,
    );
    let scenario = read_scenario(&point.scenario().expect("it has one")).expect("it is valid");
    assert_eq!(scenario.link.rate_mbps, 50.0);
    assert_eq!(scenario.link.rtt_ms, 65.0, "R less the target");
    assert!(scenario.title.starts_with("PIE: phase margin"), "{}", scenario.title);
    let refused = |text: &str| settings(text).scenario().expect_err("there is none");
    assert!(refused(r#"{ "rttMs": 15 }"#).contains("above the target"));
    assert!(refused(r#"{ "probability": 1, "rateMbps": 10000 }"#).contains("1 to 1000"));
    assert!(refused(r#"{ "alpha": 90, "flows": 1 }"#).contains("too large"));
}

#[test]
fn the_run_of_an_unstable_point_oscillates_at_the_predicted_frequency() {
    let measured = |text: &str| {
        let point = settings(text);
        let scenario = read_scenario(&point.scenario().expect("it has one")).expect("it is valid");
        let mut simulation = Simulation::new(&build(&scenario, 0));
        simulation.run_until(Time::from_seconds(40.0));
        (point.open_loop().margins(), Oscillation::of_delay(&simulation, 15.0))
    };
    // Measured: regularity 0.11 to 0.16 and 0.67 to 0.88; sd 2.2 to 3.8 ms and 4.9 to 8.8 ms.
    for tuning in ["fixed", "rfc8033", "squared"] {
        let (stable, settled) = measured(&format!(r#"{{ "tuning": "{tuning}" }}"#));
        assert!(stable.phase_deg > 0.0 && settled.regularity < 0.35, "{tuning} {settled:?}");
        let gains = r#""alpha": 1, "beta": 10"#;
        let (unstable, waves) = measured(&format!(r#"{{ "tuning": "{tuning}", {gains} }}"#));
        assert!(unstable.phase_deg < -20.0, "{tuning} {unstable:?}");
        assert!(waves.regularity > 0.6, "{tuning} {waves:?}");
        assert!(waves.sd > 1.2 * settled.sd, "{tuning} {waves:?} {settled:?}");
        let expected = 0.8 * unstable.phase_crossover..1.1 * unstable.crossover;
        assert!(expected.contains(&waves.frequency), "{tuning} {waves:?} {unstable:?}");
    }
}
