use super::*;

/// A paper with one small table.
const SMALL: &str = r#"{ "version": 1, "name": "small-2020", "authors": "A. Small", "title": "T", "citation": "C",
    "items": [{ "id": "1", "label": "Table 1", "title": "Delay",
        "plan": { "version": 1, "scenario": { "version": 1, "durationS": 2,
            "link": { "rateMbps": 1, "rttMs": 10, "buffer": { "packets": 20 } },
            "queues": [{ "kind": "droptail" }, { "kind": "codel" }],
            "traffic": [{ "kind": "bulk" }] },
            "vary": [{ "path": "link.rateMbps", "values": [1, 2] }] },
        "axes": [{ "name": "rate", "unit": "Mbit/s" }],
        "measures": [{ "name": "delay", "of": "queueDelayMs.mean", "label": "mean delay", "unit": "ms",
            "tolerance": { "share": 0.5 } }],
        "published": { "delay": { "codel": [5, null] } },
        "goals": [{ "name": "close", "least": 0.5, "within": "delay" }],
        "findings": [{ "claim": "CoDel is shorter", "holds": ["delay[codel] < delay[droptail] for each rate"] }] }] }"#;

fn none(_: &str) -> Option<String> {
    None
}

fn problems(from: &str, to: &str) -> Vec<String> {
    assert!(SMALL.contains(from), "{from}");
    match open(&SMALL.replace(from, to), &none) {
        Ok(_) => panic!("{to} is accepted"),
        Err(found) => found.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn a_paper_in_one_file_runs() {
    let paper = open(SMALL, &none).expect("it is valid");
    let item = &paper.items()[0];
    let runs = item.runs();
    assert_eq!(runs.len(), 4);
    let report = item.report(&runs, runs.iter().map(|run| Some(run.measure())).collect());
    let at: Vec<_> = report.rows.iter().map(|row| (row.at.as_str(), row.queue.as_str())).collect();
    let rows = ["1 Mbit/s", "2 Mbit/s"].map(|at| [(at, "droptail"), (at, "codel")]).concat();
    assert_eq!(at, rows);
    let finding = &report.findings[0];
    let check = finding.check.as_ref().expect("all runs have been made");
    assert!(check.holds && check.evidence.starts_with("1 Mbit/s: "), "{}", check.evidence);
    // One published number, and the goal of the findings.
    let counts: Vec<_> = report.goals.iter().map(|goal| goal.of).collect();
    assert_eq!(counts, [1, 1]);
    let value = report.rows[1].values[0];
    assert_eq!(
        (value.published.map(|figure| figure.mean), value.tolerance),
        (Some(5.0), Some(2.5))
    );
    assert_eq!(report.rows[3].values[0].published, None);
}

#[test]
fn the_only_set_up_of_a_plan_has_the_title_of_the_table() {
    let vary = r#",
            "vary": [{ "path": "link.rateMbps", "values": [1, 2] }] }"#;
    assert!(SMALL.contains(vary));
    let one = SMALL.replace(vary, " }").replace("[5, null]", "[5]").replace(" for each rate", "");
    let one = one.replace(r#""axes": [{ "name": "rate", "unit": "Mbit/s" }],"#, "");
    let paper = open(&one, &none).unwrap_or_else(|problems| panic!("{problems:?}"));
    let item = &paper.items()[0];
    let runs = item.runs();
    let report = item.report(&runs, vec![None; runs.len()]);
    assert!(report.rows.len() == 2 && report.rows.iter().all(|row| row.at == "Delay"));
}

#[test]
fn each_problem_has_its_place() {
    let at = "items[0]";
    for (from, to, expected) in [
        (
            "\"rttMs\": 10",
            "\"rttMs\": -10",
            format!("{at}.plan.scenario.link.rttMs is -10; expected 0.1 to 1000 ms."),
        ),
        (
            "queueDelayMs.mean",
            "queueDelay",
            format!(
                "{at}.measures[0].of is 'queueDelay'; expected a formula over measures of docs/measures.md."
            ),
        ),
        (
            "delay[codel] <",
            "dely[codel] <",
            format!("{at}.findings[0].holds[0] has the measure 'dely'; expected 'delay'."),
        ),
        (
            "[5, null]",
            "[5]",
            format!(
                "{at}.published.delay.codel has 1 numbers; expected 2, one for each cell of the plan."
            ),
        ),
        (
            "\"codel\": [5",
            "\"red\": [5",
            format!("{at}.published.delay.red is unknown; expected 'droptail' or 'codel'."),
        ),
        (
            "\"within\": \"delay\"",
            "\"within\": \"use\"",
            format!(
                "{at}.goals[0].within is 'use'; expected the name of a measure with a tolerance."
            ),
        ),
        (
            "\"name\": \"rate\",",
            "\"name\": \"rate\", \"values\": [1, 2, 3],",
            format!("{at}.axes have 3 combinations of values; the plan has 2 cells."),
        ),
        (
            "\"title\": \"Delay\",",
            "\"title\": \"Delay\", \"code\": \"pan.lots\",",
            format!("{at}.code is 'pan.lots'; expected "),
        ),
    ] {
        let found = problems(from, to);
        assert!(found.len() == 1 && found[0].starts_with(&expected), "{to}: {found:?}");
    }
    let all =
        problems("\"droptail\" }, { \"kind\": \"codel\" }", "\"codel\" }, { \"kind\": \"codel\" }");
    assert_eq!(all[0], format!("{at}.lanes has 'codel' twice; expected a name for each lane."));
}

#[test]
fn a_plan_beside_the_paper_is_read() {
    let start = SMALL.find("{ \"version\": 1, \"scenario\"").unwrap();
    let end = SMALL.find(",\n        \"axes\"").unwrap();
    let plan = &SMALL[start..end];
    let paper = SMALL.replace(plan, "\"1.json\"");
    let beside = |text: String| move |name: &str| (name == "1.json").then(|| text.clone());
    assert!(open(&paper, &beside(plan.to_owned())).is_ok());
    let first = |found: Result<Paper, Vec<Problem>>| match found {
        Ok(_) => panic!("it is accepted"),
        Err(problems) => problems[0].to_string(),
    };
    assert!(
        first(open(&paper, &none)).starts_with("items[0].plan is '1.json', which is not beside")
    );
    let wrong = plan.replace("\"rttMs\": 10", "\"rttMs\": -10");
    let message = first(open(&paper, &beside(wrong)));
    assert!(message.starts_with("1.json: scenario.link.rttMs is -10"), "{message}");
    let message = first(open(&paper, &beside("{".to_owned())));
    assert!(message.starts_with("1.json is not JSON"), "{message}");
}

#[test]
fn papers_are_in_the_order_of_their_places() {
    let names: Vec<&str> = papers().iter().map(Paper::name).collect();
    assert_eq!(names[..2], ["schwardmann-2014", "pan-2013-pie"]);
    assert!(names.contains(&"rfc7928"));
}

#[test]
fn formulas_and_plans_that_would_take_long_are_refused() {
    let holds = "delay[codel] < delay[droptail] for each rate";
    let each = ["each queue"; 22].join(" and ");
    let found = problems(holds, &format!("delay > 0 for {each}"));
    let expected = "items[0].findings[0] makes the formulas of this table take ";
    assert!(found.len() == 1 && found[0].starts_with(expected), "{found:?}");
    assert!(
        found[0].ends_with("expected at most 1\u{202f}000\u{202f}000. Loop over fewer values.")
    );
    // Loops in a text.
    let list = ["codel"; 10].join(", ");
    let text = (0..5).fold("x".repeat(20), |inner, _| format!("{{for queue {list}: {inner}}}"));
    let finding = r#""claim": "CoDel is shorter""#;
    let found = problems(finding, &format!(r#""claim": "C", "evidence": "{text}""#));
    assert!(found.len() == 1 && found[0].starts_with(expected), "{found:?}");
    // Seven items with 20,000 runs each.
    let start = SMALL.find(r#"{ "id""#).unwrap();
    let item = SMALL[start..].strip_suffix("] }").unwrap();
    let item = item.replace(r#""vary""#, r#""seeds": { "first": 1, "count": 5000 }, "vary""#);
    let items: Vec<String> =
        (1..=7).map(|id| item.replace(r#""id": "1""#, &format!(r#""id": "{id}""#))).collect();
    let many = [&SMALL[..start], &items.join(", "), "] }"].concat();
    let found = open(&many, &none).err().expect("it is refused");
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(found, ["items[5].plan makes more than 100000 runs of the paper."]);
}
