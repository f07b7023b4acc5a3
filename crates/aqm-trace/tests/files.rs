//! Traces in other spellings, incomplete traces and broken ones.

use aqm_trace::replay;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write as _;
use std::path::PathBuf;

const COLUMNS: &str = "arr_ns,size,ecn,outcome,out_ns,sojourn_ns,draw";
const CODEL: &str = r#"{"kernel":"linux-6.12","packets":2,"t0_ns":0,"link_rate_bps":[[0,1000000]],
    "params":{"target_ticks":4882,"interval_ticks":97656,"limit_pkts":10,"mtu":1500}}"#;
const PIE: &str = r#"{"kernel":"linux-6.12","t0_ns":0,"link_rate_bps":[[0,1000000]],
    "params":{"target_ticks":234375,"tupdate_ms":15,"alpha":2,"beta":20,"limit_pkts":10,
    "max_prob":"72057594037927935","mtu":1500}}"#;
/// Two packets of 1500 B at 1 Mbit/s: 12 ms each.
const ROWS: &str = "0,1500,0,FW,0,0,\n1,1500,2,FW,12000000,11999999,\n";

/// The header on one line.
fn line(header: &str) -> String {
    format!("# {}\n", header.split_whitespace().collect::<String>())
}

fn red(changes: &[(&str, &str)]) -> String {
    let stab = vec!["0"; 256].join(",");
    let header = r#"{"kernel":"linux-6.12","t0_ns":0,"link_rate_bps":[[0,1000000]],"params":{
        "limit_bytes":400000,"qth_min":30000,"qth_max":90000,"Wlog":5,"Plog":22,"Scell_log":15,
        "max_P":85899345,"max_P_q32":true,"Stab":[STAB]}}"#;
    let header = header.replace("STAB", &stab);
    changes.iter().fold(header, |header, (from, to)| {
        assert!(header.contains(from), "{from}");
        header.replacen(from, to, 1)
    })
}

/// A file of this test.
fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("files");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

fn mismatches(name: &str, text: &str) -> usize {
    let report =
        replay(&file(name, text.as_bytes()), None).unwrap_or_else(|error| panic!("{error}"));
    report.mismatches
}

/// The message about a broken trace, after the file's name.
fn error_of(name: &str, bytes: &[u8]) -> String {
    let error = replay(&file(name, bytes), None).unwrap_err().to_string();
    error.split_once(&format!("{name}: ")).expect("the file's name").1.to_string()
}

#[test]
fn other_spellings_of_a_file_are_accepted() {
    let plain = format!("{}{COLUMNS}\n{ROWS}", line(CODEL));
    assert_eq!(mismatches("plain.csv", &plain), 0);
    let variations = [
        plain.replace('\n', "\r\n"),
        format!("\u{feff}{plain}"),
        plain.replace("# {", "#{"),
        plain.replace(COLUMNS, &format!("\n{COLUMNS}")),
        plain.replace(',', ", ").replace("# ,", "# "),
        format!("{plain}\n\n"),
        plain.trim_end().to_string(),
        // Columns in another order, and one more.
        format!(
            "{}draw,ecn,size,arr_ns,note,sojourn_ns,out_ns,outcome\n,0,1500,0,x,0,0,FW\n\
             ,2,1500,1,y,11999999,12000000,FW\n",
            line(CODEL)
        ),
        // Numbers as strings and with a point, null for absent fields, one rate for the link.
        plain.replace("97656", "\"97656\"").replace("4882", "4882.0"),
        plain.replace("\"mtu\":1500", "\"mtu\":null,\"ce_threshold_ticks\":null,\"ecn\":false"),
        plain.replace("[[0,1000000]]", "1e6"),
    ];
    for (number, text) in variations.iter().enumerate() {
        assert_eq!(mismatches(&format!("plain{number}.csv"), text), 0, "variation {number}");
    }
}

#[test]
fn a_truncated_trace_is_a_difference() {
    let text = format!("{}{COLUMNS}\n{}", line(CODEL), ROWS.lines().next().unwrap());
    let report = replay(&file("truncated.csv", text.as_bytes()), None).unwrap();
    assert_eq!(report.mismatches, 1);
    assert_eq!(report.first[0].to_string(), "total: packets is 1, recorded 2");
}

