//! The table of parameters for the controls of the page: queues, traffic, path and congestion controls.

use super::probes;
use super::typescript::{object, plain, plain_text};
use aqm_json::Value;
use aqm_json::answer::{Member, Type, Types};
use aqm_json::typescript::{self as print, Typed, add_table, add_types};
use aqm_scenario::Limits;
use aqm_scenario::model::{MAX_MBPS, Queue};
use aqm_scenario::parameters::{Parameter, parameters};
use aqm_scenario::schema::Json as _;
use aqm_scenario::schema::describe::{Field, Named, Record, Shape};

/// Help texts, each once, by their numbers in the table of parameters.
#[derive(Default)]
struct Help(Vec<String>);

impl Help {
    /// Returns the number of `text`.
    fn number(&mut self, text: &str) -> Value {
        let text = plain(text);
        let at = self.0.iter().position(|other| *other == text).unwrap_or_else(|| {
            self.0.push(text);
            self.0.len() - 1
        });
        Value::count(at as u64)
    }
}

/// What the parameters refer to.
#[derive(Default)]
struct Shared {
    /// The objects that a parameter of type `one` accepts, by type.
    unions: Vec<(String, Value)>,
    /// The parameters of these objects, by type, kind and name.
    inner: Vec<(String, Value)>,
    help: Help,
}

/// The table of parameters, the kinds of the objects that they accept, and the sentences of the help. The page loads each for itself.
pub fn texts() -> [String; 3] {
    let mut shared = Shared::default();
    let has_control = |one: &Parameter| !one.path.starts_with("cc.");
    let parameters = parameters().into_iter().filter(has_control);
    let parameters: Vec<_> =
        parameters.map(|one| (one.path.clone(), describe(&one, &mut shared))).collect();
    let mut text = print::file();
    print::add_import(&mut text, print::JOINED, "./joined.ts");
    add_types(&mut text, &types());
    let mut add = |help: &str, name: &str, typed: Typed, members: Vec<_>, depth: usize| {
        add_table(&mut text, help, name, typed, &Value::Object(members), depth);
    };
    let help = "Help for each queue discipline.";
    add(help, "QUEUE_HELP", Typed::MapOf("string"), queue_help(), 1);
    let help = "Parameters of a scenario. Paths have the kind where a file has an index.";
    add(help, "PARAMETERS", Typed::JoinedMapOf(PARAMETER), by_prefix(parameters), 2);
    let help =
        "Parameters of the objects in `UNIONS`, by type, kind and name: `FlowSize.pareto.shape`.";
    add(help, "INNER", Typed::JoinedMapOf(PARAMETER), by_prefix(shared.inner), 2);
    let probes = probes::rows(|sentence| shared.help.number(sentence));
    let help = "Numbers of the disciplines' inner state, which plots can show, with the disciplines that have them.";
    add_table(&mut text, help, "PROBES", Typed::ListOf(probes::PROBE), &probes, 1);
    let mut unions = print::file();
    add_types(&mut unions, &union_types());
    let help = "The objects that a parameter of type `one` accepts, by the name of the type.";
    let members = Value::Object(shared.unions);
    add_table(&mut unions, help, "UNIONS", Typed::MapOf(UNION), &members, 3);
    let sentences = shared.help.0.into_iter().map(Value::string);
    [text, unions, print::json(&Value::Array(sentences.collect()))]
}

/// Brings the members whose paths differ only behind the last dot together: `link.` and its `rateMbps`.
fn by_prefix(members: Vec<(String, Value)>) -> Vec<(String, Value)> {
    let mut groups: Vec<(String, Vec<(String, Value)>)> = Vec::new();
    for (path, value) in members {
        let (prefix, name) = path.split_at(path.rfind('.').map_or(0, |dot| dot + 1));
        let member = (name.to_owned(), value);
        match groups.iter_mut().find(|(known, _)| known == prefix) {
            Some((_, members)) => members.push(member),
            None => groups.push((prefix.to_owned(), vec![member])),
        }
    }
    groups.into_iter().map(|(prefix, members)| (prefix, Value::Object(members))).collect()
}

const PARAMETER: &str = "Parameter";
const UNION: &str = "Union";

/// The types of the tables.
fn types() -> Types {
    let mut types = Types::default();
    types.declare(PARAMETER, "A parameter, for its control.", |types| {
        let mut members = vec![
            Member::new("label", "Label of the control.", Type::Text),
            Member::new("help", "Number of its sentence in the help.", Type::Number),
        ];
        members.extend(accepted(types));
        let any = || Type::Map(Box::new(Type::Any));
        let texts = Type::List(Box::new(Type::Text));
        members.extend([
            Member::optional("atStart", "Takes effect at the start of the run only.", Type::Flag),
            Member::optional(
                "default",
                "Missing if the parameter is required, or one of several ways to give a value.",
                Type::Any,
            ),
            Member::optional("variantDefaults", "Defaults of variants that differ.", any()),
            Member::optional("fixedIn", "Variants in which it cannot be set.", texts),
            Member::optional("nullable", "Null is a value too.", Type::Flag),
            Member::optional(
                "isWay",
                "One of several ways to give a value: those of one discipline with the same label.",
                Type::Flag,
            ),
            Member::optional("lessThan", "The parameter that must be larger.", Type::Text),
        ]);
        members
    });
    probes::declare(&mut types);
    types
}

