use super::*;
use proptest::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};

/// A small story, with one claim of each kind.
const SMALL: &str = "---
title: A story
audience: Everybody
point: A point.
---

## First step

```json
{ \"durationS\": 8, \"link\": { \"rateMbps\": 5, \"rttMs\": 20, \"buffer\": { \"packets\": 40 } },
  \"queues\": [{ \"kind\": \"droptail\" }, { \"kind\": \"codel\" }], \"traffic\": [{ \"kind\": \"bulk\" }, { \"kind\": \"voip\" }] }
```
- views = queue-delay, goodput
- window = 1 to 8 s
- guess at = 2 s
- inspect = lane B

A lead with 2 numbers.

### Guess: Which one?

- [ ] The first
  Because it tempts.
- [x] The second {mos of group 2 of lane B from 2 to 8 s; 1 to 5}

### Answer: It is the second

It waits {queueDelayMs.mean of lane 2 from 2 to 8 s; 1 to 50} and
the link is busy for {utilization of lane A; 0 to 100}. See RFC 8289 and `L4S`.

### Try: More

Set it to `20` for {number packets.dropped of lane 1 with link.buffer.packets = 20; 0 to 5000}.

- link.buffer.packets = 20
";

fn no_file(_: &str) -> Option<String> {
    None
}

fn problems(text: &str) -> Vec<String> {
    let found = Story::open(text, &no_file).err().unwrap_or_default();
    found.iter().map(|problem| problem.to_string().replace('\u{202f}', " ")).collect()
}

/// Checks that a story with one change has exactly one problem.
fn refused(from: &str, to: &str, expected: &str) {
    assert!(SMALL.contains(from), "{from}");
    assert_eq!(problems(&SMALL.replacen(from, to, 1)), [expected], "{to}");
}

#[test]
fn a_story_is_read_with_its_texts_and_claims() {
    let story = Story::open(SMALL, &no_file).expect("it is valid");
    assert_eq!((story.title.as_str(), story.language.as_str()), ("A story", "en"));
    let step = &story.steps[0];
    assert_eq!(
        (step.title.as_str(), step.answer_title.as_str()),
        ("First step", "It is the second")
    );
    assert_eq!(step.display.window, Some((1.0, 8.0)));
    assert_eq!((step.display.guess_at_s, step.display.inspect), (2.0, Some(1)));
    assert_eq!(step.guess.question, "Which one?");
    let [first, second] = &step.guess.options[..] else { panic!("two options") };
    assert_eq!((first.is_right, second.is_right), (false, true));
    assert_eq!(first.why.0, [[Piece::Plain("Because it tempts.".to_owned())]]);
    assert_eq!((first.claim, second.claim), (None, Some(0)));
    let [_, mean, utilization, dropped] = &step.claims[..] else { panic!("four claims") };
    assert_eq!((mean.lane, mean.from_s, mean.to_s, mean.unit), (1, 2.0, 8.0, "ms"));
    assert_eq!((utilization.lane, utilization.to_s, utilization.unit), (0, 8.0, "%"));
    assert_eq!((dropped.unit, dropped.is_whole, dropped.set.len()), ("", true, 1));
}

#[test]
fn numbers_are_those_of_the_run() {
    let story = Story::open(SMALL, &no_file).expect("it is valid");
    let step = &story.steps[0];
    let values = measure(step, 3, &mut || {});
    let scenario = aqm_scenario::Scenario { seed: 3, ..step.scenario.clone().unwrap() };
    let mut whole = aqm_experiment::Experiment::new(scenario);
    whole.advance(whole.end());
    let span = |from| aqm_sim::time::Time::from_seconds(from);
    let second = whole.lanes()[1].window(span(2.0), span(8.0));
    assert_eq!(
        values[0],
        second.applications[0].datagrams.as_ref().and_then(|one| Some(one.voice?.mos))
    );
    assert_eq!(values[1], second.delay.map(|delay| delay.mean));
    assert_eq!(values[2], Some(100.0 * whole.lanes()[0].window(span(0.0), span(8.0)).utilization));
    let full = whole.lanes()[0].window(span(0.0), span(8.0)).packets.dropped();
    assert!(values[3].unwrap() > full as f64, "a smaller buffer drops more");
}

