//! Ellipses of delay and goodput (RFC 7928, section 2.7).
//!
//! A sample is one second: the mean queue delay of the packets that were sent in it, and the goodput of all
//! TCP flows in it. The ellipse is the one-sigma contour of the normal distribution with the mean and the
//! covariance of the samples, as in K. Winstein, H. Balakrishnan: TCP ex Machina, 2013. The plot "Goodput against
//! delay" of the page has the same definition.

use crate::report::{Axis, Plot, Series, SeriesKind};
use crate::results::Results;
use aqm_sim::metrics::Column;
use aqm_sim::world::Simulation;

/// Number of values of [`read`].
pub(crate) const COLUMNS: usize = 5;
/// Points of an outline.
const POINTS: usize = 64;
/// Bins of the time series in a second.
const BINS: usize = 100;

/// Returns the mean delay in ms, the mean goodput in Mbit/s, both variances, and the covariance over the whole seconds
/// from second `from` on. Seconds without a packet do not count. Without TCP flows the rate of the sent packets
/// takes the place of the goodput. NaN without samples.
pub(crate) fn read(simulation: &Simulation, from: usize) -> [f64; COLUMNS] {
    let has_tcp = !simulation.summary().flows.is_empty();
    let goodput = simulation.goodput_seconds(from);
    let seconds = simulation.series().rows().chunks_exact(BINS).skip(from);
    let samples = seconds.zip(goodput).filter_map(|(bins, second)| {
        let (mut packets, mut delay, mut bits) = (0.0, 0.0, 0.0);
        for bin in bins.iter().filter(|bin| bin[Column::Sent] > 0.0) {
            packets += f64::from(bin[Column::Sent]);
            delay += f64::from(bin[Column::Sent]) * f64::from(bin[Column::DelayMeanMs]);
            bits += f64::from(bin[Column::SentBits]);
        }
        let tcp: f64 = second.flows.iter().map(|(_, mbps)| mbps).sum();
        (packets > 0.0).then(|| (delay / packets, if has_tcp { tcp } else { bits / 1e6 }))
    });
    of(&samples.collect::<Vec<_>>())
}

/// Returns means, variances (n - 1) and covariance of pairs.
fn of(samples: &[(f64, f64)]) -> [f64; COLUMNS] {
    let n = samples.len() as f64;
    let mean = |get: fn(&(f64, f64)) -> f64| samples.iter().map(get).sum::<f64>() / n;
    let (x, y) = (mean(|sample| sample.0), mean(|sample| sample.1));
    let sum = |get: &dyn Fn(f64, f64) -> f64| {
        samples.iter().map(|sample| get(sample.0 - x, sample.1 - y)).sum::<f64>() / (n - 1.0)
    };
    [x, y, sum(&|dx, _| dx * dx), sum(&|_, dy| dy * dy), sum(&|dx, dy| dx * dy)]
}

/// Returns the average of the values of the runs that have been made.
pub(crate) fn pooled(runs: &Results<'_>) -> [f64; COLUMNS] {
    std::array::from_fn(|column| {
        let known = || runs.made().map(|run| run[column]).filter(|value| !value.is_nan());
        known().sum::<f64>() / known().count() as f64
    })
}

/// Returns the outline of an ellipse as a closed line: its last point is its first one. The points are x and y;
/// the band has no height.
fn outline(values: [f64; COLUMNS]) -> Vec<[f64; 4]> {
    let [x, y, var_x, var_y, covariance] = values;
    // The lower triangular root of the covariance matrix (Cholesky) maps the unit circle to the contour.
    let root_x = var_x.sqrt();
    let slope = if root_x > 0.0 { covariance / root_x } else { 0.0 };
    let root_y = (var_y - slope * slope).max(0.0).sqrt();
    let at = |[cos, sin]: [f64; 2]| {
        let height = y + slope * cos + root_y * sin;
        [x + root_x * cos, height, height, height]
    };
    let mut points: Vec<[f64; 4]> = circle().into_iter().map(at).collect();
    points.push(points[0]);
    points
}

/// Returns points of the unit circle at equal angles. Each is the former one, turned by the same angle.
fn circle() -> Vec<[f64; 2]> {
    // Half-angle formulas from a quarter turn: 4 points doubled until there are POINTS.
    let (mut cos, mut parts) = (0.0_f64, 4);
    while parts < POINTS {
        cos = f64::midpoint(1.0, cos).sqrt();
        parts *= 2;
    }
    let sin = (1.0 - cos * cos).sqrt();
    let turn =
        |point: &[f64; 2]| Some([point[0] * cos - point[1] * sin, point[0] * sin + point[1] * cos]);
    std::iter::successors(Some([1.0, 0.0]), turn).take(POINTS).collect()
}

/// Returns a plot of ellipses, each with a name, the discipline if it shows one, and the values of [`read`]. The first shows row
/// `first` of the table, and so on.
pub(crate) fn plot<'a>(
    id: &str,
    title: &str,
    first: usize,
    ellipses: impl Iterator<Item = (&'a str, Option<&'a str>, [f64; COLUMNS])>,
) -> Plot {
    let series = ellipses.enumerate().map(|(index, (name, queue, values))| Series {
        name: name.to_owned(),
        queue: queue.map(str::to_owned),
        kind: SeriesKind::Ellipse,
        published: false,
        points: outline(values),
        rows: vec![first + index],
    });
    Plot {
        id: id.to_owned(),
        title: title.to_owned(),
        x: Axis::linear("queue delay", "ms"),
        y: Axis::linear("goodput", "Mbit/s"),
        series: series.collect(),
        ..Plot::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outline_has_the_covariance_of_the_samples() {
        let samples = [(1.0, 4.0), (2.0, 7.0), (4.0, 5.0), (9.0, 12.0)];
        let values = of(&samples);
        assert_eq!([values[0], values[1]], [4.0, 7.0]);
        let outline = outline(values);
        assert_eq!(outline.len(), POINTS + 1);
        assert_eq!(outline.first(), outline.last());
        // Points at equal angles of the circle have half of the variance.
        let around: Vec<(f64, f64)> =
            outline[1..].iter().map(|point| (point[0], point[1])).collect();
        let again = of(&around);
        let share = 0.5 * POINTS as f64 / (POINTS as f64 - 1.0);
        for column in 2..COLUMNS {
            assert!((again[column] - share * values[column]).abs() < 1e-9, "{again:?} {values:?}");
        }
    }

    #[test]
    fn a_constant_delay_gives_a_line_and_missing_runs_are_left_out() {
        let flat = outline([3.0, 1.0, 0.0, 4.0, 0.0]);
        assert!(flat.iter().all(|point| point[0] == 3.0));
        let runs = [Some(vec![1.0; COLUMNS]), None, Some(vec![3.0; COLUMNS])];
        assert_eq!(pooled(&Results::new(&runs)), [2.0; COLUMNS]);
        assert!(pooled(&Results::new(&[None]))[0].is_nan());
    }
}
