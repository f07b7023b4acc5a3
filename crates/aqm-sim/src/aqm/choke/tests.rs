use super::{Choke, Probe, Reason};
use crate::aqm::tests::*;

/// Thresholds of 5 and 15 packets; the average is the queue length.
fn params() -> ChokeParams {
    let (min, max) = (Amount::Packets(5.0), Amount::Packets(15.0));
    ChokeParams { min, max, weight: Some(1.0), max_p: 1e-12, ..ChokeParams::default() }
}

/// A queue with these flows, and a host whose draw selects the packet at `chosen`.
fn queue(flows: &[u64], chosen: u64) -> (Choke<Numbered>, Host) {
    let mut queue = Choke::new(&params(), &environment(), Time::ZERO);
    let mut host = Host::merciful();
    for (index, flow) in flows.iter().enumerate() {
        queue.take_over(Queued {
            packet: Numbered { id: 1000 + index as u64, bytes: MTU, ecn: Ecn::NotEct, flow: *flow },
            enqueued: Time::ZERO,
        });
    }
    host.fixed = Some((chosen << 32) / flows.len() as u64 * (1 << 32) + (1 << 33));
    (queue, host)
}

#[test]
fn packets_of_the_same_flow_are_dropped_in_pairs() {
    let (mut queue, mut host) = queue(&[1, 1, 2, 3, 3, 3, 3, 3], 2);
    host.now = Time::from_seconds(0.01);
    // The average is known at the first arrival only after the link was idle.
    queue.red.update_average(host.now);
    let id = host.offer_in_flow(&mut queue, MTU, Ecn::Ect0, 2);
    let dropped: Vec<u64> = host.drops.iter().map(|(_, packet, _)| packet.id).collect();
    assert_eq!(dropped, [1002, id]);
    assert!(host.drops.iter().all(|(_, _, reason)| {
        matches!(reason, DropReason::Choke(Reason::Matched { min: 5.0, .. }))
    }));
    assert_eq!((queue.packets(), queue.bytes()), (7, 10_500));
    let mut left = Vec::new();
    queue.for_each_waiting(|waiting| left.push(waiting.packet.id));
    assert_eq!(left, [1000, 1001, 1003, 1004, 1005, 1006, 1007]);
    let AnyProbe::Choke(Probe { pairs, .. }) = queue.probe(host.now) else { panic!("no CHOKe") };
    assert_eq!(pairs, 1);
    assert_eq!(
        host.drops[0].2.to_string(),
        "CHOKe: the average queue of 8 packets is above the lower threshold of 5; an arriving packet met a \
         waiting one of its own flow, and both are dropped."
    );
}

#[test]
fn a_packet_of_another_flow_is_left_to_red() {
    let (mut queue, mut host) = queue(&[1, 1, 2, 3, 3, 3, 3, 3], 2);
    queue.red.update_average(host.now);
    host.offer_in_flow(&mut queue, MTU, Ecn::NotEct, 4);
    assert_eq!((queue.packets(), host.drops.len()), (9, 0));
    // Beyond the upper threshold RED drops every packet, without a gentle slope.
    for _ in 0..7 {
        host.offer_in_flow(&mut queue, MTU, Ecn::NotEct, 4);
    }
    assert_eq!((queue.packets(), host.drops.len()), (15, 1));
    assert_eq!(host.drops[0].2.code(), "choke.forced");
}

#[test]
fn below_the_lower_threshold_nothing_is_compared() {
    let (mut queue, mut host) = queue(&[1, 1, 1, 1], 0);
    queue.red.update_average(host.now);
    host.offer_in_flow(&mut queue, MTU, Ecn::NotEct, 1);
    assert_eq!((queue.packets(), host.drops.len()), (5, 0));
}

/// A flow's arrivals are matched with the flow's share of the queue (section 2).
#[test]
fn the_share_of_matches_is_the_share_of_the_queue() {
    let mut flows = vec![1; 3];
    flows.extend([2; 7]);
    let (start, mut host) = queue(&flows, 0);
    let mut start = start;
    start.red.update_average(host.now);
    host.fixed = None;
    let mut matched = [0, 0];
    for (index, flow) in [1, 2].into_iter().enumerate() {
        for _ in 0..20_000 {
            let mut queue = start.clone();
            host.offer_in_flow(&mut queue, MTU, Ecn::NotEct, flow);
            matched[index] += u64::from(queue.packets() == 9);
        }
    }
    assert_near(matched[0] as f64 / 20_000.0, 0.3, 0.01);
    assert_near(matched[1] as f64 / 20_000.0, 0.7, 0.01);
}
