use super::{Manual, Reason};
use crate::aqm::tests::*;

fn queue(ecn: bool) -> Manual<Numbered> {
    Manual::new(&ManualParams { ecn }, &environment(), Time::ZERO)
}

#[test]
fn an_order_drops_the_head_and_the_next_packet_leaves() {
    let (mut queue, mut host) = (queue(false), Host::new());
    host.fill(&mut queue, 3);
    host.wait(&mut queue, Span::from_millis(4));
    queue.drop_next(1, host.now);
    assert!(host.drops.is_empty(), "the head is dropped when the link takes the next packet");
    host.wait(&mut queue, Span::from_millis(1));
    assert_eq!(queue.dequeue(&mut host).map(|head| head.packet.id), Some(1));
    assert_eq!(queue.dequeue(&mut host).map(|head| head.packet.id), Some(2));
    let reason = Reason { after: Span::from_millis(1) };
    let drops: Vec<_> = host.drops.iter().map(|(_, packet, why)| (packet.id, *why)).collect();
    assert_eq!(drops, [(0, DropReason::Manual(reason))]);
    assert_eq!(
        drops[0].1.to_string(),
        "You ordered to drop the next packet; this one was the next to leave, 1 ms later."
    );
}

#[test]
fn orders_add_up_and_wait_for_packets() {
    let (mut queue, mut host) = (queue(false), Host::new());
    queue.drop_next(2, host.now);
    queue.drop_next(3, host.now);
    assert_eq!((queue.state().pending, queue.state().ordered), (5, 5));
    host.fill(&mut queue, 3);
    assert!(queue.dequeue(&mut host).is_none(), "all three were dropped");
    assert_eq!((queue.packets(), host.drops.len(), queue.state().pending), (0, 3, 2));
    host.fill(&mut queue, 3);
    assert!(queue.dequeue(&mut host).is_some());
    assert_eq!((host.drops.len(), queue.state().pending), (5, 0));
}

#[test]
fn with_ecn_an_order_marks_what_can_be_marked_and_drops_the_rest() {
    let (mut queue, mut host) = (queue(true), Host::new());
    for ecn in [Ecn::NotEct, Ecn::Ect0, Ecn::Ect0] {
        host.offer(&mut queue, MTU, ecn);
    }
    queue.drop_next(2, host.now);
    let head = queue.dequeue(&mut host).unwrap().packet;
    assert_eq!((head.id, head.ecn, host.drops.len()), (1, Ecn::Ce, 1));
    assert_eq!(host.marks[0].2.code(), "manual.order");
    let next = queue.dequeue(&mut host).unwrap().packet;
    assert_eq!((next.ecn, host.marks.len()), (Ecn::Ect0, 1));
}

#[test]
fn a_full_buffer_drops_arrivals_and_a_change_of_parameters_keeps_the_orders() {
    let env = Environment { limit: Limit::packets(2), ..environment() };
    let mut queue = Manual::new(&ManualParams::default(), &env, Time::ZERO);
    let mut host = Host::new();
    host.fill(&mut queue, 3);
    assert_eq!(host.drops[0].2, DropReason::Overflow);
    queue.drop_next(1, host.now);
    queue.retune(&ManualParams { ecn: true }, &env, host.now);
    assert_eq!(queue.state().pending, 1);
    host.drain(&mut queue);
    assert_eq!(host.drops.len(), 2);
}

#[test]
fn other_disciplines_ignore_orders() {
    for (name, config) in AqmConfig::defaults() {
        let run = |orders: u64| {
            let env = Environment { limit: Limit::packets(60), ..environment() };
            let mut queue = Aqm::new(&config, env, Time::ZERO);
            let mut host = Host::new();
            for _ in 0..500 {
                host.fill(&mut queue, 2);
                queue.drop_next(orders, host.now);
                host.wait(&mut queue, Span::from_millis(1));
                queue.dequeue(&mut host);
            }
            host.drops
        };
        assert_eq!(run(0) == run(1), name != "manual", "{name}");
    }
}
