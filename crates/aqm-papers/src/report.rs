//! The report of a reproduced table.

use aqm_json::Value as Json;
use aqm_json::answer::{Answer, Type, Types};
use aqm_sweep::Estimate;
use std::borrow::Cow;

/// A number with its spread over several runs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Figure {
    /// Mean over the runs.
    pub mean: f64,
    /// Standard deviation over the runs (n - 1).
    pub sd: Option<f64>,
    /// Half the width of the 95 % confidence interval of the mean, as in a sweep; `None` for a single run and for
    /// published numbers.
    pub ci95: Option<f64>,
}

impl Figure {
    /// Returns the number of one run.
    pub fn single(mean: f64) -> Self {
        Figure { mean, sd: None, ci95: None }
    }

    /// Returns a published mean with the standard deviation that its source prints, if it prints one.
    pub fn published(mean: f64, sd: Option<f64>) -> Self {
        Figure { mean, sd, ci95: None }
    }

    /// Returns mean and spread of several runs. Leaves out values that are NaN, which are those of runs that
    /// have not been made. The mean of no value is NaN; fewer than two values have no spread. It is not inlined: copies
    /// in all reports are a tenth of the package that the page loads.
    #[inline(never)]
    pub fn of(values: &[f64]) -> Self {
        let known: Vec<f64> = values.iter().copied().filter(|value| !value.is_nan()).collect();
        Estimate::of(&known).map_or(Figure::single(f64::NAN), |Estimate { mean, sd, ci95 }| {
            Figure { mean, sd, ci95 }
        })
    }
}

/// A column of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Measure {
    /// Name.
    pub name: Cow<'static, str>,
    /// Unit.
    pub unit: Cow<'static, str>,
    /// Digits after the point.
    pub decimals: usize,
}

impl Measure {
    /// Returns a column.
    pub const fn new(name: &'static str, unit: &'static str, decimals: usize) -> Self {
        Measure { name: Cow::Borrowed(name), unit: Cow::Borrowed(unit), decimals }
    }
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
    /// Largest difference between `ours` and `published` that counts as agreement, in the measure's unit; `None`
    /// if the goals name none.
    pub tolerance: Option<f64>,
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
            tolerance: None,
            within: None,
        }
    }
}

/// How far a simulated number is from the published one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grade {
    /// Within the tolerance.
    Within,
    /// Up to twice as far.
    Near,
    /// Farther.
    Off,
}

impl Grade {
    /// Returns the name, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Grade::Within => "ok",
            Grade::Near => "near",
            Grade::Off => "off",
        }
    }
}

impl Answer for Grade {
    fn to_json(&self) -> Json {
        Json::string(self.name())
    }

    fn describe(_: &mut Types) -> Type {
        Type::Words([Grade::Within, Grade::Near, Grade::Off].map(Grade::name).to_vec())
    }
}

impl Value {
    /// Returns ours minus published; `None` if one of them is not known.
    pub fn deviation(&self) -> Option<f64> {
        let difference = self.ours.mean - self.published?.mean;
        difference.is_finite().then_some(difference)
    }

    /// Returns how far ours is from the published number; `None` without a tolerance, or while runs are missing.
    pub fn grade(&self) -> Option<Grade> {
        let (is_within, tolerance) = (self.within?, self.tolerance?);
        let distance = self.deviation()?.abs();
        Some(match is_within {
            true => Grade::Within,
            false if distance <= 2.0 * tolerance => Grade::Near,
            false => Grade::Off,
        })
    }
}

/// One discipline in one set-up.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Row {
    /// The set-up.
    pub at: String,
    /// The number that the set-ups differ in, if they differ in one: the abscissa of a figure of this table.
    pub x: Option<f64>,
    /// The discipline.
    pub queue: String,
    /// Values in the order of [`Report::measures`].
    pub values: Vec<Value>,
    /// Indices of the item's runs that the row needs. If it is empty in all rows, the runs are in the order of the rows, equally many
    /// for each; [`Item::report`](crate::Item::report) then fills it.
    pub runs: Vec<usize>,
    /// Number of these runs that have been made.
    pub done: usize,
    /// For a row that is computed without runs: the text of a scenario that shows the same in packets.
    pub scenario: Option<String>,
}

