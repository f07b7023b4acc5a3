//! Reads the findings of a table.

use super::formula::{self, Clause, MAX_STEPS, Names};
use super::template::Template;
use crate::paper;
use aqm_scenario::problem::Reader;
use aqm_sweep::plain;

/// A finding for one value of its axis.
pub(super) struct Statement {
    pub(super) claim: Template,
    pub(super) holds: Vec<Clause>,
    pub(super) evidence: Option<Template>,
    pub(super) because: Option<Template>,
    pub(super) at: Option<(usize, usize)>,
}

pub(super) fn findings(item: &paper::Item, names: &Names, reader: &mut Reader) -> Vec<Statement> {
    let mut all = Vec::new();
    let mut spent = 0;
    reader.member("findings", |reader| {
        for (index, finding) in item.findings.iter().enumerate() {
            reader.item(index, |reader| all.extend(statements(finding, names, &mut spent, reader)));
        }
    });
    all
}

/// Returns a finding for each value of its axis. `spent` are the steps of the formulas of the table so far.
fn statements(
    finding: &paper::Finding,
    names: &Names,
    spent: &mut u64,
    reader: &mut Reader,
) -> Vec<Statement> {
    let each = if finding.each.is_empty() {
        vec![None]
    } else {
        match names.dim(&finding.each) {
            Err(message) => {
                reader.problem_in("each", message);
                return Vec::new();
            }
            Ok(dim) if finding.at.is_empty() => {
                (0..names.dims[dim].values.len()).map(|value| Some((dim, value))).collect()
            }
            Ok(dim) => {
                let mut values = Vec::new();
                for (index, value) in finding.at.iter().enumerate() {
                    match names.value(dim, &plain(value)) {
                        Ok(value) => values.push(Some((dim, value))),
                        Err(message) => reader.member("at", |reader| {
                            reader.item(index, |reader| reader.problem(message))
                        }),
                    }
                }
                values
            }
        }
    };
    let bound: Vec<usize> =
        each.first().copied().flatten().map(|(dim, _)| dim).into_iter().collect();
    let mut template = |member: &str, text: &str| match Template::parse(text, names, &bound) {
        Ok(template) => template,
        Err(message) => {
            reader.problem_in(member, message);
            Template::default()
        }
    };
    let claim = template("claim", &finding.claim);
    let mut optional =
        |member: &str, text: &str| (!text.is_empty()).then(|| template(member, text));
    let evidence = optional("evidence", &finding.evidence);
    let because = optional("because", &finding.because);
    let mut holds = Vec::new();
    reader.member("holds", |reader| {
        for (index, text) in finding.holds.iter().enumerate() {
            match formula::clause(text, names) {
                Ok(clause) => holds.push(clause),
                Err(message) => reader.item(index, |reader| reader.problem(message)),
            }
        }
    });
    let texts = [Some(&claim), evidence.as_ref(), because.as_ref()].into_iter().flatten();
    // A comparison is evaluated once to decide and once to show its numbers.
    let steps = texts
        .map(|text| text.steps(names, &bound))
        .chain(holds.iter().map(|clause| clause.steps(names, &bound).saturating_mul(2)))
        .fold(0, u64::saturating_add)
        .saturating_mul(each.len() as u64);
    let before = *spent;
    *spent = before.saturating_add(steps);
    // The first formula beyond the limit is reported.
    if before <= MAX_STEPS && *spent > MAX_STEPS {
        let [spent, most] = [*spent, MAX_STEPS].map(|steps| aqm_json::shown(steps as f64));
        reader.problem(format!(
            "makes the formulas of this table take {spent} steps; expected at most {most}. Loop over fewer values."
        ));
    }
    let statement = |at| Statement {
        claim: claim.clone(),
        holds: holds.clone(),
        evidence: evidence.clone(),
        because: because.clone(),
        at,
    };
    each.into_iter().map(statement).collect()
}
