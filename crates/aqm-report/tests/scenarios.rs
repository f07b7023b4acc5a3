//! Every file in scenarios/ is valid, canonical, and runs.

use crate::common::{files, scenarios};
use aqm_experiment::Experiment;
use aqm_scenario::{Scenario, read_scenario};
use aqm_sim::time::Time;

#[test]
fn all_presets_exist() {
    let names: Vec<String> = files().into_iter().map(|(name, _)| name).collect();
    for name in [
        "bufferbloat",
        "call-beside-downloads",
        "cellular-link",
        "dsl-uplink",
        "fast-fibre",
        "flood-beside-downloads",
        "l4s-beside-cubic",
        "ledbat-yields",
        "long-rtt-flow",
        "lossy-radio",
        "pan-50tcp",
        "pan-5tcp",
        "pan-5tcp-2udp",
        "pan-burst-tolerance",
        "pan-varying-capacity",
        "pan-varying-intensity",
        "parking-lot",
        "queue-in-the-modem",
        "schwardmann-cbr-burst",
        "schwardmann-default",
        "unequal-senders",
        "unresponsive-overload",
        "upload-beside-download",
    ] {
        assert!(names.iter().any(|other| other == name), "{name} is missing");
    }
}

#[test]
fn files_are_in_canonical_form() {
    for (name, text) in files() {
        let scenario =
            read_scenario(&text).unwrap_or_else(|problems| panic!("{name}: {problems:?}"));
        assert!(
            text == scenario.to_text(),
            "{name}: run cargo run -p aqm-cli -- check --write scenarios/{name}.json"
        );
    }
}

#[test]
fn files_have_a_title_and_a_description() {
    let all = scenarios();
    // Names of papers and of their scenarios start with the first author.
    let author = |scenario: &Scenario| -> Option<String> {
        let paper = scenario.source.as_ref()?.paper.as_ref()?;
        Some(paper.split('-').next()?.to_owned() + "-")
    };
    let authors: Vec<String> = all.iter().filter_map(|(_, scenario)| author(scenario)).collect();
    for (name, scenario) in &all {
        assert!(!scenario.title.is_empty() && !scenario.about.is_empty(), "{name}");
        let from_paper = authors.iter().find(|author| name.starts_with(*author));
        assert_eq!(author(scenario).as_ref(), from_paper, "{name}");
    }
}

#[test]
fn every_scenario_runs_and_its_lanes_differ() {
    for (name, scenario) in scenarios() {
        // Statistics start when the load begins: before, with a light load, all lanes are alike.
        let seconds = scenario.warmup_s + 3.0;
        let mut experiment = Experiment::new(scenario);
        experiment.advance(Time::from_seconds(seconds));
        let digests: Vec<u64> = experiment.lanes().iter().map(|lane| lane.digest()).collect();
        for (lane, simulation) in experiment.lanes().iter().enumerate() {
            assert!(simulation.summary().packets.sent > 50, "{name}, lane {lane}");
        }
        for (lane, digest) in digests.iter().enumerate() {
            assert!(!digests[..lane].contains(digest), "{name}: lane {lane} is a copy");
        }
        assert!(aqm_report::report(&experiment).to_compact().contains("\"lanes\""), "{name}");
    }
}

/// The first scenario shows bufferbloat within five seconds, and CoDel removes it at nearly full utilization.
#[test]
fn the_opener_shows_bufferbloat_and_its_cure() {
    let all = scenarios();
    let opener = all.into_iter().find(|(name, _)| name.contains("bufferbloat"));
    let (_, scenario) = opener.expect("the opener");
    let mut experiment = Experiment::new(scenario);
    experiment.advance(Time::from_seconds(60.0));
    let delay = |lane: usize, from: f64, to: f64| {
        let window = (Time::from_seconds(from), Time::from_seconds(to));
        experiment.lanes()[lane].window(window.0, window.1).delay.expect("packets").mean
    };
    assert!(delay(0, 2.0, 5.0) > 200.0, "drop-tail: {} ms", delay(0, 2.0, 5.0));
    assert!(delay(1, 10.0, 60.0) < 20.0, "CoDel: {} ms", delay(1, 10.0, 60.0));
    assert!(delay(0, 10.0, 60.0) > 20.0 * delay(1, 10.0, 60.0));
}
