//! Reads recorded decision traces of Linux' queue disciplines and congestion controls and replays them.
//!
//! A trace is a CSV file, plain or gzipped. Its first line is `# ` and a JSON object: the discipline
//! and its parameters, the link, and the source of the random numbers. The second line names the
//! columns. Then comes one line for each packet. A second file may hold the discipline's inner state
//! over time.
//!
//! A congestion control's trace has a line for each event of a sender; see `cc/mod.rs`.
//!
//! To add a discipline with traces, write its file in `subject/` and name it in `subject/mod.rs`.

mod cc;
mod compare;
mod drive;
mod fields;
mod header;
mod observed;
mod outcome;
mod subject;
mod table;

pub use compare::{Mismatch, Place, Report, Row, StateRow, Value, compare};
pub use drive::{Arrival, Draws, Fate, Observer, Run, Setting, TooLong, TracePacket};
pub use header::TraceHeader;
pub use observed::{DECISION_WIDTH, STATE_WIDTH};
pub use outcome::Outcome;
pub use subject::Subject;
pub use table::{RowText, Table, read_text};

use aqm_sim::aqm::Discipline;
use aqm_sim::packet::{Ecn, Priority};
use aqm_sim::time::{Span, Time};
use std::fmt;
use std::fs::File;
use std::io;
use std::path::Path;

/// Larger packets do not exist; their transmission times could overflow the clock.
const MAX_BYTES: u32 = 1 << 30;
/// Headers have a few thousand bytes.
const MAX_HEADER_BYTES: usize = 1 << 20;
/// A later packet is a mistake in the header, and would make timers fire without end.
const LONGEST: Span = Span::from_millis(7 * 24 * 3_600_000);

/// The reason why a trace could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error(String);

