//! Reads and writes links of the page.
//!
//! # The form of a link
//!
//! A link is the address of the page and a hash, which browsers do not send to servers: `#v1.` and, in base64url without
//! padding, the raw-deflated JSON `[atMs, scenario, paths, timeline, view, sum]`.
//!
//! - `atMs`: how far the sender's run was computed, in whole milliseconds of simulated time.
//! - `scenario`: the canonical scenario without `version`, `source`, `preset` and `changes`, and with `about` only if the user has
//!   written it. Known names and words are shortened to one or two letters ([`short_names`]). A text that looks like a short
//!   name, or that begins with `'`, gets a `'` before it.
//! - `paths`: the paths of the changes, each once. A change of one lane has `@` and the number of the lane behind its path. A
//!   muted change has `~` before it.
//! - `timeline`: three items for each change: the index into `paths`, the milliseconds since the change before, and the value.
//!   A time that is no whole millisecond is written as `[seconds]`.
//! - `view`: the sender's display, see below. Optional.
//! - `sum`: FNV-1a of the JSON of all items before it. Raw deflate has no checksum, and a link with one wrong letter must not
//!   open as another scenario.
//!
//! The items of `view` are listed here with their indices. Zeros at the end are left out. A reader skips items behind the last
//! one. Times are in milliseconds unless another unit is given.
//!
//! | index | item | 0 stands for |
//! | --- | --- | --- |
//! | 0 | playhead | |
//! | 1 | visible time, s | the whole run |
//! | 2 | 1 if the axis of the queue delay is linear | a logarithmic axis |
//! | 3 | 1 if numbers are those of the whole run | the visible time |
//! | 4 | views in order, each with `:log` or `:linear` if its axis is not its first one | (an empty list: the standard views) |
//! | 5 | layout of lanes: 1 overlaid, 2 stacked | a layout by the number of lanes |
//! | 6 | one more than the lane in focus | no focus |
//! | 7 | number of other seeds, as an index in `SEED_COUNTS` of the page | none |
//! | 8 | the chosen window, `[from, to]` | none |
//! | 9 | the chosen interval, `[from, to]` | none |
//! | 10 | the preset: `[name of its file, 1 if it is modified]` | none |
//! | 11 | the difference that is drawn: `[lane, lane that is subtracted, index in COMPARED of the page]` | none |
//! | 12 | 1 if the queue view is open | closed |
//! | 13 | the open inspector: `[lane, 0]` for the discipline, `[lane, 1, flow]` for a sender (without `flow` the first one), `[lane, 2, flow, packet, ns]` for the drop or mark of a packet at this time | closed |
//! | 14 | 1 if the controls edit the whole run | from the playhead on |
//! | 15 | the lanes of the queue view, the latest last | the first lanes |
//! | 16 | the [`Check`] of the run at `atMs`: `version:digest,digest...` with 8 hexadecimal digits for each lane | none |
//! | 17 | the group whose sender the user is: `[index, 1 if the queue is covered]` | none |
//!
//! The JSON is exactly what `JSON.stringify` writes. The page has a reader of its own (`web/src/core/state/read-link.ts`).
//! `scenarios/golden/damaged-links.json` lists links that both must read or refuse.
//!
//! Links of every release must always open. Short names are assigned once, and a new form gets a new version.

mod check;
pub mod short_names;
mod text;
mod write;

pub use check::Check;
pub use write::page_link;

use aqm_json::Value;
use aqm_scenario::{Limits, Scenario};
use base64::Engine as _;
use base64::alphabet::URL_SAFE;
use base64::engine::GeneralPurpose;
use base64::engine::general_purpose::NO_PAD;
use flate2::read::DeflateDecoder;
use std::collections::BTreeMap;
use std::io::Read as _;
use text::text_of;

/// Base64url without padding. As in browsers, the bits behind the last byte may have any value.
const BASE64: GeneralPurpose =
    GeneralPurpose::new(&URL_SAFE, NO_PAD.with_decode_allow_trailing_bits(true));
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

