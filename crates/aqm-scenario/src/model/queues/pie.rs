//! PIE (RFC 8033). Defaults are those of the variant's source.

use super::delay_ms;
use crate::model::table::discipline;
use crate::problem::Reader;
use crate::schema::{Flag, Number, choice};
use aqm_sim::aqm::{PieParams, PieVariant};

discipline! {
    /// Proportional Integral controller Enhanced. Adjusts its drop probability to hold the delay at the target. A short burst after a quiet time passes.
    pub struct Pie of PieParams by PieVariant, label "PIE", look "green" "dot", family "By delay", agree agree {
        /// Queue delay that the controller aims at.
        target: f64 {
            json: "targetMs", label: "Target",
            check: delay_ms(1000.0).log_slider(0.5, 100.0, 0.5),
            source: "RFC 8033, section 4.2; Pan et al. 2013, section IV",
        }
        /// Time between updates of the drop probability.
        update: f64 {
            json: "updateMs", label: "Update interval",
            check: Number::new("ms", 1.0, 1000.0).log_slider(1.0, 200.0, 1.0),
            source: "RFC 8033, section 4.2; Pan et al. 2013, section IV",
        }
        /// Integral gain: each update adds alpha times (delay - target) to the probability.
        /// Scaled down while the probability is below 10 %.
        alpha: f64 {
            json: "alpha", label: "Alpha", check: Number::new("1/s", 0.0, 100.0).slider(0.0, 1.0, 0.005),
            source: "RFC 8033, section 4.2",
        }
        /// Proportional gain: each update adds beta times the change of the delay since the last update. So all updates of a
        /// rise together add beta times the whole rise. Scaled down like alpha.
        beta: f64 {
            json: "beta", label: "Beta", check: Number::new("1/s", 0.0, 100.0).slider(0.0, 10.0, 0.05),
            source: "RFC 8033, section 4.2",
        }
        /// Time without early drops after a quiet period. It is restored when the probability is 0 and the delay is below half
        /// of the target.
        max_burst: f64 {
            json: "maxBurstMs", label: "Burst allowance",
            check: Number::new("ms", 0.0, 10_000.0).slider(0.0, 500.0, 10.0),
            source: "RFC 8033, section 4.4; Pan et al. 2013, section IV",
        }
        /// Marks ECN-capable packets instead of dropping them while the probability is at most 10 %.
        ecn: bool { json: "ecn", label: "ECN", check: Flag, source: "RFC 8033, section 5.1" }
        /// Drops large packets more often than small ones.
        byte_mode: bool { json: "byteMode", label: "Byte mode", check: Flag }
        /// Estimates the delay from backlog and departure rate instead of timestamps.
        rate_estimator: bool {
            json: "rateEstimator", label: "Departure-rate estimator", check: Flag,
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
