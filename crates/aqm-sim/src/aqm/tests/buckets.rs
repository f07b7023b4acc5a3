//! What disciplines with buckets show of them, against a count of the waiting packets and against what they do next.

use super::*;
use std::collections::BTreeMap;

const FLOWS: u64 = 7;

/// A discipline: its name, its configuration, its quantum in bytes, and whether a deficit counts as spent.
type Case = (&'static str, AqmConfig, u32, fn(i64) -> bool);

/// Returns configurations in which several flows share a bucket.
fn cases() -> Vec<Case> {
    let is_zero: fn(i64) -> bool = |deficit| deficit <= 0;
    let is_negative: fn(i64) -> bool = |deficit| deficit < 0;
    let codel = FqCodelParams { flows: 4, quantum: 400, ..FqCodelParams::default() };
    let pie = FqPieParams { flows: 4, quantum: 900, ..FqPieParams::default() };
    let sfq = SfqParams { flows: 4, quantum: 500, ..SfqParams::default() };
    let rfc = FqCodelParams { variant: FqCodelVariant::Rfc8290, ..codel };
    let draft = FqPieParams { variant: FqPieVariant::Draft, ..pie };
    vec![
        ("fqCodel linux", codel.into(), 400, is_zero),
        ("fqCodel rfc8290", rfc.into(), 400, is_negative),
        ("fqPie linux", pie.into(), 900, is_zero),
        ("fqPie draft", draft.into(), 900, is_negative),
        ("sfq", sfq.into(), 500, is_zero),
    ]
}

/// Packets, bytes, flows with their packets, and the time of the first arrival of a bucket.
type Counted = (u64, u64, BTreeMap<u64, u64>, Time);

/// Returns a count of the waiting packets of each bucket.
fn counted(queue: &Aqm<Numbered>) -> BTreeMap<u32, Counted> {
    let mut buckets = BTreeMap::new();
    queue.for_each_waiting(|waiting| {
        let number = queue.bucket_of(&waiting.packet).expect("it has buckets");
        let (packets, bytes, flows, first) =
            buckets.entry(number).or_insert((0, 0, BTreeMap::new(), waiting.enqueued));
        *packets += 1;
        *bytes += u64::from(waiting.packet.bytes);
        *flows.entry(waiting.packet.flow).or_insert(0) += 1;
        *first = waiting.enqueued.min(*first);
    });
    buckets
}

#[test]
fn buckets_equal_a_count_of_the_packets_and_the_next_one_sends() {
    for (name, config, quantum, is_spent) in cases() {
        let mut queue = Aqm::<Numbered>::new(&config, environment(), Time::ZERO);
        let mut host = Host::merciful();
        let mut random = SplitMix64::new(3);
        let (mut predicted, mut spent, mut shared, mut empty) = (0, 0, 0, 0);
        for step in 0..2000 {
            let bytes = 60 + (random.next_u64() % 1400) as u32;
            // The load comes and goes, so buckets become empty and new again.
            let arrivals = if step % 100 < 45 { random.next_u64() % 3 } else { 0 };
            for _ in 0..arrivals {
                let flow = random.next_u64() % FLOWS;
                host.offer_in_flow(&mut queue, bytes, Ecn::NotEct, flow);
            }
            host.wait(&mut queue, Span::from_micros(400));
            let (views, waiting) = (queue.buckets(host.now), counted(&queue));
            let holding: Vec<_> = views.iter().filter(|view| view.packets > 0).collect();
            assert_eq!(holding.len(), waiting.len(), "{name}");
            for view in &holding {
                let (packets, bytes, flows, first) = &waiting[&view.number];
                assert_eq!((view.packets, view.bytes), (*packets, *bytes), "{name}");
                assert_eq!(view.waited, Some(host.now - *first), "{name}");
                let of = view.flows.iter().map(|flow| (flow.key, flow.packets)).collect();
                assert_eq!(*flows, of, "{name}");
                shared += usize::from(flows.len() > 1);
            }
            empty += views.len() - holding.len();
            assert!(views.is_sorted_by_key(|view| view.list == List::Old), "{name}");
            let next: Vec<_> = views.iter().filter(|view| view.is_next).collect();
            assert_eq!(next.len(), usize::from(!holding.is_empty()), "{name}");
            let drops = host.drops.len();
            let Some(head) = queue.dequeue(&mut host) else {
                assert!(holding.is_empty(), "{name}");
                continue;
            };
            // A drop of CoDel may have emptied the bucket.
            if host.drops.len() > drops {
                continue;
            }
            let bucket = queue.bucket_of(&head.packet).expect("it has buckets");
            assert_eq!(next[0].number, bucket, "{name} in step {step}");
            predicted += 1;
            let mut deficit = next[0].deficit;
            while is_spent(deficit) {
                deficit += i64::from(quantum);
                spent += 1;
            }
            let after = queue.buckets(host.now);
            if let Some(view) = after.iter().find(|view| view.number == bucket) {
                assert_eq!(view.deficit, deficit - i64::from(head.packet.bytes), "{name}");
            }
        }
        assert!(predicted > 500 && spent > 50 && shared > 50, "{name}: {predicted} {spent}");
        assert!(empty > 0 || name == "sfq", "{name}: no bucket stays on a list without packets");
    }
}

#[test]
fn a_bucket_shows_the_state_of_its_own_algorithm() {
    let params = FqCodelParams::default();
    let mut queue = Aqm::<Numbered>::new(&params.into(), environment(), Time::ZERO);
    let mut host = Host::new();
    for _ in 0..400 {
        host.offer_in_flow(&mut queue, MTU, Ecn::NotEct, 1);
    }
    for _ in 0..350 {
        host.wait(&mut queue, Span::from_millis(1));
        queue.dequeue(&mut host);
    }
    host.offer_in_flow(&mut queue, MTU, Ecn::NotEct, 2);
    let views = queue.buckets(host.now);
    let numbers = |flow: u64| -> Vec<(&str, f64)> {
        let of_flow = |view: &&BucketView| view.flows.iter().any(|one| one.key == flow);
        let view = views.iter().find(of_flow).expect("it waits");
        view.numbers.iter().map(|number| (number.name, number.value)).collect()
    };
    let drops = host.drops.len() as f64;
    assert!(drops > 1.0);
    assert_eq!(numbers(1), [("dropping", 1.0), ("count", drops)]);
    assert_eq!(numbers(2), [("dropping", 0.0), ("count", 0.0)]);
}

#[test]
fn disciplines_with_one_queue_have_no_buckets() {
    for (name, config) in AqmConfig::examples() {
        let mut queue = Aqm::<Numbered>::new(&config, environment(), Time::ZERO);
        let mut host = Host::merciful();
        host.fill(&mut queue, 3);
        let packet = Numbered { id: 0, bytes: MTU, ecn: Ecn::NotEct, flow: 0 };
        let has_buckets = queue.bucket_of(&packet).is_some();
        assert_eq!(queue.buckets(host.now).len(), usize::from(has_buckets), "{name}");
    }
}