#[test]
fn numbers_have_three_digits_and_a_unit() {
    let check = |value, unit, is_whole, text: &str| {
        assert_eq!(number_text(Some(value), unit, is_whole), text)
    };
    check(305.04, "ms", false, "305\u{a0}ms");
    check(99.96, "%", false, "100\u{a0}%");
    check(28.555, "ms", false, "28.6\u{a0}ms");
    check(9.996, "", false, "10.0");
    check(4.085, "", false, "4.08");
    check(93.0, "packets", true, "93\u{a0}packets");
    check(1.0, "packets", true, "1\u{a0}packet");
    assert_eq!(number_text(None, "ms", false), "–");
}

#[test]
fn bounds_hold_or_fail() {
    let story = Story::open(SMALL, &no_file).expect("it is valid");
    let claim = &story.steps[0].claims[1];
    assert!(claim.holds(Some(1.0)) && claim.holds(Some(50.0)));
    assert!(!claim.holds(Some(0.9)) && !claim.holds(Some(50.1)) && !claim.holds(None));
}

#[test]
fn mistakes_are_named_with_their_lines() {
    refused("title: A story\n", "", "line 1 begins a front matter without 'title'.");
    refused(
        "- window = 1 to 8 s",
        "- window = 8 s",
        "line 14 has 'window = 8 s'; expected a time such as '4 to 18 s'.",
    );
    let views = aqm_scenario::problem::listed(VIEWS);
    refused(
        "queue-delay, goodput",
        "queue-dely",
        &format!("line 13 has the view 'queue-dely'; expected {views}."),
    );
    refused("lane B\n\n", "lane C\n\n", "line 16 names lane 3; the state has 2.");
    refused("A lead with 2 numbers.\n", "", "line 7 begins a step without a text.");
    refused(
        "- [x] The",
        "- [ ] The",
        "line 20 begins a guess without exactly one right option, '- [x]'.",
    );
    refused(
        "- guess at",
        "- gues at",
        "line 15 has a setting 'gues at', which is no path such as 'link.rateMbps'. Did you mean 'guess at'?",
    );
    refused(
        "\"rateMbps\": 5",
        "\"rateMbps\": -5",
        "line 16 makes a state that is refused: link.rateMbps is -5; expected 0.1 to 1 000 000 Mbit/s.",
    );
    refused(
        "### Try: More",
        "### Tries",
        "line 31 begins a part of a step; expected '### Guess: ...', '### Draw: ...', '### Answer', '### Try' or '### Notes'.",
    );
}

#[test]
fn a_claim_in_a_try_is_about_the_state_of_its_control() {
    let story = Story::open(SMALL, &no_file).expect("it is valid");
    let bare = SMALL.replacen(" with link.buffer.packets = 20; 0 to 5000", "; 0 to 5000", 1);
    let same = Story::open(&bare, &no_file).expect("it is valid");
    let [written, implied] = [&story, &same].map(|story| &story.steps[0]);
    let made = |step: &Step| match &step.attempt {
        Some((_, _, Some(control))) => control.scenario.clone(),
        _ => None,
    };
    assert!(made(written).is_some_and(|state| Some(*state) != written.scenario));
    for step in [written, implied] {
        assert_eq!(step.claims.last().map(|claim| claim.scenario.clone()), Some(made(step)));
    }
    assert_eq!(measure(written, 1, &mut || {}), measure(implied, 1, &mut || {}));

    refused(
        "with link.buffer.packets = 20;",
        "with link.buffer.packets = 21;",
        "line 33 has the claim 'number packets.dropped of lane 1 with link.buffer.packets = 21; 0 to 5000', which is about another state than the control of the Try makes; expected no 'with'.",
    );
}

