//! The discipline's inner state at the end of each bin of the time series, for plots.

use crate::aqm::Number;

/// Numbers of the discipline's probe, a row for each bin from time zero. When the discipline changes, so do the numbers.
#[derive(Clone, Debug, Default)]
pub struct ProbeSeries {
    len: usize,
    parts: Vec<Part>,
}

/// The rows of one discipline.
#[derive(Clone, Debug)]
struct Part {
    /// Number of the first row.
    first: usize,
    /// Name and unit of each number.
    names: Vec<(&'static str, &'static str)>,
    /// All numbers of a row, then those of the next.
    values: Vec<f32>,
}

impl ProbeSeries {
    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the numbers with this name and unit from row `from` on; NaN where the discipline has none.
    pub fn column(&self, name: &str, unit: &str, from: usize) -> Vec<f32> {
        let mut column = vec![f32::NAN; self.len.saturating_sub(from)];
        for part in &self.parts {
            let width = part.names.len();
            let Some(at) = part.names.iter().position(|&known| known == (name, unit)) else {
                continue;
            };
            for (row, values) in part.values.chunks_exact(width).enumerate() {
                if let Some(index) = (part.first + row).checked_sub(from) {
                    column[index] = values[at];
                }
            }
        }
        column
    }

    /// Returns the number with this name and unit in row `row`; NaN if the discipline has none.
    pub fn value(&self, row: usize, name: &str, unit: &str) -> f32 {
        let after = self.parts.partition_point(|part| part.first <= row);
        let Some(part) = self.parts[..after].last() else { return f32::NAN };
        let width = part.names.len();
        let at = part.names.iter().position(|&known| known == (name, unit));
        let place = at.map(|at| (row - part.first) * width + at);
        place.and_then(|place| part.values.get(place)).copied().unwrap_or(f32::NAN)
    }

    /// Returns whether any row has a number with this name and unit.
    pub fn has(&self, name: &str, unit: &str) -> bool {
        self.parts.iter().any(|part| part.names.contains(&(name, unit)))
    }

    /// Adds a row.
    pub(super) fn push(&mut self, numbers: &[Number]) {
        let names = || numbers.iter().map(|number| (number.name, number.unit));
        let goes_on = self.parts.last().is_some_and(|part| part.names.iter().copied().eq(names()));
        if !goes_on {
            let part = Part { first: self.len, names: names().collect(), values: Vec::new() };
            self.parts.push(part);
        }
        if let Some(part) = self.parts.last_mut() {
            part.values.extend(numbers.iter().map(|number| number.value as f32));
        }
        self.len += 1;
    }

    /// Truncates the series to `len` rows.
    pub(super) fn truncate(&mut self, len: usize) {
        self.parts.retain(|part| part.first < len);
        if let Some(part) = self.parts.last_mut() {
            part.values.truncate((len - part.first) * part.names.len());
        }
        self.len = self.len.min(len);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &'static str, values: &[f64]) -> Vec<Number> {
        values.iter().map(|&value| Number::new(name, "ms", value)).collect()
    }

    #[test]
    fn columns_have_gaps_where_the_discipline_has_no_such_number() {
        let mut series = ProbeSeries::default();
        for rows in [row("delay", &[1.0]), row("delay", &[2.0]), Vec::new(), row("other", &[4.0])] {
            series.push(&rows);
        }
        let bits = |column: Vec<f32>| column.into_iter().map(f32::to_bits).collect::<Vec<_>>();
        let nan = f32::NAN;
        assert_eq!(bits(series.column("delay", "ms", 0)), bits(vec![1.0, 2.0, nan, nan]));
        assert_eq!(bits(series.column("other", "ms", 2)), bits(vec![nan, 4.0]));
        assert_eq!(bits(series.column("delay", "s", 3)), bits(vec![nan]));
        let value = |row| series.value(row, "delay", "ms");
        assert_eq!([value(1), series.value(3, "other", "ms")], [2.0, 4.0]);
        assert!(value(2).is_nan() && value(9).is_nan());
        assert!(series.has("other", "ms") && !series.has("other", "s"));
        series.truncate(1);
        series.push(&row("other", &[5.0]));
        assert_eq!(bits(series.column("delay", "ms", 0)), bits(vec![1.0, nan]));
        assert_eq!(bits(series.column("other", "ms", 0)), bits(vec![nan, 5.0]));
        assert_eq!(series.len(), 2);
    }
}
