//! Runs the lanes that goals measure, and says which goals hold.

use aqm_experiment::Experiment;
use aqm_json::answer;
use aqm_json::{Value, shown};
use aqm_report::digest_text;
use aqm_report::measures::{Quantity, Scope};
use aqm_scenario::model::{Goal, Scenario};
use aqm_scenario::schema::{Detail, Json as _};
use aqm_sim::metrics::Summary;
use aqm_sim::time::Time;

/// Returns what a goal measures.
///
/// # Errors
/// Returns the rest of a sentence that starts with the name of the measure.
pub fn quantity(goal: &Goal, scenario: &Scenario) -> Result<Quantity, String> {
    let scope = match (goal.group, goal.hop) {
        (Some(group), _) => Scope::Group(group as usize),
        (None, Some(hop)) => Scope::Hop((hop as usize).saturating_sub(1)),
        (None, None) => Scope::Lane,
    };
    Quantity::find(&goal.measure, scope, scenario.link.hops_before.len())
}

/// Returns start and end of the time that a goal measures, s.
pub fn span(goal: &Goal, scenario: &Scenario) -> (f64, f64) {
    (goal.from_s.unwrap_or(scenario.warmup_s), goal.to_s.unwrap_or(scenario.duration_s))
}

/// What a goal measured, and whether it holds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outcome {
    /// The value; `None` if there was nothing to measure.
    pub value: Option<f64>,
    /// The value of the other lane, if the goal compares lanes.
    pub other: Option<f64>,
    /// Whether the goal holds over the time that was measured so far.
    pub holds: bool,
}

/// A run of the lanes that the goals of a scenario measure. Each lane is that of `aqm run`, bit for bit.
#[derive(Clone, Debug)]
pub struct Trial {
    scenario: Scenario,
    experiment: Experiment,
    lanes: Vec<usize>,
}

impl Trial {
    /// Starts a run of a checked scenario. Without goals, it runs the first lane.
    pub fn new(scenario: Scenario) -> Trial {
        let goals = scenario.goals.iter();
        let lanes = goals.flat_map(|goal| [Some(goal.lane), goal.other_lane()]).flatten();
        let mut lanes: Vec<usize> = lanes.map(|lane| lane as usize).collect();
        lanes.sort_unstable();
        lanes.dedup();
        if lanes.is_empty() {
            lanes.push(0);
        }
        let experiment = Experiment::of_lanes(scenario.clone(), lanes.clone());
        Trial { scenario, experiment, lanes }
    }

    /// Runs a scenario to its end.
    pub fn complete(scenario: Scenario) -> Trial {
        let mut trial = Trial::new(scenario);
        trial.experiment.advance(trial.experiment.end());
        trial
    }

    /// Runs a scenario to its end. Returns `None` if that takes more than the work of about `packets` packets.
    pub fn within(scenario: Scenario, packets: u64) -> Option<Trial> {
        let mut trial = Trial::new(scenario);
        let end = trial.experiment.end();
        trial.advance(end, packets).then_some(trial)
    }

    /// Runs up to `until`, at most to the end of the scenario, but stops after the work of about `packets` packets. Returns whether
    /// it has reached that time.
    pub fn advance(&mut self, until: Time, packets: u64) -> bool {
        let until = until.min(self.experiment.end());
        if self.experiment.now() < until {
            self.experiment.advance_within(until, packets);
        }
        self.experiment.now() >= until
    }

    /// Returns the time that was reached.
    pub fn now(&self) -> Time {
        self.experiment.now()
    }

    /// Returns the lanes that run, by their numbers.
    pub fn lanes(&self) -> &[usize] {
        &self.lanes
    }

    /// Returns the digest of each lane that runs.
    pub fn digests(&self) -> Vec<String> {
        self.experiment.lanes().iter().map(|lane| digest_text(lane.digest())).collect()
    }

    /// Returns the outcome of each goal up to now. A goal whose time has not begun has no value, and does not hold.
    pub fn outcomes(&self) -> Vec<Outcome> {
        // Several goals often measure one span.
        let mut known: Vec<((u64, f64, f64), Summary)> = Vec::new();
        let now_s = self.now().seconds();
        let mut read = |lane: u64, goal: &Goal| {
            let (from_s, to_s) = span(goal, &self.scenario);
            let to_s = to_s.min(now_s);
            if to_s <= from_s {
                return None;
            }
            let quantity = quantity(goal, &self.scenario).ok()?;
            let key = (lane, from_s, to_s);
            if let Some((_, summary)) = known.iter().find(|(other, _)| *other == key) {
                return quantity.read(summary);
            }
            let index = self.lanes.iter().position(|&number| number == lane as usize)?;
            let [from, to] = [from_s, to_s].map(Time::from_seconds);
            let summary = self.experiment.lanes()[index].window(from, to);
            let value = quantity.read(&summary);
            known.push((key, summary));
            value
        };
        let goals = self.scenario.goals.iter();
        goals
            .map(|goal| {
                let value = read(goal.lane, goal);
                let other = goal.other_lane().and_then(|lane| read(lane, goal));
                Outcome { value, other, holds: goal.holds(value, other) }
            })
            .collect()
    }

