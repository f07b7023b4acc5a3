//! Reads the header and the rows of a trace.

use crate::Error;
use crate::fields::Fields;
use crate::table::{RowText, Table};
use aqm_sim::cc::Phase;

/// Larger numbers of segments do not occur, and products with them stay below 2^64.
const MAX_SEGMENTS: u64 = 1 << 32;
/// Thirty years in microseconds.
const MAX_MICROS: u64 = 1 << 50;
/// A threshold that is not set.
const NO_THRESHOLD: u32 = 2_147_483_647;
/// RTT written as -1, and the header's number for it.
const NO_RTT: u64 = 4_294_967_295;

/// The parameters of a trace.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Header {
    pub(super) module: String,
    /// Payload of a segment in bytes. Packets of the replay have no headers.
    pub(super) mss: u32,
    pub(super) initial_window: u32,
    pub(super) initial_ssthresh: Option<u32>,
    /// The smallest RTT in us known at the start, for modules that read it.
    pub(super) min_rtt_us: Option<u64>,
    /// Whether the sender paces.
    pub(super) paced: bool,
}

impl Header {
    pub(super) fn parse(text: &str) -> Result<Self, Error> {
        let value: serde_json::Value = serde_json::from_str(text)
            .map_err(|error| Error::new(format!("not a JSON header: {error}")))?;
        let fields = Fields::of(&value, "header")?;
        let module = fields.get("module")?.as_str();
        let module = module.ok_or_else(|| Error::new("header.module is no string"))?;
        let positive = |name: &str| -> Result<u32, Error> {
            let number: u16 = fields.number(name)?;
            if number == 0 {
                Err(Error::new(format!("header.{name} is 0")))
            } else {
                Ok(number.into())
            }
        };
        for (name, expected) in [("hz", 1000), ("gso_max_size", 65_215)] {
            if fields.optional::<u64>(name)?.is_some_and(|number| number != expected) {
                return Err(Error::new(format!("header.{name} is not {expected}")));
            }
        }
        if fields.optional::<u64>("snd_cwnd_clamp")?.is_some_and(|clamp| clamp != NO_RTT) {
            return Err(Error::new("header.snd_cwnd_clamp limits the window"));
        }
        let is_threshold = |ssthresh: &u32| (1..NO_THRESHOLD).contains(ssthresh);
        Ok(Header {
            module: module.to_string(),
            mss: positive("mss")?,
            initial_window: positive("iw")?,
            initial_ssthresh: fields.optional("initial_ssthresh")?.filter(is_threshold),
            min_rtt_us: fields.optional("min_rtt_at_init")?.filter(|micros| *micros < NO_RTT),
            paced: fields.optional::<u8>("pacing_status")?.is_some_and(|status| status > 0),
        })
    }
}

/// What happens to the sender.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Event {
    /// The module starts.
    Init,
    /// Data is about to be sent into an empty network.
    Send,
    /// The application writes after a pause of more than a timeout.
    Restart,
    /// A retransmission timeout that is a congestion event of its own.
    Timeout,
    /// Another one.
    RepeatedTimeout,
    /// An ACK.
    Ack,
}

/// What loss recovery concludes from an ACK.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    Disorder,
    Open,
    Loss,
    Cwr,
    Undo,
    Recovered,
}

/// The inputs of one event, and the recorded values after it. Inputs that the row does not have are 0.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Row {
    pub(super) event: Event,
    pub(super) verdicts: Vec<Verdict>,
    pub(super) micros: u64,
    pub(super) una: u64,
    pub(super) next: u64,
    pub(super) acked: u64,
    pub(super) rtt_us: Option<u64>,
    pub(super) newly: u64,
    pub(super) losses: u64,
    pub(super) prior_in_flight: u64,
    pub(super) in_flight: u64,
    pub(super) limited: bool,
    pub(super) most_outstanding: u64,
    pub(super) ece: bool,
    pub(super) sent_in_reduction: u64,
    pub(super) idle_ms: u64,
    pub(super) rto_ms: u64,
    /// Milliseconds since the last transmission, if recorded.
    pub(super) since_sent_ms: Option<u64>,
    /// Bytes per second, if recorded; 0: none.
    pub(super) pacing_rate: Option<u64>,
    pub(super) delivered: u64,
    pub(super) lost: u64,
    pub(super) prior_delivered: u64,
    /// Segments of the delivery-rate sample.
    pub(super) sample_delivered: u64,
    /// Its microseconds, if it is valid.
    pub(super) sample_interval: Option<u64>,
    pub(super) sample_app_limited: bool,
    pub(super) ack_delayed: bool,
    pub(super) departure_us: u64,
    /// Eight times the smoothed RTT in microseconds.
    pub(super) srtt_8: u64,
    pub(super) app_limited: bool,
    /// The ACK took the kernel's slow path.
    pub(super) slow_path: bool,
    pub(super) draw: Option<u8>,
    /// State of loss recovery, window, threshold.
    pub(super) outputs: [i64; 3],
    /// The other columns, as named by [`parse`].
    pub(super) state: Vec<Option<i64>>,
}

/// Columns that are inputs or belong to the sender. All others are the module's state.
const INPUTS: &[&str] = &[
    "ev",
    "t_us",
    "una",
    "nxt",
    "pk",
    "rtt_us",
    "newly",
    "losses",
    "infl0",
    "infl",
    "lim",
    "maxout",
    "ece",
    "prr_out",
    "idle_ms",
    "rto_ms",
    "pace_in",
    "lsnd_ms",
    "delivered",
    "delivered_ce",
    "lost",
    "prior_delivered",
    "rs_delivered",
    "interval_us",
    "rs_applim",
    "ack_delayed",
    "edt_us",
    "srtt8",
    "tp_applim",
    "draw",
    "st",
    "cwnd",
    "ssthresh",
    "slow",
    "app_limited",
];

