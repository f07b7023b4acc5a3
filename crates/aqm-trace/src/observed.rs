//! What a discipline shows to a replay: its state rows, the values of its decisions, and its counters.

use crate::drive::TracePacket;
use crate::outcome::Outcome;
use aqm_sim::aqm::Discipline;
use aqm_sim::time::Time;
use std::collections::BTreeMap;

/// The most values that a state row holds.
pub const STATE_WIDTH: usize = 14;

/// The most values that a discipline records for each packet.
pub const DECISION_WIDTH: usize = 4;

/// Values at the decision on a packet; `None` where a trace leaves the column empty.
pub(crate) type Decision = [Option<i128>; DECISION_WIDTH];

/// The last row of each queue that a discipline writes rows for.
pub(crate) type Memory = BTreeMap<u64, [i128; STATE_WIDTH]>;

/// A discipline whose inner state traces record.
pub(crate) trait Observed: Discipline<TracePacket> {
    /// The outcome of a drop because a limit was exceeded.
    const OVERFLOW: Outcome = Outcome::Overflowed;
    /// Writes the state rows that are due after `event`, in the order of the columns.
    fn rows(&self, event: Event, memory: &mut Memory, write: &mut dyn FnMut([i128; STATE_WIDTH]));
    /// Values recorded after every arrival.
    fn decision_at_arrival(&self) -> Decision {
        [None; DECISION_WIDTH]
    }
    /// Values recorded after a packet was forwarded.
    fn decision_at_departure(&self) -> Option<Decision> {
        None
    }
    /// What the discipline recorded itself, between the calls of the host.
    fn own_log(&mut self) -> OwnLog {
        OwnLog::default()
    }
    /// Its counters by the kernel's names.
    fn counters(&self) -> Vec<(&'static str, u64)>;
}

/// A call of a discipline that is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Event {
    /// A packet was offered.
    Enqueue,
    /// The link asked for a packet.
    Dequeue,
    /// The timer fired.
    Timer,
}

/// What a discipline records itself.
#[derive(Debug, Default)]
pub(crate) struct OwnLog {
    /// State rows with their times.
    pub states: Vec<(Time, [i128; STATE_WIDTH])>,
    /// Packet, its outcome if that is another one than the host saw, and the values of its decision.
    pub decisions: Vec<(usize, Option<Outcome>, Decision)>,
}

/// A row of `values`, filled with zeros.
pub(crate) fn row<const N: usize>(values: [i128; N]) -> [i128; STATE_WIDTH] {
    let mut row = [0; STATE_WIDTH];
    row[..N].copy_from_slice(&values);
    row
}

/// Writes `row` of `queue` if one of its `watched` columns differs from the last row, or from `first`
/// if there was none.
pub(crate) fn write_change(
    memory: &mut Memory,
    queue: u64,
    first: [i128; STATE_WIDTH],
    row: [i128; STATE_WIDTH],
    watched: std::ops::Range<usize>,
    write: &mut dyn FnMut([i128; STATE_WIDTH]),
) {
    let last = memory.entry(queue).or_insert(first);
    if last[watched.clone()] != row[watched] {
        *last = row;
        write(row);
    }
}