/// Why a link to a story is refused.
pub const IS_STORY: &str =
    "the link leads to a story, not to a run; expected a link with #v1., as the page copies it";

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

/// What a link holds that was handed in.
pub struct Handed {
    /// The scenario, without goals and free values.
    pub scenario: Scenario,
    /// Its goals, not checked; `None` without goals.
    pub goals: Option<Value>,
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

impl Default for Links {
    fn default() -> Links {
        let names: BTreeMap<_, _> = short_names::committed().into_iter().collect();
        let short = names.iter().map(|(short, name)| (name.clone(), short.clone())).collect();
        Links { names, short }
    }
}

impl Links {
    /// Returns all that a hash holds, within the limits of the format. The reason of a refusal is one line.
    pub fn open(&self, hash: &str) -> Result<Opened, String> {
        let Held { mut members, changes, at_ms, check } = self.held(hash)?;
        members.push(("changes".to_owned(), changes));
        let scenario = parsed(members, &Limits::FORMAT)?;
        let lanes = scenario.queues.len();
        let check = check.filter(|check| at_ms > 0 && check.digests.len() == lanes);
        Ok(Opened { scenario, at_ms, check })
    }

    /// Returns the scenario of a hash without free values, and its goals apart. The reason of a refusal is one line.
    pub fn read(&self, hash: &str) -> Result<Handed, String> {
        let Held { mut members, changes, .. } = self.held(hash)?;
        let goals =
            members.iter().find(|(name, _)| name == "goals").map(|(_, goals)| goals.clone());
        members.retain(|(name, _)| !LEFT_OUT.contains(&name.as_str()));
        members.push(("changes".to_owned(), changes));
        Ok(Handed { scenario: parsed(members, &Limits::PAGE)?, goals })
    }

    /// Returns what a hash holds, without checking the scenario. The page reads links by the same rules (`read-link.ts`).
    fn held(&self, hash: &str) -> Result<Held, String> {
        let text = unpacked(hash)?;
        self.held_in(&text).ok_or_else(damaged)
    }

    fn held_in(&self, text: &str) -> Option<Held> {
        let Ok(Value::Array(all)) = aqm_json::parse(text) else { return None };
        // The page writes its text in one way only. The checksum is that of the text without its last item.
        if text_of(&Value::Array(all.clone())) != text {
            return None;
        }
        let (others, _) = text.rsplit_once(',')?;
        let (Some(Value::Number(sum)), 5..=6) = (all.last(), all.len()) else { return None };
        if *sum != f64::from(checksum(&format!("{others}]"))) {
            return None;
        }
        let [at, Value::Object(scenario), Value::Array(paths), Value::Array(items), ..] = &all[..]
        else {
            return None;
        };
        let at_ms = whole(at)?;
        let view = all.get(4).filter(|_| all.len() == 6);
        if !view.is_none_or(is_view) || !paths.iter().all(is_text) {
            return None;
        }
        let check = match view {
            Some(Value::Array(view)) => view.get(CHECK).and_then(Check::read),
            _ => None,
        };
        let mut members = vec![("version".to_owned(), Value::count(1))];
        for (name, value) in scenario {
            members.push((self.long(name), self.long_value(value)?));
        }
        // Version and changes have places of their own.
        let is_twice = !is_each_once(&members) || members.iter().any(|(name, _)| name == "changes");
        let changes = Value::Array(self.changes(paths, items)?);
        // A run of more than an hour does not exist; nothing is computed up to such a time.
        let at_ms = if at_ms <= 3.6e6 { at_ms as u64 } else { 0 };
        (!is_twice).then_some(Held { members, changes, at_ms, check })
    }

