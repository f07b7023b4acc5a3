//! The disciplines: their kinds, and the names that the page shows.

use aqm_scenario::model::Queue;
use aqm_sim::aqm::AqmConfig;

/// Returns the name of a discipline with the variant that a report adds: "DUK printed" of "duk printed".
pub fn shown(queue: &str) -> String {
    let (kind, variant) = queue.split_at(queue.find(' ').unwrap_or(queue.len()));
    [Queue::short_name(kind).unwrap_or(kind), variant].concat()
}

/// Returns the kinds of all disciplines, as in scenarios. The one whose user drops packets is left out: without a user it is drop-tail.
pub(crate) fn kinds() -> Vec<String> {
    let all = AqmConfig::defaults();
    let named = all.iter().filter(|(_, config)| !matches!(config, AqmConfig::Manual(_)));
    named.map(|(name, _)| camel_case(name)).collect()
}

/// Returns the place of a discipline in the list of all.
pub(crate) fn place(kind: &str) -> usize {
    let kinds = kinds();
    kinds.iter().position(|other| other == kind).unwrap_or(kinds.len())
}

/// Returns `fqCodel` for `fq_codel`.
fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |text, word| text + &word[..1].to_uppercase() + &word[1..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disciplines_have_the_names_of_the_page() {
        let names = ["codel", "ared", "duk printed", "fqCodel", "other"].map(shown);
        assert_eq!(names, ["CoDel", "ARED", "DUK printed", "FQ-CoDel", "other"]);
    }
}
