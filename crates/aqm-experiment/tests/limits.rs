//! Limits of a whole scenario: those of the format, and the lower ones of the page. `memory` has those of the memory.

use crate::common::{base, read, read_for_page, said, valid, with};
use aqm_experiment::Experiment;
use aqm_scenario::{Limits, read_change};
use serde_json::{Value, json};

/// What the problems of the page advise beside a smaller scenario.
const COMMAND: &str = " Or run it with the command aqm.";

/// Checks that the page refuses a scenario with exactly these problems, each as `path message`.
#[track_caller]
fn check(scenario: &Value, expected: &[&str]) {
    let problems = read_for_page(scenario).err().unwrap_or_default();
    let problems: Vec<String> = problems.iter().map(said).collect();
    assert_eq!(problems, expected, "{scenario}");
}

/// Checks that the page refuses one replaced member, and that the format accepts it.
#[track_caller]
fn refused(pointer: &str, to: Value, expected: &str) {
    let scenario = with(pointer, to);
    check(&scenario, &[&[expected, COMMAND].concat()]);
    valid(&scenario);
}

#[track_caller]
fn accepted(pointer: &str, to: Value) {
    check(&with(pointer, to), &[]);
}

#[test]
fn the_page_refuses_links_above_10_gbits() {
    let too_fast = "reaches 500 000 Mbit/s; the page simulates at most 10 000. Lower it.";
    accepted("/link/rateMbps", json!(10_000));
    refused("/link/rateMbps", json!(500_000), &format!("link.rateMbps {too_fast}"));
    let hop = |rate: u64| json!([{ "rateMbps": rate, "buffer": { "packets": 10 } }]);
    accepted("/link/hopsAfter", hop(10_000));
    refused("/link/hopsAfter", hop(500_000), &format!("link.hopsAfter[0].rateMbps {too_fast}"));
    let reverse = json!({ "rateMbps": 500_000, "buffer": { "packets": 10 } });
    refused("/link/reverse", reverse, &format!("link.reverse.rateMbps {too_fast}"));
    let schedule = json!({ "kind": "square", "highMbps": 500_000, "lowMbps": 0, "periodS": 4 });
    refused("/link/schedule", schedule, &format!("link.schedule {too_fast}"));
    let changes = json!([{ "atS": 1, "set": "link.rateMbps", "to": 500_000 }]);
    refused("/changes", changes, &format!("changes[0].to {too_fast}"));
}

#[test]
fn the_page_refuses_more_than_20_000_flows() {
    let problem = |flows: &str| {
        format!("makes {flows} flows; the page simulates at most 20 000. Lower flows.")
    };
    let groups = |flows: [u64; 2]| json!([{ "kind": "bulk", "flows": flows[0] }, { "kind": "cbr", "flows": flows[1], "rateMbps": 0.001 }]);
    accepted("/traffic", groups([19_000, 1000]));
    refused("/traffic", groups([19_000, 1001]), &format!("traffic {}", problem("20 001")));
    refused("/traffic", groups([100_000, 0]), &format!("traffic {}", problem("100 000")));
    let mut scenario = with("/traffic", groups([19_000, 1000]));
    let change = |group: u64, flows: u64| json!({ "atS": 1, "set": format!("traffic.{group}.flows"), "to": flows });
    scenario["changes"] = json!([change(0, 18_000), change(1, 2000)]);
    check(&scenario, &[]);
    scenario["changes"] = json!([change(1, 2000), change(0, 18_000)]);
    valid(&scenario);
    check(&scenario, &[&format!("changes[0].to {}{COMMAND}", problem("21 000"))]);
}

/// A control of the page that goes too far is refused while the run goes on.
#[test]
fn changes_during_a_run_of_the_page_have_its_limits() {
    let apply = |experiment: &mut Experiment, set: &str, to: u64| {
        let change = json!({ "atS": 5, "set": set, "to": to });
        let change = read_change(&change.to_string()).expect("it is valid");
        experiment.apply(change).map_err(|problems| said(&problems[0]))
    };
    let mut page = Experiment::new(valid(&base())).within(&Limits::PAGE);
    let refusal = apply(&mut page, "link.rateMbps", 20_000).expect_err("it is too fast");
    let expected = "to reaches 20 000 Mbit/s; the page simulates at most 10 000. Lower it.";
    assert_eq!(refusal, [expected, COMMAND].concat());
    apply(&mut page, "traffic.0.flows", 50_000).expect_err("too many");
    apply(&mut page, "traffic.0.flows", 5000).expect("it fits");
    let mut command = Experiment::new(valid(&base()));
    apply(&mut command, "link.rateMbps", 20_000).expect("it fits");
    apply(&mut command, "traffic.0.flows", 50_000).expect("it fits");
}

