//! SFQ. The kernel's queue of a flow holds at most 127 packets.

use super::{Place, TcTwin};
use aqm_sim::aqm::sfq::SfqParams;

/// Most packets in the queue of a flow, and most hash buckets (`SFQ_MAX_DEPTH`, and 65536 in tc-sfq(8)).
const LARGEST_DEPTH: u64 = 127;
const LARGEST_DIVISOR: u32 = 65_536;
/// Most queues in use at a time (`SFQ_MAX_FLOWS`).
const MOST_FLOWS: u32 = 65_408;

/// Returns the line of `tc`.
pub fn tc(params: &SfqParams, place: &Place) -> TcTwin {
    let divisor = params.flows.next_power_of_two().min(LARGEST_DIVISOR);
    let twin = TcTwin::new("sfq")
        .limit_packets(place)
        .with("divisor", divisor)
        .with("flows", params.flows.clamp(1, MOST_FLOWS))
        .with("depth", place.packets().min(LARGEST_DEPTH))
        .with("quantum", params.quantum);
    let twin = match params.perturb {
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
    twin.either(params.head_drop, "headdrop", "")
        .note_if(divisor != params.flows, || {
            format!("divisor is {divisor} instead of {}: the kernel takes powers of two.", params.flows)
        })
        .note_if(place.packets() > LARGEST_DEPTH, || {
            "SFQ: the kernel lets a flow keep at most 127 packets, so one flow alone cannot fill the buffer.".to_owned()
        })
        .note("SFQ: the kernel draws its hash; flows may share other queues than in the simulation.")
}
