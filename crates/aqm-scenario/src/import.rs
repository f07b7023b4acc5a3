//! Converts recorded rates of a link into a schedule. The file comes from a user, so everything in it
//! is checked.

use crate::model::{MAX_MBPS, MAX_TRACE_RATES, RateTrace, Schedule};
use crate::problem::Problem;
use crate::schema::shortened;
use aqm_json::{Value, count_text, shown};
use std::ops::RangeInclusive;

/// Largest file that is read, in bytes.
pub const MAX_TRACE_BYTES: usize = 16 << 20;
/// Lengths of a bin in ms that a schedule can have.
pub const BIN_MS: RangeInclusive<f64> = 1.0..=60_000.0;
/// Longest trace in s, like the longest run.
const MAX_SECONDS: f64 = 3600.0;
/// Bits of a delivery opportunity of mahimahi: a packet of 1500 bytes.
const OPPORTUNITY_BITS: f64 = 12_000.0;
/// Lengths of bins in ms that are tried if none is given.
const BINS_MS: [f64; 5] = [100.0, 200.0, 500.0, 1000.0, 2000.0];

/// A rate from a time on, until the next entry.
struct Entry {
    at_s: f64,
    mbps: f64,
}

/// Reads `text` in one of two formats and returns a schedule of kind `trace`.
///
/// - CSV: two columns, a time in s and a rate in Mbit/s from then on. The first line may be a header.
///   The separator is a comma, a semicolon or white space. The last rate holds as long as the one
///   before it. Times count from the first.
/// - mahimahi: one column, the times in ms at which the link can send a packet of 1500 bytes.
///
/// Empty lines and lines that start with `#` are skipped. Bins are `bin_ms` long; without it 100 ms, or
/// more if that gives too many bins.
pub fn import_trace(text: &str, bin_ms: Option<f64>) -> Result<Schedule, Vec<Problem>> {
    import(text, bin_ms).map(Schedule::Trace).map_err(|message| vec![Problem::whole(message)])
}

