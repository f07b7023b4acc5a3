//! Veno. Defaults are the simulator's.

use crate::model::table::algorithm;
use crate::schema::Integer;
use aqm_sim::cc::veno::VenoParams;

algorithm! {
    /// Veno: Reno that treats a loss as random while few of its segments wait in the queue.
    pub struct Veno of VenoParams, label "Veno", family "Delay" {
        /// With fewer segments of this flow in the queue, a loss counts as random and costs a fifth.
        beta: u64 {
            json: "beta", label: "Congested from", check: Integer::new("segments", 0, 1000).slider(0, 20),
            source: "Fu and Liew 2003",
        }
    }
}
