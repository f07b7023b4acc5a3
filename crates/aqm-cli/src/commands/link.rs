//! Reads and writes links of the page. `web/src/state/share.ts` defines their form, and that of the check that they can carry.

mod check;
mod write;

pub use check::Check;
pub use write::page_link;

use aqm_scenario::generate::short_names;
use aqm_scenario::json::{self, Value};
use aqm_scenario::{Limits, Scenario};
use flate2::read::DeflateDecoder;
use std::collections::BTreeMap;
use std::io::Read as _;

/// Greatest length of a link.
const MOST_CHARACTERS: usize = 64 * 1024;
/// Greatest size of what a link unpacks to.
const MOST_BYTES: u64 = 256 * 1024;
/// The version of the form.
const VERSION: u64 = 1;
/// Place of the check in the display that a link holds.
const CHECK: usize = 16;
/// Members that a grader does not need. They may not fit the values that were handed in.
const LEFT_OUT: [&str; 2] = ["goals", "free"];

/// Returns where the hash of the last link in a line begins: at the `#` of `#v1.`.
pub fn start(line: &str) -> Option<usize> {
    let starts = line.rmatch_indices("#v").map(|(at, _)| at);
    starts.into_iter().find(|&at| version(&line[at..]).is_some())
}

/// Returns the version of a hash, and what follows it.
fn version(hash: &str) -> Option<(&str, &str)> {
    let (version, rest) = hash.strip_prefix("#v")?.split_once('.')?;
    let is_number = !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some((version, rest))
}

/// Reads and writes links. The names of members are shortened in them.
pub struct Links {
    /// Names by their short ones.
    names: BTreeMap<String, String>,
    /// Short names by their names.
    short: BTreeMap<String, String>,
}

/// What a link holds.
pub struct Opened {
    /// The scenario.
    pub scenario: Scenario,
    /// How far the sender's run was computed, ms of simulated time.
    pub at_ms: u64,
    /// What came out there, if the link says it.
    pub check: Option<Check>,
}

impl Links {
    /// Prepares the table of short names.
    pub fn new() -> Links {
        let names: BTreeMap<_, _> = short_names().into_iter().collect();
        let short = names.iter().map(|(short, name)| (name.clone(), short.clone())).collect();
        Links { names, short }
    }

    /// Returns all that a hash holds, within the limits of the format. The reason of a refusal is one line.
    pub fn open(&self, hash: &str) -> Result<Opened, String> {
        let text = unpacked(hash)?;
        let value = self.scenario(&text, &[]).ok_or_else(damaged)?;
        let scenario = parsed(&value, &Limits::FORMAT)?;
        let Ok(Value::Array(items)) = json::parse(&text) else { return Err(damaged()) };
        let at_ms = match items.first() {
            Some(Value::Number(ms)) if *ms >= 0.0 && *ms <= 3.6e6 => ms.round() as u64,
            _ => 0,
        };
        let view = items.get(4).filter(|_| items.len() == 6);
        let check = match view {
            Some(Value::Array(view)) => view.get(CHECK).and_then(Check::read),
            _ => None,
        };
        let lanes = scenario.queues.len();
        let check = check.filter(|check| at_ms > 0 && check.digests.len() == lanes);
        Ok(Opened { scenario, at_ms, check })
    }

    /// Returns the scenario of a hash, without goals and free values. The reason of a refusal is one line.
    pub fn read(&self, hash: &str) -> Result<Scenario, String> {
        let text = unpacked(hash)?;
        let value = self.scenario(&text, &LEFT_OUT).ok_or_else(damaged)?;
        parsed(&value, &Limits::PAGE)
    }

    /// Returns the scenario of the list that a link holds, without the members `left_out`; `None` if it is damaged.
    fn scenario(&self, text: &str, left_out: &[&str]) -> Option<Value> {
        let Ok(Value::Array(all)) = json::parse(text) else { return None };
        // The page writes no spaces, so the text without the last item is that of the other items.
        let (others, _) = text.rsplit_once(',')?;
        let (Some(Value::Number(sum)), 5..=6) = (all.last(), all.len()) else { return None };
        if *sum != f64::from(checksum(&format!("{others}]"))) {
            return None;
        }
        let [_, Value::Object(members), Value::Array(paths), Value::Array(items), ..] = &all[..]
        else {
            return None;
        };
        let mut scenario = vec![("version".to_owned(), Value::count(1))];
        for (name, value) in members {
            let name = self.long(name);
            if !left_out.contains(&name.as_str()) {
                scenario.push((name, self.long_value(value)));
            }
        }
        scenario.push(("changes".to_owned(), Value::Array(self.changes(paths, items)?)));
        Some(Value::Object(scenario))
    }