/// What is known about a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// It holds here.
    Holds,
    /// It does not hold here.
    Fails,
    /// Runs that it needs have not been made.
    Waiting,
}

impl State {
    /// Returns the name, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            State::Holds => "holds",
            State::Fails => "fails",
            State::Waiting => "waiting",
        }
    }
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
    /// Why it does not hold here, with a measurement, if that is known.
    pub because: Option<String>,
    /// Indices of the item's runs that the check needs; `None`: all of them.
    pub needs: Option<Vec<usize>>,
    /// Whether some of these runs have not been made. `holds` and `evidence` then mean nothing.
    pub waits: bool,
}

impl Finding {
    /// Returns a checked statement.
    pub fn new(claim: &str, holds: bool, evidence: String) -> Self {
        Finding {
            claim: claim.to_owned(),
            holds,
            evidence,
            because: None,
            needs: None,
            waits: false,
        }
    }

    /// Returns the statement with the reason why it does not hold here. The reason is dropped if it holds.
    pub fn because(self, why: impl Into<String>) -> Self {
        let because = (!self.holds).then(|| why.into());
        Finding { because, ..self }
    }

    /// Returns the statement as one that needs only these runs of the item.
    pub fn needs(self, runs: impl IntoIterator<Item = usize>) -> Self {
        Finding { needs: Some(runs.into_iter().collect()), ..self }
    }

    /// Returns what is known about it.
    pub fn state(&self) -> State {
        match (self.waits, self.holds) {
            (true, _) => State::Waiting,
            (false, true) => State::Holds,
            (false, false) => State::Fails,
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
        let own: Vec<&Goal> = goals.iter().filter(|goal| goal.name.starts_with(FINDINGS)).collect();
        let [first, .., _] = own.as_slice() else { return None };
        Some(Goal {
            name: format!("{FINDINGS}, all readings together"),
            hits: own.iter().map(|goal| goal.hits).sum(),
            of: own.iter().map(|goal| goal.of).sum(),
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

/// An axis of a plot.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Axis {
    /// What it shows.
    pub name: Cow<'static, str>,
    /// Unit; empty for numbers without one.
    pub unit: Cow<'static, str>,
    /// Whether it is logarithmic.
    pub log: bool,
}

impl Axis {
    /// Returns a linear axis.
    pub const fn linear(name: &'static str, unit: &'static str) -> Self {
        Axis { name: Cow::Borrowed(name), unit: Cow::Borrowed(unit), log: false }
    }

    /// Returns a logarithmic axis.
    pub const fn log(name: &'static str, unit: &'static str) -> Self {
        Axis { name: Cow::Borrowed(name), unit: Cow::Borrowed(unit), log: true }
    }
}

/// How a series is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Kind {
    /// A line through the points.
    #[default]
    Line,
    /// A line through the many points of one run over time.
    Trace,
    /// Single points.
    Points,
    /// The closed outline of an ellipse.
    Ellipse,
}

impl Kind {
    /// Returns the name, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Line => "line",
            Kind::Trace => "trace",
            Kind::Points => "points",
            Kind::Ellipse => "ellipse",
        }
    }
}

/// A series of a plot.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Series {
    /// Name.
    pub name: String,
    /// The discipline, if it shows one.
    pub queue: Option<String>,
    /// How it is drawn.
    pub kind: Kind,
    /// Whether the numbers are those of the paper.
    pub published: bool,
    /// x, y, and the lower and upper end of the band around y; without a band these equal y. NaN: not known yet, or a gap.
    pub points: Vec<[f64; 4]>,
    /// Indices of the rows of the table that it shows: one for each point, or one for all of them; empty: the table has none.
    pub rows: Vec<usize>,
}

/// A line across a plot.
#[derive(Clone, PartialEq, Debug)]
pub struct Reference {
    /// Whether it is at a value of the horizontal axis; otherwise of the vertical one.
    pub at_x: bool,
    /// The value, in the unit of the axis.
    pub value: f64,
    /// What is there, in a few words.
    pub label: String,
}

impl Reference {
    /// Returns a vertical line.
    pub fn at_x(value: f64, label: &str) -> Self {
        Reference { at_x: true, value, label: label.to_owned() }
    }

    /// Returns a horizontal line.
    pub fn at_y(value: f64, label: &str) -> Self {
        Reference { at_x: false, value, label: label.to_owned() }
    }
}

