use super::*;
use aqm_scenario::read_scenario;

fn of(text: &str) -> LaneTrust {
    let scenario = read_scenario(text).unwrap_or_else(|problems| panic!("{problems:?}"));
    trust(&scenario).lanes.remove(0)
}

/// A scenario with one lane; `link` and `groups` are the inner part of their JSON.
fn scenario(queue: &str, link: &str, groups: &str) -> String {
    format!(
        r#"{{"version":1,"durationS":60,"link":{{{link}}},"queues":[{queue}],"traffic":[{groups}]}}"#
    )
}

const LINK: &str = r#""rateMbps":25,"rttMs":50,"buffer":{"bdp":2}"#;
const CUBIC: &str = r#"{"kind":"bulk","cc":"cubic"}"#;
const CODEL: &str = r#"{"kind":"codel"}"#;

#[test]
fn the_file_is_read_whole() {
    let text = include_str!("checked.json");
    let rows = text.matches("\"scenario\"").count();
    assert!(rows >= 115, "{rows} rows");
    assert_eq!(CHECKED.rows.len(), rows);
    assert!(CHECKED.rows.iter().all(|row| !row.measured.is_empty()));
    let decisions: u64 = CHECKED.decisions.iter().map(|(_, rows, _)| rows).sum();
    assert!(decisions > 0 && !CHECKED.papers.is_empty());
}

#[test]
fn each_measured_row_is_nearest_to_itself_and_lies_within_what_was_checked() {
    for row in &CHECKED.rows {
        let nearest = CHECKED
            .rows
            .iter()
            .min_by(|a, b| row.setup.distance(&a.setup).total_cmp(&row.setup.distance(&b.setup)));
        let least = nearest.map(|one| row.setup.distance(&one.setup));
        assert_eq!(least, Some(0.0), "{}", row.name);
        let same: Vec<&MeasuredRow> = CHECKED
            .rows
            .iter()
            .filter(|other| other.setup.discipline() == row.setup.discipline())
            .collect();
        assert_eq!(unchecked(&row.setup, &same, &CHECKED), Vec::<String>::new(), "{}", row.name);
    }
}

#[test]
fn a_lane_beside_a_row_names_the_row_with_its_numbers() {
    let lane = of(&scenario(CODEL, LINK, CUBIC));
    assert_eq!(
        (lane.table.as_str(), lane.row.as_str()),
        ("linux", "codel-linux-cubic-x1-25mbit-50ms")
    );
    assert!(
        lane.checked.starts_with("Nearest row with real Linux TCP: CoDel (linux), 1 CUBIC flow")
    );
    assert!(lane.checked.contains("Mean delay 1.65 ms here, 1.82 ms measured; utilization"));
    assert!(lane.checked.contains(" recorded decisions of Linux' code are the same."));
    assert!(lane.checked.contains("Papers: Schwardmann et al. 2014 ("));
    assert_eq!(lane.unchecked, WITHIN);
}

#[test]
fn what_no_row_covers_is_listed() {
    let missing =
        |queue: &str, link: &str, groups: &str| of(&scenario(queue, link, groups)).unchecked;
    let link = r#""rateMbps":900,"rttMs":600,"buffer":{"bdp":2},"deviceQueuePackets":90"#;
    let text = missing(CODEL, link, r#"{"kind":"bulk","flows":400,"cc":"vegas"},{"kind":"voip"}"#);
    for part in [
        "900 Mbit/s (rows: ",
        "600 ms RTT (rows: ",
        "400 TCP flows (rows: ",
        "Vegas senders",
        "a device queue",
        "traffic of the kind voip",
    ] {
        assert!(text.contains(part), "{part} is not in: {text}");
    }
    let deep = missing(
        r#"{"kind":"droptail"}"#,
        r#""rateMbps":10,"rttMs":40,"buffer":{"packets":1200}"#,
        CUBIC,
    );
    assert!(deep.contains("36 BDP of buffer (rows: "), "{deep}");
    let text = missing(r#"{"kind":"codel","targetMs":20}"#, LINK, CUBIC);
    assert!(text.contains("CoDel with targetMs 20"), "{text}");
    let lane = of(&scenario(r#"{"kind":"choke"}"#, LINK, CUBIC));
    assert!(lane.checked.starts_with("No row with real Linux TCP has CHOKe."), "{}", lane.checked);
    assert!(lane.unchecked.contains("CHOKe"), "{}", lane.unchecked);
    assert_eq!(lane.row, "");
    let yours = of(&scenario(r#"{"kind":"manual"}"#, LINK, CUBIC)).checked;
    assert!(yours.starts_with("No row with real Linux TCP has a queue whose user drops packets."));
}

#[test]
fn rows_behind_our_own_disciplines_count() {
    let lane =
        of(&scenario(r#"{"kind":"dualpi2"}"#, LINK, r#"{"kind":"bulk","flows":4,"ecn":true}"#));
    assert_eq!(
        (lane.table.as_str(), lane.row.as_str()),
        ("disciplines", "dualpi2-cubic-x4-25mbit-50ms-ecn")
    );
    assert!(lane.checked.contains("6 of 6 rows with DualPI2 are within"), "{}", lane.checked);
}

#[test]
fn a_muted_group_and_a_muted_change_do_not_count() {
    let muted = r#"{"kind":"bulk","cc":"cubic"},{"kind":"voip","muted":true}"#;
    assert_eq!(of(&scenario(CODEL, LINK, muted)), of(&scenario(CODEL, LINK, CUBIC)));
}

#[test]
fn the_congestion_control_of_a_lane_counts_in_place_of_that_of_the_group() {
    let lane = of(&scenario(r#"{"kind":"codel","cc":"vegas"}"#, LINK, CUBIC));
    assert!(lane.unchecked.contains("Vegas senders"), "{}", lane.unchecked);
    assert!(!lane.unchecked.contains("CoDel with"), "{}", lane.unchecked);
}
