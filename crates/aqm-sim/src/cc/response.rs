//! Response functions: the mean window of each control at a given rate of losses or marks, compared with
//! the formula of its source.
//!
//! A sender with a full window and a constant RTT loses every n-th segment. All formulas assume this. Controls that
//! steer by marks or delays are in `operating_points.rs`.

use super::aimd::AimdParams;
use super::bic::BicParams;
use super::cubic::CubicParams;
use super::htcp::HtcpParams;
use super::*;
use crate::math;
use crate::time::{Span, Time};

/// A path and how often it loses.
#[derive(Clone, Copy)]
struct Path {
    rtt: Span,
    /// Of [`Self::rtt`], the time in the queue. The first segment of a run finds the queue empty.
    queueing: Span,
    /// Segments from one loss to the next.
    period: u64,
}

/// Runs `config` for `periods` losses, from a window of `start`. Returns the mean over time of the window
/// in the second half.
fn mean_window(config: CcConfig, dialect: Dialect, path: Path, periods: u64, start: f64) -> f64 {
    let setup = Setup { dialect, seed: 1, packet_bytes: 1500 };
    let mut cc = CongestionControl::new(&config, &setup, start as u32);
    cc.window.set_ssthresh(start);
    let mut context = Context::of(Time::from_seconds(1.0), path.rtt);
    cc.on_start(&context);
    let (mut segments, mut round_trips) = (0.0, 0.0);
    for segment in 1..=periods * path.period {
        let cwnd = cc.window.segments();
        context.now += Span::from_nanos(path.rtt.nanos() / cwnd);
        (context.una, context.next, context.in_flight) = (segment, segment + cwnd, cwnd);
        let queueing = if segment == 1 { Span::ZERO } else { path.queueing };
        let rtt = path.rtt.saturating_sub(path.queueing) + queueing;
        context.forward_delay = Some(rtt);
        let ack = AckEvent { rtt: Some(rtt), acked: 1, delivered: 1, marked: 0, in_order: true };
        cc.on_ack(&context, &ack);
        // The first segment too, so that every algorithm has a window to return to.
        if segment % path.period == 1 {
            reduce(&mut cc, &context, Congestion::Loss, Phase::Recovery);
        } else {
            cc.grow(&context, &Growth { segments: 1, window_used: true });
        }
        if segment > periods * path.period / 2 {
            segments += 1.0;
            round_trips += 1.0 / cc.window.cwnd();
        }
    }
    segments / round_trips
}

pub fn reduce(cc: &mut CongestionControl, context: &Context, cause: Congestion, phase: Phase) {
    cc.on_congestion(context, cause, context.in_flight);
    cc.on_phase(context, phase);
    cc.window.set_cwnd(cc.window.ssthresh());
    cc.on_reduction_end(&Context { phase, ..*context });
    cc.on_phase(&Context { phase, ..*context }, Phase::Open);
}

/// AIMD(a, b) (Floyd, Handley, Padhye 2000): sqrt(a (2 - b) / (2 b p)). Reno is AIMD(1, 1/2): RFC 3649,
/// section 3, has 1.2 / sqrt(p).
fn aimd(a: f64, b: f64, p: f64) -> f64 {
    (a * (2.0 - b) / (2.0 * b * p)).sqrt()
}

/// Grieco and Mascolo 2004, throughput of Westwood+: the window is sqrt(RTT (1 - p) / (Tq p)), with a time Tq in
/// the queue. `b` is Tq / RTT, the share of the window that a loss takes.
fn westwood(p: f64, b: f64) -> f64 {
    ((1.0 - p) / (b * p)).sqrt()
}

/// The same for periodic losses, with two bandwidth filters of weight 1/8. They lag by 16 round trips, in which the
/// window grows by 16 segments: a loss at the window P leaves (1 - b) (P - 16).
fn westwood_with_filters(p: f64, b: f64) -> f64 {
    let least = |peak: f64| (1.0 - b) * (peak - 16.0);
    let (mut low, mut high) = (16.0, 1e6);
    for _ in 0..60 {
        let peak = (low + high) / 2.0;
        let sent = (peak + least(peak)) / 2.0 * (peak - least(peak));
        if sent < 1.0 / p { low = peak } else { high = peak }
    }
    (high + least(high)) / 2.0
}

