//! Congestion controls that bring their own loss recovery: `reno` (RFC 5681) and `sack` (RFC 6675).

use super::harness::{Harness, Path, lose_once};
use crate::cc::CcKind;
use crate::tcp::{Phase, ReceiverConfig, Sender, SenderConfig, Stack};
use crate::time::{Span, Time};

const STACKS: [Stack; 3] = [Stack::Linux6, Stack::Linux310, Stack::Rfc];

fn config(kind: CcKind, stack: Stack) -> SenderConfig {
    SenderConfig { cc: kind.into(), stack, segments: Some(600), ..SenderConfig::default() }
}

fn harness(config: &SenderConfig, lost: &'static [u64]) -> Harness {
    let reports = Sender::new(config).reports();
    let receiver = ReceiverConfig { stack: config.stack, reports, ..ReceiverConfig::default() };
    Harness::new(config, &receiver, lose_once(lost))
        .with_path(Path { buffer: 10_000, ..Path::default() })
}

fn run(config: &SenderConfig, lost: &'static [u64]) -> Harness {
    let mut harness = harness(config, lost);
    harness.complete();
    harness
}

/// Times of the retransmissions, counted from the first one.
fn repair_times(done: &Harness) -> Vec<Span> {
    let times: Vec<Time> = done.sent.iter().filter(|a| a.retransmission).map(|a| a.at).collect();
    times.iter().map(|&at| at - times[0]).collect()
}

#[test]
fn reno_reduces_again_for_each_loss_of_a_window() {
    for stack in STACKS {
        for (kind, sack, recoveries) in [
            (CcKind::Reno, true, 2),
            (CcKind::Reno, false, 2),
            (CcKind::NewReno, false, 1),
            (CcKind::Sack, true, 1),
            (CcKind::Sack, false, 1),
        ] {
            let config = SenderConfig { sack, ..config(kind, stack) };
            let done = run(&config, &[60, 66]);
            assert_eq!(done.retransmissions(), [60, 66], "{stack:?}, {kind:?}");
            assert_eq!(done.entered(Phase::Recovery), recoveries, "{stack:?}, {kind:?}");
            assert_eq!(done.sender.probe().timeouts, 0, "{stack:?}, {kind:?}");
        }
    }
}

#[test]
fn reno_times_out_if_too_few_duplicates_follow_the_first_repair() {
    // After two recoveries the window is a quarter, and the third loss gets no three duplicates.
    let lost = &[30, 32, 34, 36];
    let done = run(&config(CcKind::Reno, Stack::Rfc), lost);
    assert_eq!(done.sender.probe().timeouts, 1);
    for kind in [CcKind::Sack, CcKind::NewReno] {
        let done = run(&config(kind, Stack::Rfc), lost);
        assert_eq!(done.sender.probe().timeouts, 0, "{kind:?}");
    }
}

#[test]
fn sack_repairs_all_losses_within_a_round_trip() {
    for stack in STACKS {
        let done = run(&config(CcKind::Sack, stack), &[60, 65, 70]);
        let span = *repair_times(&done).last().expect("three repairs");
        assert!(span < Span::from_millis(40), "{stack:?}: {span:?}");
        let newreno = SenderConfig { sack: false, ..config(CcKind::NewReno, stack) };
        let span = *repair_times(&run(&newreno, &[60, 65, 70])).last().expect("three repairs");
        assert!(span >= Span::from_millis(80), "{stack:?}: {span:?}");
    }
}

#[test]
fn the_window_falls_at_once_and_not_proportionally() {
    for kind in [CcKind::Reno, CcKind::Sack] {
        let mut done = harness(&config(kind, Stack::Linux6), &[60]);
        while done.sender.probe().phase != Phase::Recovery {
            done.run(done.now.seconds() + 0.0001);
        }
        let probe = done.sender.probe();
        assert_eq!(Some(probe.cwnd), probe.ssthresh, "{kind:?}");
    }
}

#[test]
fn a_switched_control_brings_its_recovery_once_nothing_is_missing() {
    // The switch falls into a recovery; the losses after it follow the new rules.
    let lost = &[60, 66, 300, 306];
    let mut done = harness(&config(CcKind::NewReno, Stack::Linux6), lost);
    while done.sender.probe().phase != Phase::Recovery {
        done.run(done.now.seconds() + 0.0001);
    }
    done.sender.set_congestion_control(&CcKind::Reno.into(), done.now);
    assert!(
        done.sender.uses_sack() && done.sender.is_switch_due(),
        "the recovery goes on with SACK"
    );
    done.complete();
    assert!(!done.sender.uses_sack() && !done.sender.is_switch_due());
    assert_eq!(done.retransmissions(), [60, 66, 300, 306]);
    // Reno's window is too small for another three duplicates; see the unswitched sender.
    assert_eq!((done.entered(Phase::Recovery), done.sender.probe().timeouts), (2, 1));
    let unswitched = run(&config(CcKind::NewReno, Stack::Linux6), lost);
    assert_eq!(unswitched.sender.probe().timeouts, 0);
}
