use super::super::Sweep;
use crate::plan::Plan;
use aqm_scenario::model::covers;

/// Returns a plan over a scenario of 30 s with two lanes and two groups. `members` follow in the scenario, `vary` in the
/// plan.
fn plan(members: &str, vary: &str) -> Plan {
    let text = format!(
        r#"{{ "version": 1, "scenario": {{ "version": 1, "durationS": 30, "link": {{ "rateMbps": 2, "rttMs": 20,
        "buffer": {{ "packets": 60 }} }}, "queues": [{{ "kind": "droptail" }}, {{ "kind": "codel" }}], "traffic":
        [{{ "kind": "bulk", "flows": 2 }}, {{ "kind": "cbr", "rateMbps": 0.5 }}]{members} }}, {vary} }}"#
    );
    Plan::parse(&text).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// A problem with its prefix `refused: `, or else all notes.
fn found(plan: Plan) -> Vec<String> {
    match Sweep::new(plan) {
        Ok(sweep) => sweep.notes().iter().map(ToString::to_string).collect(),
        Err(all) => {
            let lines = all.iter().flat_map(|(_, problems)| problems);
            lines.map(|problem| format!("refused: {problem}")).collect()
        }
    }
}

/// What is found for these values of a path, in a scenario with these further members.
fn of(members: &str, path: &str, values: &str) -> Vec<String> {
    found(plan(members, &format!(r#""vary": [{{ "path": "{path}", "values": [{values}] }}]"#)))
}

fn changes(list: &[&str]) -> String {
    format!(r#", "changes": [{}]"#, list.join(","))
}

const BUFFER_AT_2: &str = r#"{ "atS": 2, "set": "link.buffer", "to": { "packets": 100 } }"#;

#[test]
fn a_change_at_the_start_or_within_the_warm_up_is_a_problem() {
    let at_0 = changes(&[r#"{ "atS": 0, "set": "link.rateMbps", "to": 9 }"#]);
    assert_eq!(
        of(&at_0, "link.rateMbps", "1, 2, 4"),
        [
            "refused: vary[0] varies link.rateMbps, which has no effect: changes[0] sets link.rateMbps at 0 s. \
          Remove that change, or vary changes.0.to."
        ]
    );
    let in_warm_up = changes(&[BUFFER_AT_2]) + r#", "warmupS": 5"#;
    assert_eq!(
        of(&in_warm_up, "link.buffer.packets", "10, 200"),
        [
            "refused: vary[0] varies link.buffer.packets, which has no effect: changes[0] sets link.buffer at 2 s, \
          within the warm-up of 5 s. Remove that change, or vary changes.0.to."
        ]
    );
}

#[test]
fn a_change_later_in_the_run_is_a_note() {
    assert_eq!(
        of(&changes(&[BUFFER_AT_2]), "link.buffer.packets", "10, 200"),
        [
            "vary[0] varies link.buffer.packets: changes[0] sets link.buffer at 2 s; the values have no effect from \
          then on."
        ]
    );
    // The last item of the list takes effect first.
    let twice = changes(&[
        r#"{ "atS": 20, "set": "queues.1", "to": { "kind": "pie" } }"#,
        r#"{ "atS": 9, "set": "queues.1.targetMs", "to": 7 }"#,
    ]);
    assert!(
        of(&twice, "queues.1.targetMs", "1, 5")[0]
            .contains("changes[1] sets queues.1.targetMs at 9 s;")
    );
    assert!(
        of(&twice, "queues.1.intervalMs", "50, 100")[0]
            .contains("changes[0] sets queues.1 at 20 s;")
    );
    // The whole queue is replaced; before that, a part of it.
    let whole = of(&twice, "queues.1", r#"{ "kind": "codel" }, { "kind": "pie" }"#);
    assert_eq!(whole.len(), 3, "and the lane becomes another discipline");
    assert_eq!(
        whole[0],
        "vary[0] varies queues.1: changes[1] sets queues.1.targetMs at 9 s, a part of queues.1."
    );
    assert!(whole[1].contains("changes[0] sets queues.1 at 20 s; the values have no effect"));
}

#[test]
fn changes_of_other_fields_and_after_the_end_are_not_mentioned() {
    let others = changes(&[
        BUFFER_AT_2,
        r#"{ "atS": 0, "set": "queues.0", "to": { "kind": "droptail" } }"#,
        r#"{ "atS": 0, "set": "traffic.1.rateMbps", "to": 1 }"#,
        r#"{ "atS": 30, "set": "link.rttMs", "to": 9 }"#,
        r#"{ "atS": 3, "set": "burst", "to": { "rateMbps": 1, "durationS": 1 } }"#,
    ]);
    for path in ["link.rttMs", "link.rateMbps", "queues.1.targetMs", "traffic.0.flows", "durationS"]
    {
        assert_eq!(of(&others, path, "3, 4"), [""; 0], "{path}");
    }
    // `link.rateMbps` does not begin with the path `link.rate`, nor `queues.1` with `queues.11`.
    assert!(!covers("queues.1", "queues.11.targetMs") && covers("queues.1", "queues.1.targetMs"));
}

#[test]
fn a_schedule_replaces_the_bandwidth_until_a_change_ends_it() {
    let square = r#"{ "kind": "square", "highMbps": 8, "lowMbps": 1, "periodS": 2 }"#;
    let link = |schedule: &str| {
        format!(
            r#", "vary": [{{ "path": "link.rateMbps", "values": [2, 4] }}], "cases": [{{ "name": "a", "set": {{
            "link.schedule": {schedule} }} }}]"#
        )
    };
    let with = |schedule: &str, members: &str| found(plan(members, &link(schedule)[1..]));
    assert_eq!(
        with(square, ""),
        [
            "vary[0] varies link.rateMbps: link.schedule sets the bandwidth from 0 s on; link.rateMbps still sizes \
          buffers in ms and bdp and sets up disciplines."
        ]
    );
    let steps = r#"{ "kind": "steps", "steps": [{ "atS": 12, "rateMbps": 5 }] }"#;
    assert!(with(steps, "")[0].contains("from 12 s on"));
    let ended = changes(&[r#"{ "atS": 4, "set": "link.rateMbps", "to": 9 }"#]);
    assert_eq!(with(steps, &ended).len(), 1, "the change comes before the first step");
    assert_eq!(with(square, &ended).len(), 2);
    let high = r#""cases": [{ "name": "a", "set": { "link.schedule": { "kind": "square", "highMbps": 8, "lowMbps": 1,
        "periodS": 2 } } }], "vary": [{ "path": "link.schedule.highMbps", "values": [4, 8] }]"#;
    assert!(found(plan(&ended, high))[0].contains("changes[0] sets link.rateMbps at 4 s;"));
    let at_0 = changes(&[r#"{ "atS": 0, "set": "link.rateMbps", "to": 9 }"#]);
    assert!(found(plan(&at_0, high))[0].starts_with("refused: "));
}

#[test]
fn a_muted_or_empty_group_is_told() {
    let muted = r#", "changes": [{ "atS": 10, "set": "traffic.1.muted", "to": true },
        { "atS": 20, "set": "traffic.1.muted", "to": false }]"#;
    assert_eq!(
        of(muted, "traffic.1.rateMbps", "1, 2"),
        [
            "vary[0] varies traffic.1.rateMbps: traffic[1] sends nothing from 10 s to 20 s; the values then have no \
          effect."
        ]
    );
    assert_eq!(of(muted, "traffic.0.flows", "1, 2"), [""; 0]);
    // The varied value itself is replaced, not silent.
    assert_eq!(of(muted, "traffic.1.muted", "true, false").len(), 1);
    let empty = changes(&[r#"{ "atS": 0, "set": "traffic.0.flows", "to": 0 }"#]);
    assert_eq!(
        of(&empty, "traffic.0.cc", r#""reno", "cubic""#),
        [
            "refused: vary[0] varies traffic.0.cc, which has no effect: traffic[0] sends nothing from 0 s on. Let \
          traffic[0] send, or vary another parameter."
        ]
    );
    // Only the muted combinations are lost, so this is a note.
    let both = r#""vary": [{ "path": "traffic.1.muted", "values": [true, false] }, { "path": "traffic.1.rateMbps",
        "values": [1, 2] }]"#;
    assert_eq!(
        found(plan("", both)),
        [
            "vary[1] varies traffic.1.rateMbps: traffic[1] sends nothing from 0 s on; the values then have no effect. \
          In 2 of 4 combinations."
        ]
    );
}

#[test]
fn a_lane_that_does_not_run_is_a_problem() {
    let vary = r#""vary": [{ "path": "queues.1.targetMs", "values": [1, 5] }], "lanes": [0]"#;
    assert_eq!(
        found(plan("", vary)),
        [
            "refused: vary[0] varies queues.1.targetMs, which has no effect: 'lanes' leaves out queues[1]. Add 1 to \
          'lanes', or vary another parameter."
        ]
    );
    assert_eq!(found(plan("", &vary.replace("[0]", "[1]"))), [""; 0]);
}

#[test]
fn a_varied_change_may_be_the_first_of_two() {
    let pulse = changes(&[
        r#"{ "atS": 10, "set": "link.rateMbps", "to": 1 }"#,
        r#"{ "atS": 20, "set": "link.rateMbps", "to": 2 }"#,
    ]);
    assert_eq!(of(&pulse, "changes.0.to", "0.5, 1"), [""; 0]);
    assert_eq!(of(&pulse, "changes.0.atS", "5, 15"), [""; 0]);
    let replaced = changes(&[
        r#"{ "atS": 10, "set": "queues.1.targetMs", "to": 1 }"#,
        r#"{ "atS": 10, "set": "queues.1", "to": { "kind": "pie" } }"#,
    ]);
    assert!(of(&replaced, "changes.0.to", "1, 5")[0].starts_with("refused: "));
    let late = changes(&[r#"{ "atS": 40, "set": "link.rateMbps", "to": 1 }"#]);
    assert_eq!(
        of(&late, "changes.0.to", "0.5, 1"),
        [
            "refused: vary[0] varies changes.0.to, which has no effect: the run ends before the change at 40 s. Let the \
          change come earlier, or the run last longer."
        ]
    );
}

#[test]
fn combinations_with_different_reasons_are_counted_together() {
    // In one case a change replaces the value at the start, in the other one the group is muted.
    let cases = r#""cases": [
        { "name": "a", "set": { "changes": [{ "atS": 0, "set": "traffic.1.rateMbps", "to": 1 }] } },
        { "name": "b", "set": { "traffic.1.muted": true } }],
        "vary": [{ "path": "traffic.1.rateMbps", "values": [1, 2] }]"#;
    let problems = found(plan("", cases));
    assert_eq!(problems.len(), 2);
    assert!(
        problems
            .iter()
            .all(|one| one.starts_with("refused: ") && one.contains("In 2 of 4 combinations."))
    );
    let one = cases.replace(r#""traffic.1.muted": true"#, "");
    assert!(!found(plan("", &one))[0].starts_with("refused: "));
}

#[test]
fn a_lane_that_becomes_another_discipline_is_told() {
    let replaced = changes(&[
        r#"{ "atS": 5, "set": "queues.1", "to": { "kind": "codel", "targetMs": 9 } }"#,
        r#"{ "atS": 8, "set": "queues.1", "to": { "kind": "pie" } }"#,
    ]);
    assert_eq!(
        of(&replaced, "link.rttMs", "10, 20"),
        [
            "scenario.queues[1] is 'codel' in the table, but changes[1] makes it 'pie' at 8 s; the results contain both."
        ]
    );
    let at_0 = changes(&[r#"{ "atS": 0, "set": "queues.1", "to": { "kind": "pie" } }"#]);
    assert!(
        of(&at_0, "link.rttMs", "10, 20")[0]
            .ends_with("at 0 s; the results are those of the latter.")
    );
    let vary = r#""vary": [{ "path": "link.rttMs", "values": [10, 20] }], "lanes": [0]"#;
    assert_eq!(found(plan(&replaced, vary)), [""; 0]);
}

#[test]
fn values_with_equal_results_are_told_after_the_runs() {
    let vary = r#""vary": [{ "path": "traffic.1.ecn", "values": [true, false] }, { "path": "link.rttMs", "values":
        [10, 40] }], "seeds": { "count": 2 }"#;
    let sweep = Sweep::new(plan(r#", "warmupS": 1"#, vary)).expect("the plan is valid");
    let mut measured: Vec<_> = (0..sweep.runs()).map(|index| Some(sweep.measure(index))).collect();
    // No queue marks.
    assert_eq!(sweep.indifferent(&measured), [0]);
    let note = "vary[0] varies traffic.1.ecn: all 2 values gave equal results.";
    assert_eq!(sweep.table(&measured).notes(), [note]);
    let json = sweep.table(&measured).json();
    assert_eq!(json.get("notes").map(ToString::to_string), Some(format!(r#"["{note}"]"#)));
    *measured.last_mut().expect("a run") = None;
    assert_eq!(sweep.indifferent(&measured), [0; 0], "a run is not made yet");
}

/// Returns a plan over the scenario of [`plan`] with these lanes.
fn of_lanes(queues: &str, members: &str, rest: &str, vary: &str) -> Vec<String> {
    let text = format!(
        r#"{{ "version": 1, "scenario": {{ "version": 1, "durationS": 30, "link": {{ "rateMbps": 2, "rttMs": 20,
        "buffer": {{ "packets": 60 }} }}, "queues": [{queues}], "traffic": [{{ "kind": "bulk", "flows": 2 }},
        {{ "kind": "bulk" }}]{members} }}{rest}, "vary": [{{ {vary} }}] }}"#
    );
    found(Plan::parse(&text).unwrap_or_else(|problems| panic!("{problems:?}")))
}

const BBR: &str = r#"{ "kind": "codel", "cc": "bbr" }"#;
const PLAIN: &str = r#"{ "kind": "codel" }"#;
const CC_OF_0: &str = r#""path": "traffic.0.cc", "values": ["reno", "cubic"]"#;

#[test]
fn a_congestion_control_that_all_lanes_replace_is_a_problem() {
    let refused = "refused: vary[0] varies traffic.0.cc, which has no effect: queues[0].cc sets the congestion control in \
                   place of the group's. Remove it, or vary queues.0.cc.";
    assert_eq!(of_lanes(BBR, "", "", CC_OF_0), [refused]);
    // The other lane does not run.
    let both = format!("{BBR}, {PLAIN}");
    assert_eq!(of_lanes(&both, "", r#", "lanes": [0]"#, CC_OF_0), [refused]);
    let two = format!("{BBR}, {BBR}");
    let all = of_lanes(&two, "", "", CC_OF_0);
    assert!(all[0].contains("queues[0].cc and queues[1].cc set the congestion control"), "{all:?}");
}

#[test]
fn a_congestion_control_that_some_lanes_replace_is_a_note() {
    let note = "vary[0] varies traffic.0.cc: queues[0].cc sets the congestion control in place of the group's; the values \
                have no effect there.";
    let both = format!("{BBR}, {PLAIN}");
    assert_eq!(of_lanes(&both, "", "", CC_OF_0), [note]);
    assert_eq!(of_lanes(&both, "", r#", "lanes": [1]"#, CC_OF_0), [""; 0]);
    let of_other = r#"{ "kind": "codel", "cc": "bbr", "ccGroup": 1 }"#;
    assert_eq!(of_lanes(of_other, "", "", CC_OF_0), [""; 0]);
    // The lane replaces it for a part of the run only.
    let later = changes(&[r#"{ "atS": 5, "set": "queues.0.cc", "to": "bbr" }"#]);
    assert_eq!(of_lanes(PLAIN, &later, "", CC_OF_0), [note]);
    let in_warm_up = later + r#", "warmupS": 6"#;
    assert!(of_lanes(PLAIN, &in_warm_up, "", CC_OF_0)[0].starts_with("refused: "));
}

#[test]
fn a_lane_whose_congestion_control_concerns_no_sender_is_a_problem() {
    let vary =
        |name: &str, values: &str| format!(r#""path": "queues.0.{name}", "values": [{values}]"#);
    let ccs = vary("cc", r#""bbr", "cubic""#);
    assert_eq!(of_lanes(PLAIN, "", "", &ccs), [""; 0]);
    let muted = [0, 1]
        .map(|group| format!(r#"{{ "atS": 0, "set": "traffic.{group}.muted", "to": true }}"#));
    assert_eq!(
        of_lanes(PLAIN, &changes(&[&muted[0], &muted[1]]), "", &ccs),
        [
            "refused: vary[0] varies queues.0.cc, which has no effect: queues[0] sets the congestion control of no group that \
             sends. Give queues[0] a group over TCP that sends, or vary another parameter."
        ]
    );
    assert_eq!(of_lanes(PLAIN, &changes(&[&muted[0]]), "", &ccs), [""; 0]);
    let groups = vary("ccGroup", "0, 1");
    assert!(of_lanes(PLAIN, "", "", &groups)[0].starts_with("refused: "));
    assert_eq!(of_lanes(BBR, "", "", &groups), [""; 0]);
}
