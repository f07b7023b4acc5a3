//! The kernel's parameters of RED, computed as the `tc` command does.
//!
//! Two oddities of `tc` are kept, because Linux users get them. The idle table is computed in scheduler
//! ticks of 64 ns but indexed with microseconds. Its exponent belongs to e but is applied to 2. Both
//! make the average decay too slowly while the link is idle.

use crate::math;

/// Scheduler ticks per microsecond.
pub const TICKS_PER_MICROSECOND: f64 = 15.625;

/// Number of cells in the idle table.
pub const CELLS: usize = 256;
/// The largest shift in the table; it stands for zero.
const MAX_SHIFT: u8 = 31;

/// Decay of the average during idle periods.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IdleTable {
    /// Right shift of the average after an idle period of so many cells.
    pub shifts: [u8; CELLS],
    /// A cell is 2^`cell_log` microseconds.
    pub cell_log: u32,
}

impl IdleTable {
    /// The table for an average of weight 2^-`weight_log`, packets of `packet_bytes` and a link of
    /// `bytes_per_second`, computed with `ticks` ticks per microsecond
    /// ([`TICKS_PER_MICROSECOND`] as `tc` does, 1.0 for a table in the kernel's own unit).
    pub fn new(weight_log: u32, packet_bytes: u32, bytes_per_second: f64, ticks: f64) -> Self {
        let packet_ticks =
            (1e6 * (f64::from(packet_bytes) / bytes_per_second) * ticks).ceil().max(1.0);
        let weight = 1.0 / (1u64 << weight_log) as f64;
        let decay_per_tick = -math::ln(1.0 - weight) / packet_ticks;
        let gone = f64::from(MAX_SHIFT) / decay_per_tick;
        // The smallest one with which 512 cells last longer than `gone`.
        let cell_log = (u64::BITS - ((gone / 512.0) as u64).leading_zeros()).min(31);
        let mut shifts = [0; CELLS];
        for (cell, shift) in shifts.iter_mut().enumerate().skip(1) {
            let exponent = ((cell as u64) << cell_log) as f64 * decay_per_tick;
            *shift = (exponent as u8).min(MAX_SHIFT);
        }
        shifts[CELLS - 1] = MAX_SHIFT;
        IdleTable { shifts, cell_log }
    }
}

/// The weight's logarithm: the smallest w in 1..=31 such that a burst of `burst` packets into an
/// empty queue does not lift an average of weight 2^-w above `min_packets`:
/// burst + 1 - min <= (1 - (1 - W)^burst) / W.
pub fn weight_log(burst: u32, min_packets: f64) -> u32 {
    let excess = f64::from(burst) + 1.0 - min_packets;
    (1..31)
        .find(|&log| {
            let weight = 1.0 / (1u64 << log) as f64;
            excess <= (1.0 - math::pow(1.0 - weight, f64::from(burst))) / weight
        })
        .unwrap_or(31)
}

/// The maximum probability (Q0.32) that the kernel derives from `Plog` if `tc` sends no other:
/// 2^-`plog` for every byte between the thresholds. Shifts beyond 31 give 0.
pub fn max_p_from_plog(plog: u32, min: u32, max: u32) -> u32 {
    let slope = u32::MAX.checked_shr(plog).unwrap_or(u32::MAX);
    slope.wrapping_mul(max.saturating_sub(min).max(1))
}
