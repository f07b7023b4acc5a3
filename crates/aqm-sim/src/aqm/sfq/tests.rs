use super::{Probe, Reason, Sfq};
use crate::aqm::tests::*;

fn params() -> SfqParams {
    SfqParams { quantum: 1500, ..SfqParams::default() }
}

fn queue(params: SfqParams, packets: u64) -> (Sfq<Numbered>, Host) {
    let env = Environment { limit: Limit::packets(packets), ..environment() };
    (Sfq::new(&params, &env, Time::ZERO), Host::new())
}

/// Offers a packet of the largest size for each of these flows.
fn offer(queue: &mut Sfq<Numbered>, host: &mut Host, flows: &[u64]) {
    for flow in flows {
        host.offer_in_flow(queue, MTU, Ecn::NotEct, *flow);
    }
}

/// Flows of the next `count` departures.
fn served(queue: &mut Sfq<Numbered>, host: &mut Host, count: usize) -> Vec<u64> {
    (0..count).filter_map(|_| queue.dequeue(host)).map(|head| head.packet.flow).collect()
}

#[test]
fn flows_are_served_in_turns() {
    let (mut queue, mut host) = queue(params(), 100);
    offer(&mut queue, &mut host, &[1, 1, 1, 2, 2, 3]);
    assert_eq!(served(&mut queue, &mut host, 6), [1, 2, 3, 1, 2, 1]);
    assert_eq!(queue.dequeue(&mut host), None);
}

#[test]
fn a_sparse_flow_waits_for_a_whole_round() {
    let (mut queue, mut host) = queue(params(), 100);
    offer(&mut queue, &mut host, &[1, 1, 2, 2, 3, 3]);
    assert_eq!(served(&mut queue, &mut host, 1), [1]);
    offer(&mut queue, &mut host, &[4]);
    // Flow 1 still has the turn that it used up; flow 4 comes after all others.
    assert_eq!(served(&mut queue, &mut host, 6), [2, 3, 4, 1, 2, 3]);
}

#[test]
fn turns_count_bytes() {
    let (mut queue, mut host) = queue(params(), 100);
    for _ in 0..9 {
        host.offer_in_flow(&mut queue, 500, Ecn::NotEct, 1);
    }
    offer(&mut queue, &mut host, &[2, 2, 2]);
    let flows = served(&mut queue, &mut host, 12);
    assert_eq!(flows, [1, 1, 1, 2, 1, 1, 1, 2, 1, 1, 1, 2]);
}

#[test]
fn a_full_buffer_drops_from_the_longest_queue() {
    for (head_drop, expected) in [(false, [3, 4]), (true, [0, 1])] {
        let (mut queue, mut host) = queue(SfqParams { head_drop, ..params() }, 5);
        offer(&mut queue, &mut host, &[1, 1, 1, 1, 1]);
        assert!(host.drops.is_empty());
        offer(&mut queue, &mut host, &[2, 2]);
        let dropped: Vec<u64> = host.drops.iter().map(|(_, packet, _)| packet.id).collect();
        let expected = if head_drop { expected } else { [4, 3] };
        assert_eq!(dropped, expected);
        let (_, _, reason) = host.drops[0];
        assert_eq!(reason, DropReason::Sfq(Reason { packets: 5 }));
        assert!(!reason.is_early());
        assert_eq!((queue.packets(), queue.bytes()), (5, 7_500));
    }
}

#[test]
fn a_flow_that_fills_the_buffer_loses_only_its_own_packets() {
    let (mut queue, mut host) = queue(params(), 20);
    for round in 0..1000_u64 {
        offer(&mut queue, &mut host, &[1, 1]);
        if round % 4 == 0 {
            offer(&mut queue, &mut host, &[2]);
        }
        queue.dequeue(&mut host);
        host.wait(&mut queue, Span::from_millis(1));
    }
    assert!(host.drops.len() > 1000);
    assert!(host.drops.iter().all(|(_, packet, _)| packet.flow == 1));
}

#[test]
fn the_hash_changes_from_time_to_time() {
    let perturb = Some(Span::from_millis(100));
    let (mut queue, mut host) = queue(SfqParams { flows: 64, perturb, ..params() }, 1000);
    let flows: Vec<u64> = (0..16).flat_map(|_| 1..=4).collect();
    offer(&mut queue, &mut host, &flows);
    let numbers = |queue: &Sfq<Numbered>| -> Vec<u32> {
        let used = queue.flows().used().iter();
        used.filter(|bucket| !bucket.queue.is_empty()).map(|bucket| bucket.number).collect()
    };
    let before = numbers(&queue);
    host.wait(&mut queue, Span::from_millis(250));
    let AnyProbe::Sfq(Probe { rehashes, longest, .. }) = queue.probe(host.now) else {
        panic!("no SFQ")
    };
    assert_eq!((rehashes, queue.packets()), (2, 64));
    assert!(longest >= 16);
    assert_ne!(numbers(&queue), before);
    // Each flow's packets still leave in order.
    let mut last = [None; 5];
    while let Some(head) = queue.dequeue(&mut host) {
        let flow = head.packet.flow as usize;
        assert!(last[flow] < Some(head.packet.id));
        last[flow] = Some(head.packet.id);
    }
}

#[test]
fn without_a_perturbation_there_is_no_timer() {
    let (mut queue, _) = queue(params(), 10);
    assert_eq!(queue.next_timer(), Time::NEVER);
    let perturb = Some(Span::from_millis(10));
    queue.retune(&SfqParams { perturb, ..params() }, &environment(), Time::from_seconds(1.0));
    assert_eq!(queue.next_timer(), Time::from_seconds(1.01));
}
