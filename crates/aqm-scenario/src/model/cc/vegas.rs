//! Vegas. Defaults are the simulator's.

use crate::schema::{Integer, record};
use aqm_sim::cc::CcConfig;
use aqm_sim::cc::vegas::VegasParams;

/// Segments in the queue.
const QUEUED: Integer = Integer::new("segments", 0, 1000).slider(0, 20);

record! {
    /// Vegas: keeps two to four segments in the queue.
    #[derive(Copy)]
    pub struct Vegas, label "Vegas", family "Delay" {
        /// The window grows while fewer of this flow's segments wait in the queue.
        alpha: u64 {
            json: "alpha", label: "Fewest queued", check: QUEUED,
            default: VegasParams::default().alpha.into(), source: "Linux (the paper: 1 to 2)",
        }
        /// The window shrinks while more of this flow's segments wait in the queue.
        beta: u64 {
            json: "beta", label: "Most queued", check: QUEUED,
            default: VegasParams::default().beta.into(), source: "Linux (the paper: 3 to 4)",
        }
        /// Slow start ends when more of this flow's segments wait in the queue.
        gamma: u64 {
            json: "gamma", label: "Most queued in slow start", check: QUEUED,
            default: VegasParams::default().gamma.into(), source: "Brakmo and Peterson 1995",
        }
    }
}

impl Default for Vegas {
    fn default() -> Self {
        let VegasParams { alpha, beta, gamma } = VegasParams::default();
        Vegas { alpha: alpha.into(), beta: beta.into(), gamma: gamma.into() }
    }
}

impl Vegas {
    pub(super) fn config(&self) -> CcConfig {
        CcConfig::Vegas(VegasParams {
            alpha: self.alpha as u32,
            beta: self.beta as u32,
            gamma: self.gamma as u32,
        })
    }
}
