//! Applications: completion times, page loads, video and calls, compared with numbers by hand.

use crate::common::{bulk, cbr, link, scenario};
use aqm_sim::aqm::{AqmConfig, CodelParams, DropTailParams};
use aqm_sim::cc::CcKind;
use aqm_sim::config::{
    AppConfig, AppKind, BulkConfig, Change, DatagramConfig, FlowArrivals, Ladder, LimitedConfig,
    MeterConfig, ShortConfig, SimulationConfig, Sizes, Spurts, Think, TrafficConfig, VideoConfig,
    VoiceConfig, WebConfig,
};
use aqm_sim::metrics::ResultSummary;
use aqm_sim::time::{Span, Time};
use aqm_sim::units::BitRate;
use aqm_sim::world::Simulation;

const DROP_TAIL: AqmConfig = AqmConfig::DropTail(DropTailParams);

fn at(seconds: f64) -> Time {
    Time::from_seconds(seconds)
}

fn pause(ms: u64) -> Think {
    Think { mean: Span::from_millis(ms), exponential: false }
}

/// Users who begin at once.
fn app(users: u32, kind: AppKind) -> TrafficConfig {
    let tcp = BulkConfig { spread: Span::ZERO, ..bulk(users, CcKind::Cubic) };
    TrafficConfig::App(AppConfig { tcp, kind })
}

fn short(users: u32, bytes: u64, arrivals: FlowArrivals) -> TrafficConfig {
    app(users, AppKind::Short(ShortConfig { sizes: Sizes::Fixed(bytes), arrivals }))
}

fn over(mbps: f64, rtt_ms: u64, traffic: Vec<TrafficConfig>) -> SimulationConfig {
    SimulationConfig {
        warmup: Time::ZERO,
        link: link(mbps, rtt_ms),
        ..scenario(DROP_TAIL, traffic)
    }
}

/// Returns the results of the first application after `seconds`.
fn results(config: &SimulationConfig, seconds: f64) -> ResultSummary {
    let mut simulation = Simulation::new(config);
    simulation.run_until(at(seconds));
    simulation.summary().applications.swap_remove(0)
}

/// SYN, its ACK, and a window of ten segments: 1.5 RTT and eleven transmissions.
#[test]
fn a_short_flow_on_an_idle_link_takes_one_and_a_half_round_trips() {
    let flows = short(1, 14_480, FlowArrivals::Closed(pause(1000)));
    let results = results(&over(10.0, 40, vec![flows]), 0.5);
    assert_eq!((results.completed, results.refused), (1, 0));
    let times = results.times.unwrap();
    let expected = 60.0 + 60.0 * 8.0 / 1e4 + 10.0 * 1500.0 * 8.0 / 1e4;
    assert!((times.max - expected).abs() < 1e-6, "{} ms, expected {expected}", times.max);
    assert_eq!(results.distribution.len(), 100);
}

#[test]
fn users_of_a_closed_loop_pause_between_their_flows() {
    let flows = short(3, 1000, FlowArrivals::Closed(pause(100)));
    // Each flow takes 1.5 RTT = 60 ms and some transmissions.
    let results = results(&over(100.0, 40, vec![flows]), 16.05);
    assert_eq!(results.completed, 3 * 100, "{:?}", results.times);
}

#[test]
fn flows_of_an_open_loop_arrive_as_a_poisson_process_and_need_a_free_user() {
    let flows = short(50, 5000, FlowArrivals::Open(100.0));
    let roomy = results(&over(100.0, 40, vec![flows]), 100.0);
    assert_eq!(roomy.refused, 0);
    // 10 000 flows, plus or minus five standard deviations.
    assert!((9500..10_500).contains(&roomy.completed), "{}", roomy.completed);
    // Erlang's loss formula for 6 erlangs (60 ms each) and 3 users: 57.5 % are refused.
    let flows = short(3, 1000, FlowArrivals::Open(100.0));
    let crowded = results(&over(1000.0, 40, vec![flows]), 100.0);
    let share = crowded.refused as f64 / (crowded.refused + crowded.completed) as f64;
    assert!((share - 0.575).abs() < 0.02, "{share} refused");
}

/// A connection's slot is used again, so thousands of flows need few slots.
#[test]
fn finished_flows_leave_their_slots() {
    let flows = short(200, 3000, FlowArrivals::Open(300.0));
    let mut simulation = Simulation::new(&over(20.0, 40, vec![flows]));
    simulation.run_until(at(60.0));
    let summary = simulation.summary();
    assert!(summary.applications[0].completed > 15_000);
    assert!(summary.flows.len() < 150, "{} slots", summary.flows.len());
    assert_eq!(summary.jain, None, "short flows do not share the link in the sense of the index");
}