#[test]
fn a_tried_value_lasts_until_its_numbers_are_measured() {
    let changed = |set: &str, to: &str, span: &str| {
        let change = format!("\"changes\": [{{ \"atS\": 5, \"set\": \"{set}\", \"to\": {to} }}], ");
        let text = SMALL.replacen("\"durationS\"", &format!("{change}\"durationS\""), 1);
        problems(&text.replacen(" with link.buffer.packets = 20;", &format!("{span};"), 1))
    };
    assert_eq!(
        changed("link.buffer", "{ \"packets\": 30 }", ""),
        [
            "line 35 tries 'link.buffer.packets', which does not last: changes[0] sets link.buffer at 5 s. Expected 'changes.0.to.packets = 20'."
        ]
    );
    // Before the change, and beside a change of another field, the value is in force.
    assert_eq!(changed("link.buffer", "{ \"packets\": 30 }", " from 1 to 5 s"), [""; 0]);
    assert_eq!(changed("link.rttMs", "30", ""), [""; 0]);
}

#[test]
fn notes_are_read_in_any_language_and_their_results_are_claims() {
    let noted = |notes: &str| format!("{SMALL}\n### Notes\n\n{notes}\n");
    let text = noted(
        "Erst **fragen**.\n\nBahn A ist zu {number utilization of lane A; 0 to 100} ausgelastet.",
    );
    let story = Story::open(&text, &no_file).expect("it is valid");
    let step = &story.steps[0];
    assert_eq!(step.notes.0.len(), 2);
    assert_eq!(step.notes.0[0][1], Piece::Strong("fragen".to_owned()));
    // Numbers of the notes follow those of the other texts.
    assert_eq!((step.claims.len(), step.notes.0[1][1].clone()), (5, Piece::Claim(4)));
    // They are in none of the other texts.
    let plain = Story::open(SMALL, &no_file).expect("it is valid");
    let parts = |step: &Step| (step.lead.clone(), step.answer.clone(), step.attempt.clone());
    assert_eq!(parts(step), parts(&plain.steps[0]));

    let refused = |notes: &str, expected: &str| assert_eq!(problems(&noted(notes)), [expected]);
    refused(
        "Lane A drops 40 packets.",
        "line 37 begins notes with the number 40; the number of a result comes from a claim in braces.",
    );
    refused("Text.\n\n- a list", "line 41 stands in the notes; expected paragraphs.");
    let titled = format!("{SMALL}\n### Notes: Mine\n\nText.\n");
    assert_eq!(
        problems(&titled),
        ["line 37 has a title behind 'Notes', which nobody sees; expected '### Notes'."]
    );
}

#[test]
fn a_story_can_lead_to_a_challenge() {
    let address = "../scenarios/challenges/red-on-three-links.json";
    let text = SMALL.replacen("point:", &format!("challenge: {address}\npoint:"), 1);
    assert_eq!(Story::files(&text), [address]);
    let file = |name: &str| fs::read_to_string(folder().join(name)).ok();
    let story = Story::open(&text, &file).expect("it is valid");
    assert_eq!(story.challenge.expect("it has one").title, "Challenge: RED on three links");
    let found = Story::open(&text, &no_file).expect_err("the file is missing");
    assert!(found[0].message.contains("cannot be opened"), "{}", found[0]);
    let other = text.replace("challenges/red-on-three-links", "bufferbloat");
    let found = Story::open(&other, &file).expect_err("it has no goals");
    assert!(found[0].message.ends_with("as a challenge, which has no goals."), "{}", found[0]);
}

#[test]
fn a_typed_number_of_a_result_is_refused() {
    let rule = "the number of a result comes from a claim in braces.";
    refused(
        "  Because it tempts.",
        "  It takes 5 ms.",
        &format!("line 20 has a reason with the number 5; {rule}"),
    );
    for typed in ["8 ms", "**8** ms", "`8`", "8ms", "99.7 %", "(8)"] {
        let to = format!("It waits {typed}, or {{");
        let number = typed.trim_matches(|c: char| "*`()% ".contains(c));
        let number = number.split(' ').next().unwrap().trim_matches('*');
        refused(
            "It waits {",
            &to,
            &format!("line 26 begins an answer with the number {number}; {rule}"),
        );
    }
    // The number of a lane is its name.
    for named in ["Lanes 1 and 2 differ; in lane 2 it waits {", "`Bahn 2` wartet {"] {
        assert_eq!(problems(&SMALL.replacen("It waits {", named, 1)), [""; 0]);
    }
    refused(
        "It waits {",
        "In lane 2 it waits 8 ms, or {",
        &format!("line 26 begins an answer with the number 8; {rule}"),
    );
    refused(
        "Set it to `20`",
        "Set it to `30`",
        "line 31 begins something to try with the number 30; expected the value of the control, or a claim in braces.",
    );
}

