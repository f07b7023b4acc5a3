//! `aqm export`: writes scripts.

use crate::common::{failure, output};

const SCENARIO: &str = r#"{ "version": 1, "title": "Out", "durationS": 6, "link": { "rateMbps": 5, "rttMs": 20, "buffer": { "packets": 60 } },
    "queues": [{ "kind": "codel" }, { "kind": "duk" }], "traffic": [{ "kind": "bulk" }] }"#;

#[test]
fn every_target_gives_a_script_with_the_link() {
    for (target, words) in [
        ("tc", "codel limit 60"),
        ("flent", "flent_flows 0 1"),
        ("mininet", "from mininet"),
        ("nest", "from nest"),
        ("ns3", "ns3::CoDelQueueDisc"),
    ] {
        let text = output(
            &["export", "-", "--to", target, "--page", "https://host.example/aqm/"],
            SCENARIO,
        );
        assert!(text.contains(words), "{target}: {text}");
        assert!(text.contains("https://host.example/aqm/#v1."), "{target}");
        assert!(text.contains("Lane 2 is left out: DUK"), "{target}");
    }
}

#[test]
fn a_file_is_written_and_what_does_not_carry_over_is_printed() {
    let file = std::env::temp_dir().join(format!("aqm-export-{}.sh", std::process::id()));
    let printed = output(&["export", "-", "--to", "tc", "-o", file.to_str().unwrap()], SCENARIO);
    assert!(printed.lines().all(|line| line.starts_with("Does not carry over: ")), "{printed}");
    assert!(printed.contains("DUK has no counterpart in the Linux kernel."));
    assert!(std::fs::read_to_string(&file).unwrap().starts_with("#!/usr/bin/env bash\n"));
    std::fs::remove_file(file).unwrap();
}

#[test]
fn an_unknown_target_is_wrong_usage() {
    let (code, message) = failure(&["export", "-", "--to", "gns3"], SCENARIO);
    assert!(
        code == 2 && message.contains("expected one of tc, nest, ns3, mininet, flent"),
        "{message}"
    );
}