#[test]
fn flags_of_red_may_be_one_number() {
    // Beyond the upper threshold from the second packet on: with ECN marked, with harddrop not.
    let low = [("30000", "0"), ("90000", "10"), ("\"Wlog\":5", "\"Wlog\":0")];
    let trace = |flags: &str, outcome: &str| {
        let flags = format!("\"limit_bytes\":400000,{flags}");
        let header = red(&[&low[..], &[("\"limit_bytes\":400000", &flags)]].concat());
        let last = match outcome {
            "DF" => "2,1500,2,DF,2,0,".to_string(),
            code => format!("2,1500,2,{code},24000000,23999998,"),
        };
        format!(
            "{}{COLUMNS}\n0,1500,2,FW,0,0,\n1,1500,2,FW,12000000,11999999,\n{last}\n",
            line(&header)
        )
    };
    for (name, flags, outcome) in [
        ("red0.csv", "\"flags\":0", "DF"),
        ("red1.csv", "\"flags\":1", "MF"),
        ("red2.csv", "\"ecn\":true", "MF"),
        ("red3.csv", "\"flags\":3", "DF"),
        ("red4.csv", "\"ecn\":1,\"harddrop\":1", "DF"),
    ] {
        // The first packet above the threshold draws; this test does not check draws.
        let report = replay(&file(name, trace(flags, outcome).as_bytes()), None).unwrap();
        let outcomes = report.first.iter().filter(|mismatch| mismatch.column == "outcome");
        assert_eq!(outcomes.count(), 0, "{name}: {report}");
    }
}

#[test]
fn state_files_may_lack_some_columns() {
    let trace = file("states.csv", format!("{}{COLUMNS}\n", line(PIE)).as_bytes());
    let states = |text: &str| replay(&trace, Some(&file("states.state.csv", text.as_bytes())));
    let report = states("t_ns,prob,qdelay\n").unwrap();
    assert_eq!((report.mismatches, report.states), (0, 0));

    let rows = "0,1500,0,FW,0,0,\n600000000,1500,0,FW,600000000,0,\n";
    let trace = file("states.csv", format!("{}{COLUMNS}\n{rows}", line(PIE)).as_bytes());
    let states = |text: &str| replay(&trace, Some(&file("states.state.csv", text.as_bytes())));
    let times = (0..8).map(|number| 500_000_000u64 + number * 15_000_000);
    let full: String = times.clone().map(|at| format!("{at},0,2343750\n")).collect();
    let report = states(&format!("t_ns,prob,burst_time\n{full}")).unwrap();
    assert_eq!((report.mismatches, report.states), (0, 8), "{report}");
    assert!(report.to_string().ends_with(
        "state rows 8 compared as well, without qdelay, qdelay_old, accu_prob, backlog, qlen, \
         dq_count, dq_tstamp, avg_dq_rate"
    ));
    // Recorded columns and missing rows are compared.
    let wrong: String = times.map(|at| format!("{at},1,2343750\n")).collect();
    assert_eq!(states(&format!("t_ns,prob,burst_time\n{wrong}")).unwrap().mismatches, 8);
    let fewer = full.split_once('\n').unwrap().1;
    assert!(states(&format!("t_ns,prob,burst_time\n{fewer}")).unwrap().mismatches > 0);

    let error = |text: &str| states(text).unwrap_err().to_string();
    assert!(error("prob,qdelay\n").ends_with("no column \"t_ns\""));
    assert!(error("t_ns,max_P\n").contains("none of the columns prob, qdelay"));
    assert!(error("t_ns,prob\n1,2\n3,x\n").ends_with("line 3: \"x\" is not a number in range"));
}

