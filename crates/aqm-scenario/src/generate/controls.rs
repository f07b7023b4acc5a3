//! The table of parameters for the controls of the page: queues, traffic, path and congestion controls.

use super::typescript::{object, plain, plain_text, write_rows};
use super::{NOTICE, Parameter, parameters};
use crate::json::Value;
use crate::model::Queue;
use crate::schema::Json as _;
use crate::schema::describe::{Field, Named, Record, Shape};

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

/// The table of parameters, and the texts of its help.
pub(super) fn texts() -> [String; 2] {
    let mut shared = Shared::default();
    let has_control = |one: &Parameter| !one.path.starts_with("cc.");
    let parameters = parameters().into_iter().filter(has_control);
    let parameters: Vec<_> =
        parameters.map(|one| (one.path.clone(), describe(&one, &mut shared))).collect();
    let mut text =
        format!("// {NOTICE}\n\nimport type {{ Parameter, Union }} from './parameter';\n");
    add_queue_help(&mut text);
    text.push_str(
        "\n/** Parameters of a scenario. Paths have the kind where a file has an index. */\n\
         export const PARAMETERS: Readonly<Record<string, Parameter>> = ",
    );
    write_rows(&mut text, &Value::Object(parameters), 1);
    text.push_str(
        ";\n\n/** The objects that a parameter of type `one` accepts, by the name of the type. */\n\
         export const UNIONS: Readonly<Record<string, Union>> = ",
    );
    write_rows(&mut text, &Value::Object(shared.unions), 3);
    text.push_str(
        ";\n\n/** Parameters of these objects, by type, kind and name: `FlowSize.pareto.shape`. */\n\
         export const INNER: Readonly<Record<string, Parameter>> = ",
    );
    write_rows(&mut text, &Value::Object(shared.inner), 1);
    text.push_str(";\n");

    let mut help = format!(
        "// {NOTICE}\n\n/** Sentences of help, by the number in `help` of a parameter, an option or a kind. */\n\
         export const HELP: readonly string[] = "
    );
    let sentences = shared.help.0.into_iter().map(Value::string);
    write_rows(&mut help, &Value::Array(sentences.collect()), 1);
    help.push_str(";\n");
    [text, help]
}

fn add_queue_help(text: &mut String) {
    let Shape::Tagged { variants, .. } = Queue::shape() else { return };
    text.push_str(
        "\n/** Help for each queue discipline. */\n\
         export const QUEUE_HELP: Readonly<Record<string, string>> = ",
    );
    let help = variants.iter().map(|variant| (variant.name.to_owned(), plain_text(&variant.help)));
    write_rows(text, &Value::Object(help.collect()), 1);
    text.push_str(";\n");
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
            range("number", number.unit, number.min, number.max, slider, control.log)
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
