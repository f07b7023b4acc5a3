//! The project's scripts pass, and each of their expectations can fail.

use aqm_packetdrill::{Verdict, check};

const SCRIPTS: [(&str, &str); 11] = [
    ("application-limited", include_str!("scripts/application-limited.pkt")),
    ("cubic-growth", include_str!("scripts/cubic-growth.pkt")),
    ("ecn", include_str!("scripts/ecn.pkt")),
    ("fast-retransmit-newreno", include_str!("scripts/fast-retransmit-newreno.pkt")),
    ("idle-restart", include_str!("scripts/idle-restart.pkt")),
    ("limited-transmit", include_str!("scripts/limited-transmit.pkt")),
    ("reordering", include_str!("scripts/reordering.pkt")),
    ("sack-recovery", include_str!("scripts/sack-recovery.pkt")),
    ("slow-start", include_str!("scripts/slow-start.pkt")),
    ("tail-loss-probe", include_str!("scripts/tail-loss-probe.pkt")),
    ("timeout", include_str!("scripts/timeout.pkt")),
];

fn verdict(script: &str) -> Verdict {
    check(script, &mut |_| None).verdict
}

#[test]
fn our_scripts_pass() {
    for (name, script) in SCRIPTS {
        assert_eq!(verdict(script), Verdict::Pass, "{name}");
    }
}

#[test]
fn every_script_in_the_folder_is_tested() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scripts");
    let files = std::fs::read_dir(directory).expect("a directory").map(|file| file.unwrap().path());
    let scripts = files.filter(|path| path.extension().is_some_and(|end| end == "pkt"));
    assert_eq!(scripts.count(), SCRIPTS.len());
}

/// Returns `script` with line `index` changed.
fn with_line(script: &str, index: usize, change: impl Fn(&str) -> String) -> String {
    let change_line =
        |(i, line): (usize, &str)| if i == index { change(line) } else { line.into() };
    script.lines().enumerate().map(change_line).collect::<Vec<_>>().join("\n")
}

/// Returns the number at the start of `text`.
fn leading_number(text: &str) -> u64 {
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().expect("a number")
}

#[test]
fn a_shifted_or_late_segment_fails() {
    let mut tried = 0;
    for (name, script) in SCRIPTS {
        for (index, line) in script.lines().enumerate() {
            let Some((before, range)) = line.split_once(" > ") else { continue };
            let Some((flags, range)) = range.split_once(". ") else { continue };
            let (start, rest) = range.split_once(':').expect("a range");
            let (start, end) = (leading_number(start), leading_number(rest));
            if start == end {
                continue;
            }
            tried += 1;
            let length = end - start;
            let shifted = with_line(script, index, |_| {
                format!("{before} > {flags}. {}:{}({length}) ack 1", start + 500, end + 500)
            });
            assert!(matches!(verdict(&shifted), Verdict::Fail(_)), "{name}:{}", index + 1);
            // A later time than that of the segment.
            let late = with_line(script, index, |line| format!("+7{}", &line[before.len()..]));
            assert!(matches!(verdict(&late), Verdict::Fail(_)), "{name}:{}: {late}", index + 1);
        }
    }
    assert!(tried > 40, "{tried}");
}

#[test]
fn a_wrong_number_in_an_assertion_fails() {
    let mut tried = 0;
    for (name, script) in SCRIPTS {
        for (index, line) in script.lines().enumerate() {
            for (at, _) in line.match_indices(" == ") {
                if !line[..at].contains("tcpi_") {
                    continue;
                }
                tried += 1;
                let wrong = with_line(script, index, |line| {
                    format!("{} == 7 + {}", &line[..at], &line[at + 4..])
                });
                match verdict(&wrong) {
                    Verdict::Fail(finding) => assert_eq!(finding.line, index + 1),
                    other => panic!("{name}:{}: {other:?}", index + 1),
                }
            }
        }
    }
    assert!(tried > 50, "{tried}");
}
