//! JSON Schema, draft 2020-12: what editors and other programs check scenarios with.

use aqm_json::Value;
use aqm_json::typescript::NOTICE;
use aqm_scenario::model::Scenario;
use aqm_scenario::schema::Record as _;
use aqm_scenario::schema::describe::{Field, Named, Record, Shape};
use aqm_sweep::plan::Plan;

/// The schema of scenarios.
pub fn scenario() -> String {
    text("AQM Playground scenario, version 1", &Scenario::record())
}

/// The schema of plans. It refers to the schema of scenarios.
pub fn plan() -> String {
    text("AQM Playground plan of a sweep, version 1", &Plan::record())
}

/// Returns the schema of files that hold such a record.
pub fn text(title: &str, record: &Record) -> String {
    let mut definitions = Vec::new();
    let body = object(record, None, &mut definitions);
    let mut members = vec![
        text_member("$schema", "https://json-schema.org/draft/2020-12/schema"),
        text_member("$comment", NOTICE),
        text_member("title", title),
    ];
    members.extend(body);
    members.push(("$defs".to_owned(), Value::Object(definitions)));
    Value::Object(members).to_pretty()
}

type Definitions = Vec<(String, Value)>;

fn text_member(name: &str, text: &str) -> (String, Value) {
    (name.to_owned(), Value::string(text))
}

fn object(
    record: &Record,
    tag: Option<(&str, &str)>,
    definitions: &mut Definitions,
) -> Vec<(String, Value)> {
    let mut properties = Vec::new();
    let mut required = Vec::new();
    if let Some((tag, kind)) = tag {
        properties.push((tag.to_owned(), Value::object([("const", Value::string(kind))])));
        required.push(Value::string(tag));
    }
    for field in &record.fields {
        properties.push((field.name.to_owned(), property(field, definitions)));
        if field.is_required() {
            required.push(Value::string(field.name));
        }
    }
    vec![
        text_member("description", &record.help),
        text_member("type", "object"),
        ("properties".to_owned(), Value::Object(properties)),
        ("required".to_owned(), Value::Array(required)),
        ("additionalProperties".to_owned(), Value::Bool(false)),
    ]
}

fn property(field: &Field, definitions: &mut Definitions) -> Value {
    let mut members = vec![text_member("description", &field.help)];
    members.extend(shape(&field.shape, definitions));
    if let Some(default) = &field.default {
        members.push(("default".to_owned(), default.clone()));
    }
    Value::Object(members)
}

fn shape(of: &Shape, definitions: &mut Definitions) -> Vec<(String, Value)> {
    let limits = |kind: &str, min: f64, max: f64| {
        vec![
            text_member("type", kind),
            ("minimum".to_owned(), Value::number(min)),
            ("maximum".to_owned(), Value::number(max)),
        ]
    };
    match of {
        Shape::Any => Vec::new(),
        Shape::Flag => vec![text_member("type", "boolean")],
        Shape::Number(number) => limits("number", number.min, number.max),
        Shape::Integer(integer) => limits("integer", integer.min as f64, integer.max as f64),
        Shape::Text(text) => vec![
            text_member("type", "string"),
            ("maxLength".to_owned(), Value::count(text.chars as u64)),
        ],
        Shape::Choice { options, .. } => {
            let names = options.iter().map(|option| Value::string(option.name)).collect();
            vec![("enum".to_owned(), Value::Array(names))]
        }
        Shape::Maybe(inner) => {
            let inner = Value::Object(shape(inner, definitions));
            let null = Value::object([("type", Value::string("null"))]);
            vec![("anyOf".to_owned(), Value::Array(vec![inner, null]))]
        }
        Shape::Way(inner) => shape(inner, definitions),
        Shape::List { item, min, max } => vec![
            text_member("type", "array"),
            ("items".to_owned(), Value::Object(shape(item, definitions))),
            ("minItems".to_owned(), Value::count(*min as u64)),
            ("maxItems".to_owned(), Value::count(*max as u64)),
        ],
        Shape::Members => vec![text_member("type", "object")],
        // The scenario of a plan: it has a schema of its own, in the same folder.
        Shape::Record(record) if record.name == "Scenario" => {
            vec![text_member("$ref", "scenario.schema.json")]
        }
        Shape::Record(record) => {
            vec![define(record.name, definitions, |definitions| object(record, None, definitions))]
        }
        // The same disciplines as elsewhere, with members that only lanes have.
        Shape::Tagged { name: name @ "Lane", help, tag, variants, .. } => {
            vec![define(name, definitions, |definitions| {
                let variants = variants.iter().map(|variant| {
                    Value::Object(object(&variant.of, Some((tag, variant.name)), definitions))
                });
                let variants = Value::Array(variants.collect());
                vec![text_member("description", help), ("oneOf".to_owned(), variants)]
            })]
        }
        Shape::Tagged { name, help, tag, word, variants } => {
            vec![define(name, definitions, |definitions| {
                one_of(help, variants, Some((tag, *word)), definitions)
            })]
        }
        Shape::Keyed { name, help, variants } => {
            vec![define(name, definitions, |definitions| one_of(help, variants, None, definitions))]
        }
    }
}

fn one_of(
    help: &str,
    variants: &[Named<Record>],
    tag: Option<(&str, bool)>,
    definitions: &mut Definitions,
) -> Vec<(String, Value)> {
    let words = tag.filter(|(_, word)| *word).map(|_| {
        let names = variants.iter().map(|variant| Value::string(variant.name));
        Value::object([("enum", Value::Array(names.collect()))])
    });
    let variants = variants.iter().map(|variant| {
        let tag = tag.map(|(tag, _)| (tag, variant.name));
        let reference = define(variant.of.name, definitions, |definitions| {
            object(&variant.of, tag, definitions)
        });
        Value::Object(vec![reference])
    });
    let variants = Value::Array(words.into_iter().chain(variants).collect());
    vec![text_member("description", help), ("oneOf".to_owned(), variants)]
}

/// A reference to the definition `name`, which is made unless it is there.
fn define(
    name: &str,
    definitions: &mut Definitions,
    body: impl FnOnce(&mut Definitions) -> Vec<(String, Value)>,
) -> (String, Value) {
    if definitions.iter().all(|(other, _)| other != name) {
        let index = definitions.len();
        definitions.push((name.to_owned(), Value::Null));
        definitions[index].1 = Value::Object(body(definitions));
    }
    text_member("$ref", &format!("#/$defs/{name}"))
}
