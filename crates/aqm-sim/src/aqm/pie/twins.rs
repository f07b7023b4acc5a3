//! PIE. The kernel's alpha and beta are whole sixteenths per second: 2 is 0.125.

use super::params::{PieParams, PieVariant};
use crate::aqm::twins::{Ns3Twin, Place, TcTwin, Twins};
use crate::time::Span;

/// Largest gain that `tc` accepts, in sixteenths.
const LARGEST_GAIN: f64 = 32.0;

impl Twins for PieParams {
    const NAME: &'static str = "PIE";

    fn tc(&self, place: &Place) -> Result<TcTwin, String> {
        let twin = TcTwin::new("pie").limit_packets(place).time("target", self.target);
        let twin = with_update(twin, self.update);
        let twin = with_gain(twin, "alpha", self.alpha);
        let twin = with_gain(twin, "beta", self.beta)
            .either(self.ecn, "ecn", "noecn")
            .either(self.byte_mode, "bytemode", "nobytemode")
            .either(self.rate_estimator, "dq_rate_estimator", "no_dq_rate_estimator");
        let twin = with_burst(twin, "PIE", self.max_burst);
        Ok(twin.note_if(self.variant != PieVariant::Linux, || {
            let variant = match self.variant {
                PieVariant::Linux => "Linux",
                PieVariant::Rfc8033 => "that of RFC 8033",
                PieVariant::Paper2013 => "that of Pan et al. 2013",
                PieVariant::Linux414 => "that of Linux 4.14",
            };
            format!("PIE: the kernel runs its own variant, not {variant}.")
        }))
    }

    fn ns3(&self, place: &Place) -> Result<Ns3Twin, String> {
        Ok(Ns3Twin::new("ns3::PieQueueDisc")
            .limit(place)
            .with("MeanPktSize", 1500)
            .time("QueueDelayReference", self.target)
            .time("Tupdate", self.update)
            .with("A", self.alpha)
            .with("B", self.beta)
            .time("MaxBurstAllowance", self.max_burst)
            .with("UseEcn", self.ecn)
            .with("UseDequeueRateEstimator", self.rate_estimator)
            .note_if(self.byte_mode, "PIE: ns-3 has no byte mode.")
            .note_if(
                self.variant != PieVariant::Rfc8033,
                "PIE: ns-3 follows RFC 8033, not the chosen variant.",
            ))
    }
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
