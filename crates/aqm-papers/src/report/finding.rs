//! The statements of a paper with their checks, and the goals that count them.

/// What is known about a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FindingState {
    /// It holds here.
    Holds,
    /// It does not hold here.
    Fails,
    /// Runs that it needs have not been made.
    Waiting,
}

impl FindingState {
    /// Returns the name, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            FindingState::Holds => "holds",
            FindingState::Fails => "fails",
            FindingState::Waiting => "waiting",
        }
    }
}

/// A statement of the paper.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The statement, with the numbers by which it is checked.
    pub claim: String,
    /// Its check; `None` while runs that it needs are missing.
    pub check: Option<Check>,
}

/// The check of a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// Whether it holds here.
    pub holds: bool,
    /// The simulated numbers that were checked.
    pub evidence: String,
    /// Why it does not hold here, with a measurement, if that is known.
    pub because: Option<String>,
}

impl Check {
    /// Returns a check.
    pub fn new(holds: bool, evidence: String) -> Self {
        Check { holds, evidence, because: None }
    }

    /// Returns the check with the reason why the statement does not hold here. The reason is dropped if it holds.
    pub fn because(self, why: impl Into<String>) -> Self {
        let because = (!self.holds).then(|| why.into());
        Check { because, ..self }
    }
}

impl Finding {
    /// Returns a statement with its check.
    pub fn new(claim: impl Into<String>, check: Option<Check>) -> Self {
        Finding { claim: claim.into(), check }
    }

    /// Returns statements with their checks; `None`: runs that they need are missing.
    pub fn all<const N: usize>(claims: [&str; N], checks: Option<[Check; N]>) -> [Self; N] {
        let mut checks = checks.into_iter().flatten();
        claims.map(|claim| Finding::new(claim, checks.next()))
    }

    /// Returns whether it is known to hold.
    pub fn holds(&self) -> bool {
        self.check.as_ref().is_some_and(|check| check.holds)
    }

    /// Returns what is known about it.
    pub fn state(&self) -> FindingState {
        match &self.check {
            None => FindingState::Waiting,
            Some(check) if check.holds => FindingState::Holds,
            Some(_) => FindingState::Fails,
        }
    }
}

/// Name of the goal that counts the findings that hold. The name of a reading follows it.
pub(crate) const FINDINGS: &str = "stated findings hold";

/// A goal: a count that must be reached.
#[derive(Clone, PartialEq, Debug)]
pub struct Goal {
    /// Name of the counted results.
    pub name: String,
    /// Count that was reached.
    pub hits: usize,
    /// Largest possible count.
    pub of: usize,
    /// Share to reach, 0..1.
    pub least: f64,
}

impl Goal {
    /// Returns a goal that counts the true values.
    pub fn count(name: &str, least: f64, hits: impl IntoIterator<Item = bool>) -> Self {
        let mut goal = Goal { name: name.to_owned(), hits: 0, of: 0, least };
        for hit in hits {
            goal.of += 1;
            goal.hits += usize::from(hit);
        }
        goal
    }

    /// Returns whether the goal is reached.
    pub fn is_met(&self) -> bool {
        self.hits as f64 >= self.least * self.of as f64
    }

    /// Returns the share to reach in words.
    pub fn wanted(&self) -> String {
        if self.least >= 1.0 { "all".to_owned() } else { format!("{:.0} %", 100.0 * self.least) }
    }

    /// Returns the stated findings of all readings of a paper together, if it has several readings.
    pub fn all_readings(goals: &[Goal]) -> Option<Goal> {
        let findings: Vec<&Goal> =
            goals.iter().filter(|goal| goal.name.starts_with(FINDINGS)).collect();
        let [first, .., _] = findings.as_slice() else { return None };
        Some(Goal {
            name: format!("{FINDINGS}, all readings together"),
            hits: findings.iter().map(|goal| goal.hits).sum(),
            of: findings.iter().map(|goal| goal.of).sum(),
            least: first.least,
        })
    }

    /// Adds up goals with the same name.
    pub fn sum<'a>(goals: impl IntoIterator<Item = &'a Goal>) -> Vec<Goal> {
        let mut sums: Vec<Goal> = Vec::new();
        for goal in goals {
            match sums.iter_mut().find(|sum| sum.name == goal.name) {
                Some(sum) => {
                    sum.hits += goal.hits;
                    sum.of += goal.of;
                }
                None => sums.push(goal.clone()),
            }
        }
        sums
    }
}
