//! `aqm run --pcap` and `aqm testbed --pcap`: the capture is read by a parser of its own.

use crate::common::{aqm, failure, output};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

const SCENARIO: &str = r#"{ "version": 1, "title": "Capture", "durationS": 6, "seed": 3,
    "link": { "rateMbps": 5, "rttMs": 20, "buffer": { "packets": 60 }, "lossRate": 0.002 },
    "queues": [{ "kind": "codel", "ecn": true }, { "kind": "droptail" }],
    "traffic": [{ "kind": "bulk", "flows": 2, "ecn": true }, { "kind": "bulk" }, { "kind": "cbr", "rateMbps": 0.5, "packetBytes": 300 },
        { "kind": "short" }] }"#;

/// A packet of a capture.
struct Packet {
    interface: u32,
    nanos: u64,
    length: u32,
    /// The first bytes, without the Ethernet header.
    ip: Vec<u8>,
    comment: String,
    /// 1: received, 2: sent.
    way: u32,
}

impl Packet {
    fn is_tcp(&self) -> bool {
        self.ip[9] == 6
    }

    fn word(&self, at: usize) -> u32 {
        u32::from_be_bytes(self.ip[at..at + 4].try_into().unwrap())
    }

    /// Returns the TCP options as kinds with their values.
    fn options(&self) -> BTreeMap<u8, Vec<u8>> {
        let end = 20 + usize::from(self.ip[32] >> 4) * 4;
        let mut rest = &self.ip[40..end];
        let mut found = BTreeMap::new();
        while let [kind, more @ ..] = rest {
            if *kind == 1 {
                rest = more;
                continue;
            }
            let length = usize::from(more[0]);
            found.insert(*kind, more[1..length - 1].to_vec());
            rest = &rest[length..];
        }
        found
    }
}

fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("aqm-pcap-{}-{name}.pcapng", std::process::id()))
}

/// Returns the report of a run, and its capture.
fn capture(name: &str, scenario: &str, more: &[&str]) -> (Value, Vec<u8>) {
    let path = file(name);
    let mut arguments = vec!["run", "-", "--json", "--pcap", path.to_str().unwrap()];
    arguments.extend(more);
    let report = serde_json::from_str(&output(&arguments, scenario)).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    std::fs::remove_file(path).unwrap();
    (report, bytes)
}

