//! Congestion control algorithms.

/// Which congestion control a flow uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CcKind {
    /// Reno's window rules with NewReno recovery (RFC 5681, RFC 6582).
    NewReno,
    /// CUBIC (RFC 9438), with HyStart.
    #[default]
    Cubic,
}
