//! YeAH. Defaults are the simulator's.

use crate::model::table::algorithm;
use crate::schema::Integer;
use aqm_sim::cc::yeah::YeahParams;

algorithm! {
    /// YeAH: grows like Scalable TCP while the queue is short, and like Reno while it is long.
    pub struct Yeah of YeahParams, label "YeAH", family "High bandwidth" {
        /// With more segments of this flow in the queue, the window falls so that the queue drains.
        max_queue: u64 {
            json: "maxQueue", label: "Most queued",
            check: Integer::new("segments", 1, 10_000).log_slider(1, 1000),
            source: "Linux",
        }
        /// After this many round trips with a long queue a loss halves the window.
        rho: u64 {
            json: "rho", label: "Reno after", check: Integer::new("round trips", 1, 1000).slider(1, 100),
            source: "Linux",
        }
        /// After this many round trips with a short queue the estimate of Reno's window starts anew.
        zeta: u64 {
            json: "zeta", label: "Fresh after", check: Integer::new("round trips", 1, 1000).slider(1, 100),
            source: "Linux",
        }
    }
}
