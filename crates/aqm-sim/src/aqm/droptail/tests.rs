use super::DropTail;
use crate::aqm::tests::*;

#[test]
fn either_limit_holds() {
    let limit = Limit { packets: 3, bytes: 3_200 };
    let mut queue =
        DropTail::new(&DropTailParams, &Environment { limit, ..environment() }, Time::ZERO);
    let mut host = Host::new();
    // 1500 + 1500 = 3000 bytes: a third large packet does not fit, a small one does.
    host.fill(&mut queue, 3);
    assert_eq!(host.drops.len(), 1);
    host.offer(&mut queue, 200, Ecn::NotEct);
    assert_eq!((queue.packets(), queue.bytes()), (3, 3_200));
    host.offer(&mut queue, 0, Ecn::NotEct);
    assert!(host.drops.iter().all(|(_, _, reason)| *reason == DropReason::Overflow));
    assert_eq!((host.drops.len(), queue.stats().overflows), (2, 2));
}

#[test]
fn a_shrunken_limit_admits_nothing_until_the_queue_has_drained() {
    let mut queue = DropTail::new(&DropTailParams, &environment(), Time::ZERO);
    let mut host = Host::new();
    host.fill(&mut queue, 5);
    let small = Environment { limit: Limit::packets(2), ..environment() };
    queue.retune(&DropTailParams, &small, host.now);
    assert_eq!(queue.packets(), 5, "waiting packets stay");
    for left in [4, 3, 2] {
        host.fill(&mut queue, 1);
        queue.dequeue(&mut host);
        assert_eq!(queue.packets(), left);
    }
    queue.dequeue(&mut host);
    host.fill(&mut queue, 1);
    assert_eq!((queue.packets(), host.drops.len()), (2, 3));
}
