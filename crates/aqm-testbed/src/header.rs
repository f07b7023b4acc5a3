//! Headers of real IPv4 packets: what the path reads of them, and the CE mark that it writes.

use aqm_sim::packet::Ecn;

/// Protocol number of TCP.
const TCP: u8 = 6;
/// Protocol number of UDP.
const UDP: u8 = 17;
/// Bits of the second byte that are the ECN field (RFC 3168, section 5).
const ECN_BITS: u8 = 0b11;
/// Fragment offset and the flag "more fragments".
const FRAGMENT_BITS: u16 = 0x3fff;

/// What the path reads of a packet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// Size of the IP packet in bytes.
    pub bytes: u32,
    /// The ECN field.
    pub ecn: Ecn,
    /// Whether it carries UDP; otherwise it carries TCP.
    pub is_udp: bool,
    /// Port of the sender.
    pub source: u16,
    /// Port of the receiver.
    pub destination: u16,
}

impl Header {
    /// Reads the headers of an IP packet. Returns `None` if it is not a whole IPv4 packet with TCP or UDP.
    pub fn read(packet: &[u8]) -> Option<Header> {
        let length = header_length(packet)?;
        let bytes = usize::from(word(packet, 2)?);
        let is_whole = bytes <= packet.len() && word(packet, 6)? & FRAGMENT_BITS == 0;
        let protocol = *packet.get(9)?;
        if !is_whole || (protocol != TCP && protocol != UDP) {
            return None;
        }
        Some(Header {
            bytes: bytes as u32,
            ecn: match packet[1] & ECN_BITS {
                0b00 => Ecn::NotEct,
                0b10 => Ecn::Ect0,
                0b01 => Ecn::Ect1,
                _ => Ecn::Ce,
            },
            is_udp: protocol == UDP,
            source: word(packet, length)?,
            destination: word(packet, length + 2)?,
        })
    }
}

/// What the log of packets reads of TCP and UDP.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Payload {
    /// Bytes behind all headers.
    pub bytes: usize,
    /// Sequence number of TCP.
    pub sequence: u32,
    /// Acknowledgement number of TCP.
    pub acknowledged: u32,
    /// It opens a TCP connection.
    pub is_syn: bool,
}

/// Reads the transport header of an IPv4 packet; `None` if it is not whole.
pub fn payload(packet: &[u8]) -> Option<Payload> {
    let header = Header::read(packet)?;
    let start = header_length(packet)?;
    let transport = packet.get(start..header.bytes as usize)?;
    if header.is_udp {
        let bytes = transport.len().checked_sub(8)?;
        return Some(Payload { bytes, sequence: 0, acknowledged: 0, is_syn: false });
    }
    let long = |at: usize| transport.get(at..)?.first_chunk().map(|long| u32::from_be_bytes(*long));
    let length = usize::from(transport.get(12)? >> 4) * 4;
    Some(Payload {
        bytes: transport.len().checked_sub(length)?,
        sequence: long(4)?,
        acknowledged: long(8)?,
        is_syn: transport.get(13)? & 2 != 0,
    })
}

/// Sets the ECN field of an IPv4 packet to CE, and updates the checksum of its header by the difference (RFC 1624, equation 3).
/// TCP and UDP checksums do not cover the field.
pub fn mark(packet: &mut [u8]) {
    let (Some(before), Some(sum)) = (word(packet, 0), word(packet, 10)) else { return };
    let after = before | u16::from(ECN_BITS);
    packet[1] = after as u8;
    let sum = !fold(u32::from(!sum) + u32::from(!before) + u32::from(after));
    packet[10..12].copy_from_slice(&sum.to_be_bytes());
}

/// Returns whether the checksum of an IPv4 header is right (RFC 791).
pub fn is_valid(packet: &[u8]) -> bool {
    let Some(header) = header_length(packet).and_then(|length| packet.get(..length)) else {
        return false;
    };
    let words =
        header.chunks_exact(2).map(|pair| u32::from(u16::from_be_bytes([pair[0], pair[1]])));
    fold(words.sum()) == u16::MAX
}

/// Returns the length of an IPv4 header in bytes.
fn header_length(packet: &[u8]) -> Option<usize> {
    let first = *packet.first()?;
    let length = usize::from(first & 0xf) * 4;
    (first >> 4 == 4 && length >= 20 && packet.len() >= length).then_some(length)
}

fn word(packet: &[u8], at: usize) -> Option<u16> {
    let pair = packet.get(at..at + 2)?;
    Some(u16::from_be_bytes([pair[0], pair[1]]))
}

