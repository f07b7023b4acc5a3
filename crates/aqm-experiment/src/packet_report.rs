//! What happened to each packet, for people and programs: rows of CSV, and columns of numbers for the page.

use crate::event_report::hop_name;
use aqm_json::{Value, number_text};
use aqm_scenario::model::Link;
use aqm_sim::aqm::Explain as _;
use aqm_sim::log::{Fate, HopId, PacketRow, Signal};
use aqm_sim::packet::Ecn;
use aqm_sim::time::Time;

/// The header of the CSV of packets.
pub const PACKETS_CSV_HEADER: &str = "lane,queue,hop,direction,flow,group,kind,packet,bytes,\
    arrival_s,enqueue_s,dequeue_s,departure_s,delivery_s,fate,reason,mark,ecn,bucket,class";

/// A row with what only its lane has: the name of the hop, and the group; `None` for a burst.
struct Cells<'a> {
    row: &'a PacketRow,
    hop: String,
    group: Option<usize>,
}

/// Appends one row under [`PACKETS_CSV_HEADER`]. `queue` is the kind of the lane's first queue; `group` is `None` for a burst.
pub fn write_packet_row(
    text: &mut String,
    link: &Link,
    (lane, queue): (usize, &str),
    group: Option<usize>,
    row: &PacketRow,
) {
    for (index, value) in packet_values(link, (lane, queue), group, row).enumerate() {
        if index > 0 {
            text.push(',');
        }
        text.push_str(&cell_text(value));
    }
    text.push('\n');
}

/// What the values of a column are. Each may be null.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnType {
    /// Texts.
    Text,
    /// Whole numbers from 0.
    Count,
    /// Times in s.
    Seconds,
}

/// Returns the columns of the rows of packets: their names, as in [`PACKETS_CSV_HEADER`], and what their values are.
pub fn packet_columns() -> impl Iterator<Item = (&'static str, ColumnType)> {
    let first = [("lane", ColumnType::Count), ("queue", ColumnType::Text)];
    first.into_iter().chain(COLUMNS.iter().map(|&(name, of, _)| (name, of)))
}

/// Returns the values of a row in the order of [`packet_columns`]; the arguments are those of [`write_packet_row`].
pub fn packet_values(
    link: &Link,
    (lane, queue): (usize, &str),
    group: Option<usize>,
    row: &PacketRow,
) -> impl Iterator<Item = Value> {
    let cells = Cells { row, hop: hop_name(link, row.hop), group };
    let first = [Value::count(lane as u64), Value::string(queue)];
    first.into_iter().chain(COLUMNS.iter().map(move |(_, _, read)| read(&cells)))
}

/// Number of columns of [`PacketTable::columns`].
pub const PACKET_COLUMNS: usize = 16;

/// Stands for a value that a packet does not have.
const NONE: f64 = -1.0;

/// Rows of a lane for the page, as numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct PacketTable {
    /// [`PACKET_COLUMNS`] columns, one after the other, each with a value for each row; -1 where a packet has none:
    ///
    /// 0. hop of the forward direction from 0, -1 for the hop of the way back, -2 for a way back without a hop,
    /// 1. flow,
    /// 2. kind: 0 data, 1 retransmission, 2 datagram, 3 ACK,
    /// 3. number of the segment or datagram, or of the segment that an ACK expects next,
    /// 4. bytes,
    /// 5. to 9. times in s: arrival, joining the queue, leaving it, end of the transmission, delivery,
    /// 10. fate: 0 waiting, 1 forwarded, 2 delivered, 3 dropped, 4 lost,
    /// 11. when it was CE-marked here, s,
    /// 12. ECN field: 0 not ECN-capable, 1 ECT(0), 2 ECT(1), 3 CE,
    /// 13. bucket,
    /// 14. index in `classes`,
    /// 15. index in `texts`.
    pub columns: Vec<f64>,
    /// The classes of the packets.
    pub classes: Vec<&'static str>,
    /// Why packets were dropped, marked or lost: the code of the reason, a blank, and a sentence.
    pub texts: Vec<String>,
}

impl PacketTable {
    /// Returns the table of these rows.
    pub fn new(link: &Link, rows: &[PacketRow]) -> Self {
        let (mut classes, mut texts) = (Vec::new(), Vec::new());
        let mut columns = vec![NONE; PACKET_COLUMNS * rows.len()];
        for (index, row) in rows.iter().enumerate() {
            let class = row.class.map_or(NONE, |class| place_in(&mut classes, class));
            let text = text(row).map_or(NONE, |text| {
                texts.push(text);
                (texts.len() - 1) as f64
            });
            for (column, value) in numbers(link, row).into_iter().chain([class, text]).enumerate() {
                columns[column * rows.len() + index] = value;
            }
        }
        PacketTable { columns, classes, texts }
    }
}

/// Returns the index of a class, which is added if it is new.
fn place_in(classes: &mut Vec<&'static str>, class: &'static str) -> f64 {
    let index = classes.iter().position(|&other| other == class);
    index.unwrap_or_else(|| {
        classes.push(class);
        classes.len() - 1
    }) as f64
}

