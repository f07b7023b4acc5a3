//! Compares a replay with the record, decision by decision.

use crate::drive::{Arrival, Fate, Observer, Run, TooLong, drive};
use crate::header::TraceHeader;
use crate::observed::{DECISION_WIDTH, Decision, Event, Memory, Observed, OwnLog, STATE_WIDTH};
use crate::outcome::Outcome;
use crate::subject::{self, Take};
use aqm_sim::time::{Span, Time};
use std::fmt;

/// Number of differences that a [`Report`] lists.
const LISTED: usize = 10;

/// A recorded packet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// Its arrival.
    pub arrival: Arrival,
    /// Its outcome.
    pub fate: Fate,
    /// Its sojourn time; zero for drops at enqueue.
    pub sojourn: Span,
    /// Its rank among all packets in the order in which they were forwarded or dropped, if recorded.
    pub rank: Option<u64>,
    /// The discipline's values at the decision, in the order of its [`crate::Subject::decision_columns`]; `None`
    /// where nothing was recorded.
    pub decision: [Option<i128>; DECISION_WIDTH],
}

/// The discipline's recorded state at a time: as many values as its [`crate::Subject::columns`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StateRow {
    /// Time of the state.
    pub at: Time,
    /// Values in the order of the columns; `None` where nothing was recorded.
    pub values: [Option<i128>; STATE_WIDTH],
}

/// A value in a trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// A number.
    Number(i128),
    /// A draw, written in hexadecimal.
    Bits(u64),
    /// An outcome.
    Outcome(Outcome),
    /// No value.
    Nothing,
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => write!(f, "{number}"),
            Value::Bits(bits) => write!(f, "{bits:x}"),
            Value::Outcome(outcome) => f.write_str(outcome.code()),
            Value::Nothing => f.write_str("nothing"),
        }
    }
}

/// Place of a difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Packet of this number, from 0.
    Packet(usize),
    /// State row of this number, from 0.
    State(usize),
    /// Row of this number in a congestion control's trace, from 0.
    Row(usize),
    /// The totals in the header.
    Total,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Packet(index) => write!(f, "packet {index}"),
            Place::State(index) => write!(f, "state {index}"),
            Place::Row(index) => write!(f, "row {index}"),
            Place::Total => f.write_str("total"),
        }
    }
}

/// A difference between a record and its replay.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// Place.
    pub place: Place,
    /// Column.
    pub column: String,
    /// Recorded value.
    pub expected: Value,
    /// Value of the replay.
    pub actual: Value,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mismatch { place, column, expected, actual } = self;
        write!(f, "{place}: {column} is {actual}, recorded {expected}")
    }
}

/// Result of [`compare`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Packets compared.
    pub rows: usize,
    /// State rows compared.
    pub states: usize,
    /// State columns that were not recorded, and so not compared.
    pub unrecorded: Vec<&'static str>,
    /// Recorded columns of a congestion control that its probe does not report.
    pub not_compared: Vec<String>,
    /// Packets, state rows and totals that differ.
    pub mismatches: usize,
    /// The first few differences, column by column.
    pub first: Vec<Mismatch>,
    /// In how many places each column differs, in the order of the first difference.
    pub by_column: Vec<(String, usize)>,
}

impl Report {
    /// Adds the columns that differ in one place.
    pub(crate) fn compare(
        &mut self,
        place: Place,
        columns: impl IntoIterator<Item = (String, Value, Value)>,
    ) {
        let mut differs = false;
        for (column, expected, actual) in columns {
            if expected != actual {
                differs = true;
                match self.by_column.iter_mut().find(|(name, _)| *name == column) {
                    Some((_, count)) => *count += 1,
                    None => self.by_column.push((column.clone(), 1)),
                }
                if self.first.len() < LISTED {
                    self.first.push(Mismatch { place, column, expected, actual });
                }
            }
        }
        self.mismatches += usize::from(differs);
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rows {}, mismatches {}", self.rows, self.mismatches)?;
        for mismatch in &self.first {
            write!(f, "\n  {mismatch}")?;
        }
        if self.mismatches > 0 {
            let columns = self.by_column.iter().map(|(name, count)| format!("{name} {count}"));
            write!(f, "\ndifferences by column: {}", columns.collect::<Vec<_>>().join(", "))?;
        }
        if self.states > 0 {
            write!(f, "\nstate rows {} compared as well", self.states)?;
            if !self.unrecorded.is_empty() {
                write!(f, ", without {}", self.unrecorded.join(", "))?;
            }
        }
        if !self.not_compared.is_empty() {
            write!(f, "\ncolumns not compared: {}", self.not_compared.join(", "))?;
        }
        Ok(())
    }
}

