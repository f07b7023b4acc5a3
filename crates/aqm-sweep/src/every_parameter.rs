//! A sweep of every live parameter changes its results. A parameter that the run ignores would have a table of equal rows.

use super::Sweep;
use crate::plan::{Plan, Vary};
use aqm_json::{Value, parse};
use aqm_report::measures::{APPLICATION, LANE, PART};
use aqm_scenario::model::Queue;
use aqm_scenario::parameters::{Parameter, parameters};
use aqm_scenario::schema::Json as _;
use aqm_scenario::schema::describe::Shape;
use aqm_sim::math;

/// Values of parameters that are objects or lists.
const OBJECTS: &[(&str, &[&str])] = &[
    ("link.reverse", &[r#"{ "rateMbps": 2, "buffer": { "packets": 20 } }"#, REVERSE]),
    ("link.reverse.queue", &[r#"{ "kind": "droptail" }"#, r#"{ "kind": "codel", "targetMs": 1 }"#]),
    ("cc", &[r#""reno""#, r#""bbr""#]),
    ("size", &[r#"{ "kind": "fixed", "bytes": 3000 }"#, r#"{ "kind": "fixed", "bytes": 90000 }"#]),
    ("ratesMbps", &["[0.3]", "[0.3, 1, 2]"]),
    ("ccGroup", &["0", "1"]),
];

/// Members that a queue needs beside a parameter, so that it has an effect.
const NEEDS: &[(&str, &str)] = &[
    ("red.minBytes", r#", "minBytes": 2000, "maxBytes": 60000"#),
    ("red.maxBytes", r#", "minBytes": 2000, "maxBytes": 60000"#),
    ("red.minShare", r#", "minShare": 0.02, "maxShare": 0.9"#),
    ("red.maxShare", r#", "minShare": 0.02, "maxShare": 0.9"#),
    ("fqPie.hashSeed", r#", "buckets": 3"#),
];

#[test]
fn every_live_parameter_changes_the_results() {
    let mut equal = Vec::new();
    let mut count = 0;
    let all = parameters();
    // A burst is not a parameter, but a change.
    // Marking instead of dropping needs an order to drop; the tests of this discipline give some.
    let is_other = |path: &str| path.starts_with("burst.") || path == "queues.manual.ecn";
    let live = |one: &&Parameter| one.field.live && !is_other(&one.path);
    for parameter in all.iter().filter(live) {
        count += 1;
        if !is_effective(parameter) {
            equal.push(parameter.path.as_str());
        }
    }
    assert_eq!(equal, [""; 0], "these change no measure of any lane or group");
    assert!(count > 150, "{count} live parameters");
}

/// Returns whether two values of the parameter give different results, in any variant of its discipline.
fn is_effective(parameter: &Parameter) -> bool {
    contexts(&parameter.path).iter().any(|(scenario, path)| {
        let is_accepted = |value: &Value| sweep(scenario, path, vec![value.clone()]).is_some();
        let mut values = values_of(parameter).into_iter().filter(is_accepted);
        let Some(first) = values.next() else { return false };
        // Most parameters differ at the second value already.
        values.any(|value| {
            let sweep =
                sweep(scenario, path, vec![first.clone(), value]).expect("both are accepted");
            assert_eq!(sweep.notes(), [], "{path}");
            let measured: Vec<_> = (0..sweep.runs()).map(|run| Some(sweep.measure(run))).collect();
            sweep.indifferent(&measured).is_empty()
        })
    })
}

/// Returns a sweep over these values with all measures; `None` if the scenario does not accept one of the values.
fn sweep(scenario: &str, path: &str, values: Vec<Value>) -> Option<Sweep> {
    let text = format!(r#"{{ "version": 1, "scenario": {scenario} }}"#);
    // Not every variant has what another one needs.
    let plan = Plan::parse(&text).ok()?;
    let of_group = PART.iter().map(|one| one.name).chain(APPLICATION.iter().map(|one| one.name));
    let of_group = of_group.map(|name| format!("groups.3.{name}"));
    let measures = LANE.iter().map(|one| one.name.to_owned()).chain(of_group).collect();
    Sweep::new(Plan { vary: vec![Vary::list(path, values)], measures, ..plan }).ok()
}

/// A link on which packets are lost, one with a long queue, and one that is idle at times.
const LINKS: [&str; 3] = [
    r#""rateMbps": 4, "rttMs": 20, "buffer": { "packets": 60 }"#,
    r#""rateMbps": 4, "rttMs": 20, "buffer": { "packets": 600 }"#,
    r#""rateMbps": 30, "rttMs": 80, "buffer": { "packets": 60 }"#,
];
const REVERSE: &str = r#"{ "rateMbps": 0.1, "buffer": { "packets": 20 } }"#;

/// Returns small scenarios in which the parameter can have an effect, each with the parameter's path there.
fn contexts(path: &str) -> Vec<(String, String)> {
    let steps: Vec<&str> = path.split('.').collect();
    match steps[..] {
        ["link", ..] => vec![(
            scenario(&link_with(&steps), r#"{ "kind": "codel" }"#, reverse_group(path)),
            path.to_owned(),
        )],
        ["queues", "*", name] => {
            let of_link = |link| {
                (
                    scenario(link, r#"{ "kind": "codel", "cc": "vegas" }"#, ""),
                    format!("queues.0.{name}"),
                )
            };
            LINKS.map(of_link).into()
        }
        ["queues", kind, name] => {
            let of_queue = |queue: &String| {
                LINKS.map(|link| (scenario(link, queue, ""), format!("queues.0.{name}")))
            };
            variants(kind, name).iter().flat_map(of_queue).collect()
        }
        ["traffic", kind, ref names @ ..] => {
            let rate = format!("traffic.{kind}.rateMbps");
            let needs_rate = parameters().into_iter().any(|one| one.path == rate);
            let rate = if needs_rate && kind != "voip" { r#", "rateMbps": 1"# } else { "" };
            let group = format!(r#", {{ "kind": "{kind}"{rate} }}"#);
            let queue = r#"{ "kind": "codel", "ecn": true }"#;
            let path = format!("traffic.3.{}", names.join("."));
            LINKS.map(|link| (scenario(link, queue, &group), path.clone())).into()
        }
        _ => panic!("{path} is a live parameter of no known part"),
    }
}

/// Returns a link on which a parameter of the link has an effect.
fn link_with(steps: &[&str]) -> String {
    let buffer = |way: &str| match way {
        "bytes" => r#"{ "bytes": 30000 }"#,
        "ms" => r#"{ "ms": 50 }"#,
        "bdp" | "minPackets" => r#"{ "bdp": 0.01 }"#,
        _ => r#"{ "packets": 30 }"#,
    };
    let [forward, reverse] = match steps {
        ["link", "buffer", way] => [buffer(way), buffer("packets")],
        ["link", "reverse", "buffer", way] => [buffer("packets"), buffer(way)],
        _ => [buffer("packets"); 2],
    };
    let jitter = if steps[1] == "jitterDistribution" { r#", "jitterMs": 9"# } else { "" };
    let reverse = match steps {
        ["link", "reverse", _, ..] => {
            format!(r#", "reverse": {{ "rateMbps": 0.1, "buffer": {reverse} }}"#)
        }
        _ => String::new(),
    };
    format!(r#""rateMbps": 4, "rttMs": 20, "buffer": {forward}{jitter}{reverse}"#)
}

fn reverse_group(path: &str) -> &'static str {
    let is_inside = path.starts_with("link.reverse.");
    if is_inside { r#", { "kind": "bulk", "direction": "reverse" }"# } else { "" }
}

/// Four ECN-capable flows, of which two are scalable, two others, and packets of another size that do not respond;
/// `groups` follow.
fn scenario(link: &str, queue: &str, groups: &str) -> String {
    format!(
        r#"{{ "version": 1, "durationS": 8, "warmupS": 0.5, "link": {{ {link} }}, "queues": [{queue}], "traffic": [
        {{ "kind": "bulk", "flows": 2, "ecn": true, "cc": "prague" }}, {{ "kind": "bulk", "flows": 3, "ecn": true }},
        {{ "kind": "poisson", "rateMbps": 1, "packetBytes": 400, "stopS": 5 }}{groups}] }}"#
    )
}

/// Returns the discipline in each of its variants, without and with marks, and with what the parameter needs.
fn variants(kind: &str, name: &str) -> Vec<String> {
    let Shape::Tagged { variants, .. } = Queue::shape() else { panic!("queues have kinds") };
    let record = variants.into_iter().find(|one| one.name == kind).expect("a kind").of;
    let field = |name: &str| record.fields.iter().find(|field| field.name == name);
    let variants: Vec<String> = match field("variant").map(|field| &field.shape) {
        Some(Shape::Choice { options, .. }) => {
            options.iter().map(|one| format!(r#", "variant": "{}""#, one.name)).collect()
        }
        _ => vec![String::new()],
    };
    let marks: &[&str] = if field("ecn").is_some() { &["", r#", "ecn": true"#] } else { &[""] };
    let needs = NEEDS
        .iter()
        .find(|(one, _)| *one == format!("{kind}.{name}"))
        .map_or("", |(_, needs)| needs);
    let one = |variant: &String| {
        let queue = format!(r#"{{ "kind": "{kind}"{variant}{needs}"#);
        marks.iter().map(move |ecn| format!("{queue}{ecn} }}")).collect::<Vec<_>>()
    };
    variants.iter().flat_map(one).collect()
}

/// Returns some values of a parameter: all words, or numbers over the range of the control.
fn values_of(parameter: &Parameter) -> Vec<Value> {
    let name = parameter.path.rsplit('.').next().expect("a name");
    let listed = OBJECTS.iter().find(|(path, _)| *path == parameter.path || *path == name);
    match listed {
        Some((_, values)) => values.iter().map(|text| parse(text).expect("it is JSON")).collect(),
        None => values_of_shape(&parameter.field.shape)
            .unwrap_or_else(|| panic!("{} needs values in OBJECTS", parameter.path)),
    }
}

fn values_of_shape(shape: &Shape) -> Option<Vec<Value>> {
    const SHARES: [f64; 6] = [0.2, 0.35, 0.05, 0.0, 0.6, 1.0];
    let between = |min: f64, max: f64, log: bool| {
        SHARES.map(|share| {
            if log && min > 0.0 {
                min * math::pow(max / min, share)
            } else {
                min + (max - min) * share
            }
        })
    };
    Some(match shape {
        Shape::Flag => vec![Value::Bool(false), Value::Bool(true)],
        Shape::Number(one) => {
            let control = one.control;
            between(control.min, control.max, control.log).map(Value::number).into()
        }
        Shape::Integer(one) => {
            let (min, max) = one.control;
            let numbers = between(min as f64, max as f64, one.log).map(f64::round);
            numbers.map(Value::number).into()
        }
        Shape::Choice { options, .. } => {
            options.iter().map(|one| Value::string(one.name)).collect()
        }
        Shape::Maybe(inner) | Shape::Way(inner) => return values_of_shape(inner),
        _ => return None,
    })
}