#[test]
fn claims_are_checked_against_the_state() {
    let check = |claim: &str, expected: &str| {
        let source = "queueDelayMs.mean of lane 2 from 2 to 8 s; 1 to 50";
        assert!(SMALL.contains(source));
        let found = problems(&SMALL.replace(source, claim));
        assert_eq!(found, [format!("line 28 has the claim '{claim}', {expected}")]);
    };
    check(
        "queueDelayMs.men of lane 1",
        "whose measure 'queueDelayMs.men' is no measure of a lane; did you mean 'queueDelayMs.mean'?",
    );
    check(
        "losers of lane 1",
        "whose measure 'losers' is no measure of a lane. docs/measures.md lists them.",
    );
    check("utilization", "which names no lane; expected 'of lane 1'.");
    check("utilization of lane 3", "whose lane is 3; the state has 2.");
    check("mos of group 3 of lane 1", "whose group is 3; the state has 2.");
    check("utilization of hop 2 of lane 1", "whose hop is 2; the path has 1.");
    check(
        "utilization of lane 1 from 2 to 9 s",
        "which measures from 2 to 9 s; expected a span within the run of 8 s.",
    );
    check(
        "utilization of lane 1 from 2.1 to 8 s",
        "which measures from 2.1 to 8 s; expected multiples of 0.25 s for this measure.",
    );
    check(
        "mos of group 2 of lane 1 from 2.5 to 8 s",
        "which measures from 2.5 to 8 s; expected multiples of 1 s for this measure.",
    );
    check("utilization of lane 1 from 2 to 8", "whose time is not 'from 12 to 18 s'.");
    check("utilization of lane 1; 5", "whose bounds are not 'LOW to HIGH', such as '; 7 to 9'.");
    check(
        "utilization of lane 1 with link.rateMbps = -1",
        "whose state is refused: link.rateMbps is -1; expected 0.1 to 1 000 000 Mbit/s.",
    );
    check("setting link.rate", "whose setting does not exist in the state.");
    check("", "which names no lane; expected 'of lane 1'.");
}

#[test]
fn hops_are_numbered_along_the_path() {
    let before = r#""link": { "hopsBefore": [{ "rateMbps": 9, "buffer": { "packets": 40 } }], "#;
    let text = SMALL.replace(r#""link": { "#, before);
    let claim = |hop: usize| {
        let words = format!("utilization of hop {hop} of lane A");
        let story = Story::open(&text.replace("utilization of lane A", &words), &no_file);
        let step = story.expect("it is valid").steps.remove(0);
        measure(&step, 1, &mut || {})[2]
    };
    let of_lane = measure(&Story::open(&text, &no_file).unwrap().steps[0], 1, &mut || {})[2];
    assert_eq!(claim(2), of_lane);
    assert!(claim(1) < of_lane, "the first hop is faster");
}

#[test]
fn a_step_can_take_the_state_of_an_earlier_one_or_of_a_file() {
    let step = SMALL.split("## First step").nth(1).expect("it has a step");
    let rest = step.split("```\n").nth(1).expect("it has a block");
    let second = format!("{SMALL}\n## Second\n\n[State](#step-1)\n- link.rateMbps = 2\n{rest}");
    let story = Story::open(&second, &no_file).expect("it is valid");
    let rates = story.steps.iter().map(|step| step.scenario.as_ref().unwrap().link.rate_mbps);
    assert_eq!(rates.collect::<Vec<_>>(), [5.0, 2.0]);

    let text = second.replace("#step-1", "../scenarios/x.json");
    assert_eq!(Story::files(&text), ["../scenarios/x.json"]);
    let found = Story::open(&text, &no_file).expect_err("the file is missing");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].message.contains("cannot be opened"), "{}", found[0]);
    let own = story.steps[0].scenario.as_ref().unwrap().to_json();
    let opened = Story::open(&text, &|name| name.ends_with("x.json").then(|| own.clone()));
    assert_eq!(opened.expect("it is valid").steps[1].scenario, story.steps[1].scenario);

    let link = second.replace("#step-1", "https://a.b/c/#v1.xyz");
    assert_eq!(Story::files(&link), ["https://a.b/c/#v1.xyz"]);
    let found = Story::open(&link, &no_file).expect_err("the command reads no links");
    assert!(found[0].message.starts_with("names a link of the page"), "{}", found[0]);

    let later = second.replace("#step-1", "#step-2");
    let found = Story::open(&later, &no_file).expect_err("it names itself");
    assert!(found[0].message.starts_with("names the state of '#step-2'"), "{}", found[0]);
}