/// Returns the first columns of a row.
fn numbers(link: &Link, row: &PacketRow) -> [f64; PACKET_COLUMNS - 2] {
    let time = |time: Option<Time>| time.map_or(NONE, Time::seconds);
    let hop = match row.hop {
        HopId::Lane => link.hops_before.len() as f64,
        HopId::Other(index) => (link.hop_number(index) - 1) as f64,
        HopId::Reverse => -1.0,
        HopId::WayBack => -2.0,
    };
    let fate = match row.fate {
        Fate::Waiting => 0.0,
        Fate::Forwarded => 1.0,
        Fate::Delivered => 2.0,
        Fate::Dropped(_) => 3.0,
        Fate::Lost => 4.0,
    };
    [
        hop,
        f64::from(row.flow),
        f64::from(row.kind as u8),
        row.sequence as f64,
        f64::from(row.bytes),
        row.arrived.seconds(),
        time(row.enqueued),
        time(row.dequeued),
        time(row.departed),
        time(row.delivered),
        fate,
        time(row.marked),
        f64::from(row.ecn as u8),
        row.bucket.map_or(NONE, f64::from),
    ]
}

/// Returns the reason of a drop, or else that of a mark.
fn text(row: &PacketRow) -> Option<String> {
    let of = |signal: Signal| [signal.code(), " ", &signal.to_string()].concat();
    match row.fate {
        Fate::Dropped(reason) => Some(of(Signal::Drop(reason))),
        Fate::Lost => Some(of(Signal::Loss)),
        _ => row.mark.map(|reason| of(Signal::Mark(reason))),
    }
}

/// A column: its name, what its values are, and what it shows of a row.
type Column = (&'static str, ColumnType, fn(&Cells) -> Value);

fn cell_text(value: Value) -> String {
    match value {
        Value::String(text) => text,
        Value::Number(number) => number_text(number),
        _ => String::new(),
    }
}

fn time(time: Option<Time>) -> Value {
    time.map_or(Value::Null, |time| Value::number(time.seconds()))
}

fn word(word: Option<&'static str>) -> Value {
    word.map_or(Value::Null, Value::string)
}

fn count(count: Option<u64>) -> Value {
    count.map_or(Value::Null, Value::count)
}

/// The columns after `lane` and `queue`.
const COLUMNS: &[Column] = &[
    ("hop", ColumnType::Text, |cells| match cells.row.hop {
        HopId::WayBack => Value::Null,
        _ => Value::string(cells.hop.clone()),
    }),
    ("direction", ColumnType::Text, |cells| match cells.row.hop {
        HopId::Lane | HopId::Other(_) => Value::string("forward"),
        HopId::Reverse | HopId::WayBack => Value::string("reverse"),
    }),
    ("flow", ColumnType::Count, |cells| Value::count(u64::from(cells.row.flow))),
    ("group", ColumnType::Count, |cells| count(cells.group.map(|group| group as u64))),
    ("kind", ColumnType::Text, |cells| Value::string(cells.row.kind.name())),
    ("packet", ColumnType::Count, |cells| Value::count(cells.row.sequence)),
    ("bytes", ColumnType::Count, |cells| Value::count(u64::from(cells.row.bytes))),
    ("arrival_s", ColumnType::Seconds, |cells| time(Some(cells.row.arrived))),
    ("enqueue_s", ColumnType::Seconds, |cells| time(cells.row.enqueued)),
    ("dequeue_s", ColumnType::Seconds, |cells| time(cells.row.dequeued)),
    ("departure_s", ColumnType::Seconds, |cells| time(cells.row.departed)),
    ("delivery_s", ColumnType::Seconds, |cells| time(cells.row.delivered)),
    ("fate", ColumnType::Text, |cells| Value::string(cells.row.fate.name())),
    ("reason", ColumnType::Text, |cells| word(cells.row.fate.code())),
    ("mark", ColumnType::Text, |cells| word(cells.row.mark.map(|reason| reason.code()))),
    ("ecn", ColumnType::Text, |cells| {
        Value::string(match cells.row.ecn {
            Ecn::NotEct => "not-ect",
            Ecn::Ect0 => "ect0",
            Ecn::Ect1 => "ect1",
            Ecn::Ce => "ce",
        })
    }),
    ("bucket", ColumnType::Count, |cells| count(cells.row.bucket.map(u64::from))),
    ("class", ColumnType::Text, |cells| word(cells.row.class)),
];

#[cfg(test)]
mod tests {
    use super::*;
    use aqm_sim::log::PacketKind;

    #[test]
    fn the_header_has_the_columns_in_their_order() {
        let names: Vec<&str> = packet_columns().map(|(name, _)| name).collect();
        assert_eq!(PACKETS_CSV_HEADER, names.join(","));
    }

    #[test]
    fn rows_leave_what_a_packet_does_not_have_empty() {
        let row = PacketRow {
            hop: HopId::WayBack,
            flow: 3,
            kind: PacketKind::Ack,
            sequence: 7,
            bytes: 52,
            arrived: Time::from_seconds(1.5),
            enqueued: None,
            dequeued: None,
            departed: None,
            delivered: None,
            fate: Fate::Lost,
            mark: None,
            marked: None,
            ecn: Ecn::NotEct,
            bucket: None,
            class: None,
            #[cfg(feature = "headers")]
            headers: Default::default(),
        };
        let mut text = String::new();
        let scenario = r#"{ "version": 1, "durationS": 1, "queues": [{ "kind": "codel" }], "traffic": [{ "kind": "bulk" }],
            "link": { "rateMbps": 1, "rttMs": 10, "buffer": { "packets": 9 } } }"#;
        let scenario = aqm_scenario::read_scenario(scenario).expect("it is valid");
        write_packet_row(&mut text, &scenario.link, (2, "codel"), None, &row);
        let expected = "2,codel,,reverse,3,,ack,7,52,1.5,,,,,lost,path.loss,,not-ect,,\n";
        assert_eq!(text, expected);
    }
}
