//! Turns packets of the simulator into bytes: addresses, ports, sequence numbers, options and flags of each flow.

use super::headers::{self, ACK, AE, CWR, ECE, IP, Ip, SYN, Tcp};
use aqm_sim::cc::CcKind;
use aqm_sim::config::{SimulationConfig, TrafficConfig};
use aqm_sim::log::{PacketKind, PacketRow};
use aqm_sim::packet::{Ack, Ecn};
use aqm_sim::time::Time;
use std::collections::BTreeMap;
use std::net::Ipv4Addr;

/// Header bytes of a segment with time stamps.
const OVERHEAD: u32 = IP + 20 + 12;
/// Size of a SYN-ACK, which the simulation counts as an ACK of 52 bytes.
const SYN_ACK: u32 = 60;
/// Shift of the window scale option (RFC 7323).
const SCALE: u8 = 14;
/// The first port of senders, and those of receivers.
const FIRST_PORT: u32 = 10_000;
const PORTS: u32 = 50_000;
const TCP_PORT: u16 = 5201;
const UDP_PORT: u16 = 5001;

/// The flows of a lane.
pub struct Flows {
    lane: u8,
    config: SimulationConfig,
    flows: BTreeMap<u32, Flow>,
}

/// What the next packet of a flow needs.
#[derive(Default)]
struct Flow {
    /// Time stamp of the last ACK that reached the sender, ms.
    last_ack: u32,
    /// When the last SYN was sent, and its answer.
    syn: Option<Time>,
    answered: Option<Time>,
    /// Its receiver reports a counter of CE marks (AccECN).
    counts: bool,
}

impl Flows {
    /// Creates the flows of lane `lane`, from 0.
    pub fn new(lane: usize, config: SimulationConfig) -> Self {
        Flows { lane: lane as u8 + 1, config, flows: BTreeMap::new() }
    }

    /// Returns the headers of a packet, and its size with the payload. `ecn` is the ECN field at this time, `id` the packet's
    /// identification. The packets of a flow must come in order of time.
    pub fn bytes(
        &mut self,
        row: &PacketRow,
        group: Option<usize>,
        ecn: Ecn,
        id: u16,
    ) -> (Vec<u8>, u32) {
        let traffic = group.and_then(|group| self.config.traffic.get(group));
        let tcp = traffic.and_then(TrafficConfig::tcp);
        let payload = tcp.map_or(1448, |tcp| tcp.packet_bytes.saturating_sub(OVERHEAD).max(1));
        let uses_ecn = tcp.is_some_and(|tcp| tcp.ecn);
        let flow = self.flows.entry(row.flow).or_default();
        let part = (row.flow / PORTS) as u8;
        let host = group.map_or(255, |group| group as u8 + 1);
        let from = Ipv4Addr::new(10, self.lane, 2 * part + 1, host);
        let to = Ipv4Addr::new(10, self.lane, 2 * part + 2, host);
        let port = (FIRST_PORT + row.flow % PORTS) as u16;
        let is_ack = row.kind == PacketKind::Ack;
        let (source, target) = if is_ack { (to, from) } else { (from, to) };
        let ip = Ip { source, target, ecn: codepoint(ecn), id, length: row.bytes };
        match row.kind {
            PacketKind::Datagram => headers::udp(&ip, (port, UDP_PORT)),
            PacketKind::Data | PacketKind::Retransmission => {
                flow.data(&ip, row, port, payload, uses_ecn)
            }
            PacketKind::Ack => flow.ack(&ip, row, port, payload, uses_ecn),
        }
    }

    /// Returns the ECN field before the hop marked the packet.
    pub fn unmarked(&self, row: &PacketRow, group: Option<usize>) -> Ecn {
        if row.mark.is_none() {
            return row.ecn;
        }
        let tcp = group.and_then(|group| self.config.traffic.get(group)?.tcp());
        if tcp.is_some_and(|tcp| tcp.cc.kind() == CcKind::Prague) { Ecn::Ect1 } else { Ecn::Ect0 }
    }
}

