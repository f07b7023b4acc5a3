//! Properties of every discipline, for random sequences of operations.

use super::*;
use proptest::prelude::*;
use std::collections::VecDeque;

fn configs(ecn: bool) -> Vec<AqmConfig> {
    AqmConfig::examples().into_iter().map(|(_, config)| config.with_ecn(ecn)).collect()
}

#[derive(Clone, Debug)]
enum Operation {
    Burst { packets: u8, bytes: u32, ecn: Ecn },
    Dequeue { packets: u8 },
    Wait { micros: u64 },
    Limit { packets: u64 },
    Rate { mbps: f64 },
    Reconfigure { index: prop::sample::Index },
}

fn operations() -> impl Strategy<Value = Vec<Operation>> {
    let ecn = prop_oneof![
        3 => Just(Ecn::NotEct),
        3 => Just(Ecn::Ect0),
        1 => Just(Ecn::Ect1),
        1 => Just(Ecn::Ce),
    ];
    let operation = prop_oneof![
        10 => (1..20u8, prop_oneof![Just(MTU), 40..=MTU], ecn)
            .prop_map(|(packets, bytes, ecn)| Operation::Burst { packets, bytes, ecn }),
        8 => (1..20u8).prop_map(|packets| Operation::Dequeue { packets }),
        8 => prop_oneof![0..2_000u64, 0..300_000u64].prop_map(|micros| Operation::Wait { micros }),
        1 => (1..200u64).prop_map(|packets| Operation::Limit { packets }),
        1 => (0.1..1000.0).prop_map(|mbps| Operation::Rate { mbps }),
        1 => any::<prop::sample::Index>().prop_map(|index| Operation::Reconfigure { index }),
    ];
    prop::collection::vec(operation, 1..250)
}

/// A queue beside a model that is built from the host's records only.
struct Checked {
    queue: Aqm<Numbered>,
    env: Environment,
    host: Host,
    /// Waiting packets, in order of arrival.
    waiting: VecDeque<Numbered>,
    /// The class of each packet, by its number.
    classes: Vec<usize>,
    /// Number of drops that the model includes.
    drops: usize,
    /// Number of flows; packets belong to them in turns.
    flows: u64,
    offered: usize,
    departed: usize,
    /// Executes [`Operation::Reconfigure`].
    reconfigures: bool,
}

impl Checked {
    fn new(config: &AqmConfig, flows: u64, reconfigures: bool) -> Self {
        let env = Environment { limit: Limit::packets(150), ..environment() };
        Checked {
            queue: Aqm::new(config, env, Time::ZERO),
            env,
            host: Host::new(),
            waiting: VecDeque::new(),
            classes: Vec::new(),
            drops: 0,
            flows,
            offered: 0,
            departed: 0,
            reconfigures,
        }
    }

    fn apply(&mut self, operation: &Operation) {
        match *operation {
            Operation::Burst { packets, bytes, ecn } => {
                for _ in 0..packets {
                    self.offer(bytes, ecn);
                }
            }
            Operation::Dequeue { packets } => {
                for _ in 0..packets {
                    self.dequeue();
                    self.wait(Span::from_micros(300));
                }
            }
            Operation::Wait { micros } => self.wait(Span::from_micros(micros)),
            Operation::Limit { packets } => {
                self.env.limit = Limit::packets(packets);
                self.queue.set_environment(self.env, self.host.now);
            }
            Operation::Rate { mbps } => {
                self.env.rate = BitRate::from_mbps(mbps);
                self.queue.set_environment(self.env, self.host.now);
            }
            Operation::Reconfigure { index } if self.reconfigures => {
                self.reconfigure(index.get(&configs(true)));
            }
            Operation::Reconfigure { .. } => {}
        }
        self.check();
    }

    fn offer(&mut self, bytes: u32, ecn: Ecn) {
        let flow = self.offered as u64 % self.flows;
        self.offered += 1;
        let id = self.host.offer_in_flow(&mut self.queue, bytes, ecn, flow);
        self.waiting.push_back(Numbered { id, bytes, ecn, flow });
        self.classes.push(Self::class_for(self.queue.config(), ecn));
        self.remove_dropped();
    }

    fn dequeue(&mut self) {
        let head = self.queue.dequeue(&mut self.host);
        self.remove_dropped();
        let Some(head) = head else {
            assert!(self.waiting.is_empty(), "no packet left a queue that is not empty");
            return;
        };
        self.departed += 1;
        assert!(head.enqueued <= self.host.now);
        // The packets of each flow and class leave in order.
        let flow = head.packet.flow;
        let class = match self.queue.config() {
            AqmConfig::DualPi2(_) => self.queue.served_class(),
            _ => 0,
        };
        let first = self
            .waiting
            .iter()
            .position(|packet| packet.flow == flow && self.class_of(packet) == class);
        let expected = first.and_then(|index| self.waiting.remove(index)).expect("it waited");
        assert_eq!(head.packet.id, expected.id, "out of order");
        let marked = self.host.marks.iter().any(|(_, packet, _)| packet.id == expected.id);
        assert_eq!(head.packet.ecn == Ecn::Ce, marked || expected.ecn == Ecn::Ce);
    }

