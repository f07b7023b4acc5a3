use super::{FqPieLinux, Probe, Reason, Scheduling};
use crate::aqm::fair_queue::Hash;
use crate::aqm::pie::{self, Controller as _};
use crate::aqm::tests::*;

const QUANTUM: u32 = 1500;

/// One bucket for each flow.
fn scheduling(limit: Limit) -> Scheduling {
    Scheduling {
        buckets: 16,
        hash: Hash::Modulo,
        quantum: QUANTUM,
        limit,
        memory_limit: None,
        ecn: true,
        mark_percent: 10,
    }
}

fn fq_pie(scheduling: Scheduling) -> FqPieLinux<Numbered> {
    let controller = pie::linux::Controller::new(&FqPieParams::default().pie(), &environment());
    FqPieLinux::with_controller(controller, scheduling, Time::ZERO)
}

/// For `rounds` of 1 ms, in which one packet leaves: each flow offers its number of packets.
fn run(queue: &mut impl Discipline<Numbered>, host: &mut Host, rounds: u64, offers: &[(u64, u64)]) {
    for _ in 0..rounds {
        host.wait(queue, Span::from_millis(1));
        for &(flow, packets) in offers {
            for _ in 0..packets {
                host.offer_in_flow(queue, MTU, Ecn::Ect0, flow);
            }
        }
        queue.dequeue(host);
    }
}

#[test]
fn a_sparse_flow_overtakes_the_backlog_of_others() {
    let mut queue = fq_pie(scheduling(Limit::NONE));
    let mut host = Host::new();
    for _ in 0..50 {
        host.offer_in_flow(&mut queue, MTU, Ecn::NotEct, 1);
    }
    queue.dequeue(&mut host);
    queue.dequeue(&mut host);
    host.offer_in_flow(&mut queue, 100, Ecn::NotEct, 2);
    let flows: Vec<u64> =
        (0..3).filter_map(|_| queue.dequeue(&mut host)).map(|head| head.packet.flow).collect();
    assert_eq!(flows, [2, 1, 1]);
}

#[test]
fn each_flow_has_a_probability_of_its_own() {
    let mut queue = fq_pie(scheduling(Limit::NONE));
    let mut host = Host::new();
    run(&mut queue, &mut host, 3_000, &[(1, 2)]);
    let before = host.drops.len();
    assert!(before > 20);
    // The second flow uses a tenth of the link. It is served at once and never drawn.
    for _ in 0..100 {
        run(&mut queue, &mut host, 9, &[(1, 2)]);
        run(&mut queue, &mut host, 1, &[(1, 2), (2, 1)]);
    }
    assert!(host.drops.len() > before);
    assert!(host.drops.iter().all(|(_, packet, _)| packet.flow == 1));
    let probability = |flow: u32| {
        let bucket = queue.flows().used().iter().find(|bucket| bucket.number == flow).unwrap();
        bucket.state.probability()
    };
    assert!(probability(1) > 0.1);
    assert_eq!(probability(2), 0.0);
}

/// A new flow passes 150 ms of its own departures without drops, beside a flow that is dropped from.
#[test]
fn the_burst_allowance_is_the_flows_own() {
    let mut queue = fq_pie(scheduling(Limit::NONE));
    let mut host = Host::new();
    run(&mut queue, &mut host, 2_000, &[(1, 2)]);
    let start = host.now;
    run(&mut queue, &mut host, 140, &[(1, 1), (2, 4)]);
    assert!(host.drops.iter().all(|(_, packet, _)| packet.flow == 1));
    assert!(host.drops.iter().any(|&(at, ..)| at > start));
    run(&mut queue, &mut host, 1_000, &[(1, 1), (2, 4)]);
    let first = host.drops.iter().find(|(_, packet, _)| packet.flow == 2).unwrap();
    assert!(first.0 - start > Span::from_millis(150));
}

#[test]
fn a_full_buffer_drops_the_arriving_packet_whatever_its_flow() {
    let mut queue = fq_pie(scheduling(Limit::packets(10)));
    let mut host = Host::new();
    for _ in 0..10 {
        host.offer_in_flow(&mut queue, MTU, Ecn::Ect0, 1);
    }
    host.offer_in_flow(&mut queue, 100, Ecn::Ect0, 2);
    let [(_, packet, reason)] = host.drops[..] else { panic!("{:?}", host.drops) };
    assert_eq!((packet.flow, reason), (2, DropReason::Overflow));
}

