//! Applications without a network: the test plays the host.

use super::*;
use crate::config::{
    BulkConfig, FlowArrivals, Ladder, LimitedConfig, ShortConfig, Sizes, Think, VideoConfig,
};
use crate::config::{Direction, JitterConfig, WebConfig};
use crate::units::BitRate;

/// An application and a host that opens connection `n` under the number `n`.
struct Host {
    app: App,
    results: Results,
    connections: u32,
}

impl Host {
    fn new(kind: AppKind) -> Self {
        let tcp = BulkConfig {
            flows: 0,
            muted: false,
            direction: Direction::Forward,
            cc: Default::default(),
            stack: Default::default(),
            ecn: false,
            pacing: false,
            sack: true,
            delayed_ack: true,
            initial_window: 10,
            initial_rto: Span::from_millis(1000),
            receive_window: 1000,
            packet_bytes: 1052,
            rtt: None,
            jitter: JitterConfig::default(),
            start: Time::ZERO,
            stagger: Span::ZERO,
            spread: Span::ZERO,
            stop: Time::NEVER,
        };
        let config = AppConfig { tcp, kind };
        let results = results_of(&TrafficConfig::App(config), Time::ZERO);
        Host { app: App::new(&config, 1, 0), results: results.unwrap(), connections: 0 }
    }

    fn act(&mut self, seconds: f64, act: impl FnOnce(&mut App, &mut Turn)) -> Vec<Action> {
        let mut actions = Vec::new();
        let now = Time::from_seconds(seconds);
        act(&mut self.app, &mut Turn { now, results: &mut self.results, actions: &mut actions });
        for action in &actions {
            if let Action::Open { user, channel, .. } = *action {
                self.app.opened(user, channel, self.connections);
                self.connections += 1;
            }
        }
        actions
    }

    fn timer(&mut self) -> (f64, Vec<Action>) {
        let seconds = self.app.next_timer().seconds();
        (seconds, self.act(seconds, App::on_timer))
    }
}

fn open(channel: u32, segments: u64, asked: bool) -> Action {
    Action::Open { user: 0, channel, segments, asked }
}

fn write(flow: FlowId, segments: u64) -> Action {
    Action::Write { flow, segments, asked: true }
}

#[test]
fn a_page_gives_each_free_connection_the_next_object() {
    let pause = Think { mean: Span::from_millis(500), exponential: false };
    let web = WebConfig {
        page_bytes: 2500,
        objects: 4,
        sizes: Sizes::Fixed(1000),
        connections: 2,
        think: pause,
    };
    let mut host = Host::new(AppKind::Web(web));
    host.act(0.0, |app, turn| app.resize(1, turn));
    assert_eq!(host.timer(), (0.0, vec![open(0, 3, true)]));
    let next = host.act(1.0, |app, turn| app.on_message(0, 0, turn));
    assert_eq!(next, [write(0, 1), open(1, 1, true)]);
    assert_eq!(host.act(2.0, |app, turn| app.on_message(0, 1, turn)), [write(1, 1)]);
    assert_eq!(host.act(2.5, |app, turn| app.on_message(0, 1, turn)), [write(1, 1)]);
    assert_eq!(host.act(3.0, |app, turn| app.on_message(0, 0, turn)), [], "no object is left");
    let end = host.act(4.0, |app, turn| app.on_message(0, 1, turn));
    assert_eq!(end, [Action::Close { flow: 0 }, Action::Close { flow: 1 }]);
    let times = host.results.whole(0, Time::from_seconds(5.0)).times.unwrap();
    assert_eq!(times.max, 4000.0);
    assert_eq!(host.timer(), (4.5, vec![open(0, 3, true)]));
}

