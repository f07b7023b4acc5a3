//! The measures in the tables of plans.

use crate::{Item, Paper};

const MEAN: &str = "queueDelayMs.mean";
const SD: &str = "queueDelayMs.sd";

/// Returns the measures of an item's plan: those of its table, as far as a sweep has them. An empty list stands for the
/// measures that a sweep prints if its plan names none.
pub(super) fn of(item: &Item) -> &'static [&'static str] {
    match (item.paper, item.id) {
        (Paper::Schwardmann2014, id) if id.starts_with('1') => &[MEAN, "utilization"],
        (Paper::Pan2013, "4-5") => &[MEAN, "utilization"],
        (Paper::Pan2013, "10" | "11") => &["queueDelayMs.p50", "queueDelayMs.p95", "utilization"],
        (Paper::Raghuvanshi2013, _) => {
            &["utilization", "queueShare", "dropRate", SD, "overflowDropRate"]
        }
        (Paper::TahilianiRfc7928, _) => &[MEAN, SD, "utilization", "dropRate"],
        (Paper::Novak, "1" | "1-device") => {
            &[MEAN, SD, "utilization", "dropRate", "groups.0.completionMs.p75", "jain"]
        }
        // The table adds marks and drops.
        (Paper::Novak, "2" | "2-device") => {
            &[MEAN, SD, "utilization", "markRate", "dropRate", "groups.0.completionMs.p75", "jain"]
        }
        (Paper::Novak, "5" | "5-device" | "6" | "6-device") => &[MEAN, "queueDelayMs.p95"],
        // The short flows of Fig. 7c are the second group.
        (Paper::Novak, _) => &[
            MEAN,
            "groups.0.completionMs.p75",
            "groups.0.completionMs.mean",
            "groups.1.completionMs.p75",
            "groups.1.completionMs.mean",
        ],
        (Paper::Rfc7928, _) => {
            &[MEAN, "queueDelayMs.p95", SD, "utilization", "dropRate", "markRate", "jain"]
        }
        _ => &[],
    }
}
