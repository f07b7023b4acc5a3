//! Files of strangers: each reader refuses damaged text with problems, and never panics. `PROPTEST_CASES=100000 cargo test -p aqm-cli
//! damaged` tries more of them.

use aqm_scenario::import::import_trace;
use aqm_scenario::{read_for_page, read_scenario};
use aqm_sweep::Sweep;
use aqm_sweep::plan::Plan;
use proptest::prelude::*;

/// What takes the place of a piece of a file.
const PIECES: &[&str] = &[
    "",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "null",
    "true",
    "-1",
    "0",
    "1e308",
    "-0.0",
    "1e-320",
    "18446744073709551616",
    "\\u0000",
    "\\ud800",
    "\u{0}",
    "\u{202e}",
    "ü",
    "\n",
    "NaN",
    "{}",
    "[]",
    "\"\"",
    "[[[[[[[[",
    "\"kind\":",
    "\"codel\"",
    "999999999",
    "0.5",
];

/// A cut: where, how many characters, and what takes their place.
type Cut = (usize, usize, &'static str);

fn cuts() -> impl Strategy<Value = Vec<Cut>> {
    prop::collection::vec((0..100_000_usize, 0..24_usize, prop::sample::select(PIECES)), 1..5)
}

fn damaged(text: &str, cuts: &[Cut]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for &(at, length, piece) in cuts {
        let at = at % (letters.len() + 1);
        let end = (at + length).min(letters.len());
        letters.splice(at..end, piece.chars());
    }
    letters.into_iter().collect()
}

const SCENARIOS: &[&str] = &[
    include_str!("../../../scenarios/bufferbloat.json"),
    include_str!("../../../scenarios/cellular-link.json"),
    include_str!("../../../scenarios/l4s-beside-cubic.json"),
    include_str!("../../../scenarios/parking-lot.json"),
    include_str!("../../../scenarios/web-beside-downloads.json"),
    include_str!("../../../scenarios/challenges/save-the-call.json"),
];

const PLAN: &str = include_str!("../../../scenarios/papers/raghuvanshi-2013/1-9.json");

const PAPER: &str = include_str!("../../../scenarios/papers/raghuvanshi-2013/paper.json");
const PLANS: &[(&str, &str)] = &[
    ("1-9.json", include_str!("../../../scenarios/papers/raghuvanshi-2013/1-9.json")),
    ("10-18.json", include_str!("../../../scenarios/papers/raghuvanshi-2013/10-18.json")),
    ("19-27.json", include_str!("../../../scenarios/papers/raghuvanshi-2013/19-27.json")),
];

#[test]
fn the_files_that_are_damaged_are_valid() {
    for text in SCENARIOS {
        read_for_page(text).unwrap_or_else(|problems| panic!("{problems:?}"));
    }
    let plan = Plan::parse(PLAN).unwrap_or_else(|problems| panic!("{problems:?}"));
    assert!(Sweep::new(plan).unwrap_or_else(|problems| panic!("{problems:?}")).runs() > 100);
    let beside = |name: &str| {
        PLANS.iter().find(|(other, _)| *other == name).map(|(_, text)| (*text).to_owned())
    };
    assert!(aqm_papers::open(PAPER, &beside).is_ok());
}

proptest! {
    #[test]
    fn damaged_scenarios_are_read_or_refused(text in prop::sample::select(SCENARIOS), cuts in cuts()) {
        let text = damaged(text, &cuts);
        for read in [read_scenario, read_for_page] {
            match read(&text) {
                Ok(scenario) => prop_assert_eq!(read(&scenario.to_json()).unwrap(), scenario),
                Err(problems) => {
                    prop_assert!(!problems.is_empty());
                    prop_assert!(problems.iter().all(|problem| problem.to_string().len() < 2000));
                }
            }
        }
    }

    #[test]
    fn damaged_plans_are_read_or_refused(cuts in cuts()) {
        if let Ok(plan) = Plan::parse(&damaged(PLAN, &cuts)) {
            let _ = Sweep::new(plan);
        }
    }

    #[test]
    fn damaged_rates_are_read_or_refused(
        text in prop::sample::select(&["time,rate\n0,5\n1.5,2.5\n2,8\n9,1\n", "0\n1\n1\n5\n12\n30\n31\n1000\n"][..]),
        cuts in cuts(),
        bin in prop::option::of(prop::num::f64::ANY),
    ) {
        let _ = import_trace(&damaged(text, &cuts), bin);
    }

    #[test]
    fn damaged_papers_are_read_or_refused(cuts in cuts(), is_plan in prop::bool::ANY) {
        let of = |text: &str, is_damaged: bool| if is_damaged { damaged(text, &cuts) } else { text.to_owned() };
        let beside = |name: &str| {
            let (_, text) = PLANS.iter().find(|(other, _)| *other == name)?;
            Some(of(text, is_plan))
        };
        if let Err(problems) = aqm_papers::open(&of(PAPER, !is_plan), &beside) {
            prop_assert!(!problems.is_empty());
        }
    }
}
