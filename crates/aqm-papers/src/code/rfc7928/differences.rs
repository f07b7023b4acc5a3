//! The fields in which two scenarios differ, as paths and values of a plan.

use aqm_json::Value;

/// Returns path and value of each field that turns `base` into `own`. Both are without their defaults; `full` is `own` with
/// them, for fields that only `base` has. An object of another kind, or without a member that has no default, is set as a whole.
pub(super) fn differences(base: &Value, changed: &Value, full: &Value) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    compare(base, changed, Some(full), "", &mut found);
    found
}

fn compare(
    base: &Value,
    changed: &Value,
    full: Option<&Value>,
    path: &str,
    found: &mut Vec<(String, Value)>,
) {
    let below = |step: &str| {
        if path.is_empty() { step.to_owned() } else { [path, step].join(".") }
    };
    match (base, changed) {
        _ if base == changed => {}
        (Value::Object(old), Value::Object(new)) if can_be_changed(old, changed, full) => {
            for (name, value) in old {
                let default = full.and_then(|full| full.get(name));
                match changed.get(name) {
                    Some(new) => compare(value, new, default, &below(name), found),
                    None => found.extend(default.map(|default| (below(name), default.clone()))),
                }
            }
            let added = new.iter().filter(|(name, _)| base.get(name).is_none());
            found.extend(added.map(|(name, value)| (below(name), value.clone())));
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (index, (old, new)) in old.iter().zip(new).enumerate() {
                let full = match full {
                    Some(Value::Array(full)) => full.get(index),
                    _ => None,
                };
                compare(old, new, full, &below(&index.to_string()), found);
            }
        }
        _ => found.push((path.to_owned(), changed.clone())),
    }
}

/// Returns whether an object can become `own` by setting members: both are of one kind, and every member that it loses has a
/// default.
fn can_be_changed(old: &[(String, Value)], changed: &Value, full: Option<&Value>) -> bool {
    old.iter().all(|(name, value)| match changed.get(name) {
        Some(new) => name != "kind" || value == new,
        None => full.is_some_and(|full| full.get(name).is_some()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use aqm_json::parse;

    fn listed(base: &str, changed: &str, full: &str) -> Vec<String> {
        let [base, changed, full] = [base, changed, full].map(|text| parse(text).expect("JSON"));
        let one = |(path, value): &(String, Value)| format!("{path}={}", value.to_compact());
        differences(&base, &changed, &full).iter().map(one).collect()
    }

    #[test]
    fn only_fields_that_differ_are_set() {
        let base = r#"{ "link": { "rateMbps": 5, "rttMs": 9 }, "traffic": [{ "flows": 1 }, { "flows": 2 }] }"#;
        let changed = r#"{ "link": { "rateMbps": 7, "rttMs": 9 }, "traffic": [{ "flows": 1 }, { "cc": "bic", "flows": 3 }] }"#;
        assert_eq!(
            listed(base, changed, changed),
            ["link.rateMbps=7", "traffic.1.flows=3", "traffic.1.cc=\"bic\""]
        );
        assert!(listed(base, base, base).is_empty());
    }

    #[test]
    fn a_missing_member_is_set_to_its_default() {
        let base = r#"{ "warmupS": 5, "changes": [1] }"#;
        assert_eq!(
            listed(base, "{}", r#"{ "warmupS": 0, "changes": [] }"#),
            ["warmupS=0", "changes=[]"]
        );
    }

    #[test]
    fn an_object_of_another_kind_is_set_as_a_whole() {
        let base = r#"{ "queues": [{ "kind": "red", "maxP": 1 }], "buffer": { "packets": 5 } }"#;
        let changed = r#"{ "queues": [{ "kind": "pie" }], "buffer": { "bdp": 2 } }"#;
        assert_eq!(
            listed(base, changed, changed),
            [r#"queues.0={"kind":"pie"}"#, r#"buffer={"bdp":2}"#]
        );
    }

    #[test]
    fn lists_of_another_length_are_set_as_a_whole() {
        assert_eq!(listed(r#"{ "a": [1] }"#, r#"{ "a": [1, 2] }"#, "{}"), ["a=[1,2]"]);
    }
}
