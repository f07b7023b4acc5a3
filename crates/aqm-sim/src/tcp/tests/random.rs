//! Transfers complete under random loss, reordering and changes.

use proptest::prelude::*;

use super::harness::{Fate, Harness, Path};
use crate::cc::{CcConfig, CcKind, EcnEcho};
use crate::tcp::{ReceiverConfig, Reports, Sender, SenderConfig, Stack};
use crate::time::Span;

fn stacks() -> impl Strategy<Value = Stack> {
    prop_oneof![Just(Stack::Linux6), Just(Stack::Linux310), Just(Stack::Rfc)]
}

fn controls() -> impl Strategy<Value = CcConfig> {
    prop::sample::select(CcKind::ALL).prop_map(CcConfig::from)
}

fn echoes() -> impl Strategy<Value = EcnEcho> {
    prop_oneof![Just(EcnEcho::Rfc3168), Just(EcnEcho::Rfc8257), Just(EcnEcho::Counters)]
}

prop_compose! {
    fn configs()(
        stack in stacks(),
        cc in controls(),
        sack in prop::bool::weighted(0.75),
        ecn in any::<bool>(),
        (delayed_ack, pacing) in any::<(bool, bool)>(),
        ecn_echo in echoes(),
        segments in 1u64..400,
        window in prop_oneof![Just(1u64), Just(3), Just(1 << 20)],
        initial_window in prop_oneof![Just(1u32), Just(10)],
    ) -> (SenderConfig, ReceiverConfig) {
        let sender = SenderConfig {
            stack,
            cc,
            sack,
            ecn,
            segments: Some(segments),
            initial_window,
            pacing,
            ..Default::default()
        };
        let reports = Reports { ecn_echo, ..Sender::new(&sender).reports() };
        (
            sender,
            ReceiverConfig { stack, reports, delayed_ack, window },
        )
    }
}

/// Generates a list of fates, with percentages of loss, marks and delays. Later transmissions are
/// delivered.
fn fates(loss: u8, mark: u8, delay: u8) -> impl Strategy<Value = Vec<Fate>> {
    let fate = (0u8..100, 1u64..80).prop_map(move |(draw, ms)| {
        if draw < loss {
            Fate::Drop
        } else if draw < loss + mark {
            Fate::Mark
        } else if draw < loss + mark + delay {
            Fate::Delay(Span::from_millis(ms))
        } else {
            Fate::Deliver
        }
    });
    prop::collection::vec(fate, 0..600)
}

fn transfer(sender: &SenderConfig, receiver: &ReceiverConfig, fates: Vec<Fate>, acks: Vec<bool>) {
    let script = move |a: &super::harness::Attempt| {
        fates.get(a.index as usize).copied().unwrap_or(Fate::Deliver)
    };
    let mut harness =
        Harness::new(sender, receiver, script).with_path(Path { buffer: 30, ..Path::default() });
    harness.lose_ack = Box::new(move |n| acks.get(n as usize).copied().unwrap_or(false));
    harness.complete();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn completes_under_random_loss(
        (sender, receiver) in configs(),
        fates in fates(15, 5, 0),
        acks in prop::collection::vec(prop::bool::weighted(0.1), 0..300),
    ) {
        transfer(&sender, &receiver, fates, acks);
    }

    #[test]
    fn completes_under_heavy_loss(
        (sender, receiver) in configs(),
        fates in fates(60, 5, 0),
        acks in prop::collection::vec(prop::bool::weighted(0.5), 0..300),
    ) {
        transfer(&sender, &receiver, fates, acks);
    }

    #[test]
    fn completes_under_reordering((sender, receiver) in configs(), fates in fates(3, 5, 25)) {
        transfer(&sender, &receiver, fates, Vec::new());
    }

    #[test]
    fn completes_under_changes_during_the_transfer(
        (sender, receiver) in configs(),
        fates in fates(10, 10, 5),
        changes in prop::collection::vec((0u64..300, controls(), any::<bool>()), 0..8),
        stop in 50u64..800,
        lose_syns in 0u32..3,
    ) {
        let sender = SenderConfig { segments: None, ..sender };
        let script = move |a: &super::harness::Attempt| {
            fates.get(a.index as usize).copied().unwrap_or(Fate::Deliver)
        };
        let mut harness = Harness::new(&sender, &receiver, script);
        harness.lose_syns = lose_syns;
        let mut now = 0;
        for (gap, cc, ecn) in changes {
            now += gap;
            harness.run(now as f64 / 1e3);
            harness.sender.set_congestion_control(&cc, harness.now);
            let (reports, from) = (harness.sender.reports(), harness.sender.next_seq());
            harness.receiver.set_reports(reports, from);
            harness.sender.set_ecn(ecn);
        }
        harness.run((now + stop) as f64 / 1e3);
        harness.sender.stop();
        harness.run(1e6);
        prop_assert!(harness.sender.finished());
        let sent = harness.sent.iter().map(|a| a.seq + 1).max().unwrap_or(0);
        prop_assert_eq!(harness.receiver.delivered(), sent);
    }
}
