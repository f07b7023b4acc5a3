//! What was checked: `checked.json`.

use super::setup::Setup;
use aqm_json::Value;
use aqm_scenario::read_scenario;
use std::sync::LazyLock;

/// Path of the file below the root of the repository.
pub const PATH: &str = "crates/aqm-trust/src/checked.json";

/// The file, read once.
pub(super) static CHECKED: LazyLock<Checked> =
    LazyLock::new(|| Checked::read(include_str!("checked.json")).unwrap_or_default());

/// Everything that was compared.
#[derive(Default)]
pub(super) struct Checked {
    pub(super) rows: Vec<MeasuredRow>,
    /// Kind, number of recorded decisions, number of those that differ.
    pub(super) decisions: Vec<(String, u64, u64)>,
    pub(super) papers: Vec<PaperFindings>,
}

/// A row that was measured with real TCP.
pub(super) struct MeasuredRow {
    pub(super) table: String,
    pub(super) name: String,
    pub(super) title: String,
    pub(super) within: bool,
    pub(super) measured: Vec<Comparison>,
    pub(super) setup: Setup,
}

/// A number of a row.
pub(super) struct Comparison {
    pub(super) name: String,
    pub(super) unit: String,
    pub(super) decimals: usize,
    pub(super) measured: f64,
    pub(super) ours: f64,
}

/// A paper, with the disciplines in its tables.
pub(super) struct PaperFindings {
    /// How it is cited: "Pan et al. 2013".
    pub(super) cited: String,
    pub(super) queues: Vec<String>,
    pub(super) hits: u64,
    pub(super) of: u64,
}

impl Checked {
    /// Returns the number of recorded decisions of Linux' code for a discipline, and of those that differ.
    pub(super) fn decisions(&self, discipline: &str) -> Option<(u64, u64)> {
        let found = self.decisions.iter().find(|(kind, ..)| kind == discipline);
        found.map(|&(_, rows, mismatches)| (rows, mismatches))
    }

    /// Reads the file. `None`: it is damaged.
    pub(super) fn read(text: &str) -> Option<Checked> {
        let file = aqm_json::parse(text).ok()?;
        let rows = array(&file, "rows")?.iter().map(row).collect::<Option<_>>()?;
        let decision = |one: &Value| {
            Some((string(one, "kind")?, count(one, "rows")?, count(one, "mismatches")?))
        };
        let decisions = array(&file, "decisions")?.iter().map(decision).collect::<Option<_>>()?;
        let paper = |one: &Value| {
            let kind = |queue: &Value| match queue {
                Value::String(kind) => Some(kind.clone()),
                _ => None,
            };
            Some(PaperFindings {
                cited: string(one, "cited")?,
                queues: array(one, "queues")?.iter().map(kind).collect::<Option<_>>()?,
                hits: count(one, "hits")?,
                of: count(one, "of")?,
            })
        };
        let papers = array(&file, "papers")?.iter().map(paper).collect::<Option<_>>()?;
        Some(Checked { rows, decisions, papers })
    }
}

fn row(one: &Value) -> Option<MeasuredRow> {
    let scenario = read_scenario(&one.get("scenario")?.to_compact()).ok()?;
    let measured = |value: &Value| {
        Some(Comparison {
            name: string(value, "name")?,
            unit: string(value, "unit")?,
            decimals: count(value, "decimals")? as usize,
            measured: number(value, "measured")?,
            ours: number(value, "ours")?,
        })
    };
    Some(MeasuredRow {
        table: string(one, "table")?,
        name: string(one, "name")?,
        title: string(one, "title")?,
        within: one.get("within") == Some(&Value::Bool(true)),
        measured: array(one, "values")?.iter().map(measured).collect::<Option<_>>()?,
        setup: Setup::new(&scenario, 0),
    })
}

fn array<'a>(value: &'a Value, name: &str) -> Option<&'a [Value]> {
    if let Some(Value::Array(list)) = value.get(name) { Some(list) } else { None }
}

fn string(value: &Value, name: &str) -> Option<String> {
    if let Some(Value::String(text)) = value.get(name) { Some(text.clone()) } else { None }
}

fn number(value: &Value, name: &str) -> Option<f64> {
    if let Some(Value::Number(number)) = value.get(name) { Some(*number) } else { None }
}

fn count(value: &Value, name: &str) -> Option<u64> {
    number(value, name).map(|number| number as u64)
}
