//! Finds what replaces the values of a plan during the runs: timed changes, a schedule, a muted group, lanes with a
//! congestion control of their own, or a lane that does not run. A table over replaced values would show differences that no run has.

mod senders;
mod texts;

pub use texts::{By, Override};

use super::Cell;
use crate::plan::Plan;
use aqm_json::{Value, shown};
use aqm_scenario::model::{Scenario, TimedChange, covers};
use aqm_scenario::paths::{read_index, split};
use aqm_scenario::problem::Problem;

/// Returns everything that replaces values of the parameters of a plan, parameter after parameter.
pub fn overrides(plan: &Plan, cells: &[Cell]) -> Vec<Override> {
    let mut found: Vec<Override> = Vec::new();
    for (axis, vary) in plan.vary.iter().enumerate() {
        let first = found.len();
        let mut lost = 0;
        for cell in cells {
            let causes = of_cell(&cell.scenario, vary.path(), &plan.lanes);
            lost += usize::from(causes.iter().any(|cause| cause.is_lost));
            for cause in causes {
                match found[first..].iter_mut().find(|other| other.by == cause.by) {
                    Some(other) => {
                        other.from_s = other.from_s.min(cause.from_s);
                        other.until_s = other.until_s.max(cause.until_s);
                        other.warmup_s = other.warmup_s.max(cell.scenario.warmup_s);
                        other.cells += 1;
                        other.lost += usize::from(cause.is_lost);
                    }
                    None => found.push(Override {
                        axis,
                        path: vary.path().to_owned(),
                        by: cause.by,
                        from_s: cause.from_s,
                        until_s: cause.until_s,
                        warmup_s: cell.scenario.warmup_s,
                        cells: 1,
                        of: cells.len(),
                        lost: usize::from(cause.is_lost),
                        is_whole: false,
                    }),
                }
            }
        }
        for cause in &mut found[first..] {
            cause.is_whole = lost == cells.len() && cause.lost > 0;
        }
    }
    found
}

/// Returns a note for each lane whose discipline a change replaces: tables name a lane by its first discipline.
pub fn renamed(cells: &[Cell]) -> Vec<Problem> {
    let mut notes: Vec<Problem> = Vec::new();
    for Cell { scenario, lanes, .. } in cells {
        for (index, change) in scenario.changes.iter().enumerate() {
            if change.muted {
                continue;
            }
            let ["queues", lane] = split(&change.set)[..] else { continue };
            let Some(lane) = read_index(lane).and_then(|lane| usize::try_from(lane).ok()) else {
                continue;
            };
            let (Some(queue), Some(Value::String(kind))) =
                (scenario.queues.get(lane), change.to.get("kind"))
            else {
                continue;
            };
            let path = format!("scenario.queues[{lane}]");
            let is_known = notes.iter().any(|note| note.path == path);
            if **kind == *queue.kind()
                || is_known
                || !lanes.contains(&lane)
                || change.at_s >= scenario.duration_s
            {
                continue;
            }
            let [name, at_s] = [queue.kind(), &shown(change.at_s)];
            let is_early = change.at_s <= scenario.warmup_s;
            let contain = if is_early { "are those of the latter" } else { "contain both" };
            let message = format!(
                "is '{name}' in the table, but changes[{index}] makes it '{kind}' at {at_s} s; the results {contain}."
            );
            notes.push(Problem { path, message });
        }
    }
    notes
}

/// What replaces a value in one scenario.
struct Found {
    by: By,
    from_s: f64,
    until_s: f64,
    /// Whether no measured packet depends on the value.
    is_lost: bool,
}

fn of_cell(scenario: &Scenario, path: &str, lanes: &[u64]) -> Vec<Found> {
    let Some(value) = Varied::new(scenario, path) else { return Vec::new() };
    let end_s = scenario.duration_s;
    let start_s = scenario.warmup_s.max(value.from_s);
    let whole = |by, from_s| Found { by, from_s, until_s: f64::INFINITY, is_lost: true };
    if value.from_s >= end_s {
        return vec![whole(By::End, value.from_s)];
    }
    if let ["queues", lane, ..] = split(&value.path)[..]
        && let Some(lane) = read_index(lane)
        && !lanes.is_empty()
        && !lanes.contains(&lane)
    {
        return vec![whole(By::Lane { lane: lane as usize }, 0.0)];
    }
    let mut found = Vec::new();
    let mut until_s = end_s;
    for (index, change) in value.later(scenario) {
        if change.at_s >= until_s {
            break;
        }
        let by = |set: &String| (index, set.clone());
        if covers(&change.set, &value.path) || ends_schedule(&change.set, &value.path) {
            let ((index, set), is_lost) = (by(&change.set), change.at_s <= start_s);
            // A pulse is two changes of one field. That the second one ends the first is no surprise.
            if is_lost || value.change.is_none() {
                let by = By::Change { index, set };
                let until_s = f64::INFINITY;
                found.push(Found { by, from_s: change.at_s, until_s, is_lost });
            }
            until_s = change.at_s;
        } else if covers(&value.path, &change.set) {
            let (index, set) = by(&change.set);
            let is_known =
                |one: &Found| matches!(&one.by, By::Part { set: other, .. } if *other == set);
            if !found.iter().any(is_known) {
                let by = By::Part { index, set };
                let until_s = f64::INFINITY;
                found.push(Found { by, from_s: change.at_s, until_s, is_lost: false });
            }
        }
    }
    if value.path == "link.rateMbps"
        && value.change.is_none()
        && let Some(schedule) = &scenario.link.schedule
        && schedule.first_s() < until_s
    {
        let from_s = schedule.first_s();
        found.push(Found { by: By::Schedule, from_s, until_s, is_lost: false });
    }
    found.extend(silence(scenario, &value.path, [start_s, until_s]));
    found.extend(senders::replaced(scenario, &value.path, lanes, [start_s, until_s]));
    found.extend(senders::without_effect(scenario, &value.path, [start_s, until_s]));
    found
}

