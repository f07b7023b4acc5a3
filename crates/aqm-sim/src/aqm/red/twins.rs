//! RED. `tc` counts limit and thresholds in bytes, and takes a burst in packets in place of the weight of the average.

use super::params::{RedParams, RedVariant};
use crate::aqm::twins::{Ns3Twin, Place, TcTwin, Twins, tc_rate};
use crate::math;

/// Smallest weight is 2^-`SMALLEST`.
const SMALLEST: u32 = 30;

impl Twins for RedParams {
    const NAME: &'static str = "RED";

    fn tc(&self, place: &Place) -> Result<TcTwin, String> {
        let average = self.average_packet;
        let [min, max] =
            [self.min, self.max].map(|amount| place.amount_bytes(amount).round() as u64);
        let limit = place.bytes();
        if min == 0 || max >= limit {
            return Err(format!(
                "RED: tc needs a lower threshold above 0 and an upper threshold below the buffer; they are {min} and {max} bytes of {limit}."
            ));
        }
        let (burst, note) =
            burst(self.weight, min as f64 / f64::from(average), max as f64 / f64::from(average));
        let twin = TcTwin::new("red")
            .with("limit", limit)
            .with("min", min)
            .with("max", max)
            .with("avpkt", average)
            .with("burst", burst)
            .with("probability", self.max_p)
            .with("bandwidth", tc_rate(place.env.rate))
            .either(self.adaptive, "adaptive", "")
            .either(self.ecn, "ecn", "");
        let twin = match note {
            Some(note) => twin.note(note),
            None => twin,
        };
        let is_linux = self.variant == RedVariant::Linux;
        Ok(twin
        .note_if(!is_linux, || {
            "RED: the kernel averages bytes in integer arithmetic, not as Floyd and Jacobson 1993.".to_owned()
        })
        .note_if(self.gentle, || "RED: the kernel has no gentle slope above the upper threshold.".to_owned())
        .note_if(self.wait, || "RED: the kernel does not wait between two drops.".to_owned())
        .note_if(is_linux, || {
            "RED: the kernel's idle decay follows the bandwidth at the start, also after changes of the rate.".to_owned()
        }))
    }

    fn ns3(&self, place: &Place) -> Result<Ns3Twin, String> {
        let in_bytes = self.byte_mode;
        let unit = if in_bytes { 1.0 } else { 1500.0 };
        let [min, max] = [self.min, self.max].map(|amount| place.amount_bytes(amount) / unit);
        let twin = Ns3Twin::new("ns3::RedQueueDisc");
        let twin = if in_bytes {
            twin.with("MaxSize", format!("{}B", place.bytes()))
        } else {
            twin.limit_packets(place)
        };
        Ok(twin
            .with("MeanPktSize", self.average_packet)
            .with("MinTh", min)
            .with("MaxTh", max)
            // LInterm is the reciprocal of the maximum probability.
            .with("LInterm", 1.0 / self.max_p)
            // 0: from the bandwidth, 1 - exp(-1 / packets per second), as in the simulation.
            .with("QW", self.weight.unwrap_or(0.0))
            .with("Gentle", self.gentle)
            .with("Wait", self.wait)
            .with("LinkBandwidth", format!("{}bps", place.env.rate.bps()))
            .with("UseEcn", self.ecn)
            .with("UseHardDrop", self.variant == RedVariant::Floyd)
            .note_if(
                self.variant == RedVariant::Linux,
                "RED: ns-3 computes in real numbers as Floyd, not as the kernel.",
            )
            .note_if(
                self.adaptive,
                "RED: the kernel's flag adaptive has no counterpart in ns-3; use Adaptive RED.",
            ))
    }
}

/// Returns the burst with which `tc` takes a weight, and what differs. Thresholds are in average packets.
///
/// `tc` takes the smallest w such that burst + 1 - min <= (1 - (1 - W)^burst) / W with W = 2^-w (tc-red(8), "EWMA").
pub fn burst(weight: Option<f64>, min: f64, max: f64) -> (u64, Option<String>) {
    // Without a weight the default of tc-red(8).
    let usual = ((2.0 * min + max) / 3.0).floor().max(1.0) as u64;
    let Some(weight) = weight else { return (usual, None) };
    let wanted =
        (-math::ln(weight) / std::f64::consts::LN_2).round().clamp(1.0, f64::from(SMALLEST)) as u32;
    // The exponent rises with the burst: search for the first burst that gives it.
    let (mut low, mut high) = (min.ceil().max(1.0) as u64, 1u64 << 31);
    while low < high {
        let middle = low.midpoint(high);
        if weight_log(middle, min) < wanted { low = middle + 1 } else { high = middle }
    }
    let got = weight_log(low, min);
    let given = 1.0 / (1u64 << got) as f64;
    let note = (given != weight)
        .then(|| format!("RED: the weight of the average is {given} instead of {weight}: the kernel takes powers of 1/2."));
    (low, note)
}

/// Returns the exponent w that `tc` takes.
fn weight_log(burst: u64, min: f64) -> u32 {
    let burst = burst as f64;
    let excess = burst + 1.0 - min;
    (1..SMALLEST)
        .find(|&log| {
            let weight = 1.0 / (1u64 << log) as f64;
            excess <= (1.0 - math::pow(1.0 - weight, burst)) / weight
        })
        .unwrap_or(SMALLEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_burst_gives_the_weight_back() {
        for log in 2..12 {
            let weight = 1.0 / f64::from(1 << log);
            let (found, note) = burst(Some(weight), 5.0, 15.0);
            assert_eq!((weight_log(found, 5.0), note), (log, None), "burst {found}");
            assert!(weight_log(found - 1, 5.0) < log, "the smallest one");
        }
    }

    #[test]
    fn a_weight_between_two_powers_is_noted() {
        let (found, note) = burst(Some(0.002), 5.0, 15.0);
        assert_eq!(weight_log(found, 5.0), 9);
        assert!(note.unwrap().contains("0.001953125 instead of 0.002"));
    }
}
