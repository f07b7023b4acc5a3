//! What tests read and set of a recovery.

use super::Recovery;
use crate::tcp::rack::Rack;
use crate::tcp::reordering::Reordering;
use crate::tcp::tail_probe::Sent;
use crate::tcp::undo::Episode;

impl Recovery {
    pub(in crate::tcp) fn episode(&self) -> &Episode {
        &self.episode
    }

    pub(in crate::tcp) fn uses_sack(&self) -> bool {
        self.sack
    }

    pub(in crate::tcp) fn high(&self) -> u64 {
        self.high
    }

    pub(in crate::tcp) fn rack(&self) -> &Rack {
        &self.rack
    }

    pub(in crate::tcp) fn set_reordering(&mut self, reordering: Reordering) {
        self.reordering = reordering;
    }

    pub(in crate::tcp) fn set_probe(&mut self, end: Option<u64>) {
        self.prober.clear();
        if let Some(end) = end {
            self.prober.start(Sent { end, repair: true });
        }
    }
}
