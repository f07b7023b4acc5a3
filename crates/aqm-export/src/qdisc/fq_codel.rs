//! FQ-CoDel.

use super::{Ns3Twin, Place, TcTwin};
use aqm_sim::aqm::fq_codel::{FqCodelParams, FqCodelVariant};

/// Returns the line of `tc`.
pub fn tc(params: &FqCodelParams, place: &Place) -> TcTwin {
    let twin = TcTwin::new("fq_codel")
        .limit_packets(place)
        .with("flows", params.flows)
        .time("target", params.target)
        .time("interval", params.interval)
        .with("quantum", params.quantum)
        .either(params.ecn, "ecn", "noecn");
    let twin = match params.ce_threshold {
        Some(threshold) => twin.time("ce_threshold", threshold),
        None => twin,
    };
    twin.note_if(params.variant != FqCodelVariant::Linux, || {
        "FQ-CoDel: the kernel runs its own variant, not that of RFC 8290.".to_owned()
    })
    .note("FQ-CoDel: the kernel draws its hash; flows may share other queues than in the simulation.")
    .note("FQ-CoDel: a full buffer drops up to 64 packets of the longest queue at once, and 32 MB of memory is a limit of its own.")
}

/// Returns the discipline of ns-3.
pub fn ns3(params: &FqCodelParams, place: &Place) -> Ns3Twin {
    let twin = Ns3Twin::new("ns3::FqCoDelQueueDisc")
        .limit_packets(place)
        .with("Flows", params.flows)
        .time("Target", params.target)
        .time("Interval", params.interval)
        .with("UseEcn", params.ecn)
        .with("Perturbation", params.hash_seed);
    let mut twin = match params.ce_threshold {
        Some(threshold) => twin.time("CeThreshold", threshold),
        None => twin,
    };
    twin.quantum = Some(params.quantum);
    twin.note_if(
        params.variant != FqCodelVariant::Linux,
        "FQ-CoDel: ns-3 follows the Linux kernel, not RFC 8290.",
    )
    .note_if(
        true,
        "FQ-CoDel: ns-3 has another hash; flows may share other queues than in the simulation.",
    )
}