/// A figure of the paper that the rows of the table do not show.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Plot {
    /// Its number in the paper, such as 7, or a short name.
    pub id: String,
    /// What it shows.
    pub title: String,
    /// Horizontal axis.
    pub x: Axis,
    /// Vertical axis.
    pub y: Axis,
    /// What is drawn.
    pub series: Vec<Series>,
    /// What our lines and their bands are, such as "mean of 6 seeds, band: its 95 % confidence interval"; empty without
    /// bands.
    pub band: String,
    /// Lines across it.
    pub references: Vec<Reference>,
    /// Whether its vertical axis is its own. Otherwise plots with the same axes share one scale.
    pub own_scale: bool,
}

/// Report of a table or figure.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// Notes on the set-up; [`Item::report`](crate::Item::report) adds those of the paper's file.
    pub notes: Vec<String>,
    /// Source of the numbers, if it is not the paper itself.
    pub published_by: Option<&'static str>,
    /// Source of the `other` numbers.
    pub other: Option<Cow<'static, str>>,
    /// Columns.
    pub measures: Vec<Measure>,
    /// The number that the rows differ in, if they do: the horizontal axis of a figure of each measure.
    pub x: Option<Axis>,
    /// Rows.
    pub rows: Vec<Row>,
    /// The paper's statements.
    pub findings: Vec<Finding>,
    /// Goals.
    pub goals: Vec<Goal>,
    /// Figures that the rows do not show.
    pub plots: Vec<Plot>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spread_is_the_standard_deviation_of_a_sample() {
        let figure = Figure::of(&[1.0, 2.0, 3.0, 4.0]);
        assert_eq!(figure.mean, 2.5);
        assert!((figure.sd.unwrap() - 1.290_994).abs() < 1e-6);
        // Student's t with 3 degrees of freedom is 3.182; the root of 4 seeds is 2.
        assert!((figure.ci95.unwrap() - 3.182 * 1.290_994 / 2.0).abs() < 1e-5);
    }

    #[test]
    fn a_grade_counts_distances_in_tolerances() {
        let grade = |ours, is_within| {
            let value = Value {
                tolerance: Some(1.0),
                within: Some(is_within),
                ..Value::beside(Some(5.0), ours)
            };
            (value.grade().map(Grade::name), value.deviation())
        };
        assert_eq!(grade(5.5, true), (Some("ok"), Some(0.5)));
        assert_eq!(grade(3.0, false), (Some("near"), Some(-2.0)));
        assert_eq!(grade(7.5, false), (Some("off"), Some(2.5)));
        assert_eq!(grade(f64::NAN, false), (None, None));
        assert_eq!(Value::beside(Some(5.0), 9.0).grade(), None, "without a tolerance");
        let waiting = Value { tolerance: Some(1.0), ..Value::beside(Some(5.0), 9.0) };
        assert_eq!(waiting.grade(), None, "while runs are missing");
    }

    #[test]
    fn runs_that_have_not_been_made_are_left_out() {
        assert_eq!(Figure::of(&[1.0, f64::NAN, 3.0]), Figure::of(&[1.0, 3.0]));
        assert_eq!(Figure::of(&[f64::NAN, 3.0]), Figure::single(3.0));
        assert!(Figure::of(&[f64::NAN]).mean.is_nan());
    }

    #[test]
    fn a_reason_belongs_to_a_statement_that_does_not_hold() {
        let finding = |holds| Finding::new("It falls", holds, String::new()).because("It is short");
        assert_eq!(finding(false).because.as_deref(), Some("It is short"));
        assert_eq!(finding(true).because, None);
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

    #[test]
    fn findings_of_several_readings_are_also_counted_together() {
        let goal = |tag: &str, hits| Goal::count(&format!("{FINDINGS}{tag}"), 0.9, hits);
        let one = [goal("", [true, false]), Goal::count("delay", 0.8, [true, true])];
        assert_eq!(Goal::all_readings(&one), None);
        let two = [&one[..], &[goal(", bare link", [true, true])]].concat();
        let sum = Goal::all_readings(&two).expect("two readings");
        assert_eq!((sum.hits, sum.of, sum.is_met()), (3, 4, false));
    }
}
