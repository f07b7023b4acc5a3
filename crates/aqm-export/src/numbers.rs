//! Numbers as the tools read them.

use aqm_sim::time::Span;
use aqm_sim::units::BitRate;

/// Returns a time for `tc`, which keeps whole microseconds of most parameters.
pub fn tc_time(span: Span) -> String {
    let nanos = nanos(span);
    match nanos {
        _ if nanos.is_multiple_of(1_000_000) => format!("{}ms", nanos / 1_000_000),
        _ => format!("{}us", (nanos + 500) / 1000),
    }
}

/// Returns whether [`tc_time`] rounds.
pub fn is_rounded(span: Span) -> bool {
    !nanos(span).is_multiple_of(1000)
}

/// Returns a time for ns-3.
pub fn ns3_time(span: Span) -> String {
    let nanos = nanos(span);
    match nanos {
        _ if nanos.is_multiple_of(1_000_000) => format!("{}ms", nanos / 1_000_000),
        _ if nanos.is_multiple_of(1000) => format!("{}us", nanos / 1000),
        _ => format!("{nanos}ns"),
    }
}

/// Returns whole nanoseconds.
pub fn nanos(span: Span) -> u64 {
    (span.seconds() * 1e9).round() as u64
}

/// Returns a rate for `tc`, in bit/s. `tc` takes no rate of zero: an outage is 8 bit/s.
pub fn tc_rate(rate: BitRate) -> String {
    format!("{}bit", rate.bps().max(8))
}

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

/// Returns a count with its noun.
pub fn counted(count: u64, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}
