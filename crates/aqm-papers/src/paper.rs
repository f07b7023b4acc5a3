//! The file of a paper: its citation, and for each table or figure the plan, the published numbers and the findings.
//!
//! The file is JSON, like a scenario. This module reads its members; the others read the plans, the formulas and the
//! published numbers in it, and run them. CONTRIBUTING has the recipe for a new paper.

use aqm_json::Value;
use aqm_scenario::model::parse;
use aqm_scenario::problem::{Problem, Reader};
use aqm_scenario::schema::describe::Shape;
use aqm_scenario::schema::{
    Anything, Check, Detail, Flag, Integer, Items, Json, List, Maybe, Nested, Number, Text,
    Version, Way, record,
};

/// Maximum length of a paper's text.
pub const MAX_PAPER_BYTES: usize = 2 * 1024 * 1024;
/// Most tables and figures of a paper.
const MAX_ITEMS: usize = 200;
/// Most characters of a note, and of the reason why a finding does not hold.
const NOTE: Text = Text::chars(2000);
/// A formula over the measures of a table.
const FORMULA: Text = Text::chars(400);
/// Text for one line of the page.
const LINE: Text = Text::chars(300);

record! {
    /// A paper with its experiments.
    pub struct Paper, agree agree {
        /// Version of the format.
        version: u64 { json: "version", label: "Version", check: Version }
        /// Short name, unique among all papers, such as pan-2013-pie.
        name: String { json: "name", label: "Name", check: Name::REQUIRED }
        /// Place in the list of papers. Papers with the same place are ordered by name.
        place: u64 { json: "place", label: "Place", check: Integer::new("", 0, 1000), default: 100 }
        /// Authors in short, such as Pan et al.
        authors: String { json: "authors", label: "Authors", check: Text::chars(80) }
        /// Year of publication. Empty: not known.
        year: Option<u64> { json: "year", label: "Year", check: Maybe(Integer::new("", 1900, 2200)), default: None }
        /// Title.
        title: String { json: "title", label: "Title", check: LINE }
        /// Authors, title and year, without a full stop at the end.
        citation: String { json: "citation", label: "Citation", check: Text::chars(500) }
        /// Notes that belong to every table and figure: the set-up, and what the paper leaves open.
        notes: Vec<String> { json: "notes", label: "Notes", check: Items::of(0, 20, "notes", NOTE), default: Vec::new() }
        /// Experiments of the paper that are not run, with the reasons.
        left_out: Vec<LeftOut> {
            json: "leftOut", label: "Left out", check: List::of(0, 100, "experiments"), default: Vec::new(),
        }
        /// Readings of a paper that leaves points open; the first is the main one. Empty: one reading.
        readings: Vec<Reading> {
            json: "readings", label: "Readings", check: List::of(0, 20, "readings"), default: Vec::new(),
        }
        /// Tables and figures.
        items: Vec<Item> { json: "items", label: "Items", check: List::of(1, MAX_ITEMS, "tables and figures") }
        /// Published numbers that named functions read. Tables without a function have theirs in `published`.
        numbers: Value { json: "numbers", label: "Numbers", check: Anything, default: Value::Null }
    }
}

record! {
    /// An experiment that is not run.
    pub struct LeftOut {
        /// The experiment.
        what: String { json: "what", label: "What", check: LINE }
        /// The reason.
        why: String { json: "why", label: "Why", check: LINE }
    }
}

record! {
    /// A reading of the paper.
    pub struct Reading {
        /// Name that items refer to; the name of the main reading may be empty.
        name: String { json: "name", label: "Name", check: Name::OPTIONAL, default: String::new() }
        /// Name in menus.
        label: String { json: "label", label: "Label", check: Text::chars(60) }
        /// What follows the names of the goals: each reading has its own count.
        tag: String { json: "tag", label: "Tag", check: Text::chars(100), default: String::new() }
        /// Notes that belong to every table and figure of the reading.
        notes: Vec<String> { json: "notes", label: "Notes", check: Items::of(0, 20, "notes", NOTE), default: Vec::new() }
    }
}

