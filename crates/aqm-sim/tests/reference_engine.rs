//! Compares the fast engine with the reference engine, packet by packet, on random scenarios.

use crate::common;
use crate::packets;
use crate::reference::Reference;
use crate::reference::measures::Measures;
use aqm_sim::aqm::{AqmConfig, DropTailParams};
use aqm_sim::cc::cubic::CubicParams;
use aqm_sim::cc::{CcConfig, CcKind};
use aqm_sim::config::{
    AppConfig, AppKind, Arrivals, BufferConfig, BulkConfig, Change, DatagramConfig, Direction,
    Distribution, FlowArrivals, HopConfig, JitterConfig, JitterPlace, Ladder, LimitedConfig,
    LinkConfig, MAX_OTHER_HOPS, MeterConfig, NoiseConfig, ReverseConfig, ShortConfig,
    SimulationConfig, SizeList, Sizes, Spurts, Think, TrafficConfig, VideoConfig, VoiceConfig,
    WebConfig,
};
use aqm_sim::schedule::{RateSchedule, Step};
use aqm_sim::tcp::Stack;
use aqm_sim::time::{Span, Time};
use aqm_sim::units::BitRate;
use aqm_sim::world::Simulation;
use proptest::prelude::*;

const CASES: u32 = 1000;

fn millis(range: std::ops::Range<u64>) -> impl Strategy<Value = Span> {
    // Whole milliseconds cause ties; odd nanoseconds avoid them.
    (range, prop_oneof![Just(0u64), 0u64..1_000_000])
        .prop_map(|(millis, nanos)| Span::from_millis(millis) + Span::from_nanos(nanos))
}

fn moment(end: Time) -> impl Strategy<Value = Time> {
    let end = end.nanos() / 1_000_000;
    millis(0..end).prop_map(|span| Time::ZERO + span)
}

fn rate() -> impl Strategy<Value = BitRate> {
    prop_oneof![
        (1u64..30).prop_map(|mbps| BitRate::from_bps(mbps * 1_000_000)),
        (300_000u64..20_000_000).prop_map(BitRate::from_bps),
    ]
}

fn queue() -> impl Strategy<Value = AqmConfig> {
    (prop::sample::select(common::all_variants()), any::<bool>())
        .prop_map(|(config, ecn)| config.with_ecn(ecn))
}

fn buffer() -> impl Strategy<Value = BufferConfig> {
    prop_oneof![
        (1u64..150).prop_map(BufferConfig::Packets),
        (2_000u64..200_000).prop_map(BufferConfig::Bytes),
        (1u64..200)
            .prop_map(|ms| BufferConfig::Delay { span: Span::from_millis(ms), min_packets: 4 }),
        (0.2f64..4.0).prop_map(|factor| BufferConfig::Bdp { factor, min_packets: 4 }),
    ]
}

/// Generates every algorithm with its defaults, and CUBIC with random parameters.
fn congestion_control() -> impl Strategy<Value = CcConfig> {
    let params = (0.3f64..0.95, 0.05f64..2.0, any::<[bool; 3]>());
    prop_oneof![
        3 => prop::sample::select(CcKind::ALL).prop_map(CcConfig::from),
        1 => params.prop_map(|(beta, c, [fast_convergence, tcp_friendliness, hystart])| {
            CcConfig::Cubic(CubicParams { beta, c, fast_convergence, tcp_friendliness, hystart })
        }),
    ]
}

fn device_queue() -> impl Strategy<Value = u64> {
    prop_oneof![3 => Just(0u64), 1 => 1u64..30]
}

/// Bytes of the token bucket: none, less than a packet, or some packets.
fn token_bucket() -> impl Strategy<Value = u64> {
    prop_oneof![3 => Just(0u64), 1 => 1u64..30_000]
}

