//! What happened to each packet, for people and programs: rows of CSV, and columns of JSON for the page.

use crate::event_report::hop_name;
use crate::json::{Value, number_text};
use crate::model::Link;
use aqm_sim::aqm::Explain as _;
use aqm_sim::log::{PacketRow, Place};
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
    let cells = Cells { row, hop: hop_name(link, row.place), group };
    text.push_str(&lane.to_string());
    for value in std::iter::once(queue.to_owned()).chain(COLUMNS.iter().map(|c| c.text(&cells))) {
        text.push(',');
        text.push_str(&value);
    }
    text.push('\n');
}

/// Returns rows of a lane as JSON for the page: an object with a list for each column of [`PACKETS_CSV_HEADER`] without `lane` and
/// `queue`, and `skipped`, the number of packets without a row. A value that a packet does not have is `null`.
pub fn packets_json(
    link: &Link,
    rows: &[PacketRow],
    skipped: u64,
    group_of: impl Fn(&PacketRow) -> Option<usize>,
) -> Value {
    let cells: Vec<Cells> = rows
        .iter()
        .map(|row| Cells { row, hop: hop_name(link, row.place), group: group_of(row) })
        .collect();
    let column = |column: &Column| {
        let values = cells.iter().map(|cells| (column.read)(cells)).collect();
        (column.name.to_owned(), Value::Array(values))
    };
    let columns = COLUMNS.iter().map(column);
    Value::Object(columns.chain([("skipped".to_owned(), Value::count(skipped))]).collect())
}

struct Column {
    name: &'static str,
    read: fn(&Cells) -> Value,
}

impl Column {
    fn text(&self, cells: &Cells) -> String {
        match (self.read)(cells) {
            Value::String(text) => text,
            Value::Number(number) => number_text(number),
            _ => String::new(),
        }
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

/// The columns that JSON and CSV have.
const COLUMNS: &[Column] = &[
    Column {
        name: "hop",
        read: |cells| match cells.row.place {
            Place::WayBack => Value::Null,
            _ => Value::string(cells.hop.clone()),
        },
    },
    Column {
        name: "direction",
        read: |cells| match cells.row.place {
            Place::Lane | Place::Other(_) => Value::string("forward"),
            Place::Reverse | Place::WayBack => Value::string("reverse"),
        },
    },
    Column { name: "flow", read: |cells| Value::count(u64::from(cells.row.flow)) },
    Column { name: "group", read: |cells| count(cells.group.map(|group| group as u64)) },
    Column { name: "kind", read: |cells| Value::string(cells.row.kind.name()) },
    Column { name: "packet", read: |cells| Value::count(cells.row.sequence) },
    Column { name: "bytes", read: |cells| Value::count(u64::from(cells.row.bytes)) },
    Column { name: "arrival_s", read: |cells| time(Some(cells.row.arrived)) },
    Column { name: "enqueue_s", read: |cells| time(cells.row.enqueued) },
    Column { name: "dequeue_s", read: |cells| time(cells.row.dequeued) },
    Column { name: "departure_s", read: |cells| time(cells.row.departed) },
    Column { name: "delivery_s", read: |cells| time(cells.row.delivered) },
    Column { name: "fate", read: |cells| Value::string(cells.row.fate.name()) },
    Column { name: "reason", read: |cells| word(cells.row.fate.code()) },
    Column { name: "mark", read: |cells| word(cells.row.mark.map(|reason| reason.code())) },
    Column {
        name: "ecn",
        read: |cells| {
            Value::string(match cells.row.ecn {
                Ecn::NotEct => "not-ect",
                Ecn::Ect0 => "ect0",
                Ecn::Ect1 => "ect1",
                Ecn::Ce => "ce",
            })
        },
    },
    Column { name: "bucket", read: |cells| count(cells.row.bucket.map(u64::from)) },
    Column { name: "class", read: |cells| word(cells.row.class) },
];

#[cfg(test)]
mod tests {
    use super::*;
    use aqm_sim::log::{Fate, PacketKind};

    #[test]
    fn the_header_has_the_columns_in_their_order() {
        let names: Vec<&str> = COLUMNS.iter().map(|column| column.name).collect();
        assert_eq!(PACKETS_CSV_HEADER, ["lane,queue,", &names.join(",")].concat());
    }

    #[test]
    fn rows_leave_what_a_packet_does_not_have_empty() {
        let row = PacketRow {
            place: Place::WayBack,
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
            ecn: Ecn::NotEct,
            bucket: None,
            class: None,
        };
        let mut text = String::new();
        let scenario = r#"{ "version": 1, "durationS": 1, "queues": [{ "kind": "codel" }], "traffic": [{ "kind": "bulk" }],
            "link": { "rateMbps": 1, "rttMs": 10, "buffer": { "packets": 9 } } }"#;
        let scenario = crate::read_scenario(scenario).expect("it is valid");
        write_packet_row(&mut text, &scenario.link, (2, "codel"), None, &row);
        let expected = "2,codel,,reverse,3,,ack,7,52,1.5,,,,,lost,path.loss,,not-ect,,\n";
        assert_eq!(text, expected);
    }
}
