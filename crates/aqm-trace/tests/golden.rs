//! The kernel generations repeat the kernel's decisions exactly, packet by packet.

use aqm_trace::{Place, Subject, compare, read_states, read_text, read_trace, replay};
use std::path::{Path, PathBuf};

fn traces() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/traces")
}

/// A trace and its states.
fn paths(name: &str) -> (PathBuf, PathBuf) {
    (traces().join(format!("{name}.csv.gz")), traces().join(format!("{name}.state.csv.gz")))
}

fn names() -> Vec<String> {
    let files = std::fs::read_dir(traces()).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names
        .filter_map(|name| Some(name.strip_suffix(".csv.gz")?.to_string()))
        .filter(|name| !name.ends_with(".state"))
        .collect();
    names.sort();
    names
}

#[test]
fn every_trace_is_repeated_exactly() {
    let (mut packets, mut states) = (0, 0);
    for name in names() {
        let (trace, state) = paths(&name);
        let report = replay(&trace, Some(&state)).unwrap();
        assert_eq!(report.mismatches, 0, "{name}: {report}");
        packets += report.rows;
        states += report.states;
    }
    assert_eq!((packets, states), (213_121, 12_362), "the fixtures are not all there");
}

#[test]
fn every_scenario_and_variant_is_among_the_fixtures() {
    let names = names();
    let parts = [
        "cobalt_6.12",
        "cobalt_7.3",
        "codel_6.12",
        "fq_codel_6.12",
        "fq_codel_6.18",
        "fq_codel_7.3",
        "fq_pie_6.12",
        "dualpi2_7.3",
        "codel_3.10",
        "pie_6.12",
        "pie_4.14",
        "red_6.12",
        "red_3.10",
        "steady105",
        "steady120",
        "burst",
        "ramp",
        "ratechg",
        "light30",
        "idle",
        "reentry",
        "aimd",
        "cbr",
        "overload",
        "stall",
        "slowlink",
        "standing",
        "ecnmix",
        "ecnall",
        "ce1ms",
        "t1ms_i20ms",
        "limit100",
        "wrap",
        "bytemode",
        "dqrate",
        "t5ms_a4_b40",
        "ared",
        "p10",
        "p50",
        "nodrop",
        "small",
        "rngones",
        "rngzeros",
    ];
    for part in parts {
        assert!(names.iter().any(|name| name.contains(part)), "no trace of {part}");
    }
}

/// A trace can have state rows of its first buckets only. Its header says how many in `state_buckets`.
#[test]
fn states_of_the_recorded_buckets_are_compared() {
    let (trace, state) = paths("fq_pie_6.12.117_aimd_ecnmix");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let changed = |name: &str, path: &Path, change: &dyn Fn(&str) -> String| {
        let file = folder.join(name);
        std::fs::write(&file, change(&read_text(path).unwrap())).unwrap();
        file
    };
    let few = changed("buckets.csv", &trace, &|text| {
        text.replacen("\"params\":", "\"state_buckets\":2,\"params\":", 1)
    });
    // The bucket is the second column.
    let is_recorded = |line: &&str| matches!(line.split(',').nth(1), Some("0" | "1" | "bucket"));
    let states = changed("buckets.state.csv", &state, &|text| {
        text.lines().filter(is_recorded).map(|line| format!("{line}\n")).collect()
    });
    let report = replay(&few, Some(&states)).unwrap();
    assert_eq!((report.mismatches, report.states > 100), (0, true), "{report}");
    // Rows of other buckets are mismatches, in both directions.
    assert!(replay(&few, Some(&state)).unwrap().mismatches > 100);
    assert!(replay(&trace, Some(&states)).unwrap().mismatches > 100);
}

/// Replays a trace with other parameters than it was recorded with.
fn mismatches_with(name: &str, change: impl FnOnce(&mut Subject)) -> usize {
    let (trace, state) = paths(name);
    let mut trace = read_trace(&trace).unwrap();
    let states = read_states(&state, &trace.header.subject).unwrap();
    change(&mut trace.header.subject);
    compare(&trace.header, &trace.rows, Some(&states)).unwrap().mismatches
}

#[test]
fn a_wrong_parameter_gives_mismatches() {
    let codel = mismatches_with("codel_6.12.117_aimd", |subject| match subject {
        Subject::Codel(params, _) => params.interval += 1,
        other => panic!("{other:?}"),
    });
    assert!(codel > 100, "{codel}");
    let pie = mismatches_with("pie_6.12.117_cbr", |subject| match subject {
        Subject::Pie(params, _) => params.beta += 1,
        other => panic!("{other:?}"),
    });
    assert!(pie > 50, "{pie}");
    let red = mismatches_with("red_6.12.117_cbr", |subject| match subject {
        Subject::Red(params, ..) => params.max_p += params.max_p / 100,
        other => panic!("{other:?}"),
    });
    assert!(red > 100, "{red}");
    let cobalt = mismatches_with("cobalt_6.12.117_steady120", |subject| match subject {
        Subject::Cobalt(params, _) => params.interval += 1_000,
        other => panic!("{other:?}"),
    });
    assert!(cobalt > 100, "{cobalt}");
}

#[test]
fn a_difference_names_its_place_and_both_values() {
    let (trace, state) = paths("codel_3.10.85_standing");
    let mut trace = read_trace(&trace).unwrap();
    let states = read_states(&state, &trace.header.subject).unwrap();
    trace.rows[7].sojourn = aqm_sim::time::Span::from_nanos(1);
    trace.header.draws = Some(9);
    let report = compare(&trace.header, &trace.rows, Some(&states)).unwrap();
    assert_eq!(report.mismatches, 2);
    assert_eq!(report.first[0].place, Place::Packet(7));
    assert_eq!(report.first[1].to_string(), "total: draws is 0, recorded 9");
}
