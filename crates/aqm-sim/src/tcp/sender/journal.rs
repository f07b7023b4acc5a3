//! The journal of a sender, for the host.

use super::{AckPath, Sender};
use crate::tcp::Phase;
use crate::tcp::journal::SenderEvent;

impl Sender {
    /// Returns whether the reasons of all later actions will be known: nothing is missing or being reduced now.
    pub(crate) fn can_start_journal(&self) -> bool {
        self.recovery.phase() == Phase::Open && self.recovery.board().lost_out() == 0
    }

    /// Starts a journal of what the sender does, and why, if it has none ([`Sender::can_start_journal`]).
    pub(crate) fn start_journal(&mut self) {
        if !self.recovery.journal().is_on() {
            debug_assert!(self.can_start_journal());
            self.recovery.journal_mut().start();
            self.keep_decisions();
            self.ack_path = AckPath::General;
        }
    }

    /// Removes and returns the entries of the journal.
    pub(crate) fn take_journal(&mut self) -> Vec<SenderEvent> {
        self.recovery.journal_mut().take()
    }

    /// Continues the journal of the connection whose place this one takes.
    pub(crate) fn inherit_journal(&mut self, former: &mut Sender) {
        self.recovery.journal_mut().inherit(former.recovery.journal_mut());
        self.keep_decisions();
    }

    /// Lets the congestion control keep its decisions, if there is a journal for them.
    pub(super) fn keep_decisions(&mut self) {
        if self.recovery.journal().is_on()
            && let Some(decisions) = self.control.cc_mut().decisions()
        {
            decisions.start();
        }
    }
}