fn import(text: &str, bin_ms: Option<f64>) -> Result<RateTrace, String> {
    if text.len() > MAX_TRACE_BYTES {
        let most = shown(MAX_TRACE_BYTES as f64);
        return Err(["is too large; expected at most ", &most, " bytes."].concat());
    }
    let lines = text.strip_prefix('\u{feff}').unwrap_or(text).lines().map(str::trim);
    let mut lines: Vec<(usize, &str)> = (1..).zip(lines).collect();
    lines.retain(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let Some(&(_, first)) = lines.first() else {
        return Err(
            "has no data; expected lines with a time and a rate, or with a time.".to_owned()
        );
    };
    let (entries, end_s) =
        if fields(first).nth(1).is_some() { read_csv(&lines)? } else { read_mahimahi(&lines)? };
    let bin_s = choose_bin(end_s, bin_ms)? / 1e3;
    let rates_mbps = average(&entries, end_s, bin_s);
    if rates_mbps.iter().all(|&mbps| mbps == 0.0) {
        return Err("has no rate above 0 Mbit/s; expected at least one.".to_owned());
    }
    Ok(RateTrace { bin_ms: bin_s * 1e3, rates_mbps, repeat: true })
}

fn fields(line: &str) -> impl Iterator<Item = &str> {
    let is_separator = |c: char| c == ',' || c == ';' || c.is_whitespace();
    line.split(is_separator).filter(|field| !field.is_empty())
}

fn number(field: &str) -> Option<f64> {
    match aqm_json::parse(field) {
        Ok(Value::Number(number)) => Some(number),
        _ => None,
    }
}

/// Reads a number from `min` to `max`.
fn limited(field: &str, line: usize, [min, max]: [f64; 2], expected: &str) -> Result<f64, String> {
    let found = number(field).filter(|number| (min..=max).contains(number));
    found.ok_or_else(|| {
        let (field, line) = (shortened(field), count_text(line));
        ["has '", &field, "' on line ", &line, "; expected ", expected, "."].concat()
    })
}

/// Returns the entries from time zero on, and the end of the trace in s.
fn read_csv(lines: &[(usize, &str)]) -> Result<(Vec<Entry>, f64), String> {
    let is_header = fields(lines[0].1).all(|field| number(field).is_none());
    let lines = if is_header { &lines[1..] } else { lines };
    let mut entries: Vec<Entry> = Vec::new();
    let mut start_s = 0.0;
    for &(line, text) in lines {
        let mut fields = fields(text);
        let (Some(time), Some(rate), None) = (fields.next(), fields.next(), fields.next()) else {
            let line = count_text(line);
            return Err(["has no pair on line ", &line, "; expected a time and a rate."].concat());
        };
        let time = limited(time, line, [f64::MIN, f64::MAX], "a time in s")?;
        let range = [0.0, MAX_MBPS];
        let mbps = limited(rate, line, range, "a rate from 0 to 1\u{202f}000\u{202f}000 Mbit/s")?;
        if entries.is_empty() {
            start_s = time;
        }
        let at_s = time - start_s;
        if entries.last().is_some_and(|last| at_s <= last.at_s) {
            let line = count_text(line);
            return Err(["goes back in time on line ", &line, "; expected a later time."].concat());
        }
        check_length(at_s)?;
        entries.push(Entry { at_s, mbps });
    }
    let [.., before, last] = &entries[..] else {
        return Err("has less than two rates; expected at least two.".to_owned());
    };
    let end_s = last.at_s + (last.at_s - before.at_s);
    check_length(end_s)?;
    Ok((entries, end_s))
}

fn check_length(seconds: f64) -> Result<(), String> {
    if seconds <= MAX_SECONDS {
        return Ok(());
    }
    let most = shown(MAX_SECONDS);
    Err(["is longer than ", &most, " s; expected at most that. Cut it into parts."].concat())
}

/// Returns an entry for each ms with its rate, and the end of the trace in s.
fn read_mahimahi(lines: &[(usize, &str)]) -> Result<(Vec<Entry>, f64), String> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut last_ms = 0.0;
    for &(line, text) in lines {
        let range = [last_ms, MAX_SECONDS * 1e3];
        let expected =
            "a time in ms, not before that of the line before, at most 3\u{202f}600\u{202f}000";
        let ms = limited(text, line, range, expected)?;
        if ms.fract() != 0.0 {
            let line = count_text(line);
            return Err(["has no whole number of ms on line ", &line, "."].concat());
        }
        // A time is the end of its millisecond: mahimahi counts from 1 or from 0.
        let start_s = (ms - 1.0).max(0.0) / 1e3;
        match entries.last_mut() {
            Some(entry) if entry.at_s == start_s => entry.mbps += OPPORTUNITY_BITS / 1e3,
            _ => {
                if let Some(last) = entries.last()
                    && start_s > last.at_s + 1.5e-3
                {
                    let at_s = last.at_s + 1e-3;
                    entries.push(Entry { at_s, mbps: 0.0 });
                }
                entries.push(Entry { at_s: start_s, mbps: OPPORTUNITY_BITS / 1e3 });
            }
        }
        last_ms = ms;
    }
    let is_too_fast = |entry: &Entry| entry.mbps > MAX_MBPS;
    if entries.iter().any(is_too_fast) {
        let most = shown(MAX_MBPS);
        return Err(["has a rate above ", &most, " Mbit/s within 1 ms; expected less."].concat());
    }
    Ok((entries, (last_ms / 1e3).max(1e-3)))
}

/// Returns the length of a bin in ms.
fn choose_bin(end_s: f64, given: Option<f64>) -> Result<f64, String> {
    let bins = |bin_ms: f64| count_bins(end_s, bin_ms / 1e3);
    let fits = |bin_ms: f64| bins(bin_ms) <= MAX_TRACE_RATES as f64;
    match given {
        Some(bin_ms) if !BIN_MS.contains(&bin_ms) => {
            Err("needs bins of 1 to 60\u{202f}000 ms.".to_owned())
        }
        Some(bin_ms) if !fits(bin_ms) => {
            let [bins, most] = [bins(bin_ms), MAX_TRACE_RATES as f64].map(shown);
            Err(["makes ", &bins, " bins; expected at most ", &most, ". Use longer bins."].concat())
        }
        Some(bin_ms) => Ok(bin_ms),
        None => {
            let found = BINS_MS.into_iter().find(|&bin_ms| fits(bin_ms));
            Ok(found.unwrap_or(BINS_MS[BINS_MS.len() - 1]))
        }
    }
}

/// Returns the number of bins. A millionth of a bin at the end is rounded off: sums of decimal times
/// are not exact.
fn count_bins(end_s: f64, bin_s: f64) -> f64 {
    (end_s / bin_s - 1e-6).ceil().max(1.0)
}

