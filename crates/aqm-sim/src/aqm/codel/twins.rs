//! CoDel.

use super::params::{CodelParams, CodelVariant};
use crate::aqm::twins::{Ns3Twin, Place, TcTwin, Twins};

impl Twins for CodelParams {
    const NAME: &'static str = "CoDel";

    fn tc(&self, place: &Place) -> Result<TcTwin, String> {
        let twin = TcTwin::new("codel")
            .limit_packets(place)
            .time("target", self.target)
            .time("interval", self.interval)
            .either(self.ecn, "ecn", "noecn");
        let twin = match self.ce_threshold {
            Some(threshold) => twin.time("ce_threshold", threshold),
            None => twin,
        };
        Ok(twin.note_if(self.variant != CodelVariant::Linux, || {
            format!("CoDel: the kernel runs its own variant, not {}.", variant(self.variant))
        }))
    }

    fn ns3(&self, place: &Place) -> Result<Ns3Twin, String> {
        let twin = Ns3Twin::new("ns3::CoDelQueueDisc")
            .limit(place)
            .time("Target", self.target)
            .time("Interval", self.interval)
            .with("UseEcn", self.ecn);
        let twin = match self.ce_threshold {
            Some(threshold) => twin.time("CeThreshold", threshold),
            None => twin,
        };
        Ok(twin.note_if(
            self.variant != CodelVariant::Linux,
            format!("CoDel: ns-3 follows the Linux kernel, not {}.", variant(self.variant)),
        ))
    }
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
