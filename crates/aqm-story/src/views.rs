//! The plots of the page, by their names in links.

/// Names of the views that a step can show. A test of the page compares them with `web/src/core/views/registry.ts`.
pub const VIEWS: &[&str] = &[
    "queue-delay",
    "drops-and-marks",
    "utilization",
    "queue-length",
    "goodput",
    "group-goodput",
    "group-delay",
];
