//! Operating points of controls that react to marks or to delay, compared with their sources. Response functions
//! to losses are in `response.rs`.

use super::response::reduce;
use super::*;
use crate::time::{Span, Time};
use std::collections::VecDeque;

/// DCTCP behind a queue that marks every segment which is sent while the window exceeds `limit`. Alizadeh
/// et al. 2010, section 3.3: alpha = sqrt(2 / W), and the window swings by W alpha / 2.
#[test]
fn the_window_of_dctcp_swings_by_half_of_alpha() {
    for limit in [50_u64, 100, 200] {
        let setup = Setup { dialect: Dialect::Linux6, seed: 1, packet_bytes: 1500 };
        let mut cc = CongestionControl::new(&CcKind::Dctcp.into(), &setup, limit as u32);
        cc.window.set_ssthresh(limit as f64);
        let rtt = Span::from_millis(10);
        let mut context = Context { next: limit, ..Context::of(Time::from_seconds(1.0), rtt) };
        cc.on_start(&context);
        // Marks of the segments in flight.
        let mut flight: VecDeque<bool> = (0..limit).map(|_| false).collect();
        let (mut reduced_until, mut lowest) = (0, f64::INFINITY);
        let (mut alphas, mut samples) = (0.0, 0.0);
        let rounds = 60 * limit.isqrt();
        for segment in 1..=rounds * limit {
            let marked = u64::from(flight.pop_front().expect("a segment is in flight"));
            context.now += Span::from_nanos(rtt.nanos() / cc.window.segments());
            context.una = segment;
            let ack = AckEvent { rtt: Some(rtt), acked: 1, delivered: 1, marked, in_order: true };
            cc.on_ack(&context, &ack);
            if marked > 0 && segment > reduced_until {
                reduced_until = context.next;
                reduce(&mut cc, &context, Congestion::Ecn, Phase::Cwr);
            } else {
                cc.grow(&context, &Growth { segments: 1, window_used: true });
            }
            while (flight.len() as u64) < cc.window.segments() {
                flight.push_back(cc.window.segments() > limit);
                context.next += 1;
            }
            if segment > rounds * limit / 2 {
                lowest = cc.window.cwnd().min(lowest);
                cc.probe(&mut |variable| {
                    if variable.name == "alpha" {
                        alphas += variable.value / 1024.0;
                        samples += 1.0;
                    }
                });
            }
        }
        let (alpha, expected) = (alphas / samples, (2.0 / limit as f64).sqrt());
        let swing = 1.0 - lowest / (limit + 1) as f64;
        assert!((alpha / expected - 1.0).abs() < 0.25, "{alpha} instead of {expected}");
        assert!((swing / (alpha / 2.0) - 1.0).abs() < 0.25, "{swing} with alpha {alpha}");
    }
}

/// Vegas keeps between alpha and beta segments in the queue, whatever the path.
#[test]
fn the_window_of_vegas_is_the_path_and_two_to_four_segments() {
    for path_segments in [20_u64, 60, 120] {
        let base = Span::from_millis(100);
        let setup = Setup { dialect: Dialect::Linux6, seed: 1, packet_bytes: 1500 };
        let mut cc = CongestionControl::new(&CcKind::Vegas.into(), &setup, 10);
        let mut context = Context::of(Time::from_seconds(1.0), base);
        cc.on_start(&context);
        for segment in 1..=1000 * path_segments {
            let cwnd = cc.window.segments();
            // A queue of what exceeds the path.
            let queued = cwnd.saturating_sub(path_segments);
            let rtt = base + Span::from_nanos(base.nanos() / path_segments * queued);
            context.now += Span::from_nanos(rtt.nanos() / cwnd);
            (context.una, context.next) = (segment, segment + cwnd);
            let ack =
                AckEvent { rtt: Some(rtt), acked: 1, delivered: 1, marked: 0, in_order: true };
            cc.on_ack(&context, &ack);
            cc.grow(&context, &Growth { segments: 1, window_used: true });
        }
        let queued = cc.window.segments().saturating_sub(path_segments);
        assert!((2..=4).contains(&queued), "{queued} segments on a path of {path_segments}");
    }
}
