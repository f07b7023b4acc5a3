//! Veno. Defaults are the simulator's.

use crate::schema::{Integer, record};
use aqm_sim::cc::CcConfig;
use aqm_sim::cc::veno::VenoParams;

record! {
    /// Veno: Reno that treats a loss as random while few of its segments wait in the queue.
    #[derive(Copy)]
    pub struct Veno, label "Veno", family "Delay" {
        /// With fewer segments of this flow in the queue, a loss counts as random and costs a fifth.
        beta: u64 {
            json: "beta", label: "Congested from", check: Integer::new("segments", 0, 1000).slider(0, 20),
            default: VenoParams::default().beta.into(), source: "Fu and Liew 2003",
        }
    }
}

impl Default for Veno {
    fn default() -> Self {
        Veno { beta: VenoParams::default().beta.into() }
    }
}

impl Veno {
    pub(super) fn config(&self) -> CcConfig {
        CcConfig::Veno(VenoParams { beta: self.beta as u32 })
    }
}
