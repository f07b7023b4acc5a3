//! Quality of voice by the E-model, ITU-T Recommendation G.107 (06/2015), with all parameters but
//! delay, loss and codec at their defaults (its Table 3; the delay sensitivity is in Table 1).

use crate::config::VoiceConfig;
use crate::math;

/// Ro: basic signal-to-noise ratio. 15 - 1.5 (SLR + No) with SLR = 8 and No = -61.18 (G.107,
/// section 7.2).
const SIGNAL_TO_NOISE: f64 = 94.77;
/// Is: impairments simultaneous with speech (section 7.3). The formulas give 1.4136 at the defaults, and 94.7688 for
/// [`SIGNAL_TO_NOISE`]. R = 93.2 without delay and loss.
const SIMULTANEOUS: f64 = 1.41;
/// Talker echo loudness rating, dB.
const TELR: f64 = 65.0;
/// Weighted echo path loss, dB.
const WEPL: f64 = 110.0;
/// Delay in ms up to which talkers notice no delay, mT.
const NOTICEABLE_MS: f64 = 100.0;

/// Returns the transmission rating factor R for a one-way delay from mouth to ear in ms and a share
/// of packets lost to the decoder, 0..1. R = Ro - Is - Id - Ie,eff, without an advantage factor.
pub fn rating(delay_ms: f64, loss: f64, voice: &VoiceConfig) -> f64 {
    SIGNAL_TO_NOISE - SIMULTANEOUS - delay_impairment(delay_ms) - equipment_impairment(loss, voice)
}

/// Returns the mean opinion score of a rating (G.107, Annex B).
pub fn opinion_score(rating: f64) -> f64 {
    if rating <= 0.0 {
        return 1.0;
    }
    if rating >= 100.0 {
        return 4.5;
    }
    (1.0 + 0.035 * rating + rating * (rating - 60.0) * (100.0 - rating) * 7e-6).max(1.0)
}

/// Id = Idte + Idle + Idd (section 7.4): talker echo, listener echo, and delay itself.
fn delay_impairment(delay_ms: f64) -> f64 {
    talker_echo(delay_ms) + listener_echo(2.0 * delay_ms) + absolute_delay(delay_ms)
}

/// Idte, with T in ms. Roe = -1.5 (No - RLR) with RLR = 2 equals Ro here. Below 1 ms the recommendation takes 0; calls here
/// take longer.
fn talker_echo(t: f64) -> f64 {
    let terv =
        TELR - 40.0 * log10((1.0 + t / 10.0) / (1.0 + t / 150.0)) + 6.0 * math::exp(-0.3 * t * t);
    let re = 80.0 + 2.5 * (terv - 14.0);
    let half = (SIGNAL_TO_NOISE - re) / 2.0;
    (half + (half * half + 100.0).sqrt() - 1.0) * (1.0 - math::exp(-t))
}

/// Idle, with the round-trip delay Tr in ms.
fn listener_echo(tr: f64) -> f64 {
    let rle = 10.5 * (WEPL + 7.0) * math::pow(tr + 1.0, -0.25);
    let half = (SIGNAL_TO_NOISE - rle) / 2.0;
    half + (half * half + 169.0).sqrt()
}

/// Idd, with Ta in ms and the delay sensitivity sT = 1.
fn absolute_delay(ta: f64) -> f64 {
    if ta <= NOTICEABLE_MS {
        return 0.0;
    }
    let x = math::ln(ta / NOTICEABLE_MS) / std::f64::consts::LN_2;
    let root = |x: f64| math::pow(1.0 + math::pow(x, 6.0), 1.0 / 6.0);
    25.0 * (root(x) - 3.0 * root(x / 3.0) + 2.0)
}

/// Ie,eff = Ie + (95 - Ie) Ppl / (Ppl / BurstR + Bpl), with random losses: BurstR = 1 (section 7.5).
fn equipment_impairment(loss: f64, voice: &VoiceConfig) -> f64 {
    let percent = 100.0 * loss;
    if percent <= 0.0 {
        return voice.impairment;
    }
    voice.impairment + (95.0 - voice.impairment) * percent / (percent + voice.robustness)
}

fn log10(x: f64) -> f64 {
    math::ln(x) / std::f64::consts::LN_10
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Span;

    const G711: VoiceConfig = VoiceConfig {
        packetization: Span::from_millis(20),
        jitter_buffer: Span::from_millis(40),
        impairment: 0.0,
        robustness: 25.1,
    };

    /// G.107, section 7.7: with all defaults, R is 93.2 and MOS 4.41.
    #[test]
    fn the_defaults_of_the_recommendation() {
        let r = rating(0.0, 0.0, &G711);
        assert!((r - 93.2).abs() < 0.05, "{r}");
        assert!((opinion_score(r) - 4.41).abs() < 0.005, "{}", opinion_score(r));
    }

    /// Cole and Rosenbluth 2001 approximate Id by 0.024 d + 0.11 (d - 177.3) above 177.3 ms.
    #[test]
    fn delay_impairs_as_the_published_approximation_says() {
        for delay in [50.0, 100.0, 150.0, 200.0, 250.0, 300.0] {
            let expected = 0.024 * delay + 0.11 * (delay - 177.3f64).max(0.0);
            let r = rating(0.0, 0.0, &G711) - rating(delay, 0.0, &G711);
            assert!((r - expected).abs() < 2.5, "{delay} ms: {r} instead of {expected}");
        }
    }

    /// 2 % random loss with concealment: 95 * 2 / (2 + 25.1) = 7.01.
    #[test]
    fn loss_impairs_by_the_robustness_of_the_codec() {
        let fall = rating(0.0, 0.0, &G711) - rating(0.0, 0.02, &G711);
        assert!((fall - 7.011).abs() < 0.001, "{fall}");
        let plain = VoiceConfig { robustness: 4.3, ..G711 };
        let fall = rating(0.0, 0.0, &plain) - rating(0.0, 0.02, &plain);
        assert!((fall - 30.159).abs() < 0.001, "{fall}");
    }

    #[test]
    fn opinion_scores_at_the_limits() {
        assert_eq!([opinion_score(-5.0), opinion_score(0.0), opinion_score(3.0)], [1.0; 3]);
        assert_eq!(opinion_score(100.0), 4.5);
        // G.107, Annex B, Table B.1: R = 80 is MOS 4.03, R = 50 is 2.58.
        assert!((opinion_score(80.0) - 4.03).abs() < 0.01);
        assert!((opinion_score(50.0) - 2.58).abs() < 0.01);
    }
}
