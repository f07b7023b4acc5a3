//! YeAH. Defaults are the simulator's.

use crate::schema::{Integer, record};
use aqm_sim::cc::CcConfig;
use aqm_sim::cc::yeah::YeahParams;

record! {
    /// YeAH: grows like Scalable TCP while the queue is short, and like Reno while it is long.
    #[derive(Copy)]
    pub struct Yeah, label "YeAH", family "High bandwidth" {
        /// With more segments of this flow in the queue, the window falls so that the queue drains.
        max_queue: u64 {
            json: "maxQueue", label: "Most queued",
            check: Integer::new("segments", 1, 10_000).log_slider(1, 1000),
            default: YeahParams::default().max_queue.into(), source: "Linux",
        }
        /// After this many round trips with a long queue a loss halves the window.
        rho: u64 {
            json: "rho", label: "Reno after", check: Integer::new("round trips", 1, 1000).slider(1, 100),
            default: YeahParams::default().rho.into(), source: "Linux",
        }
        /// After this many round trips with a short queue the estimate of Reno's window starts anew.
        zeta: u64 {
            json: "zeta", label: "Fresh after", check: Integer::new("round trips", 1, 1000).slider(1, 100),
            default: YeahParams::default().zeta.into(), source: "Linux",
        }
    }
}

impl Default for Yeah {
    fn default() -> Self {
        let YeahParams { max_queue, rho, zeta } = YeahParams::default();
        Yeah { max_queue: max_queue.into(), rho: rho.into(), zeta: zeta.into() }
    }
}

impl Yeah {
    pub(super) fn config(&self) -> CcConfig {
        CcConfig::Yeah(YeahParams {
            max_queue: self.max_queue as u32,
            rho: self.rho as u32,
            zeta: self.zeta as u32,
        })
    }
}
