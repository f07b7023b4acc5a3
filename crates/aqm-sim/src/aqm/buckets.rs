//! What a discipline with buckets shows of them at one moment. It is computed on request only.

use super::report::Number;
use crate::time::Span;

/// A list of buckets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum List {
    /// Buckets that became active lately; served first.
    New,
    /// All other active buckets.
    Old,
}

/// A bucket that is on a list: it holds packets, or did lately.
#[derive(Clone, PartialEq, Debug)]
pub struct BucketView {
    /// Its number.
    pub number: u32,
    /// The list that it is on.
    pub list: List,
    /// The next packet comes from this bucket, unless its algorithm drops all packets of the bucket.
    pub is_next: bool,
    /// Bytes that it may send in this turn; may be negative.
    pub deficit: i64,
    /// Waiting packets.
    pub packets: u64,
    /// Waiting bytes.
    pub bytes: u64,
    /// Time for which its head has waited; `None` without packets.
    pub waited: Option<Span>,
    /// The flows of its packets, in the order of their first packets.
    pub flows: Vec<FlowBacklog>,
    /// State of the algorithm that drops and marks in this bucket.
    pub numbers: Vec<Number>,
}

/// The packets of one flow in a bucket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FlowBacklog {
    /// Key of the flow.
    pub key: u64,
    /// Waiting packets; 0 for an open flow that shares the bucket and has none.
    pub packets: u64,
}
