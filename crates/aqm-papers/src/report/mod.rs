//! The report of a reproduced table.

mod finding;
mod plot;

use aqm_json::Value as Json;
use aqm_json::answer::{Answer, Type, Types};
use aqm_sweep::Estimate;
pub(crate) use finding::FINDINGS;
pub use finding::{Check, Finding, FindingState, Goal};
pub use plot::{Axis, Plot, Reference, Series, SeriesKind};
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

    /// Returns mean and spread of several runs. Leaves out values that are NaN: a run without packets has no delay.
    /// The mean of no value is NaN; fewer than two values have no spread. It is not inlined: copies
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
pub struct TableCell {
    /// The paper's number, if it prints one.
    pub published: Option<Figure>,
    /// The number of the other simulator or system.
    pub other: Option<Figure>,
    /// The simulated number; `None`: none of its runs has been made.
    pub ours: Option<Figure>,
    /// Largest difference between `ours` and `published` that counts as agreement, in the measure's unit; `None`
    /// if the goals name none.
    pub tolerance: Option<f64>,
    /// Whether the simulated number is within the goal's tolerance; `None` without a goal, or while runs are missing.
    pub within: Option<bool>,
}

impl TableCell {
    /// Returns a cell without a tolerance.
    pub fn beside(published: Option<f64>, ours: Option<Figure>) -> Self {
        let published = published.map(Figure::single);
        TableCell { published, other: None, ours, tolerance: None, within: None }
    }

    /// Returns a cell whose number is computed without runs.
    pub fn computed(published: Option<f64>, ours: f64) -> Self {
        TableCell::beside(published, Some(Figure::single(ours)))
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

impl TableCell {
    /// Returns ours minus published; `None` if one of them is not known.
    pub fn deviation(&self) -> Option<f64> {
        let difference = self.ours?.mean - self.published?.mean;
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
pub struct TableRow {
    /// The set-up.
    pub at: String,
    /// The number that the set-ups differ in, if they differ in one: the abscissa of a figure of this table.
    pub x: Option<f64>,
    /// The discipline.
    pub queue: String,
    /// Values in the order of [`Report::measures`].
    pub values: Vec<TableCell>,
    /// Indices of the item's runs that the row needs.
    pub runs: Vec<usize>,
    /// Number of these runs that have been made.
    pub done: usize,
    /// For a row that is computed without runs: the text of a scenario that shows the same in packets.
    pub scenario: Option<String>,
}

impl TableRow {
    /// Returns whether all its runs have been made.
    pub fn is_complete(&self) -> bool {
        self.done == self.runs.len()
    }
}

/// Report of a table or figure.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// Notes on the set-up.
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
    pub rows: Vec<TableRow>,
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
            let value = TableCell {
                tolerance: Some(1.0),
                within: Some(is_within),
                ..TableCell::computed(Some(5.0), ours)
            };
            (value.grade().map(Grade::name), value.deviation())
        };
        assert_eq!(grade(5.5, true), (Some("ok"), Some(0.5)));
        assert_eq!(grade(3.0, false), (Some("near"), Some(-2.0)));
        assert_eq!(grade(7.5, false), (Some("off"), Some(2.5)));
        assert_eq!(grade(f64::NAN, false), (None, None));
        assert_eq!(TableCell::computed(Some(5.0), 9.0).grade(), None, "without a tolerance");
        let waiting = TableCell { tolerance: Some(1.0), ..TableCell::computed(Some(5.0), 9.0) };
        assert_eq!(waiting.grade(), None, "while runs are missing");
    }

    #[test]
    fn runs_without_the_value_are_left_out() {
        assert_eq!(Figure::of(&[1.0, f64::NAN, 3.0]), Figure::of(&[1.0, 3.0]));
        assert_eq!(Figure::of(&[f64::NAN, 3.0]), Figure::single(3.0));
        assert!(Figure::of(&[f64::NAN]).mean.is_nan());
    }

    #[test]
    fn a_reason_belongs_to_a_statement_that_does_not_hold() {
        let check = |holds| Check::new(holds, String::new()).because("It is short");
        assert_eq!(check(false).because.as_deref(), Some("It is short"));
        assert_eq!(check(true).because, None);
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
