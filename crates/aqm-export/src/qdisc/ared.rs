//! Adaptive RED: the kernel's RED with `adaptive`, with the thresholds that follow from rate and target.

use super::{Ns3Twin, Place, TcTwin, red};
use aqm_sim::aqm::Environment;
use aqm_sim::aqm::ared::{AredParams, AredVariant, derive, lower_bound};
use aqm_sim::aqm::red::{RedParams, RedVariant};
use aqm_sim::buffer::Limit;
use aqm_sim::config::MTU;

fn environment(place: &Place) -> Environment {
    let limit = Limit { packets: place.packets(), bytes: place.bytes() };
    Environment { limit, rate: place.rate, mtu: MTU }
}

/// Returns the line of `tc`.
pub fn tc(params: &AredParams, place: &Place) -> Result<TcTwin, String> {
    let environment = environment(place);
    let bound = lower_bound(params, &environment);
    let derived = derive(params, &environment, bound.max(0.02));
    let kernel = RedParams {
        variant: RedVariant::Linux,
        adaptive: true,
        gentle: false,
        wait: false,
        ..derived
    };
    let twin = red::tc(&kernel, place)?;
    Ok(twin
        .note("Adaptive RED: the kernel adapts the maximum probability between 1 % and 50 % every 0.5 s and has no gentle slope.")
        .note("Adaptive RED: the thresholds follow from the rate at the start; the kernel does not adapt them."))
}

/// Returns the discipline of ns-3.
pub fn ns3(params: &AredParams, place: &Place) -> Ns3Twin {
    let environment = environment(place);
    let derived = derive(params, &environment, lower_bound(params, &environment).max(0.02));
    // Without thresholds and weight, ns-3's ARED computes both from rate and target, as the paper does.
    let adapts =
        if params.thresholds.is_none() && params.weight.is_none() { "ARED" } else { "AdaptMaxP" };
    red::ns3(&derived, place)
        .with(adapts, true)
        .time("TargetDelay", params.target)
        .time("Interval", params.interval)
        .with("Bottom", lower_bound(params, &environment))
        .note_if(
            params.variant == AredVariant::Schwardmann2014,
            "Adaptive RED: ns-3 follows Floyd et al. 2001, not the variant inferred from Schwardmann et al. 2014.",
        )
}