record! {
    /// A table or a figure under one reading.
    pub struct Item, agree agree {
        /// Name that is unique in the paper, such as 1a or 1a-inferred.
        id: String { json: "id", label: "Name", check: Name::REQUIRED }
        /// Number in the paper, which it has in all readings. Empty: its name.
        number: String { json: "number", label: "Number", check: Text::chars(40), default: String::new() }
        /// The reading. Empty: the first one.
        reading: String { json: "reading", label: "Reading", check: Name::OPTIONAL, default: String::new() }
        /// Name on the page, such as Table 1a.
        label: String { json: "label", label: "Label", check: Text::chars(60) }
        /// What it shows.
        title: String { json: "title", label: "Title", check: LINE }
        /// Notes.
        notes: Vec<String> { json: "notes", label: "Notes", check: Items::of(0, 20, "notes", NOTE), default: Vec::new() }
        /// The runs: a plan, or the path of its file below the folder of the paper.
        plan: Option<Value> { json: "plan", label: "Plan", check: Way(Anything), default: None }
        /// Runs whose scenario depends on the seed: paths of scenarios, one for each seed, whose lanes all run.
        scenarios: Vec<String> {
            json: "scenarios", label: "Scenarios", check: Items::of(0, 100, "paths", Text::chars(200)), default: Vec::new(),
        }
        /// Name of a function in crates/aqm-papers/src/code. It reads values of the runs that the formulas of `measures` may use, or
        /// makes the whole report. Empty: none.
        code: String { json: "code", label: "Function", check: Name::OF_FUNCTION, default: String::new() }
        /// Makes one item for each queue discipline, with the discipline before the name: pie/5. Only for functions.
        each_discipline: bool { json: "eachDiscipline", label: "For each discipline", check: Flag, default: false }
        /// Quantities in which the cells of the plan differ; the last one changes fastest. Empty: the cases and parameters of the plan.
        axes: Vec<Axis> { json: "axes", label: "Axes", check: List::of(0, 4, "axes"), default: Vec::new() }
        /// Names of the lanes that run. Empty: the kinds of their disciplines.
        lanes: Vec<String> { json: "lanes", label: "Lanes", check: Items::of(0, 6, "names", Text::chars(40)), default: Vec::new() }
        /// Columns of the table.
        measures: Vec<Measure> { json: "measures", label: "Measures", check: List::of(0, 20, "measures"), default: Vec::new() }
        /// Published numbers: for each measure and lane a list with a number, a mean with its standard deviation, or null for each cell of the plan. Or
        /// the name of an item that has them.
        published: Value { json: "published", label: "Published numbers", check: Anything, default: Value::Null }
        /// Numbers of another simulator or system.
        other: Option<Other> { json: "other", label: "Other numbers", check: Maybe(Nested::NEW), default: None }
        /// Shares of values that should agree.
        goals: Vec<Goal> { json: "goals", label: "Goals", check: List::of(0, 20, "goals"), default: Vec::new() }
        /// Statements of the paper.
        findings: Vec<Finding> { json: "findings", label: "Findings", check: List::of(0, 200, "findings"), default: Vec::new() }
        /// Figures of the measures over a numeric axis. A table with one numeric axis has a figure of each measure by itself.
        figures: Vec<Figure> { json: "figures", label: "Figures", check: List::of(0, 50, "figures"), default: Vec::new() }
    }
}

