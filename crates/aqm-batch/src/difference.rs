//! The first packet that two lanes treat differently.

use crate::alive::{Alive, tell};
use aqm_experiment::difference::{Difference, first_difference as find};
use aqm_scenario::model::Link;
use aqm_scenario::{problems_to_json, read_scenario};
use aqm_sim::log::{Fate, HopId, PacketKind, PacketRow};
use aqm_sim::time::Time;
use wasm_bindgen::prelude::*;

/// Numbers of a packet, in the order of [`first_difference`].
const NUMBERS: usize = 8;

/// Returns the first difference of lanes `a` and `b` before `to_s`: nothing if there is none; otherwise its time, s, the number of its
/// hop in the forward direction, from 1, or 0 for the hop of the way back, and for each of the two lanes these numbers of the packet, NaN
/// without a value and all NaN if the packet does not reach the hop in this lane:
///
/// 0. number of its flow, from 0,
/// 1. number of the segment or datagram; for an ACK the segment that it expects next,
/// 2. 0 for a TCP segment, 1 for a retransmission, 2 for a datagram, 3 for an ACK,
/// 3. size, bytes,
/// 4. when it arrived at the queue, s,
/// 5. when it left the queue or was dropped, s,
/// 6. 1 if it was dropped, 2 if it was lost behind the hop, otherwise 0,
/// 7. 1 if the queue marked it, otherwise 0.
///
/// # Errors
/// Throws a JSON list of problems if the scenario is not valid, or a sentence for an unknown lane.
#[wasm_bindgen(js_name = firstDifference)]
pub fn first_difference(
    scenario: &str,
    a: usize,
    b: usize,
    to_s: f64,
    alive: Option<Alive>,
) -> Result<Vec<f64>, JsError> {
    let scenario =
        read_scenario(scenario).map_err(|problems| JsError::new(&problems_to_json(&problems)))?;
    if a.max(b) >= scenario.queues.len() {
        return Err(JsError::new(&format!("the scenario has no lane {}", a.max(b))));
    }
    let to = Time::from_seconds(to_s.min(scenario.duration_s));
    let link = scenario.link.clone();
    let found = find(scenario, [a, b], to, &mut || tell(alive.as_ref()));
    Ok(found.map(|found| numbers(&link, &found)).unwrap_or_default())
}

fn numbers(link: &Link, found: &Difference) -> Vec<f64> {
    let hop = match found.hop() {
        Some(HopId::Lane) => link.hops_before.len() + 1,
        Some(HopId::Other(index)) => link.hop_number(index),
        Some(HopId::Reverse | HopId::WayBack) | None => 0,
    };
    let mut numbers = vec![found.at.seconds(), hop as f64];
    for packet in &found.packets {
        numbers.extend(packet.as_ref().map_or([f64::NAN; NUMBERS], of_packet));
    }
    numbers
}

fn of_packet(row: &PacketRow) -> [f64; NUMBERS] {
    let kind = match row.kind {
        PacketKind::Data => 0.0,
        PacketKind::Retransmission => 1.0,
        PacketKind::Datagram => 2.0,
        PacketKind::Ack => 3.0,
    };
    let fate = match row.fate {
        Fate::Dropped(_) => 1.0,
        Fate::Lost => 2.0,
        Fate::Waiting | Fate::Forwarded | Fate::Delivered => 0.0,
    };
    let mark = f64::from(u8::from(row.mark.is_some()));
    let dequeued = row.dequeued.map_or(f64::NAN, Time::seconds);
    let (flow, sequence) = (f64::from(row.flow), row.sequence as f64);
    [flow, sequence, kind, f64::from(row.bytes), row.arrived.seconds(), dequeued, fate, mark]
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENARIO: &str = r#"{ "version": 1, "durationS": 9, "link": { "rateMbps": 5, "rttMs": 20, "buffer": { "packets": 60 } },
        "queues": [{ "kind": "droptail" }, { "kind": "codel" }, { "kind": "droptail" }], "traffic": [{ "kind": "bulk",
        "flows": 2 }] }"#;

    fn found(a: usize, b: usize, to_s: f64) -> Vec<f64> {
        first_difference(SCENARIO, a, b, to_s, None).expect("it is valid")
    }

    #[test]
    fn codel_drops_a_packet_that_drop_tail_forwards() {
        let [at, hop, rest @ ..] = &found(0, 1, 9.0)[..] else { panic!("there is a difference") };
        assert_eq!(*hop, 1.0);
        let [own, other] = [&rest[..NUMBERS], &rest[NUMBERS..]];
        assert_eq!(own[..5], other[..5], "it is the same packet");
        assert_eq!([own[6], other[6]], [0.0, 1.0], "only CoDel drops it");
        assert_eq!(*at, other[5]);
        let swapped = found(1, 0, 9.0);
        assert_eq!((swapped[0], &swapped[2..2 + NUMBERS]), (*at, other), "in the given order");
        assert!(found(0, 1, *at).is_empty(), "not before it happens");
    }

    #[test]
    fn a_difference_at_another_hop_has_its_number() {
        let scenario = r#"{ "version": 1, "durationS": 4, "link": { "rateMbps": 5, "rttMs": 20, "buffer": { "packets": 60 },
            "hopsAfter": [{ "rateMbps": 4, "buffer": { "packets": 40 } }] }, "queues": [{ "kind": "droptail" },
            { "kind": "droptail" }], "traffic": [{ "kind": "bulk", "flows": 2 }],
            "changes": [{ "atS": 2, "set": "link.hopsAfter.0.rateMbps", "to": 2, "lane": 1 }] }"#;
        let found = first_difference(scenario, 0, 1, 4.0, None).expect("it is valid");
        let [at, hop, rest @ ..] = &found[..] else { panic!("there is a difference") };
        assert_eq!(*hop, 2.0);
        assert!((2.0..2.05).contains(at), "the sender has not reacted yet at {at} s");
        assert_eq!(rest[..2], rest[NUMBERS..NUMBERS + 2], "it is the same packet");
    }

    #[test]
    fn equal_lanes_have_no_difference() {
        assert!(found(0, 2, 9.0).is_empty());
        assert!(found(1, 1, 9.0).is_empty());
    }
}
