//! Names and numbers as texts, as the page shows them.

use aqm_scenario::model::Queue;

/// Returns the name of a discipline with the variant that a report adds: "DUK printed" of "duk printed".
pub fn shown(queue: &str) -> String {
    let (kind, variant) = queue.split_at(queue.find(' ').unwrap_or(queue.len()));
    [Queue::short_name(kind).unwrap_or(kind), variant].concat()
}

/// Returns a number with its unit: "1 flow", "20 flows", "5 ms RTT".
pub(crate) fn amount(x: f64, unit: &str) -> String {
    let unit = if x == 1.0 && unit == "flows" { "flow" } else { unit };
    format!("{x} {unit}").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disciplines_have_the_names_of_the_page() {
        let names = ["codel", "ared", "duk printed", "fqCodel", "other"].map(shown);
        assert_eq!(names, ["CoDel", "ARED", "DUK printed", "FQ-CoDel", "other"]);
    }

    #[test]
    fn one_flow_is_no_plural() {
        let of = |x| amount(x, "flows");
        assert_eq!([of(1.0), of(20.0)], ["1 flow", "20 flows"]);
        assert_eq!(amount(1.0, "Mbit/s"), "1 Mbit/s");
    }
}
