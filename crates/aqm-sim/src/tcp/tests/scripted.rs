//! Scripted losses: what exactly is sent again, and what the window does.

use super::harness::{Attempt, Fate, Harness, Path, lose_once};
use crate::cc::CcKind;
use crate::packet::Ecn;
use crate::tcp::{Phase, ReceiverConfig, SenderConfig, Stack};
use crate::time::Span;

const STACKS: [Stack; 3] = [Stack::Linux6, Stack::Linux310, Stack::Rfc];

fn config(stack: Stack, segments: u64) -> SenderConfig {
    let cc = CcKind::NewReno;
    SenderConfig { stack, cc, segments: Some(segments), ..SenderConfig::default() }
}

fn harness(config: &SenderConfig, script: impl FnMut(&Attempt) -> Fate + 'static) -> Harness {
    let receiver =
        ReceiverConfig { stack: config.stack, sack: config.sack, ..ReceiverConfig::default() };
    // Deep enough for every flow here.
    Harness::new(config, &receiver, script).with_path(Path { buffer: 10_000, ..Path::default() })
}

fn run(config: &SenderConfig, script: impl FnMut(&Attempt) -> Fate + 'static) -> Harness {
    let mut harness = harness(config, script);
    harness.complete();
    harness
}

#[test]
fn without_loss_nothing_is_sent_twice() {
    for stack in STACKS {
        for sack in [true, false] {
            let done = run(&SenderConfig { sack, ..config(stack, 2000) }, |_| Fate::Deliver);
            assert_eq!(done.sent.len(), 2000);
            assert_eq!(done.sender.probe().timeouts, 0);
            assert_eq!(done.phases.len(), 1, "{:?}", done.phases);
        }
    }
}

#[test]
fn one_loss_is_one_retransmission_and_one_halving() {
    for stack in STACKS {
        for sack in [true, false] {
            let done = run(&SenderConfig { sack, ..config(stack, 400) }, lose_once(&[100]));
            assert_eq!(done.retransmissions(), [100], "{stack:?} {sack}");
            assert_eq!(done.sender.probe().timeouts, 0, "{stack:?} {sack}");
            assert_eq!(done.entered(Phase::Recovery), 1, "{stack:?} {sack}");
        }
    }
}
