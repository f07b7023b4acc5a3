//! The mechanisms of each stack generation, in one table.

use crate::cc::{Dialect, LossRecovery};

use super::Stack;
use super::prr::Bound;
use super::rtt::Rules;
use super::scoreboard::Watch;

/// Rule that infers losses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LossRule {
    /// Without SACK: three duplicate ACKs. The first ACK for new data ends the recovery (RFC 5681,
    /// section 3.2).
    Reno,
    /// Without SACK: three duplicate ACKs, then partial ACKs (RFC 6582).
    NewReno,
    /// A segment is lost when three segments above it have arrived (RFC 6675, section 4, IsLost).
    Sack,
    /// Forward acknowledgement (Mathis and Mahdavi, 1996): a segment more than three below the
    /// highest arrival is lost. After the first reordering the rule is [`LossRule::Sack`].
    Fack,
    /// By sending times (RFC 8985).
    Rack,
}

/// Wait before a tail loss probe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TailProbe {
    /// 2 SRTT + 2 ms; for a single segment 2 SRTT + 200 ms (RFC 8985, section 7.2).
    Rack,
    /// 2 SRTT, at least 10 ms; for a single segment at least 1.5 SRTT + 200 ms
    /// (draft-dukkipati-tcpm-tcp-loss-probe-01).
    Draft,
}

/// What the configuration chooses for a connection.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choices {
    pub stack: Stack,
    pub sack: bool,
    pub tail_loss_probe: bool,
}

impl Choices {
    /// Returns whether a connection with this loss recovery uses SACK.
    pub fn uses_sack(self, recovery: LossRecovery) -> bool {
        match recovery {
            LossRecovery::Stack => self.sack,
            LossRecovery::Reno => false,
            LossRecovery::Sack => true,
        }
    }
}

/// The mechanisms of one sender.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mechanisms {
    pub dialect: Dialect,
    pub rto: Rules,
    pub loss: LossRule,
    pub tail_probe: Option<TailProbe>,
    /// Proportional rate reduction. `None`: the window falls to the threshold at once.
    pub reduction: Option<Bound>,
    /// Undo of spurious recoveries (RFC 3522, RFC 3708), and detection of spurious timeouts (RFC
    /// 5682).
    pub undo: bool,
    /// The order in which Linux processed an ACK before 3.12, and its rules of that time: see
    /// `linux_3_10`.
    pub linux_3_10: bool,
}

impl Mechanisms {
    /// Returns the mechanisms of a connection. `recovery` is that of its congestion control.
    pub fn new(choices: Choices, recovery: LossRecovery) -> Self {
        let Choices { stack, sack, tail_loss_probe } = choices;
        let mut mechanisms = Mechanisms::of_stack(stack, sack);
        let loss = match recovery {
            LossRecovery::Stack => {
                mechanisms.tail_probe = mechanisms.tail_probe.filter(|_| tail_loss_probe);
                return mechanisms;
            }
            LossRecovery::Reno => LossRule::Reno,
            LossRecovery::Sack => LossRule::Sack,
        };
        // Neither RFC has proportional reduction, probes or undo.
        Mechanisms {
            loss,
            tail_probe: None,
            reduction: None,
            undo: false,
            linux_3_10: false,
            ..mechanisms
        }
    }

    fn of_stack(stack: Stack, sack: bool) -> Self {
        let linux = Mechanisms {
            dialect: Dialect::Linux6,
            rto: Rules::Linux,
            loss: LossRule::Rack,
            tail_probe: Some(TailProbe::Rack),
            reduction: Some(Bound::SafeAcks),
            undo: true,
            linux_3_10: false,
        };
        let with_sack = match stack {
            Stack::Linux6 => linux,
            Stack::Linux310 => Mechanisms {
                dialect: Dialect::Linux310,
                loss: LossRule::Fack,
                tail_probe: Some(TailProbe::Draft),
                reduction: Some(Bound::SlowStart),
                linux_3_10: true,
                ..linux
            },
            Stack::Rfc => Mechanisms {
                dialect: Dialect::Rfc,
                rto: Rules::Rfc,
                loss: LossRule::Sack,
                tail_probe: None,
                reduction: None,
                undo: false,
                linux_3_10: false,
            },
        };
        if sack {
            with_sack
        } else {
            Mechanisms { loss: LossRule::NewReno, tail_probe: None, ..with_sack }
        }
    }

    /// Returns which transmissions loss detection needs in sending order.
    pub fn watch(&self) -> Watch {
        match self.loss {
            LossRule::Reno | LossRule::NewReno | LossRule::Sack => Watch::Nothing,
            LossRule::Fack => Watch::Repairs,
            LossRule::Rack => Watch::Everything,
        }
    }
}