/// The types of the table of objects.
fn union_types() -> Types {
    let mut types = Types::default();
    types.declare(UNION, "Objects of several kinds; their parameters are in `INNER`, those of queues in `PARAMETERS`.", |types| {
        let kind = types.declare("Kind", "One of several kinds of objects.", |_| {
            vec![
                Member::new("label", "Its name on the page.", Type::Text),
                Member::new("help", "Number of its sentence in the help.", Type::Number),
            ]
        });
        vec![
            Member::new(
                "tag",
                "The member that names the kind; empty if each kind has a member that the others do not have.",
                Type::Text,
            ),
            Member::new(
                "word",
                "The name of the kind alone stands for the kind with its defaults.",
                Type::Flag,
            ),
            Member::new("kinds", "The kinds, by their names.", Type::Map(Box::new(kind))),
        ]
    });
    types
}

/// The members that say what a parameter accepts, as [`describe_shape`] writes them.
fn accepted(types: &mut Types) -> Vec<Member> {
    let kinds = vec!["number", "integer", "boolean", "choice", "text", "one", "list", "any"];
    let slider = types.declare("SliderRange", "The range of a slider.", |_| {
        let scale = Type::Words(vec!["linear", "log"]);
        vec![
            Member::new("min", "Left end.", Type::Number),
            Member::new("max", "Right end.", Type::Number),
            Member::new("step", "Step.", Type::Number),
            Member::new("scale", "Scale.", scale),
        ]
    });
    let option = types.declare("ParameterOption", "A name to choose.", |_| {
        vec![
            Member::new("value", "The name in a scenario.", Type::Text),
            Member::new("label", "The name on the page.", Type::Text),
            Member::new("help", "Number of its sentence in the help.", Type::Number),
        ]
    });
    let mut members = vec![
        Member::new("type", "The kind of value.", Type::Words(kinds)),
        Member::optional("unit", "Unit as shown; empty for plain numbers.", Type::Text),
        Member::optional("min", "Smallest value accepted; of a list: fewest items.", Type::Number),
        Member::optional("max", "Largest value accepted; of a list: most items.", Type::Number),
        Member::optional("slider", "Range of the slider.", slider),
        Member::optional("options", "Names to choose from.", Type::List(Box::new(option))),
        Member::optional("chars", "Most characters of a text.", Type::Number),
        Member::optional("of", "Of type `one`: the name of its objects in `UNIONS`.", Type::Text),
    ];
    let of_items = members.clone();
    let help = "What the items of a list accept.";
    let item = types.declare("Accepted", help, |_| of_items);
    members.push(Member::optional("item", "Of type `list`: what each item accepts.", item));
    members
}

/// The help of each discipline.
fn queue_help() -> Vec<(String, Value)> {
    let Shape::Tagged { variants, .. } = Queue::shape() else { return Vec::new() };
    variants.iter().map(|one| (one.name.to_owned(), plain_text(&one.help))).collect()
}

fn describe(parameter: &Parameter, shared: &mut Shared) -> Value {
    let mut members = describe_field(&parameter.field, shared);
    if !parameter.field.live {
        members.push(("atStart", Value::Bool(true)));
    }
    if !parameter.variant_defaults.is_empty() {
        let defaults = parameter.variant_defaults.iter();
        let defaults = defaults.map(|(name, value)| ((*name).to_owned(), value.clone()));
        members.push(("variantDefaults", Value::Object(defaults.collect())));
    }
    if !parameter.fixed_in.is_empty() {
        let variants = parameter.fixed_in.iter().map(|name| Value::string(*name));
        members.push(("fixedIn", Value::Array(variants.collect())));
    }
    object(members)
}

fn describe_field(field: &Field, shared: &mut Shared) -> Vec<(&'static str, Value)> {
    let mut members =
        vec![("label", Value::string(field.label)), ("help", shared.help.number(&field.help))];
    let (inner, nullable) = match &field.shape {
        Shape::Maybe(inner) => (&**inner, true),
        Shape::Way(inner) => (&**inner, false),
        shape => (shape, false),
    };
    members.extend(describe_shape(inner, shared));
    if let Some(default) = &field.default {
        members.push(("default", default.clone()));
    }
    if nullable {
        members.push(("nullable", Value::Bool(true)));
    }
    if let Shape::Way(_) = field.shape {
        members.push(("isWay", Value::Bool(true)));
    }
    if !field.less_than.is_empty() {
        members.push(("lessThan", Value::string(field.less_than)));
    }
    members
}