#[test]
fn texts_have_a_little_markup_and_only_safe_links() {
    let text = SMALL
        .replace("A lead with 2 numbers.", "A *b* **c d** `e` [f](https://x.y) 2 * 3 \\{g\\} <b>");
    let story = Story::open(&text, &no_file).expect("it is valid");
    let plain = |text: &str| Piece::Plain(text.to_owned());
    let own = |text: &str| text.to_owned();
    let expected = [
        plain("A "),
        Piece::Emphasis(own("b")),
        plain(" "),
        Piece::Strong(own("c d")),
        plain(" "),
        Piece::Code(own("e")),
        plain(" "),
        Piece::Link(own("f"), own("https://x.y")),
        plain(" 2 * 3 {g} <b>"),
    ];
    assert_eq!(story.steps[0].lead.0, [expected]);
    refused(
        "A lead with 2 numbers.",
        "A [lead](javascript:alert(1)).",
        "line 18 has a link that begins with neither 'https://' nor 'http://' nor '#'.",
    );
}

#[test]
fn the_answer_for_the_page_is_of_its_type() {
    use aqm_json::answer::{Answer as _, Type, Types};
    let story = Story::open(SMALL, &no_file).expect("it is valid");
    let types = Types::of::<answers::StoryDocument>();
    let value = aqm_json::parse(&answers::document(&story)).expect("it is JSON");
    assert_eq!(types.misfit(&Type::Named("StoryDocument"), &value), None);
    let entry = answers::entry("small", &story).to_json();
    assert_eq!(entry.get("steps"), Some(&aqm_json::Value::count(1)));
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../stories")
}

/// Returns the stories of the repository by name.
fn stories() -> Vec<(String, String)> {
    let entries = fs::read_dir(folder()).expect("there are stories");
    let paths = entries.map(|entry| entry.expect("it can be read").path());
    let mut found: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .map(|path| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            (name, fs::read_to_string(path).expect("it can be read"))
        })
        .collect();
    found.sort();
    found
}

fn open(text: &str) -> Result<Story, Vec<Problem>> {
    Story::open(text, &|name| fs::read_to_string(folder().join(name)).ok())
}

#[test]
fn every_story_is_valid_and_has_a_bound_for_every_number() {
    for (name, text) in stories() {
        let story = open(&text).unwrap_or_else(|problems| panic!("{name}: {problems:?}"));
        assert!((4..=7).contains(&story.steps.len()), "{name} has {} steps", story.steps.len());
        for step in &story.steps {
            assert!(step.attempt.is_some(), "{name}, line {}: nothing to try", step.line);
            let words = |text: &Text| -> usize {
                let pieces = text.0.iter().flatten();
                pieces
                    .map(|piece| match piece {
                        Piece::Plain(text) => text
                            .split_whitespace()
                            .filter(|word| word.chars().any(char::is_alphanumeric))
                            .count(),
                        _ => 1,
                    })
                    .sum()
            };
            assert!(
                words(&step.lead) <= 60,
                "{name}, line {}: {} words",
                step.line,
                words(&step.lead)
            );
            assert!(
                words(&step.answer) <= 80,
                "{name}, line {}: {} words",
                step.line,
                words(&step.answer)
            );
            for claim in &step.claims {
                let is_setting = matches!(claim.quantity, Quantity::Setting(_));
                assert!(
                    is_setting || claim.bounds.is_some(),
                    "{name}, line {}: {{{}}}",
                    claim.line,
                    claim.source
                );
            }
        }
    }
}

