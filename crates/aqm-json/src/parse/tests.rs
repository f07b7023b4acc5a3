use super::*;
use proptest::prelude::*;

fn to_serde(value: &Value) -> serde_json::Value {
    match value {
        Value::Null => serde_json::Value::Null,
        Value::Bool(flag) => (*flag).into(),
        Value::Number(number) => (*number).into(),
        Value::String(string) => string.as_str().into(),
        Value::Array(items) => items.iter().map(to_serde).collect(),
        Value::Object(members) => {
            members.iter().map(|(name, value)| (name.clone(), to_serde(value))).collect()
        }
    }
}

/// serde_json distinguishes integers from floats; our values do not.
fn all_floats(value: serde_json::Value) -> serde_json::Value {
    match value {
        serde_json::Value::Number(number) => number.as_f64().into(),
        serde_json::Value::Array(items) => items.into_iter().map(all_floats).collect(),
        serde_json::Value::Object(members) => {
            members.into_iter().map(|(name, value)| (name, all_floats(value))).collect()
        }
        other => other,
    }
}

fn check_like_serde(text: &str) {
    let ours = parse(text).ok().map(|value| to_serde(&value));
    let theirs = serde_json::from_str(text).ok().map(all_floats);
    assert_eq!(ours, theirs, "{text:?}");
}

#[test]
fn corner_cases_of_the_grammar_read_like_serde_json() {
    let texts = [
        "",
        " ",
        "null",
        "nul",
        "true ",
        "false",
        "tru",
        "0",
        "-0",
        "-",
        "01",
        "1.",
        ".5",
        "1.5e3",
        "1e",
        "1e+",
        "1E-2",
        "1e400",
        "+1",
        "1 2",
        "[]",
        "[1,]",
        "[,1]",
        "[1 2]",
        "[1",
        "{}",
        "{\"a\":1}",
        "{\"a\" 1}",
        "{a:1}",
        "{\"a\":1,}",
        "{\"a\":{\"b\":[1,[2]]}}",
        "\"",
        "\"\\\"",
        "\"\\u00e9\\n\\/\"",
        "\"\\ud83d\\ude00\"",
        "\"\\ud83d\"",
        "\"\\ude00\"",
        "\"\\ud83d\\u0041\"",
        "\"\\u12\"",
        "\"\\u\"",
        "\"\\x\"",
        "\"\t\"",
        "\"\u{7f}é\"",
        "\u{feff}1",
        "\"\\u12é\"",
    ];
    for text in texts {
        check_like_serde(text);
    }
}

proptest! {
    #[test]
    fn random_texts_read_like_serde_json(text in "[-\\[\\]{}:,\"0-9a-z\\\\.eE+ ]{0,24}") {
        // The only intended difference: our reader refuses repeated names.
        prop_assume!(!matches!(parse(&text), Err(error) if error.message.contains("twice")));
        check_like_serde(&text);
    }

    #[test]
    fn never_panics(text in "\\PC{0,40}") {
        let _ = parse(&text);
    }
}

#[test]
fn errors_have_line_and_column() {
    let error = parse("{\n  \"é\": 1,\n  \"b\": tru\n}").unwrap_err();
    assert_eq!((error.line, error.column), (3, 8));
    let error = parse("{\"a\":1,\"b\":2,\"a\":3}").unwrap_err();
    assert_eq!((error.column, error.message), (14, "this name appears twice in the object"));
}

#[test]
fn deep_nesting_is_refused_without_stack_overflow() {
    let bomb = "[".repeat(200_000);
    assert!(parse(&bomb).unwrap_err().message.contains("levels deep"));
    let wide: Vec<_> = (0..50_000).map(|i| format!("\"{i}\":0")).collect();
    let wide = format!("{{{}}}", wide.join(","));
    assert!(parse(&wide).unwrap_err().message.contains("members"));
    let deepest = "[".repeat(MAX_DEPTH) + &"]".repeat(MAX_DEPTH);
    assert!(parse(&deepest).is_ok());
}
