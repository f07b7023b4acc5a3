//! CoDel.

use super::{Ns3Twin, Place, TcTwin};
use aqm_sim::aqm::codel::{CodelParams, CodelVariant};

/// Returns the line of `tc`.
pub fn tc(params: &CodelParams, place: &Place) -> TcTwin {
    let twin = TcTwin::new("codel")
        .limit_packets(place)
        .time("target", params.target)
        .time("interval", params.interval)
        .either(params.ecn, "ecn", "noecn");
    let twin = match params.ce_threshold {
        Some(threshold) => twin.time("ce_threshold", threshold),
        None => twin,
    };
    twin.note_if(params.variant != CodelVariant::Linux, || {
        format!("CoDel: the kernel runs its own variant, not {}.", variant(params.variant))
    })
}

/// Returns the discipline of ns-3.
pub fn ns3(params: &CodelParams, place: &Place) -> Ns3Twin {
    let twin = Ns3Twin::new("ns3::CoDelQueueDisc")
        .limit(place)
        .time("Target", params.target)
        .time("Interval", params.interval)
        .with("UseEcn", params.ecn);
    let twin = match params.ce_threshold {
        Some(threshold) => twin.time("CeThreshold", threshold),
        None => twin,
    };
    twin.note_if(
        params.variant != CodelVariant::Linux,
        format!("CoDel: ns-3 follows the Linux kernel, not {}.", variant(params.variant)),
    )
}

fn variant(variant: CodelVariant) -> &'static str {
    match variant {
        CodelVariant::Linux => "Linux",
        CodelVariant::Linux310 => "that of Linux 3.10",
        CodelVariant::Rfc8289 => "that of RFC 8289",
        CodelVariant::Ns2 => "that of ns-2",
        CodelVariant::Schwardmann2014 => "the one inferred from Schwardmann et al. 2014",
    }
}
