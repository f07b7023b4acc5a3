//! What the thread of the ends tells the thread of the path: which flow has which port, and which group.

use aqm_sim::packet::FlowId;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

/// Port of all receivers.
pub(super) const PORT: u16 = 5001;
/// First port of the senders.
pub(super) const FIRST_PORT: u16 = 10_000;

/// The flows by their ports, and their groups.
#[derive(Debug)]
pub(super) struct Shared {
    /// The number of the flow plus one, by the port of its sender; 0 without a flow.
    ports: Vec<AtomicU32>,
    groups: Mutex<Vec<Option<usize>>>,
    /// The end systems have failed, so the path stops too.
    has_failed: AtomicBool,
}

impl Shared {
    pub(super) fn new() -> Self {
        let ports = std::iter::repeat_with(AtomicU32::default).take(1 << 16).collect();
        Shared { ports, groups: Mutex::new(Vec::new()), has_failed: AtomicBool::new(false) }
    }

    /// Ends the run early.
    pub(super) fn fail(&self) {
        self.has_failed.store(true, Ordering::Release);
    }

    /// Returns whether the run ends early.
    pub(super) fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Acquire)
    }

    /// Adds the next flow, whose sender has this port. Returns its number.
    pub(super) fn add(&self, port: u16, group: Option<usize>) -> FlowId {
        let mut groups = self.groups.lock().unwrap_or_else(PoisonError::into_inner);
        groups.push(group);
        let flow = groups.len() as FlowId;
        // After the group, so that a thread that finds the flow finds its group too.
        self.ports[usize::from(port)].store(flow, Ordering::Release);
        flow - 1
    }

    /// Returns the flow whose sender has this port.
    pub(super) fn flow(&self, port: u16) -> Option<FlowId> {
        self.ports[usize::from(port)].load(Ordering::Acquire).checked_sub(1)
    }

    /// Returns the groups of the flows from number `first` on.
    pub(super) fn groups_from(&self, first: usize) -> Vec<Option<usize>> {
        let groups = self.groups.lock().unwrap_or_else(PoisonError::into_inner);
        groups.get(first..).unwrap_or_default().to_vec()
    }
}
