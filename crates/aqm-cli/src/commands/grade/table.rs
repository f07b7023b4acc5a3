//! The results of all hand-ins as CSV and JSON, written line by line.

use super::{Grade, Graded};
use crate::names::visible;
use aqm_challenge::GoalTexts;
use aqm_json::Value;
use aqm_report::csv;
use aqm_scenario::Scenario;
use std::io::{self, Write};

/// Version of the JSON.
const VERSION: u64 = 1;
/// The member of JSON with the hand-ins, and the spaces before each of them.
const HAND_INS: &str = "handIns";
const INDENT: &str = "    ";

/// Writes the table.
pub struct Table<'a> {
    challenge: &'a Scenario,
    seeds: &'a [u64],
    is_json: bool,
}

impl<'a> Table<'a> {
    pub fn new(challenge: &'a Scenario, seeds: &'a [u64], is_json: bool) -> Self {
        Table { challenge, seeds, is_json }
    }

    /// Writes what stands before the hand-ins.
    pub fn begin(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.is_json {
            let head = self.head().to_pretty();
            let open = head.trim_end().strip_suffix('}').unwrap_or_default().trim_end();
            return write!(out, "{open},\n  \"{HAND_INS}\": [");
        }
        write!(out, "name,passed,seeds_reached,seeds")?;
        for number in 1..=self.challenge.goals.len() {
            write!(out, ",goal_{number}_seeds,goal_{number}_mean")?;
        }
        writeln!(out, ",changed,other_goals,digest,same_as,problem")
    }

    /// Writes a hand-in.
    pub fn add(&self, grade: &Grade, is_first: bool, out: &mut dyn Write) -> io::Result<()> {
        if self.is_json {
            let comma = if is_first { "" } else { "," };
            let text = one(grade).to_pretty();
            let text = text.trim_end().replace('\n', &format!("\n{INDENT}"));
            return write!(out, "{comma}\n{INDENT}{text}");
        }
        let mut fields = vec![field(&grade.name)];
        match &grade.result {
            Ok(graded) => self.add_fields(graded, &mut fields),
            Err(problem) => {
                fields.push("no".to_owned());
                fields.extend(vec![String::new(); 2 + 2 * self.challenge.goals.len() + 4]);
                fields.push(field(problem));
            }
        }
        writeln!(out, "{}", fields.join(","))
    }

    /// Writes what stands behind the hand-ins.
    pub fn end(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.is_json { writeln!(out, "\n  ]\n}}") } else { Ok(()) }
    }

    fn add_fields(&self, graded: &Graded, fields: &mut Vec<String>) {
        let Graded { passed, summary, changed, other_goals, same_as } = graded;
        fields.push(if *passed { "yes" } else { "no" }.to_owned());
        fields.push(summary.reached.to_string());
        fields.push(self.seeds.len().to_string());
        for goal in &summary.goals {
            fields.push(goal.seeds.to_string());
            fields.push(goal.mean.map_or_else(String::new, |mean| mean.to_string()));
        }
        fields.push(field(&changed.join(" ")));
        fields.push(field(&other_goals.join(" ")));
        fields.push(summary.digests.join(" "));
        fields.push(same_as.as_deref().map_or_else(String::new, field));
        fields.push(String::new());
    }

    /// Returns the members of JSON beside the hand-ins.
    fn head(&self) -> Value {
        let goals = self.challenge.goals.iter().map(|goal| {
            let texts = GoalTexts::new(goal, self.challenge);
            Value::object([
                ("what", Value::string(texts.what)),
                ("must", Value::string(texts.must)),
            ])
        });
        let seeds = self.seeds.iter().map(|&seed| Value::count(seed));
        Value::object([
            ("version", Value::count(VERSION)),
            ("title", Value::string(self.challenge.title.clone())),
            ("goals", Value::Array(goals.collect())),
            ("seeds", Value::Array(seeds.collect())),
        ])
    }
}

fn one(grade: &Grade) -> Value {
    let name = ("name", Value::string(grade.name.clone()));
    let graded = match &grade.result {
        Ok(graded) => graded,
        Err(problem) => {
            let problem = ("problem", Value::string(problem.clone()));
            return Value::object([name, ("passed", Value::Bool(false)), problem]);
        }
    };
    let Graded { passed, summary, changed, other_goals, same_as } = graded;
    let goals = summary.goals.iter().map(|goal| {
        Value::object([
            ("seeds", Value::count(goal.seeds as u64)),
            ("mean", Value::optional(goal.mean)),
        ])
    });
    let texts = |texts: &[String]| {
        Value::Array(texts.iter().map(|text| Value::string(text.clone())).collect())
    };
    Value::object([
        name,
        ("passed", Value::Bool(*passed)),
        ("seedsReached", Value::count(summary.reached as u64)),
        ("goals", Value::Array(goals.collect())),
        ("changed", texts(changed)),
        ("otherGoals", texts(other_goals)),
        ("digests", texts(&summary.digests)),
        ("sameAs", same_as.as_ref().map_or(Value::Null, |name| Value::string(name.clone()))),
    ])
}

/// Returns a field of CSV. Control characters of names and values must not reach a terminal.
fn field(text: &str) -> String {
    csv::field(&visible(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_have_no_control_characters() {
        assert_eq!(field("Ada"), "Ada");
        assert_eq!(field("=a, \"b\""), "\"'=a, \"\"b\"\"\"");
        assert_eq!(field("a\u{1b}[31mb\n"), "a\\u{1b}[31mb\\n");
    }
}
