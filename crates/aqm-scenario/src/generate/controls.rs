//! The table of parameters for the controls of the page: queues, traffic, path and congestion controls.

use super::typescript::{key, object, plain_text, write_value};
use super::{NOTICE, Parameter, parameters};
use crate::json::Value;
use crate::model::Queue;
use crate::schema::Json as _;
use crate::schema::describe::{Field, Named, Record, Shape};
use std::fmt::Write as _;

/// Parts of a scenario whose parameters the page can edit.
const PARTS: [&str; 3] = ["queues.", "traffic.", "link."];

/// The objects of parameters, by type.
type Unions = Vec<(String, Value)>;

pub(super) fn text() -> String {
    let mut text = format!("// {NOTICE}\n{PARAMETER_TYPE}");
    add_queue_help(&mut text);
    text.push_str(
        "\n/** Parameters of queues, traffic and path. Paths have the kind where a file has an index. */\n",
    );
    text.push_str("export const PARAMETERS: Readonly<Record<string, Parameter>> = {\n");
    let mut unions = Unions::new();
    let has_control = |one: &Parameter| PARTS.iter().any(|part| one.path.starts_with(part));
    for parameter in parameters().into_iter().filter(has_control) {
        let _ = write!(text, "  {}: ", key(&parameter.path));
        write_value(&mut text, &describe(&parameter, &mut unions), 2);
        text.push_str(",\n");
    }
    text.push_str(
        "};\n\n/** The objects that a parameter of type `one` accepts, by the name of the type. */\n\
         export const UNIONS: Readonly<Record<string, Union>> = ",
    );
    write_value(&mut text, &Value::Object(unions), 0);
    text.push_str(";\n");
    text
}

const PARAMETER_TYPE: &str = "
/** A parameter, for its control. */
export interface Parameter {
  /** Label of the control. */
  readonly label: string;
  /** One sentence. */
  readonly help: string;
  readonly type: 'number' | 'integer' | 'boolean' | 'choice' | 'text' | 'one' | 'list' | 'any';
  /** Takes effect at the start of the run only. */
  readonly atStart?: true;
  /** Unit as shown; empty for plain numbers. */
  readonly unit?: string;
  /** Smallest and largest value accepted; of a list: fewest and most items. */
  readonly min?: number;
  readonly max?: number;
  /** Range of the slider. */
  readonly slider?: {
    readonly min: number;
    readonly max: number;
    readonly step: number;
    readonly scale: 'linear' | 'log';
  };
  /** Names to choose from. */
  readonly options?: readonly {
    readonly value: string;
    readonly label: string;
    readonly help: string;
  }[];
  /** Most characters of a text. */
  readonly chars?: number;
  /** Of type `one`: the name of its objects in `UNIONS`. */
  readonly of?: string;
  /** Of type `list`: what each item accepts. */
  readonly item?: Omit<Parameter, 'label' | 'help'>;
  /** Missing if the parameter is required, or one of several ways to give a value. */
  readonly default?: unknown;
  /** Defaults of variants that differ. */
  readonly variantDefaults?: Readonly<Record<string, number | boolean | string | null>>;
  /** Variants in which it cannot be set. */
  readonly fixedIn?: readonly string[];
  /** Null is a value too. */
  readonly nullable?: true;
  /** One of several ways to give a value: those of one discipline with the same label. */
  readonly isWay?: true;
  /** The parameter that must be larger. */
  readonly lessThan?: string;
}

/** Objects of several kinds. */
export interface Union {
  /** The member that names the kind; empty if each kind has a member that the others do not have. */
  readonly tag: string;
  /** The kind's name alone stands for the kind with its defaults. */
  readonly word: boolean;
  readonly kinds: Readonly<Record<string, Kind>>;
}

export interface Kind {
  readonly label: string;
  /** One sentence. */
  readonly help: string;
  readonly parameters: Readonly<Record<string, Parameter>>;
}
";

fn add_queue_help(text: &mut String) {
    let Shape::Tagged { variants, .. } = Queue::shape() else { return };
    text.push_str(
        "\n/** Help for each queue discipline. */\n\
         export const QUEUE_HELP: Readonly<Record<string, string>> = ",
    );
    let help = variants.iter().map(|variant| (variant.name.to_owned(), plain_text(&variant.help)));
    write_value(text, &Value::Object(help.collect()), 0);
    text.push_str(";\n");
}

fn describe(parameter: &Parameter, unions: &mut Unions) -> Value {
    let mut members = describe_field(&parameter.field, unions);
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

fn describe_field(field: &Field, unions: &mut Unions) -> Vec<(&'static str, Value)> {
    let mut members =
        vec![("label", Value::string(field.label)), ("help", plain_text(&field.help))];
    let (inner, nullable) = match &field.shape {
        Shape::Maybe(inner) => (&**inner, true),
        Shape::Way(inner) => (&**inner, false),
        shape => (shape, false),
    };
    members.extend(describe_shape(inner, unions));
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

fn describe_shape(shape: &Shape, unions: &mut Unions) -> Vec<(&'static str, Value)> {
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
                    ("help", plain_text(&option.help)),
                ])
            });
            vec![("type", Value::string("choice")), ("options", Value::Array(options.collect()))]
        }
        Shape::Text(text) => {
            vec![("type", Value::string("text")), ("chars", Value::number(text.chars as f64))]
        }
        Shape::List { item, min, max } => {
            let item = object(describe_shape(item, unions));
            vec![
                ("type", Value::string("list")),
                ("min", Value::number(*min as f64)),
                ("max", Value::number(*max as f64)),
                ("item", item),
            ]
        }
        Shape::Record(record) => {
            let only = [Named::record(record.name, record.clone())];
            one(record.name, ("", false), &only, unions)
        }
        Shape::Tagged { name, tag, word, variants, .. } => {
            one(name, (tag, *word), variants, unions)
        }
        Shape::Keyed { name, variants, .. } => one(name, ("", false), variants, unions),
        Shape::Maybe(_) | Shape::Way(_) | Shape::Any | Shape::Members => {
            vec![("type", Value::string("any"))]
        }
    }
}

/// Adds the objects of type `name` to `unions` and returns the members that refer to them.
fn one(
    name: &'static str,
    (tag, word): (&str, bool),
    variants: &[Named<Record>],
    unions: &mut Unions,
) -> Vec<(&'static str, Value)> {
    if unions.iter().all(|(other, _)| other != name) {
        let at = unions.len();
        unions.push((name.to_owned(), Value::Null));
        let kinds = variants.iter().map(|variant| {
            // The parameters of queues are in `PARAMETERS` already.
            let fields = variant.of.fields.iter().filter(|_| name != "Queue");
            let fields =
                fields.map(|field| (field.name.to_owned(), object(describe_field(field, unions))));
            let kind = vec![
                ("label", Value::string(variant.label)),
                ("help", plain_text(&variant.help)),
                ("parameters", Value::Object(fields.collect())),
            ];
            (variant.name.to_owned(), object(kind))
        });
        let kinds = Value::Object(kinds.collect());
        unions[at].1 = Value::object([
            ("tag", Value::string(tag)),
            ("word", Value::Bool(word)),
            ("kinds", kinds),
        ]);
    }
    vec![("type", Value::string("one")), ("of", Value::string(name))]
}