/// RFC 3649, section 5: 0.12 / p^0.835.
fn hstcp(p: f64) -> f64 {
    0.12 / math::pow(p, 0.835)
}

/// RFC 9438, figure 5: (C (3 + beta) / (4 (1 - beta)))^(1/4) (RTT / p)^(3/4).
fn cubic(p: f64, rtt_s: f64) -> f64 {
    let (c, beta) = (0.4, 0.7);
    let constant = math::pow(c * (3.0 + beta) / (4.0 * (1.0 - beta)), 0.25);
    constant * math::pow(rtt_s / p, 0.75)
}

/// H-TCP's window at a loss, from its increase alpha(t) = 2 (1 - beta) (1 + 10 (t - 1) + ((t - 1) / 2)^2)
/// after 1 s, and the mean window of the cycle. The source has no closed form.
fn htcp(p: f64, rtt_s: f64, beta: f64) -> f64 {
    let segments_and_mean = |peak: f64| {
        let step = 0.001;
        let (mut w, mut t, mut sent) = (beta * peak, 0.0, 0.0);
        while w < peak {
            let late = f64::max(t - 1.0, 0.0);
            let alpha = 2.0 * (1.0 - beta) * (1.0 + 10.0 * late + late * late / 4.0);
            sent += w * step / rtt_s;
            w += alpha * step / rtt_s;
            t += step;
        }
        (sent, sent * rtt_s / t)
    };
    let (mut low, mut high) = (1.0, 1e6);
    for _ in 0..60 {
        let peak = (low + high) / 2.0;
        if segments_and_mean(peak).0 < 1.0 / p { low = peak } else { high = peak }
    }
    segments_and_mean(high).1
}

