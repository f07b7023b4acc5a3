//! The sender's part of ECN: marks that the receiver echoes, and the confirmation of a reduction.

use crate::cc::EcnEcho;
use crate::packet::Ack;

/// State of ECN on one connection. Once negotiated it stays so: the receiver may still echo marks after ECN is
/// switched off.
#[derive(Clone, PartialEq, Debug)]
pub struct EcnState {
    enabled: bool,
    negotiated: bool,
    /// The window was reduced; the next new segment must carry CWR.
    cwr_due: bool,
    /// Number of CE-marked packets that the receiver has reported, if it counts them.
    ce_packets: u64,
}

impl EcnState {
    pub fn new(enabled: bool) -> Self {
        EcnState { enabled, negotiated: enabled, cwr_due: false, ce_packets: 0 }
    }

    /// Switches ECN for new data.
    pub fn enable(&mut self, enabled: bool) {
        self.enabled = enabled;
        self.negotiated |= enabled;
    }

    pub fn is_enabled(&self) -> bool {
        self.enabled
    }

    pub fn is_negotiated(&self) -> bool {
        self.negotiated
    }

    pub fn is_cwr_due(&self) -> bool {
        self.cwr_due
    }

    /// Returns whether the next new segment carries CWR (RFC 3168, section 6.1.2), and clears that.
    pub fn take_cwr(&mut self) -> bool {
        std::mem::take(&mut self.cwr_due)
    }

    /// Lets the next new segment carry CWR. With counters of marks there is no such flag: its bit is a part of the
    /// counter (RFC 9768, section 3.1).
    pub fn announce_reduction(&mut self, echo: EcnEcho) {
        self.cwr_due |= echo != EcnEcho::Counters;
    }

    /// The reduction was undone.
    pub fn withdraw(&mut self) {
        self.cwr_due = false;
    }

    /// Returns how many packets of a counter are new.
    #[inline(always)]
    pub fn new_marks(&self, ce_packets: u64) -> u64 {
        ce_packets.saturating_sub(self.ce_packets)
    }

    #[cfg(test)]
    pub fn ce_packets(&self) -> u64 {
        self.ce_packets
    }

    /// Counts new marks.
    #[inline(always)]
    pub fn count_marks(&mut self, marks: u64) {
        self.ce_packets += marks;
    }

    /// Returns how many of the newly `delivered` segments were CE-marked, and whether the ACK echoes
    /// congestion while ECN is in use. If the echo is a flag and it is set, all of them count.
    pub fn take_echo(&mut self, echo: EcnEcho, ack: &Ack, delivered: u64) -> (u64, bool) {
        match echo {
            EcnEcho::Counters => {
                let marked = self.new_marks(ack.ce_packets);
                self.count_marks(marked);
                let marked = marked.min(delivered);
                (marked, marked > 0 && self.negotiated)
            }
            EcnEcho::Rfc3168 | EcnEcho::Rfc8257 if ack.ece => (delivered, self.negotiated),
            EcnEcho::Rfc3168 | EcnEcho::Rfc8257 => (0, false),
        }
    }
}
