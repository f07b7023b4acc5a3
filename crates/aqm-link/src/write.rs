//! Writes links as the page does.

use super::text::text_of;
use super::{BASE64, CHECK, Check, Links, checksum};
use aqm_json::Value;
use aqm_scenario::{Detail, Scenario, TimedChange};
use base64::Engine as _;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use std::io::Write as _;

/// Members of a scenario that links do not contain: version and changes have places of their own, source and card do not
/// affect the run.
const LEFT_OUT: [&str; 4] = ["version", "changes", "source", "preset"];
/// Place of the views in the display, which is a list.
const VIEWS: usize = 4;

impl Links {
    /// Returns the hash of a scenario, `#` included. With a check it also says how far the run was computed, in ms.
    pub fn write(&self, scenario: &Scenario, check: Option<(u64, &Check)>) -> String {
        let Value::Object(members) = scenario.to_value(Detail::Short) else {
            unreachable!("a scenario is an object")
        };
        let members = members.into_iter().filter(|(name, _)| !LEFT_OUT.contains(&name.as_str()));
        let members = Value::Object(members.collect());
        let mut paths: Vec<String> = Vec::new();
        let mut items = Vec::new();
        let mut before = 0.0;
        for change in &scenario.changes {
            let path = path_of(change);
            let index = paths.iter().position(|other| *other == path).unwrap_or_else(|| {
                paths.push(path);
                paths.len() - 1
            });
            let ms = (change.at_s * 1000.0).round();
            let time = if ms / 1000.0 == change.at_s {
                Value::Number(ms - before)
            } else {
                Value::Array(vec![Value::Number(change.at_s)])
            };
            before = ms;
            items.extend([Value::count(index as u64), time, self.short_value(&change.to)]);
        }
        let paths = paths.into_iter().map(Value::String).collect();
        let at_ms = check.map_or(0, |(at_ms, _)| at_ms);
        let mut payload = vec![
            Value::count(at_ms),
            self.short_value(&members),
            Value::Array(paths),
            Value::Array(items),
        ];
        payload.extend(check.map(|(at_ms, check)| view(at_ms, check)));
        let sum = checksum(&text_of(&Value::Array(payload.clone())));
        payload.push(Value::count(u64::from(sum)));
        let text = text_of(&Value::Array(payload));
        let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
        packed.write_all(text.as_bytes()).expect("memory takes all bytes");
        format!(
            "#v{}.{}",
            super::VERSION,
            BASE64.encode(packed.finish().expect("memory takes all bytes"))
        )
    }

    fn short(&self, text: &str) -> String {
        match self.short.get(text) {
            Some(short) => short.clone(),
            // It would be read as a short name or as an escaped text.
            None if text.encode_utf16().count() <= 2 || text.starts_with('\'') => {
                format!("'{text}")
            }
            None => text.to_owned(),
        }
    }

    fn short_value(&self, value: &Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.short(text)),
            Value::Array(items) => {
                Value::Array(items.iter().map(|item| self.short_value(item)).collect())
            }
            Value::Object(members) => {
                let short =
                    |(name, value): &(String, Value)| (self.short(name), self.short_value(value));
                Value::Object(members.iter().map(short).collect())
            }
            other => other.clone(),
        }
    }
}

/// Returns the address of a page with a hash; the hash alone if the address is empty.
pub fn page_link(page: &str, hash: &str) -> String {
    format!("{}{hash}", page.split('#').next().unwrap_or_default())
}

/// Returns a display that shows the end of the run, with the check in its place.
fn view(at_ms: u64, check: &Check) -> Value {
    let mut items = vec![Value::Number(0.0); CHECK];
    items[0] = Value::count(at_ms);
    items[VIEWS] = Value::Array(Vec::new());
    items.push(Value::String(check.text()));
    Value::Array(items)
}

fn path_of(change: &TimedChange) -> String {
    let muted = if change.muted { "~" } else { "" };
    let lane = change.lane.map_or_else(String::new, |lane| format!("@{lane}"));
    format!("{muted}{}{lane}", change.set)
}
