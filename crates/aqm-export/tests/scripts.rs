//! Scripts are valid for the programs that run them.

use super::{DISCIPLINES, exported, scenario};
use aqm_export::Target;
use aqm_scenario::Scenario;
use std::path::Path;
use std::process::Command;

/// Returns scenarios with every discipline, kind of traffic, and a title that tries to leave its comment.
fn scenarios() -> Vec<Scenario> {
    let traffic = r#"{ "kind": "bulk", "flows": 2, "staggerS": 1, "name": "$(touch x)" }, { "kind": "cbr", "rateMbps": 1 },
        { "kind": "poisson", "rateMbps": 1 }, { "kind": "short" }, { "kind": "web" }, { "kind": "video" }, { "kind": "voip" },
        { "kind": "limited" }, { "kind": "onOff", "rateMbps": 1 }, { "kind": "bulk", "direction": "reverse", "cc": "reno" },
        { "kind": "short", "size": { "kind": "pareto" }, "arrivalsPerS": 3 }, { "kind": "bulk", "jitterMs": 3, "jitterPlace": "ahead" }"#;
    let changes = r#"{ "atS": 2, "set": "burst", "to": { "rateMbps": 5, "durationS": 0.5 } }, { "atS": 3, "set": "traffic.0.flows", "to": 5 }"#;
    let link = r#", "lossRate": 0.001, "reverse": { "rateMbps": 5, "buffer": { "packets": 50 } }"#;
    let mut all = Vec::new();
    for kinds in DISCIPLINES.chunks(6) {
        let queues: Vec<_> =
            kinds.iter().map(|kind| format!(r#"{{ "kind": "{kind}" }}"#)).collect();
        let mut one = scenario(&queues.join(", "), traffic, changes, link);
        one.title = "A '\"title\\\n$(touch injected) `touch injected`\"\"\"".to_owned();
        all.push(one);
    }
    all
}

/// Runs a program on a script. Returns whether it was there; it must accept the script.
fn accepts(program: &str, arguments: &[&str], text: &str, name: &str) -> bool {
    let file = std::env::temp_dir().join(format!("aqm-export-{}-{name}", std::process::id()));
    std::fs::write(&file, text).unwrap();
    let ran = Command::new(program).args(arguments).arg(&file).output();
    let is_there = match ran {
        Ok(output) => {
            let messages = String::from_utf8_lossy(&output.stdout).into_owned()
                + &String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{program}: {messages}");
            true
        }
        Err(_) => false,
    };
    std::fs::remove_file(file).unwrap();
    is_there
}

/// Returns the targets whose files end so.
fn targets(ending: &str) -> impl Iterator<Item = Target> {
    Target::ALL.iter().copied().filter(move |target| target.extension().ends_with(ending))
}

#[test]
fn bash_reads_the_scripts() {
    for (index, scenario) in scenarios().iter().enumerate() {
        for target in targets(".sh") {
            let text = exported(scenario, target).text;
            let name = format!("{index}-{}.sh", target.name());
            if !accepts("bash", &["-n"], &text, &name) {
                eprintln!("skipped: bash is missing");
            }
            if !accepts("shellcheck", &["-S", "style"], &text, &name) {
                eprintln!("skipped: shellcheck is missing");
            }
        }
    }
}

#[test]
fn python_compiles_the_scripts() {
    for (index, scenario) in scenarios().iter().enumerate() {
        for target in targets(".py") {
            let compile = "import sys; compile(open(sys.argv[1]).read(), sys.argv[1], 'exec')";
            let text = exported(scenario, target).text;
            if !accepts(
                "python3",
                &["-c", compile],
                &text,
                &format!("{index}-{}.py", target.name()),
            ) {
                eprintln!("skipped: python3 is missing");
            }
        }
    }
}

/// Skipped without ns-3, which is too large to install for a test. Debian: libns3-dev.
#[test]
fn ns3_compiles_the_programs() {
    if !Path::new("/usr/include/ns3/core-module.h").exists() {
        eprintln!("skipped: ns-3 is missing");
        return;
    }
    let text = exported(&scenarios()[0], Target::Ns3).text;
    if !accepts("g++", &["-std=c++17", "-fsyntax-only"], &text, "program.cc") {
        eprintln!("skipped: g++ is missing");
    }
}
