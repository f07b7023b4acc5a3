//! FQ-PIE. The gains are those of PIE in the kernel.

use super::params::{FqPieParams, FqPieVariant};
use crate::aqm::pie::{with_burst, with_gain, with_update};
use crate::aqm::twins::{Ns3Twin, Place, TcTwin, Twins};

impl Twins for FqPieParams {
    const NAME: &'static str = "FQ-PIE";

    fn tc(&self, place: &Place) -> Result<TcTwin, String> {
        let twin = TcTwin::new("fq_pie")
            .limit_packets(place)
            .with("flows", self.flows)
            .time("target", self.target);
        let twin = with_update(twin, self.update);
        let twin = with_gain(twin, "alpha", self.alpha);
        let twin = with_gain(twin, "beta", self.beta);
        let mark_percent = (self.mark_limit * 100.0).round();
        let twin = twin
            .with("quantum", self.quantum)
            .with("ecn_prob", mark_percent)
            .either(self.ecn, "ecn", "noecn")
            .either(self.byte_mode, "bytemode", "nobytemode")
            .either(self.rate_estimator, "dq_rate_estimator", "no_dq_rate_estimator")
            .note_if((self.mark_limit * 100.0 - mark_percent).abs() > 1e-9, || {
                format!("ecn_prob is {mark_percent} %: the kernel takes whole percents.")
            });
        Ok(with_burst(twin, "FQ-PIE", self.max_burst)
        .note_if(self.variant != FqPieVariant::Linux, || {
            "FQ-PIE: the kernel runs its own variant, not that of the draft.".to_owned()
        })
        .note("FQ-PIE: the kernel draws its hash; flows may share other queues than in the simulation."))
    }

    fn ns3(&self, place: &Place) -> Result<Ns3Twin, String> {
        let mut twin = Ns3Twin::new("ns3::FqPieQueueDisc")
        .limit_packets(place)
        .with("MeanPktSize", 1500)
        .with("Flows", self.flows)
        .time("QueueDelayReference", self.target)
        .time("Tupdate", self.update)
        .with("A", self.alpha)
        .with("B", self.beta)
        .time("MaxBurstAllowance", self.max_burst)
        .with("UseEcn", self.ecn)
        .with("MarkEcnThreshold", self.mark_limit)
        .with("UseDequeueRateEstimator", self.rate_estimator)
        .with("Perturbation", self.hash_seed)
        .note_if(self.byte_mode, "FQ-PIE: ns-3 has no byte mode.")
        .note_if(
            true,
            "FQ-PIE: ns-3 has another hash; flows may share other queues than in the simulation.",
        );
        twin.quantum = Some(self.quantum);
        Ok(twin)
    }
}
