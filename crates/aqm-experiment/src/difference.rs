//! The first packet that two lanes of a scenario treat differently.

use crate::Experiment;
use aqm_scenario::model::Scenario;
use aqm_sim::log::{Fate, HopId, PacketRow};
use aqm_sim::time::{Span, Time};

/// The digests of both lanes are compared this often. The packets of the first span in which they differ are compared one by one.
const SPAN: Span = Span::from_millis(100);
/// Work between two snapshots, in packets.
const APART: u64 = 5_000;

/// A packet that two lanes treat differently, or that reaches only one of them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Difference {
    /// The first time at which something happens to it in only one lane.
    pub at: Time,
    /// The packet at the same hop in each lane; `None` if it does not reach this hop there.
    pub packets: [Option<PacketRow>; 2],
}

/// Returns the first difference of two lanes at any hop of the path, before `to`; `None` if there is none. Packets are equal in both lanes
/// until then, because lanes have the same traffic and the same random numbers. Calls `between` from time to time.
///
/// # Panics
/// If the scenario does not have these lanes.
pub fn first_difference(
    scenario: Scenario,
    lanes: [usize; 2],
    to: Time,
    between: &mut dyn FnMut(),
) -> Option<Difference> {
    assert!(lanes.iter().all(|&lane| lane < scenario.queues.len()), "the lanes exist");
    // Lanes are kept in the order of their numbers.
    let [a, b] = lanes;
    if a == b {
        return None;
    }
    let mut experiment =
        Experiment::of_lanes(scenario, vec![a.min(b), a.max(b)]).with_snapshots(APART);
    let order = if a < b { [0, 1] } else { [1, 0] };
    let mut from = Time::ZERO;
    while from < to {
        let until = (from + SPAN).min(to);
        experiment.advance(until);
        between();
        let [first, second] = experiment.lanes() else { return None };
        if first.digest() != second.digest() {
            // What happens to a packet after the span is known only if the lanes go on.
            experiment.advance(to.min(until + SPAN * 20));
            let rows = order.map(|lane| {
                between();
                experiment.packets(lane, from, until, usize::MAX)
            });
            let found = first_in(&rows);
            if found.is_some() {
                return found;
            }
        }
        from = until;
    }
    None
}

impl Difference {
    /// Returns the hop of the packet.
    pub fn hop(&self) -> Option<HopId> {
        self.packets.iter().flatten().next().map(|row| row.hop)
    }
}

/// Returns the first difference of two lists of packets at all hops. Of several at the same time, that of the lane's hop comes first.
fn first_in(rows: &[Vec<PacketRow>; 2]) -> Option<Difference> {
    let mut hops: Vec<HopId> = rows.iter().flatten().map(|row| row.hop).collect();
    hops.sort_unstable();
    hops.dedup();
    // A way back without a hop has no queue.
    hops.retain(|&hop| hop != HopId::WayBack);
    let at = |hop: HopId| {
        rows.each_ref().map(|rows| {
            rows.iter().filter(|row| row.hop == hop).copied().collect::<Vec<PacketRow>>()
        })
    };
    hops.into_iter().filter_map(|hop| first_at_hop(&at(hop))).min_by_key(|found| found.at)
}

/// Returns the first difference of two lists of packets of one hop in order of arrival.
fn first_at_hop([a, b]: &[Vec<PacketRow>; 2]) -> Option<Difference> {
    let mut found: Option<Difference> = None;
    for index in 0..a.len().max(b.len()) {
        let packets = [a.get(index).copied(), b.get(index).copied()];
        let arrived = packets.iter().flatten().map(|row| row.arrived).min()?;
        // Later packets cannot be treated differently before they arrive.
        if found.as_ref().is_some_and(|found| found.at <= arrived) {
            break;
        }
        if let Some(at) = differs_at(packets)
            && found.as_ref().is_none_or(|found| at < found.at)
        {
            found = Some(Difference { at, packets });
        }
    }
    found
}

/// Returns the first time at which something happens to a packet in only one lane.
fn differs_at([a, b]: [Option<PacketRow>; 2]) -> Option<Time> {
    let (Some(a), Some(b)) = (a, b) else {
        return a.or(b).map(|row| row.arrived);
    };
    let who = |row: &PacketRow| (row.arrived, row.flow, row.kind, row.sequence, row.bytes);
    if who(&a) != who(&b) {
        return Some(a.arrived.min(b.arrived));
    }
    let earlier = |a: Option<Time>, b: Option<Time>| [a, b].into_iter().flatten().min();
    let dequeued = earlier(a.dequeued, b.dequeued);
    if a.enqueued != b.enqueued {
        // One lane drops it on arrival.
        return earlier(a.enqueued, b.enqueued).or(dequeued);
    }
    let is_dropped = |row: &PacketRow| matches!(row.fate, Fate::Dropped(_));
    let treatment = |row: &PacketRow| (row.dequeued, is_dropped(row), row.mark.is_some(), row.ecn);
    if treatment(&a) != treatment(&b) {
        return Some(dequeued.unwrap_or(a.arrived));
    }
    let sent = |row: &PacketRow| (row.departed, row.fate == Fate::Lost);
    (sent(&a) != sent(&b)).then(|| earlier(a.departed, b.departed).unwrap_or(a.arrived))
}
