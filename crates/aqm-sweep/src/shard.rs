//! Parts of a sweep that run on different machines, as files, and how they become one table.

use super::{Measured, Sweep};
use crate::plan::Plan;
use aqm_json::Value;
use aqm_report::digest_text;
use aqm_report::golden;
use aqm_scenario::schema::Detail;

/// Version of the files. Files of version 1 had no checksum.
const VERSION: u64 = 2;
const CHECKSUM: &str = "checksum";
/// Start value and factor of the hash.
const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0100_0000_01b3;
/// Most shards of a sweep: more than it may have runs of a lane would be empty.
const MAX_SHARDS: usize = 1_000_000;

/// One of several equal parts of a sweep. Shard i of n has every n-th run from run i on, so that expensive cells are
/// spread over all shards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Number of the shard, from 1.
    pub index: usize,
    /// Number of shards.
    pub of: usize,
}

impl Shard {
    /// Reads `i/n`.
    pub fn parse(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').and_then(|(index, of)| {
            Some(Shard { index: index.parse().ok()?, of: of.parse().ok()? })
        });
        match numbers {
            Some(shard) if shard.is_valid() => Ok(shard),
            _ => Err(format!(
                "expected i/n with i from 1 to n, such as 3/8; n is at most {MAX_SHARDS}"
            )),
        }
    }

    fn is_valid(self) -> bool {
        (1..=self.of).contains(&self.index) && self.of <= MAX_SHARDS
    }

    /// Returns the indices of its runs in a sweep of `count` runs.
    pub fn runs(self, count: usize) -> impl Iterator<Item = usize> {
        (self.index - 1..count).step_by(self.of)
    }
}

/// Returns the file of a shard: plan, version of the simulator, and the values of its runs, in their order.
pub fn write(sweep: &Sweep, shard: Shard, measured: &[Measured]) -> String {
    let run = |run: &Measured| Value::Array(run.iter().map(|&one| Value::optional(one)).collect());
    let object = Value::object([
        ("shardVersion", Value::count(VERSION)),
        ("simulator", Value::string(golden::version())),
        ("shard", Value::count(shard.index as u64)),
        ("of", Value::count(shard.of as u64)),
        ("plan", sweep.plan().to_value(Detail::Short)),
        ("runs", Value::Array(measured.iter().map(run).collect())),
    ]);
    with_checksum(object).to_compact() + "\n"
}

/// Adds the checksum of all other members as the last one.
fn with_checksum(value: Value) -> Value {
    let sum = checksum(&value);
    let Value::Object(mut members) = value else { return value };
    members.push((CHECKSUM.to_owned(), Value::String(sum)));
    Value::Object(members)
}

/// Returns the checksum (FNV-1a, 64 bits) of the members before the checksum, in compact JSON. Spaces between the members do not
/// change it.
fn checksum(value: &Value) -> String {
    let Value::Object(members) = value else { return String::new() };
    let others = members.iter().filter(|(name, _)| name != CHECKSUM).cloned().collect();
    let text = Value::Object(others).to_compact();
    let hash = text
        .bytes()
        .fold(FNV_OFFSET, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME));
    digest_text(hash)
}

/// Joins the shards of a sweep: returns the sweep and the values of all its runs. `files` has a name for messages and the text of
/// each shard.
/// Refuses shards that are missing, twice, incomplete, damaged, or from another plan or version of the simulator.
pub fn merge(files: &[(String, String)]) -> Result<(Sweep, Vec<Option<Measured>>), String> {
    let mut parts = Vec::new();
    for (name, text) in files {
        let value = aqm_json::parse(text).map_err(|error| {
            format!(
                "{name} is not complete JSON: line {}, column {}: {}. Run this shard again.",
                error.line, error.column, error.message
            )
        })?;
        parts.push((name, value));
    }
    let Some((first, value)) = parts.first() else {
        return Err("there are no files to merge".to_owned());
    };
    let (ours, of) = (golden::version(), read(first, value)?.of);
    let plan = value.get("plan").ok_or_else(|| format!("{first} is not the file of a shard"))?;
    for (name, other) in &parts {
        let shard = read(name, other)?;
        if other.get(CHECKSUM) != Some(&Value::String(checksum(other))) {
            return Err(format!(
                "{name} is damaged: its checksum does not fit. Run this shard again."
            ));
        }
        let simulator = match other.get("simulator") {
            Some(Value::String(simulator)) => simulator.as_str(),
            _ => "an unknown version",
        };
        if simulator != ours {
            return Err(format!(
                "{name} was made by aqm {simulator}; this is {ours}. Merge with the version that ran the shards."
            ));
        }
        if other.get("plan") != Some(plan) {
            return Err(format!("{name} belongs to another plan than {first}"));
        }
        if shard.of != of {
            return Err(format!(
                "{name} is one of {} shards, but {first} is one of {of}",
                shard.of
            ));
        }
    }
    let plan = Plan::from_value(plan).map_err(|problems| {
        format!(
            "{first}: the plan is not valid: {}",
            problems.first().map_or(String::new(), ToString::to_string)
        )
    })?;
    let sweep =
        Sweep::new(plan).map_err(|_| format!("{first}: the plan cannot be expanded to runs"))?;
    let mut measured: Vec<Option<Measured>> = vec![None; sweep.runs()];
    let mut names: Vec<Option<&str>> = vec![None; of];
    for (name, value) in &parts {
        let shard = read(name, value)?;
        if let Some(other) = names[shard.index - 1].replace(name) {
            return Err(format!("{name} is shard {} of {of}, and so is {other}", shard.index));
        }
        let runs = values(value, sweep.measures().len())
            .filter(|runs| runs.len() == shard.runs(sweep.runs()).count())
            .ok_or_else(|| {
                format!("{name} does not have the values of all its runs. Run it again.")
            })?;
        for (index, run) in shard.runs(sweep.runs()).zip(runs) {
            if let Some(problem) = sweep.implausible(index, &run) {
                return Err(format!("{name} is damaged: {problem}. Run this shard again."));
            }
            measured[index] = Some(run);
        }
    }
    let missing: Vec<String> = (1..=of)
        .filter(|&index| names[index - 1].is_none())
        .map(|index| index.to_string())
        .collect();
    if missing.is_empty() {
        return Ok((sweep, measured));
    }
    let more = if missing.len() > 10 { ", ..." } else { "" };
    let listed = missing.iter().take(10).cloned().collect::<Vec<_>>().join(", ");
    Err(format!("{} of {of} shards are missing: {listed}{more}", missing.len()))
}

