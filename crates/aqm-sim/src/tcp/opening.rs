//! Setup of a connection: the SYN and its repetitions.

/// State of connection setup. A SYN can be due only while the connection is not established.
#[derive(Clone, PartialEq, Debug)]
pub struct Opening {
    established: bool,
    syn_due: bool,
    retries: u32,
}

impl Opening {
    /// Returns the state before the first SYN.
    pub fn new() -> Self {
        Opening { established: false, syn_due: true, retries: 0 }
    }

    pub fn is_established(&self) -> bool {
        self.established
    }

    /// The SYN-ACK has arrived.
    pub fn establish(&mut self) {
        self.established = true;
        self.syn_due = false;
    }

    /// Returns how often the SYN was due again.
    pub fn retries(&self) -> u32 {
        self.retries
    }

    /// Takes the SYN that is due. Returns whether it is a repetition.
    pub fn take_syn(&mut self) -> Option<bool> {
        std::mem::take(&mut self.syn_due).then_some(self.retries > 0)
    }

    /// The SYN was not answered in time. Returns how often that has happened.
    pub fn repeat_syn(&mut self) -> u32 {
        self.syn_due = true;
        self.retries += 1;
        self.retries
    }
}
