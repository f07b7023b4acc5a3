//! PIE (RFC 8033). Defaults are those of the variant's source.

use super::delay_ms;
use crate::convert::millis;
use crate::problem::Reader;
use crate::schema::{Choices, Flag, Number, choice, record};
use aqm_sim::aqm::{AqmConfig, PieParams, PieVariant};

record! {
    /// Proportional Integral controller Enhanced. Adjusts its drop probability to hold the delay at the target.
    #[derive(Copy)]
    pub struct Pie, label "PIE", look "green" "dot", family "By delay", agree agree {
        /// Which implementation to follow.
        variant: PieVariant {
            json: "variant", label: "Variant", check: Choices::NEW,
            default: PieParams::default().variant, live: true,
        }
        /// Queue delay that the controller aims at.
        target_ms: f64 {
            json: "targetMs", label: "Target",
            check: delay_ms(1000.0).log_slider(0.5, 100.0, 0.5),
            default: PieParams::new(*variant).target.millis(), live: true,
            source: "RFC 8033, section 4.2; Pan et al. 2013, section IV",
        }
        /// Time between updates of the drop probability.
        update_ms: f64 {
            json: "updateMs", label: "Update interval",
            check: Number::new("ms", 1.0, 1000.0).log_slider(1.0, 200.0, 1.0),
            default: PieParams::new(*variant).update.millis(), live: true,
            source: "RFC 8033, section 4.2; Pan et al. 2013, section IV",
        }
        /// Gain on the difference between delay and target.
        alpha: f64 {
            json: "alpha", label: "Alpha", check: Number::new("1/s", 0.0, 100.0).slider(0.0, 1.0, 0.005),
            default: PieParams::new(*variant).alpha, live: true, source: "RFC 8033, section 4.2",
        }
        /// Gain on the change of the delay since the last update.
        beta: f64 {
            json: "beta", label: "Beta", check: Number::new("1/s", 0.0, 100.0).slider(0.0, 10.0, 0.05),
            default: PieParams::new(*variant).beta, live: true, source: "RFC 8033, section 4.2",
        }
        /// Length of a burst that passes without early drops after a quiet period.
        max_burst_ms: f64 {
            json: "maxBurstMs", label: "Burst allowance",
            check: Number::new("ms", 0.0, 10_000.0).slider(0.0, 500.0, 10.0),
            default: PieParams::new(*variant).max_burst.millis(), live: true,
            source: "RFC 8033, section 4.4; Pan et al. 2013, section IV",
        }
        /// Marks ECN-capable packets instead of dropping them while the probability is at most 10 %.
        ecn: bool {
            json: "ecn", label: "ECN", check: Flag,
            default: PieParams::new(*variant).ecn, live: true, source: "RFC 8033, section 5.1",
        }
        /// Drops large packets more often than small ones.
        byte_mode: bool {
            json: "byteMode", label: "Byte mode", check: Flag,
            default: PieParams::new(*variant).byte_mode, live: true,
        }
        /// Estimates the delay from backlog and departure rate instead of timestamps.
        rate_estimator: bool {
            json: "rateEstimator", label: "Departure-rate estimator", check: Flag,
            default: PieParams::new(*variant).rate_estimator, live: true,
            source: "RFC 8033, section 5.2; Pan et al. 2013, section III",
        }
    }
}

impl Pie {
    fn agree(&self, reader: &mut Reader) {
        let always = matches!(self.variant, PieVariant::Paper2013 | PieVariant::Linux414);
        if always && !self.rate_estimator {
            reader.problem_in(
                "rateEstimator",
                "is always on in variants 'paper2013' and 'linux414'; remove it.",
            );
        }
    }

    pub(super) fn config(&self) -> AqmConfig {
        AqmConfig::Pie(PieParams {
            variant: self.variant,
            target: millis(self.target_ms),
            update: millis(self.update_ms),
            alpha: self.alpha,
            beta: self.beta,
            max_burst: millis(self.max_burst_ms),
            ecn: self.ecn,
            byte_mode: self.byte_mode,
            rate_estimator: self.rate_estimator,
        })
    }
}

choice! {
    PieVariant, later &[] => {
        /// RFC 8033, in real arithmetic.
        "rfc8033" as "RFC 8033" => PieVariant::Rfc8033,
        /// Pan et al. 2013 with the additions of the 2013 kernel code, in real arithmetic.
        "paper2013" as "paper 2013" => PieVariant::Paper2013,
        /// The Linux kernel since 5.6, in its integer arithmetic.
        "linux" as "Linux" => PieVariant::Linux,
        /// Linux 3.14 to 4.20, with the departure-rate estimator.
        "linux414" as "Linux 4.14" => PieVariant::Linux414,
    }
}