/// Returns the mean rate in each bin, to 1 kbit/s. The last bin may be shorter. There is no rate before
/// the first entry.
fn average(entries: &[Entry], end_s: f64, bin_s: f64) -> Vec<f64> {
    let count = count_bins(end_s, bin_s) as usize;
    let mut megabits = vec![0.0; count];
    for (index, entry) in entries.iter().enumerate() {
        let until = entries.get(index + 1).map_or(end_s, |next| next.at_s).min(end_s);
        let mut from = entry.at_s;
        let mut bin = ((from / bin_s) as usize).min(count - 1);
        while from < until {
            let is_last = bin + 1 == count;
            let to = if is_last { until } else { until.min((bin + 1) as f64 * bin_s) };
            megabits[bin] += entry.mbps * (to - from).max(0.0);
            from = to;
            bin = (bin + 1).min(count - 1);
        }
    }
    let length = |bin: usize| (end_s - bin as f64 * bin_s).min(bin_s);
    let rate = |(bin, sum): (usize, f64)| (sum / length(bin) * 1e3).round() / 1e3;
    megabits.into_iter().enumerate().map(rate).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rates(text: &str, bin_ms: f64) -> Vec<f64> {
        import(text, Some(bin_ms)).expect("it is a trace").rates_mbps
    }

    fn refused(text: &str, expected: &str) {
        let message = import(text, None).expect_err("it is no trace");
        assert_eq!(message.replace('\u{202f}', " "), expected);
    }

    #[test]
    fn csv_is_averaged_over_bins() {
        let text = "time,rate\n# measured\n100.0,8\n100.25, 4\n\n100.5,2\n100.75,0\n";
        assert_eq!(rates(text, 500.0), [6.0, 1.0]);
        assert_eq!(rates(text, 250.0), [8.0, 4.0, 2.0, 0.0]);
        assert_eq!(rates(text, 400.0), [6.5, 2.25, 0.0], "the last bin has 200 ms");
        assert_eq!(rates("0;1\n1;2", 1000.0), [1.0, 2.0]);
        assert_eq!(rates("0,8\n0.2,2\n0.4,1", 200.0), [8.0, 2.0, 1.0], "0.4 + 0.2 is above 0.6");
        assert_eq!(rates("\u{feff}0\t1\r\n1\t2\r\n", 1000.0), [1.0, 2.0]);
    }

    #[test]
    fn mahimahi_opportunities_are_counted() {
        // Two packets of 1500 bytes in the first 10 ms, none in the next, one in the last.
        assert_eq!(rates("3\n3\n27\n30\n", 10.0), [2.4, 0.0, 2.4]);
        // One per ms is 12 Mbit/s.
        let steady: String = (1..=1000).map(|ms| format!("{ms}\n")).collect();
        let trace = import(&steady, None).expect("it is a trace");
        assert_eq!((trace.bin_ms, trace.rates_mbps), (100.0, vec![12.0; 10]));
    }

    #[test]
    fn bins_are_as_long_as_needed() {
        let trace = import("0,1\n1800,2", None).expect("it is a trace");
        assert_eq!((trace.bin_ms, trace.rates_mbps.len()), (1000.0, 3600));
        let message = import("0,1\n1800,2", Some(100.0)).expect_err("too many bins");
        assert!(message.contains("makes 36\u{202f}000 bins"), "{message}");
    }

    #[test]
    fn malformed_files_are_refused() {
        refused("", "has no data; expected lines with a time and a rate, or with a time.");
        refused("time,rate\n", "has less than two rates; expected at least two.");
        refused("0,1\n1,x", "has 'x' on line 2; expected a rate from 0 to 1 000 000 Mbit/s.");
        refused("0,1\n1,-1", "has '-1' on line 2; expected a rate from 0 to 1 000 000 Mbit/s.");
        refused("0,1\n1e400,1", "has '1e400' on line 2; expected a time in s.");
        refused("0,1\n1,2,3", "has no pair on line 2; expected a time and a rate.");
        refused("1,1\n0.5,1", "goes back in time on line 2; expected a later time.");
        refused("0,0\n1,0", "has no rate above 0 Mbit/s; expected at least one.");
        refused("0,1\n3601,1", "is longer than 3600 s; expected at most that. Cut it into parts.");
        let expected =
            "a time in ms, not before that of the line before, at most 3 600 000.".to_owned();
        refused("7\n5", &("has '5' on line 2; expected ".to_owned() + &expected));
        refused("7\nabc", &("has 'abc' on line 2; expected ".to_owned() + &expected));
        refused("1.5", "has no whole number of ms on line 1.");
        let crowd = "5\n".repeat(90_000);
        refused(&crowd, "has a rate above 1 000 000 Mbit/s within 1 ms; expected less.");
    }
}