/// The main object takes 2 RTT. Five objects over two connections: the first connection gets one at
/// 3, 4 and 5 RTT, the second, which must be opened, at 4 and 5 RTT.
#[test]
fn a_page_loads_its_objects_over_parallel_connections() {
    let web = |connections| {
        app(
            1,
            AppKind::Web(WebConfig {
                page_bytes: 1000,
                objects: 5,
                sizes: Sizes::Fixed(1000),
                connections,
                think: pause(60_000),
            }),
        )
    };
    for (connections, round_trips) in [(1, 7.0), (2, 5.0), (6, 4.0)] {
        let results = results(&over(1000.0, 100, vec![web(connections)]), 10.0);
        assert_eq!(results.completed, 1);
        let took = results.times.unwrap().max / 100.0;
        assert!((took - round_trips).abs() < 0.01, "{took} RTT with {connections} connections");
    }
}

#[test]
fn a_limited_flow_has_its_rate_unless_the_link_is_slower() {
    let limited = |mbps| {
        let rate = BitRate::from_mbps(mbps);
        app(2, AppKind::Limited(LimitedConfig { rate, chunk_bytes: 20_000 }))
    };
    let mut simulation = Simulation::new(&over(10.0, 40, vec![limited(2.0)]));
    simulation.run_until(at(30.0));
    let summary = simulation.summary();
    for flow in &summary.flows {
        assert!((flow.goodput_mbps - 2.0).abs() < 0.02, "{}", flow.goodput_mbps);
    }
    // Both write at the same times: 28 segments, then half the RTT.
    let times = summary.applications[0].times.unwrap();
    assert!((times.p50 - (20.0 + 28.0 * 1.2)).abs() < 1.0, "{} ms", times.p50);
    let slow = results(&over(2.0, 40, vec![limited(2.0)]), 60.0);
    assert!(slow.refused > 100 && slow.times.unwrap().p50 > 1000.0, "{slow:?}");
}

fn video(ladder: &[f64]) -> AppKind {
    let rates: Vec<_> = ladder.iter().map(|&mbps| BitRate::from_mbps(mbps)).collect();
    AppKind::Video(VideoConfig {
        ladder: Ladder::new(&rates),
        segment: Span::from_millis(2000),
        buffer: Span::from_millis(10_000),
        startup: Span::from_millis(2000),
    })
}

#[test]
fn a_video_adapts_its_rate_and_stalls_when_the_link_becomes_too_slow() {
    let mut config = over(5.0, 40, vec![app(1, video(&[0.5, 1.5, 3.0, 6.0]))]);
    let fast = results(&config, 60.0).video.unwrap();
    assert_eq!((fast.stalls, fast.stalled_s), (0, 0.0));
    assert!((2.0..3.0).contains(&fast.rate_mbps.unwrap()), "{fast:?}");
    // The first segment has 0.5 Mbit/s: 1 Mbit in at least 0.2 s.
    assert!((200.0..500.0).contains(&fast.startup_ms.unwrap()), "{fast:?}");
    config.changes = vec![(at(20.0), Change::Rate(BitRate::from_bps(200_000)))];
    let slow = results(&config, 60.0).video.unwrap();
    assert!(slow.stalls >= 1 && (10.0..32.0).contains(&slow.stalled_s), "{slow:?}");
    // Without adaptation, 6 Mbit/s over 5 Mbit/s stalls for about a sixth of the time.
    let fixed = results(&over(5.0, 40, vec![app(1, video(&[6.0]))]), 120.0).video.unwrap();
    assert!(fixed.stalls > 5 && (15.0..40.0).contains(&fixed.stalled_s), "{fixed:?}");
}

/// A full buffer pauses the downloads: the player does not run ahead of the playback.
#[test]
fn a_player_downloads_no_more_than_its_buffer_holds() {
    let results = results(&over(50.0, 40, vec![app(1, video(&[1.0]))]), 60.0);
    // 60 s of playback in segments of 2 s, and at most 10 s ahead.
    assert!((33..=35).contains(&results.completed), "{} segments", results.completed);
}

const G711: VoiceConfig = VoiceConfig {
    packetization: Span::from_millis(20),
    jitter_buffer: Span::from_millis(40),
    impairment: 0.0,
    robustness: 25.1,
};

fn calls(calls: u32, spurts: Option<Spurts>) -> TrafficConfig {
    TrafficConfig::Datagrams(DatagramConfig {
        flows: calls,
        rate: BitRate::from_bps(80_000),
        packet_bytes: 200,
        spread: Span::from_millis(20),
        spurts,
        meter: Some(MeterConfig { rtt: None, voice: Some(G711) }),
        ..cbr(0.0, 0.0)
    })
}

#[test]
fn a_call_on_an_idle_path_is_good_and_beside_downloads_it_is_not() {
    let quiet = results(&over(10.0, 40, vec![calls(1, None)]), 30.0).datagrams.unwrap();
    assert_eq!((quiet.received, quiet.loss_rate), (1499, 0.0), "one is on its way");
    let delay = quiet.delay.unwrap();
    assert!((delay.mean - 20.16).abs() < 1e-9 && delay.jitter < 1e-6, "{delay:?}");
    // 20 ms of packetization, 40 of the jitter buffer, 20 of the path.
    let voice = quiet.voice.unwrap();
    assert!((voice.rating - 91.2).abs() < 0.5 && voice.mos > 4.3, "{voice:?}");
    let beside = |queue, downloads| {
        let traffic = vec![calls(1, None), TrafficConfig::Bulk(bulk(downloads, CcKind::Cubic))];
        let mut config = over(10.0, 40, traffic);
        config.link.buffer = aqm_sim::config::BufferConfig::Packets(500);
        config.queue = queue;
        results(&config, 60.0).datagrams.unwrap().voice.unwrap().mos
    };
    let (bloated, managed) =
        (beside(DROP_TAIL, 4), beside(AqmConfig::Codel(CodelParams::default()), 4));
    assert!(bloated < 2.5 && managed > 3.8, "MOS {bloated} with drop-tail, {managed} with CoDel");
}

