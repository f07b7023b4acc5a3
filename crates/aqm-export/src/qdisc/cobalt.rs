//! COBALT: the part of CAKE that drops and marks. `cake flowblind unlimited` has one queue and no shaper.

use super::{Ns3Twin, Place, TcTwin};
use crate::numbers::{ns3_time, tc_time};
use aqm_sim::aqm::cobalt::CobaltParams;
use aqm_sim::time::Span;

/// CAKE's target is this part of the interval, which `tc` calls `rtt`.
const TARGET_SHARE: f64 = 1.0 / 20.0;

/// Returns the line of `tc`.
pub fn tc(params: &CobaltParams, place: &Place) -> Result<TcTwin, String> {
    let default = CobaltParams::default();
    let target = Span::from_seconds(params.interval.seconds() * TARGET_SHARE);
    if !params.ecn {
        return Err(
            "COBALT: CAKE always marks ECN-capable packets; turn ECN on, or let no flow use it."
                .to_owned(),
        );
    }
    Ok(TcTwin::new("cake")
        .flag("unlimited")
        .flag("besteffort")
        .flag("flowblind")
        .flag("split-gso")
        .time("rtt", params.interval)
        .with("memlimit", place.bytes())
        .note("COBALT is part of CAKE in the kernel; the script uses cake with one queue (flowblind).")
        .note("COBALT: memlimit counts the kernel's memory of packets, about 2.3 kB for one of 1500 bytes, so fewer packets fit.")
        .note_if(target != params.target, || {
            format!(
                "COBALT: CAKE's target is a twentieth of the interval, {} instead of {}.",
                tc_time(target),
                ns3_time(params.target)
            )
        })
        .note_if(params.scales_with_rate, || {
            "COBALT: cake without a shaper does not raise its target on slow links.".to_owned()
        })
        .note_if((params.increment, params.decrement) != (default.increment, default.decrement), || {
            "COBALT: CAKE's steps of BLUE are fixed at 1/256 and 1/4096.".to_owned()
        }))
}

/// Returns the discipline of ns-3.
pub fn ns3(params: &CobaltParams, place: &Place) -> Ns3Twin {
    Ns3Twin::new("ns3::CobaltQueueDisc")
        .limit(place)
        .time("Target", params.target)
        .time("Interval", params.interval)
        .with("UseEcn", params.ecn)
        .with("Increment", params.increment)
        .with("Decrement", params.decrement)
        .note_if(params.scales_with_rate, "COBALT: ns-3 does not raise the target on slow links.")
}