record! {
    /// A quantity in which the cells of a plan differ.
    pub struct Axis, agree agree {
        /// Name in formulas, such as rate.
        name: String { json: "name", label: "Name", check: Name::WORD }
        /// Values: numbers or words. Empty: those of the plan.
        values: Vec<Value> { json: "values", label: "Values", check: Items::of(0, 1000, "values", Anything), default: Vec::new() }
        /// How rows name the values. Empty: the value and the unit.
        labels: Vec<String> { json: "labels", label: "Labels", check: Items::of(0, 1000, "labels", Text::chars(100)), default: Vec::new() }
        /// Name of the quantity in figures. Empty: the name.
        title: String { json: "title", label: "Title", check: Text::chars(60), default: String::new() }
        /// Unit of numbers.
        unit: String { json: "unit", label: "Unit", check: Text::chars(20), default: String::new() }
        /// What follows a number in the names of rows, such as "ms RTT". Empty: the unit.
        row_unit: String { json: "rowUnit", label: "Unit in rows", check: Text::chars(20), default: String::new() }
        /// Whether the axis of figures is logarithmic.
        log: bool { json: "log", label: "Logarithmic", check: Flag, default: false }
    }
}

record! {
    /// A column of a table.
    pub struct Measure {
        /// Name in formulas, such as delay.
        name: String { json: "name", label: "Name", check: Name::WORD }
        /// Formula over the measures of docs/measures.md and the values of the function, such as 100 * utilization.
        of: String { json: "of", label: "Formula", check: FORMULA }
        /// Head of the column.
        label: String { json: "label", label: "Label", check: Text::chars(60) }
        /// Unit.
        unit: String { json: "unit", label: "Unit", check: Text::chars(20), default: String::new() }
        /// Digits after the point.
        decimals: u64 { json: "decimals", label: "Decimals", check: Integer::new("", 0, 6), default: 2 }
        /// Largest difference from a published number that counts as agreement.
        tolerance: Option<Tolerance> { json: "tolerance", label: "Tolerance", check: Maybe(Nested::NEW), default: None }
    }
}

record! {
    /// The larger one of a share of the published number and a fixed difference.
    #[derive(Copy)]
    pub struct Tolerance {
        /// Share of the published number.
        share: f64 { json: "share", label: "Share", check: Number::new("", 0.0, 10.0), default: 0.0 }
        /// Difference, in the unit of the measure.
        least: f64 { json: "least", label: "Difference", check: Number::new("", 0.0, 1e12), default: 0.0 }
    }
}

record! {
    /// Numbers of another simulator or system for the same cells.
    pub struct Other {
        /// Its name.
        name: String { json: "name", label: "Name", check: Text::chars(40) }
        /// The numbers, as in published.
        numbers: Value { json: "numbers", label: "Numbers", check: Anything }
    }
}

record! {
    /// A share of rows that should agree.
    pub struct Goal, agree agree {
        /// Name.
        name: String { json: "name", label: "Name", check: Text::chars(100) }
        /// Least share.
        least: f64 { json: "least", label: "Least share", check: Number::new("", 0.0, 1.0) }
        /// Counts the rows in which this measure is within its tolerance.
        within: String { json: "within", label: "Measure", check: Name::OPTIONAL, default: String::new() }
        /// Counts the rows that are closer to the paper than the other numbers: sum of the differences of all measures, in tolerances.
        closer: bool { json: "closer", label: "Closer than others", check: Flag, default: false }
    }
}

record! {
    /// A statement of the paper.
    pub struct Finding {
        /// The statement, with the numbers by which it is checked.
        claim: String { json: "claim", label: "Statement", check: LINE }
        /// Comparisons that must all hold, such as delay[pie] < delay[codel] for each rate.
        holds: Vec<String> { json: "holds", label: "Comparisons", check: Items::of(1, 20, "comparisons", FORMULA) }
        /// The numbers behind it: a text with formulas in braces. Empty: both sides of each comparison.
        evidence: String { json: "evidence", label: "Evidence", check: NOTE, default: String::new() }
        /// Why it does not hold here: a text with formulas in braces.
        because: String { json: "because", label: "Reason", check: NOTE, default: String::new() }
        /// Makes one finding for each value of this axis. Empty: one finding.
        each: String { json: "each", label: "For each", check: Name::OPTIONAL, default: String::new() }
        /// The values of that axis. Empty: all.
        at: Vec<Value> { json: "at", label: "Values", check: Items::of(0, 1000, "values", Anything), default: Vec::new() }
    }
}

