//! Writes the blocks of a pcapng file: section, interfaces and packets (draft-ietf-opsawg-pcapng), in little-endian byte order.

use std::io::{self, Write};

/// Packets begin with an Ethernet header (`LINKTYPE_ETHERNET`), because every program reads that.
const ETHERNET: u16 = 1;
const SECTION: u32 = 0x0a0d_0d0a;
const INTERFACE: u32 = 1;
const PACKET: u32 = 6;
const BYTE_ORDER: u32 = 0x1a2b_3c4d;

/// Options of the blocks.
const END: u16 = 0;
const COMMENT: u16 = 1;
const PROGRAM: u16 = 4;
const NAME: u16 = 2;
const DESCRIPTION: u16 = 3;
const RESOLUTION: u16 = 9;
const FLAGS: u16 = 2;

/// Direction of a packet at an interface, as in the flags of its block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Received.
    In = 1,
    /// Sent.
    Out = 2,
}

/// A packet.
pub struct Packet<'a> {
    /// Number of its interface, from 0.
    pub interface: u32,
    /// Time in ns.
    pub nanos: u64,
    /// The first bytes.
    pub bytes: &'a [u8],
    /// How many it has in all.
    pub length: u32,
    /// Its direction.
    pub way: Way,
    /// A comment; none if it is empty.
    pub comment: &'a str,
}

/// Writes the start of a file.
pub fn write_section(out: &mut impl Write, program: &str, comment: &str) -> io::Result<()> {
    let mut body = Vec::new();
    body.extend(BYTE_ORDER.to_le_bytes());
    // Version 1.0; the length of the section is not known.
    body.extend(1u16.to_le_bytes());
    body.extend(0u16.to_le_bytes());
    body.extend(u64::MAX.to_le_bytes());
    option(&mut body, COMMENT, comment.as_bytes());
    option(&mut body, PROGRAM, program.as_bytes());
    option(&mut body, END, &[]);
    block(out, SECTION, &body)
}

/// Writes an interface whose packets keep at most `snap` bytes, with times in ns.
pub fn write_interface(out: &mut impl Write, name: &str, about: &str, snap: u32) -> io::Result<()> {
    let mut body = Vec::new();
    body.extend(ETHERNET.to_le_bytes());
    body.extend(0u16.to_le_bytes());
    body.extend(snap.to_le_bytes());
    option(&mut body, NAME, name.as_bytes());
    option(&mut body, DESCRIPTION, about.as_bytes());
    option(&mut body, RESOLUTION, &[9]);
    option(&mut body, END, &[]);
    block(out, INTERFACE, &body)
}

/// Writes a packet.
pub fn write_packet(out: &mut impl Write, packet: &Packet<'_>) -> io::Result<()> {
    let mut body = Vec::with_capacity(packet.bytes.len() + 160);
    body.extend(packet.interface.to_le_bytes());
    body.extend(((packet.nanos >> 32) as u32).to_le_bytes());
    body.extend((packet.nanos as u32).to_le_bytes());
    body.extend((packet.bytes.len() as u32).to_le_bytes());
    body.extend(packet.length.to_le_bytes());
    body.extend(packet.bytes);
    pad(&mut body);
    if !packet.comment.is_empty() {
        option(&mut body, COMMENT, packet.comment.as_bytes());
    }
    option(&mut body, FLAGS, &(packet.way as u32).to_le_bytes());
    option(&mut body, END, &[]);
    block(out, PACKET, &body)
}

fn option(body: &mut Vec<u8>, code: u16, value: &[u8]) {
    let value = &value[..value.len().min(usize::from(u16::MAX) - 3)];
    body.extend(code.to_le_bytes());
    body.extend((value.len() as u16).to_le_bytes());
    body.extend(value);
    pad(body);
}

/// Fills up to whole words.
fn pad(body: &mut Vec<u8>) {
    body.resize(body.len().next_multiple_of(4), 0);
}

fn block(out: &mut impl Write, kind: u32, body: &[u8]) -> io::Result<()> {
    let length = (body.len() as u32 + 12).to_le_bytes();
    out.write_all(&kind.to_le_bytes())?;
    out.write_all(&length)?;
    out.write_all(body)?;
    out.write_all(&length)
}
