//! TypeScript: the types of a scenario with the names that the page needs at once, and the table of
//! parameters for the controls, which the page loads when a control opens.

use super::{NOTICE, Parameter, parameters};
use crate::json::Value;
use crate::model::{Bulk, Burst, Queue, Scenario};
use crate::schema::describe::{Named, Record, Shape};
use crate::schema::{Json as _, Record as _};
use std::fmt::Write as _;

pub(super) fn text() -> String {
    let mut types = Types::default();
    types.record(&Scenario::record(), None);
    types.record(&Burst::record(), None);
    let mut text = format!("// {NOTICE}\n\n{}", types.texts.join("\n"));
    add_queues(&mut text);
    add_congestion_controls(&mut text);
    add_targets(&mut text);
    add_ranges(&mut text);
    let paths: Vec<_> = parameters().iter().map(|one| format!("'{}'", one.path)).collect();
    let _ = write!(
        text,
        "\n/** Paths of all parameters with a control. They have the kind where a file has an index. */\n\
         export const PARAMETER_PATHS = [\n  {},\n] as const;\n\
         export type ParameterPath = (typeof PARAMETER_PATHS)[number];\n",
        paths.join(",\n  ")
    );
    text
}

/// The table of all parameters of queues that can change during a run.
pub(super) fn parameter_text() -> String {
    let mut text = format!("// {NOTICE}\n{PARAMETER_TYPE}");
    add_queue_help(&mut text);
    text.push_str("\n/** Parameters of queues that can change during a run. */\n");
    text.push_str("export const QUEUE_PARAMETERS: Readonly<Record<string, Parameter>> = {\n");
    for parameter in live_queue_parameters() {
        let _ = write!(text, "  {}: ", key(&parameter.path));
        write_value(&mut text, &describe(&parameter), 2);
        text.push_str(",\n");
    }
    text.push_str("};\n");
    text
}

fn live_queue_parameters() -> impl Iterator<Item = Parameter> {
    parameters().into_iter().filter(|one| one.path.starts_with("queues.") && one.field.live)
}

/// Default targets, for the reference lines.
fn add_targets(text: &mut String) {
    let mut targets = Vec::new();
    for parameter in live_queue_parameters() {
        let path = parameter.path.trim_start_matches("queues.").to_owned();
        if let (Some(kind), Some(default)) =
            (path.strip_suffix(".targetMs"), &parameter.field.default)
        {
            let mut defaults = vec![(String::new(), default.clone())];
            let variants = parameter.variant_defaults.iter();
            defaults.extend(variants.map(|(name, value)| ((*name).to_owned(), value.clone())));
            targets.push((kind.to_owned(), Value::Object(defaults)));
        }
    }
    text.push_str(
        "\n/** Default targets in ms, by kind; the entry `''` is for all variants that are not listed. */\n\
         export const TARGETS_MS: Readonly<Record<string, Readonly<Record<string, number>>>> = ",
    );
    write_value(text, &Value::Object(targets), 0);
    text.push_str(";\n");
}

/// Ranges of the controls of path and traffic.
fn add_ranges(text: &mut String) {
    let pair = |from, to| Value::Array(vec![Value::number(from), Value::number(to)]);
    let mut ranges = Vec::new();
    let is_knob = |one: &Parameter| {
        let is_live = one.field.live && !one.path.starts_with("queues.");
        is_live || one.path == "durationS" || one.path.starts_with("burst.")
    };
    for parameter in parameters().into_iter().filter(is_knob) {
        let (limits, slider) = match &parameter.field.shape {
            Shape::Number(number) => {
                (pair(number.min, number.max), pair(number.control.min, number.control.max))
            }
            Shape::Integer(integer) => (
                pair(integer.min as f64, integer.max as f64),
                pair(integer.control.0 as f64, integer.control.1 as f64),
            ),
            _ => continue,
        };
        ranges.push((parameter.path, Value::object([("limits", limits), ("slider", slider)])));
    }
    text.push_str(
        "\n/** Accepted range and range of the slider, for each parameter of path and traffic with a control. */\n\
         export const RANGES = ",
    );
    write_value(text, &Value::Object(ranges), 0);
    text.push_str(" as const;\n");
}