#[test]
fn the_mean_window_follows_the_source() {
    let queued = |rtt_ms, queueing_ms, period| Path {
        rtt: Span::from_millis(rtt_ms),
        queueing: Span::from_millis(queueing_ms),
        period,
    };
    let losses = |rtt_ms, period| queued(rtt_ms, 0, period);
    let kind = CcConfig::from;
    let aimd_of = |a, b| CcConfig::Aimd(AimdParams { a, b });
    // The formula leaves fast convergence out.
    let steady = CcConfig::Cubic(CubicParams { fast_convergence: false, ..CubicParams::default() });
    let unscaled = CcConfig::Htcp(HtcpParams { rtt_scaling: false, ..HtcpParams::default() });
    let bic_linear = CcConfig::Bic(BicParams { max_increment: 4, ..BicParams::default() });
    let (linux, rfc) = (Dialect::Linux6, Dialect::Rfc);
    let rows = [
        // Name, configuration, dialect, path, losses, expected window, tolerance.
        ("newreno", kind(CcKind::NewReno), linux, losses(50, 5000), 40, aimd(1.0, 0.5, 2e-4), 0.03),
        (
            "newreno rfc",
            kind(CcKind::NewReno),
            rfc,
            losses(50, 500),
            60,
            aimd(1.0, 0.5, 2e-3),
            0.03,
        ),
        (
            "aimd(1, 1/8)",
            aimd_of(1.0, 0.125),
            linux,
            losses(50, 5000),
            60,
            aimd(1.0, 0.125, 2e-4),
            0.03,
        ),
        (
            "aimd(4, 1/2)",
            aimd_of(4.0, 0.5),
            linux,
            losses(50, 5000),
            40,
            aimd(4.0, 0.5, 2e-4),
            0.04,
        ),
        (
            "aimd(0.2, 1/8)",
            aimd_of(0.2, 0.125),
            linux,
            losses(50, 5000),
            60,
            aimd(0.2, 0.125, 2e-4),
            0.03,
        ),
        (
            "aimd(2, 0.8) rfc",
            aimd_of(2.0, 0.8),
            rfc,
            losses(50, 5000),
            40,
            aimd(2.0, 0.8, 2e-4),
            0.05,
        ),
        // Linux rounds a(w) up, which counts most for small windows.
        ("hstcp", kind(CcKind::Hstcp), linux, losses(50, 10_000), 40, hstcp(1e-4), 0.18),
        ("hstcp, large", kind(CcKind::Hstcp), linux, losses(50, 100_000), 20, hstcp(1e-5), 0.08),
        // Kelly: a / (b p). The increase is exponential, which costs 6 %.
        (
            "scalable",
            kind(CcKind::Scalable),
            linux,
            losses(50, 10_000),
            60,
            0.01 / 0.125 * 1e4,
            0.08,
        ),
        // Without a queue Illinois is AIMD(10, 1/8), YeAH is Scalable, and Veno is AIMD(1, 1/5).
        (
            "illinois",
            kind(CcKind::Illinois),
            linux,
            losses(50, 5000),
            60,
            aimd(10.0, 0.125, 2e-4),
            0.05,
        ),
        ("yeah", kind(CcKind::Yeah), linux, losses(50, 10_000), 60, 0.01 / 0.125 * 1e4, 0.08),
        ("veno", kind(CcKind::Veno), linux, losses(50, 5000), 60, aimd(1.0, 0.2, 2e-4), 0.05),
        ("cubic", steady, linux, losses(100, 100_000), 20, cubic(1e-5, 0.1), 0.12),
        ("cubic rfc", steady, rfc, losses(100, 100_000), 20, cubic(1e-5, 0.1), 0.05),
        (
            "cubic, near",
            kind(CcKind::Cubic),
            linux,
            losses(10, 2000),
            60,
            aimd(0.53, 0.3, 5e-4),
            0.08,
        ),
        ("htcp", unscaled, linux, losses(50, 20_000), 40, htcp(5e-5, 0.05, 0.8), 0.10),
        // Without RTT scaling and below 10 ms beta is 0.5.
        ("htcp, near", unscaled, linux, losses(8, 100_000), 30, htcp(1e-5, 0.008, 0.5), 0.10),
        // Periodic losses cost 5 % against the source's formula, and its filters another 5 %.
        (
            "westwood",
            kind(CcKind::Westwood),
            linux,
            queued(100, 20, 100_000),
            20,
            westwood(1e-5, 0.2),
            0.12,
        ),
        (
            "westwood with filters",
            kind(CcKind::Westwood),
            linux,
            queued(100, 20, 20_000),
            40,
            westwood_with_filters(5e-5, 0.2),
            0.03,
        ),
        (
            "westwood with filters, long queue",
            kind(CcKind::Westwood),
            linux,
            queued(100, 50, 20_000),
            40,
            westwood_with_filters(5e-5, 0.5),
            0.03,
        ),
        // RFC 6817, section 2.4.2: the increase is GAIN (TARGET - queueing delay) / TARGET, the decrease 1/2.
        ("ledbat", kind(CcKind::Ledbat), linux, losses(100, 2000), 40, aimd(1.0, 0.5, 5e-4), 0.03),
        (
            "ledbat, half of the target",
            kind(CcKind::Ledbat),
            linux,
            queued(100, 50, 2000),
            40,
            aimd(0.5, 0.5, 5e-4),
            0.03,
        ),
        (
            "ledbat, 0.9 of the target",
            kind(CcKind::Ledbat),
            linux,
            queued(200, 90, 2000),
            20,
            aimd(0.1, 0.5, 5e-4),
            0.03,
        ),
        // Far from the maximum BIC is AIMD(S_max, 1 - beta). Linux' average of segments per ACK rests at
        // 31/16, so that the window grows by 31/16 S_max.
        ("bic", bic_linear, linux, losses(50, 1_000_000), 20, aimd(7.75, 0.2, 1e-6), 0.10),
    ];
    for (name, config, dialect, path, periods, expected, tolerance) in rows {
        // CUBIC's curve is flat at its peak, 4 / (3 + beta) of the mean, so a wrong peak lasts long.
        let mean = mean_window(config, dialect, path, periods, 1.08 * expected);
        let deviation = mean / expected - 1.0;
        assert!(deviation.abs() < tolerance, "{name}: {mean:.1} instead of {expected:.1}");
    }
}