    fn changes(&self, paths: &[Value], items: &[Value]) -> Option<Vec<Value>> {
        let mut changes = Vec::new();
        let mut before = 0.0;
        if !items.len().is_multiple_of(3) {
            return None;
        }
        for item in items.chunks_exact(3) {
            let [path, time, to] = item else { return None };
            let Some(Value::String(path)) = paths.get(whole(path)? as usize) else { return None };
            let at_s = match time {
                Value::Number(ms) if is_safe(*ms) => (before + ms) / 1000.0,
                Value::Array(seconds) => match seconds[..] {
                    [Value::Number(seconds)] => seconds,
                    _ => return None,
                },
                _ => return None,
            };
            if at_s < 0.0 {
                return None;
            }
            before = (at_s * 1000.0).round();
            changes.push(change(path, at_s, self.long_value(to)?));
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

    /// Returns a value of a link with long names; `None` if an object then has a name twice.
    fn long_value(&self, value: &Value) -> Option<Value> {
        Some(match value {
            Value::String(text) => Value::String(self.long(text)),
            Value::Array(items) => {
                Value::Array(items.iter().map(|item| self.long_value(item)).collect::<Option<_>>()?)
            }
            Value::Object(members) => {
                let long = |(name, value): &(String, Value)| {
                    Some((self.long(name), self.long_value(value)?))
                };
                let members: Vec<_> = members.iter().map(long).collect::<Option<_>>()?;
                is_each_once(&members).then_some(Value::Object(members))?
            }
            other => other.clone(),
        })
    }
}

/// What a link holds, read but not checked.
struct Held {
    /// The members of the scenario without its changes.
    members: Vec<(String, Value)>,
    changes: Value,
    at_ms: u64,
    check: Option<Check>,
}

/// Largest whole number that the page reads exactly.
const MOST_SAFE: f64 = 9_007_199_254_740_991.0;

fn is_safe(number: f64) -> bool {
    number.fract() == 0.0 && number.abs() <= MOST_SAFE
}

/// Returns a whole number from 0.
fn whole(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) if is_safe(*number) && *number >= 0.0 => Some(*number),
        _ => None,
    }
}

fn is_text(value: &Value) -> bool {
    matches!(value, Value::String(_))
}

/// Returns whether a value is a display: four whole numbers, then the names of the plots if there are more items.
fn is_view(value: &Value) -> bool {
    let Value::Array(items) = value else { return false };
    let has_names = match items.get(4) {
        Some(Value::Array(names)) => names.iter().all(is_text),
        Some(_) => false,
        None => true,
    };
    items.len() >= 4 && items[..4].iter().all(|item| whole(item).is_some()) && has_names
}

fn is_each_once(members: &[(String, Value)]) -> bool {
    members
        .iter()
        .enumerate()
        .all(|(index, (name, _))| members[..index].iter().all(|(other, _)| other != name))
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
    if hash.encode_utf16().count() > MOST_CHARACTERS {
        return Err(format!("the link has more than {MOST_CHARACTERS} characters"));
    }
    // Characters behind a link in a text may belong to the hash; the checksum detects a wrong cut.
    let end = packed.find(|c: char| !is_base64(c)).unwrap_or(packed.len());
    let bytes = BASE64.decode(&packed[..end]).map_err(|_| damaged())?;
    let mut text = Vec::new();
    let mut decoder = DeflateDecoder::new(&bytes[..]);
    let read = decoder.by_ref().take(MOST_BYTES + 1).read_to_end(&mut text);
    if text.len() as u64 > MOST_BYTES {
        return Err(format!("the link unpacks to more than {} KiB", MOST_BYTES / 1024));
    }
    read.map_err(|_| damaged())?;
    if decoder.total_in() != bytes.len() as u64 {
        return Err(damaged());
    }
    String::from_utf8(text).map_err(|_| damaged())
}

/// Returns the scenario with these members. The reason of a refusal is one line.
fn parsed(members: Vec<(String, Value)>, limits: &'static Limits) -> Result<Scenario, String> {
    Scenario::parse_within(&Value::Object(members).to_compact(), limits).map_err(|found| {
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

#[cfg(test)]
mod tests;
