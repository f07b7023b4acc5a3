//! The scenario format, version 1: every field with its limits, default, source and help.

mod cc;
mod challenge;
mod config;
mod lane;
mod link;
mod queues;
mod scenario;
mod schedule;
mod table;
mod traffic;

pub use cc::CongestionControl;
#[cfg(feature = "generate")]
pub use challenge::{Free, Goal};
pub use challenge::{FreeList, Goals};
pub use lane::{Lane, LaneSenders};
pub use link::{Buffer, BufferBdp, BufferBytes, BufferMs, BufferPackets, Hop, Link, ReverseLink};
pub use queues::Queue;
#[cfg(feature = "generate")]
pub(crate) use scenario::covers;
pub use scenario::{Burst, MAX_CHANGES, MAX_SCENARIO_BYTES, Scenario, Source, TimedChange};
pub(crate) use scenario::{QUEUES, TRAFFIC, add_in_order, parse, put};
pub use schedule::{MAX_TRACE_RATES, RateStep, RateSteps, RateTrace, Schedule, SquareWave};
pub use traffic::{
    Bulk, Cbr, FixedSize, FlowSize, Limited, ListedSizes, LognormalSize, OnOff, ParetoSize, Pauses,
    Poisson, Short, Sizes, Traffic, Video, Voip, Web,
};

/// Highest rate of a link or of a source in Mbit/s.
pub(crate) const MAX_MBPS: f64 = 1e6;