#[test]
fn errors_name_the_place_and_the_cause() {
    let (codel, pie) = (line(CODEL), line(PIE));
    let with = |from: &str, to: &str| {
        assert!(codel.contains(from), "{from}");
        format!("{}{COLUMNS}\n", codel.replace(from, to))
    };
    let row = |row: &str| format!("{codel}{COLUMNS}\n{row}\n");
    let red = |from: &str, to: &str| format!("{}{COLUMNS}\n", line(&red(&[(from, to)])));
    for (text, message) in [
        (String::new(), "line 1: no header of a trace"),
        ("some, text\nof three, other, words\n".to_string(), "line 1: no header of a trace"),
        (codel.clone(), "no column names"),
        (COLUMNS.to_string(), "line 1: no header of a trace; expected # and a JSON object"),
        (format!("# {{\n{COLUMNS}\n"), "line 1: not a JSON header"),
        (format!("# []\n{COLUMNS}"), "line 1: header is not an object"),
        (format!("# {{}}\n{COLUMNS}"), "line 1: header.params is missing"),
        (format!("# {{\"params\":{{}}}}\n{COLUMNS}"), "line 1: params belong to no known"),
        (with("4882", "-1"), "line 1: params.target_ticks: -1 is no number in range"),
        (with("4882", "1.5"), "line 1: params.target_ticks: 1.5 is no number in range"),
        (with("4882", "4294967296"), "line 1: params.target_ticks: 4294967296 is no number"),
        (with("4882", "4882,\"gso\":1"), "line 1: params.gso is not supported"),
        (with("\"limit_pkts\":10,", ""), "line 1: params.limit_pkts is missing"),
        (with("[[0,1000000]]", "[]"), "line 1: header.link_rate_bps is not a list"),
        (with("[[0,1000000]]", "[[0,0]]"), "line 1: header.link_rate_bps: [0,0] is not a pair"),
        (with("[[0,1000000]]", "[[0]]"), "line 1: header.link_rate_bps: [0] is not a pair"),
        (with("[[0,1000000]]", "[[5,1],[4,1]]"), "line 1: header.link_rate_bps is not in order"),
        (with("\"t0_ns\":0", "\"t0_ns\":0,\"rng\":\"dice\""), "line 1: unknown rng \"dice\""),
        (pie.replace("\"mtu\":1500", "\"mtu\":0") + COLUMNS, "line 1: params.mtu is 0"),
        (pie.replace(":15,", ":1e12,") + COLUMNS, "line 1: params.tupdate_ms: 1000000000000.0"),
        (red("\"Wlog\":5", "\"Wlog\":32"), "line 1: params.Wlog > 31"),
        (red("\"qth_min\":30000", "\"qth_min\":90001"), "line 1: params.qth_min is greater"),
        (red("\"Stab\":[0,", "\"Stab\":[32,"), "line 1: params.Stab is not 256 shifts"),
        (red("\"Stab\":[0,", "\"Stab\":["), "line 1: params.Stab is not 256 shifts"),
        (format!("{codel}arr_ns,size\n"), "no column \"ecn\""),
        (row("1,2"), "line 3: 2 columns instead of 7"),
        (row("1,1500,0,XX,1,0,"), "line 3: unknown outcome \"XX\""),
        (row("1,1500,0,,1,0,"), "line 3: unknown outcome \"\""),
        (row("1,big,0,FW,1,0,"), "line 3: \"big\" is not a number in range"),
        (row("1,-5,0,FW,1,0,"), "line 3: \"-5\" is not a number in range"),
        (row("1,4000000000,0,FW,1,0,"), "line 3: a packet of 4000000000 bytes"),
        (row("18446744073709551616,1,0,FW,1,0,"), "line 3: \"18446744073709551616\" is not"),
        (row("18446744073709551615,1,0,FW,1,0,"), "line 3: arrives more than a week after t0_ns"),
        (row("1,1500,4,FW,1,0,"), "line 3: ECN field 4"),
        (row("1,1500,0,FW,1,0,xyz"), "line 3: \"xyz\" is not hexadecimal"),
        (row("9,1500,0,FW,9,0,\n\n8,1500,0,FW,9,1,"), "line 5: arrives before its predecessor"),
        (with("\"t0_ns\":0", "\"t0_ns\":7") + "6,1500,0,FW,6,0,\n", "line 3: arrives before t0_ns"),
    ] {
        let error = error_of("broken.csv", text.as_bytes());
        assert!(error.starts_with(message), "{error:?} instead of {message:?}");
    }
    assert!(error_of("text.csv", b"# \xff\xfe").contains("invalid utf-8"));
    assert!(error_of("cut.csv.gz", &[0x1f, 0x8b, 8, 0, 0]).contains("end of file"));
    assert!(replay(&PathBuf::from("no-such-trace.csv"), None).is_err());
}

