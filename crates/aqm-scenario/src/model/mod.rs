//! The scenario format, version 1: every field with its limits, default, source and help.

mod cc;
mod challenge;
mod config;
mod lane;
mod link;
mod preset;
mod queues;
mod scenario;
mod schedule;
mod table;
mod traffic;

pub use cc::CongestionControl;
pub use challenge::{Free, Goal};
pub use lane::{Lane, LaneSenders};
pub use link::{Buffer, BufferBdp, BufferBytes, BufferMs, BufferPackets, Hop, Link, ReverseLink};
pub use preset::{PresetCard, PresetSpan, Tag};
pub use queues::Queue;
pub use scenario::{
    Burst, MAX_CHANGES, MAX_SCENARIO_BYTES, Scenario, Source, TimedChange, add_in_order, covers,
    parse, put,
};
pub(crate) use scenario::{QUEUES, TRAFFIC};
pub use schedule::{MAX_TRACE_RATES, RateStep, RateSteps, RateTrace, Schedule, SquareWave};
pub use traffic::{
    Bulk, Cbr, FixedSize, FlowSize, Limited, ListedSizes, LognormalSize, OnOff, ParetoSize, Pauses,
    Poisson, Short, Sizes, Traffic, Video, Voip, Web,
};

/// Highest rate of a link or of a source in Mbit/s.
pub const MAX_MBPS: f64 = 1e6;
