//! A traffic group.

use crate::app::App;
use crate::metrics::Results;
use crate::packet::FlowId;
use crate::time::Time;

/// The members of a traffic group, in the order in which they were started.
#[derive(Clone, Debug)]
pub struct Group {
    /// Flows that run or will start, youngest last.
    pub active: Vec<FlowId>,
    /// Number of flows ever started. It labels the random streams.
    pub started: u32,
    /// Stopped connections, in ascending order. Their slots are free once none of their packets is
    /// left.
    pub leaving: Vec<FlowId>,
    /// Free slots: those of stopped datagram sources, which are free at once, and those of connections of
    /// an application that were found to be free.
    pub vacant: Vec<FlowId>,
    /// The application, if the group is one.
    pub app: Option<Box<App>>,
    /// Earliest pending event of the application's timer.
    pub app_timer: Time,
    /// The slots of closed connections of an application are checked when there are so many.
    pub check_at: usize,
    /// Results, if the group measures any.
    pub results: Option<Box<Results>>,
}

impl Group {
    /// Returns a group without flows.
    pub fn new() -> Self {
        Group {
            active: Vec::new(),
            started: 0,
            leaving: Vec::new(),
            vacant: Vec::new(),
            app: None,
            app_timer: Time::NEVER,
            check_at: 0,
            results: None,
        }
    }
}
