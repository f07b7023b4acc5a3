//! TypeScript: the types of a scenario with the names and limits that belong to it.

use super::{NOTICE, parameters};
use crate::json::Value;
use crate::model::Traffic;
use crate::model::{Bulk, Burst, Queue, Scenario};
use crate::plan::Plan;
use crate::schema::describe::{Named, Record, Shape};
use crate::schema::{Json as _, Record as _};
use std::fmt::Write as _;

pub(super) fn text() -> String {
    let mut types = Types::default();
    types.record(&Scenario::record(), None);
    types.record(&Burst::record(), None);
    types.record(&Plan::record(), None);
    let mut text = format!("// {NOTICE}\n\n{}", types.texts.join("\n"));
    add_queues(&mut text);
    add_congestion_controls(&mut text);
    add_traffic(&mut text);
    add_targets(&mut text);
    let paths: Vec<_> = parameters().iter().map(|one| format!("'{}'", one.path)).collect();
    let lines: Vec<_> = paths.chunks(4).map(|line| line.join(" | ")).collect();
    let _ = write!(
        text,
        "\n/** Paths of all parameters with a control. They have the kind where a file has an index. */\n\
         export type ParameterPath =\n  | {};\n",
        lines.join("\n  | ")
    );
    text
}

/// Default targets, for the reference lines.
fn add_targets(text: &mut String) {
    let mut targets = Vec::new();
    for parameter in parameters() {
        let Some(path) = parameter.path.strip_prefix("queues.") else { continue };
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
    write_rows(text, &Value::Object(targets), 1);
    text.push_str(";\n");
}

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
            Shape::Members => "Record<string, unknown>".to_owned(),
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
    write_rows(text, &Value::Array(kinds.collect()), 1);
    text.push_str(
        " as const;\n\n/** Name of each discipline, name where there is little room, whether it can mark packets, its \
         family, and colour\n * and dash of its lanes. */\n\
         export const QUEUES = ",
    );
    let faces = variants.into_iter().map(|Named { name, of, .. }| {
        let marks = of.fields.iter().any(|field| field.name == "ecn");
        let mut face = vec![
            ("label".to_owned(), Value::string(of.label)),
            ("short".to_owned(), Value::string(of.short)),
            ("marks".to_owned(), Value::Bool(marks)),
        ];
        if !of.family.is_empty() {
            face.push(("family".to_owned(), Value::string(of.family)));
        }
        if let Some([colour, dash]) = of.look {
            face.push(("colour".to_owned(), Value::string(colour)));
            face.push(("dash".to_owned(), Value::string(dash)));
        }
        (name.to_owned(), Value::Object(face))
    });
    write_rows(text, &Value::Object(faces.collect()), 1);
    text.push_str(" as const;\n");
}

/// Names and families of the congestion controls, and which one is the default.
fn add_congestion_controls(text: &mut String) {
    let fields = Bulk::record().fields;
    let field = fields.into_iter().find(|field| field.name == "cc").expect("bulk flows have one");
    let faces: Vec<(String, Value)> = match field.shape {
        Shape::Tagged { variants, .. } => variants.iter().map(face).collect(),
        other => unreachable!("{other:?} names no congestion control"),
    };
    text.push_str(
        "\n/** Name, family and description of each congestion control, in the order offered. */\n",
    );
    text.push_str("export const CONGESTION_CONTROLS = ");
    write_rows(text, &Value::Object(faces), 1);
    text.push_str(
        " as const;\n\n/** Name of a congestion control in scenarios. */\n\
         export type CcKind = keyof typeof CONGESTION_CONTROLS;\n\n\
         /** The congestion control of flows that name none. */\n",
    );
    text.push_str("export const DEFAULT_CC: CcKind = ");
    write_rows(text, &field.default.expect("there is a default"), 1);
    text.push_str(";\n");
}

/// Names of the kinds of traffic.
fn add_traffic(text: &mut String) {
    let Shape::Tagged { variants, .. } = Traffic::shape() else { return };
    text.push_str(
        "\n/** Name and description of each kind of traffic, in the order offered. */\n\
         export const TRAFFIC = ",
    );
    write_rows(text, &Value::Object(variants.iter().map(face).collect()), 1);
    text.push_str(" as const;\n");
}

/// Name, family and description of a kind.
fn face(named: &Named<Record>) -> (String, Value) {
    let mut members = vec![("label", Value::string(named.label))];
    if !named.of.family.is_empty() {
        members.push(("family", Value::string(named.of.family)));
    }
    members.push(("help", plain_text(&named.help)));
    (named.name.to_owned(), object(members))
}

pub(super) fn object(members: Vec<(&str, Value)>) -> Value {
    Value::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

/// Help for the page, which shows no Markdown.
pub(super) fn plain_text(help: &str) -> Value {
    Value::string(plain(help))
}

/// Text without marks of Markdown.
pub(super) fn plain(help: &str) -> String {
    help.replace('`', "")
}

/// A literal of rows: `depth` levels are spread over lines, what is below them stands in one line.
pub(super) fn write_rows(text: &mut String, value: &Value, depth: usize) {
    write_level(text, value, depth, 0);
}

fn write_level(text: &mut String, value: &Value, depth: usize, indent: usize) {
    let pad = " ".repeat(indent);
    match value {
        Value::Array(items) if depth > 0 => {
            text.push_str("[\n");
            for item in items {
                let _ = write!(text, "{pad}  ");
                write_level(text, item, depth - 1, indent + 2);
                text.push_str(",\n");
            }
            let _ = write!(text, "{pad}]");
        }
        Value::Object(members) if depth > 0 => {
            text.push_str("{\n");
            for (name, value) in members {
                let _ = write!(text, "{pad}  {}: ", Value::string(name));
                write_level(text, value, depth - 1, indent + 2);
                text.push_str(",\n");
            }
            let _ = write!(text, "{pad}}}");
        }
        other => {
            let _ = write!(text, "{other}");
        }
    }
}