fn jitter() -> impl Strategy<Value = JitterConfig> {
    let distribution = prop_oneof![Just(Distribution::Uniform), Just(Distribution::Normal)];
    let place = prop_oneof![Just(JitterPlace::Behind), Just(JitterPlace::Ahead)];
    let some = (millis(0..15), distribution, place);
    prop_oneof![
        3 => Just(JitterConfig::default()),
        1 => some.prop_map(|(size, distribution, place)| JitterConfig { size, distribution, place }),
    ]
}

prop_compose! {
    fn reverse()(
        rate in rate(),
        buffer in buffer(),
        queue in prop::option::of(queue()),
    ) -> ReverseConfig {
        ReverseConfig { rate, buffer, queue }
    }
}

prop_compose! {
    fn hop()(
        rate in rate(),
        buffer in buffer(),
        device_queue in device_queue(),
        queue in prop::option::of(queue()),
        delay in prop_oneof![Just(Span::ZERO), millis(0..40)],
    ) -> HopConfig {
        HopConfig { rate, buffer, device_queue, queue, delay }
    }
}

/// Other hops ahead of and behind that of the lane: usually none.
fn other_hops() -> impl Strategy<Value = (Vec<HopConfig>, Vec<HopConfig>)> {
    let some = (prop::collection::vec(hop(), 0..=MAX_OTHER_HOPS), any::<prop::sample::Index>());
    let some = some.prop_map(|(mut before, index)| {
        let after = before.split_off(index.index(before.len() + 1));
        (before, after)
    });
    prop_oneof![2 => Just((Vec::new(), Vec::new())), 1 => some]
}

/// Usually no noise.
fn noise() -> impl Strategy<Value = NoiseConfig> {
    prop_oneof![
        3 => Just(NoiseConfig::default()),
        1 => (jitter(), 0.0f64..0.05).prop_map(|(jitter, loss)| NoiseConfig { jitter, loss }),
    ]
}

/// Usually no schedule; otherwise steps with outages, once or repeated.
fn schedule() -> impl Strategy<Value = Option<RateSchedule>> {
    let step = (1u64..400, prop_oneof![1 => Just(BitRate::default()), 4 => rate()]);
    let some = (prop::collection::vec(step, 1..6), rate(), any::<bool>());
    let some = some.prop_map(|(gaps, last, repeats)| {
        let mut at = Span::ZERO;
        let mut steps = Vec::new();
        for (gap, rate) in gaps {
            steps.push(Step { at, rate });
            at += Span::from_millis(gap);
        }
        steps.push(Step { at, rate: last });
        RateSchedule::new(steps, repeats.then(|| at + Span::from_millis(30)))
    });
    prop::option::weighted(0.3, some)
}

prop_compose! {
    fn bulk()(
        flows in 0u32..5,
        cc in congestion_control(),
        pacing in prop::bool::weighted(0.3),
        stack in prop_oneof![Just(Stack::Linux6), Just(Stack::Linux310), Just(Stack::Rfc)],
        (ecn, sack, delayed_ack) in any::<(bool, bool, bool)>(),
        window in prop_oneof![Just(1u64 << 20), 2u64..60],
        rtt in prop::option::of(millis(0..120)),
        jitter in jitter(),
        (stagger, spread) in (prop_oneof![Just(Span::ZERO), millis(0..200)], millis(0..100)),
        stop in prop_oneof![3 => Just(Time::NEVER), 1 => moment(END)],
        muted in prop::bool::weighted(0.15),
    ) -> TrafficConfig {
        TrafficConfig::Bulk(BulkConfig {
            direction: Direction::Forward,
            muted, pacing, stack, ecn, sack, delayed_ack, rtt, jitter, stagger, spread, stop,
            receive_window: window,
            ..common::bulk(flows, cc)
        })
    }
}

