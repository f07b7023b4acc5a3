//! The plan of a sweep: one scenario, values for some of its fields, and seeds.
//!
//! A plan is a JSON file, like a scenario. [`crate::Sweep`] expands it to runs and makes the table of
//! their results.

mod checks;

use crate::axis::{Axis, count};
use aqm_json::{Value, shown};
use aqm_scenario::model::{Scenario, Source, parse};
use aqm_scenario::problem::{Problem, Reader};
use aqm_scenario::schema::{
    Anything, Blank, Check as _, Detail, Flag, Integer, Items, Json as _, List, Maybe, Nested,
    Number, Text, Version, Way, keyed, record,
};
use aqm_sim::math;
use checks::{Base, MeasureName, Path, Settings};

/// Maximum length of a plan's text: twice that of a scenario.
pub const MAX_PLAN_BYTES: usize = 512 * 1024;
/// Maximum number of parameters that a plan varies.
pub const MAX_AXES: usize = 2;
/// Maximum number of values of a parameter, and of cases.
pub const MAX_VALUES: usize = 1000;
/// Maximum number of runs of a plan.
pub const MAX_RUNS: usize = 1_000_000;
/// Significant digits of the values of a range. They remove rounding errors such as 0.30000000000000004.
const DIGITS: usize = 12;
/// Significant digits on a logarithmic scale, where more would only make the values hard to read.
const LOG_DIGITS: usize = 4;

record! {
    /// A sweep: a scenario that is run with every combination of cases, values and seeds.
    pub struct Plan, agree agree {
        /// Version of the format.
        version: u64 { json: "version", label: "Version", check: Version }
        /// Title of the sweep.
        title: String { json: "title", label: "Title", check: Text::chars(120), default: String::new() }
        /// Description of the sweep in at most 60 words.
        about: String { json: "about", label: "About", check: Text::words(60), default: String::new() }
        /// Publication or measurement that the sweep reproduces. Empty: none.
        source: Option<Source> {
            json: "source", label: "Source", check: Maybe(Nested::NEW), default: None,
        }
        /// The scenario. Cases and parameters set some of its fields.
        scenario: Scenario { json: "scenario", label: "Scenario", check: Base }
        /// Cases, each of which sets several fields at once. Without cases, the scenario is the only one.
        cases: Vec<Case> {
            json: "cases", label: "Cases", check: List::of(0, MAX_VALUES, "cases"), default: Vec::new(),
        }
        /// Parameters with several values. Every case runs with every combination of the values.
        vary: Vec<Vary> {
            json: "vary", label: "Parameters", check: List::of(0, MAX_AXES, "parameters"), default: Vec::new(),
        }
        /// Seeds of the runs. If left out, the seed of the scenario.
        seeds: Option<Seeds> { json: "seeds", label: "Seeds", check: Way(Nested::NEW), default: None }
        /// Lanes to run, from 0. Empty: all lanes.
        lanes: Vec<u64> {
            json: "lanes", label: "Lanes", check: Items::of(0, 6, "lanes", Integer::new("", 0, 5)),
            default: Vec::new(),
        }
        /// Measures in the table of results, such as queueDelayMs.p95. Empty: the measures that aqm sweep prints by default.
        measures: Vec<String> {
            json: "measures", label: "Measures", check: Items::of(0, 100, "measures", MeasureName),
            default: Vec::new(),
        }
    }
}

record! {
    /// A set-up with several fields that belong together.
    pub struct Case {
        /// Name of the case in tables.
        name: String { json: "name", label: "Name", check: Text::chars(80) }
        /// Path and value of each field, such as "link.rateMbps": 5. A path to an object is set before the paths inside it.
        set: Vec<(String, Value)> { json: "set", label: "Set", check: Settings, default: Vec::new() }
    }
}

keyed! {
    /// A parameter with several values.
    pub enum Vary {
        /// A list of values.
        "values" => Values(VaryValues),
        /// A number of values between two ends.
        "count" => Count(VaryCount),
        /// Values at equal distances.
        "step" => Step(VaryStep),
    }
}

record! {
    /// A parameter with a list of values.
    pub struct VaryValues {
        /// Path of the field: names and indices joined by dots, such as queues.0.targetMs.
        path: String { json: "path", label: "Path", check: Path }
        /// Values in the order of the table: numbers, words, or whole objects such as a queue.
        values: Vec<Value> {
            json: "values", label: "Values", check: Items::of(1, MAX_VALUES, "values", Anything),
        }
    }
}

record! {
    /// A parameter with a number of values between two ends.
    pub struct VaryCount, agree agree {
        /// Path of the field: names and indices joined by dots, such as link.rateMbps.
        path: String { json: "path", label: "Path", check: Path }
        /// First value.
        from: f64 { json: "from", label: "From", check: END }
        /// Last value.
        to: f64 { json: "to", label: "To", check: END }
        /// Number of values, both ends included.
        count: u64 { json: "count", label: "Count", check: Integer::new("", 2, MAX_VALUES as u64) }
        /// Equal ratios between neighbours instead of equal differences. Values are rounded to four significant digits.
        log: bool { json: "log", label: "Logarithmic", check: Flag, default: false }
        /// Round to whole numbers. Equal values are used once.
        whole: bool { json: "whole", label: "Whole numbers", check: Flag, default: false }
    }
}