/// The field that a value of the plan sets.
struct Varied {
    path: String,
    /// Time from which the value holds, s.
    from_s: f64,
    /// Index of the change with the value; `None`: the scenario's start has it.
    change: Option<usize>,
}

impl Varied {
    /// Returns `None` for fields that no change can replace, such as the time of a change.
    fn new(scenario: &Scenario, path: &str) -> Option<Varied> {
        match split(path)[..] {
            ["changes", index, "to", ..] => {
                let index = usize::try_from(read_index(index)?).ok()?;
                let change = scenario.changes.get(index)?;
                let path = change.set.clone();
                // Bursts add traffic and replace nothing.
                (path != "burst" && concerns_all(change)).then_some(Varied {
                    path,
                    from_s: change.at_s,
                    change: Some(index),
                })
            }
            ["link" | "queues" | "traffic", ..] => {
                Some(Varied { path: path.to_owned(), from_s: 0.0, change: None })
            }
            _ => None,
        }
    }

    /// Returns the changes after the value in the order in which they take effect, with their indices.
    fn later<'a>(&self, scenario: &'a Scenario) -> Vec<(usize, &'a TimedChange)> {
        let mut all: Vec<_> = scenario
            .changes
            .iter()
            .enumerate()
            .filter(|(_, change)| concerns_all(change))
            .collect();
        all.sort_by_key(|(_, change)| change.time());
        let place = self.change.and_then(|place| all.iter().position(|(index, _)| *index == place));
        all.split_off(place.map_or(0, |place| place + 1))
    }
}

/// Returns whether a change can replace a value in every lane of the run.
fn concerns_all(change: &TimedChange) -> bool {
    change.lane.is_none() && !change.muted
}

/// A change of the rate ends the schedule.
fn ends_schedule(set: &str, path: &str) -> bool {
    set == "link.rateMbps" && covers("link.schedule", path)
}

/// Returns the time in which the group of a field sends nothing, from the first to the last such time of `within`.
fn silence(scenario: &Scenario, path: &str, within: [f64; 2]) -> Option<Found> {
    let ["traffic", group, name, ..] = split(path)[..] else { return None };
    let group = usize::try_from(read_index(group)?).ok()?;
    let config = scenario.traffic.get(group)?.config();
    // A value of one of the two does not depend on itself.
    let mut muted = config.is_muted() && name != "muted";
    let mut empty = config.flows() == 0 && name != "flows";
    let [start_s, end_s] = within;
    let mut times: Vec<(f64, bool)> = vec![(0.0, muted || empty)];
    let prefix = ["traffic.", &group.to_string(), "."].concat();
    for change in scenario.timeline() {
        match (change.set.strip_prefix(&*prefix), &change.to) {
            (Some("muted"), Value::Bool(to)) if name != "muted" => muted = *to,
            (Some("flows"), Value::Number(to)) if name != "flows" => empty = *to == 0.0,
            _ => continue,
        }
        times.push((change.at_s, muted || empty));
    }
    let ends = times.iter().skip(1).map(|(at_s, _)| *at_s).chain([f64::INFINITY]);
    let spans = times.iter().zip(ends).filter(|((_, silent), _)| *silent);
    let spans: Vec<[f64; 2]> = spans.map(|((from_s, _), end)| [*from_s, end]).collect();
    let counted: Vec<_> =
        spans.into_iter().filter(|[from_s, end]| *from_s < end_s && *end > start_s).collect();
    let (first, last) = (counted.first()?, counted.last()?);
    let long: f64 = counted.iter().map(|[from_s, end]| end.min(end_s) - from_s.max(start_s)).sum();
    let until_s = if last[1] < scenario.duration_s { last[1] } else { f64::INFINITY };
    let is_lost = long >= end_s - start_s;
    Some(Found { by: By::Silence { group }, from_s: first[0], until_s, is_lost })
}

/// Returns the parameters of which all values gave equal results, if every run was made. `measured` is in the order of the
/// runs.
pub fn indifferent(sweep: &super::Sweep, measured: &[Option<super::Measured>]) -> Vec<usize> {
    if measured.iter().any(Option::is_none) {
        return Vec::new();
    }
    let seeds = sweep.seeds().len();
    let counts: Vec<usize> = sweep.axes().iter().map(|axis| axis.values.len()).collect();
    let stride = |axis: usize| counts[axis + 1..].iter().product::<usize>();
    // The first row of each cell, and the end.
    let mut starts = Vec::new();
    let mut rows = 0;
    for cell in sweep.cells() {
        starts.push(rows);
        rows += cell.lanes.len();
    }
    starts.push(rows);
    let results = |cell: usize| &measured[starts[cell] * seeds..starts[cell + 1] * seeds];
    let is_equal = |axis: usize| {
        let stride = stride(axis);
        (0..sweep.cells().len()).all(|cell| {
            let position = cell / stride % counts[axis];
            let first = cell - position * stride;
            sweep.cells()[cell].lanes == sweep.cells()[first].lanes
                && results(cell) == results(first)
        })
    };
    (0..counts.len()).filter(|&axis| counts[axis] > 1 && is_equal(axis)).collect()
}

#[cfg(test)]
mod tests;