impl Flow {
    fn data(
        &mut self,
        ip: &Ip,
        row: &PacketRow,
        port: u16,
        payload: u32,
        uses_ecn: bool,
    ) -> (Vec<u8>, u32) {
        let sent = millis(row.headers.sent);
        let ports = (port, TCP_PORT);
        if row.headers.syn {
            if self.syn != Some(row.headers.sent) {
                (self.syn, self.answered) = (Some(row.headers.sent), None);
            }
            let flags = SYN | if uses_ecn { ECE | CWR } else { 0 };
            let tcp = Tcp {
                ports,
                sequence: 0,
                acknowledgement: 0,
                flags,
                window: u16::MAX,
                options: &opening(payload, sent, 0),
            };
            return headers::tcp(ip, &tcp);
        }
        let flags = ACK | if row.headers.cwr { CWR } else { 0 };
        let tcp = Tcp {
            ports,
            sequence: number(row.sequence, payload),
            acknowledgement: 1,
            flags,
            window: u16::MAX,
            options: &stamps(sent, self.last_ack),
        };
        headers::tcp(ip, &tcp)
    }

    fn ack(
        &mut self,
        ip: &Ip,
        row: &PacketRow,
        port: u16,
        payload: u32,
        uses_ecn: bool,
    ) -> (Vec<u8>, u32) {
        let ack = row.headers.ack.unwrap_or(Ack { next: row.sequence, ..Ack::default() });
        let now = millis(row.arrived);
        self.last_ack = now;
        let ports = (TCP_PORT, port);
        let window = (ack.window.saturating_mul(u64::from(payload)) >> SCALE)
            .min(u64::from(u16::MAX)) as u16;
        // Later ACKs of nothing can echo the SYN, too.
        let is_first = self.answered.is_none_or(|answered| answered == row.arrived);
        if ack.next == 0 && self.syn == Some(ack.echo) && is_first {
            self.answered = Some(row.arrived);
            let flags = SYN | ACK | if uses_ecn { ECE } else { 0 };
            let options = opening(payload, now, millis(ack.echo));
            let tcp = Tcp {
                ports,
                sequence: 0,
                acknowledgement: 1,
                flags,
                window: u16::MAX,
                options: &options,
            };
            return headers::tcp(&Ip { length: SYN_ACK, ..*ip }, &tcp);
        }
        self.counts |= ack.ce_packets > 0;
        let ecn = if self.counts {
            // The counter of AccECN starts at 5 and has the bits AE, CWR and ECE.
            let count = (5 + ack.ce_packets) % 8;
            [AE, CWR, ECE]
                .iter()
                .enumerate()
                .map(|(bit, flag)| if count >> (2 - bit) & 1 == 1 { *flag } else { 0 })
                .sum()
        } else if ack.ece {
            ECE
        } else {
            0
        };
        let mut options = stamps(now, millis(ack.echo));
        options.extend(blocks(&ack, payload));
        let tcp = Tcp {
            ports,
            sequence: 1,
            acknowledgement: number(ack.next, payload),
            flags: ACK | ecn,
            window,
            options: &options,
        };
        headers::tcp(ip, &tcp)
    }
}

fn codepoint(ecn: Ecn) -> u8 {
    match ecn {
        Ecn::NotEct => 0,
        Ecn::Ect1 => 1,
        Ecn::Ect0 => 2,
        Ecn::Ce => 3,
    }
}

/// Returns the sequence number of a segment; the SYN has number 0.
fn number(segment: u64, payload: u32) -> u32 {
    (1 + segment.wrapping_mul(u64::from(payload))) as u32
}

fn millis(time: Time) -> u32 {
    (time.nanos() / 1_000_000) as u32
}

/// Returns the time stamp option (RFC 7323), behind two fillers.
fn stamps(value: u32, echo: u32) -> Vec<u8> {
    let mut options = vec![1, 1, 8, 10];
    options.extend(value.to_be_bytes());
    options.extend(echo.to_be_bytes());
    options
}

/// Returns the options of a SYN: segment size, SACK permitted, time stamps, window scale.
fn opening(payload: u32, value: u32, echo: u32) -> Vec<u8> {
    let mut options = vec![2, 4];
    // The size without options (RFC 6691).
    options.extend((payload as u16 + 12).to_be_bytes());
    options.extend([4, 2, 8, 10]);
    options.extend(value.to_be_bytes());
    options.extend(echo.to_be_bytes());
    options.extend([1, 3, 3, SCALE]);
    options
}

/// Returns the SACK option (RFC 2018), behind two fillers; nothing without blocks.
fn blocks(ack: &Ack, payload: u32) -> Vec<u8> {
    let blocks: Vec<_> = ack.sacks.iter().filter(|block| block.start < block.end).collect();
    if blocks.is_empty() {
        return Vec::new();
    }
    let mut options = vec![1, 1, 5, 2 + 8 * blocks.len() as u8];
    for block in blocks {
        options.extend(number(block.start, payload).to_be_bytes());
        options.extend(number(block.end, payload).to_be_bytes());
    }
    options
}