fn number(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

/// Returns the names of the interfaces, and the packets.
fn parse(bytes: &[u8]) -> (Vec<String>, Vec<Packet>) {
    let (mut names, mut packets) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < bytes.len() {
        let length = number(bytes, at + 4) as usize;
        assert_eq!(
            number(bytes, at + length - 4) as usize,
            length,
            "both lengths of a block agree"
        );
        let body = &bytes[at + 8..at + length - 4];
        match number(bytes, at) {
            0x0a0d_0d0a => assert_eq!(number(body, 0), 0x1a2b_3c4d),
            1 => {
                assert_eq!(number(body, 0) & 0xffff, 1, "Ethernet");
                names.push(String::from_utf8(options(&body[8..])[&2].clone()).unwrap());
            }
            6 => {
                let kept = number(body, 12) as usize;
                let options = options(&body[20 + kept.next_multiple_of(4)..]);
                packets.push(Packet {
                    interface: number(body, 0),
                    nanos: u64::from(number(body, 4)) << 32 | u64::from(number(body, 8)),
                    length: number(body, 16) - 14,
                    ip: body[34..20 + kept].to_vec(),
                    comment: options
                        .get(&1)
                        .map_or_else(String::new, |text| String::from_utf8(text.clone()).unwrap()),
                    way: number(&options[&2], 0),
                });
            }
            kind => panic!("unknown block {kind}"),
        }
        at += length;
    }
    (names, packets)
}

fn options(mut rest: &[u8]) -> BTreeMap<u16, Vec<u8>> {
    let mut found = BTreeMap::new();
    loop {
        let short = |at: usize| u16::from_le_bytes(rest[at..at + 2].try_into().unwrap());
        let (code, length) = (short(0), usize::from(short(2)));
        if code == 0 {
            return found;
        }
        found.insert(code, rest[4..4 + length].to_vec());
        rest = &rest[4 + length.next_multiple_of(4)..];
    }
}

/// The one's complement sum of 16-bit words; of valid headers it is 0xffff.
fn sum(bytes: &[u8]) -> u32 {
    let mut sum: u32 = bytes
        .chunks(2)
        .map(|pair| u32::from(pair[0]) * 256 + u32::from(*pair.get(1).unwrap_or(&0)))
        .sum();
    while sum > 0xffff {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    sum
}

fn count(packets: &[Packet], is_it: impl Fn(&Packet) -> bool) -> u64 {
    packets.iter().filter(|packet| is_it(packet)).count() as u64
}

#[test]
fn counts_are_those_of_the_report() {
    let (report, bytes) = capture("counts", SCENARIO, &[]);
    let (names, packets) = parse(&bytes);
    assert_eq!(
        names,
        [
            "lane1-codel-before",
            "lane1-codel-behind",
            "lane2-droptail-before",
            "lane2-droptail-behind"
        ]
    );
    assert!(packets.is_sorted_by_key(|packet| packet.nanos));
    for lane in 0..2u32 {
        let of = &report["lanes"][lane as usize]["packets"];
        let at = |interface: u32, way: u32| {
            move |packet: &Packet| packet.interface == 2 * lane + interface && packet.way == way
        };
        let (arrived, left) = (at(0, 1), at(1, 2));
        assert_eq!(count(&packets, arrived), of["offered"].as_u64().unwrap());
        assert_eq!(
            count(&packets, |packet| arrived(packet)
                && packet.comment.starts_with("dropped after")),
            of["dropped"].as_u64().unwrap()
        );
        assert_eq!(
            count(&packets, |packet| left(packet) && packet.comment.starts_with("marked after")),
            of["marked"].as_u64().unwrap()
        );
        // The last packet may still be on the link.
        let sent = of["sent"].as_u64().unwrap();
        assert!((sent - 1..=sent).contains(&count(&packets, left)), "lane {lane}");
        assert!(
            of["dropped"].as_u64().unwrap() > 50
                && count(&packets, |packet| packet.comment.starts_with("lost")) > 2
        );
    }
}

#[test]
fn headers_and_checksums_are_valid() {
    let (_, bytes) = capture("headers", SCENARIO, &[]);
    let (_, packets) = parse(&bytes);
    let mut kinds = BTreeSet::new();
    for packet in &packets {
        let ip = &packet.ip;
        assert_eq!((ip[0], u32::from(ip[2]) * 256 + u32::from(ip[3])), (0x45, packet.length));
        assert_eq!(sum(&ip[..20]), 0xffff, "checksum of IP");
        // The rest of the payload is zeros.
        let mut transport = ip[20..].to_vec();
        transport.resize(packet.length as usize - 20, 0);
        let mut pseudo = ip[12..20].to_vec();
        pseudo.extend([0, ip[9]]);
        pseudo.extend((transport.len() as u16).to_be_bytes());
        pseudo.extend(transport);
        assert_eq!(sum(&pseudo), 0xffff, "checksum of TCP or UDP");
        kinds.insert(ip[9]);
    }
    assert_eq!(kinds, BTreeSet::from([6, 17]));
}

#[test]
fn connections_are_those_of_real_tcp() {
    let (_, bytes) = capture("tcp", SCENARIO, &[]);
    let (_, packets) = parse(&bytes);
    // What the first sender of the first lane sees: group 0, with ECN.
    let (sender, receiver) = ([10, 1, 1, 1], [10, 1, 2, 1]);
    let port = packets
        .iter()
        .find(|packet| packet.ip[12..16] == sender)
        .map(|packet| packet.word(20))
        .unwrap();
    let flow: Vec<_> = packets
        .iter()
        .filter(|packet| packet.interface == 0 && packet.is_tcp())
        .filter(|packet| packet.word(20) == port || packet.word(20).rotate_left(16) == port)
        .collect();
    let flags = |packet: &Packet| packet.ip[33];
    assert_eq!(
        (flags(flow[0]), flags(flow[1])),
        (0xc2, 0x52),
        "SYN with ECE and CWR, SYN-ACK with ECE"
    );
    assert_eq!(flow[0].options().keys().copied().collect::<Vec<_>>(), [2, 3, 4, 8]);
    let (mut highest, mut acknowledged, mut sacks, mut echoes) = (1, 1, 0, 0);
    for packet in &flow[2..] {
        let options = packet.options();
        assert_eq!(options[&8].len(), 8, "time stamps");
        if packet.ip[12..16] == sender {
            // What was sent before is not ECN-capable (RFC 3168, section 6.1.5).
            let is_new = packet.word(24) >= highest;
            assert!(packet.ip[1] & 3 == 2 || !is_new, "ECT(0) before the queue");
            assert_eq!((packet.word(24) - 1) % 1448, 0, "whole segments");
            assert!(packet.word(24) >= acknowledged || flags(packet) & 2 == 0);
            highest = highest.max(packet.word(24) + packet.length - 52);
        } else {
            assert_eq!(packet.ip[12..16], receiver);
            acknowledged = acknowledged.max(packet.word(28));
            assert!(packet.word(28) <= highest, "only what was sent is acknowledged");
            if let Some(blocks) = options.get(&5) {
                sacks += 1;
                assert_eq!(packet.length, 52 + 4 + blocks.len() as u32);
                let edge = |at: usize| u32::from_be_bytes(blocks[at..at + 4].try_into().unwrap());
                assert!(edge(0) < edge(4) && edge(4) <= highest);
            }
            echoes += u32::from(flags(packet) & 0x40 != 0);
        }
    }
    assert!(
        acknowledged > 1448 * 100 && sacks > 5 && echoes > 5,
        "{acknowledged} {sacks} {echoes}"
    );
    let is_marked = |packet: &Packet| packet.interface == 1 && packet.ip[1] & 3 == 3;
    assert_eq!(
        count(&packets, is_marked),
        count(&packets, |packet| packet.comment.starts_with("marked"))
    );
}

#[test]
fn a_span_holds_only_the_packets_that_arrive_in_it() {
    let (_, bytes) = capture("span", SCENARIO, &["--from", "2", "--to", "2.5"]);
    let (_, packets) = parse(&bytes);
    let arrivals = || packets.iter().filter(|packet| packet.interface % 2 == 0 && packet.way == 1);
    assert!(arrivals().count() > 100);
    let inside =
        arrivals().filter(|packet| (2_000_000_000..2_500_000_000).contains(&packet.nanos)).count();
    // Packets that waited at the start of the span arrived before.
    assert!(inside > 100 && inside + 130 > arrivals().count());
    let (code, message) = failure(&["run", "-", "--from", "2"], SCENARIO);
    assert!(code == 2 && message.contains("--pcap"), "{message}");
}

#[test]
fn acks_through_queues_keep_their_options() {
    let scenario = SCENARIO.replace(r#""lossRate": 0.002"#, r#""reverse": { "rateMbps": 2, "buffer": { "packets": 50 } }, "hopsBefore": [{ "rateMbps": 20, "buffer": { "packets": 200 } }]"#);
    let (_, bytes) = capture("reverse", &scenario, &[]);
    let (_, packets) = parse(&bytes);
    let sacks = |packet: &Packet| packet.is_tcp() && packet.options().contains_key(&5);
    assert!(count(&packets, sacks) > 20);
}

/// Skipped where `aqm testbed` cannot run.
#[test]
fn real_packets_are_those_of_the_report() {
    let path = file("real");
    let scenario = r#"{ "version": 1, "title": "Real", "durationS": 2, "warmupS": 0,
        "link": { "rateMbps": 4, "rttMs": 20, "buffer": { "packets": 20 }, "lossRate": 0.01 },
        "queues": [{ "kind": "codel", "ecn": true }],
        "traffic": [{ "kind": "bulk", "ecn": true }, { "kind": "bulk" }, { "kind": "cbr", "rateMbps": 1 }] }"#;
    let ran = aqm(&["testbed", "-", "--json", "--pcap", path.to_str().unwrap()], scenario);
    let errors = String::from_utf8_lossy(&ran.stderr);
    if ran.status.code() == Some(3) && errors.contains("cannot run here") {
        return eprintln!("skipped: {errors}");
    }
    // On a loaded machine the run is late, and the exit code is 1. All packets are accounted for even then.
    assert!(matches!(ran.status.code(), Some(0 | 1)), "{errors}");
    let report: Value = serde_json::from_slice(&ran.stdout).unwrap();
    let (names, packets) = parse(&std::fs::read(&path).unwrap());
    assert_eq!(names, ["lane1-codel-before", "lane1-codel-behind"]);
    assert!(packets.is_sorted_by_key(|packet| packet.nanos));
    let counts = &report["lanes"][0]["testbed"]["hopCounts"][0];
    let arrived = |packet: &Packet| packet.interface == 0 && packet.way == 1;
    let left = |packet: &Packet| packet.interface == 1 && packet.way == 2;
    let dropped = |packet: &Packet| arrived(packet) && packet.comment.starts_with("dropped after");
    assert_eq!(count(&packets, arrived), counts["arrived"].as_u64().unwrap());
    assert_eq!(count(&packets, left), counts["departed"].as_u64().unwrap());
    assert_eq!(count(&packets, dropped), counts["dropped"].as_u64().unwrap());
    assert!(count(&packets, left) > 20);
    for packet in &packets {
        let ip = &packet.ip;
        assert_eq!(u32::from(ip[2]) * 256 + u32::from(ip[3]), packet.length);
        assert_eq!(ip.len() as u32, packet.length.min(114));
        assert_eq!(sum(&ip[..20]), 0xffff, "the mark updates the checksum");
    }
    let samples = &report["lanes"][0]["samples"];
    let total = |name: &str| {
        let values = samples[name].as_array().unwrap();
        values.iter().map(|value| value.as_f64().unwrap_or(0.0)).sum::<f64>()
    };
    let arrived = counts["arrived"].as_f64().unwrap();
    // What arrives at the very end of the run is in no step.
    assert!(total("offered") <= arrived && total("offered") > 0.9 * arrived);
    assert!(total("queueDelayMs") > 0.0 && total("throughputMbps") > 0.0);
    check_with_tshark(&path);
    std::fs::remove_file(path).unwrap();
}

/// Skipped without tshark. Debian: tshark.
#[test]
fn tshark_reads_it_without_errors() {
    let path = file("tshark");
    output(&["run", "-", "--json", "--pcap", path.to_str().unwrap()], SCENARIO);
    check_with_tshark(&path);
    std::fs::remove_file(path).unwrap();
}

/// The kernel can write a TCP checksum of zero as 0xffff, which tshark calls bad.
fn check_with_tshark(path: &Path) {
    let fields = ["ip.check_checksum:TRUE", "tcp.check_checksum:TRUE", "udp.check_checksum:TRUE"];
    let arguments = fields.iter().flat_map(|field| ["-o", field]);
    let wrong = "ip.checksum.status == \"Bad\" || (tcp.checksum.status == \"Bad\" && tcp.checksum != 0xffff) || udp.checksum.status == \"Bad\" || _ws.malformed";
    match Command::new("tshark").arg("-r").arg(path).args(arguments).args(["-Y", wrong]).output() {
        Ok(output) => {
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            assert_eq!(String::from_utf8_lossy(&output.stdout), "");
        }
        Err(_) => eprintln!("skipped: tshark is missing"),
    }
}
