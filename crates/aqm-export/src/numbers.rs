//! Numbers as the tools read them.

pub use aqm_sim::aqm::twins::{is_rounded, ns3_time, tc_rate, tc_time};

/// Returns seconds with six digits behind the point, as the functions of the scripts read them.
pub fn seconds(seconds: f64) -> String {
    format!("{seconds:.6}")
}

/// Returns a share as a percentage for `netem`.
pub fn percent(share: f64) -> String {
    // Rounded to twelve digits: 0.07 is "7%", not "7.000000000000001%".
    let percent = (share * 1e14).round() / 1e12;
    format!("{percent}%")
}
