use super::*;

/// Two measures over three rates and two queues: 100 * measure + 10 * rate + queue.
pub(crate) fn names() -> Names {
    let dim = |name: &str, values: &[&str], unit: &str| Dim {
        name: name.to_owned(),
        values: values.iter().map(|&value| value.to_owned()).collect(),
        labels: values.iter().map(|value| format!("{value}{unit}")).collect(),
    };
    Names {
        measures: vec!["delay".to_owned(), "use".to_owned()],
        dims: vec![dim("rate", &["1", "5", "20"], " Mbit/s"), dim(QUEUE, &["codel", "pie"], "")],
    }
}

pub(crate) struct Made;
impl Numbers for Made {
    fn number(&self, measure: usize, at: &[usize]) -> f64 {
        (100 * measure + 10 * at[0] + at[1]) as f64
    }
}

fn value(text: &str) -> f64 {
    let names = names();
    expression(text, &names).expect(text).value(&Scope::new(&Made, &names))
}

fn holds(text: &str) -> bool {
    let names = names();
    clause(text, &names).expect(text).holds(&Scope::new(&Made, &names))
}

#[test]
fn cells_are_chosen_or_averaged() {
    assert_eq!(value("delay[pie; rate 5]"), 11.0);
    assert_eq!(value("delay[rate 5, 20; queue codel]"), 15.0);
    assert_eq!(value("use"), 110.5);
    assert_eq!(value("-(use - delay) / 4 + 2 * 3"), -19.0);
    assert_eq!(value("max(delay[*]) - min(delay[*])"), 1.0, "each is a mean over the rates");
    assert_eq!(value("max(delay[*; rate *]) - min(delay[codel; rate 1], 3)"), 21.0);
    assert_eq!(value("sum(delay[rate 1, 5; pie])"), 12.0);
    assert_eq!(value("max(delay[pie] - delay[codel] for each rate in 1, 5)"), 1.0);
    assert_eq!(value("rise(delay[pie], rate)"), 10.0);
    assert_eq!(value("abs(0 - 3)"), 3.0);
}

#[test]
fn comparisons_hold_for_each_value() {
    assert!(holds("delay[codel] < delay[pie] for each rate"));
    assert!(holds("0 <= delay < 12 for each rate in 1, 5 and each queue"));
    assert!(!holds("0 <= delay < 12 for each rate and each queue"));
    assert!(holds("count(delay >= 10 for each rate and each queue) == 4"));
    let names = names();
    let shown = clause("delay[codel] + 0 < delay[pie] for each rate in 1, 5", &names).unwrap();
    assert_eq!(
        shown.shown(&Scope::new(&Made, &names), &[1, 0]),
        "1 Mbit/s: 0.0 < 1.0; 5 Mbit/s: 10.0 < 11.0"
    );
}

#[test]
fn problems_name_what_is_wrong() {
    let problem = |text: &str| clause(text, &names()).expect_err(text);
    for (text, expected) in [
        ("dely < 1", "has the measure 'dely'; expected 'delay' or 'use'."),
        ("delay[red] < 1", "has the value of queue 'red'; expected 'codel' or 'pie'."),
        ("delay[rtt 5] < 1", "has the axis 'rtt'; expected 'rate' or 'queue'."),
        ("delay", "ends early; expected a comparison: <, <=, >, >= or ==."),
        ("delay < 1 for rate", "has 'rate'; expected 'each'."),
        ("delay < ", "ends early; expected a number or a measure."),
        (
            "most(delay) < 1",
            "has the function 'most'; expected 'min', 'max', 'mean', 'sum', 'abs', 'rise' or 'count'.",
        ),
        ("delay ? 1", "has '?', which is no part of a formula."),
        ("delay < 1 2", "has '2'; expected the end."),
    ] {
        assert_eq!(problem(text), expected, "{text}");
    }
    let deep = format!("{}1{} < 2", "(".repeat(1000), ")".repeat(1000));
    assert_eq!(problem(&deep), "has too many nested parentheses.");
}