prop_compose! {
    fn datagrams()(
        flows in 1u32..3,
        muted in prop::bool::weighted(0.15),
        rate in prop_oneof![1 => Just(BitRate::default()), 5 => rate()],
        packet_bytes in 40u32..1500,
        arrivals in prop_oneof![
            Just(Arrivals::Constant),
            Just(Arrivals::Poisson),
            Just(Arrivals::PoissonExponentialSize)
        ],
        ecn in any::<bool>(),
        (start, spread) in (moment(END), prop_oneof![Just(Span::ZERO), millis(0..100)]),
        spurts in prop::option::weighted(0.4, (millis(1..200), millis(1..200), any::<bool>())),
        meter in prop::option::of((prop::option::of(millis(0..120)), any::<bool>())),
    ) -> TrafficConfig {
        let stop = Time::NEVER;
        let spurts = spurts.map(|(on, off, random)| Spurts { on, off, random });
        let meter = meter.map(|(rtt, has_voice)| MeterConfig {
            rtt,
            voice: has_voice.then_some(VoiceConfig {
                packetization: Span::from_millis(20),
                jitter_buffer: Span::from_millis(5),
                impairment: 0.0,
                robustness: 25.1,
            }),
        });
        TrafficConfig::Datagrams(
            DatagramConfig {
                flows, muted, rate, packet_bytes, arrivals, ecn, start, spread, stop, spurts, meter,
                direction: Direction::Forward,
            }
        )
    }
}

fn sizes() -> impl Strategy<Value = Sizes> {
    prop_oneof![
        (1u64..60_000).prop_map(Sizes::Fixed),
        Just(Sizes::List(SizeList::new(&[400, 30_000, 5_000]))),
        (500u64..5_000, 1.0f64..2.0).prop_map(|(min, shape)| Sizes::Pareto {
            min,
            max: 200_000,
            shape
        }),
        (500u64..20_000, 0.1f64..2.0).prop_map(|(median, sigma)| Sizes::Lognormal {
            median,
            max: 100_000,
            sigma
        }),
    ]
}

fn think() -> impl Strategy<Value = Think> {
    (prop_oneof![Just(Span::ZERO), millis(0..200)], any::<bool>())
        .prop_map(|(mean, exponential)| Think { mean, exponential })
}

fn short() -> impl Strategy<Value = AppKind> {
    let arrivals = prop_oneof![
        think().prop_map(FlowArrivals::Closed),
        (0.0f64..80.0).prop_map(FlowArrivals::Open),
    ];
    (sizes(), arrivals)
        .prop_map(|(sizes, arrivals)| AppKind::Short(ShortConfig { sizes, arrivals }))
}

fn web() -> impl Strategy<Value = AppKind> {
    (1u64..40_000, 0u32..8, sizes(), 1u32..5, think()).prop_map(
        |(page_bytes, objects, sizes, connections, think)| {
            AppKind::Web(WebConfig { page_bytes, objects, sizes, connections, think })
        },
    )
}

fn limited() -> impl Strategy<Value = AppKind> {
    let rate = prop_oneof![1 => Just(BitRate::default()), 5 => rate()];
    (rate, 100u64..20_000)
        .prop_map(|(rate, chunk_bytes)| AppKind::Limited(LimitedConfig { rate, chunk_bytes }))
}

fn video() -> impl Strategy<Value = AppKind> {
    (millis(50..300), millis(100..800), millis(50..400), 1usize..4).prop_map(
        |(segment, buffer, startup, count)| {
            let rates = [0.3, 1.5, 6.0].map(BitRate::from_mbps);
            let ladder = Ladder::new(&rates[..count]);
            let buffer = buffer.max(segment * 2);
            AppKind::Video(VideoConfig { ladder, segment, buffer, startup })
        },
    )
}

/// Generates an application, and another behaviour of the same kind.
fn app() -> impl Strategy<Value = (TrafficConfig, AppKind)> {
    let kinds = prop_oneof![
        (short(), short()),
        (web(), web()),
        (limited(), limited()),
        (video(), video()),
    ];
    (bulk(), kinds).prop_map(|(tcp, (kind, next))| {
        let TrafficConfig::Bulk(tcp) = tcp else {
            unreachable!("these are the options of a bulk group")
        };
        (TrafficConfig::App(AppConfig { tcp, kind }), next)
    })
}

