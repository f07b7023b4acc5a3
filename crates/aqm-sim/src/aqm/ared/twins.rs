//! Adaptive RED: the kernel's RED with `adaptive`, with the thresholds that follow from rate and target.

use super::{AredParams, AredVariant, derive, lower_bound};
use crate::aqm::red::{RedParams, RedVariant};
use crate::aqm::twins::{Ns3Twin, Place, TcTwin, Twins};

impl Twins for AredParams {
    const NAME: &'static str = "Adaptive RED";

    fn tc(&self, place: &Place) -> Result<TcTwin, String> {
        let bound = lower_bound(self, &place.env);
        let derived = derive(self, &place.env, bound.max(0.02));
        let kernel = RedParams {
            variant: RedVariant::Linux,
            adaptive: true,
            gentle: false,
            wait: false,
            ..derived
        };
        let twin = kernel.tc(place)?;
        Ok(twin
        .note("Adaptive RED: the kernel adapts the maximum probability between 1 % and 50 % every 0.5 s and has no gentle slope.")
        .note("Adaptive RED: the thresholds follow from the rate at the start; the kernel does not adapt them."))
    }

    fn ns3(&self, place: &Place) -> Result<Ns3Twin, String> {
        let derived = derive(self, &place.env, lower_bound(self, &place.env).max(0.02));
        // Without thresholds and weight, ns-3's ARED computes both from rate and target, as the paper does.
        let adapts =
            if self.thresholds.is_none() && self.weight.is_none() { "ARED" } else { "AdaptMaxP" };
        Ok(derived
.ns3(place)?
        .with(adapts, true)
        .time("TargetDelay", self.target)
        .time("Interval", self.interval)
        .with("Bottom", lower_bound(self, &place.env))
        .note_if(
            self.variant == AredVariant::Schwardmann2014,
            "Adaptive RED: ns-3 follows Floyd et al. 2001, not the variant inferred from Schwardmann et al. 2014.",
        ))
    }
}
