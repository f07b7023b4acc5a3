//! The results of all hand-ins as CSV and JSON.

use super::{Grade, Graded};
use aqm_scenario::challenge::GoalTexts;
use aqm_scenario::json::Value;
use std::fmt::Write as _;

/// Version of the JSON.
const VERSION: u64 = 1;

/// Everything that is printed.
pub struct Results<'a> {
    /// Title of the challenge.
    pub title: &'a str,
    /// Its goals in words.
    pub goals: Vec<GoalTexts>,
    /// The seeds.
    pub seeds: &'a [u64],
    /// The hand-ins, in the order of the lines.
    pub grades: Vec<Grade>,
}

impl Results<'_> {
    /// Returns a header and one row for each line.
    pub fn csv(&self) -> String {
        let mut text = "name,passed,seeds_reached,seeds".to_owned();
        for number in 1..=self.goals.len() {
            // Writing to a String cannot fail.
            let _ = write!(text, ",goal_{number}_seeds,goal_{number}_mean");
        }
        text += ",changed,digest,same_as,problem\n";
        for grade in &self.grades {
            let mut fields = vec![field(&grade.name)];
            match &grade.result {
                Ok(graded) => self.add_fields(graded, &mut fields),
                Err(problem) => {
                    fields.extend(vec![String::new(); 3 + 2 * self.goals.len() + 3]);
                    fields.push(field(problem));
                }
            }
            text += &fields.join(",");
            text.push('\n');
        }
        text
    }

    fn add_fields(&self, graded: &Graded, fields: &mut Vec<String>) {
        fields.push(if graded.passed { "yes" } else { "no" }.to_owned());
        fields.push(graded.reached.to_string());
        fields.push(self.seeds.len().to_string());
        for goal in &graded.goals {
            fields.push(goal.seeds.to_string());
            fields.push(goal.mean.map_or_else(String::new, |mean| mean.to_string()));
        }
        fields.push(field(&graded.changed.join(" ")));
        fields.push(graded.digests.join(" "));
        fields.push(graded.same_as.as_deref().map_or_else(String::new, field));
        fields.push(String::new());
    }

    /// Returns an object with the goals and one object for each line.
    pub fn json(&self) -> String {
        let goals = self.goals.iter().map(|goal| {
            Value::object([
                ("what", Value::string(goal.what.clone())),
                ("must", Value::string(goal.must.clone())),
            ])
        });
        let seeds = self.seeds.iter().map(|&seed| Value::count(seed));
        Value::object([
            ("version", Value::count(VERSION)),
            ("title", Value::string(self.title)),
            ("goals", Value::Array(goals.collect())),
            ("seeds", Value::Array(seeds.collect())),
            ("handIns", Value::Array(self.grades.iter().map(one).collect())),
        ])
        .to_pretty()
    }
}

fn one(grade: &Grade) -> Value {
    let name = ("name", Value::string(grade.name.clone()));
    let graded = match &grade.result {
        Ok(graded) => graded,
        Err(problem) => return Value::object([name, ("problem", Value::string(problem.clone()))]),
    };
    let goals = graded.goals.iter().map(|goal| {
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
        ("passed", Value::Bool(graded.passed)),
        ("seedsReached", Value::count(graded.reached as u64)),
        ("goals", Value::Array(goals.collect())),
        ("changed", texts(&graded.changed)),
        ("digests", texts(&graded.digests)),
        ("sameAs", graded.same_as.as_ref().map_or(Value::Null, |name| Value::string(name.clone()))),
    ])
}

/// Returns a field of CSV. A spreadsheet must not take a text as a formula.
fn field(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if is_formula { format!("'{text}") } else { text.to_owned() };
    if text.contains(['"', ',', '\n', '\r', ';']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_and_no_formulas() {
        assert_eq!(field("Ada"), "Ada");
        assert_eq!(field("a, \"b\""), "\"a, \"\"b\"\"\"");
        assert_eq!(field("=HYPERLINK(1)"), "'=HYPERLINK(1)");
        assert_eq!(field("@x"), "'@x");
    }
}
