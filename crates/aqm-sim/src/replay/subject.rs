//! The disciplines that traces exist for, and what is recorded of them.

use super::{
    Arrival, LISTED, Observer, Place, Report, Row, Run, StateRow, TooLong, TraceHeader,
    TracePacket, Value, drive,
};
use crate::aqm::Discipline;
use crate::aqm::codel::{self, CodelLinux};
use crate::aqm::pie::{self, KernelParams, Pie, PieLinux, PieLinux414};
use crate::aqm::red::{self, RedLinux};
use crate::buffer::Limit;
use crate::time::{Span, Time};

/// The most values that a state row holds.
pub const STATE_WIDTH: usize = 10;

/// A kernel discipline with the kernel's parameters.
#[derive(Clone, PartialEq, Debug)]
pub enum Subject {
    /// CoDel, either generation.
    Codel(codel::linux::Params, Limit),
    /// PIE since 5.6.
    Pie(KernelParams, Limit),
    /// PIE of 3.14 to 4.20.
    Pie414(KernelParams, Limit),
    /// RED, either generation, and the packet size that its probes count in.
    Red(Box<red::linux::Params>, Limit, u32),
}

const CODEL_COLUMNS: &[&str] = &[
    "count",
    "lastcount",
    "dropping",
    "rec_inv_sqrt",
    "first_above_time",
    "drop_next",
    "ldelay",
    "backlog",
    "qlen",
];
const PIE_COLUMNS: &[&str] = &[
    "prob",
    "qdelay",
    "qdelay_old",
    "burst_time",
    "accu_prob",
    "backlog",
    "qlen",
    "dq_count",
    "dq_tstamp",
    "avg_dq_rate",
];
const RED_COLUMNS: &[&str] = &["max_P", "qavg", "idle", "backlog", "qlen"];
const RED_DECISION: [&str; 3] = ["qavg", "qcount", "qR"];

impl Subject {
    /// Names of the columns of a state row, after the time.
    pub fn columns(&self) -> &'static [&'static str] {
        match self {
            Subject::Codel(..) => CODEL_COLUMNS,
            Subject::Pie(..) | Subject::Pie414(..) => PIE_COLUMNS,
            Subject::Red(..) => RED_COLUMNS,
        }
    }

    /// Draws are recorded with 64 bits; otherwise only the upper 32.
    pub fn has_wide_draws(&self) -> bool {
        matches!(self, Subject::Pie(..))
    }
}

/// A discipline whose inner state traces record.
pub trait Observed: Discipline<TracePacket> {
    /// When its state is recorded.
    const MOMENT: Moment;
    /// Its state in the order of its columns.
    fn values(&self) -> [i128; STATE_WIDTH];
    /// What is recorded of it after every arrival.
    fn decision(&self) -> Option<[i128; 3]> {
        None
    }
    /// Its counters by the kernel's names.
    fn counters(&self) -> Vec<(&'static str, u64)>;
}

/// When a state row is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// After a dequeue that changed one of the first so many values.
    ChangeAtDequeue(usize),
    /// After the timer fired.
    Timer,
}

impl Observed for CodelLinux<TracePacket> {
    const MOMENT: Moment = Moment::ChangeAtDequeue(6);

    fn values(&self) -> [i128; STATE_WIDTH] {
        let state = self.state();
        [
            state.count.into(),
            state.last_count.into(),
            state.dropping.into(),
            state.rec_inv_sqrt.into(),
            state.first_above.into(),
            state.drop_next.into(),
            state.sojourn.into(),
            self.bytes().into(),
            self.packets().into(),
            0,
        ]
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        let stats = self.stats();
        vec![
            ("ecn_mark", stats.marks),
            ("ce_mark", stats.ce_threshold_marks),
            ("drop_overlimit", stats.overflows),
        ]
    }
}

/// Unset times and counts are recorded as -1.
fn or_unset(value: Option<u64>) -> i128 {
    value.map_or(-1, i128::from)
}

fn pie_counters(stats: &pie::Stats) -> Vec<(&'static str, u64)> {
    vec![
        ("packets_in", stats.accepted),
        // The kernel counts what found the buffer full twice.
        ("dropped", stats.drops + stats.overflows),
        ("overlimit", stats.overflows),
        ("ecn_mark", stats.marks),
        ("maxq", stats.longest),
    ]
}

impl Observed for PieLinux<TracePacket> {
    const MOMENT: Moment = Moment::Timer;

    fn values(&self) -> [i128; STATE_WIDTH] {
        let state = self.controller().state();
        [
            state.prob.into(),
            state.delay.into(),
            state.old_delay.into(),
            state.burst.into(),
            state.accumulated.into(),
            self.bytes().into(),
            self.packets().into(),
            or_unset(state.cycle_bytes),
            or_unset(state.cycle_start),
            state.rate.into(),
        ]
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        pie_counters(self.stats())
    }
}

impl Observed for PieLinux414<TracePacket> {
    const MOMENT: Moment = Moment::Timer;