/// Adds the carries of a sum of 16-bit words (RFC 1071).
fn fold(mut sum: u32) -> u16 {
    while sum > 0xffff {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    sum as u16
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use aqm_sim::rng::SplitMix64;

    /// Returns an IPv4 packet with a valid header checksum. `random` fills identification, TTL and addresses.
    pub(crate) fn packet(
        bytes: u16,
        ecn: u8,
        ports: (u16, u16),
        udp: bool,
        random: u64,
    ) -> Vec<u8> {
        let mut packet = vec![0; usize::from(bytes)];
        packet[0] = 0x45;
        packet[1] = 0xb8 & !ECN_BITS | ecn;
        packet[2..4].copy_from_slice(&bytes.to_be_bytes());
        packet[4..6].copy_from_slice(&(random as u16).to_be_bytes());
        packet[6] = 0x40;
        packet[8] = (random >> 16) as u8;
        packet[9] = if udp { UDP } else { TCP };
        packet[12..20].copy_from_slice(&random.to_le_bytes());
        packet[20..22].copy_from_slice(&ports.0.to_be_bytes());
        packet[22..24].copy_from_slice(&ports.1.to_be_bytes());
        let words = packet[..20].chunks_exact(2);
        let sum = fold(words.map(|w| u32::from(u16::from_be_bytes([w[0], w[1]]))).sum());
        packet[10..12].copy_from_slice(&(!sum).to_be_bytes());
        packet
    }

    /// Fields of a TCP segment with timestamps.
    pub(crate) struct Tcp {
        pub sequence: u32,
        pub acknowledged: u32,
        pub payload: u16,
        pub is_syn: bool,
    }

    pub(crate) fn tcp(fields: Tcp) -> Vec<u8> {
        let mut packet = packet(52 + fields.payload, 0, (20_000, 5001), false, 1);
        packet[24..28].copy_from_slice(&fields.sequence.to_be_bytes());
        packet[28..32].copy_from_slice(&fields.acknowledged.to_be_bytes());
        packet[32] = 8 << 4;
        packet[33] = if fields.is_syn { 2 } else { 16 };
        packet
    }

    #[test]
    fn the_payload_lies_behind_all_options() {
        let packet = tcp(Tcp { sequence: 7, acknowledged: 9, payload: 1448, is_syn: true });
        let expected = Payload { bytes: 1448, sequence: 7, acknowledged: 9, is_syn: true };
        assert_eq!(payload(&packet), Some(expected));
        let mut bad = packet.clone();
        bad[32] = 15 << 4;
        bad[3] = 60;
        bad[2] = 0;
        assert_eq!(payload(&bad), None, "the options are longer than the packet");
    }

    #[test]
    fn a_header_is_read_as_it_was_written() {
        for (bits, ecn) in [(0, Ecn::NotEct), (1, Ecn::Ect1), (2, Ecn::Ect0), (3, Ecn::Ce)] {
            for is_udp in [false, true] {
                let packet = packet(1500, bits, (20_001, 5001), is_udp, 77);
                let read = Header::read(&packet).unwrap();
                let expected =
                    Header { bytes: 1500, ecn, is_udp, source: 20_001, destination: 5001 };
                assert_eq!(read, expected);
            }
        }
    }

    #[test]
    fn other_packets_are_refused() {
        let good = packet(100, 2, (1, 2), false, 9);
        for (at, value) in [(0, 0x65), (0, 0x44), (7, 1), (6, 0x20), (9, 1), (2, 1)] {
            let mut bad = good.clone();
            bad[at] = value;
            assert_eq!(Header::read(&bad), None, "byte {at} is {value}");
        }
        for length in 0..24 {
            assert_eq!(Header::read(&good[..length]), None, "{length} bytes");
        }
    }

    #[test]
    fn a_mark_keeps_the_checksum_valid_and_changes_nothing_else() {
        let mut random = SplitMix64::new(5);
        for _ in 0..20_000 {
            let before =
                packet(60, (random.next_u64() & 3) as u8, (7, 8), false, random.next_u64());
            assert!(is_valid(&before));
            let mut after = before.clone();
            mark(&mut after);
            assert!(is_valid(&after), "{before:02x?}");
            assert_eq!(Header::read(&after).unwrap().ecn, Ecn::Ce);
            let differing: Vec<usize> = (0..60).filter(|&at| before[at] != after[at]).collect();
            assert!(differing.iter().all(|at| [1, 10, 11].contains(at)), "{differing:?}");
        }
    }

    #[test]
    fn a_wrong_checksum_is_found() {
        let mut bad = packet(60, 2, (7, 8), false, 3);
        bad[8] ^= 1;
        assert!(!is_valid(&bad));
        assert!(!is_valid(&bad[..10]));
    }
}