#[test]
fn a_player_takes_the_highest_rate_within_80_percent_of_its_throughput() {
    let rates = [1.0, 2.0, 4.0].map(BitRate::from_mbps);
    let video = VideoConfig {
        ladder: Ladder::new(&rates),
        segment: Span::from_millis(1000),
        buffer: Span::from_millis(3000),
        startup: Span::from_millis(2000),
    };
    let mut host = Host::new(AppKind::Video(video));
    host.act(0.0, |app, turn| app.resize(1, turn));
    // The lowest rate: 1 Mbit in segments of 8000 bits.
    assert_eq!(host.timer(), (0.0, vec![open(0, 125, true)]));
    // 1 Mbit in 0.2 s allows 4 Mbit/s: 5 * 0.8.
    assert_eq!(host.act(0.2, |app, turn| app.on_message(0, 0, turn)), [write(0, 500)]);
    // 4 Mbit in 2 s: the last throughput counts, not the smoothed one of 4.1. Playback starts.
    assert_eq!(host.act(2.2, |app, turn| app.on_message(0, 0, turn)), [write(0, 125)]);
    // The buffer is empty at 4.2 s; the stall lasts until two segments have arrived.
    assert_eq!(host.timer(), (4.2, vec![]));
    host.act(5.2, |app, turn| app.on_message(0, 0, turn));
    host.act(5.7, |app, turn| app.on_message(0, 0, turn));
    let results = host.results.whole(0, Time::from_seconds(6.0)).video.unwrap();
    assert_eq!((results.stalls, results.startup_ms), (1, Some(2200.0)));
    assert!((results.stalled_s - 1.5).abs() < 1e-9, "{results:?}");
    // With 3 s in the buffer the next download must wait.
    let rest = host.act(5.8, |app, turn| app.on_message(0, 0, turn));
    assert_eq!(rest, [], "the buffer holds 2.9 s");
    let (at, next) = host.timer();
    assert!((at - 6.7).abs() < 1e-9 && next.len() == 1, "{at}: {next:?}");
}

#[test]
fn a_writer_skips_chunks_while_64_are_on_their_way() {
    let rate = BitRate::from_bps(80_000);
    let mut host = Host::new(AppKind::Limited(LimitedConfig { rate, chunk_bytes: 900 }));
    host.act(0.0, |app, turn| app.resize(1, turn));
    assert_eq!(host.timer(), (0.0, vec![open(0, 1, false)]));
    // Chunks are whole segments: 1000 bytes every 0.1 s.
    for chunk in 1..70 {
        let (at, actions) = host.timer();
        assert!((at - 0.1 * f64::from(chunk)).abs() < 1e-6);
        assert_eq!(actions.len(), usize::from(chunk < 64), "chunk {chunk}");
    }
    assert_eq!(host.results.whole(0, Time::from_seconds(7.0)).refused, 6);
    host.act(7.0, |app, turn| app.on_message(0, 0, turn));
    assert_eq!(host.timer().1.len(), 1, "there is room again");
}

#[test]
fn a_closed_loop_becomes_an_open_one_and_back() {
    let pause = Think { mean: Span::from_millis(100), exponential: false };
    let kind = |arrivals| AppKind::Short(ShortConfig { sizes: Sizes::Fixed(1), arrivals });
    let mut host = Host::new(kind(FlowArrivals::Closed(pause)));
    host.act(0.0, |app, turn| app.resize(3, turn));
    assert_eq!(host.timer().1.len(), 3);
    host.act(1.0, |app, turn| app.on_message(2, 0, turn));
    host.act(1.0, |app, turn| app.reconfigure(&kind(FlowArrivals::Open(10.0)), turn.now));
    // Only the third user is free.
    let mut opened = 0;
    for _ in 0..5 {
        opened += host.timer().1.len();
    }
    assert_eq!(opened, 1);
    assert_eq!(host.results.whole(0, Time::from_seconds(9.0)).refused, 4);
    let now = host.app.next_timer().seconds();
    host.act(now, |app, turn| app.on_message(1, 0, turn));
    host.act(now, |app, turn| {
        app.reconfigure(&kind(FlowArrivals::Closed(pause)), turn.now);
    });
    let (at, actions) = host.timer();
    assert!((at - now - 0.1).abs() < 1e-6, "{at} after {now}");
    assert_eq!(actions, [Action::Open { user: 1, channel: 0, segments: 1, asked: false }]);
}