    /// The class that a discipline gives a packet with this ECN field.
    fn class_for(config: &AqmConfig, ecn: Ecn) -> usize {
        let AqmConfig::DualPi2(params) = config else { return 0 };
        let is_l4s = match ecn {
            Ecn::NotEct => false,
            Ecn::Ect0 => params.any_ect,
            Ecn::Ect1 | Ecn::Ce => true,
        };
        usize::from(is_l4s)
    }

    fn class_of(&self, packet: &Numbered) -> usize {
        self.classes[packet.id as usize]
    }

    fn reconfigure(&mut self, config: &AqmConfig) {
        let keeps_queues = self.queue.config().is_same_algorithm(config);
        self.queue.reconfigure(config, self.env, self.host.now);
        if keeps_queues {
            return;
        }
        // A fresh discipline sees the marks of the former one.
        for packet in &mut self.waiting {
            if self.host.marks.iter().any(|(_, marked, _)| marked.id == packet.id) {
                packet.ecn = Ecn::Ce;
            }
            self.classes[packet.id as usize] = Self::class_for(config, packet.ecn);
        }
    }

    /// Removes the packets that were dropped since the last call from the model.
    fn remove_dropped(&mut self) {
        for &(_, packet, _) in &self.host.drops[self.drops..] {
            let index = self.waiting.iter().position(|waiting| waiting.id == packet.id);
            self.waiting.remove(index.expect("a packet is dropped once, while it waits"));
        }
        self.drops = self.host.drops.len();
    }

    fn wait(&mut self, span: Span) {
        self.host.wait(&mut self.queue, span);
        self.remove_dropped();
    }

    fn check(&self) {
        assert_eq!(self.offered, self.departed + self.host.drops.len() + self.waiting.len());
        assert_eq!(self.queue.packets(), self.waiting.len() as u64);
        let bytes: u64 = self.waiting.iter().map(|packet| u64::from(packet.bytes)).sum();
        assert_eq!(self.queue.bytes(), bytes);
        let mut listed = Vec::new();
        self.queue.for_each_waiting(|waiting| listed.push(waiting.packet.id));
        for (flow, class) in (0..self.flows).flat_map(|flow| [(flow, 0), (flow, 1)]) {
            let belongs = |it: &&Numbered| it.flow == flow && self.class_of(it) == class;
            let ids: Vec<u64> = self.waiting.iter().filter(belongs).map(|it| it.id).collect();
            let listed: Vec<u64> = listed.iter().copied().filter(|id| ids.contains(id)).collect();
            assert_eq!(listed, ids);
        }
        let probe = self.queue.probe(self.host.now);
        assert!(probe.probability().is_none_or(|probability| probability >= 0.0), "{probe:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn every_discipline_conserves_packets_in_order(
        operations in operations(),
        ecn: bool,
        flows in prop_oneof![Just(1u64), Just(4)],
    ) {
        for config in configs(ecn) {
            let mut checked = Checked::new(&config, flows, false);
            operations.iter().for_each(|operation| checked.apply(operation));
            if !ecn {
                let by_threshold = |mark: &MarkReason| mark.instead_of().is_none();
                prop_assert!(checked.host.marks.iter().all(|(_, _, mark)| by_threshold(mark)));
            }
        }
    }

    #[test]
    fn reconfiguring_conserves_packets_in_order(operations in operations()) {
        let mut checked = Checked::new(&AqmConfig::DropTail(DropTailParams), 3, true);
        operations.iter().for_each(|operation| checked.apply(operation));
    }
}

/// The properties would hold for a queue that never drops: these operations make every discipline
/// act.
#[test]
fn sustained_overload_makes_every_discipline_drop_early() {
    for config in configs(false) {
        if !config.drops_early() {
            continue;
        }
        let mut checked = Checked::new(&config, 1, false);
        for _ in 0..3_000 {
            checked.apply(&Operation::Burst { packets: 2, bytes: MTU, ecn: Ecn::NotEct });
            checked.dequeue();
            checked.wait(Span::from_millis(1));
        }
        let reasons = checked.host.drops.iter().map(|(_, _, reason)| *reason);
        let early: Vec<DropReason> = reasons.filter(DropReason::is_early).collect();
        assert!(early.len() > 20, "{config:?}: {} early drops", early.len());
    }
}