/// Runs the discipline of `header` over the recorded arrivals and compares every decision with the
/// record; with `states`, its inner state too.
pub fn compare(
    header: &TraceHeader,
    rows: &[Row],
    states: Option<&[StateRow]>,
) -> Result<Report, TooLong> {
    header.subject.give(header.setting.start, Comparison { header, rows, states })
}

/// A comparison that waits for its discipline.
struct Comparison<'a> {
    header: &'a TraceHeader,
    rows: &'a [Row],
    states: Option<&'a [StateRow]>,
}

impl Take for Comparison<'_> {
    type Output = Result<Report, TooLong>;

    fn take<D: Observed>(self, discipline: D) -> Self::Output {
        compare_with(discipline, self.header, self.rows, self.states)
    }
}

/// Records the values that a trace records.
#[derive(Default)]
struct StateLog {
    states: Vec<StateRow>,
    /// This many are compared and listed; the others are only counted.
    wanted: usize,
    more: usize,
    /// Column with a row's bucket, and the number of buckets whose rows were recorded.
    recorded_buckets: Option<(usize, i128)>,
    memory: Memory,
    /// One for every arrival.
    decisions: Vec<Decision>,
    /// Outcomes that only the discipline's own log has.
    outcomes: Vec<(usize, Outcome)>,
}

impl StateLog {
    fn push(&mut self, at: Time, values: [i128; STATE_WIDTH]) {
        if self.recorded_buckets.is_some_and(|(column, count)| values[column] >= count) {
            return;
        }
        if self.states.len() < self.wanted {
            self.states.push(StateRow { at, values: values.map(Some) });
        } else {
            self.more += 1;
        }
    }

    fn happened<D: Observed>(&mut self, now: Time, discipline: &D, event: Event) {
        let mut memory = std::mem::take(&mut self.memory);
        discipline.rows(event, &mut memory, &mut |values| self.push(now, values));
        self.memory = memory;
    }

    /// Adds what the discipline recorded itself.
    fn add(&mut self, own: OwnLog) {
        own.states.into_iter().for_each(|(at, values)| self.push(at, values));
        for (index, outcome, decision) in own.decisions {
            self.decisions[index] = decision;
            self.outcomes.extend(outcome.map(|outcome| (index, outcome)));
        }
        self.outcomes.sort_by_key(|(index, _)| *index);
    }

    fn outcome(&self, index: usize) -> Option<Outcome> {
        let place = self.outcomes.binary_search_by_key(&index, |(index, _)| *index).ok()?;
        Some(self.outcomes[place].1)
    }
}

impl<D: Observed> Observer<D> for StateLog {
    fn enqueued(&mut self, now: Time, discipline: &D) {
        self.decisions.push(discipline.decision_at_arrival());
        self.happened(now, discipline, Event::Enqueue);
    }

    fn forwarded(&mut self, index: usize, discipline: &D) {
        if let Some(decision) = discipline.decision_at_departure() {
            self.decisions[index] = decision;
        }
    }

    fn dequeued(&mut self, now: Time, discipline: &D) {
        self.happened(now, discipline, Event::Dequeue);
    }

    fn timer_fired(&mut self, now: Time, discipline: &D) {
        self.happened(now, discipline, Event::Timer);
    }
}

/// [`compare`] with the discipline of the header.
fn compare_with<D: Observed>(
    mut discipline: D,
    header: &TraceHeader,
    rows: &[Row],
    states: Option<&[StateRow]>,
) -> Result<Report, TooLong> {
    let arrivals: Vec<Arrival> = rows.iter().map(|row| row.arrival).collect();
    let wanted = states.map_or(0, |states| states.len() + LISTED);
    let bucket = header.subject.columns().iter().position(|name| *name == "bucket");
    let recorded_buckets = bucket.zip(header.state_buckets.map(i128::from));
    let mut log = StateLog { wanted, recorded_buckets, ..StateLog::default() };
    let run = drive(&mut discipline, &header.setting, &arrivals, subject::outcomes, &mut log)?;
    log.add(discipline.own_log());

    let mut report = Report { rows: rows.len(), ..Report::default() };
    for (index, row) in rows.iter().enumerate() {
        let columns = packet_columns::<D>(header, row, &run, &log, index);
        report.compare(Place::Packet(index), columns);
    }
    if let Some(states) = states {
        report.states = states.len();
        let is_recorded = |column: usize| states.iter().all(|row| row.values[column].is_some());
        let columns = header.subject.columns().iter().enumerate();
        report.unrecorded =
            columns.filter(|(column, _)| !is_recorded(*column)).map(|(_, name)| *name).collect();
        compare_states(&mut report, header.subject.columns(), states, &log.states);
        report.mismatches += log.more;
    }
    report.compare(Place::Total, totals(header, &run, &discipline));
    Ok(report)
}

