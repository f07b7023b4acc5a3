use super::{FqCodelLinux, Linux, Probe, Reason, Scheduling};
use crate::aqm::fair_queue::{Hash, memory_of};
use crate::aqm::tests::*;
use crate::aqm::{codel, fq_codel::Control as _};

const QUANTUM: u32 = 1500;

/// One bucket for each flow.
fn fq_codel(limit: Limit) -> FqCodelLinux<Numbered> {
    let params = FqCodelParams::default();
    let scheduling = Scheduling {
        buckets: 16,
        hash: Hash::Modulo,
        quantum: QUANTUM,
        limit,
        memory_limit: None,
        drop_batch: 64,
    };
    FqCodelLinux::with_control(Linux::new(&params, &environment()), scheduling)
}

fn leave(queue: &mut impl Discipline<Numbered>, host: &mut Host, packets: usize) -> Vec<u64> {
    (0..packets).filter_map(|_| queue.dequeue(host)).map(|head| head.packet.flow).collect()
}

#[test]
fn flows_share_the_link_by_bytes_not_packets() {
    let mut queue = fq_codel(Limit::NONE);
    let mut host = Host::new();
    for _ in 0..40 {
        host.offer_in_flow(&mut queue, 1500, Ecn::NotEct, 1);
        for _ in 0..5 {
            host.offer_in_flow(&mut queue, 300, Ecn::NotEct, 2);
        }
    }
    let flows = leave(&mut queue, &mut host, 60);
    let large = flows.iter().filter(|flow| **flow == 1).count();
    assert_eq!((large, flows.len() - large), (10, 50));
}

#[test]
fn a_sparse_flow_overtakes_the_backlog_of_others() {
    let mut queue = fq_codel(Limit::NONE);
    let mut host = Host::new();
    for _ in 0..50 {
        host.offer_in_flow(&mut queue, MTU, Ecn::NotEct, 1);
    }
    leave(&mut queue, &mut host, 3);
    host.offer_in_flow(&mut queue, 100, Ecn::NotEct, 2);
    assert_eq!(leave(&mut queue, &mut host, 3), [2, 1, 1]);
    // Its empty queue passes through the list of old ones: it is not new again at once.
    host.offer_in_flow(&mut queue, 100, Ecn::NotEct, 2);
    assert_eq!(leave(&mut queue, &mut host, 1), [2]);
}

#[test]
fn each_flow_has_a_codel_of_its_own() {
    let mut queue = fq_codel(Limit::NONE);
    let mut host = Host::new();
    for _ in 0..400 {
        host.offer_in_flow(&mut queue, MTU, Ecn::NotEct, 1);
    }
    for _ in 0..300 {
        host.wait(&mut queue, Span::from_millis(1));
        host.offer_in_flow(&mut queue, 100, Ecn::NotEct, 2);
        queue.dequeue(&mut host);
        queue.dequeue(&mut host);
    }
    assert!(host.drops.len() > 2);
    assert!(host.drops.iter().all(|(_, packet, _)| packet.flow == 1));
}

#[test]
fn a_full_buffer_drops_half_of_the_longest_queue_at_most_a_batch() {
    for (packets, expected) in [(20, 9), (200, 64)] {
        let mut queue = fq_codel(Limit::packets(packets));
        let mut host = Host::new();
        for _ in 0..3 {
            host.offer_in_flow(&mut queue, MTU, Ecn::Ect0, 2);
        }
        while host.drops.is_empty() {
            host.offer_in_flow(&mut queue, MTU, Ecn::Ect0, 1);
        }
        // 18 or 198 packets of flow 1.
        assert_eq!(host.drops.len(), expected);
        assert!(
            host.drops.iter().all(|(_, packet, reason)| packet.flow == 1 && !reason.is_early())
        );
        assert!(host.drops.is_sorted_by_key(|(_, packet, _)| packet.id));
        // The drops count as CoDel's.
        let bucket = queue.flows().used().iter().find(|bucket| bucket.number == 1).unwrap();
        assert_eq!(bucket.state.count as usize, expected);
    }
}

#[test]
fn the_memory_of_a_packet_is_a_power_of_two_and_a_descriptor() {
    assert_eq!((memory_of(64), memory_of(1500)), (768, 2304));
}

#[test]
fn the_hash_uses_all_buckets_alike_and_depends_on_the_seed() {
    let buckets =
        |seed| -> Vec<u32> { (0..16_000).map(|flow| Hash::Mixed(seed).bucket(flow, 16)).collect() };
    for bucket in 0..16 {
        let count = buckets(0).iter().filter(|found| **found == bucket).count();
        assert!((800..1200).contains(&count), "bucket {bucket}: {count}");
    }
    let same = buckets(0).iter().zip(buckets(1)).filter(|(a, b)| **a == *b).count();
    assert!((800..1200).contains(&same), "{same}");
}

#[test]
fn the_small_queue_test_counts_all_flows_in_linux_only() {
    for (variant, drops) in [(FqCodelVariant::Linux, true), (FqCodelVariant::Rfc8290, false)] {
        let params = FqCodelParams { variant, ecn: false, ..FqCodelParams::default() };
        let mut queue = Aqm::new(&AqmConfig::FqCodel(params), environment(), Time::ZERO);
        let mut host = Host::new();
        // Two packets of each flow wait: never more than one is left in a flow's queue.
        for _ in 0..200 {
            for flow in 0..8 {
                host.offer_in_flow(&mut queue, MTU, Ecn::NotEct, flow);
            }
            for _ in 0..8 {
                host.wait(&mut queue, Span::from_millis(2));
                if queue.packets() > 8 {
                    queue.dequeue(&mut host);
                }
            }
        }
        assert_eq!(!host.drops.is_empty(), drops, "{variant:?}");
    }
}

#[test]
fn the_probe_counts_queues() {
    let mut queue = fq_codel(Limit::NONE);
    let mut host = Host::new();
    for flow in [1, 1, 2] {
        host.offer_in_flow(&mut queue, MTU, Ecn::NotEct, flow);
    }
    host.wait(&mut queue, Span::from_millis(4));
    let expected = Probe {
        backlogged: 2,
        new: 2,
        old: 0,
        dropping: 0,
        longest: 3_000,
        oldest: Span::from_millis(4),
    };
    assert_eq!(queue.probe(host.now), AnyProbe::FqCodel(expected));
}

#[test]
fn reasons_are_sentences_with_numbers() {
    let longest = Reason::Longest { bytes: 30_000 };
    assert_eq!(
        (longest.code(), longest.to_string().as_str(), longest.is_overflow()),
        (
            "fqCodel.overflow",
            "FQ-CoDel: the buffer was full; this flow's queue was the longest, with 30000 bytes.",
            true
        )
    );
    let codel = Reason::Codel(codel::Reason {
        step: codel::Step::Next,
        count: 3,
        target: Span::from_millis(5),
        interval: Span::from_millis(100),
    });
    assert_eq!(
        (codel.code(), codel.to_string().as_str()),
        (
            "fqCodel.next",
            "FQ-CoDel: the delay in this flow's queue is still above 5 ms, and the next drop was due; \
             count 3."
        )
    );
    assert!(!codel.is_overflow());
}
