//! COBALT: the part of CAKE that drops and marks. `cake flowblind unlimited` has one queue and no shaper.

use super::params::CobaltParams;
use crate::aqm::twins::{Ns3Twin, Place, TcTwin, Twins, ns3_time, tc_time};
use crate::time::Span;

/// CAKE's target is this part of the interval, which `tc` calls `rtt`.
const TARGET_SHARE: f64 = 1.0 / 20.0;

impl Twins for CobaltParams {
    const NAME: &'static str = "COBALT";

    fn tc(&self, place: &Place) -> Result<TcTwin, String> {
        let default = CobaltParams::default();
        let target = Span::from_seconds(self.interval.seconds() * TARGET_SHARE);
        if !self.ecn {
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
        .time("rtt", self.interval)
        .with("memlimit", place.bytes())
        .note("COBALT is part of CAKE in the kernel; the script uses cake with one queue (flowblind).")
        .note("COBALT: memlimit counts the kernel's memory of packets, about 2.3 kB for one of 1500 bytes, so fewer packets fit.")
        .note_if(target != self.target, || {
            format!(
                "COBALT: CAKE's target is a twentieth of the interval, {} instead of {}.",
                tc_time(target),
                ns3_time(self.target)
            )
        })
        .note_if(self.scales_with_rate, || {
            "COBALT: cake without a shaper does not raise its target on slow links.".to_owned()
        })
        .note_if((self.increment, self.decrement) != (default.increment, default.decrement), || {
            "COBALT: CAKE's steps of BLUE are fixed at 1/256 and 1/4096.".to_owned()
        }))
    }

    fn ns3(&self, place: &Place) -> Result<Ns3Twin, String> {
        Ok(Ns3Twin::new("ns3::CobaltQueueDisc")
            .limit(place)
            .time("Target", self.target)
            .time("Interval", self.interval)
            .with("UseEcn", self.ecn)
            .with("Increment", self.increment)
            .with("Decrement", self.decrement)
            .note_if(
                self.scales_with_rate,
                "COBALT: ns-3 does not raise the target on slow links.",
            ))
    }
}