    fn values(&self) -> [i128; STATE_WIDTH] {
        let state = self.controller().state();
        [
            state.prob.into(),
            state.delay.into(),
            state.old_delay.into(),
            state.burst.into(),
            0,
            self.bytes().into(),
            self.packets().into(),
            or_unset(state.cycle_bytes),
            state.cycle_start.into(),
            state.rate.into(),
        ]
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        pie_counters(self.stats())
    }
}

impl Observed for RedLinux<TracePacket> {
    const MOMENT: Moment = Moment::Timer;

    fn values(&self) -> [i128; STATE_WIDTH] {
        let state = self.state();
        let mut values = [0; STATE_WIDTH];
        values[..5].copy_from_slice(&[
            state.max_p.into(),
            state.average.into(),
            state.idle_since.is_some().into(),
            self.bytes().into(),
            self.packets().into(),
        ]);
        values
    }

    fn decision(&self) -> Option<[i128; 3]> {
        let state = self.state();
        Some([state.average.into(), state.count.into(), state.threshold.into()])
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        let stats = self.stats();
        vec![
            ("prob_drop", stats.early_drops),
            ("prob_mark", stats.early_marks),
            ("forced_drop", stats.forced_drops),
            ("forced_mark", stats.forced_marks),
            ("pdrop", stats.overflows),
        ]
    }
}

/// Records what a trace records.
#[derive(Default)]
struct StateLog {
    states: Vec<StateRow>,
    /// So many are compared and listed; more are only counted.
    wanted: usize,
    more: usize,
    last: [i128; STATE_WIDTH],
    decisions: Vec<Option<[i128; 3]>>,
}

impl StateLog {
    fn push(&mut self, at: Time, values: [i128; STATE_WIDTH]) {
        if self.states.len() < self.wanted {
            self.states.push(StateRow { at, values: values.map(Some) });
        } else {
            self.more += 1;
        }
    }
}

impl<D: Observed> Observer<D> for StateLog {
    fn enqueued(&mut self, _now: Time, discipline: &D) {
        self.decisions.push(discipline.decision());
    }

    fn dequeued(&mut self, now: Time, discipline: &D) {
        if let Moment::ChangeAtDequeue(width) = D::MOMENT {
            let values = discipline.values();
            if values[..width] != self.last[..width] {
                self.last = values;
                self.push(now, values);
            }
        }
    }

    fn timer_fired(&mut self, now: Time, discipline: &D) {
        if D::MOMENT == Moment::Timer {
            self.push(now, discipline.values());
        }
    }
}

pub(super) fn replay(
    header: &TraceHeader,
    rows: &[Row],
    states: Option<&[StateRow]>,
) -> Result<Report, TooLong> {
    let start = header.setting.start;
    match &header.subject {
        &Subject::Codel(params, limit) => {
            compare(CodelLinux::with_params(params, limit), header, rows, states)
        }
        &Subject::Pie(params, limit) => {
            let controller = pie::linux::Controller::with_params(params);
            compare(Pie::with_controller(controller, limit, start), header, rows, states)
        }
        &Subject::Pie414(params, limit) => {
            let controller = pie::linux414::Controller::with_params(params);
            compare(Pie::with_controller(controller, limit, start), header, rows, states)
        }
        Subject::Red(params, limit, mtu) => {
            let discipline = RedLinux::with_params(**params, *limit, *mtu, start);
            compare(discipline, header, rows, states)
        }
    }
}

fn compare<D: Observed>(
    mut discipline: D,
    header: &TraceHeader,
    rows: &[Row],
    states: Option<&[StateRow]>,
) -> Result<Report, TooLong> {
    let arrivals: Vec<Arrival> = rows.iter().map(|row| row.arrival).collect();
    let wanted = states.map_or(0, |states| states.len() + LISTED);
    let mut log = StateLog { wanted, ..StateLog::default() };
    let run = drive(&mut discipline, &header.setting, &arrivals, &mut log)?;

    let mut report = Report { rows: rows.len(), ..Report::default() };
    for (index, row) in rows.iter().enumerate() {
        let columns = packet_columns(header, row, &run, &log, index);
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

fn packet_columns(
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
    let mut columns = vec![
        ("outcome".into(), Value::Outcome(row.fate.outcome), Value::Outcome(fate.outcome)),
        ("out_ns".into(), time(row.fate.out), time(fate.out)),
        ("sojourn_ns".into(), span(row.sojourn), span(sojourn)),
        ("draw".into(), bits(row.fate.draw), bits(fate.draw.map(|draw| draw >> shift))),
    ];
    if let (Some(expected), Some(actual)) = (row.red, log.decisions[index]) {
        for (name, (expected, actual)) in RED_DECISION.iter().zip(expected.into_iter().zip(actual))
        {
            columns.push((name.to_string(), Value::Number(expected), Value::Number(actual)));
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
        // A column that was not recorded cannot differ.
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
    // Without a packet nothing ends.
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