record! {
    /// A figure of one measure of one lane, over the first numeric axis, with a line for each value of the other axes.
    pub struct Figure {
        /// Number in the paper.
        id: String { json: "id", label: "Number", check: Text::chars(20) }
        /// Title.
        title: String { json: "title", label: "Title", check: Text::chars(120) }
        /// The measure.
        measure: String { json: "measure", label: "Measure", check: Name::REQUIRED }
        /// The lane.
        lane: String { json: "lane", label: "Lane", check: Text::chars(40) }
        /// A level that the text of the paper states.
        stated: Option<f64> { json: "stated", label: "Stated level", check: Maybe(Number::new("", -1e12, 1e12)), default: None }
    }
}

impl Paper {
    /// Reads and checks the members. All problems are reported at once.
    pub fn parse(text: &str) -> Result<Paper, Vec<Problem>> {
        let value = parse(text, MAX_PAPER_BYTES)?;
        let mut reader = Reader::new("");
        if let Some(version) = value.get("version") {
            reader.member("version", |reader| Version.read(version, reader));
            if reader.count() > 0 {
                return Err(reader.into_problems());
            }
        }
        let paper = Paper::read(&value, &mut reader);
        reader.finish(paper)
    }

    /// Returns whether a JSON value looks like a paper: whether it has the member `items`, which no scenario and no plan has.
    pub fn is_paper(value: &Value) -> bool {
        value.get("items").is_some()
    }

    /// Returns the canonical text of a file.
    pub fn to_text(&self) -> String {
        self.write(Detail::Short).to_pretty()
    }

    /// Returns the reading of an item. `None`: the paper has no readings.
    pub fn reading_of(&self, item: &Item) -> Option<&Reading> {
        self.readings.iter().find(|reading| reading.name == item.reading).or(self.readings.first())
    }

    fn agree(&self, reader: &mut Reader) {
        unique(reader, "readings", "name", self.readings.iter().map(|one| one.name.as_str()));
        unique(reader, "items", "id", self.items.iter().map(|one| one.id.as_str()));
        for (index, item) in self.items.iter().enumerate() {
            let is_known = self.readings.iter().any(|reading| reading.name == item.reading);
            if !item.reading.is_empty() && !is_known {
                let message = ["is '", &item.reading, "'; expected the name of a reading."];
                reader.member("items", |reader| {
                    reader.item(index, |reader| reader.problem_in("reading", message.concat()));
                });
            }
        }
    }
}

/// Reports names of a list that are used twice.
fn unique<'a>(
    reader: &mut Reader,
    list: &str,
    member: &str,
    names: impl Iterator<Item = &'a str> + Clone,
) {
    for (index, name) in names.clone().enumerate() {
        if names.clone().take(index).any(|other| other == name) {
            let message = ["is '", name, "' again; expected another name."].concat();
            reader.member(list, |reader| {
                reader.item(index, |reader| reader.problem_in(member, message));
            });
        }
    }
}

impl Item {
    /// Returns the number that the item has in all readings.
    pub fn number(&self) -> &str {
        if self.number.is_empty() { &self.id } else { &self.number }
    }

    fn agree(&self, reader: &mut Reader) {
        let is_table = self.code.is_empty();
        if is_table && self.plan.is_none() {
            reader.problem_in("plan", "is missing; expected a plan or the path of its file.");
        }
        if is_table && self.measures.is_empty() {
            reader.problem_in("measures", "is missing; expected 1 to 20 measures.");
        }
        if is_table && !self.scenarios.is_empty() {
            reader.problem_in("scenarios", "needs a function; a table has a plan.");
        }
        if is_table && self.each_discipline {
            reader.problem_in("eachDiscipline", "needs a function.");
        }
        unique(reader, "axes", "name", self.axes.iter().map(|one| one.name.as_str()));
        unique(reader, "measures", "name", self.measures.iter().map(|one| one.name.as_str()));
    }
}