/// Reads all rows. Returns the names of the columns in [`Row::state`] too.
pub(super) fn parse(table: &Table) -> Result<(Vec<Row>, Vec<String>), Error> {
    let names: Vec<String> =
        table.names().filter(|name| !INPUTS.contains(name)).map(str::to_string).collect();
    for name in INPUTS.iter().take(16).chain(&["st", "cwnd", "ssthresh"]) {
        table.column(name)?;
    }
    let mut last = 0;
    let mut rows = Vec::new();
    for text in table.rows() {
        let row = parse_row(table, &text, &names)?;
        if row.micros < std::mem::replace(&mut last, row.micros) {
            return Err(text.error("is earlier than its predecessor"));
        }
        rows.push(row);
    }
    Ok((rows, names))
}

fn parse_row(table: &Table, text: &RowText, names: &[String]) -> Result<Row, Error> {
    let cell = |name: &str| -> Result<Option<i64>, Error> {
        match table.column(name) {
            Ok(column) if !text.text(column).is_empty() => text.number(column).map(Some),
            _ => Ok(None),
        }
    };
    let limited = |name: &str, limit: u64| -> Result<u64, Error> {
        let number = cell(name)?.unwrap_or(0);
        let in_range = u64::try_from(number).ok().filter(|number| *number <= limit);
        in_range.ok_or_else(|| text.error(&format!("{name} is {number}, expected 0 to {limit}")))
    };
    let count = |name: &str| limited(name, MAX_SEGMENTS);
    let micros = |name: &str| limited(name, MAX_MICROS);
    let flag = |name: &str| limited(name, 1).map(|number| number == 1);
    let (event, verdicts) = event(table, text)?;
    let now = micros("t_us")?;
    let rtt = cell("rtt_us")?.filter(|micros| *micros >= 0);
    let interval = cell("interval_us")?.filter(|micros| *micros > 0);
    let sampled = cell("rs_delivered")?.filter(|delivered| *delivered >= 0);
    let sample_interval = match sampled.and(interval) {
        Some(_) => Some(micros("interval_us")?),
        None => None,
    };
    let since_sent_ms = cell("lsnd_ms")?.map(|sent_ms| {
        let since = (now / 1000) as u32 as i64 - sent_ms;
        u64::from((since as u32).min(i32::MAX as u32))
    });
    let required = |name: &str| cell(name)?.ok_or_else(|| text.error(&format!("{name} is empty")));
    Ok(Row {
        event,
        verdicts,
        micros: now,
        una: count("una")?,
        next: count("nxt")?,
        acked: count("pk")?,
        rtt_us: if rtt.is_some() { Some(micros("rtt_us")?) } else { None },
        newly: count("newly")?,
        losses: count("losses")?,
        prior_in_flight: count("infl0")?,
        in_flight: count("infl")?,
        limited: flag("lim")?,
        most_outstanding: count("maxout")?,
        ece: flag("ece")?,
        sent_in_reduction: count("prr_out")?,
        idle_ms: count("idle_ms")?,
        rto_ms: count("rto_ms")?,
        since_sent_ms,
        pacing_rate: cell("pace_in")?.map(|_| micros("pace_in")).transpose()?,
        delivered: count("delivered")?,
        lost: count("lost")?,
        prior_delivered: count("prior_delivered")?,
        sample_delivered: if sampled.is_some() { count("rs_delivered")? } else { 0 },
        sample_interval,
        sample_app_limited: flag("rs_applim")?,
        ack_delayed: flag("ack_delayed")?,
        departure_us: micros("edt_us")?,
        srtt_8: micros("srtt8")?,
        app_limited: count("tp_applim")? > 0,
        slow_path: flag("slow")?,
        draw: cell("draw")?.map(|_| limited("draw", 6)).transpose()?.map(|draw| draw as u8),
        outputs: [required("st")?, required("cwnd")?, required("ssthresh")?],
        state: names.iter().map(|name| cell(name)).collect::<Result<_, _>>()?,
    })
}

fn event(table: &Table, text: &RowText) -> Result<(Event, Vec<Verdict>), Error> {
    let name = text.text(table.column("ev")?);
    let plain = |event| Ok((event, Vec::new()));
    match name {
        "init" => plain(Event::Init),
        "tx_start" => plain(Event::Send),
        "restart" => plain(Event::Restart),
        "rto" => plain(Event::Timeout),
        "rto_again" => plain(Event::RepeatedTimeout),
        "ack" => plain(Event::Ack),
        _ => {
            let verdict = |token: &str| match token {
                "disorder" => Ok(Verdict::Disorder),
                "open" => Ok(Verdict::Open),
                "loss" => Ok(Verdict::Loss),
                "cwr" => Ok(Verdict::Cwr),
                "undo" => Ok(Verdict::Undo),
                "recovered" => Ok(Verdict::Recovered),
                _ => Err(text.error(&format!("unknown event {name:?}"))),
            };
            Ok((Event::Ack, name.split('+').map(verdict).collect::<Result<_, _>>()?))
        }
    }
}

/// The number that traces write for a state of loss recovery.
pub(super) fn code(phase: Phase) -> i64 {
    match phase {
        Phase::Open => 0,
        Phase::Disorder => 1,
        Phase::Cwr => 2,
        Phase::Recovery => 3,
        Phase::Loss => 4,
    }
}
