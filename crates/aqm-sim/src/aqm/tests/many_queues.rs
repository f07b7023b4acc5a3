//! The trait fits disciplines with many queues: hashing into buckets, drops from the longest queue.

use super::*;
use crate::buffer::Fifo;

/// One FIFO per bucket, served in turns. A full buffer drops from the head of the longest FIFO.
struct Buckets<P> {
    fifos: Vec<Fifo<P>>,
    limit: Limit,
    turn: usize,
}

impl<P: Queueable> Buckets<P> {
    fn new(limit: Limit) -> Self {
        Buckets { fifos: (0..8).map(|_| Fifo::default()).collect(), limit, turn: 0 }
    }

    fn bucket(&mut self, packet: &P) -> &mut Fifo<P> {
        let index = packet.flow_key() as usize % self.fifos.len();
        &mut self.fifos[index]
    }
}

impl<P: Queueable> Discipline<P> for Buckets<P> {
    fn enqueue(&mut self, packet: P, ctx: &mut impl Context<P>) {
        let fits = self.limit.admits_beside(self.packets(), self.bytes(), packet.bytes());
        self.bucket(&packet).push(packet, ctx.now());
        let longest = self.fifos.iter_mut().max_by_key(|fifo| fifo.bytes());
        if !fits && let Some(head) = longest.and_then(Fifo::pop) {
            let waited = ctx.now().saturating_since(head.enqueued);
            ctx.dropped(&head.packet, waited, DropReason::Overflow);
        }
    }

    fn dequeue(&mut self, _ctx: &mut impl Context<P>) -> Option<Queued<P>> {
        (0..self.fifos.len()).find_map(|_| {
            self.turn = (self.turn + 1) % self.fifos.len();
            self.fifos[self.turn].pop()
        })
    }

    fn packets(&self) -> u64 {
        self.fifos.iter().map(|fifo| fifo.len() as u64).sum()
    }

    fn bytes(&self) -> u64 {
        self.fifos.iter().map(Fifo::bytes).sum()
    }

    fn for_each_waiting(&self, visit: impl FnMut(&Queued<P>)) {
        self.fifos.iter().flat_map(Fifo::iter).for_each(visit);
    }

    fn take_over(&mut self, waiting: Queued<P>) {
        self.bucket(&waiting.packet).push(waiting.packet, waiting.enqueued);
    }

    fn probe(&self, _now: Time) -> AnyProbe {
        AnyProbe::DropTail(droptail::Probe)
    }
}

#[test]
fn a_full_buffer_drops_from_the_longest_of_many_queues() {
    let mut queue = Buckets::new(Limit::packets(20));
    let mut host = Host::new();
    for round in 0..30 {
        host.offer_in_flow(&mut queue, MTU, Ecn::NotEct, 1);
        if round % 10 == 0 {
            host.offer_in_flow(&mut queue, MTU, Ecn::NotEct, 2);
        }
        host.wait(&mut queue, Span::from_millis(1));
    }
    assert_eq!((queue.packets(), queue.bytes()), (20, 30_000));
    // 33 packets came, 13 were dropped: all of the flow with the longer queue, its oldest first.
    let dropped: Vec<u64> = host.drops.iter().map(|(_, packet, _)| packet.flow).collect();
    assert_eq!(dropped, [1; 13]);
    assert!(host.drops.is_sorted_by_key(|(_, packet, _)| packet.id));
    // The short queue is served in turns with the long one.
    let flows: Vec<u64> =
        (0..6).filter_map(|_| queue.dequeue(&mut host)).map(|head| head.packet.flow).collect();
    assert_eq!(flows, [1, 2, 1, 2, 1, 2]);
}

#[test]
fn many_queues_take_over_the_packets_of_one_and_hand_them_back() {
    let mut one = Aqm::new(&AqmConfig::DropTail(DropTailParams), environment(), Time::ZERO);
    let mut host = Host::new();
    for flow in [1, 2, 1, 3, 2, 1] {
        host.offer_in_flow(&mut one, MTU, Ecn::NotEct, flow);
        host.wait(&mut one, Span::from_millis(1));
    }
    let mut many = Buckets::new(Limit::packets(2));
    one.for_each_waiting(|waiting| many.take_over(*waiting));
    assert_eq!((many.packets(), many.bytes()), (6, 9_000), "no limit applies");
    let mut back = Aqm::new(&AqmConfig::DropTail(DropTailParams), environment(), Time::ZERO);
    many.for_each_waiting(|waiting| back.take_over(*waiting));
    let mut order = Vec::new();
    back.for_each_waiting(|waiting| {
        assert_eq!(waiting.enqueued, Time::ZERO + Span::from_millis(1) * waiting.packet.id);
        order.push((waiting.packet.flow, waiting.packet.id));
    });
    assert_eq!(order, [(1, 0), (1, 2), (1, 5), (2, 1), (2, 4), (3, 3)]);
}
