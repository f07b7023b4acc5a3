//! A queue whose user drops packets. Defaults are the simulator's.

use crate::model::table::discipline;
use crate::schema::Flag;
use aqm_sim::aqm::ManualParams;

discipline! {
    /// You are the AQM: a buffer whose next packet is dropped when you press a key.
    pub struct Manual of ManualParams, label "You", look "magenta" "medium", family "By hand" {
        /// Marks ECN-capable packets instead of dropping them. A full buffer still drops.
        ecn: bool { json: "ecn", label: "ECN", check: Flag }
    }
}