#[test]
fn the_example_of_the_documentation_is_valid() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/stories.md");
    let text = fs::read_to_string(path).expect("it can be read");
    let after = text.split("````markdown\n").nth(1).expect("it has an example");
    let example = after.split("````").next().expect("it ends");
    let story = Story::open(example, &no_file).expect("it is valid");
    for (claim, value) in story.steps[0].claims.iter().zip(measure(&story.steps[0], 1, &mut || {}))
    {
        assert!(claim.holds(value), "{}", claim.text(value));
    }
}

#[test]
fn lanes_of_the_stories_have_numbers() {
    let is_letter = |word: &&str| matches!(*word, "B" | "C" | "D" | "E" | "F");
    for (name, text) in stories() {
        let prose = text.split("```").step_by(2).flat_map(str::lines);
        for line in prose {
            let words: Vec<&str> =
                line.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
            let is_named = words.windows(2).any(|pair| {
                matches!(pair[0], "lane" | "Lane" | "lanes" | "Lanes") && pair[1] == "A"
            });
            assert!(!is_named && !words.iter().any(is_letter), "{name}: {line}");
        }
    }
}

#[test]
fn every_number_is_within_its_bounds_for_two_seeds() {
    // `npm run validate -- stories` checks five seeds.
    for (name, text) in stories() {
        let story = open(&text).expect("it is valid");
        for (index, step) in story.steps.iter().enumerate() {
            for seed in [1, 2] {
                for (claim, value) in step.claims.iter().zip(measure(step, seed, &mut || {})) {
                    assert!(
                        claim.holds(value),
                        "{name}, step {}, seed {seed}: {} is not {{{}}}",
                        index + 1,
                        claim.text(value),
                        claim.source
                    );
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn damaged_stories_are_refused_without_a_panic(
        at in 0..4000_usize,
        length in 0..60_usize,
        insert in prop::sample::select(vec![
            "", "{", "}", "```", "## ", "### ", "- ", "[State](", "#step-1", "#step-999999999999", "\u{0}", "ü", "from 1e308 to 9 s", ";", "---",
            "of lane 0", "of group 18446744073709551615", " with = and ", "\n\n", "**", "`", "\\", "- [x] ", "windows = -1 to 8 s", "1e999", "nan to nan",
        ]),
    ) {
        let text = SMALL.repeat(2);
        let mut edges: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        edges.push(text.len());
        let from = at % edges.len();
        let to = (from + length).min(edges.len() - 1);
        let damaged = [&text[..edges[from]], insert, &text[edges[to]..]].concat();
        let result = Story::open(&damaged, &no_file);
        if let Err(problems) = result {
            prop_assert!(!problems.is_empty() && problems.len() <= MAX_PROBLEMS);
        }
        Story::files(&damaged);
    }

    #[test]
    fn any_text_is_refused_without_a_panic(text in "(---\n|title: a\n|## .{0,9}\n|[#{}*`;a-z0-9 \n\\[\\]()=.-]){0,40}") {
        prop_assert!(Story::open(&text, &no_file).is_err());
    }
}

/// Returns the number of bytes that the reader of texts searches in a story with this lead.
fn work_of(lead: &str) -> usize {
    text::WORK.set(0);
    let _ = Story::open(&SMALL.replacen("A lead with 2 numbers.", lead, 1), &no_file);
    text::WORK.get()
}

#[test]
fn texts_take_linear_time_whatever_they_hold() {
    for piece in
        ["a\n", "[", "[x](", "{", "}", "`", "`a ", "*", "**", "**a ", "* ", "[a", "](", ")", "\\"]
    {
        let work = |count: usize| work_of(&piece.repeat(count));
        let (once, twice) = (work(2000), work(4000));
        assert!(twice <= 2 * once + 2000, "{piece:?}: {once} and {twice} bytes");
    }
    // The beginnings of links, and their ends apart.
    let apart = |count: usize| work_of(&format!("{}({}", "[".repeat(count), "]( ".repeat(count)));
    assert!(apart(4000) <= 2 * apart(2000) + 2000);
}

#[test]
fn refused_claims_count_towards_the_limit() {
    let lead = "{utilization of lane 9} ".repeat(70);
    let found = problems(&SMALL.replacen("A lead with 2 numbers.", &lead, 1));
    let limit = found.iter().filter(|problem| problem.contains("at most 60")).count();
    // The step has four more claims below.
    assert_eq!(limit, 14, "{found:?}");
}

#[test]
fn settings_are_limited() {
    let many = "- link.rttMs = 20\n".repeat(200);
    let found = problems(&SMALL.replacen("- inspect = lane B\n", &many, 1));
    assert!(found[0].contains("is another setting; a step has at most 100."), "{found:?}");
    assert!(found.len() < 5, "{found:?}");
}

#[test]
fn a_step_asks_for_the_number_at_the_end_of_its_right_option() {
    let story = Story::open(SMALL, &no_file).expect("it is valid");
    let asked = story.steps[0].asked.as_ref().expect("it has a claim");
    assert_eq!((asked.lane, asked.group, asked.claims.len()), (1, Some(1), 2));
    assert_eq!(asked.claims[0].source, "mos of group 2 from 2 to 8 s");
    assert!(asked.others.is_empty());
    let values =
        measure_asked(&story.steps[0], story.steps[0].scenario.as_ref().unwrap(), 1, &mut || {});
    // The number of the asked lane is that of the claim, bit for bit.
    assert_eq!(values[1], measure(&story.steps[0], 1, &mut || {})[0]);
    assert!(values[0].is_some());
}

#[test]
fn without_a_claim_in_the_right_option_the_answer_says_what_is_asked() {
    let text = SMALL
        .replace(" {mos of group 2 of lane B from 2 to 8 s; 1 to 5}", "")
        .replace("lane 2 from 2 to 8 s; 1 to 50}", "lane 2 from 2 to 8 s with link.rateMbps = 9} or {queueDelayMs.mean of lane 1 from 2 to 8 s}");
    let story = Story::open(&text, &no_file).expect("it is valid");
    let step = &story.steps[0];
    let asked = step.asked.as_ref().expect("the answer has a claim");
    assert_eq!((asked.lane, asked.group), (1, None));
    // The claim of another run is drawn beside the state, and the one of "Try" is not.
    assert_eq!(asked.others, [0]);
    let [quick, slow] = [9.0, 1.0].map(|rate_mbps| {
        let mut state = step.scenario.clone().unwrap();
        state.link.rate_mbps = rate_mbps;
        measure_asked(step, &state, 1, &mut || {})[1].unwrap()
    });
    assert!(quick < slow, "{quick} ms at 9 Mbit/s, {slow} ms at 1 Mbit/s");
    assert_eq!(Some(quick), measure(step, 1, &mut || {})[0]);
}

#[test]
fn a_state_without_the_asked_lane_or_time_has_no_number() {
    let story = Story::open(SMALL, &no_file).expect("it is valid");
    let step = &story.steps[0];
    let state = step.scenario.as_ref().unwrap();
    let short = Scenario { duration_s: 4.0, ..state.clone() };
    assert_eq!(measure_asked(step, &short, 1, &mut || {}), [None, None]);
    let one = Scenario { queues: state.queues[..1].to_vec(), ..state.clone() };
    assert!(matches!(measure_asked(step, &one, 1, &mut || {})[..], [Some(_), None]));
}
