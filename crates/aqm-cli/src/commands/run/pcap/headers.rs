//! Bytes of IPv4, TCP and UDP headers, with checksums over a payload of zeros.

use std::net::Ipv4Addr;

/// Sizes of headers without options, bytes.
pub const IP: u32 = 20;
const TCP: u32 = 20;
pub const UDP: u32 = 8;

/// Flags of TCP, with the AccECN bit AE in the first place.
pub const AE: u16 = 0x100;
pub const CWR: u16 = 0x80;
pub const ECE: u16 = 0x40;
pub const ACK: u16 = 0x10;
pub const SYN: u16 = 0x02;

/// What IPv4 carries.
pub struct Ip {
    pub source: Ipv4Addr,
    pub target: Ipv4Addr,
    /// The ECN field: 0 not ECN-capable, 1 ECT(1), 2 ECT(0), 3 CE.
    pub ecn: u8,
    pub id: u16,
    /// Size of the packet in bytes.
    pub length: u32,
}

/// What TCP carries.
pub struct Tcp<'a> {
    pub ports: (u16, u16),
    pub sequence: u32,
    pub acknowledgement: u32,
    pub flags: u16,
    pub window: u16,
    /// Whole words.
    pub options: &'a [u8],
}

/// Returns IP and TCP header of a packet. A packet that is shorter than its headers becomes as long as they are.
pub fn tcp(ip: &Ip, tcp: &Tcp<'_>) -> (Vec<u8>, u32) {
    let header = TCP + tcp.options.len() as u32;
    let length = ip.length.max(IP + header);
    let mut bytes = ipv4(&Ip { length, ..*ip }, 6);
    let start = bytes.len();
    bytes.extend(tcp.ports.0.to_be_bytes());
    bytes.extend(tcp.ports.1.to_be_bytes());
    bytes.extend(tcp.sequence.to_be_bytes());
    bytes.extend(tcp.acknowledgement.to_be_bytes());
    bytes.extend(((header as u16 / 4) << 12 | tcp.flags).to_be_bytes());
    bytes.extend(tcp.window.to_be_bytes());
    bytes.extend([0; 4]);
    bytes.extend(tcp.options);
    let sum = transport_sum(ip, 6, length - IP, &bytes[start..]);
    bytes[start + 16..start + 18].copy_from_slice(&sum.to_be_bytes());
    (bytes, length)
}

/// Returns IP and UDP header of a packet.
pub fn udp(ip: &Ip, ports: (u16, u16)) -> (Vec<u8>, u32) {
    let length = ip.length.max(IP + UDP);
    let mut bytes = ipv4(&Ip { length, ..*ip }, 17);
    let start = bytes.len();
    bytes.extend(ports.0.to_be_bytes());
    bytes.extend(ports.1.to_be_bytes());
    bytes.extend(((length - IP) as u16).to_be_bytes());
    bytes.extend([0; 2]);
    // A sum of zero is sent as its complement (RFC 768).
    let sum = match transport_sum(ip, 17, length - IP, &bytes[start..]) {
        0 => u16::MAX,
        sum => sum,
    };
    bytes[start + 6..start + 8].copy_from_slice(&sum.to_be_bytes());
    (bytes, length)
}

fn ipv4(ip: &Ip, protocol: u8) -> Vec<u8> {
    let mut bytes = vec![0x45, ip.ecn];
    bytes.extend((ip.length as u16).to_be_bytes());
    bytes.extend(ip.id.to_be_bytes());
    // Do not fragment; 64 hops.
    bytes.extend([0x40, 0, 64, protocol, 0, 0]);
    bytes.extend(ip.source.octets());
    bytes.extend(ip.target.octets());
    let sum = !folded(sum(&bytes));
    bytes[10..12].copy_from_slice(&sum.to_be_bytes());
    bytes
}

/// Returns the checksum over pseudo header, header, and a payload of zeros, which adds nothing.
fn transport_sum(ip: &Ip, protocol: u8, length: u32, header: &[u8]) -> u16 {
    let addresses = sum(&ip.source.octets()) + sum(&ip.target.octets());
    !folded(addresses + u32::from(protocol) + length + sum(header))
}

fn sum(bytes: &[u8]) -> u32 {
    bytes
        .chunks(2)
        .map(|pair| u32::from(pair[0]) << 8 | u32::from(*pair.get(1).unwrap_or(&0)))
        .sum()
}

fn folded(mut sum: u32) -> u16 {
    while sum > 0xffff {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    sum as u16
}
