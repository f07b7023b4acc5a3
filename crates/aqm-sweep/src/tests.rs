use super::*;
use aqm_scenario::problem::Reader;

const SCENARIO: &str = r#"{ "version": 1, "durationS": 3, "warmupS": 1, "seed": 7, "link": { "rateMbps": 2, "rttMs": 20,
    "buffer": { "packets": 60 } }, "queues": [{ "kind": "droptail" },
    { "kind": "codel" }, { "kind": "red" }], "traffic": [{ "kind": "bulk", "flows": 2 }] }"#;

/// Returns a plan of the scenario with these other members.
fn plan(members: &str) -> Plan {
    Plan::parse(&text(members)).unwrap_or_else(|problems| panic!("{problems:?}"))
}

fn text(members: &str) -> String {
    format!(r#"{{ "version": 1, "scenario": {SCENARIO}, {members} }}"#)
}

fn sweep(members: &str) -> Sweep {
    Sweep::new(plan(members)).unwrap_or_else(|problems| panic!("{problems:?}"))
}

fn problems(members: &str) -> Vec<String> {
    match Plan::parse(&text(members)) {
        Err(problems) => {
            problems.iter().map(|one| one.to_string().replace('\u{202f}', " ")).collect()
        }
        Ok(plan) => {
            let all = Sweep::new(plan).expect_err("it is refused");
            let lines = |(label, problems): &(Label, Vec<Problem>)| -> Vec<String> {
                let line = |one: &Problem| format!("{label}: {one}").replace('\u{202f}', " ");
                problems.iter().map(line).collect()
            };
            all.iter().flat_map(lines).collect()
        }
    }
}

fn numbers(members: &str) -> Vec<f64> {
    let axes = plan(&format!(r#""vary": [{{ "path": "link.rateMbps", {members} }}]"#)).axes();
    let number = |value: &aqm_json::Value| match value {
        aqm_json::Value::Number(number) => *number,
        other => panic!("{other} is no number"),
    };
    axes[0].values.iter().map(number).collect()
}

#[test]
fn ranges_have_round_values_and_both_ends() {
    assert_eq!(numbers(r#""from": 0.1, "to": 0.5, "count": 5"#), [0.1, 0.2, 0.3, 0.4, 0.5]);
    assert_eq!(
        numbers(r#""from": 1, "to": 1000, "count": 4, "log": true"#),
        [1.0, 10.0, 100.0, 1000.0]
    );
    assert_eq!(numbers(r#""from": 1, "to": 10, "count": 3, "log": true"#), [1.0, 3.162, 10.0]);
    let whole = r#""from": 1, "to": 10, "count": 10, "log": true, "whole": true"#;
    assert_eq!(numbers(whole), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0]);
    assert_eq!(numbers(r#""from": 10, "to": 4, "count": 3"#), [10.0, 7.0, 4.0]);
    assert_eq!(numbers(r#""from": 0, "to": 0.35, "step": 0.1"#), [0.0, 0.1, 0.2, 0.3]);
    assert_eq!(numbers(r#""from": 5, "to": 5, "step": 1"#), [5.0]);
    assert_eq!(numbers(r#""values": [3, 1]"#), [3.0, 1.0]);
}

#[test]
fn runs_are_in_the_order_of_cases_values_lanes_and_seeds() {
    let sweep = sweep(
        r#""cases": [{ "name": "slow", "set": { "link.rateMbps": 1 } }, { "name": "fast", "set": { "link": { "rateMbps":
        9, "rttMs": 30, "buffer": { "packets": 60 } }, "link.rttMs": 5 } }],
        "vary": [{ "path": "traffic.0.flows", "values": [1, 4] }], "lanes": [2, 0],
        "seeds": { "first": 5, "count": 3 }, "measures": ["utilization", "groups.0.queueDelayMs.p95"]"#,
    );
    assert_eq!((sweep.cells().len(), sweep.rows().len(), sweep.runs()), (4, 8, 24));
    assert_eq!(sweep.run(0), Run { cell: 0, lane: 2, seed: 5 });
    assert_eq!(sweep.run(5), Run { cell: 0, lane: 0, seed: 7 });
    assert_eq!(sweep.run(23), Run { cell: 3, lane: 0, seed: 7 });
    let last = sweep.scenario(23);
    assert_eq!((last.seed, last.link.rate_mbps, last.link.rtt_ms), (7, 9.0, 5.0));
    assert!(sweep.weight(23) > sweep.weight(0));
    let measured: Vec<_> = (0..sweep.runs()).map(|index| Some(sweep.measure(index))).collect();
    let csv = sweep.table(&measured).csv();
    let lines: Vec<&str> = csv.lines().collect();
    assert!(
        lines[0].starts_with("case,traffic.0.flows,lane,queue,seeds,utilizationMean,"),
        "{csv}"
    );
    assert!(
        lines[1].starts_with("slow,1,2,red,3,") && lines[8].starts_with("fast,4,0,droptail,3,")
    );
    assert!(measured.iter().flatten().all(|values| values[0].is_some_and(|value| value > 0.5)));
}

#[test]
fn a_sweep_that_names_a_flow_records_it_under_one_queue_too() {
    let flows = sweep(
        r#""lanes": [0], "measures": ["queueDelayMs.p95", "flows.1.queueDelayMs.p95", "flows.0.packets",
        "flows.1.packets", "flows.9.packets", "packets.sent"]"#,
    );
    let values = flows.measure(0);
    let [lane, flow, first, second, none, sent] = values[..] else { panic!("{values:?}") };
    assert_eq!((first.zip(second).map(|(first, second)| first + second), none), (sent, None));
    let ratio = flow.expect("a delay") / lane.expect("a delay");
    assert!((ratio - 1.0).abs() < 0.15, "both flows wait in one queue: {ratio}");
    let csv = flows.table(&[Some(values)]).csv();
    assert!(csv.starts_with("lane,queue,seeds,queueDelayP95MsMean,"), "{csv}");
    assert!(csv.contains(",flow1QueueDelayP95MsMean,"), "{csv}");
    assert!(LaneMeasure::find("flows.x.packets").is_none());
    assert!(LaneMeasure::find("flows.1.utilization").is_none());
}

#[test]
fn a_table_has_the_runs_that_were_made() {
    let sweep = sweep(r#""seeds": { "count": 3 }, "lanes": [1, 2], "measures": ["utilization"]"#);
    let made = |index: usize| Some(vec![Some(index as f64)]);
    let measured = [made(1), None, made(4), None, None, None];
    let csv = sweep.table(&measured).csv();
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[1].starts_with("1,codel,2,2.5,2.1213"), "{csv}");
    assert_eq!(lines[2], "2,red,0,,,");
    assert_eq!(sweep.table(&measured).rows()[1].results, [None]);
}

#[test]
fn without_seeds_and_measures_the_scenario_and_the_command_decide() {
    let sweep = sweep(r#""title": "x""#);
    assert_eq!(
        (sweep.seeds(), sweep.runs(), sweep.cells()[0].case.as_deref()),
        (&[7][..], 3, None)
    );
    let names: Vec<_> = sweep.measures().iter().map(LaneMeasure::name).collect();
    assert_eq!(names, ["queueDelayMs.mean", "queueDelayMs.p95", "utilization", "dropRate", "jain"]);
}

#[test]
fn the_canonical_text_reads_back_as_the_same_plan() {
    for members in [
        r#""title": "x""#,
        r#""seeds": { "list": [3, 1] }, "vary": [{ "path": "queues.0", "values": [{ "kind": "pie" }, "x"] },
           { "path": "link.rttMs", "from": 1, "to": 9, "step": 2 }], "measures": ["jain"], "lanes": [1]"#,
        r#""seeds": { "count": 2 }, "vary": [{ "path": "link.rttMs", "from": 1, "to": 9, "count": 4, "log": true }],
           "cases": [{ "name": "a", "set": { "link.rateMbps": 3 } }, { "name": "b" }]"#,
    ] {
        let plan = plan(members);
        assert_eq!(Plan::parse(&plan.to_text()).as_ref(), Ok(&plan));
        assert_eq!(Plan::parse(&plan.to_json()), Ok(plan));
    }
}

#[test]
fn problems_name_the_place_and_what_is_accepted() {
    let one = |members: &str| {
        let all = problems(members);
        assert_eq!(all.len(), 1, "{all:?}");
        all[0].clone()
    };
    let vary = |members: &str| one(&format!(r#""vary": [{members}]"#));
    for (got, expected) in [
        (one(r#""vari": []"#), "vari is unknown; did you mean 'vary'?"),
        (
            vary(r#"{ "path": "link.rateMbps" }"#),
            "vary[0] has none of 'values', 'count' or 'step'; expected exactly one.",
        ),
        (
            vary(r#"{ "path": "seed", "values": [1] }"#),
            "vary[0].path is 'seed'; expected another field. Use 'seeds' for seeds.",
        ),
        (
            vary(r#"{ "path": "link..rttMs", "values": [1] }"#),
            "vary[0].path is 'link..rttMs'; expected names and indices joined by dots, such as queues.0.targetMs.",
        ),
        (
            vary(r#"{ "path": "link.rttMs", "from": 0, "to": 9, "count": 4, "log": true }"#),
            "vary[0].from is 0; expected more than 0 on a logarithmic scale.",
        ),
        (
            vary(r#"{ "path": "link.rttMs", "from": 1, "to": 9, "step": 0.001 }"#),
            "vary[0].step makes 8001 values; expected at most 1000.",
        ),
        (
            vary(r#"{ "path": "a", "values": [1] }, { "path": "a", "values": [1] }"#),
            "vary[1].path is 'a' again; expected another parameter.",
        ),
        (
            vary(r#"{ "path": "link.rateMpbs", "values": [4] }"#),
            "link.rateMpbs=4: link.rateMpbs is unknown; did you mean 'rateMbps'?",
        ),
        (
            one(r#""cases": [{ "name": "a" }, { "name": "a" }]"#),
            "cases[1].name is 'a' again; expected another name.",
        ),
        (
            one(r#""cases": [{ "name": "a", "set": { "link.rateMbps": -1 } }]"#),
            "case 'a': link.rateMbps is -1; expected 0.1 to 1 000 000 Mbit/s.",
        ),
        (
            one(
                r#""cases": [{ "name": "a", "set": { "link.rttMs": 1 } }], "vary": [{ "path": "link.rttMs", "values": [1] }]"#,
            ),
            "cases[0].set sets 'link.rttMs', which 'vary' sets too; expected one of them.",
        ),
        (one(r#""lanes": [0, 3]"#), ": lanes has 3; expected 0 to 2."),
        (one(r#""lanes": [1, 1]"#), "lanes has 1 twice."),
        (one(r#""seeds": { "list": [4, 2, 4] }"#), "seeds.list has 4 twice."),
        (
            one(r#""seeds": { "first": 9007199254740991, "count": 2 }"#),
            "seeds.count makes a seed larger than 2^53 - 1. Lower 'first' or 'count'.",
        ),
        (
            one(r#""measures": ["utilisation"]"#),
            "measures[0] is 'utilisation'; expected a measure of docs/measures.md.",
        ),
        (
            one(
                r#""seeds": { "count": 1000000 }, "vary": [{ "path": "link.rttMs", "values": [1, 2] }]"#,
            ),
            ": the text has 2 000 000 runs of each lane; expected at most 1 000 000.",
        ),
    ] {
        assert_eq!(got, expected);
    }
    let whole = text("\"about\": \"\"").replace("\"rateMbps\": 2", "\"rateMbps\": -2");
    let problems = Plan::parse(&whole).expect_err("the scenario has a problem");
    assert_eq!(problems[0].path, "scenario.link.rateMbps");
}

#[test]
fn hostile_plans_are_refused_soon() {
    let long = format!(r#""about": "{}""#, "x".repeat(crate::plan::MAX_PLAN_BYTES));
    assert!(problems(&long)[0].contains("bytes; expected at most"));
    let values = vec!["-1"; 1000].join(",");
    let grid = ["link.rateMbps", "link.rttMs"]
        .map(|path| format!(r#"{{ "path": "{path}", "values": [{values}] }}"#))
        .join(",");
    assert!(problems(&format!(r#""vary": [{grid}]"#)).len() <= Reader::MAX_PROBLEMS);
    let many = format!(r#""vary": [{{ "path": "link.rateMbps", "values": [{values}, 1] }}]"#);
    assert_eq!(problems(&many), ["vary[0].values has 1001 values; expected 1 to 1000."]);
    let bad: Vec<String> = (0..900)
        .map(|index| format!(r#"{{ "name": "x", "set": {{ "a..{index}": 1 }} }}"#))
        .collect();
    assert_eq!(problems(&format!(r#""cases": [{}]"#, bad.join(","))).len(), Reader::MAX_PROBLEMS);
}

#[test]
fn cells_that_do_not_fit_into_memory_are_refused() {
    let mut plan = plan(r#""about": """#);
    plan.vary = [300, 1000]
        .into_iter()
        .enumerate()
        .map(|(index, count)| {
            let values = vec![aqm_json::Value::Number(1.0); count];
            crate::plan::Vary::list(format!("link.x{index}"), values)
        })
        .collect();
    plan.scenario.about = "x".repeat(10_000);
    let problems = check_size(&plan, 1).expect_err("3 GB of JSON");
    assert!(problems[0].1[0].message.contains("combinations of a scenario of"), "{problems:?}");
    plan.scenario.about.clear();
    assert!(check_size(&plan, 1).is_ok());
}

#[test]
fn the_congestion_control_of_a_lane_can_be_varied() {
    let plan = r#"{ "version": 1, "lanes": [0], "vary": [{ "path": "queues.0.cc", "values": ["bbr", "cubic"] }],
        "scenario": { "version": 1, "durationS": 3, "link": { "rateMbps": 10, "rttMs": 40, "buffer": { "packets": 100 } },
            "queues": [{ "kind": "droptail", "cc": "bbr" }, { "kind": "droptail" }],
            "traffic": [{ "kind": "bulk", "flows": 2, "cc": "cubic" }] } }"#;
    let sweep = Sweep::new(Plan::parse(plan).unwrap()).unwrap();
    assert_eq!(sweep.notes(), []);
    let measured: Vec<_> = (0..sweep.runs()).map(|run| Some(sweep.measure(run))).collect();
    assert_ne!(measured[0], measured[1]);
    let table = sweep.table(&measured).text();
    assert!(table.contains("droptail cc=bbr"), "{table}");
}