/// Generates a change for a scenario with two bulk groups, datagrams and an application.
fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        rate().prop_map(Change::Rate),
        millis(0..150).prop_map(Change::Rtt),
        buffer().prop_map(Change::Buffer),
        device_queue().prop_map(Change::DeviceQueue),
        token_bucket().prop_map(Change::TokenBucket),
        noise().prop_map(Change::Noise),
        reverse().prop_map(Change::Reverse),
        (0..MAX_OTHER_HOPS, hop()).prop_map(|(index, hop)| Change::Hop { index, hop }),
        queue().prop_map(Change::Queue),
        (1u64..5).prop_map(Change::DropNext),
        (0usize..4, 0u32..7).prop_map(|(group, flows)| Change::Flows { group, flows }),
        (0usize..4, any::<bool>()).prop_map(|(group, muted)| Change::Muted { group, muted }),
        (prop::sample::select(vec![0usize, 1, 3]), congestion_control())
            .prop_map(|(group, cc)| Change::CongestionControl { group, cc }),
        (0usize..4, any::<bool>()).prop_map(|(group, ecn)| Change::Ecn { group, ecn }),
        rate().prop_map(|rate| Change::SourceRate { group: 2, rate }),
        (0usize..4, prop::option::of(millis(0..120)))
            .prop_map(|(group, rtt)| Change::GroupRtt { group, rtt }),
        (rate(), 100u32..1500, millis(1..300))
            .prop_map(|(rate, packet_bytes, length)| Change::Burst { rate, packet_bytes, length }),
    ]
}

pub const END: Time = Time::from_nanos(1_800_000_000);

prop_compose! {
    pub fn scenario()(
        seed in any::<u64>(),
        warmup in millis(0..900),
        (rate, rtt, buffer) in (rate(), millis(0..120), buffer()),
        (device_queue, token_bucket) in (device_queue(), token_bucket()),
        (noise, schedule) in (noise(), schedule()),
        ack_path in prop::option::weighted(0.25, (50_000u64..1_000_000, 1u64..50)),
        reverse in prop::option::weighted(0.4, reverse()),
        (before, after) in other_hops(),
        directions in any::<[(bool, bool, u8, u8); 4]>(),
        queue in queue(),
        traffic in (bulk(), bulk(), datagrams()),
        app in prop::option::weighted(0.6, (app(), moment(END))),
        mut changes in prop::collection::vec((moment(END), change()), 0..7),
    ) -> SimulationConfig {
        let ack_path = ack_path.filter(|_| reverse.is_none());
        if reverse.is_none() {
            changes.retain(|(_, change)| !matches!(change, Change::Reverse(_)));
        }
        let mut traffic = vec![traffic.0, traffic.1, traffic.2];
        if let Some(((app, kind), at)) = app {
            traffic.push(app);
            changes.push((at, Change::App { group: 3, kind }));
        } else {
            changes.retain(|(_, change)| group_of(change) != Some(3));
        }
        let others = before.len() + after.len();
        changes.retain(|(_, change)| !matches!(change, Change::Hop { index, .. } if *index >= others));
        for (group, (is_reverse, is_part, a, b)) in traffic.iter_mut().zip(directions) {
            let hops = others as u8 + 1;
            let (first, last) = (a % hops, b % hops);
            group.set_direction(if is_reverse && reverse.is_some() {
                Direction::Reverse
            } else if is_part {
                Direction::Part { first: first.min(last), last: first.max(last) }
            } else {
                Direction::Forward
            });
        }
        SimulationConfig {
            seed,
            warmup: Time::ZERO + warmup,
            link: LinkConfig {
                rate,
                rtt,
                buffer,
                ack_rate: ack_path.map(|(bps, _)| BitRate::from_bps(bps)),
                ack_buffer: ack_path.map_or(1000, |(_, packets)| packets),
                device_queue,
                token_bucket,
                noise,
                schedule,
                reverse,
                before,
                after,
            },
            queue,
            traffic,
            changes,
        }
    }
}

