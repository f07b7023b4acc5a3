//! Data files of Flent.

use crate::alive::Alive;
use crate::lane_run::LaneRun;
use aqm_export::flent::{Recording, Source, data_file};
use wasm_bindgen::prelude::*;

/// Runs one lane of a scenario with a seed until `to_s`, with all its timed changes. Returns the text of its Flent data file, which
/// is that of `aqm run --flent`, as numbers: its length in bytes, and then four bytes of UTF-8 each, the lowest first. `link` is the
/// address of the page with the scenario; an empty text leaves it out.
///
/// # Errors
/// Throws a JSON list of problems if the scenario is not valid, or a sentence for an unknown lane or seed.
#[wasm_bindgen(js_name = flentFile)]
pub fn flent_file(
    scenario: &str,
    lane: usize,
    seed: f64,
    to_s: f64,
    link: &str,
    alive: Option<Alive>,
) -> Result<Vec<f64>, JsError> {
    let run = LaneRun::read(scenario, lane, seed, to_s)?;
    Ok(packed(&text_of(&run, link, alive.as_ref())))
}

fn text_of(run: &LaneRun, link: &str, alive: Option<&Alive>) -> String {
    let simulation = run.simulate(|simulation| simulation, alive);
    let recording =
        Recording { series: simulation.series(), goodput: &simulation.goodput_seconds(0) };
    let source = Source::Simulation(Some(link).filter(|link| !link.is_empty()));
    data_file(&run.scenario, run.lane, recording, source, env!("CARGO_PKG_VERSION"))
}

/// Returns a text as numbers, because these are what a job of the pool returns.
pub(crate) fn packed(text: &str) -> Vec<f64> {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0_u32, |word, b| word << 8 | u32::from(*b));
    let words = text.as_bytes().chunks(4).map(|bytes| f64::from(word(bytes)));
    std::iter::once(text.len() as f64).chain(words).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use aqm_scenario::read_scenario;

    #[test]
    fn the_file_of_the_page_ends_at_its_time_and_has_the_link() {
        let scenario = read_scenario(
            r#"{ "version": 1, "durationS": 6, "link": { "rateMbps": 5, "rttMs": 20, "buffer": { "packets": 60 } },
            "queues": [{ "kind": "droptail" }, { "kind": "codel" }], "traffic": [{ "kind": "bulk", "flows": 2 }] }"#,
        )
        .expect("it is valid");
        let text = text_of(&LaneRun::new(scenario, 1, 1.5), "https://a.test/#x", None);
        assert!(text.contains(r#""NOTE":"https://a.test/#x""#) && text.contains("codel"));
        assert_eq!(text.matches("backlog_pkts").count(), 150);
    }

    #[test]
    fn four_bytes_are_one_number() {
        assert_eq!(packed("abcdé"), [6.0, f64::from(0x6463_6261), f64::from(0xa9c3)]);
    }
}
