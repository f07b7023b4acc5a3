//! The time series of a run, as a member of its JSON.

use aqm_json::Value;
use aqm_sim::metrics::{Bin, Column, SAMPLE_INTERVAL, Series};

/// Most samples of a lane. Longer runs have longer samples, so that the page can read the file of the longest run.
const MOST: usize = 12_000;

/// Returns `{ "stepS", "queueDelayMs", ... }`: one list for each measure, with one value for each step from the start of the run. The queue
/// delay is the mean of the packets that left in the step; `null` without packets.
pub fn samples(series: &Series) -> Value {
    samples_of(series.rows(), MOST)
}

fn samples_of(rows: &[Bin], most: usize) -> Value {
    let bins = rows.len().div_ceil(most).max(1);
    let list = |of: &dyn Fn(&[Bin]) -> Option<f64>| {
        let value = |step: &[Bin]| Value::optional(of(step).map(rounded));
        Value::Array(rows.chunks_exact(bins).map(value).collect())
    };
    let sum = |step: &[Bin], of: Column| step.iter().map(|row| f64::from(row[of])).sum::<f64>();
    let count = |of: Column| list(&|step| Some(sum(step, of)));
    let seconds = bins as f64 * SAMPLE_INTERVAL.seconds();
    let delay = |step: &[Bin]| {
        let waited = step.iter().filter(|row| row[Column::DelayMeanMs].is_finite());
        let waited =
            waited.map(|row| f64::from(row[Column::DelayMeanMs]) * f64::from(row[Column::Sent]));
        let packets = sum(step, Column::Sent);
        (packets > 0.0).then(|| waited.sum::<f64>() / packets)
    };
    let drops = |step: &[Bin]| sum(step, Column::EarlyDrops) + sum(step, Column::OverflowDrops);
    Value::object([
        ("stepS", Value::number(rounded(seconds))),
        ("queueDelayMs", list(&delay)),
        ("throughputMbps", list(&|step| Some(sum(step, Column::SentBits) / seconds / 1e6))),
        ("offered", count(Column::Offered)),
        ("sent", count(Column::Sent)),
        ("dropped", list(&|step| Some(drops(step)))),
        ("marked", count(Column::Marks)),
        ("queuePackets", list(&|step| Some(sum(step, Column::QueuePackets) / step.len() as f64))),
    ])
}

/// Returns a value to a millionth: the series has 32-bit numbers.
fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three bins: 2 packets that waited 3 ms, none, and 1 packet that waited 6 ms.
    fn rows() -> Vec<Bin> {
        [(2.0, 3.0, 1.0), (0.0, f32::NAN, 0.0), (1.0, 6.0, 4.0)]
            .map(|(sent, delay, dropped)| {
                let mut row = Bin::default();
                row[Column::DelayMeanMs] = delay;
                (row[Column::Sent], row[Column::Offered]) = (sent, sent + dropped);
                row[Column::SentBits] = sent * 12_000.0;
                row[Column::EarlyDrops] = dropped;
                row
            })
            .to_vec()
    }

    fn numbers(list: &serde_json::Value) -> Vec<Option<f64>> {
        list.as_array().unwrap().iter().map(serde_json::Value::as_f64).collect()
    }

    fn json(most: usize) -> serde_json::Value {
        serde_json::from_str(&samples_of(&rows(), most).to_compact()).unwrap()
    }

    #[test]
    fn each_bin_is_a_sample() {
        let found = json(3);
        assert_eq!(found["stepS"], 0.01);
        assert_eq!(numbers(&found["queueDelayMs"]), [Some(3.0), None, Some(6.0)]);
        assert_eq!(numbers(&found["throughputMbps"]), [Some(2.4), Some(0.0), Some(1.2)]);
        assert_eq!(numbers(&found["offered"]), [Some(3.0), Some(0.0), Some(5.0)]);
        assert_eq!(numbers(&found["dropped"]), [Some(1.0), Some(0.0), Some(4.0)]);
    }

    #[test]
    fn samples_of_long_runs_are_longer_and_weight_delays_by_packets() {
        let (mut long, rows) = (rows(), rows());
        long.extend([rows[2], rows[0], rows[0]]);
        let found = samples_of(&long, 2).to_compact();
        let found: serde_json::Value = serde_json::from_str(&found).unwrap();
        assert_eq!(found["stepS"], 0.03);
        assert_eq!(numbers(&found["queueDelayMs"]), [Some(4.0), Some(3.6)]);
        assert_eq!(numbers(&found["sent"]), [Some(3.0), Some(5.0)]);
        assert_eq!(numbers(&found["throughputMbps"]), [Some(1.2), Some(2.0)]);
    }
}
