//! Adaptive RED (Floyd, Gummadi and Shenker 2001).

use super::delay_ms;
use crate::convert::millis;
use crate::problem::Reader;
use crate::schema::{Choices, Flag, Maybe, Number, choice, record};
use aqm_json::shown;
use aqm_sim::aqm::{AqmConfig, AredParams, AredVariant};

const SHARE: Number = Number::new("", 0.001, 1.0);

record! {
    /// Adaptive RED. Computes RED's thresholds from bandwidth and target, and adapts the maximum probability within its bounds.
    #[derive(Copy)]
    pub struct Ared, label "Adaptive RED", short "ARED", look "amber" "medium", family "By queue length", agree agree {
        /// Which algorithm to follow.
        variant: AredVariant {
            json: "variant", label: "Variant", check: Choices::NEW,
            default: AredParams::default().variant, live: true,
        }
        /// Queue delay in the middle between the two thresholds. The lower threshold is at least 5 packets.
        target_ms: f64 {
            json: "targetMs", label: "Target",
            check: delay_ms(1000.0).log_slider(0.5, 100.0, 0.5),
            default: AredParams::default().target.millis(), live: true,
            source: "Floyd, Gummadi and Shenker 2001, section 4",
        }
        /// Time between adaptations of the maximum probability.
        interval_ms: f64 {
            json: "intervalMs", label: "Adaptation interval",
            check: Number::new("ms", 10.0, 60_000.0).log_slider(50.0, 5000.0, 50.0),
            default: AredParams::default().interval.millis(), live: true,
            source: "Floyd, Gummadi and Shenker 2001, section 4",
        }
        /// Lower bound of the maximum probability. Off: 1 / (packets that the link sends in 100 ms), at most 0.01, as in ns-2.
        min_max_p: Option<f64> {
            json: "minMaxP", label: "Least maximum probability",
            check: Maybe(Number::new("", 0.000_01, 0.5).log_slider(0.0001, 0.5, 0.0001)),
            default: AredParams::default().min_max_p, live: true,
            source: "Floyd, Gummadi and Shenker 2001, section 4; ns-2, bottom_",
        }
        /// Lower threshold as a share of the buffer. Off: a third of the upper one. If both are off, they are computed
        /// from bandwidth and target.
        min_share: Option<f64> {
            json: "minShare", label: "Lower threshold", check: Maybe(SHARE.slider(0.01, 0.33, 0.01)),
            default: None, live: true,
        }
        /// Upper threshold as a share of the buffer. Off: three times the lower one.
        max_share: Option<f64> {
            json: "maxShare", label: "Upper threshold", check: Maybe(SHARE.slider(0.01, 1.0, 0.01)),
            default: None, live: true,
        }
        /// Weight of a new sample in the average queue. Off: a time constant of one second.
        weight: Option<f64> {
            json: "weight", label: "Averaging weight",
            check: Maybe(Number::new("", 0.000_001, 1.0).log_slider(0.0001, 1.0, 0.0001)),
            default: AredParams::default().weight, live: true,
            source: "Floyd, Gummadi and Shenker 2001, section 4",
        }
        /// Marks ECN-capable packets instead of dropping them, up to twice the upper threshold.
        ecn: bool {
            json: "ecn", label: "ECN", check: Flag, default: AredParams::default().ecn, live: true,
        }
    }
}

impl Ared {
    fn agree(&self, reader: &mut Reader) {
        match (self.min_share, self.max_share) {
            (Some(min), Some(max)) if min >= max => {
                let rule =
                    ["is ", &shown(max), "; expected more than minShare (", &shown(min), ")."];
                reader.problem_in("maxShare", rule.concat());
            }
            (Some(min), None) if min > 1.0 / 3.0 => {
                let rule = "is too large without maxShare, which would be three times as large; add maxShare.";
                reader.problem_in("minShare", rule);
            }
            _ => {}
        }
    }

    pub(super) fn config(&self) -> AqmConfig {
        AqmConfig::Ared(AredParams {
            variant: self.variant,
            target: millis(self.target_ms),
            interval: millis(self.interval_ms),
            thresholds: match (self.min_share, self.max_share) {
                (None, None) => None,
                (Some(min), max) => Some([min, max.unwrap_or(3.0 * min)]),
                (None, Some(max)) => Some([max / 3.0, max]),
            },
            weight: self.weight,
            min_max_p: self.min_max_p,
            ecn: self.ecn,
        })
    }
}

choice! {
    AredVariant, later &[] => {
        /// Floyd, Gummadi and Shenker 2001.
        "floyd2001" as "Floyd 2001" => AredVariant::Floyd2001,
        /// Inferred from Table 1 of Schwardmann et al. 2014, not a published algorithm: the average restarts from zero when a
        /// packet finds the queue empty.
        "schwardmann2014" as "inferred 2014" => AredVariant::Schwardmann2014,
    }
}
