//! The report of a reproduced table.

/// A number with its spread over several runs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Figure {
    /// Mean over the runs.
    pub mean: f64,
    /// Standard deviation over the runs (n - 1).
    pub sd: Option<f64>,
}

impl Figure {
    /// Returns the number of one run.
    pub fn single(mean: f64) -> Self {
        Figure { mean, sd: None }
    }

    /// Returns mean and spread of at least two runs.
    pub fn of(values: &[f64]) -> Self {
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        Figure { mean, sd: Some((squares / (n - 1.0)).sqrt()) }
    }
}

/// A column of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Measure {
    /// Name.
    pub name: &'static str,
    /// Unit.
    pub unit: &'static str,
    /// Digits after the point.
    pub decimals: usize,
}

/// One cell of a table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Value {
    /// The paper's number, if it prints one.
    pub published: Option<Figure>,
    /// The number of the other simulator or system.
    pub other: Option<Figure>,
    /// The simulated number.
    pub ours: Figure,
    /// Whether the simulated number is within the goal's tolerance; `None` without a goal.
    pub within: Option<bool>,
}

impl Value {
    /// Returns a value without a tolerance.
    pub fn beside(published: Option<f64>, ours: f64) -> Self {
        Value {
            published: published.map(Figure::single),
            other: None,
            ours: Figure::single(ours),
            within: None,
        }
    }
}

/// One discipline in one set-up.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The set-up.
    pub at: String,
    /// The discipline.
    pub queue: String,
    /// Values in the order of [`Report::measures`].
    pub values: Vec<Value>,
}

/// A statement of the paper and its check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The statement, with the numbers by which it is checked.
    pub claim: String,
    /// Whether it holds here.
    pub holds: bool,
    /// The simulated numbers that were checked.
    pub evidence: String,
}

impl Finding {
    /// Returns a checked statement.
    pub fn new(claim: &str, holds: bool, evidence: String) -> Self {
        Finding { claim: claim.to_owned(), holds, evidence }
    }
}

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

/// A part of a paper that is not run here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeftOut {
    /// The part.
    pub what: &'static str,
    /// The reason.
    pub why: &'static str,
}

/// Report of a table or figure.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// Choices in the set-up that the paper leaves open.
    pub notes: Vec<String>,
    /// Source of the numbers, if it is not the paper itself.
    pub published_by: Option<&'static str>,
    /// Source of the `other` numbers.
    pub other: Option<&'static str>,
    /// Columns.
    pub measures: Vec<Measure>,
    /// Rows.
    pub rows: Vec<Row>,
    /// The paper's statements.
    pub findings: Vec<Finding>,
    /// Goals.
    pub goals: Vec<Goal>,
    /// Suffix of the goals' names.
    pub tag: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spread_is_the_standard_deviation_of_a_sample() {
        let figure = Figure::of(&[1.0, 2.0, 3.0, 4.0]);
        assert_eq!(figure.mean, 2.5);
        assert!((figure.sd.unwrap() - 1.290_994).abs() < 1e-6);
    }

    #[test]
    fn goals_add_up_by_name() {
        let goals = [
            Goal::count("delay", 0.8, [true, true, false]),
            Goal::count("utilization", 0.9, [true]),
            Goal::count("delay", 0.8, [true, true]),
        ];
        let sums = Goal::sum(&goals);
        assert_eq!((sums[0].hits, sums[0].of, sums[0].is_met()), (4, 5, true));
        assert_eq!((sums[1].hits, sums[1].of), (1, 1));
        assert!(!goals[0].is_met());
    }
}
