//! Checks of the members of a plan: its scenario, paths, measures, and the fields that a case sets.

use aqm_json::{Value, shown};
use aqm_report::measures::LaneMeasure;
use aqm_scenario::model::Scenario;
use aqm_scenario::problem::Reader;
use aqm_scenario::schema::{Check, Detail, Json, Text, describe::Shape};

/// Maximum number of fields that a case sets.
const MAX_SETTINGS: usize = 100;

/// Reports a path that cannot be set; returns whether there was no problem.
fn check_path(path: &str, reader: &mut Reader) -> bool {
    if path == "seed" {
        reader.problem("is 'seed'; expected another field. Use 'seeds' for seeds.");
    } else if path.split('.').any(str::is_empty) {
        let message = [
            "is '",
            path,
            "'; expected names and indices joined by dots, such as queues.0.targetMs.",
        ];
        reader.problem(message.concat());
    } else {
        return true;
    }
    false
}

/// A checked scenario.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Base;

impl Check for Base {
    type Value = Scenario;

    fn read(&self, value: &Value, reader: &mut Reader) -> Option<Scenario> {
        Scenario::read_checked(value, reader)
    }

    fn write(&self, value: &Scenario, detail: Detail) -> Option<Value> {
        Some(value.to_value(detail))
    }

    fn shape(&self) -> Shape {
        <Scenario as Json>::shape()
    }
}

/// The path of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Path;

impl Check for Path {
    type Value = String;

    fn read(&self, value: &Value, reader: &mut Reader) -> Option<String> {
        let path = Text::chars(80).read(value, reader)?;
        check_path(&path, reader).then_some(path)
    }

    fn write(&self, value: &String, _: Detail) -> Option<Value> {
        Some(Value::string(value.clone()))
    }

    fn shape(&self) -> Shape {
        Shape::Text(Text::chars(80))
    }
}

/// The name of a measure of a lane, a traffic group or a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MeasureName;

impl Check for MeasureName {
    type Value = String;

    fn read(&self, value: &Value, reader: &mut Reader) -> Option<String> {
        let name = Text::chars(80).read(value, reader)?;
        if LaneMeasure::find(&name).is_none() {
            let message = ["is '", &name, "'; expected a measure of docs/measures.md."];
            reader.problem(message.concat());
            return None;
        }
        Some(name)
    }

    fn write(&self, value: &String, _: Detail) -> Option<Value> {
        Some(Value::string(value.clone()))
    }

    fn shape(&self) -> Shape {
        Shape::Text(Text::chars(80))
    }
}

/// Paths with their values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings;

impl Check for Settings {
    type Value = Vec<(String, Value)>;

    fn read(&self, value: &Value, reader: &mut Reader) -> Option<Self::Value> {
        let Value::Object(members) = value else {
            reader.expected(value.kind(), "an object with a path and a value for each field");
            return None;
        };
        if members.len() > MAX_SETTINGS {
            let [most, got] = [MAX_SETTINGS, members.len()].map(|count| shown(count as f64));
            reader.problem(["has ", &got, " fields; expected at most ", &most, "."].concat());
            return None;
        }
        let before = reader.count();
        for (path, _) in members {
            check_path(path, reader);
        }
        (reader.count() == before).then(|| members.clone())
    }

    fn write(&self, value: &Self::Value, _: Detail) -> Option<Value> {
        Some(Value::Object(value.clone()))
    }

    fn shape(&self) -> Shape {
        Shape::Members
    }
}