/// What the format itself refuses has no way out.
#[test]
fn the_limits_of_the_format() {
    let datagrams = |flows: u64| json!([{ "kind": "cbr", "flows": flows, "rateMbps": 1000, "packetBytes": 1500 }]);
    valid(&with("/traffic", datagrams(2000)));
    let problems = read(&with("/traffic", datagrams(3000))).expect_err("too many");
    let problem = "traffic makes all sources together send 250 000 000 datagrams a second; expected at most 200 000 000.";
    assert_eq!(problems.iter().map(said).collect::<Vec<_>>(), [problem]);
    let on_page = read_for_page(&with("/traffic", datagrams(3000))).expect_err("too many");
    assert!(!said(&on_page[0]).contains(COMMAND), "{on_page:?}");
}

#[test]
fn too_many_datagrams_are_refused() {
    let traffic = |flows: u64, mbps: f64, bytes: u64| {
        json!([{ "kind": "cbr", "flows": flows, "rateMbps": mbps, "packetBytes": bytes },
            { "kind": "poisson", "flows": 1, "rateMbps": 0.32, "packetBytes": 40 },
            { "kind": "bulk" }])
    };
    let at_most = "datagrams a second; expected at most 2 000 000.";
    accepted("/traffic", traffic(2, 10_000.0, 1500));
    accepted("/traffic", traffic(1, 639.68, 40));
    let problem = format!("traffic makes all sources together send 2 001 000 {at_most}");
    refused("/traffic", traffic(2, 320.0, 40), &problem);
    // No command sends so many.
    let problem = format!("traffic makes all sources together send 31 250 001 000 {at_most}");
    check(&with("/traffic", traffic(1000, 10_000.0, 40)), &[&problem]);
}

#[test]
fn changes_and_bursts_that_send_too_many_datagrams_are_refused() {
    let changed = |changes: Value| {
        let mut scenario = base();
        scenario["traffic"][1] = json!({ "kind": "cbr", "rateMbps": 320, "packetBytes": 40 });
        scenario["traffic"][2] = json!({ "kind": "bulk" });
        scenario["changes"] = changes;
        scenario
    };
    let burst = |at_s: f64, mbps: f64| {
        let to = json!({ "rateMbps": mbps, "durationS": 2, "packetBytes": 40 });
        json!({ "atS": at_s, "set": "burst", "to": to })
    };
    let sends = "makes all sources together send";
    let at_most = "datagrams a second; expected at most 2 000 000. Or run it with the command aqm.";
    let refuse = |changes: Value, path: &str, rate: &str| {
        check(&changed(changes), &[&format!("{path} {sends} {rate} {at_most}")]);
    };
    let flows = |at_s: f64, to: u64| json!({ "atS": at_s, "set": "traffic.1.flows", "to": to });
    let rate = |at_s: f64, to: f64| json!({ "atS": at_s, "set": "traffic.1.rateMbps", "to": to });
    check(&changed(json!([flows(3.0, 2)])), &[]);
    refuse(json!([flows(3.0, 3)]), "changes[0].to", "3 000 000");
    refuse(json!([flows(3.0, 2), rate(4.0, 321.0)]), "changes[1].to", "2 006 250");
    check(&changed(json!([rate(3.0, 160.0), flows(4.0, 4)])), &[]);
    // The second burst begins when the first has ended; two bursts at once exceed the limit.
    check(&changed(json!([burst(3.0, 320.0), burst(5.0, 320.0)])), &[]);
    refuse(json!([burst(3.0, 320.0), burst(4.9, 320.0)]), "changes[1].to", "3 000 000");
    refuse(json!([burst(3.0, 320.0), flows(4.0, 2)]), "changes[1].to", "3 000 000");
    // Only the change that increases the excess is reported.
    let mut scenario = changed(json!([flows(3.0, 8), flows(4.0, 1)]));
    scenario["traffic"][1]["flows"] = json!(9);
    let whole = format!("traffic makes all sources together send 9 000 000 {at_most}");
    check(&scenario, &[&whole]);
}

#[test]
fn changes_that_start_too_many_flows_are_refused() {
    let flows = |step: usize, to: usize| {
        let at_s = 0.001 * step as f64;
        json!({ "atS": at_s, "set": "traffic.0.flows", "to": to })
    };
    // Fifty changes from 0 to 1000 flows reach the limit. Flows at the start of the run do not count.
    let mut changes: Vec<Value> = (0..=100).map(|step| flows(step, 1000 * (step % 2))).collect();
    check(&with("/changes", json!(changes)), &[]);
    changes.push(flows(101, 1));
    changes.push(flows(102, 0));
    // Sources of datagrams use no memory after their end.
    changes.push(json!({ "atS": 2, "set": "traffic.1.flows", "to": 900 }));
    let problem = "changes[101].to makes the changes start more than 50 000 TCP flows together. Start fewer. Or run it with the command aqm.";
    check(&with("/changes", json!(changes)), &[problem]);
    // Unmuting starts all flows of the group.
    let mute = |step: usize| json!({ "atS": 0.001 * step as f64, "set": "traffic.0.muted", "to": step.is_multiple_of(2) });
    let mut scenario = with("/traffic/0/flows", json!(1000));
    scenario["traffic"][0]["muted"] = json!(true);
    scenario["changes"] = (1..=102).map(mute).collect();
    check(&scenario, &[&problem.replace("101", "100")]);
}
