//! PIE. The kernel's alpha and beta are whole sixteenths per second: 2 is 0.125.

use super::{Ns3Twin, Place, TcTwin};
use aqm_sim::aqm::pie::{PieParams, PieVariant};
use aqm_sim::time::Span;

/// Largest gain that `tc` accepts, in sixteenths.
const LARGEST_GAIN: f64 = 32.0;

/// Returns the line of `tc`.
pub fn tc(params: &PieParams, place: &Place) -> TcTwin {
    let twin = TcTwin::new("pie").limit_packets(place).time("target", params.target);
    let twin = with_update(twin, params.update);
    let twin = with_gain(twin, "alpha", params.alpha);
    let twin = with_gain(twin, "beta", params.beta)
        .either(params.ecn, "ecn", "noecn")
        .either(params.byte_mode, "bytemode", "nobytemode")
        .either(params.rate_estimator, "dq_rate_estimator", "no_dq_rate_estimator");
    let twin = with_burst(twin, "PIE", params.max_burst);
    twin.note_if(params.variant != PieVariant::Linux, || {
        let variant = match params.variant {
            PieVariant::Linux => "Linux",
            PieVariant::Rfc8033 => "that of RFC 8033",
            PieVariant::Paper2013 => "that of Pan et al. 2013",
            PieVariant::Linux414 => "that of Linux 4.14",
        };
        format!("PIE: the kernel runs its own variant, not {variant}.")
    })
}

/// Adds the time between updates.
pub fn with_update(twin: TcTwin, update: Span) -> TcTwin {
    twin.time("tupdate", update).note(
        "tupdate: the kernel's timer counts in jiffies; with HZ=250 the time between updates is a multiple of 4 ms.",
    )
}

/// Adds a gain in sixteenths per second.
pub fn with_gain(twin: TcTwin, name: &'static str, gain: f64) -> TcTwin {
    let exact = gain * 16.0;
    let rounded = exact.round().clamp(0.0, LARGEST_GAIN);
    twin.with(name, rounded).note_if(rounded != exact, || {
        format!(
            "{name} is {} instead of {gain}: the kernel takes whole sixteenths up to 2.",
            rounded / 16.0
        )
    })
}

/// Notes a burst allowance other than that of the kernel.
pub fn with_burst(twin: TcTwin, name: &str, burst: Span) -> TcTwin {
    twin.note_if(burst != Span::from_millis(150), || {
        format!("{name}: the kernel's burst allowance is 150 ms, not {} ms.", burst.millis())
    })
}

/// Returns the discipline of ns-3.
pub fn ns3(params: &PieParams, place: &Place) -> Ns3Twin {
    Ns3Twin::new("ns3::PieQueueDisc")
        .limit(place)
        .with("MeanPktSize", 1500)
        .time("QueueDelayReference", params.target)
        .time("Tupdate", params.update)
        .with("A", params.alpha)
        .with("B", params.beta)
        .time("MaxBurstAllowance", params.max_burst)
        .with("UseEcn", params.ecn)
        .with("UseDequeueRateEstimator", params.rate_estimator)
        .note_if(params.byte_mode, "PIE: ns-3 has no byte mode.")
        .note_if(
            params.variant != PieVariant::Rfc8033,
            "PIE: ns-3 follows RFC 8033, not the chosen variant.",
        )
}