fn describe_shape(shape: &Shape, shared: &mut Shared) -> Vec<(&'static str, Value)> {
    let range = |kind, unit, min, max, [from, to, step]: [f64; 3], log| {
        let slider = Value::object([
            ("min", Value::number(from)),
            ("max", Value::number(to)),
            ("step", Value::number(step)),
            ("scale", Value::string(if log { "log" } else { "linear" })),
        ]);
        vec![
            ("type", Value::string(kind)),
            ("unit", Value::string(unit)),
            ("min", Value::number(min)),
            ("max", Value::number(max)),
            ("slider", slider),
        ]
    };
    match shape {
        Shape::Number(number) => {
            let control = number.control;
            let slider = [control.min, control.max, control.step];
            // A field of the page accepts no rate that the page cannot simulate.
            let is_rate = number.unit == "Mbit/s" && number.max == MAX_MBPS;
            let max = if is_rate { Limits::PAGE.link_mbps } else { number.max };
            range("number", number.unit, number.min, max, slider, control.log)
        }
        Shape::Integer(integer) => {
            let slider = [integer.control.0 as f64, integer.control.1 as f64, 1.0];
            let (min, max) = (integer.min as f64, integer.max as f64);
            range("integer", integer.unit, min, max, slider, integer.log)
        }
        Shape::Flag => vec![("type", Value::string("boolean"))],
        Shape::Choice { options, .. } => {
            let options = options.iter().map(|option| {
                Value::object([
                    ("value", Value::string(option.name)),
                    ("label", Value::string(option.label)),
                    ("help", shared.help.number(&option.help)),
                ])
            });
            vec![("type", Value::string("choice")), ("options", Value::Array(options.collect()))]
        }
        Shape::Text(text) => {
            vec![("type", Value::string("text")), ("chars", Value::number(text.chars as f64))]
        }
        Shape::List { item, min, max } => {
            let item = object(describe_shape(item, shared));
            vec![
                ("type", Value::string("list")),
                ("min", Value::number(*min as f64)),
                ("max", Value::number(*max as f64)),
                ("item", item),
            ]
        }
        Shape::Record(record) => {
            let only = [Named::record(record.name, record.clone())];
            one(record.name, ("", false), &only, shared)
        }
        Shape::Tagged { name, tag, word, variants, .. } => {
            one(name, (tag, *word), variants, shared)
        }
        Shape::Keyed { name, variants, .. } => one(name, ("", false), variants, shared),
        Shape::Maybe(_) | Shape::Way(_) | Shape::Any | Shape::Members => {
            vec![("type", Value::string("any"))]
        }
    }
}

/// Adds the objects of type `name` and returns the members that refer to them.
fn one(
    name: &'static str,
    (tag, word): (&str, bool),
    variants: &[Named<Record>],
    shared: &mut Shared,
) -> Vec<(&'static str, Value)> {
    if shared.unions.iter().all(|(other, _)| other != name) {
        let at = shared.unions.len();
        shared.unions.push((name.to_owned(), Value::Null));
        let mut kinds = Vec::new();
        for variant in variants {
            let help = shared.help.number(&variant.help);
            let kind = [("label", Value::string(variant.label)), ("help", help)];
            kinds.push((variant.name.to_owned(), Value::object(kind)));
            // The parameters of queues are in `PARAMETERS` already.
            for field in variant.of.fields.iter().filter(|_| name != "Queue") {
                let path = format!("{name}.{}.{}", variant.name, field.name);
                let parameter = object(describe_field(field, shared));
                shared.inner.push((path, parameter));
            }
        }
        let union = [
            ("tag", Value::string(tag)),
            ("word", Value::Bool(word)),
            ("kinds", Value::Object(kinds)),
        ];
        shared.unions[at].1 = Value::object(union);
    }
    vec![("type", Value::string("one")), ("of", Value::string(name))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_of_their_types() {
        let (all, mut shared) = (types(), Shared::default());
        for parameter in parameters() {
            let value = describe(&parameter, &mut shared);
            assert_eq!(all.misfit(&Type::Named(PARAMETER), &value), None, "{}", parameter.path);
        }
        let tables = [
            ("UNIONS", UNION, union_types(), shared.unions),
            ("INNER", PARAMETER, types(), shared.inner),
        ];
        for (name, of, types, members) in tables {
            assert!(members.len() > 5, "{name}");
            let of = Type::Map(Box::new(Type::Named(of)));
            assert_eq!(types.misfit(&of, &Value::Object(members)), None, "{name}");
        }
        let probes = probes::rows(|sentence| shared.help.number(sentence));
        let of = Type::List(Box::new(Type::Named(probes::PROBE)));
        assert_eq!(all.misfit(&of, &probes), None, "PROBES");
    }
    #[test]
    fn paths_are_grouped_by_what_is_before_their_last_dot() {
        let paths = ["seed", "link.rateMbps", "link.buffer.ms", "link.rttMs"];
        let members = paths.map(|path| (path.to_owned(), Value::string(path))).into();
        let groups = Value::Object(by_prefix(members)).to_string();
        let expected = r#"{"":{"seed":"seed"},"link.":{"rateMbps":"link.rateMbps","rttMs":"link.rttMs"},"link.buffer.":{"ms":"link.buffer.ms"}}"#;
        assert_eq!(groups, expected);
    }
}
