//! What tests read and set of a recovery.

use super::Recovery;
use crate::tcp::rack::Rack;
use crate::tcp::reordering::Reordering;
use crate::tcp::tail_probe::Sent;
use crate::tcp::undo::Episode;

impl Recovery {
    pub fn episode(&self) -> &Episode {
        &self.episode
    }

    pub fn uses_sack(&self) -> bool {
        self.sack
    }

    pub fn high(&self) -> u64 {
        self.high
    }

    pub fn rack(&self) -> &Rack {
        &self.rack
    }

    pub fn set_reordering(&mut self, reordering: Reordering) {
        self.reordering = reordering;
    }

    pub fn set_probe(&mut self, end: Option<u64>) {
        self.prober.clear();
        if let Some(end) = end {
            self.prober.start(Sent { end, repair: true });
        }
    }
}