impl Error {
    fn new(message: impl Into<String>) -> Self {
        Error(message.into())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

/// A recorded run.
#[derive(Clone, Debug)]
pub struct Trace {
    /// Discipline, parameters, link and draws.
    pub header: TraceHeader,
    /// A line for every packet, in order of arrival.
    pub rows: Vec<Row>,
}

/// Reads a trace.
pub fn read_trace(path: &Path) -> Result<Trace, Error> {
    in_file(path, &|path| File::open(path), parse_trace)
}

fn parse_trace(text: &str) -> Result<Trace, Error> {
    // Checked first: in a file of another kind, messages about columns would mislead.
    if !text.trim_start_matches('\u{feff}').starts_with('#') {
        return Err(Error::new("line 1: no header of a trace; expected # and a JSON object"));
    }
    let table = Table::parse(text)?;
    let header = table.preamble().unwrap_or_default();
    if header.len() > MAX_HEADER_BYTES {
        let kib = MAX_HEADER_BYTES / 1024;
        return Err(Error(format!("line 1: the header has more than {kib} KiB")));
    }
    let mut header = header::parse(header).map_err(|error| Error(format!("line 1: {error}")))?;
    let rows = parse_rows(&table, &mut header)?;
    Ok(Trace { header, rows })
}

/// Reads the states recorded for `subject`; columns may be missing, but not all of them.
pub fn read_states(path: &Path, subject: &Subject) -> Result<Vec<StateRow>, Error> {
    in_file(path, &|path| File::open(path), |text| parse_states(&Table::parse(text)?, subject))
}

/// Offers `arrivals` (in order of time) to `discipline` until the last packet has left the link.
///
/// Fails if its timer fires too often until then.
///
/// At equal times a rate change comes first, then the discipline's timer, the end of a
/// transmission, and the arrival. A packet keeps the link rate of the start of its transmission.
pub fn drive<D: Discipline<TracePacket>>(
    discipline: &mut D,
    setting: &Setting,
    arrivals: &[Arrival],
    observer: &mut impl Observer<D>,
) -> Result<Run, TooLong> {
    drive::drive(discipline, setting, arrivals, subject::outcomes, observer)
}

/// Reads the trace at `trace`, and its states if their file is given, and replays it.
pub fn replay(trace: &Path, states: Option<&Path>) -> Result<Report, Error> {
    replay_with(trace, states, &|path| File::open(path))
}

/// Like [`replay`], but `open` opens the files. Each is opened and read once, so it may be a pipe.
pub fn replay_with(trace: &Path, states: Option<&Path>, open: Open<'_>) -> Result<Report, Error> {
    let read = |text: &str| match replay_congestion_control(text)? {
        Some(report) => Ok(Err(report)),
        None => parse_trace(text).map(Ok),
    };
    let Trace { header, rows } = match in_file(trace, open, read)? {
        Ok(trace) => trace,
        Err(report) => return Ok(report),
    };
    let states_of =
        |path| in_file(path, open, |text| parse_states(&Table::parse(text)?, &header.subject));
    let states = states.map(states_of).transpose()?;
    compare(&header, &rows, states.as_deref())
        .map_err(|error| Error(format!("{}: {error}", trace.display())))
}

/// Replays `text` if it is the trace of a congestion control.
fn replay_congestion_control(text: &str) -> Result<Option<Report>, Error> {
    if !text.lines().next().is_some_and(cc::is_header) {
        return Ok(None);
    }
    let table = Table::parse(text)?;
    cc::replay(table.preamble().unwrap_or_default(), &table).map(Some)
}

/// Opens a file.
pub type Open<'a> = &'a dyn Fn(&Path) -> io::Result<File>;

fn in_file<T>(
    path: &Path,
    open: Open<'_>,
    parse: impl FnOnce(&str) -> Result<T, Error>,
) -> Result<T, Error> {
    let located = |error| Error(format!("{}: {error}", path.display()));
    parse(&table::text_of(open(path)).map_err(located)?).map_err(located)
}

fn parse_rows(table: &Table, header: &mut TraceHeader) -> Result<Vec<Row>, Error> {
    let start = header.setting.start;
    let arrival = table.column("arr_ns")?;
    let size = table.column("size")?;
    let ecn = table.column("ecn")?;
    let outcome = table.column("outcome")?;
    let out = table.column("out_ns")?;
    let sojourn = table.column("sojourn_ns")?;
    // Two draws for a packet are columns of its decision.
    let draw = if table.column("draw1").is_ok() { None } else { Some(table.column("draw")?) };
    let class = table.column("cls").ok();
    let (flow, rank) = (table.column("flow").ok(), table.column("ord").ok());
    // Either all columns of the decisions are there or none.
    let names = header.subject.decision_columns();
    header.recorded_decisions = names.first().is_some_and(|name| table.column(name).is_ok());
    let names = names.iter().filter(|_| header.recorded_decisions);
    let column = |name: &&'static str| Ok((*name, table.column(name)?));
    let decision: Vec<(&str, usize)> = names.map(column).collect::<Result<_, Error>>()?;
    let mut last = start;
    table
        .rows()
        .map(|row| {
            let at = Time::from_nanos(row.number(arrival)?);
            if at < start {
                return Err(row.error("arrives before t0_ns"));
            }
            if at < std::mem::replace(&mut last, at) {
                return Err(row.error("arrives before its predecessor"));
            }
            if at - start > LONGEST {
                return Err(row.error("arrives more than a week after t0_ns"));
            }
            let bytes = row.number(size)?;
            if bytes > MAX_BYTES {
                return Err(row.error(&format!("a packet of {bytes} bytes")));
            }
            let code = row.text(outcome);
            let outcome = Outcome::from_code(code)
                .ok_or_else(|| row.error(&format!("unknown outcome {code:?}")))?;
            Ok(Row {
                arrival: Arrival {
                    at,
                    bytes,
                    ecn: match row.number::<u8>(ecn)? {
                        0 => Ecn::NotEct,
                        1 => Ecn::Ect1,
                        2 => Ecn::Ect0,
                        3 => Ecn::Ce,
                        other => return Err(row.error(&format!("ECN field {other}"))),
                    },
                    flow: flow.map_or(Ok(0), |flow| row.number(flow))?,
                    priority: match class.map_or(Ok(0), |class| row.number::<u8>(class))? {
                        0 => Priority::None,
                        1 => Priority::L4s,
                        2 => Priority::LowLatency,
                        other => return Err(row.error(&format!("class {other}"))),
                    },
                },
                fate: Fate {
                    outcome,
                    out: Time::from_nanos(row.number(out)?),
                    draw: draw.map_or(Ok(None), |draw| row.hexadecimal(draw))?,
                },
                sojourn: Span::from_nanos(row.number(sojourn)?),
                rank: rank.map(|rank| row.number(rank)).transpose()?,
                decision: {
                    let mut values = [None; DECISION_WIDTH];
                    for (value, (name, column)) in values.iter_mut().zip(&decision) {
                        *value = row.value(name, *column)?;
                    }
                    values
                },
            })
        })
        .collect()
}

fn parse_states(table: &Table, subject: &Subject) -> Result<Vec<StateRow>, Error> {
    let at = table.column("t_ns")?;
    let names = subject.columns();
    let columns: Vec<Option<usize>> = names.iter().map(|name| table.column(name).ok()).collect();
    if columns.iter().all(Option::is_none) {
        return Err(Error::new(format!("none of the columns {}", names.join(", "))));
    }
    table
        .rows()
        .map(|row| {
            let mut values = [None; STATE_WIDTH];
            for (value, (name, column)) in values.iter_mut().zip(names.iter().zip(&columns)) {
                *value = match column {
                    Some(column) => row.value(name, *column)?,
                    None => None,
                };
            }
            Ok(StateRow { at: Time::from_nanos(row.number(at)?), values })
        })
        .collect()
}
