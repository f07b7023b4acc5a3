//! Combines the values that several runs have of a measure.

use aqm_report::measures::OverRuns;

/// The values of several runs, combined as the table of measures demands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Combined {
    /// Mean and its precision.
    Mean(Estimate),
    /// Sum.
    Sum(f64),
    /// Maximum.
    Max(f64),
}

impl Combined {
    /// Combines the values of the runs that have one; `None` if there are none.
    pub fn of(over_runs: OverRuns, values: &[f64]) -> Option<Combined> {
        let estimate = Estimate::of(values)?;
        Some(match over_runs {
            OverRuns::Mean => Combined::Mean(estimate),
            OverRuns::Sum => Combined::Sum(values.iter().sum()),
            OverRuns::Max => Combined::Max(values.iter().copied().fold(f64::MIN, f64::max)),
        })
    }

    /// Names of the numbers that a measure of this kind has.
    pub fn names(over_runs: OverRuns) -> &'static [&'static str] {
        match over_runs {
            OverRuns::Mean => &["mean", "sd", "ci95"],
            OverRuns::Sum => &["sum"],
            OverRuns::Max => &["max"],
        }
    }

    /// The numbers under [`Combined::names`].
    pub fn numbers(self) -> Vec<Option<f64>> {
        match self {
            Combined::Mean(Estimate { mean, sd, ci95 }) => vec![Some(mean), sd, ci95],
            Combined::Sum(value) | Combined::Max(value) => vec![Some(value)],
        }
    }
}

/// Mean of several runs and its precision.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Mean.
    pub mean: f64,
    /// Standard deviation of the runs (of the sample: n - 1); `None` for a single run.
    pub sd: Option<f64>,
    /// Half the width of the 95 % confidence interval of the mean; `None` for a single run.
    pub ci95: Option<f64>,
}

/// Two-sided 95 % quantiles of Student's t for 1 to 30 degrees of freedom.
const T: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045, 2.042,
];

/// Returns the quantile for `degrees` of freedom. Between two entries of the usual table it returns that
/// of the lower one, so that no interval is too narrow.
fn student_t(degrees: usize) -> f64 {
    match degrees {
        0..=30 => T[degrees.max(1) - 1],
        31..=39 => T[29],
        40..=59 => 2.021,
        60..=119 => 2.000,
        _ => 1.980,
    }
}

impl Estimate {
    /// Returns the estimate from these values; `None` if there are none.
    pub fn of(values: &[f64]) -> Option<Estimate> {
        let count = values.len() as f64;
        if values.is_empty() {
            return None;
        }
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        let sd = (values.len() > 1).then(|| (squares / (count - 1.0)).sqrt());
        let ci95 = sd.map(|sd| student_t(values.len() - 1) * sd / count.sqrt());
        Some(Estimate { mean, sd, ci95 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_match_the_textbook() {
        assert_eq!(Estimate::of(&[]), None);
        assert_eq!(Estimate::of(&[3.0]), Some(Estimate { mean: 3.0, sd: None, ci95: None }));
        let estimate = Estimate::of(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]).unwrap();
        assert_eq!(estimate.mean, 5.0);
        // Sum of squares 32, over 7; t with 7 degrees of freedom is 2.365.
        assert!((estimate.sd.unwrap() - (32.0f64 / 7.0).sqrt()).abs() < 1e-12);
        assert!((estimate.ci95.unwrap() - 2.365 * (4.0f64 / 7.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn more_degrees_of_freedom_never_widen_an_interval() {
        assert!((1..200).all(|degrees| student_t(degrees + 1) <= student_t(degrees)));
    }

    #[test]
    fn values_are_combined_as_the_table_demands() {
        let of = |over_runs| Combined::of(over_runs, &[1.0, 4.0, 2.0]).unwrap().numbers();
        assert_eq!(of(OverRuns::Sum), [Some(7.0)]);
        assert_eq!(of(OverRuns::Max), [Some(4.0)]);
        assert_eq!(of(OverRuns::Mean)[0], Some(7.0 / 3.0));
        assert_eq!(Combined::of(OverRuns::Sum, &[]), None);
    }
}
