//! How much work and memory a scenario may need: limits of the format, and lower limits of the page.
//!
//! The limits of single fields are in `model`. Those here concern the whole scenario. Every
//! [`Reader`](crate::problem::Reader) has one of the two sets, and refuses what exceeds it.

/// Limits of a whole scenario.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// Most memory that a run may need by [`memory`](fn@crate::memory), all lanes together, in bytes.
    pub memory_bytes: f64,
    /// Most datagrams per second of all groups and bursts together.
    pub datagrams_per_s: f64,
    /// Highest rate of a link in Mbit/s.
    pub link_mbps: f64,
    /// Most flows, users and datagram sources of all groups together.
    pub flows: u64,
    /// Most TCP flows that changes start. A flow that stops while its packets wait in a large buffer stays in memory.
    pub started: u64,
}

impl Limits {
    /// Those of the format: the command and Python run these scenarios. The memory is that of a large server; a
    /// command that runs out of memory stops. The fastest link can be offered twice its capacity in packets of the
    /// largest size. The other limits are those of the fields.
    pub const FORMAT: Limits = Limits {
        memory_bytes: 64e9,
        datagrams_per_s: 2e8,
        link_mbps: f64::INFINITY,
        flows: u64::MAX,
        started: 5_000_000,
    };

    /// Those of the page. The memory is a quarter of what WebAssembly can address: while an array grows, the
    /// allocator holds it twice. A bin of the time series takes a few ms per lane to compute at the highest rates.
    pub const PAGE: Limits = Limits {
        memory_bytes: 1e9,
        datagrams_per_s: 2e6,
        link_mbps: 10_000.0,
        flows: 20_000,
        started: 50_000,
    };

    /// Returns the end of a problem of `need` against `most`: what to do instead of a smaller scenario. `most` is
    /// the limit of the format.
    pub(crate) fn way_out(&self, need: f64, most: f64) -> &'static str {
        let is_page = *self != Limits::FORMAT;
        if is_page && need <= most { " Or run it with the command aqm." } else { "" }
    }
}
