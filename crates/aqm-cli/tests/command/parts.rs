//! Results of groups, classes and flows.

use super::SCENARIO;
use crate::common::{self, failure};

#[test]
fn a_single_group_under_one_queue_has_no_table_of_groups() {
    let one = SCENARIO.replace(r#", { "kind": "cbr", "rateMbps": 0.5 }"#, "");
    let table = common::output(&["run", "-"], &one);
    let numbers = table.split("\nHow far were these numbers checked?").next().expect("a table");
    assert_eq!(numbers.lines().count(), 7, "{table}");
    let csv = common::output(&["run", "-", "--csv"], &one);
    let header = csv.lines().next().expect("a header");
    assert!(!header.contains("group_"), "{header}");
    let columns = header.split(',').count();
    assert!(csv.lines().all(|line| line.split(',').count() == columns), "{csv:.300}");
}

#[test]
fn sfq_has_delays_of_flows_but_no_classes() {
    let one = SCENARIO.replace(r#", { "kind": "cbr", "rateMbps": 0.5 }"#, "");
    let report = common::output(
        &["run", "-", "--json"],
        &one.replace(r#"{ "kind": "codel" }"#, r#"{ "kind": "sfq" }"#),
    );
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    let [sfq, codel] = [0, 1].map(|lane| &report["lanes"][lane]);
    let flows = sfq["flowDelays"].as_array().expect("flows");
    assert!(flows.iter().all(|flow| flow["queueDelayMs"]["p95"].is_number()), "{sfq:#}");
    assert!(!flows.is_empty() && sfq["classes"] == serde_json::json!([]), "{sfq:#}");
    assert_eq!(codel["flowDelays"], serde_json::json!([]), "one queue, one group");
}

#[test]
fn groups_and_classes_have_delays_of_their_own() {
    let with_fq = SCENARIO.replace(r#"{ "kind": "codel" }"#, r#"{ "kind": "fqCodel" }"#);
    let report = common::output(&["run", "-", "--json"], &with_fq);
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    let lane = &report["lanes"][0];
    let p95 = |part: &serde_json::Value| part["queueDelayMs"]["p95"].as_f64().expect("a number");
    let [groups, classes] = ["groups", "classes"].map(|name| lane[name].as_array().expect(name));
    assert!(p95(&groups[1]) < p95(&groups[0]) / 2.0, "the datagrams overtake: {lane:#}");
    assert_eq!([&classes[0]["class"], &classes[1]["class"]], ["sparse", "bulk"]);
    let sent = |parts: &[serde_json::Value]| -> u64 {
        parts.iter().map(|part| part["packets"].as_u64().expect("a count")).sum()
    };
    let total = lane["packets"]["sent"].as_u64().expect("a count");
    assert_eq!((sent(groups), sent(classes)), (total, total));
    assert_eq!(sent(lane["flowDelays"].as_array().expect("flows")), total);
    let flows = lane["flowDelays"].as_array().expect("flows");
    let of_group = |group: u64| flows.iter().filter(move |flow| flow["group"] == group);
    assert!(of_group(1).all(|flow| p95(flow) < p95(&groups[0]) / 2.0), "{lane:#}");
    let codel = &report["lanes"][1];
    assert_eq!(codel["classes"], serde_json::json!([]));
    assert_eq!(codel["groups"].as_array().map(Vec::len), Some(2));

    let measures =
        "groups.1.queueDelayMs.p95,classes.sparse.packets,classes.sparse.queueDelayMs.max";
    let csv = common::output(&["sweep", "-", "--csv", "--measures", measures], &with_fq);
    let lines: Vec<&str> = csv.lines().collect();
    let header = "lane,queue,seeds,group1QueueDelayP95MsMean,group1QueueDelayP95MsSd,group1QueueDelayP95MsCi95,\
                  sparsePacketsSum,sparseQueueDelayMaxMsMax";
    assert_eq!(lines[0], header);
    let fields: Vec<&str> = lines[1].split(',').collect();
    assert_eq!(fields[3].parse(), Ok(p95(&groups[1])));
    assert!(lines[2].ends_with(",,"), "PIE has no class: {csv}");
    let (_, message) = failure(&["sweep", "-", "--measures", "groups.1.foo"], &with_fq);
    assert!(message.contains("after groups.1. expected packets, queueDelayMs.mean, "), "{message}");
    let (_, message) = failure(&["sweep", "-", "--measures", "groups.1.queueDelay.p95"], &with_fq);
    assert!(message.contains("did you mean groups.1.queueDelayMs.p95?"), "{message}");
    let (_, message) = failure(&["sweep", "-", "--measures", "utilisation"], &with_fq);
    assert!(message.contains("did you mean utilization?"), "{message}");
    let (_, message) = failure(&["sweep", "-", "--measures", "foo"], &with_fq);
    assert!(
        message.contains("expected queueDelayMs.mean, ") && message.contains("groups.0."),
        "{message}"
    );

    let series = common::output(&["run", "-", "--csv"], &with_fq);
    let header = series.lines().next().expect("a header");
    assert!(header.contains(",group_0_queue_delay_mean_ms,group_1_queue_delay_mean_ms,state_"));
}
