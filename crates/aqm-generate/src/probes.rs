//! The numbers of the disciplines' probes, for the plots of the page and for the documentation.

use aqm_json::Value;
use aqm_json::answer::{Member, Type, Types};
use aqm_report::probe_csv;
use aqm_scenario::build;
use aqm_scenario::model::{Queue, Scenario};
use aqm_scenario::schema::Json as _;
use aqm_sim::aqm::{Inspect as _, ProbeNumber, probe_numbers};
use aqm_sim::world::Simulation;
use std::fmt::Write as _;

/// Returns each number of probes in plots, with the kinds of disciplines that have it in any of their variants.
fn numbers() -> Vec<(&'static ProbeNumber, Vec<&'static str>)> {
    let probes: Vec<_> = Queue::KINDS.names.iter().map(|&kind| (kind, probe(kind))).collect();
    let kinds = |of: &ProbeNumber| -> Vec<&'static str> {
        let has = |names: &[(&str, &str)]| names.contains(&(of.name, of.unit));
        probes.iter().filter(|(_, names)| has(names)).map(|&(kind, _)| kind).collect()
    };
    let all = probe_numbers().map(|of| (of, kinds(of)));
    all.filter(|(_, kinds)| !kinds.is_empty()).collect()
}

/// Name and unit of the numbers of a discipline with its defaults.
fn probe(kind: &str) -> Vec<(&'static str, &'static str)> {
    let text = format!(
        r#"{{ "version": 1, "durationS": 1, "link": {{ "rateMbps": 1, "rttMs": 1, "buffer": {{ "packets": 9 }} }},
        "queues": [{{ "kind": "{kind}" }}], "traffic": [] }}"#
    );
    let scenario = Scenario::parse(&text).expect("a discipline with its defaults");
    let probe = Simulation::new(&build(&scenario, 0)).probe();
    probe.plotted().iter().map(|number| (number.name, number.unit)).collect()
}

/// Name of the type of the page's rows.
pub const PROBE: &str = "Probe";

/// Adds the type of the page's rows.
pub fn declare(types: &mut Types) {
    types.declare(PROBE, "A number of a discipline's inner state.", |_| {
        let texts = Type::List(Box::new(Type::Text));
        vec![
            Member::new("name", "Its name in the simulator.", Type::Text),
            Member::new("unit", "Its unit; empty for plain numbers.", Type::Text),
            Member::new("label", "Its name on the page.", Type::Text),
            Member::new("help", "Number of its sentence in the help.", Type::Number),
            Member::new("kinds", "The disciplines that have it.", texts),
        ]
    });
}

/// Returns the rows of the page's table. `help` returns the number of a sentence.
pub fn rows(mut help: impl FnMut(&str) -> Value) -> Value {
    let rows = numbers().into_iter().map(|(of, kinds)| {
        Value::object([
            ("name", Value::string(of.name)),
            ("unit", Value::string(of.unit)),
            ("label", Value::string(of.label)),
            ("help", help(of.help)),
            ("kinds", Value::Array(kinds.into_iter().map(Value::string).collect())),
        ])
    });
    Value::Array(rows.collect())
}

/// Appends the table of the documentation.
pub fn add_markdown(text: &mut String) {
    text.push_str(
        "\n## State of the disciplines\n\nThe last columns of `aqm run --csv`: the inner state of each discipline at the end of \
         the 10 ms. The CSV has those of the scenario's\ndisciplines; a field is empty if the lane's discipline has no such number. \
         Plots show them too: see [metrics.md](metrics.md#plots-of-the-state-of-a-discipline).\n\n\
         | column | name | meaning | disciplines |\n| --- | --- | --- | --- |\n",
    );
    for (of, kinds) in numbers() {
        let kinds: Vec<_> = kinds.iter().map(|kind| format!("`{kind}`")).collect();
        let unit = if of.unit.is_empty() { String::new() } else { format!(", {}", of.unit) };
        let (column, kinds) = (probe_csv(of), kinds.join(", "));
        let _ = writeln!(text, "| `{column}` | {}{unit} | {} | {kinds} |", of.label, of.help);
    }
}
