//! What tests read and set of a sender.

use super::Sender;
use crate::cc::{CongestionControl, Context, Window};
use crate::tcp::rack::Rack;
use crate::tcp::reordering::Reordering;
use crate::tcp::undo::Episode;
use crate::time::Time;

impl Sender {
    pub(in crate::tcp) fn window_mut(&mut self) -> &mut Window {
        self.control.window_mut()
    }

    pub(in crate::tcp) fn algorithm(&self) -> &CongestionControl {
        self.control.cc()
    }

    pub(in crate::tcp) fn catch_up(&mut self) {
        self.recovery.catch_up();
    }

    /// The retransmission timer.
    pub(in crate::tcp) fn timeout(&self) -> Time {
        self.timers.timeout()
    }

    /// The retransmission timer expires, whatever the others.
    pub(in crate::tcp) fn time_out(&mut self, now: Time) {
        let (recovery, mut tcb) = self.parts();
        recovery.on_timeout(&mut tcb, now);
    }

    pub(in crate::tcp) fn ce_packets(&self) -> u64 {
        self.control.ecn().ce_packets()
    }

    pub(in crate::tcp) fn episode(&self) -> &Episode {
        self.recovery.episode()
    }

    pub(in crate::tcp) fn uses_sack(&self) -> bool {
        self.recovery.uses_sack()
    }

    pub(in crate::tcp) fn is_switch_due(&self) -> bool {
        self.recovery.is_switch_due()
    }

    pub(in crate::tcp) fn measures_delivery(&self) -> bool {
        self.control.measures_delivery()
    }

    /// What congestion control reads.
    pub(in crate::tcp) fn context_at(&self, now: Time) -> Context {
        self.context(now)
    }

    /// FACK has ended for good.
    pub(in crate::tcp) fn ends_fack(&self) -> bool {
        self.recovery.reordering().ends_fack()
    }

    pub(in crate::tcp) fn high(&self) -> u64 {
        self.recovery.high()
    }

    pub(in crate::tcp) fn rack(&self) -> &Rack {
        self.recovery.rack()
    }

    /// Sets the estimate of reordering, the number of ACKs that showed any, and whether FACK has ended.
    pub(in crate::tcp) fn set_reordering(&mut self, extent: u64, seen: u64, ends_fack: bool) {
        self.recovery.set_reordering(Reordering::of(extent, seen, ends_fack));
    }

    /// Sets the end of a probe that repaired a segment.
    pub(in crate::tcp) fn set_probe(&mut self, end: Option<u64>) {
        self.recovery.set_probe(end);
    }
}
