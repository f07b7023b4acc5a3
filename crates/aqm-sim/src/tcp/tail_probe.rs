//! The tail loss probe (RFC 8985, section 7).

/// A probe that was sent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sent {
    /// TLP.end_seq: an ACK for this segment ends the probe.
    pub end: u64,
    /// TLP.is_retrans.
    pub repair: bool,
}

/// State of the probe. At most one is outstanding at a time.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Prober {
    /// The probe timer has expired.
    due: bool,
    outstanding: Option<Sent>,
}

impl Prober {
    /// The probe timer has expired. A probe is due unless one is outstanding (section 7.3).
    pub fn on_timer(&mut self) {
        self.due = self.outstanding.is_none();
    }

    pub fn is_due(&self) -> bool {
        self.due
    }

    pub fn take_due(&mut self) -> bool {
        std::mem::take(&mut self.due)
    }

    /// Returns the probe that was sent and not ended.
    pub fn outstanding(&self) -> Option<Sent> {
        self.outstanding
    }

    /// Returns whether nothing is due or outstanding.
    pub fn is_idle(&self) -> bool {
        self.outstanding.is_none() && !self.due
    }

    /// A probe is sent.
    pub fn start(&mut self, probe: Sent) {
        self.outstanding = Some(probe);
    }

    /// The probe has ended.
    pub fn end(&mut self) {
        self.outstanding = None;
    }

    /// Forgets everything after a timeout.
    pub fn clear(&mut self) {
        *self = Prober::default();
    }
}
