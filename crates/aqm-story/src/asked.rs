//! The number that a step asks for. The page shows it for every lane, also in a state that the reader tries.

use crate::claim::{Claim, Quantity};
use crate::values::number_of;
use aqm_scenario::Scenario;

/// Most other runs that the page draws beside the state.
const MOST_OTHERS: usize = 3;

/// The number that a step asks for: that of the claim at the end of the right option, without one the first claim of the answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Asked {
    /// Index of the lane that the question is about.
    pub lane: usize,
    /// Index of the traffic group that is measured.
    pub group: Option<usize>,
    /// The number of each lane, in the state itself.
    pub claims: Vec<Claim>,
    /// Indices of claims of the step: the same number in other runs, which the text, the right option or the answer have.
    pub others: Vec<usize>,
}

impl Asked {
    /// Returns what a step asks for. `claims` are those of the text, the guess and the answer, `first` is the index of the one that
    /// was asked for.
    pub(crate) fn of(claims: &[Claim], first: usize, state: &Scenario) -> Option<Asked> {
        let asked = claims.get(first)?;
        let Quantity::Measured(measured) = &asked.quantity else { return None };
        measured.check_span(asked.from_s, asked.to_s, state).ok()?;
        let key = key_of(&asked.source);
        let of_lane = |lane| Claim {
            source: key.clone(),
            lane,
            set: Vec::new(),
            scenario: None,
            bounds: None,
            ..asked.clone()
        };
        let mut others: Vec<usize> = Vec::new();
        for (index, claim) in claims.iter().enumerate() {
            let is_same = |other: &usize| {
                claims[*other].set == claim.set && claims[*other].lane == claim.lane
            };
            if !claim.set.is_empty()
                && key_of(&claim.source) == key
                && !others.iter().any(is_same)
                && others.len() < MOST_OTHERS
            {
                others.push(index);
            }
        }
        let mut words = key.split_whitespace();
        let group = words.find(|word| *word == "group").and_then(|_| words.next());
        Some(Asked {
            lane: asked.lane,
            group: group.and_then(number_of),
            claims: (0..state.queues.len()).map(of_lane).collect(),
            others,
        })
    }
}

/// Returns the words of a claim without lane, other run and bounds: claims with the same words have the same number of another lane
/// or run.
fn key_of(source: &str) -> String {
    let body = source.split(';').next().unwrap_or_default();
    let body = body.split(" with ").next().unwrap_or_default().trim();
    let words: Vec<&str> =
        body.strip_prefix("number ").unwrap_or(body).split_whitespace().collect();
    let is_of_lane = |at: usize| {
        let starts = |at: usize| {
            matches!(words.get(at), Some(&("of" | "in"))) && words.get(at + 1) == Some(&"lane")
        };
        (0..3).any(|back| at >= back && starts(at - back))
    };
    let kept = words.iter().enumerate().filter(|(at, _)| !is_of_lane(*at));
    kept.map(|(_, word)| *word).collect::<Vec<_>>().join(" ")
}
