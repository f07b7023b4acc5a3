//! The syntax of TypeScript: types and tables as text, for the generated files.

use crate::Value;
use crate::answer::{Member, Type, Types};
use std::fmt::Write as _;

/// First line of the generated files.
pub const NOTICE: &str =
    "Made from the tables in the crates by `cargo run -p aqm-cli -- generate`; do not edit.";

/// Returns a file with these types.
pub fn types(types: &Types) -> String {
    let mut text = file();
    add_types(&mut text, types);
    text
}

/// How a table is typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Typed {
    /// By its values, which are constants.
    AsConst,
    /// As this type.
    As(&'static str),
    /// An object of this type under any names.
    MapOf(&'static str),
    /// The same table in fewer bytes: names with a common prefix share one object.
    JoinedMapOf(&'static str),
    /// A list of this type.
    ListOf(&'static str),
}

/// The function of the page that reads [`Typed::JoinedMapOf`].
pub const JOINED: &str = "joined";

/// Starts a file.
pub fn file() -> String {
    format!("// {NOTICE}\n")
}

/// Adds the import of `name` from the file at `path`.
pub fn add_import(text: &mut String, name: &str, path: &str) {
    let _ = writeln!(text, "import {{ {name} }} from '{path}';");
}

/// Adds a table. `depth` levels of it are spread over lines, what is below them stands in one line.
pub fn add_table(
    text: &mut String,
    help: &str,
    name: &str,
    typed: Typed,
    value: &Value,
    depth: usize,
) {
    add_help(text, help);
    let _ = match typed {
        Typed::AsConst => write!(text, "export const {name} = "),
        Typed::As(of) => write!(text, "export const {name}: {of} = "),
        Typed::MapOf(of) => write!(text, "export const {name}: {} = ", map(of)),
        Typed::JoinedMapOf(of) => write!(text, "export const {name} = {JOINED}<{of}>("),
        Typed::ListOf(of) => write!(text, "export const {name}: {} = ", list(of)),
    };
    write_level(text, value, depth, 0);
    text.push_str(match typed {
        Typed::AsConst => " as const;\n",
        Typed::JoinedMapOf(_) => ");\n",
        _ => ";\n",
    });
}

/// Adds the type of the names of a table.
pub fn add_names(text: &mut String, help: &str, name: &str, table: &str) {
    add_help(text, help);
    let _ = writeln!(text, "export type {name} = keyof typeof {table};");
}

/// Adds the type of the items of a table.
pub fn add_items(text: &mut String, help: &str, name: &str, table: &str) {
    add_help(text, help);
    let _ = writeln!(text, "export type {name} = (typeof {table})[number];");
}

/// Adds a type that is one of several texts, `columns` of them in a line.
pub fn add_words(
    text: &mut String,
    help: &str,
    name: &str,
    words: &[impl AsRef<str>],
    columns: usize,
) {
    add_help(text, help);
    let words: Vec<_> = words.iter().map(|one| quoted(one.as_ref())).collect();
    let lines: Vec<_> = words.chunks(columns).map(|line| line.join(" | ")).collect();
    let _ = writeln!(text, "export type {name} =\n  | {};", lines.join("\n  | "));
}

fn add_help(text: &mut String, help: &str) {
    let _ = writeln!(text, "\n/** {help} */");
}

/// Adds types of answers.
pub fn add_types(text: &mut String, types: &Types) {
    for declaration in types.all() {
        add_help(text, &declaration.help);
        let _ = writeln!(text, "export interface {} {{", declaration.name);
        add_members(text, &declaration.members, 2);
        text.push_str("}\n");
    }
}

fn add_members(text: &mut String, members: &[Member], indent: usize) {
    for Member { name, help, is_optional, of } in members {
        if !help.is_empty() {
            let _ = writeln!(text, "{:indent$}/** {help} */", "");
        }
        let optional = if *is_optional { "?" } else { "" };
        let _ = writeln!(text, "{:indent$}readonly {name}{optional}: {};", "", type_of(of, indent));
    }
}

fn type_of(of: &Type, indent: usize) -> String {
    match of {
        Type::Number => "number".to_owned(),
        Type::Text => "string".to_owned(),
        Type::Flag => "boolean".to_owned(),
        Type::Any => "unknown".to_owned(),
        Type::Words(words) => {
            let words: Vec<_> = words.iter().map(|one| quoted(one)).collect();
            words.join(" | ")
        }
        Type::Maybe(inner) => format!("{} | null", type_of(inner, indent)),
        Type::List(item) => list(&type_of(item, indent)),
        Type::Pair(item) => {
            let item = type_of(item, indent);
            format!("readonly [{item}, {item}]")
        }
        Type::Map(item) => map(&type_of(item, indent)),
        Type::MemberOf(name, member) => format!("{name}['{member}']"),
        Type::Named(name) | Type::Elsewhere(name) => (*name).to_owned(),
        Type::Object(members) => {
            let mut text = "{\n".to_owned();
            add_members(&mut text, members, indent + 2);
            let _ = write!(text, "{:indent$}}}", "");
            text
        }
    }
}

fn quoted(word: &str) -> String {
    format!("'{word}'")
}

fn list(of: &str) -> String {
    if of.contains(' ') { format!("readonly ({of})[]") } else { format!("readonly {of}[]") }
}

fn map(of: &str) -> String {
    format!("Readonly<Record<string, {of}>>")
}

/// A file of JSON with one row a line.
pub fn json(value: &Value) -> String {
    let mut text = String::new();
    let rows: Vec<String> = match value {
        Value::Object(members) => members
            .iter()
            .map(|(name, value)| format!("  {}: {value}", Value::string(name)))
            .collect(),
        Value::Array(items) => items.iter().map(|item| format!("  {item}")).collect(),
        other => return format!("{other}\n"),
    };
    let [open, close] = if matches!(value, Value::Object(_)) { ["{", "}"] } else { ["[", "]"] };
    let _ = writeln!(text, "{open}\n{}\n{close}", rows.join(",\n"));
    text
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
