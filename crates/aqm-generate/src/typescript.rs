//! TypeScript: the types of a scenario with the names and limits that belong to it.

use aqm_json::Value;
use aqm_json::typescript::{self as print, Typed, add_names, add_table, add_words};
use aqm_scenario::model::Traffic;
use aqm_scenario::model::{Bulk, Burst, LaneSenders, Queue, Scenario, Tag};
use aqm_scenario::parameters::parameters;
use aqm_scenario::schema::describe::{Named, Record, Shape};
use aqm_scenario::schema::{Choice as _, Json as _, Record as _};
use aqm_sweep::plan::Plan;
use std::fmt::Write as _;

pub fn text() -> String {
    let mut types = Types::default();
    types.record(&Scenario::record(), None);
    types.record(&Burst::record(), None);
    types.is_readonly = true;
    types.record(&Plan::record(), None);
    let mut text = format!("{}\n{}", print::file(), types.texts.join("\n"));
    add_queues(&mut text);
    add_congestion_controls(&mut text);
    add_traffic(&mut text);
    add_tags(&mut text);
    add_targets(&mut text);
    let paths: Vec<_> = parameters().into_iter().map(|one| one.path).collect();
    let help =
        "Paths of all parameters with a control. They have the kind where a file has an index.";
    add_words(&mut text, help, "ParameterPath", &paths, 6);
    text
}

/// What scenarios show, for the filters of the library.
fn add_tags(text: &mut String) {
    let help = "What a scenario shows, and its name in the library, in the order offered.";
    let tags =
        Tag::options().into_iter().map(|tag| (tag.name.to_owned(), Value::string(tag.label)));
    add_table(text, help, "TAGS", Typed::AsConst, &Value::Object(tags.collect()), 1);
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
    let help =
        "Default targets in ms, by kind; the entry `''` is for all variants that are not listed.";
    let typed = Typed::MapOf("Readonly<Record<string, number>>");
    add_table(text, help, "TARGETS_MS", typed, &Value::Object(targets), 1);
}

/// Declarations in order, each type once.
#[derive(Default)]
struct Types {
    names: Vec<&'static str>,
    texts: Vec<String>,
    /// The page does not change values of the types that follow.
    is_readonly: bool,
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
            let readonly = if self.is_readonly { "readonly " } else { "" };
            let _ =
                writeln!(text, "  /** {notes} */\n  {readonly}{}{optional}: {shape};", field.name);
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
            Shape::List { item, .. } if self.is_readonly => {
                format!("readonly {}[]", self.shape(item))
            }
            Shape::List { item, .. } => format!("{}[]", self.shape(item)),
            Shape::Members => "Readonly<Record<string, unknown>>".to_owned(),
            Shape::Record(record) => {
                self.record(record, None);
                record.name.to_owned()
            }
            // The disciplines are declared once, without the members that only lanes have.
            Shape::Tagged { name: name @ "Lane", help, .. } => {
                let parts = [self.shape(&Queue::shape()), LaneSenders::record().name.to_owned()];
                self.record(&LaneSenders::record(), None);
                self.alias(name, help, &[parts.join(" & ")]);
                (*name).to_owned()
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
    let kinds = variants.iter().map(|variant| Value::string(variant.name));
    let kinds = Value::Array(kinds.collect());
    let help = "All queue disciplines, in the order offered.";
    add_table(text, help, "QUEUE_KINDS", Typed::AsConst, &kinds, 1);
    let faces = variants.into_iter().map(|Named { name, of, .. }| {
        let marks = of.fields.iter().any(|field| field.name == "ecn");
        let mut face = vec![
            ("label", Value::string(of.label)),
            ("short", Value::string(of.short)),
            ("marks", Value::Bool(marks)),
        ];
        if !of.family.is_empty() {
            face.push(("family", Value::string(of.family)));
        }
        if let Some([colour, dash]) = of.look {
            face.push(("colour", Value::string(colour)));
            face.push(("dash", Value::string(dash)));
        }
        (name.to_owned(), object(face))
    });
    let help = "Name of each discipline, name where there is little room, whether it can mark packets, its family, and \
                colour and dash of its lanes.";
    add_table(text, help, "QUEUES", Typed::AsConst, &Value::Object(faces.collect()), 1);
}

/// Names and families of the congestion controls, and which one is the default.
fn add_congestion_controls(text: &mut String) {
    let fields = Bulk::record().fields;
    let field = fields.into_iter().find(|field| field.name == "cc").expect("bulk flows have one");
    let faces: Vec<(String, Value)> = match field.shape {
        Shape::Tagged { variants, .. } => variants.iter().map(face).collect(),
        other => unreachable!("{other:?} names no congestion control"),
    };
    let table = "CONGESTION_CONTROLS";
    let help = "Name, family and description of each congestion control, in the order offered.";
    add_table(text, help, table, Typed::AsConst, &Value::Object(faces), 1);
    add_names(text, "Name of a congestion control in scenarios.", "CcKind", table);
    let help = "The congestion control of flows that name none.";
    let default = field.default.expect("there is a default");
    add_table(text, help, "DEFAULT_CC", Typed::As("CcKind"), &default, 1);
}

/// Names of the kinds of traffic.
fn add_traffic(text: &mut String) {
    let Shape::Tagged { variants, .. } = Traffic::shape() else { return };
    let help = "Name and description of each kind of traffic, in the order offered.";
    let kinds = Value::Object(variants.iter().map(face).collect());
    add_table(text, help, "TRAFFIC", Typed::AsConst, &kinds, 1);
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

pub fn object(members: Vec<(&str, Value)>) -> Value {
    Value::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

/// Help for the page, which shows no Markdown.
pub fn plain_text(help: &str) -> Value {
    Value::string(plain(help))
}

/// Text without marks of Markdown.
pub fn plain(help: &str) -> String {
    help.replace('`', "")
}