const PARAMETER_TYPE: &str = "
/** A parameter, for its control. */
export interface Parameter {
  /** Label of the control. */
  readonly label: string;
  /** One sentence. */
  readonly help: string;
  readonly type: 'number' | 'integer' | 'boolean' | 'choice';
  /** Unit as shown; empty for plain numbers. */
  readonly unit?: string;
  /** Smallest and largest value accepted. */
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
  /** Missing if the parameter is required, or one of several ways to give a value. */
  readonly default?: number | boolean | string | null;
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
";

/// Declarations in order, each type once.
#[derive(Default)]
struct Types {
    names: Vec<&'static str>,
    texts: Vec<String>,
}

impl Types {
    fn record(&mut self, record: &Record, tag: Option<(&str, &str)>) {
        let Some(place) = self.place(record.name) else { return };
        let mut text = format!("/** {} */\nexport interface {} {{\n", record.help, record.name);
        if let Some((tag, kind)) = tag {
            let _ = writeln!(text, "  {tag}: '{kind}';");
        }
        for field in &record.fields {
            let mut notes = field.help.clone();
            if let Some(default) = &field.default {
                let _ = write!(notes, " Default: {default}.");
            }
            let optional = if field.is_required() { "" } else { "?" };
            let shape = self.shape(&field.shape);
            let _ = writeln!(text, "  /** {notes} */\n  {}{optional}: {shape};", field.name);
        }
        text.push_str("}\n");
        self.texts[place] = text;
    }

    /// Reserves the place of a declaration; `None` if the type is declared already.
    fn place(&mut self, name: &'static str) -> Option<usize> {
        if self.names.contains(&name) {
            return None;
        }
        self.names.push(name);
        self.texts.push(String::new());
        Some(self.texts.len() - 1)
    }

    fn alias(&mut self, name: &'static str, help: &str, of: &[String]) {
        if let Some(place) = self.place(name) {
            let line = format!("export type {name} = {};\n", of.join(" | "));
            let declaration = if line.len() <= 101 {
                line
            } else {
                format!("export type {name} =\n  | {};\n", of.join("\n  | "))
            };
            let help = if help.is_empty() { String::new() } else { format!("/** {help} */\n") };
            self.texts[place] = help + &declaration;
        }
    }

    fn shape(&mut self, shape: &Shape) -> String {
        match shape {
            Shape::Any => "unknown".to_owned(),
            Shape::Flag => "boolean".to_owned(),
            Shape::Number(_) => "number".to_owned(),
            Shape::Integer(integer) if integer.min == integer.max => integer.min.to_string(),
            Shape::Integer(_) => "number".to_owned(),
            Shape::Text(_) => "string".to_owned(),
            Shape::Choice { name, options } => {
                let names: Vec<_> = options.iter().map(|one| format!("'{}'", one.name)).collect();
                self.alias(name, "", &names);
                (*name).to_owned()
            }
            Shape::Maybe(inner) => format!("{} | null", self.shape(inner)),
            Shape::Way(inner) => self.shape(inner),
            Shape::List { item, .. } => format!("{}[]", self.shape(item)),
            Shape::Record(record) => {
                self.record(record, None);
                record.name.to_owned()
            }
            Shape::Tagged { name, help, tag, word, variants } => {
                self.union(name, help, variants, Some((tag, *word)))
            }
            Shape::Keyed { name, help, variants } => self.union(name, help, variants, None),
        }
    }