/// A short file can ask for endless work.
#[test]
fn a_replay_with_endless_updates_stops_with_an_error() {
    let often = PIE.replace(":15,", ":1,");
    let week = format!("{ROWS}604800000000000,1500,0,FW,604800000000000,0,\n");
    let slow = often.replace("1000000]]", "1]]");
    for (header, rows) in [
        (&often, week.as_str()),
        (&slow, "0,65535,0,FW,0,0,\n"),
        (&PIE.replace(":15,", ":0,"), &week),
    ] {
        let text = format!("{}{COLUMNS}\n{rows}", line(header));
        let message = "the replay takes more than 12 million updates of the discipline";
        let error = error_of("endless.csv", text.as_bytes());
        assert!(error.starts_with(message), "{error}");
    }
    // The replay has two hours of states; two of them are recorded, the others are mismatches.
    let hours = format!("{ROWS}7200000000000,1500,0,FW,7200000000000,0,\n");
    let trace = file("hours.csv", format!("{}{COLUMNS}\n{hours}", line(&often)).as_bytes());
    let states = file("hours.state.csv", b"t_ns,prob\n500000000,0\n501000000,0\n");
    let report = replay(&trace, Some(&states)).unwrap();
    assert_eq!((report.mismatches, report.states), (7_199_513 - 2, 2), "{report}");
    assert!(report.to_string().contains("state 2: t_ns is 502000000, recorded nothing"));
}

/// A small file can be large after decompression, and some files never end.
#[test]
fn reading_stops_at_the_size_limits() {
    let mut zipped = GzEncoder::new(Vec::new(), Compression::best());
    for _ in 0..65 {
        zipped.write_all(&[b'#'; 1 << 20]).unwrap();
    }
    let zipped = zipped.finish().unwrap();
    assert!(zipped.len() < 1 << 20);
    assert_eq!(error_of("large.csv.gz", &zipped), "more than 64 MiB");
    if cfg!(unix) {
        let error = replay(&PathBuf::from("/dev/zero"), None).unwrap_err();
        assert_eq!(error.to_string(), "/dev/zero: more than 64 MiB");
    }
    let many = format!("{}{COLUMNS}\n{}", line(CODEL), "1,1,0,FW,1,0,\n".repeat(1_000_001));
    assert_eq!(error_of("many.csv", many.as_bytes()), "line 1000003: more than 1000000 rows");
    let wide = format!("{}{}\n", line(CODEL), ",".repeat(100));
    assert_eq!(error_of("wide.csv", wide.as_bytes()), "line 2: more than 100 columns");
    let header = format!("{}{COLUMNS}\n", line(&format!("[{}0]", "0,".repeat(1 << 19))));
    assert_eq!(
        error_of("header.csv", header.as_bytes()),
        "line 1: the header has more than 1024 KiB"
    );
}

/// Damaged files give a report or an error message.
#[test]
fn damaged_files_never_panic() {
    let text = format!("{}{COLUMNS}\n{ROWS}", line(CODEL));
    let junk = ["", ",", "-", "9", "\"", "{", "}", "[", "]", "\n", "#", "1e309", "\u{0}", "null"];
    let (mut reports, mut errors) = (0, 0);
    for at in (0..text.len()).step_by(3) {
        for (number, insert) in junk.iter().enumerate() {
            // Replaces a byte, or truncates the file.
            let rest = if number == 0 { "" } else { &text[at + 1..] };
            let damaged = format!("{}{insert}{rest}", &text[..at]);
            match replay(&file("damaged.csv", damaged.as_bytes()), None) {
                Ok(_) => reports += 1,
                Err(_) => errors += 1,
            }
        }
    }
    assert!(reports > 100 && errors > 500, "{reports} reports, {errors} errors");
}
