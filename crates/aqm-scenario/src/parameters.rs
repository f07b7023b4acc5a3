//! The parameters of all parts of a scenario, flattened into one list.

use crate::model::{Burst, CongestionControl, LaneSenders, Link, Queue, Scenario, Traffic};
use crate::problem::Reader;
use crate::schema::describe::{Field, Named, Record, Shape};
use crate::schema::{Detail, Json, Record as _};
use aqm_json::Value;

/// A parameter with its place.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Such as `link.rateMbps`, `queues.codel.targetMs` or `traffic.bulk.flows`.
    pub path: String,
    /// Label, help, limits and default.
    pub field: Field,
    /// One of several ways to give a value. Only the way of the default has a default.
    pub is_alternative: bool,
    /// Defaults of variants that differ from that of the default variant.
    pub variant_defaults: Vec<(&'static str, Value)>,
    /// Variants that accept only the default.
    pub fixed_in: Vec<&'static str>,
}

/// Returns all parameters that have a control, in the order of the definition.
pub fn parameters() -> Vec<Parameter> {
    let mut list = Vec::new();
    let fields = Scenario::record().fields;
    let fields =
        fields.into_iter().filter(|field| ["seed", "durationS", "warmupS"].contains(&field.name));
    list.extend(fields.map(|field| plain("", field)));
    add_record("link.", Link::record(), &mut list);
    add_tagged("queues.", Queue::shape(), &mut list);
    // Every lane has these, whatever its discipline.
    add_record("queues.*.", LaneSenders::record(), &mut list);
    add_tagged("traffic.", Traffic::shape(), &mut list);
    add_tagged("cc.", CongestionControl::shape(), &mut list);
    add_record("burst.", Burst::record(), &mut list);
    list
}

fn plain(prefix: &str, field: Field) -> Parameter {
    Parameter {
        path: format!("{prefix}{}", field.name),
        field,
        variant_defaults: Vec::new(),
        fixed_in: Vec::new(),
        is_alternative: false,
    }
}

fn add_record(prefix: &str, record: Record, list: &mut Vec<Parameter>) {
    for field in record.fields {
        add_inner(prefix, &field, list);
        let Shape::Keyed { variants, .. } = &field.shape else {
            list.push(plain(prefix, field));
            continue;
        };
        for variant in variants {
            for inner in &variant.of.fields {
                let parameter = alternative(prefix, &field, variant, inner);
                // Lists a field that several alternatives share once.
                if list.iter().all(|other| other.path != parameter.path) {
                    list.push(parameter);
                }
            }
        }
    }
}

/// Adds the parameters of an optional object, such as `link.reverse.rateMbps` or
/// `link.schedule.square.lowMbps`. Those of a reverse queue are those of queues.
fn add_inner(prefix: &str, field: &Field, list: &mut Vec<Parameter>) {
    let Shape::Maybe(inner) = &field.shape else { return };
    match &**inner {
        Shape::Record(record) => {
            add_record(&format!("{prefix}{}.", field.name), record.clone(), list);
        }
        Shape::Tagged { word: false, variants, .. } if field.name == "schedule" => {
            for Named { name: kind, of, .. } in variants {
                add_record(&format!("{prefix}{}.{kind}.", field.name), of.clone(), list);
            }
        }
        _ => {}
    }
}

/// Returns one of the ways to give the value of `field`.
fn alternative(prefix: &str, field: &Field, way: &Named<Record>, inner: &Field) -> Parameter {
    let mut parameter = plain(&format!("{prefix}{}.", field.name), inner.clone());
    let described = &mut parameter.field;
    described.live = field.live;
    if inner.name == way.name {
        described.label = field.label;
        let mut way = way.help.chars();
        let first: String = way.next().into_iter().flat_map(char::to_lowercase).collect();
        described.help =
            format!("{}, as {first}{}", field.help.trim_end_matches('.'), way.as_str());
        described.source = field.source;
        described.default =
            field.default.as_ref().and_then(|default| default.get(inner.name)).cloned();
        parameter.is_alternative = true;
    }
    parameter
}

fn add_tagged(prefix: &str, shape: Shape, list: &mut Vec<Parameter>) {
    let Shape::Tagged { variants, .. } = shape else { return };
    for Named { name: kind, of, .. } in variants {
        let start = list.len();
        add_record(&format!("{prefix}{kind}."), of, list);
        add_variants(kind, &mut list[start..]);
    }
}

/// Reads `{ "kind", "variant" }` for each variant and compares the defaults. Then tries which values each
/// parameter accepts.
fn add_variants(kind: &'static str, parameters: &mut [Parameter]) {
    let variants = parameters.iter().find(|parameter| parameter.field.name == "variant");
    let Some(Shape::Choice { options, .. }) = variants.map(|variant| variant.field.shape.clone())
    else {
        return;
    };
    for option in options {
        let bare =
            Value::object([("kind", Value::string(kind)), ("variant", Value::string(option.name))]);
        let queue = Queue::read(&bare, &mut Reader::new(""));
        let full = queue.expect("a variant has a full set of defaults").write(Detail::Full);
        for parameter in parameters.iter_mut().filter(|one| one.field.name != "variant") {
            let name = parameter.field.name;
            let mut others = extremes(&parameter.field.shape);
            others.retain(|value| full.get(name) != Some(value));
            if !others.is_empty() && others.iter().all(|value| is_refused(&bare, name, value)) {
                parameter.fixed_in.push(option.name);
            }
            if let (Some(default), Some(value)) =
                (&parameter.field.default, full.get(parameter.field.name))
                && default != value
            {
                parameter.variant_defaults.push((option.name, value.clone()));
            }
        }
    }
}

/// Both ends of the control.
fn extremes(shape: &Shape) -> Vec<Value> {
    match shape {
        Shape::Flag => vec![Value::Bool(false), Value::Bool(true)],
        Shape::Number(number) => [number.control.min, number.control.max].map(Value::number).into(),
        Shape::Integer(integer) => {
            [integer.control.0, integer.control.1].map(|end| Value::number(end as f64)).into()
        }
        Shape::Maybe(inner) | Shape::Way(inner) => extremes(inner),
        _ => Vec::new(),
    }
}

/// Whether `queue` is refused with `value` for `name`.
fn is_refused(queue: &Value, name: &str, value: &Value) -> bool {
    let Value::Object(mut members) = queue.clone() else { return false };
    members.push((name.to_owned(), value.clone()));
    let mut reader = Reader::new("");
    let _ = Queue::read(&Value::Object(members), &mut reader);
    reader.into_problems().iter().any(|problem| problem.path == name)
}