fn packet_columns<D: Observed>(
    header: &TraceHeader,
    row: &Row,
    run: &Run,
    log: &StateLog,
    index: usize,
) -> Vec<(String, Value, Value)> {
    let fate = &run.fates[index];
    let time = |at: Time| Value::Number(at.nanos().into());
    let span = |span: Span| Value::Number(span.nanos().into());
    let bits = |draw: Option<u64>| draw.map_or(Value::Nothing, Value::Bits);
    let shift = if header.subject.has_wide_draws() { 0 } else { 32 };
    let sojourn = fate.out.saturating_since(row.arrival.at);
    let outcome = log.outcome(index).unwrap_or(match fate.outcome {
        Outcome::Overflowed => D::OVERFLOW,
        outcome => outcome,
    });
    let mut columns = vec![
        ("outcome".into(), Value::Outcome(row.fate.outcome), Value::Outcome(outcome)),
        ("out_ns".into(), time(row.fate.out), time(fate.out)),
        ("sojourn_ns".into(), span(row.sojourn), span(sojourn)),
    ];
    if !header.subject.draws_twice() {
        let draw = fate.draw.map(|draw| draw >> shift);
        columns.push(("draw".into(), bits(row.fate.draw), bits(draw)));
    }
    if let Some(rank) = row.rank {
        let (expected, actual) = (rank.into(), run.ranks[index].into());
        columns.push(("ord".into(), Value::Number(expected), Value::Number(actual)));
    }
    let decisions = row.decision.into_iter().zip(log.decisions[index]);
    for (name, (expected, actual)) in header.subject.decision_columns().iter().zip(decisions) {
        // A column that was not recorded is not compared; an empty cell is.
        if header.recorded_decisions {
            let value = |number: Option<i128>| number.map_or(Value::Nothing, Value::Number);
            columns.push((name.to_string(), value(expected), value(actual)));
        }
    }
    columns
}

fn compare_states(
    report: &mut Report,
    columns: &[&str],
    expected: &[StateRow],
    actual: &[StateRow],
) {
    for index in 0..expected.len().max(actual.len()) {
        let (expected, actual) = (expected.get(index), actual.get(index));
        let time = |row: Option<&StateRow>| {
            row.map_or(Value::Nothing, |row| Value::Number(row.at.nanos().into()))
        };
        let value = |row: Option<&StateRow>, column: usize| {
            row.and_then(|row| row.values[column]).map_or(Value::Nothing, Value::Number)
        };
        // Only recorded columns are compared.
        let is_recorded = |name: &str| !report.unrecorded.contains(&name);
        let names = columns.iter().enumerate().filter(|(_, name)| is_recorded(name));
        let compared = names.map(|(column, name)| {
            (name.to_string(), value(expected, column), value(actual, column))
        });
        let at = [("t_ns".to_string(), time(expected), time(actual))];
        let compared: Vec<_> = at.into_iter().chain(compared).collect();
        report.compare(Place::State(index), compared);
    }
}

fn totals<D: Observed>(
    header: &TraceHeader,
    run: &Run,
    discipline: &D,
) -> Vec<(String, Value, Value)> {
    let number = |value: u64| Value::Number(value.into());
    let mut totals = Vec::new();
    if let Some(packets) = header.packets {
        totals.push(("packets".into(), number(packets), number(run.fates.len() as u64)));
    }
    if let Some(draws) = header.draws {
        totals.push(("draws".into(), number(draws), number(run.draws)));
    }
    // Without a packet there is no end.
    if let Some(end) = header.end.filter(|_| !run.fates.is_empty()) {
        totals.push(("end_ns".into(), number(end.nanos()), number(run.end.nanos())));
    }
    let counters = discipline.counters();
    for (name, expected) in &header.counters {
        let known = counters.iter().find(|(known, _)| known == name);
        if let Some((_, actual)) = known {
            totals.push((name.clone(), number(*expected), number(*actual)));
        }
    }
    totals
}
