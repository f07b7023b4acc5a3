//! BIC. Defaults are the simulator's.

use crate::schema::{Flag, Integer, Number, record};
use aqm_sim::cc::CcConfig;
use aqm_sim::cc::bic::BicParams;

record! {
    /// BIC: searches for the last maximum of the window by bisection.
    #[derive(Copy)]
    pub struct Bic, label "BIC", family "High bandwidth" {
        /// Up to this window BIC grows and falls like Reno.
        low_window: u64 {
            json: "lowWindow", label: "Low window",
            check: Integer::new("segments", 0, 10_000).log_slider(4, 100),
            default: BicParams::default().low_window.into(), source: "Xu et al. 2004",
        }
        /// Largest growth of the window in a round trip.
        max_increment: u64 {
            json: "maxIncrement", label: "Largest step",
            check: Integer::new("segments", 1, 1000).log_slider(1, 100),
            default: BicParams::default().max_increment.into(), source: "Linux (the paper: 32)",
        }
        /// The window is multiplied by this after a loss.
        beta: f64 {
            json: "beta", label: "Decrease factor",
            check: Number::new("", 0.1, 0.95).slider(0.3, 0.95, 0.05),
            default: BicParams::default().beta, source: "Linux, 819/1024 (the paper: 0.875)",
        }
        /// Quarters of a round trip for one segment close to the last maximum.
        smooth_part: u64 {
            json: "smoothPart", label: "Smooth part",
            check: Integer::new("", 1, 1000).log_slider(4, 100),
            default: BicParams::default().smooth_part.into(), source: "Linux, smooth_part",
        }
        /// A flow whose maximum falls gives up more of its window, so that new flows get their share sooner.
        fast_convergence: bool {
            json: "fastConvergence", label: "Fast convergence", check: Flag,
            default: BicParams::default().fast_convergence, source: "Xu et al. 2004",
        }
    }
}

impl Default for Bic {
    fn default() -> Self {
        let BicParams { low_window, max_increment, beta, smooth_part, fast_convergence } =
            BicParams::default();
        Bic {
            low_window: low_window.into(),
            max_increment: max_increment.into(),
            beta,
            smooth_part: smooth_part.into(),
            fast_convergence,
        }
    }
}

impl Bic {
    pub(super) fn config(&self) -> CcConfig {
        CcConfig::Bic(BicParams {
            low_window: self.low_window as u32,
            max_increment: self.max_increment as u32,
            beta: self.beta,
            smooth_part: self.smooth_part as u32,
            fast_convergence: self.fast_convergence,
        })
    }
}