    fn union(
        &mut self,
        name: &'static str,
        help: &str,
        variants: &[Named<Record>],
        tag: Option<(&str, bool)>,
    ) -> String {
        let word = |variant: &Named<Record>| format!("'{}'", variant.name);
        let mut names = Vec::new();
        if tag.is_some_and(|(_, has_word)| has_word) {
            names.extend(variants.iter().map(word));
        }
        names.extend(variants.iter().map(|variant| variant.of.name.to_owned()));
        self.alias(name, help, &names);
        for variant in variants {
            self.record(&variant.of, tag.map(|(tag, _)| (tag, variant.name)));
        }
        name.to_owned()
    }
}

/// Names and looks of the queue disciplines.
fn add_queues(text: &mut String) {
    let Shape::Tagged { variants, .. } = Queue::shape() else { return };
    text.push_str(
        "\n/** All queue disciplines, in the order offered. */\nexport const QUEUE_KINDS = ",
    );
    let kinds = variants.iter().map(|variant| Value::string(variant.name));
    write_value(text, &Value::Array(kinds.collect()), 0);
    text.push_str(
        " as const;\n\n/** Name of each discipline, name where there is little room, whether it can mark packets, and \
         colour and dash of\n * its lanes. */\n\
         export const QUEUES = ",
    );
    let faces = variants.into_iter().map(|Named { name, of, .. }| {
        let marks = of.fields.iter().any(|field| field.name == "ecn");
        let mut face = vec![
            ("label".to_owned(), Value::string(of.label)),
            ("short".to_owned(), Value::string(of.short)),
            ("marks".to_owned(), Value::Bool(marks)),
        ];
        if let Some([colour, dash]) = of.look {
            face.push(("colour".to_owned(), Value::string(colour)));
            face.push(("dash".to_owned(), Value::string(dash)));
        }
        (name.to_owned(), Value::Object(face))
    });
    write_value(text, &Value::Object(faces.collect()), 0);
    text.push_str(" as const;\n");
}

/// Names of the congestion controls, and which one is the default.
fn add_congestion_controls(text: &mut String) {
    let fields = Bulk::record().fields;
    let field = fields.into_iter().find(|field| field.name == "cc").expect("bulk flows have one");
    let labels: Vec<(String, Value)> = match field.shape {
        Shape::Tagged { variants, .. } => variants.iter().map(labelled).collect(),
        other => unreachable!("{other:?} names no congestion control"),
    };
    text.push_str("\n/** Name of each congestion control, in the order offered. */\n");
    text.push_str("export const CC_LABELS = ");
    write_value(text, &Value::Object(labels), 0);
    text.push_str(
        " as const;\n\n/** Name of a congestion control in scenarios. */\n\
         export type CcKind = keyof typeof CC_LABELS;\n\n\
         /** The congestion control of flows that name none. */\n",
    );
    text.push_str("export const DEFAULT_CC: CcKind = ");
    write_value(text, &field.default.expect("there is a default"), 0);
    text.push_str(";\n");
}

fn labelled<T>(named: &Named<T>) -> (String, Value) {
    (named.name.to_owned(), Value::string(named.label))
}

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

/// Help for the page, which shows no Markdown.
fn plain_text(help: &str) -> Value {
    Value::string(help.replace('`', ""))
}

fn describe(parameter: &Parameter) -> Value {
    let field = &parameter.field;
    let mut members =
        vec![("label", Value::string(field.label)), ("help", plain_text(&field.help))];
    let (inner, nullable) = match &field.shape {
        Shape::Maybe(inner) => (&**inner, true),
        Shape::Way(inner) => (&**inner, false),
        shape => (shape, false),
    };
    members.extend(describe_shape(inner));
    if let Some(default) = &field.default {
        members.push(("default", default.clone()));
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
    if nullable {
        members.push(("nullable", Value::Bool(true)));
    }
    if let Shape::Way(_) = field.shape {
        members.push(("isWay", Value::Bool(true)));
    }
    if !field.less_than.is_empty() {
        members.push(("lessThan", Value::string(field.less_than)));
    }
    Value::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

fn describe_shape(shape: &Shape) -> Vec<(&'static str, Value)> {
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
        other => unreachable!("{other:?} has no control"),
    }
}

/// A member's name, in quotes where it needs them.
fn key(name: &str) -> String {
    let is_plain = !name.is_empty()
        && name.chars().all(char::is_alphanumeric)
        && !name.starts_with(|c: char| c.is_ascii_digit());
    if is_plain { name.to_owned() } else { format!("'{name}'") }
}

/// A literal in the formatter's style: everything spread out, single quotes.
pub(super) fn write_value(text: &mut String, value: &Value, indent: usize) {
    let pad = " ".repeat(indent);
    match value {
        Value::Array(items) => {
            text.push_str("[\n");
            for item in items {
                let _ = write!(text, "{pad}  ");
                write_value(text, item, indent + 2);
                text.push_str(",\n");
            }
            let _ = write!(text, "{pad}]");
        }
        Value::Object(members) => {
            text.push_str("{\n");
            for (name, value) in members {
                let _ = write!(text, "{pad}  {}: ", key(name));
                write_value(text, value, indent + 2);
                text.push_str(",\n");
            }
            let _ = write!(text, "{pad}}}");
        }
        Value::String(string) => {
            // The formatter prefers the quotes that need fewer escapes.
            let quote = if string.contains('\'') { '"' } else { '\'' };
            let _ = write!(text, "{quote}{string}{quote}");
        }
        other => {
            let _ = write!(text, "{other}");
        }
    }
}
