//! Vegas. Defaults are the simulator's.

use crate::model::table::algorithm;
use crate::schema::Integer;
use aqm_sim::cc::vegas::VegasParams;

/// Segments in the queue.
const QUEUED: Integer = Integer::new("segments", 0, 1000).slider(0, 20);

algorithm! {
    /// Vegas: keeps two to four segments in the queue.
    pub struct Vegas of VegasParams, label "Vegas", family "Delay" {
        /// The window grows while fewer of this flow's segments wait in the queue.
        alpha: u64 {
            json: "alpha", label: "Fewest queued", check: QUEUED,
            source: "Linux (the paper: 1 to 2)",
        }
        /// The window shrinks while more of this flow's segments wait in the queue.
        beta: u64 {
            json: "beta", label: "Most queued", check: QUEUED,
            source: "Linux (the paper: 3 to 4)",
        }
        /// Slow start ends when more of this flow's segments wait in the queue.
        gamma: u64 {
            json: "gamma", label: "Most queued in slow start", check: QUEUED,
            source: "Brakmo and Peterson 1995",
        }
    }
}
