//! BIC. Defaults are the simulator's.

use crate::model::table::algorithm;
use crate::schema::{Flag, Integer, Number};
use aqm_sim::cc::bic::BicParams;

algorithm! {
    /// BIC: searches for the last maximum of the window by bisection.
    pub struct Bic of BicParams, label "BIC", family "High bandwidth" {
        /// Up to this window BIC grows and falls like Reno.
        low_window: u64 {
            json: "lowWindow", label: "Low window",
            check: Integer::new("segments", 0, 10_000).log_slider(4, 100),
            source: "Xu et al. 2004",
        }
        /// Largest growth of the window in a round trip.
        max_increment: u64 {
            json: "maxIncrement", label: "Largest step",
            check: Integer::new("segments", 1, 1000).log_slider(1, 100),
            source: "Linux (the paper: 32)",
        }
        /// The window is multiplied by this after a loss.
        beta: f64 {
            json: "beta", label: "Decrease factor",
            check: Number::new("", 0.1, 0.95).slider(0.3, 0.95, 0.05),
            source: "Linux, 819/1024 (the paper: 0.875)",
        }
        /// Close to the last maximum, the window grows by one segment in this many quarters of a round trip.
        smooth_part: u64 {
            json: "smoothPart", label: "Smooth part",
            check: Integer::new("", 1, 1000).log_slider(4, 100),
            source: "Linux, smooth_part",
        }
        /// A flow whose maximum falls gives up more of its window, so that new flows get their share sooner.
        fast_convergence: bool {
            json: "fastConvergence", label: "Fast convergence", check: Flag,
            source: "Xu et al. 2004",
        }
    }
}
