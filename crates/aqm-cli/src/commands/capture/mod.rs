//! A capture of the packets at the bottleneck, for Wireshark and tcptrace. `aqm run` and `aqm testbed` write it.
//!
//! Each lane has two interfaces: before its queue, where packets arrive and those that come back arrive at last; and behind it,
//! where they leave when their transmission ends.

mod pcapng;

use crate::failure::Failure;
use crate::output::Output;
use aqm_scenario::Scenario;
use aqm_sim::aqm::Explain as _;
use aqm_sim::log::{Fate, HopId, PacketRow, Signal};
use aqm_sim::time::Time;
use pcapng::{Packet, Way};
use std::io;
use std::path::Path;

/// Bytes of a packet in the file: all headers.
const SNAP: u32 = 128;
/// Bytes of an Ethernet header. The sizes of the IP packets do not count it.
const FRAME: u32 = 14;

/// Where a packet is seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    /// It arrives at the queue.
    Before,
    /// It leaves the link.
    Behind,
    /// It comes back, and passes both interfaces at once.
    Back,
}

/// Returns where and when the interfaces of its lane see the packet of a row.
pub fn sightings(row: &PacketRow) -> impl Iterator<Item = (Time, Seen)> + use<> {
    let (first, second) = match row.hop {
        HopId::Lane => (
            Some((row.arrived, Seen::Before)),
            row.departed.map(|departed| (departed, Seen::Behind)),
        ),
        // The router is at the senders: what comes back passes it when it reaches its end.
        HopId::WayBack | HopId::Reverse if row.fate == Fate::Delivered => {
            (row.delivered.map(|delivered| (delivered, Seen::Back)), None)
        }
        _ => (None, None),
    };
    first.into_iter().chain(second)
}

/// A capture file. Its packets must come in order of time.
pub struct CaptureFile {
    out: Output,
}

impl CaptureFile {
    /// Creates the file with the interfaces of all lanes. `about` follows the title in its comment.
    pub fn new(file: &Path, scenario: &Scenario, about: &str) -> Result<Self, Failure> {
        let create = || {
            let mut out = Output::open(file)?;
            let program = format!("AQM Playground {}", env!("CARGO_PKG_VERSION"));
            pcapng::write_section(&mut out, &program, &format!("{}; {about}", scenario.title))?;
            for (lane, queue) in scenario.queues.iter().enumerate() {
                for (name, what) in [
                    ("before", "Packets that arrive at the queue"),
                    ("behind", "Packets that leave the link"),
                ] {
                    let name = format!("lane{}-{}-{name}", lane + 1, queue.kind());
                    pcapng::write_interface(&mut out, &name, what, SNAP)?;
                }
            }
            Ok(out)
        };
        let out = create().map_err(|error| Failure::file(file, error))?;
        Ok(CaptureFile { out })
    }

    /// Writes the packet of a row that lane `lane`, from 0, sees at this time. `packet` has its first bytes, `length` the size of the IP
    /// packet. The bytes that are not given are zeros.
    pub fn put(
        &mut self,
        lane: usize,
        (at, seen): (Time, Seen),
        row: &PacketRow,
        packet: &[u8],
        length: u32,
    ) -> io::Result<()> {
        let length = FRAME + length;
        let mut bytes = frame(lane, seen);
        bytes.extend(packet);
        bytes.resize(length.min(SNAP) as usize, 0);
        let (before, behind) = (2 * lane as u32, 2 * lane as u32 + 1);
        let interfaces: &[_] = match seen {
            Seen::Before => &[(before, Way::In)],
            Seen::Behind => &[(behind, Way::Out)],
            Seen::Back => &[(behind, Way::In), (before, Way::Out)],
        };
        let comment = comment(row, seen);
        for &(interface, way) in interfaces {
            let (bytes, nanos) = (&bytes, at.nanos());
            pcapng::write_packet(
                &mut self.out,
                &Packet { interface, nanos, bytes, length, way, comment: &comment },
            )?;
        }
        Ok(())
    }

    /// Ends the file.
    pub fn finish(self) -> Result<(), Failure> {
        self.out.finish()
    }

    /// Returns the failure of a write to this file.
    pub fn failure(&self, error: io::Error) -> Failure {
        self.out.failure(error)
    }
}

/// Returns an Ethernet header for IPv4. The addresses name the lane, and the side that the frame comes from and goes to.
fn frame(lane: usize, seen: Seen) -> Vec<u8> {
    let address = |side: u8| [2, 0, 0, 0, lane as u8 + 1, side];
    let (from, to) = match seen {
        Seen::Before => (1, 2),
        Seen::Behind => (2, 3),
        Seen::Back => (3, 2),
    };
    let mut bytes = address(to).to_vec();
    bytes.extend(address(from));
    bytes.extend([0x08, 0x00]);
    bytes
}

/// Returns what happened to a packet at the bottleneck, if it was dropped, marked or lost.
fn comment(row: &PacketRow, seen: Seen) -> String {
    let waited = || row.dequeued.map_or(0.0, |end| end.saturating_since(row.arrived).millis());
    match (seen, row.fate, row.mark) {
        (Seen::Before, Fate::Dropped(reason), _) => {
            let signal = Signal::Drop(reason);
            format!("dropped after {:.3} ms: {} {signal}", waited(), signal.code())
        }
        (Seen::Behind, Fate::Lost, _) => "lost behind the bottleneck".to_owned(),
        (Seen::Behind, _, Some(reason)) => {
            let signal = Signal::Mark(reason);
            format!("marked after {:.3} ms: {} {signal}", waited(), signal.code())
        }
        _ => String::new(),
    }
}