/// Reads which shard a file is.
fn read(name: &str, value: &Value) -> Result<Shard, String> {
    let number = |member: &str| match value.get(member) {
        Some(Value::Number(number)) if number.fract() == 0.0 && *number >= 0.0 => *number as usize,
        _ => 0,
    };
    let shard = Shard { index: number("shard"), of: number("of") };
    let version = number("shardVersion") as u64;
    if version == VERSION && shard.is_valid() {
        return Ok(shard);
    }
    if version == 1 {
        return Err(format!(
            "{name} was written by an older aqm, without a checksum. Merge with that version, or run this shard again."
        ));
    }
    Err(format!("{name} is not the file of a shard; expected the output of aqm sweep --shard"))
}

/// Reads the values of the runs; `None` if they are not lists of `count` numbers or nulls.
fn values(value: &Value, count: usize) -> Option<Vec<Measured>> {
    let Some(Value::Array(runs)) = value.get("runs") else { return None };
    let number = |value: &Value| match value {
        Value::Null => Some(None),
        Value::Number(number) => Some(Some(*number)),
        _ => None,
    };
    let run = |run: &Value| match run {
        Value::Array(values) if values.len() == count => values.iter().map(number).collect(),
        _ => None,
    };
    runs.iter().map(run).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use aqm_scenario::model::Scenario;

    fn sweep(title: &str) -> Sweep {
        let text = r#"{ "version": 1, "durationS": 2, "link": { "rateMbps": 2, "rttMs": 10, "buffer": { "packets": 40 } },
            "queues": [{ "kind": "droptail" }, { "kind": "codel" }], "traffic": [{ "kind": "bulk" }] }"#;
        let mut plan = Plan::of(Scenario::parse(text).expect("it is valid"));
        plan.title = title.to_owned();
        plan.seeds = Some(crate::plan::Seeds::of(&[4, 9, 5]));
        Sweep::new(plan).expect("it is valid")
    }

    fn files(sweep: &Sweep, of: usize) -> Vec<(String, String)> {
        let file = |index: usize| {
            let shard = Shard { index, of };
            let measured: Vec<_> = shard.runs(sweep.runs()).map(|run| sweep.measure(run)).collect();
            (format!("part {index}"), write(sweep, shard, &measured))
        };
        (1..=of).map(file).collect()
    }

    #[test]
    fn shards_merge_to_the_table_of_the_whole_sweep() {
        let sweep = sweep("a");
        let measured: Vec<_> = (0..sweep.runs()).map(|run| Some(sweep.measure(run))).collect();
        let whole = sweep.table(&measured);
        for of in [1, 2, 4, 9] {
            let mut files = files(&sweep, of);
            files.reverse();
            let (merged, values) = merge(&files).expect("it is complete");
            assert_eq!(values, measured);
            assert_eq!(merged.table(&values).csv(), whole.csv());
            assert_eq!(merged.table(&values).json(), whole.json());
        }
    }

    #[test]
    fn a_shard_or_plan_read_as_a_scenario_is_one_problem() {
        let sweep = sweep("Test");
        let (shard, plan) = (files(&sweep, 2).remove(0).1, sweep.plan().to_json());
        for (text, name) in [(shard, "one shard"), (plan, "a plan")] {
            let problems = Scenario::parse(&text).expect_err("it is no scenario");
            let expected = format!("the text is {name} of a sweep; expected a scenario. ");
            assert_eq!(problems.len(), 1, "{problems:?}");
            assert!(problems[0].to_string().starts_with(&expected), "{problems:?}");
        }
    }

    #[test]
    fn missing_double_and_foreign_shards_are_refused() {
        let all = files(&sweep("a"), 3);
        let refused = |files: &[(String, String)], expected: &str| {
            let message = merge(files).expect_err("it is refused");
            assert!(message.contains(expected), "{message}");
        };
        let changed = |from: &str, to: &str| {
            let mut files = all.clone();
            files[1].1 = files[1].1.replace(from, to);
            assert_ne!(files[1].1, all[1].1, "{from}");
            files[1].1 = summed(&files[1].1);
            files
        };
        refused(&[], "there are no files");
        refused(&all[1..], "1 of 3 shards are missing: 1");
        refused(
            &[all.clone(), vec![all[1].clone()]].concat(),
            "part 2 is shard 2 of 3, and so is part 2",
        );
        let other = files(&sweep("b"), 3);
        refused(&[all[0].clone(), other[1].clone()], "part 2 belongs to another plan than part 1");
        refused(&[all[0].clone(), files(&sweep("a"), 2)[1].clone()], "is one of 2 shards");
        refused(&changed(&golden::version(), "0.0.1"), "was made by aqm 0.0.1; this is ");
        refused(&changed("\"shardVersion\":2", "\"shardVersion\":3"), "is not the file of a shard");
        refused(&changed("\"shardVersion\":2", "\"shardVersion\":1"), "by an older aqm, without a");
        refused(
            &changed("\"runs\":[[", "\"runs\":[[1,"),
            "does not have the values of all its runs",
        );
        let mut cut = all.clone();
        cut[2].1.truncate(300);
        refused(&cut, "part 3 is not complete JSON");
    }

    /// Returns the text with the checksum that fits.
    fn summed(text: &str) -> String {
        let Ok(Value::Object(mut members)) = aqm_json::parse(text) else {
            panic!("no object: {text}")
        };
        members.retain(|(name, _)| name != CHECKSUM);
        with_checksum(Value::Object(members)).to_compact()
    }

    /// Returns the shard with `to` as the utilization of its second run, with the old checksum and with a new one.
    fn with_utilization(text: &str, place: usize, to: &Value) -> [String; 2] {
        let Ok(Value::Object(mut members)) = aqm_json::parse(text) else {
            panic!("no object: {text}")
        };
        let runs = members.iter_mut().find(|(name, _)| name == "runs").map(|(_, runs)| runs);
        let Some(Value::Array(runs)) = runs else { panic!("no runs: {text}") };
        let Value::Array(run) = &mut runs[1] else { panic!("no run: {text}") };
        assert!(matches!(run[place], Value::Number(share) if (0.5..=1.0).contains(&share)));
        run[place] = to.clone();
        let text = Value::Object(members).to_compact();
        [text.clone(), summed(&text)]
    }

    #[test]
    fn damaged_values_are_refused() {
        let sweep = sweep("a");
        let place = sweep.measures().iter().position(|measure| measure.name() == "utilization");
        let place = place.expect("it is measured");
        let all = files(&sweep, 3);
        let problem = |text: &str| {
            let files = [all[0].clone(), ("part 2".to_owned(), text.to_owned()), all[2].clone()];
            merge(&files).map(|_| ()).expect_err("it is refused")
        };
        for (value, shown) in [
            (Value::Number(7.0), "7; expected 0 to 1"),
            (Value::Number(-1.0), "-1; expected 0 to 1"),
            (Value::Number(1e300), "; expected 0 to 1"),
            (Value::Number(1.001), "1.001; expected 0 to 1"),
            (Value::Null, "missing"),
        ] {
            let [damaged, forged] = with_utilization(&all[1].1, place, &value);
            assert_eq!(
                problem(&damaged),
                "part 2 is damaged: its checksum does not fit. Run this shard again."
            );
            let message = problem(&forged);
            assert!(message.starts_with("part 2 is damaged: utilization of run 5 "), "{message}");
            assert!(message.contains(shown), "{message}");
        }
        // Every digit counts, in the plan too.
        let digits: Vec<usize> = all[1].1.match_indices('9').map(|(at, _)| at).collect();
        for &at in digits.iter().step_by(7) {
            let mut text = all[1].1.clone();
            text.replace_range(at..=at, "8");
            assert!(merge(&[all[0].clone(), ("part 2".to_owned(), text), all[2].clone()]).is_err());
        }
        // Spaces do no harm.
        let spaced = ("part 2".to_owned(), all[1].1.replace(",\"", ",\n  \""));
        assert!(merge(&[all[0].clone(), spaced, all[2].clone()]).is_ok());
    }

    #[test]
    fn every_run_is_in_one_shard() {
        for of in 1..12 {
            let mut runs: Vec<usize> =
                (1..=of).flat_map(|index| Shard { index, of }.runs(10)).collect();
            runs.sort_unstable();
            assert_eq!(runs, (0..10).collect::<Vec<_>>());
        }
        assert_eq!(Shard::parse("3/8"), Ok(Shard { index: 3, of: 8 }));
        for wrong in ["0/8", "9/8", "3", "a/b", "1/0", "-1/3", "1/9999999"] {
            assert!(Shard::parse(wrong).is_err(), "{wrong}");
        }
    }
}
