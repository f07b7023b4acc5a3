//! The tail loss probe (RFC 8985, section 7).

/// A probe that was sent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Sent {
    /// TLP.end_seq: an ACK for this segment ends the probe.
    pub(super) end: u64,
    /// TLP.is_retrans.
    pub(super) repair: bool,
}

/// State of the probe. At most one is outstanding at a time.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Prober {
    /// The probe timer has expired.
    due: bool,
    outstanding: Option<Sent>,
}

impl Prober {
    /// The probe timer has expired. A probe is due unless one is outstanding (section 7.3).
    pub(super) fn on_timer(&mut self) {
        self.due = self.outstanding.is_none();
    }

    pub(super) fn is_due(&self) -> bool {
        self.due
    }

    pub(super) fn take_due(&mut self) -> bool {
        std::mem::take(&mut self.due)
    }

    /// Returns the probe that was sent and not ended.
    pub(super) fn outstanding(&self) -> Option<Sent> {
        self.outstanding
    }

    /// Returns whether nothing is due or outstanding.
    pub(super) fn is_idle(&self) -> bool {
        self.outstanding.is_none() && !self.due
    }

    /// A probe is sent.
    pub(super) fn start(&mut self, probe: Sent) {
        self.outstanding = Some(probe);
    }

    /// The probe has ended.
    pub(super) fn end(&mut self) {
        self.outstanding = None;
    }

    /// Forgets everything after a timeout.
    pub(super) fn clear(&mut self) {
        *self = Prober::default();
    }
}
