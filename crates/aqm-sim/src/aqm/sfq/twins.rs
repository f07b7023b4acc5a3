//! SFQ. The kernel's queue of a flow holds at most 127 packets.

use super::params::SfqParams;
use crate::aqm::twins::{Place, TcTwin, Twins};

/// Most packets in the queue of a flow, and most hash buckets (`SFQ_MAX_DEPTH`, and 65536 in tc-sfq(8)).
const LARGEST_DEPTH: u64 = 127;
const LARGEST_DIVISOR: u32 = 65_536;
/// Most queues in use at a time (`SFQ_MAX_FLOWS`).
const MOST_FLOWS: u32 = 65_408;

impl Twins for SfqParams {
    const NAME: &'static str = "SFQ";

    fn tc(&self, place: &Place) -> Result<TcTwin, String> {
        let divisor = self.flows.next_power_of_two().min(LARGEST_DIVISOR);
        let twin = TcTwin::new("sfq")
            .limit_packets(place)
            .with("divisor", divisor)
            .with("flows", self.flows.clamp(1, MOST_FLOWS))
            .with("depth", place.packets().min(LARGEST_DEPTH))
            .with("quantum", self.quantum);
        let twin = match self.perturb {
            Some(perturb) => {
                let rounded = perturb.seconds().round().max(1.0);
                twin.with("perturb", rounded).note_if(rounded != perturb.seconds(), || {
                    format!(
                        "perturb is {rounded} s instead of {} s: the kernel takes whole seconds.",
                        perturb.seconds()
                    )
                })
            }
            None => twin.with("perturb", 0),
        };
        Ok(twin.either(self.head_drop, "headdrop", "")
        .note_if(divisor != self.flows, || {
            format!("divisor is {divisor} instead of {}: the kernel takes powers of two.", self.flows)
        })
        .note_if(place.packets() > LARGEST_DEPTH, || {
            "SFQ: the kernel lets a flow keep at most 127 packets, so one flow alone cannot fill the buffer.".to_owned()
        })
        .note("SFQ: the kernel draws its hash; flows may share other queues than in the simulation."))
    }
}
