//! The pseudo-code of each discipline (`rule.txt` in its folder) against the reasons that it gives.
//!
//! The first line of a `rule.txt` is its source. Each further line is a line of the rule. After `  #` come the codes of the
//! reasons for which the line stands, and in braces the names of the numbers that are shown beside it.

use super::*;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Lines with room in the inspector of the page.
const MOST_LINES: usize = 12;
const MOST_CHARS: usize = 64;

struct Rule {
    lines: Vec<String>,
    codes: BTreeSet<String>,
    numbers: BTreeSet<String>,
}

fn rule_of(module: &str) -> Rule {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/aqm").join(module);
    let text = fs::read_to_string(folder.join("rule.txt"))
        .unwrap_or_else(|error| panic!("{module}/rule.txt: {error}"));
    let (mut codes, mut numbers) = (BTreeSet::new(), BTreeSet::new());
    let lines = text.lines().skip(1).map(|line| {
        let (line, shown) = line.split_once("  {").unwrap_or((line, ""));
        let (line, fires) = line.split_once("  # ").unwrap_or((line, ""));
        let (fires, more) = fires.split_once(" {").unwrap_or((fires, ""));
        codes.extend(fires.split_whitespace().map(str::to_owned));
        for name in [shown, more].iter().flat_map(|part| part.split('}')) {
            let name = name.trim_matches([' ', '{']);
            if !name.is_empty() {
                numbers.insert(name.to_owned());
            }
        }
        line.to_owned()
    });
    Rule { lines: lines.collect(), codes, numbers }
}

/// Module, codes of reasons, and names of their numbers and of the probe's, for a configuration under an overload of packets that
/// can and cannot be marked.
fn reported(name: &str, config: &AqmConfig) -> (String, BTreeSet<String>, BTreeSet<String>) {
    let module = name.split(' ').next().unwrap().to_owned();
    let (mut codes, mut numbers) = (BTreeSet::new(), BTreeSet::new());
    for ecn in [false, true] {
        let env = Environment { limit: Limit::packets(60), ..environment() };
        let mut queue = Aqm::new(&config.with_ecn(ecn), env, Time::ZERO);
        let mut host = Host::new();
        for round in 0..6000_u64 {
            // A flood of many flows, then overloads by two flows with pauses between them.
            let (count, flows) = match round {
                0..500 => (8, 100),
                _ if round % 2000 < 1500 => (2, 2),
                _ => (1, 2),
            };
            for turn in 0..count {
                let kind = [Ecn::NotEct, Ecn::Ect0, Ecn::Ect1][((round + turn) % 3) as usize];
                host.offer_in_flow(&mut queue, MTU, kind, (round * 8 + turn) % flows);
            }
            queue.drop_next(u64::from(round % 500 == 499), host.now);
            host.wait(&mut queue, Span::from_millis(1));
            queue.dequeue(&mut host);
        }
        let probe = queue.probe(host.now);
        numbers.extend(probe.numbers().iter().map(|number| number.name.to_owned()));
        for (_, _, reason) in &host.drops {
            codes.insert(reason.code().to_owned());
            numbers.extend(reason.numbers().iter().map(|number| number.name.to_owned()));
        }
        for (_, _, reason) in &host.marks {
            codes.insert(reason.code().to_owned());
            numbers.extend(reason.numbers().iter().map(|number| number.name.to_owned()));
        }
    }
    (module, codes, numbers)
}

#[test]
fn every_reason_has_a_line_of_the_rule() {
    let mut checked = BTreeSet::new();
    for (name, config) in AqmConfig::examples() {
        let (module, codes, numbers) = reported(&name, &config);
        let rule = rule_of(&module);
        assert!(!codes.is_empty(), "{name} drops nothing");
        for code in &codes {
            assert!(rule.codes.contains(code), "{name}: no line of the rule has {code}");
        }
        checked.extend(codes.into_iter().map(|code| format!("{module} {code}")));
        let strange: Vec<_> = rule.numbers.difference(&numbers).cloned().collect();
        checked.extend(numbers.into_iter().map(|number| format!("{module} {{{number}")));
        // Another configuration of the discipline may have them.
        for number in strange {
            checked.insert(format!("{module} ?{number}"));
        }
    }
    for entry in checked.iter().filter(|entry| entry.contains('?')) {
        let known = entry.replace('?', "{");
        assert!(checked.contains(&known), "no reason or probe has the number of {entry}");
    }
}

#[test]
fn every_code_of_a_rule_belongs_to_the_discipline() {
    for (name, _) in AqmConfig::examples() {
        let module = name.split(' ').next().unwrap();
        for code in rule_of(module).codes {
            // The folder `fq_codel` has the codes `fqCodel.…`.
            let prefix = code.split('.').next().unwrap();
            let is_prefix = prefix.eq_ignore_ascii_case(&module.replace('_', ""));
            let is_common = ["overflow", "ceThreshold"].contains(&code.as_str());
            assert!(is_prefix || is_common, "{module}/rule.txt: {code} is not a code of {module}");
        }
    }
}

#[test]
fn rules_fit_the_inspector() {
    for (name, _) in AqmConfig::examples() {
        let module = name.split(' ').next().unwrap();
        let Rule { lines, .. } = rule_of(module);
        assert!((2..=MOST_LINES).contains(&lines.len()), "{module} has {} lines", lines.len());
        for line in lines {
            assert!(line.len() <= MOST_CHARS, "{module}: '{line}' is longer than {MOST_CHARS}");
        }
    }
}

#[test]
fn the_page_of_each_discipline_has_its_rule() {
    for (name, _) in AqmConfig::examples() {
        let module = name.split(' ').next().unwrap();
        let mut kind = String::new();
        for word in module.split('_') {
            let (first, rest) = word.split_at(1);
            kind += &if kind.is_empty() { word.to_owned() } else { first.to_uppercase() + rest };
        }
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/models");
        let page = fs::read_to_string(path.join(format!("{kind}.md"))).unwrap_or_default();
        let lines: Vec<_> =
            rule_of(module).lines.iter().map(|line| format!("    {line}\n")).collect();
        assert!(
            page.contains(&lines.concat()),
            "docs/models/{kind}.md is absent, or has no such rule"
        );
    }
}