record! {
    /// A parameter with values at equal distances.
    pub struct VaryStep, agree agree {
        /// Path of the field: names and indices joined by dots, such as link.rttMs.
        path: String { json: "path", label: "Path", check: Path }
        /// First value.
        from: f64 { json: "from", label: "From", check: END }
        /// Upper limit: the last value is at most this.
        to: f64 { json: "to", label: "To", check: END }
        /// Distance between neighbours.
        step: f64 { json: "step", label: "Step", check: Number::new("", 1e-9, 1e12) }
    }
}

keyed! {
    /// Seeds of the runs.
    pub enum Seeds {
        /// Consecutive seeds.
        "count" => Range(SeedRange),
        /// A list of seeds.
        "list" => List(SeedList),
    }
}

record! {
    /// Consecutive seeds.
    #[derive(Copy)]
    pub struct SeedRange, agree agree {
        /// First seed.
        first: u64 { json: "first", label: "First seed", check: SEED, default: 1 }
        /// Number of seeds.
        count: u64 { json: "count", label: "Number of seeds", check: Integer::new("", 1, MAX_RUNS as u64) }
    }
}

record! {
    /// A list of seeds.
    pub struct SeedList, agree agree {
        /// The seeds, each once.
        list: Vec<u64> { json: "list", label: "Seeds", check: Items::of(1, 10_000, "seeds", SEED) }
    }
}

const MAX_SEED: u64 = (1 << 53) - 1;
const SEED: Integer = Integer::new("", 0, MAX_SEED);
const END: Number = Number::new("", -1e12, 1e12);

impl Plan {
    /// Reads and checks a plan. All problems are reported at once. Whether the fields that are set exist and
    /// accept their values is checked when the plan is expanded ([`crate::Sweep::new`]).
    pub fn parse(text: &str) -> Result<Plan, Vec<Problem>> {
        Plan::from_value(&parse(text, MAX_PLAN_BYTES)?)
    }

    /// Reads and checks a plan that is JSON already.
    pub fn from_value(value: &Value) -> Result<Plan, Vec<Problem>> {
        let mut reader = Reader::new("");
        if let Some(version) = value.get("version") {
            reader.member("version", |reader| Version.read(version, reader));
            if reader.count() > 0 {
                return Err(reader.into_problems());
            }
        }
        let plan = Plan::read(value, &mut reader);
        reader.finish(plan)
    }

    /// Returns whether a JSON value looks like a plan: whether it has a member that no scenario has.
    pub fn is_plan(value: &Value) -> bool {
        ["scenario", "cases", "vary", "seeds"].iter().any(|&name| value.get(name).is_some())
    }

    /// Returns a plan that runs `scenario` once.
    pub fn of(scenario: Scenario) -> Plan {
        Plan { version: Version::CURRENT, scenario, ..Plan::BLANK }
    }

    /// Returns JSON without the defaults, or with all of them.
    pub fn to_value(&self, detail: Detail) -> Value {
        self.write(detail)
    }

    /// Returns compact JSON without the defaults: the form for links.
    pub fn to_json(&self) -> String {
        self.write(Detail::Short).to_compact()
    }

    /// Returns the canonical text of a file: fields in order, without the defaults.
    pub fn to_text(&self) -> String {
        let value = self.write(Detail::Short);
        let text = value.to_pretty();
        if text.len() <= MAX_PLAN_BYTES { text } else { value.to_compact() + "\n" }
    }

    /// Returns the varied parameters, each with all its values.
    pub fn axes(&self) -> Vec<Axis> {
        self.vary.iter().map(Vary::axis).collect()
    }

    /// Returns the number of cells, at most `usize::MAX`, without expanding them. Each runs every lane with every
    /// seed.
    pub fn cell_count(&self) -> usize {
        count(&self.axes()).saturating_mul(self.cases.len().max(1))
    }

    /// Returns the seeds in the order of the runs.
    pub fn seed_list(&self) -> Vec<u64> {
        match &self.seeds {
            None => vec![self.scenario.seed],
            Some(Seeds::Range(range)) => (range.first..range.first + range.count).collect(),
            Some(Seeds::List(seeds)) => seeds.list.clone(),
        }
    }