/// Returns the group that a change concerns.
fn group_of(change: &Change) -> Option<usize> {
    match *change {
        Change::Flows { group, .. }
        | Change::Muted { group, .. }
        | Change::CongestionControl { group, .. }
        | Change::Ecn { group, .. }
        | Change::GroupRtt { group, .. } => Some(group),
        _ => None,
    }
}

/// Runs both engines. Panics with the first difference.
fn compare(config: &SimulationConfig) {
    let mut reference = Reference::new(config);
    let mut simulation = Simulation::new(config).with_parts();
    reference.run_until(END);
    // In slices, as on the page.
    for slice in 1..=9 {
        simulation.run_until(Time::from_nanos(END.nanos() / 9 * slice));
    }
    if simulation.digest() != reference.digest() {
        panic!("{}", first_difference(config));
    }
    let summary = simulation.summary();
    Measures::new(&reference, END).assert_equals(&summary);
    assert_eq!(reference.applications(), summary.applications);
}

/// Runs both engines again, step by step, and describes the first difference.
fn first_difference(config: &SimulationConfig) -> String {
    let mut reference = Reference::new(config);
    reference.record_steps();
    reference.run_until(END);
    let mut simulation = Simulation::new(config);
    let mut before = Time::ZERO;
    for (index, &(expected_at, digest)) in reference.steps().iter().enumerate() {
        simulation.run_until(expected_at + Span::from_nanos(1));
        if simulation.digest() == digest {
            before = expected_at;
            continue;
        }
        let entries = reference.entries();
        let window = entries.iter().filter(|(at, _)| *at >= before && *at <= expected_at);
        let lines: Vec<_> =
            window.map(|(at, entry)| format!("  {} {entry:?}", at.nanos())).collect();
        return format!(
            "step {index}, at {} ns\n\
             reference since the step before:\n{}\nengine's backlog {:?}",
            expected_at.nanos(),
            lines.join("\n"),
            simulation.backlog(),
        );
    }
    "the first difference is after the last step".to_string()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    #[test]
    fn both_engines_agree_on_every_packet(config in scenario()) {
        compare(&config);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES / 4))]

    /// All packets then take the general code, at all hops and both endpoints.
    #[test]
    fn recording_packets_does_not_change_the_run(config in scenario(), from in 0u64..2000) {
        let mut plain = Simulation::new(&config).with_parts();
        plain.run_until(END);
        for from in [Time::ZERO, Time::ZERO + Span::from_millis(from)] {
            let mut watched = Simulation::new(&config).with_parts();
            watched.record_packets(from, END, usize::MAX);
            watched.record_events(Time::ZERO, END, usize::MAX);
            for slice in 1..=9 {
                watched.run_until(Time::from_nanos(END.nanos() / 9 * slice));
            }
            watched.run_until(END);
            prop_assert_eq!(watched.digest(), plain.digest());
            prop_assert_eq!(watched.summary(), plain.summary());
            packets::check(&config, watched, from);
        }
    }
}

/// Runs with different seeds have different digests.
#[test]
fn a_different_seed_changes_the_digest() {
    let traffic = vec![TrafficConfig::Bulk(common::bulk(3, CcKind::Cubic))];
    let config = common::scenario(AqmConfig::DropTail(DropTailParams), traffic);
    let reseeded = SimulationConfig { seed: 2, ..config.clone() };
    let (mut a, mut b) = (Reference::new(&config), Simulation::new(&reseeded));
    a.run_until(END);
    b.run_until(END);
    assert_ne!(a.digest(), b.digest());
}
