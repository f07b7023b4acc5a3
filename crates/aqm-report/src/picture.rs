//! Small pictures of runs, for the library of the page: the queue delay of each lane over the whole run, on a logarithmic
//! scale, as one character for each part of the run.

use aqm_json::Value;
use aqm_sim::math;
use aqm_sim::metrics::{Column, Series};

/// Path of the file with the pictures of all scenarios of the page, below the root of the repository.
pub const PATH: &str = "web/src/sections/library/pictures.generated.json";

/// Number of points of a lane.
const POINTS: usize = 96;
/// Heights in a factor of ten of the delay.
const PER_DECADE: f64 = 20.0;
/// Heights in ascending order: the first stands for 1 ms and less, the last for 1 s and more.
const HEIGHTS: &[u8; 61] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxy";
/// Stands for a part of the run in which no packet was sent.
const NOTHING: char = ' ';

/// Returns the picture of a lane: for each of up to 96 equal parts of the run the mean of the queue delays of its bins.
pub fn of(series: &Series) -> String {
    let delays: Vec<f32> = series.column(Column::DelayMeanMs).collect();
    let points = POINTS.min(delays.len());
    let start = |point: usize| point * delays.len() / points;
    (0..points).map(|point| height(&delays[start(point)..start(point + 1)])).collect()
}

fn height(delays: &[f32]) -> char {
    let (mut sum, mut count) = (0.0, 0.0);
    for &delay in delays.iter().filter(|delay| !delay.is_nan()) {
        sum += f64::from(delay);
        count += 1.0;
    }
    if count == 0.0 {
        return NOTHING;
    }
    let decades = math::ln((sum / count).max(1.0)) / std::f64::consts::LN_10;
    let level = (PER_DECADE * decades).round() as usize;
    char::from(HEIGHTS[level.min(HEIGHTS.len() - 1)])
}

/// Returns the text of the file of pictures: by name of the scenario, the picture of each lane.
pub fn text<'a>(pictures: impl Iterator<Item = (&'a str, &'a [String])>) -> String {
    let all = pictures.map(|(name, lanes)| {
        let lanes = lanes.iter().map(|lane| Value::string(lane.as_str())).collect();
        (name.to_owned(), Value::Array(lanes))
    });
    Value::Object(all.collect()).to_pretty()
}

#[cfg(test)]
mod tests {
    use super::{HEIGHTS, POINTS, of};
    use aqm_sim::metrics::{Bin, Column, Series};

    fn series(delays: impl IntoIterator<Item = f32>) -> Series {
        let mut series = Series::default();
        for delay in delays {
            let mut row = Bin::default();
            row[Column::DelayMeanMs] = delay;
            series.push(row);
        }
        series
    }

    #[test]
    fn heights_are_logarithmic_from_1_ms_to_1_s() {
        assert_eq!(HEIGHTS.len(), 61);
        assert_eq!(of(&series([0.0, 1.0, 10.0, 100.0, 1e3, 5e3])), "00Keyy");
        // The line of 5 ms of the page.
        assert_eq!(of(&series([5.0])), "E");
    }

    #[test]
    fn parts_without_packets_are_empty_and_do_not_lower_the_mean() {
        assert_eq!(of(&series([f32::NAN; 3])), "   ");
        let delays = (0..2 * POINTS).map(|bin| if bin % 2 == 0 { 10.0 } else { f32::NAN });
        assert_eq!(of(&series(delays)), "K".repeat(POINTS));
    }

    #[test]
    fn every_bin_is_in_one_part() {
        for count in [1, 95, 96, 97, 1000] {
            let picture =
                of(&series((0..count).map(|bin| if bin + 1 == count { 1e3 } else { 1.0 })));
            assert_eq!(picture.len(), count.min(POINTS));
            assert_ne!(picture.as_bytes()[picture.len() - 1], b'0', "{count}");
        }
        assert_eq!(of(&series([])), "");
    }
}
