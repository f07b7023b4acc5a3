//! What the senders of a lane report.

use crate::cc::Variable;
use crate::packet::FlowId;
use crate::tcp::SenderProbe;

/// A sender's inner state, for plots and explanations.
#[derive(Clone, Copy, Debug)]
pub struct FlowProbe {
    /// The flow.
    pub id: FlowId,
    /// Index of its traffic group.
    pub group: usize,
    /// State of its sender.
    pub sender: SenderProbe,
}

/// The inner state of a sender and of its congestion control.
#[derive(Clone, PartialEq, Debug)]
pub struct SenderReport {
    /// State of the sender.
    pub sender: SenderProbe,
    /// Pacing rate in Mbit/s; `None` if segments are not paced.
    pub pacing_mbps: Option<f64>,
    /// Size of an IP packet with a full segment in bytes.
    pub packet_bytes: u32,
    /// What the congestion control reports.
    pub control: Vec<Variable>,
}