    fn changes(&self, paths: &[Value], items: &[Value]) -> Option<Vec<Value>> {
        let mut changes = Vec::new();
        let mut before = 0.0;
        if !items.len().is_multiple_of(3) {
            return None;
        }
        for item in items.chunks_exact(3) {
            let [Value::Number(path), time, to] = item else { return None };
            let is_index = path.fract() == 0.0 && *path >= 0.0 && *path < paths.len() as f64;
            let Some(Value::String(path)) = paths.get(*path as usize).filter(|_| is_index) else {
                return None;
            };
            let at_s = match time {
                Value::Number(ms) => (before + ms) / 1000.0,
                Value::Array(seconds) => match seconds[..] {
                    [Value::Number(seconds)] => seconds,
                    _ => return None,
                },
                _ => return None,
            };
            before = (at_s * 1000.0).round();
            changes.push(change(path, at_s, self.long_value(to)));
        }
        Some(changes)
    }

    /// Returns the name or word of a text in a link.
    fn long(&self, text: &str) -> String {
        match text.strip_prefix('\'') {
            Some(escaped) => escaped.to_owned(),
            None => self.names.get(text).cloned().unwrap_or_else(|| text.to_owned()),
        }
    }

    fn long_value(&self, value: &Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.long(text)),
            Value::Array(items) => {
                Value::Array(items.iter().map(|item| self.long_value(item)).collect())
            }
            Value::Object(members) => {
                let long =
                    |(name, value): &(String, Value)| (self.long(name), self.long_value(value));
                Value::Object(members.iter().map(long).collect())
            }
            other => other.clone(),
        }
    }
}

fn damaged() -> String {
    "the link is damaged; part of it may have been cut off".to_owned()
}

/// Returns the text that a hash holds.
fn unpacked(hash: &str) -> Result<String, String> {
    let (version, packed) = version(hash).ok_or_else(damaged)?;
    match version.parse() {
        Ok(VERSION) => {}
        Ok(0) => return Err(damaged()),
        _ => return Err("the link was made by a newer version of the playground".to_owned()),
    }
    if hash.len() > MOST_CHARACTERS {
        return Err(format!("the link has more than {MOST_CHARACTERS} characters"));
    }
    // Characters behind a link in a text may belong to the hash; the checksum detects a wrong cut.
    let end = packed.find(|c: char| !is_base64(c)).unwrap_or(packed.len());
    let bytes = from_base64(&packed[..end]).ok_or_else(damaged)?;
    let mut text = Vec::new();
    let read = DeflateDecoder::new(&bytes[..]).take(MOST_BYTES + 1).read_to_end(&mut text);
    if text.len() as u64 > MOST_BYTES {
        return Err(format!("the link unpacks to more than {} KiB", MOST_BYTES / 1024));
    }
    read.map_err(|_| damaged())?;
    String::from_utf8(text).map_err(|_| damaged())
}

/// Returns the scenario of a value. The reason of a refusal is one line.
fn parsed(value: &Value, limits: &'static Limits) -> Result<Scenario, String> {
    Scenario::parse_within(&value.to_compact(), limits).map_err(|found| {
        let more = match found.len() {
            0 | 1 => String::new(),
            count => format!(" (and {} more problems)", count - 1),
        };
        found
            .first()
            .map_or_else(damaged, |first| format!("the scenario is refused: {first}{more}"))
    })
}

/// Returns a change; the path in a link has its lane and whether it is muted.
fn change(path: &str, at_s: f64, to: Value) -> Value {
    let (is_muted, path) = match path.strip_prefix('~') {
        Some(path) => (true, path),
        None => (false, path),
    };
    let lane = path.as_bytes().last().filter(|byte| byte.is_ascii_digit());
    let (path, lane) = match (path.len().checked_sub(2), lane) {
        (Some(at), Some(digit)) if path.as_bytes()[at] == b'@' => {
            (&path[..at], Some(u64::from(digit - b'0')))
        }
        _ => (path, None),
    };
    let mut members = vec![
        ("atS".to_owned(), Value::Number(at_s)),
        ("set".to_owned(), Value::string(path)),
        ("to".to_owned(), to),
    ];
    members.extend(lane.map(|lane| ("lane".to_owned(), Value::count(lane))));
    members.extend(is_muted.then(|| ("muted".to_owned(), Value::Bool(true))));
    Value::Object(members)
}

/// FNV-1a over the UTF-16 code units, 32 bits.
fn checksum(text: &str) -> u32 {
    text.encode_utf16()
        .fold(0x811c_9dc5, |hash, unit| (hash ^ u32::from(unit)).wrapping_mul(0x0100_0193))
}

fn is_base64(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

/// Returns the bytes of base64url without padding; `None` if it is none.
fn from_base64(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| -> Option<u32> {
        Some(u32::from(match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'-' => 62,
            b'_' => 63,
            _ => return None,
        }))
    };
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 3);
    for chunk in text.as_bytes().chunks(4) {
        if chunk.len() == 1 {
            return None;
        }
        let mut bits = 0;
        for &byte in chunk {
            bits = bits << 6 | digit(byte)?;
        }
        bits <<= 6 * (4 - chunk.len());
        bytes.extend(&bits.to_be_bytes()[1..chunk.len()]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests;
