//! FQ-CoDel.

use super::params::{FqCodelParams, FqCodelVariant};
use crate::aqm::twins::{Ns3Twin, Place, TcTwin, Twins};

impl Twins for FqCodelParams {
    const NAME: &'static str = "FQ-CoDel";

    fn tc(&self, place: &Place) -> Result<TcTwin, String> {
        let twin = TcTwin::new("fq_codel")
            .limit_packets(place)
            .with("flows", self.flows)
            .time("target", self.target)
            .time("interval", self.interval)
            .with("quantum", self.quantum)
            .either(self.ecn, "ecn", "noecn");
        let twin = match self.ce_threshold {
            Some(threshold) => twin.time("ce_threshold", threshold),
            None => twin,
        };
        Ok(twin.note_if(self.variant != FqCodelVariant::Linux, || {
        "FQ-CoDel: the kernel runs its own variant, not that of RFC 8290.".to_owned()
    })
    .note("FQ-CoDel: the kernel draws its hash; flows may share other queues than in the simulation.")
    .note("FQ-CoDel: a full buffer drops up to 64 packets of the longest queue at once, and 32 MB of memory is a limit of its own."))
    }

    fn ns3(&self, place: &Place) -> Result<Ns3Twin, String> {
        let twin = Ns3Twin::new("ns3::FqCoDelQueueDisc")
            .limit_packets(place)
            .with("Flows", self.flows)
            .time("Target", self.target)
            .time("Interval", self.interval)
            .with("UseEcn", self.ecn)
            .with("Perturbation", self.hash_seed);
        let mut twin = match self.ce_threshold {
            Some(threshold) => twin.time("CeThreshold", threshold),
            None => twin,
        };
        twin.quantum = Some(self.quantum);
        Ok(twin.note_if(
        self.variant != FqCodelVariant::Linux,
        "FQ-CoDel: ns-3 follows the Linux kernel, not RFC 8290.",
    )
    .note_if(
        true,
        "FQ-CoDel: ns-3 has another hash; flows may share other queues than in the simulation.",
    ))
    }
}