    fn agree(&self, reader: &mut Reader) {
        let is_twice = |index: usize, path: &str| {
            self.vary.iter().take(index).any(|other| other.path() == path)
        };
        reader.member("vary", |reader| {
            for (index, vary) in self.vary.iter().enumerate() {
                if is_twice(index, vary.path()) {
                    let message = ["is '", vary.path(), "' again; expected another parameter."];
                    reader.item(index, |reader| reader.problem_in("path", message.concat()));
                }
            }
        });
        reader.member("cases", |reader| {
            for (index, case) in self.cases.iter().enumerate() {
                if self.cases.iter().take(index).any(|other| other.name == case.name) {
                    let message = ["is '", &case.name, "' again; expected another name."];
                    reader.item(index, |reader| reader.problem_in("name", message.concat()));
                }
                let varied =
                    |(path, _): &&(String, Value)| self.vary.iter().any(|vary| vary.path() == path);
                if let Some((path, _)) = case.set.iter().find(varied) {
                    let message =
                        ["sets '", path, "', which 'vary' sets too; expected one of them."];
                    reader.item(index, |reader| reader.problem_in("set", message.concat()));
                }
                if reader.is_full() {
                    break;
                }
            }
        });
        if let Some(twice) = first_twice(&self.lanes) {
            reader.problem_in("lanes", ["has ", &shown(twice as f64), " twice."].concat());
        }
    }
}

impl Vary {
    /// Returns a parameter with a list of values.
    pub fn list(path: impl Into<String>, values: Vec<Value>) -> Vary {
        Vary::Values(VaryValues { path: path.into(), values })
    }

    /// Returns the path of the field.
    pub fn path(&self) -> &str {
        match self {
            Vary::Values(VaryValues { path, .. })
            | Vary::Count(VaryCount { path, .. })
            | Vary::Step(VaryStep { path, .. }) => path,
        }
    }

    /// Returns the parameter with all its values.
    pub fn axis(&self) -> Axis {
        let values = match self {
            Vary::Values(vary) => vary.values.clone(),
            Vary::Count(vary) => numbers(vary.numbers()),
            Vary::Step(vary) => numbers(vary.numbers()),
        };
        Axis { path: self.path().to_owned(), values }
    }
}

fn numbers(numbers: Vec<f64>) -> Vec<Value> {
    numbers.into_iter().map(Value::Number).collect()
}

impl VaryCount {
    fn numbers(&self) -> Vec<f64> {
        let last = (self.count - 1) as f64;
        let mut numbers: Vec<f64> = (0..self.count)
            .map(|index| {
                let share = index as f64 / last;
                if index == 0 {
                    self.from
                } else if index + 1 == self.count {
                    self.to
                } else if self.log {
                    rounded(self.from * math::pow(self.to / self.from, share), LOG_DIGITS)
                } else {
                    rounded(self.from + (self.to - self.from) * share, DIGITS)
                }
            })
            .map(|number| if self.whole { number.round() } else { number })
            .collect();
        if self.whole {
            numbers.dedup();
        }
        numbers
    }

    fn agree(&self, reader: &mut Reader) {
        if self.log && (self.from <= 0.0 || self.to <= 0.0) {
            let name = if self.from <= 0.0 { "from" } else { "to" };
            let value = if self.from <= 0.0 { self.from } else { self.to };
            let message = ["is ", &shown(value), "; expected more than 0 on a logarithmic scale."];
            reader.problem_in(name, message.concat());
        }
    }
}

impl VaryStep {
    fn numbers(&self) -> Vec<f64> {
        let number = |index: u64| rounded(self.from + index as f64 * self.step, DIGITS);
        (0..=self.steps() as u64).map(number).collect()
    }

    /// Returns the number of whole steps between the ends.
    fn steps(&self) -> f64 {
        ((self.to - self.from) / self.step + 1e-9).floor()
    }

    fn agree(&self, reader: &mut Reader) {
        if self.to < self.from {
            let message =
                ["is ", &shown(self.to), "; expected at least 'from' (", &shown(self.from), ")."];
            reader.problem_in("to", message.concat());
        } else if self.steps() >= MAX_VALUES as f64 {
            let [values, most] = [self.steps() + 1.0, MAX_VALUES as f64].map(shown);
            let message = ["makes ", &values, " values; expected at most ", &most, "."];
            reader.problem_in("step", message.concat());
        }
    }
}

impl Seeds {
    /// Returns these seeds as a range if they are consecutive, else as a list.
    pub fn of(seeds: &[u64]) -> Seeds {
        let first = seeds.first().copied().unwrap_or(1);
        let count = seeds.len() as u64;
        if seeds.iter().copied().eq(first..first + count) {
            Seeds::Range(SeedRange { first, count })
        } else {
            Seeds::List(SeedList { list: seeds.to_vec() })
        }
    }
}

impl SeedRange {
    fn agree(&self, reader: &mut Reader) {
        if self.first + self.count - 1 > MAX_SEED {
            reader.problem_in(
                "count",
                "makes a seed larger than 2^53 - 1. Lower 'first' or 'count'.",
            );
        }
    }
}

impl SeedList {
    fn agree(&self, reader: &mut Reader) {
        if let Some(twice) = first_twice(&self.list) {
            reader.problem_in("list", ["has ", &shown(twice as f64), " twice."].concat());
        }
    }
}

/// Returns the smallest number that is in the list twice.
fn first_twice(numbers: &[u64]) -> Option<u64> {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}

/// Rounds to this many significant digits.
fn rounded(number: f64, digits: usize) -> f64 {
    let text = format!("{number:.*e}", digits - 1);
    // Never -0, so that equal numbers have equal bits.
    text.parse().unwrap_or(number) + 0.0
}