impl Axis {
    fn agree(&self, reader: &mut Reader) {
        if !self.labels.is_empty() && self.labels.len() != self.values.len() {
            reader.problem_in("labels", "must be as many as the values.");
        }
        for (index, value) in self.values.iter().enumerate() {
            if !matches!(value, Value::Number(_) | Value::String(_)) {
                reader.member("values", |reader| {
                    reader.item(index, |reader| {
                        reader.expected(value.kind(), "a number or a word");
                    });
                });
            }
        }
    }
}

impl Goal {
    fn agree(&self, reader: &mut Reader) {
        if self.closer != self.within.is_empty() {
            reader.problem("has both or none of 'within' and 'closer'; expected exactly one.");
        }
    }
}

/// A name of letters and digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Name {
    /// Whether it may be empty.
    or_empty: bool,
    /// Other characters that it may have.
    also: &'static str,
    /// What is accepted, for messages.
    accepted: &'static str,
}

impl Name {
    const HYPHENS: &'static str = "letters, digits and hyphens";
    const REQUIRED: Name = Name { or_empty: false, also: "-", accepted: Name::HYPHENS };
    const OPTIONAL: Name = Name { or_empty: true, ..Name::REQUIRED };
    const OF_FUNCTION: Name =
        Name { or_empty: true, also: "-.", accepted: "letters, digits, hyphens and dots" };
    /// A name in formulas, where a hyphen is a minus sign.
    const WORD: Name = Name { or_empty: false, also: "", accepted: "letters and digits" };
}

impl Check for Name {
    type Value = String;

    fn read(&self, value: &Value, reader: &mut Reader) -> Option<String> {
        let name = Text::chars(60).read(value, reader)?;
        let is_accepted = |c: char| c.is_ascii_alphanumeric() || self.also.contains(c);
        let is_empty = name.is_empty() && !self.or_empty;
        if !is_empty && name.chars().all(is_accepted) {
            return Some(name);
        }
        reader.problem(["is '", &name, "'; expected ", self.accepted, "."].concat());
        None
    }

    fn write(&self, value: &String, _: Detail) -> Option<Value> {
        Some(Value::string(value.clone()))
    }

    fn shape(&self) -> Shape {
        Shape::Text(Text::chars(60))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = r#"{ "version": 1, "name": "small-2020", "authors": "A. Small", "title": "T", "citation": "C",
        "items": [{ "id": "1", "label": "Table 1", "title": "Delay", "plan": "1.json",
            "measures": [{ "name": "delay", "of": "queueDelayMs.mean", "label": "mean delay" }] }] }"#;

    fn problems(from: &str, to: &str) -> Vec<String> {
        assert!(SMALL.contains(from));
        let found = Paper::parse(&SMALL.replace(from, to)).expect_err("it is wrong");
        found.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_small_paper_is_read_and_written() {
        let paper = Paper::parse(SMALL).expect("it is valid");
        assert_eq!((paper.year, paper.items[0].number()), (None, "1"));
        assert_eq!(Paper::parse(&paper.to_text()), Ok(paper));
    }

    #[test]
    fn each_problem_has_its_place() {
        assert_eq!(
            problems(r#""name": "small-2020""#, r#""name": "small 2020""#),
            ["name is 'small 2020'; expected letters, digits and hyphens."]
        );
        assert_eq!(
            problems(r#""plan": "1.json""#, r#""plam": "1.json""#),
            ["items[0].plam is unknown; did you mean 'plan'?"]
        );
        assert_eq!(
            problems(r#""plan": "1.json","#, r#""eachDiscipline": true,"#),
            [
                "items[0].plan is missing; expected a plan or the path of its file.",
                "items[0].eachDiscipline needs a function."
            ]
        );
        assert_eq!(
            problems(r#""id": "1""#, r#""id": "1", "reading": "new""#),
            ["items[0].reading is 'new'; expected the name of a reading."]
        );
        assert_eq!(
            problems(r#""items""#, r#""readings": [{ "label": "A" }, { "label": "B" }], "items""#),
            ["readings[1].name is '' again; expected another name."]
        );
    }
}
