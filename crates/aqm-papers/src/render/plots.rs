//! Draws the plots of a report as text: for each line one row of blocks.

use crate::report::{Plot, Series, SeriesKind};

/// Most columns of a row.
const WIDTH: usize = 60;
/// From the lowest to the highest value.
const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// Lines with fewer points are in the table of the report.
const FEWEST: usize = 25;

/// Returns the rows of a plot: its title, then a row for each of our lines with many points, on one scale from zero or the least value
/// to the greatest one. Empty if it has no such line.
pub(crate) fn rows(plot: &Plot) -> Vec<String> {
    let lines: Vec<&Series> = plot
        .series
        .iter()
        .filter(|one| matches!(one.kind, SeriesKind::Line | SeriesKind::Trace) && !one.published)
        .filter(|one| one.points.len() >= FEWEST)
        .collect();
    let ys = || lines.iter().flat_map(|line| &line.points).map(|point| point[1]);
    let low = ys().fold(0.0, f64::min);
    let high = ys().fold(low, f64::max);
    if lines.is_empty() || high <= low {
        return Vec::new();
    }
    let xs = || lines.iter().flat_map(|line| &line.points).map(|point| point[0]);
    let axis = |value: f64| if plot.x.log { aqm_sim::math::ln(value) } else { value };
    let from = xs().fold(f64::INFINITY, f64::min);
    let to = xs().fold(f64::NEG_INFINITY, f64::max);
    let columns = lines.iter().map(|line| line.points.len()).fold(0, usize::max).min(WIDTH);
    let place = |x: f64| {
        let share = (axis(x) - axis(from)) / (axis(to) - axis(from));
        ((share * columns as f64) as usize).min(columns - 1)
    };
    let width = lines.iter().map(|line| line.name.chars().count()).max().unwrap_or_default();
    let row = |line: &&Series| {
        let (mut sums, mut counts) = ([0.0; WIDTH], [0.0; WIDTH]);
        for [x, y, ..] in line.points.iter().filter(|point| point[1].is_finite()) {
            sums[place(*x)] += y;
            counts[place(*x)] += 1.0;
        }
        let block = |(sum, count): (f64, f64)| {
            if count == 0.0 {
                return ' ';
            }
            let share = (sum / count - low) / (high - low);
            BLOCKS[((share * BLOCKS.len() as f64) as usize).min(BLOCKS.len() - 1)]
        };
        let drawn: String = sums.into_iter().zip(counts).map(block).collect();
        format!("{:width$} {}", line.name, drawn.trim_end())
    };
    let head = format!(
        "{}: {} to {} {}, {} {} to {} {}",
        plot.title,
        short(low),
        short(high),
        plot.y.unit,
        plot.x.name,
        short(from),
        short(to),
        plot.x.unit
    );
    std::iter::once(head.trim_end().to_owned()).chain(lines.iter().map(row)).collect()
}

/// Returns a number with about three digits.
fn short(value: f64) -> String {
    match value.abs() {
        size if size >= 100.0 || value == 0.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Axis;

    fn line(name: &str, count: usize, y: fn(usize) -> f64) -> Series {
        let points = (0..count).map(|x| [x as f64, y(x), y(x), y(x)]);
        Series { name: name.to_owned(), points: points.collect(), ..Series::default() }
    }

    fn plot(series: Vec<Series>) -> Plot {
        Plot {
            title: "Delay".to_owned(),
            x: Axis::linear("time", "s"),
            y: Axis::linear("delay", "ms"),
            series,
            ..Plot::default()
        }
    }

    #[test]
    fn lines_share_a_scale_and_gaps_are_blank() {
        let rise = line("rise", 60, |x| if (20..40).contains(&x) { f64::NAN } else { x as f64 });
        let level = line("a", 60, |_| 29.5);
        let rows = rows(&plot(vec![rise, level, line("short", 5, |_| 1e6)]));
        assert_eq!(rows.len(), 3);
        assert_eq!(rows[0], "Delay: 0 to 59.0 ms, time 0 to 59.0 s");
        assert!(rows[1].starts_with("rise ▁▁▁▁▁▁▁▁▂"), "{rows:?}");
        assert!(rows[1].contains("▃▃▃▃                    ▆"), "{rows:?}");
        assert!(rows[1].ends_with('█'), "{rows:?}");
        assert_eq!(rows[2], format!("a    {}", "▅".repeat(WIDTH)));
    }

    #[test]
    fn a_line_with_few_points_has_no_gaps() {
        let rows = rows(&plot(vec![line("a", 30, |x| x as f64)]));
        assert_eq!(rows[1].chars().skip(2).collect::<String>().trim().chars().count(), 30);
        assert!(!rows[1][2..].contains(' '), "{rows:?}");
    }

    #[test]
    fn without_results_nothing_is_drawn() {
        assert!(rows(&plot(vec![line("a", 60, |_| f64::NAN)])).is_empty());
        assert!(rows(&plot(Vec::new())).is_empty());
    }
}
