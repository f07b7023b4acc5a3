//! What holds whatever happens.

use super::*;
use proptest::prelude::*;
use std::collections::VecDeque;

/// Every kind and variant.
pub fn configs(ecn: bool) -> Vec<AqmConfig> {
    let red = |variant, gentle, byte_mode, adaptive| {
        let weight = Some(0.1);
        let params = RedParams { variant, gentle, byte_mode, adaptive, ecn, weight, ..default() };
        AqmConfig::Red(params)
    };
    let codel = |variant, ce_threshold| {
        AqmConfig::Codel(CodelParams { variant, ecn, ce_threshold, ..default() })
    };
    let pie = |variant, byte_mode| {
        AqmConfig::Pie(PieParams { ecn, byte_mode, ..PieParams::new(variant) })
    };
    vec![
        AqmConfig::DropTail,
        red(RedVariant::Floyd, true, false, false),
        red(RedVariant::Floyd, false, true, false),
        red(RedVariant::Linux, false, true, true),
        AqmConfig::Ared(AredParams { ecn, ..default() }),
        AqmConfig::Ared(AredParams { variant: AredVariant::Schwardmann2014, ecn, ..default() }),
        codel(CodelVariant::Linux, None),
        codel(CodelVariant::Linux, Some(Span::from_millis(10))),
        codel(CodelVariant::Linux310, None),
        codel(CodelVariant::Rfc8289, None),
        codel(CodelVariant::Schwardmann2014, None),
        pie(PieVariant::Rfc8033, false),
        pie(PieVariant::Rfc8033, true),
        pie(PieVariant::Paper2013, false),
        pie(PieVariant::Linux, true),
        pie(PieVariant::Linux414, false),
        AqmConfig::Pie(PieParams {
            ecn,
            rate_estimator: true,
            ..PieParams::new(PieVariant::Rfc8033)
        }),
        AqmConfig::Pie(PieParams {
            ecn,
            rate_estimator: true,
            ..PieParams::new(PieVariant::Linux)
        }),
    ]
}

fn default<T: Default>() -> T {
    T::default()
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

/// The queue beside a model of it that only believes what the host was told.
struct Checked {
    queue: Aqm<Numbered>,
    env: Environment,
    host: Host,
    waiting: VecDeque<Numbered>,
    offered: usize,
    departed: usize,
    dropped: usize,
    /// Obeys [`Operation::Reconfigure`].
    reconfigures: bool,
}

impl Checked {
    fn new(config: &AqmConfig, reconfigures: bool) -> Self {
        let env = Environment { limit: Limit::packets(150), ..environment() };
        Checked {
            queue: Aqm::new(config, env, Time::ZERO),
            env,
            host: Host::new(),
            waiting: VecDeque::new(),
            offered: 0,
            departed: 0,
            dropped: 0,
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
                let config = *index.get(&configs(true));
                self.queue.reconfigure(&config, self.env, self.host.now);
            }
            Operation::Reconfigure { .. } => {}
        }
        self.check();
    }

    fn offer(&mut self, bytes: u32, ecn: Ecn) {
        self.offered += 1;
        let before = self.host.drops.len();
        let id = self.host.offer(&mut self.queue, bytes, ecn);
        if self.host.drops.len() == before {
            self.waiting.push_back(Numbered { id, bytes, ecn });
            return;
        }
        self.dropped += 1;
        let (_, packet, reason) = self.host.drops[before];
        assert_eq!((packet.id, self.host.drops.len()), (id, before + 1));
        let head_drop =
            matches!(reason, DropReason::CodelEnter { .. } | DropReason::CodelNext { .. });
        assert!(!head_drop, "{reason:?} at enqueue");
    }

    fn dequeue(&mut self) {
        let before = self.host.drops.len();
        let head = self.queue.dequeue(&mut self.host);
        // Dropped packets come off the head first, in order ...
        for &(_, packet, reason) in &self.host.drops[before..] {
            self.dropped += 1;
            let expected = self.waiting.pop_front().expect("dropped from an empty queue");
            assert_eq!(packet.id, expected.id, "out of order");
            let left: u64 = self.waiting.iter().map(|packet| u64::from(packet.bytes)).sum();
            assert!(left > self.small_queue(), "{reason:?} with {left} bytes behind");
        }
        // ... and then the one that leaves.
        let expected = self.waiting.pop_front();
        assert_eq!(head.map(|head| head.packet.id), expected.map(|packet| packet.id));
        let (Some(head), Some(expected)) = (head, expected) else { return };
        self.departed += 1;
        assert!(head.enqueued <= self.host.now);
        let marked = self.host.marks.iter().any(|(_, packet, _)| packet.id == expected.id);
        assert_eq!(head.packet.ecn == Ecn::Ce, marked || expected.ecn == Ecn::Ce);
    }

    /// The backlog that CoDel must leave alone.
    fn small_queue(&self) -> u64 {
        match self.queue.config() {
            AqmConfig::Codel(params) if params.variant == CodelVariant::Linux310 => 256,
            _ => u64::from(MTU),
        }
    }

    fn wait(&mut self, span: Span) {
        self.host.wait(&mut self.queue, span);
    }

    fn check(&self) {
        assert_eq!(self.offered, self.departed + self.dropped + self.waiting.len());
        assert_eq!(self.queue.queue().len(), self.waiting.len());
        let bytes: u64 = self.waiting.iter().map(|packet| u64::from(packet.bytes)).sum();
        assert_eq!(self.queue.queue().bytes(), bytes);
        let probe = self.queue.probe(self.host.now);
        if let Some(probability) = probe.probability() {
            let unbounded = matches!(
                self.queue.config(),
                AqmConfig::Pie(params) if params.variant == PieVariant::Linux
            );
            assert!(probability >= 0.0 && (probability <= 1.0 || unbounded), "{probability}");
        }
        if let Probe::Red { average, max_p, count, .. } = probe {
            assert!(average >= 0.0 && (0.0..=1.0).contains(&max_p) && count >= -1);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn every_discipline_conserves_packets_in_order(
        operations in operations(),
        ecn: bool,
    ) {
        for config in configs(ecn) {
            let mut checked = Checked::new(&config, false);
            operations.iter().for_each(|operation| checked.apply(operation));
            if !ecn {
                prop_assert!(checked.host.marks.is_empty() || has_threshold(&config));
            }
        }
    }

    #[test]
    fn reconfiguring_conserves_packets_in_order(operations in operations()) {
        let mut checked = Checked::new(&AqmConfig::DropTail, true);
        operations.iter().for_each(|operation| checked.apply(operation));
    }
}

/// `ce_threshold` marks without `ecn`, too.
fn has_threshold(config: &AqmConfig) -> bool {
    matches!(config, AqmConfig::Codel(params) if params.ce_threshold.is_some())
}

/// The properties would hold of a queue that never drops: these operations make every discipline
/// act.
#[test]
fn the_operations_make_every_discipline_act() {
    for config in configs(false).into_iter().skip(1) {
        let mut checked = Checked::new(&config, false);
        for _ in 0..3_000 {
            checked.apply(&Operation::Burst { packets: 2, bytes: MTU, ecn: Ecn::NotEct });
            checked.dequeue();
            checked.wait(Span::from_millis(1));
        }
        let early = checked.host.drops.iter().filter(|(_, _, reason)| reason.is_early()).count();
        assert!(early > 20, "{config:?}: {early} early drops");
    }
}