    /// Returns the goals with their outcomes up to now, for the page.
    pub fn answer(&self) -> GoalsAnswer {
        let now_s = self.now().seconds();
        let goals = self.scenario.goals.iter().zip(self.outcomes());
        let goals = goals.map(|(goal, outcome)| self.goal_answer(goal, outcome, now_s)).collect();
        let free = self.scenario.free.iter();
        let free =
            free.map(|free| FreeAnswer { path: free.set.clone(), accepted: free.accepted() });
        GoalsAnswer { now_s, goals, free: free.collect() }
    }

    fn goal_answer(&self, goal: &Goal, outcome: Outcome, now_s: f64) -> GoalAnswer {
        let (from_s, to_s) = span(goal, &self.scenario);
        let texts = GoalTexts::new(goal, &self.scenario);
        let quantity = quantity(goal, &self.scenario).ok();
        let text = |value: Option<f64>| {
            value
                .zip(quantity.as_ref())
                .map_or_else(|| "–".to_owned(), |(value, of)| of.text(value))
        };
        GoalAnswer {
            what: texts.what,
            must: texts.must,
            value: text(outcome.value),
            other: goal.other_lane().map(|_| text(outcome.other)),
            from_s,
            to_s,
            state: match outcome.holds {
                _ if now_s <= from_s => "waiting",
                true => "holds",
                false => "fails",
            },
            is_final: now_s >= to_s,
        }
    }
}

/// A goal in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GoalTexts {
    /// What is measured: "delay p95 of group 1, downloads".
    pub what: String,
    /// What it must be: "at most 100 ms".
    pub must: String,
}

impl GoalTexts {
    /// Returns a goal in words, for a scenario in which it was checked.
    pub fn new(goal: &Goal, scenario: &Scenario) -> GoalTexts {
        let Ok(quantity) = quantity(goal, scenario) else {
            return GoalTexts { what: goal.measure.clone(), must: String::new() };
        };
        let number = |index: u64| shown(index as f64 + 1.0);
        let mut what = quantity.title().to_owned();
        if let Some(group) = goal.group {
            let named = scenario.traffic.get(group as usize).map(|traffic| {
                match traffic.write(Detail::Short).get("name") {
                    Some(Value::String(name)) => name.clone(),
                    _ => traffic.kind().to_owned(),
                }
            });
            what += &[" of group ", &number(group), ", ", &named.unwrap_or_default()].concat();
        } else if let Some(hop) = goal.hop {
            what += &[" of hop ", &shown(hop as f64)].concat();
        }
        if scenario.queues.len() > 1 {
            what += &[" in lane ", &number(goal.lane)].concat();
        }
        let must = match (goal.at_most, goal.at_least, goal.less_than_lane, goal.more_than_lane) {
            (Some(most), ..) => ["at most ", &quantity.text(most)].concat(),
            (_, Some(least), ..) => ["at least ", &quantity.text(least)].concat(),
            (_, _, Some(lane), _) => ["less than in lane ", &number(lane)].concat(),
            (.., Some(lane)) => ["more than in lane ", &number(lane)].concat(),
            _ => String::new(),
        };
        GoalTexts { what, must }
    }
}

answer! {
    /// The goals of a challenge in a run.
    pub struct GoalsAnswer {
        /// How far the run was computed, s.
        "nowS" now_s: f64,
        /// The goals, in order.
        "goals" goals: Vec<GoalAnswer>,
        /// The values that may be changed.
        "free" free: Vec<FreeAnswer>,
    }

    /// A goal in a run.
    pub struct GoalAnswer {
        /// What is measured.
        "what" what: String,
        /// What the value must be.
        "must" must: String,
        /// The value so far, with its unit; a dash without one.
        "value" value: String,
        /// The value of the lane that it is compared with; null if it is compared with a number.
        "other" other: Option<String>,
        /// Start of the measured time, s.
        "fromS" from_s: f64,
        /// End of the measured time, s.
        "toS" to_s: f64,
        /// Whether it holds so far.
        "state" state: &'static str = "waiting" | "holds" | "fails",
        /// The run has reached the end of the measured time.
        "isFinal" is_final: bool,
    }

    /// A value that may be changed.
    pub struct FreeAnswer {
        /// Its path.
        "path" path: String,
        /// The accepted values in words.
        "accepted" accepted: String,
    }
}