#[test]
fn sources_with_periods_of_silence_send_in_the_other_periods_only() {
    for random in [false, true] {
        let spurts = Spurts { on: Span::from_millis(300), off: Span::from_millis(700), random };
        let results = results(&over(10.0, 40, vec![calls(20, Some(spurts))]), 200.0);
        let sent = results.datagrams.unwrap().received as f64;
        // 50 a second, 30 % of the time.
        let share = sent / (20.0 * 200.0 * 50.0);
        assert!((share - 0.3).abs() < 0.03, "{share} of the time");
    }
}

#[test]
fn every_drop_of_a_datagram_counts_as_a_loss() {
    let mut config = over(1.0, 40, vec![calls(20, None)]);
    config.link.buffer = aqm_sim::config::BufferConfig::Packets(20);
    let mut simulation = Simulation::new(&config);
    simulation.run_until(at(60.0));
    let summary = simulation.summary();
    let datagrams = summary.applications[0].datagrams.unwrap();
    // 1.6 Mbit/s for a link of 1 Mbit/s.
    assert!((datagrams.loss_rate - summary.drop_rate).abs() < 0.001, "{datagrams:?}");
    assert!((datagrams.loss_rate - 0.375).abs() < 0.01, "{datagrams:?}");
    assert!(datagrams.voice.unwrap().mos < 2.0);
}

/// All kinds together, with changes: results and digest are the same after going back.
#[test]
fn going_back_gives_the_same_results() {
    let web = WebConfig {
        page_bytes: 10_000,
        objects: 6,
        sizes: Sizes::Pareto { min: 2000, max: 100_000, shape: 1.2 },
        connections: 3,
        think: Think { mean: Span::from_millis(300), exponential: true },
    };
    let limited = LimitedConfig { rate: BitRate::from_mbps(0.5), chunk_bytes: 5000 };
    let kind = |per_s| {
        let sizes = Sizes::Lognormal { median: 8000, max: 1_000_000, sigma: 1.5 };
        AppKind::Short(ShortConfig { sizes, arrivals: FlowArrivals::Open(per_s) })
    };
    let traffic = vec![
        app(10, kind(20.0)),
        app(4, AppKind::Web(web)),
        app(2, AppKind::Limited(limited)),
        app(2, video(&[0.5, 2.0])),
        calls(
            3,
            Some(Spurts { on: Span::from_millis(400), off: Span::from_millis(600), random: true }),
        ),
        TrafficConfig::Bulk(bulk(2, CcKind::Cubic)),
    ];
    let mut config = over(10.0, 40, traffic);
    config.warmup = at(1.25);
    config.changes = vec![
        (at(4.0), Change::App { group: 0, kind: kind(60.0) }),
        (at(5.0), Change::Muted { group: 1, muted: true }),
        (at(6.0), Change::Flows { group: 3, flows: 1 }),
        (at(8.0), Change::Muted { group: 1, muted: false }),
    ];
    let mut simulation = Simulation::new(&config);
    let mut snapshots = Vec::new();
    for step in 1..10 {
        simulation.run_until(at(f64::from(step)));
        snapshots.push(simulation.snapshot());
    }
    simulation.run_until(at(10.3));
    let expected = (simulation.digest(), simulation.summary());
    assert!(expected.1.applications.iter().take(4).all(|results| results.completed > 3));
    let window = simulation.window(at(2.0), at(7.0)).applications;
    for snapshot in snapshots.iter().rev() {
        simulation.restore(snapshot);
        simulation.run_until(at(10.3));
        assert_eq!((simulation.digest(), simulation.summary()), expected);
        assert_eq!(simulation.window(at(2.0), at(7.0)).applications, window);
    }
}

/// A muted application opens no connection; after that its users begin anew.
#[test]
fn a_muted_application_is_silent() {
    let flows = short(5, 20_000, FlowArrivals::Closed(pause(50)));
    let mut config = over(10.0, 40, vec![flows]);
    let muted = |seconds, muted| (at(seconds), Change::Muted { group: 0, muted });
    config.changes = vec![muted(5.0, true), muted(10.0, false)];
    let mut simulation = Simulation::new(&config);
    simulation.run_until(at(15.0));
    let completed = |from, to| simulation.window(at(from), at(to)).applications[0].completed;
    assert!(completed(0.0, 5.0) > 50);
    assert_eq!(completed(5.0, 10.0), 0, "flows that were stopped do not count");
    assert!(completed(10.0, 15.0) > 50);
}
