//! FQ-PIE. The gains are those of PIE in the kernel.

use super::pie::{with_burst, with_gain, with_update};
use super::{Ns3Twin, Place, TcTwin};
use aqm_sim::aqm::fq_pie::{FqPieParams, FqPieVariant};

/// Returns the line of `tc`.
pub fn tc(params: &FqPieParams, place: &Place) -> TcTwin {
    let twin = TcTwin::new("fq_pie")
        .limit_packets(place)
        .with("flows", params.flows)
        .time("target", params.target);
    let twin = with_update(twin, params.update);
    let twin = with_gain(twin, "alpha", params.alpha);
    let twin = with_gain(twin, "beta", params.beta);
    let mark_percent = (params.mark_limit * 100.0).round();
    let twin = twin
        .with("quantum", params.quantum)
        .with("ecn_prob", mark_percent)
        .either(params.ecn, "ecn", "noecn")
        .either(params.byte_mode, "bytemode", "nobytemode")
        .either(params.rate_estimator, "dq_rate_estimator", "no_dq_rate_estimator")
        .note_if((params.mark_limit * 100.0 - mark_percent).abs() > 1e-9, || {
            format!("ecn_prob is {mark_percent} %: the kernel takes whole percents.")
        });
    with_burst(twin, "FQ-PIE", params.max_burst)
        .note_if(params.variant != FqPieVariant::Linux, || {
            "FQ-PIE: the kernel runs its own variant, not that of the draft.".to_owned()
        })
        .note("FQ-PIE: the kernel draws its hash; flows may share other queues than in the simulation.")
}

/// Returns the discipline of ns-3.
pub fn ns3(params: &FqPieParams, place: &Place) -> Ns3Twin {
    let mut twin = Ns3Twin::new("ns3::FqPieQueueDisc")
        .limit_packets(place)
        .with("MeanPktSize", 1500)
        .with("Flows", params.flows)
        .time("QueueDelayReference", params.target)
        .time("Tupdate", params.update)
        .with("A", params.alpha)
        .with("B", params.beta)
        .time("MaxBurstAllowance", params.max_burst)
        .with("UseEcn", params.ecn)
        .with("MarkEcnThreshold", params.mark_limit)
        .with("UseDequeueRateEstimator", params.rate_estimator)
        .with("Perturbation", params.hash_seed)
        .note_if(params.byte_mode, "FQ-PIE: ns-3 has no byte mode.")
        .note_if(
            true,
            "FQ-PIE: ns-3 has another hash; flows may share other queues than in the simulation.",
        );
    twin.quantum = Some(params.quantum);
    twin
}