#[test]
fn marks_end_at_the_mark_limit() {
    let counts = |mark_percent| {
        let mut queue = fq_pie(Scheduling { mark_percent, ..scheduling(Limit::NONE) });
        let mut host = Host::new();
        run(&mut queue, &mut host, 6_000, &[(1, 2)]);
        let probability = |mark: &MarkReason| {
            mark.instead_of().map(|reason| match reason {
                DropReason::FqPie(reason) => reason.probability,
                other => panic!("{other:?}"),
            })
        };
        let largest = host.marks.iter().filter_map(|(_, _, mark)| probability(mark));
        (host.marks.len(), host.drops.len(), largest.fold(0.0, f64::max))
    };
    let (marks, drops, largest) = counts(10);
    assert!(marks > 0 && drops > 0 && largest <= 0.1, "{marks} {drops} {largest}");
    let (marks, drops, largest) = counts(40);
    assert!(marks > 0 && drops > 0 && (0.3..0.4).contains(&largest), "{marks} {drops} {largest}");
    assert_eq!(counts(0).0, 0);
}

#[test]
fn an_empty_new_bucket_always_becomes_an_old_one_in_the_draft_only() {
    for (variant, old) in [(FqPieVariant::Linux, 0), (FqPieVariant::Draft, 1)] {
        let params = FqPieParams { variant, ..FqPieParams::default() };
        let mut queue = Aqm::new(&AqmConfig::FqPie(params), environment(), Time::ZERO);
        let mut host = Host::new();
        for flow in [1, 2] {
            // The dequeue for flow 2 finds the bucket of flow 1 empty.
            host.offer_in_flow(&mut queue, 40, Ecn::NotEct, flow);
            queue.dequeue(&mut host);
        }
        let AnyProbe::FqPie(probe) = queue.probe(host.now) else { panic!("not FQ-PIE") };
        assert_eq!((probe.new, probe.old), (1, old), "{variant:?}");
    }
}

#[test]
fn a_shorter_update_interval_applies_at_once_in_every_bucket() {
    let slow = FqPieParams { update: Span::from_millis(500), ..FqPieParams::default() };
    let mut queue = Aqm::new(&slow.into(), environment(), Time::ZERO);
    let mut host = Host::new();
    host.offer_in_flow(&mut queue, MTU, Ecn::Ect0, 1);
    host.wait(&mut queue, Span::from_millis(600));
    assert_eq!(queue.next_timer(), Time::ZERO + Span::from_millis(1000));
    queue.reconfigure(&FqPieParams::default().into(), environment(), host.now);
    assert_eq!(queue.next_timer(), host.now + Span::from_millis(15));
}

#[test]
fn the_probe_counts_queues() {
    let mut queue = fq_pie(scheduling(Limit::NONE));
    let mut host = Host::new();
    for flow in [1, 1, 2] {
        host.offer_in_flow(&mut queue, MTU, Ecn::NotEct, flow);
    }
    host.wait(&mut queue, Span::from_millis(4));
    let expected = Probe {
        probability: 0.0,
        backlogged: 2,
        new: 2,
        old: 0,
        longest: 3_000,
        oldest: Span::from_millis(4),
    };
    assert_eq!(queue.probe(host.now), AnyProbe::FqPie(expected));
}

#[test]
fn a_reason_is_a_sentence_with_numbers() {
    let reason = Reason { probability: 0.125, delay: Span::from_millis(20) };
    assert_eq!(
        (reason.code(), reason.to_string().as_str()),
        (
            "fqPie.early",
            "FQ-PIE: this packet was drawn at its flow's probability of 12.5 %; the estimated delay in \
             this flow's queue is 20 ms."
        )
    );
}

/// The kernel updates 2048 buckets a call, and the next ones a millisecond later.
#[test]
fn many_buckets_take_several_calls_of_the_timer() {
    let mut queue = fq_pie(Scheduling { buckets: 5000, ..scheduling(Limit::NONE) });
    let mut host = Host::new();
    for flow in [0, 2048, 4999] {
        host.offer_in_flow(&mut queue, MTU, Ecn::NotEct, flow);
        host.offer_in_flow(&mut queue, MTU, Ecn::NotEct, flow);
    }
    host.wait(&mut queue, Span::from_millis(400));
    for _ in 0..3 {
        queue.dequeue(&mut host);
    }
    let updated = |queue: &FqPieLinux<Numbered>| -> Vec<bool> {
        queue.flows().used().iter().map(|bucket| bucket.state.state().prob > 0).collect()
    };
    // The three packets waited for 400 ms.
    host.wait(&mut queue, Span::from_millis(100));
    assert_eq!(updated(&queue), [true, false, false]);
    host.wait(&mut queue, Span::from_millis(1));
    assert_eq!(updated(&queue), [true, true, false]);
    host.wait(&mut queue, Span::from_millis(1));
    assert_eq!(updated(&queue), [true, true, true]);
    assert_eq!(queue.next_timer(), Time::ZERO + Span::from_millis(502 + 15));
}
