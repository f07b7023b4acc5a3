//! The packets at the bottleneck as a capture for Wireshark and tcptrace.
//!
//! Each lane has two interfaces: before its queue, where packets arrive and those that come back arrive at last; and behind it,
//! where they leave when their transmission ends.

mod flows;
mod headers;
mod pcapng;

use crate::failure::Failure;
use crate::input;
use aqm_scenario::{Experiment, build};
use aqm_sim::aqm::Explain as _;
use aqm_sim::log::{Fate, PacketRow, Place, Signal};
use aqm_sim::time::Time;
use flows::Flows;
use pcapng::{Packet, Way};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Bytes of a packet in the file: all headers. The payload consists of zeros.
const SNAP: u32 = 128;
/// Bytes of an Ethernet header, which the simulation does not count.
const FRAME: u32 = 14;

/// Writes the packets of a run in order of time. Memory holds those that are at the bottleneck, and those of one bin.
pub struct Capture {
    out: BufWriter<File>,
    file: PathBuf,
    lanes: Vec<Flows>,
    /// Sightings that a later one can precede, in order: time in ns, lane, and a running number.
    waiting: BTreeMap<(u64, usize, u64), Sighting>,
    count: u64,
}

/// A packet at a time.
struct Sighting {
    row: PacketRow,
    group: Option<usize>,
    seen: Seen,
    /// Identification of the packet.
    id: u16,
}

/// Where a packet is seen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    /// It arrives at the queue.
    Before,
    /// It leaves the link.
    Behind,
    /// It comes back, and passes both interfaces at once.
    Back,
}

impl Capture {
    /// Creates the file, and starts the logs of all lanes, from `from` until just before `to`.
    pub fn new(
        experiment: &mut Experiment,
        (from, to): (Time, Time),
        file: &Path,
    ) -> Result<Self, Failure> {
        let scenario = experiment.scenario();
        let create = || {
            let mut out = BufWriter::new(File::create(file)?);
            let program = format!("AQM Playground {}", env!("CARGO_PKG_VERSION"));
            let about = format!("{}; seed {}", scenario.title, scenario.seed);
            pcapng::write_section(&mut out, &program, &about)?;
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
        let out = create().map_err(|error| fail(file, error))?;
        let lanes = 0..scenario.queues.len();
        let lanes = lanes.map(|lane| Flows::new(lane, build(scenario, lane))).collect();
        experiment.record_packets(from, to);
        Ok(Capture { out, file: file.to_owned(), lanes, waiting: BTreeMap::new(), count: 0 })
    }

    /// Writes the packets that no later one can precede.
    pub fn write(&mut self, experiment: &mut Experiment) -> io::Result<()> {
        self.take(experiment, false)
    }

    /// Writes all packets that are left.
    pub fn finish(mut self, experiment: &mut Experiment) -> Result<(), Failure> {
        let written = self.take(experiment, true).and_then(|()| self.out.flush());
        written.map_err(|error| fail(&self.file, error))
    }

    fn take(&mut self, experiment: &mut Experiment, all: bool) -> io::Result<()> {
        let mut frontier = experiment.now();
        for lane in 0..experiment.lanes().len() {
            for row in experiment.take_packets(lane, all) {
                let group = experiment.lanes()[lane].group_of(row.flow);
                self.sight(lane, group, &row);
            }
            let open = experiment.lanes()[lane].packets().into_iter().flat_map(|log| log.rows());
            frontier = open.map(|row| row.arrived).fold(frontier, Time::min);
        }
        while let Some(entry) = self.waiting.first_entry() {
            let &(nanos, lane, _) = entry.key();
            if !all && nanos >= frontier.nanos() {
                break;
            }
            let sighting = entry.remove();
            self.put(nanos, lane, &sighting)?;
        }
        Ok(())
    }

    /// Adds what a row shows at the two interfaces of its lane.
    fn sight(&mut self, lane: usize, group: Option<usize>, row: &PacketRow) {
        let id = self.count as u16;
        let mut add = |at: Time, seen| {
            let sighting = Sighting { row: *row, group, seen, id };
            self.waiting.insert((at.nanos(), lane, self.count), sighting);
            self.count += 1;
        };
        match row.place {
            Place::Lane => {
                add(row.arrived, Seen::Before);
                if let Some(departed) = row.departed {
                    add(departed, Seen::Behind);
                }
            }
            // The router is at the senders: what comes back passes it when it reaches its end.
            Place::WayBack | Place::Reverse => {
                if let (Some(delivered), Fate::Delivered) = (row.delivered, row.fate) {
                    add(delivered, Seen::Back);
                }
            }
            Place::Other(_) => {}
        }
    }

    fn put(&mut self, nanos: u64, lane: usize, sighting: &Sighting) -> io::Result<()> {
        let Sighting { row, group, seen, id } = sighting;
        let flows = &mut self.lanes[lane];
        let ecn = if *seen == Seen::Before { flows.unmarked(row, *group) } else { row.ecn };
        let (packet, length) = flows.bytes(row, *group, ecn, *id);
        let length = FRAME + length;
        let mut bytes = frame(lane, *seen);
        bytes.extend(packet);
        bytes.resize(length.min(SNAP) as usize, 0);
        let (before, behind) = (2 * lane as u32, 2 * lane as u32 + 1);
        let places: &[_] = match seen {
            Seen::Before => &[(before, Way::In)],
            Seen::Behind => &[(behind, Way::Out)],
            Seen::Back => &[(behind, Way::In), (before, Way::Out)],
        };
        let comment = comment(row, *seen);
        for &(interface, way) in places {
            let bytes = &bytes;
            pcapng::write_packet(
                &mut self.out,
                &Packet { interface, nanos, bytes, length, way, comment: &comment },
            )?;
        }
        Ok(())
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

fn fail(file: &Path, error: io::Error) -> Failure {
    Failure::Files(vec![(input::name_of(file), error)], Vec::new())
}
