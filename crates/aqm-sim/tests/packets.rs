//! The log of packets: its rows agree with the counters, the delays and the events of the run.

use crate::common::{bulk, cbr, scenario};
use aqm_sim::aqm::{AqmConfig, CodelParams, DropTailParams, DualPi2Params, FqCodelParams};
use aqm_sim::cc::CcKind;
use aqm_sim::config::{
    BufferConfig, BulkConfig, Direction, HopConfig, NoiseConfig, ReverseConfig, SimulationConfig,
    TrafficConfig,
};
use aqm_sim::log::{Fate, HopId, PacketKind, PacketRow, Signal};
use aqm_sim::metrics::{Column, SAMPLE_INTERVAL, Series};
use aqm_sim::time::{Span, Time};
use aqm_sim::units::BitRate;
use aqm_sim::world::Simulation;

const END: Time = Time::from_nanos(4_000_000_000);

/// Returns the sum of a column over the bins that begin at `from` or later.
fn sum(series: &Series, column: Column, from: Time) -> usize {
    let first = from.nanos().div_ceil(SAMPLE_INTERVAL.nanos()) as usize;
    series.column(column).skip(first).map(|value| value as usize).sum()
}

/// Checks the rows of a run that recorded its packets from `from` to its end, and its events from the start.
pub fn check(config: &SimulationConfig, mut simulation: Simulation, from: Time) {
    let rows = simulation.take_packets().expect("packets were recorded").take_all();
    let hops = config.link.before.len() + config.link.after.len();
    let mut all = vec![(HopId::Lane, Some(simulation.series()))];
    all.push((HopId::Reverse, simulation.reverse_series()));
    all.extend((0..hops).map(|index| (HopId::Other(index), simulation.hop_series(index))));
    // Counters cover whole bins.
    let bins = SAMPLE_INTERVAL.nanos();
    let (start, end) = (from.nanos().div_ceil(bins) * bins, simulation.now().nanos() / bins * bins);
    let (start, end) = (Time::from_nanos(start), Time::from_nanos(end));
    let is_inside = |time: Time| time >= start && time < end;
    for (hop, series) in all {
        let here: Vec<&PacketRow> = rows.iter().filter(|row| row.hop == hop).collect();
        let Some(series) = series else {
            assert!(here.is_empty(), "{hop:?}");
            continue;
        };
        let count =
            |is_it: &dyn Fn(&PacketRow) -> bool| here.iter().filter(|row| is_it(row)).count();
        let is_dropped = |row: &PacketRow| matches!(row.fate, Fate::Dropped(_));
        let left = |row: &PacketRow| row.dequeued.is_some_and(is_inside);
        let offered = count(&|row| is_inside(row.arrived));
        assert_eq!(offered, sum(series, Column::Offered, start), "{hop:?}: offered");
        let sent = count(&|row| left(row) && !is_dropped(row));
        assert_eq!(sent, sum(series, Column::Sent, start), "{hop:?}: sent");
        let drops = [Column::EarlyDrops, Column::OverflowDrops].map(|it| sum(series, it, start));
        let dropped = count(&|row| left(row) && is_dropped(row));
        assert_eq!(dropped, drops[0] + drops[1], "{hop:?}: dropped");
    }
    let log = simulation.take_events().expect("events were recorded");
    let mut events: Vec<_> = log
        .events()
        .iter()
        .filter(|event| event.at >= from && !matches!(event.signal, Signal::Mark(_)))
        .filter(|event| event.at.nanos() - event.sojourn.nanos() >= from.nanos())
        .map(|event| (event.at, event.hop, event.flow, event.sequence, event.bytes))
        .collect();
    let ends = rows.iter().filter(|row| row.arrived >= from && row.fate.code().is_some());
    let mut ends: Vec<_> = ends
        .map(|row| {
            let at = if row.fate == Fate::Lost { row.departed } else { row.dequeued };
            (at.expect("it has left"), row.hop, row.flow, row.sequence, row.bytes)
        })
        .collect();
    events.sort_unstable();
    ends.sort_unstable();
    // ACKs of packets that left before the log began have no row.
    events.retain(|event| event.1 != HopId::WayBack);
    ends.retain(|end| end.1 != HopId::WayBack);
    assert_eq!(ends, events, "drops and losses");
    check_times(&rows);
}

/// Checks that no packet does something before what must come first.
fn check_times(rows: &[PacketRow]) {
    for row in rows {
        let times = [Some(row.arrived), row.enqueued, row.dequeued, row.departed, row.delivered];
        let known: Vec<Time> = times.into_iter().flatten().collect();
        assert!(known.is_sorted(), "{row:?}");
        let is_acknowledgement_without_hop = row.hop == HopId::WayBack;
        let has_left = matches!(row.fate, Fate::Forwarded | Fate::Delivered);
        assert_eq!(row.delivered.is_some(), has_left, "{row:?}");
        if has_left && !is_acknowledgement_without_hop {
            assert!(times.iter().all(Option::is_some), "{row:?}");
        }
    }
    assert!(rows.is_sorted_by_key(|row| row.arrived));
}

fn config(queue: AqmConfig) -> SimulationConfig {
    let marked = BulkConfig { ecn: true, ..bulk(3, CcKind::Cubic) };
    let traffic = vec![
        TrafficConfig::Bulk(bulk(3, CcKind::NewReno)),
        TrafficConfig::Bulk(marked),
        TrafficConfig::Datagrams(cbr(15.0, 1.0)),
    ];
    SimulationConfig { warmup: Time::ZERO, ..scenario(queue, traffic) }
}

fn record(config: &SimulationConfig, from: Time, to: Time) -> Simulation {
    let mut simulation = Simulation::new(config);
    simulation.record_packets(from, to, usize::MAX);
    simulation.record_events(Time::ZERO, END, usize::MAX);
    simulation.run_until(END);
    simulation
}

fn rows(config: &SimulationConfig, from: Time, to: Time) -> Vec<PacketRow> {
    record(config, from, to).take_packets().expect("packets were recorded").take_all()
}

#[test]
fn rows_agree_with_the_counters_of_every_discipline() {
    for (_, queue) in AqmConfig::examples() {
        let config = config(queue.with_ecn(true));
        check(&config, record(&config, Time::ZERO, END), Time::ZERO);
    }
}

#[test]
fn the_mean_of_the_delays_is_the_measured_one() {
    for (name, queue) in AqmConfig::examples() {
        let config = config(queue.with_ecn(true));
        let simulation = record(&config, Time::ZERO, END);
        let summary = simulation.summary();
        let rows = rows(&config, Time::ZERO, END);
        let sent = |row: &&PacketRow| {
            row.hop == HopId::Lane
                && row.dequeued.is_some()
                && !matches!(row.fate, Fate::Dropped(_))
        };
        let delays: Vec<f64> = rows
            .iter()
            .filter(sent)
            .map(|row| (row.dequeued.expect("sent") - row.arrived).millis())
            .collect();
        let mean = delays.iter().sum::<f64>() / delays.len() as f64;
        let measured = summary.delay.expect("packets were sent").mean;
        assert!((mean - measured).abs() < 1e-9 * measured, "{name}: {mean} ms, {measured} ms");
        let marks = rows.iter().filter(|row| row.mark.is_some()).count() as u64;
        let most = summary.packets.marked;
        // Some disciplines mark a packet twice, or mark one that they drop.
        assert!(marks <= most && marks * 2 >= most, "{name}: {marks} rows, {most} marks");
    }
}

#[test]
fn a_span_has_the_packets_that_were_in_the_queue_in_it() {
    let config = config(AqmConfig::DropTail(DropTailParams));
    let all = rows(&config, Time::ZERO, END);
    let (from, to) = (Time::from_seconds(1.503), Time::from_seconds(1.811));
    let expected: Vec<&PacketRow> = all
        .iter()
        .filter(|row| row.hop == HopId::Lane)
        .filter(|row| row.arrived < to && row.dequeued.is_none_or(|at| at >= from))
        .filter(|row| row.arrived >= from || row.enqueued.is_some())
        .collect();
    let part = rows(&config, from, to);
    let part: Vec<&PacketRow> = part.iter().filter(|row| row.hop == HopId::Lane).collect();
    assert_eq!(part, expected);
    assert!(part[0].arrived < from && part.iter().any(|row| row.dequeued > Some(to)));
}

#[test]
fn an_acknowledgement_without_a_hop_has_a_row() {
    let rows = rows(&config(AqmConfig::DropTail(DropTailParams)), Time::ZERO, END);
    let acks: Vec<_> = rows.iter().filter(|row| row.kind == PacketKind::Ack).collect();
    assert!(acks.len() > 1000 && acks.iter().all(|row| row.hop == HopId::WayBack));
    let back = |row: &PacketRow| row.delivered.expect("delivered") - row.arrived;
    assert!(acks.iter().all(|row| back(row) == Span::from_millis(25)));
}

#[test]
fn rows_name_bucket_and_class() {
    let of = |queue: AqmConfig| rows(&config(queue.with_ecn(true)), Time::ZERO, END);
    let lane = |rows: Vec<PacketRow>| -> Vec<PacketRow> {
        rows.into_iter().filter(|row| row.hop == HopId::Lane && row.enqueued.is_some()).collect()
    };
    let fair = lane(of(AqmConfig::FqCodel(FqCodelParams::default())));
    for row in &fair {
        let other = fair.iter().find(|other| other.flow == row.flow).expect("itself");
        assert!(row.bucket.is_some() && row.bucket == other.bucket, "one bucket a flow");
    }
    assert!(["sparse", "bulk"].map(Some).iter().all(|it| fair.iter().any(|row| row.class == *it)));
    let dual = lane(of(AqmConfig::DualPi2(DualPi2Params::default())));
    assert!(dual.iter().all(|row| row.bucket.is_none() && row.class != Some("sparse")));
    assert!(dual.iter().any(|row| row.class.is_some()));
    let single = lane(of(AqmConfig::Codel(CodelParams::default())));
    assert!(single.iter().all(|row| row.bucket.is_none() && row.class.is_none()));
}

#[test]
fn a_packet_has_a_row_at_each_hop_and_losses_have_one_behind_the_hop() {
    let mut config = config(AqmConfig::Codel(CodelParams::default()));
    let hop = |mbps| HopConfig {
        rate: BitRate::from_mbps(mbps),
        buffer: BufferConfig::Packets(60),
        device_queue: 3,
        queue: Some(AqmConfig::DropTail(DropTailParams)),
        delay: Span::from_millis(2),
    };
    config.link.before = vec![hop(30.0)];
    config.link.after = vec![hop(18.0)];
    config.link.noise = NoiseConfig { loss: 0.02, ..NoiseConfig::default() };
    config.link.reverse = Some(ReverseConfig {
        rate: BitRate::from_mbps(1.0),
        buffer: BufferConfig::Packets(50),
        queue: None,
    });
    config.traffic[1].set_direction(Direction::Reverse);
    let simulation = record(&config, Time::ZERO, END);
    let log = simulation.events().expect("recorded").events().to_vec();
    let hops = [HopId::Lane, HopId::Reverse, HopId::Other(0), HopId::Other(1)];
    for hop in hops {
        assert!(log.iter().any(|event| event.hop == hop), "{hop:?} has an event");
    }
    let losses = |hop| {
        let is_loss = |signal| matches!(signal, Signal::Loss);
        log.iter().filter(|event| event.hop == hop && is_loss(event.signal)).count()
    };
    assert!(losses(HopId::Lane) > 50 && losses(HopId::Reverse) > 5);
    assert_eq!(losses(HopId::Other(0)) + losses(HopId::Other(1)), 0, "noise lies behind the lane");
    check(&config, simulation, Time::ZERO);
    let rows = rows(&config, Time::ZERO, END);
    let reached = |hop, from: HopId| {
        let forwarded = rows.iter().filter(|row| row.hop == from && row.fate == Fate::Forwarded);
        let reached = forwarded.filter_map(|row| row.delivered).filter(|&at| at < END);
        let here = rows.iter().filter(|row| row.hop == hop);
        // The datagrams and the data of group 0 pass all hops.
        (reached.count(), here.count())
    };
    let (forwarded, arrived) = reached(HopId::Lane, HopId::Other(0));
    assert_eq!(forwarded, arrived);
    let (forwarded, arrived) = reached(HopId::Other(1), HopId::Lane);
    assert_eq!(forwarded, arrived);
    assert!(rows.iter().all(|row| row.fate != Fate::Delivered || row.hop != HopId::Other(0)));
}

#[test]
fn a_log_in_parts_has_the_same_rows() {
    let config = config(AqmConfig::FqCodel(FqCodelParams::default()));
    let expected = rows(&config, Time::ZERO, END);
    let mut simulation = Simulation::new(&config);
    simulation.record_packets(Time::ZERO, END, usize::MAX);
    let mut found = Vec::new();
    while simulation.now() < END {
        simulation.run_until(simulation.now() + SAMPLE_INTERVAL);
        found.extend(simulation.take_finished_packets());
    }
    assert!(found.len() > expected.len() / 2, "most rows do not wait for the end");
    found.extend(simulation.take_packets().expect("recorded").take_all());
    assert_eq!(found, expected);
}

#[test]
fn a_full_log_counts_the_packets_without_a_row() {
    let config = config(AqmConfig::DropTail(DropTailParams));
    let all = rows(&config, Time::ZERO, END).len();
    let mut simulation = Simulation::new(&config);
    simulation.record_packets(Time::ZERO, END, 100);
    simulation.run_until(END);
    let mut log = simulation.take_packets().expect("recorded");
    let skipped = log.skipped() as usize;
    assert_eq!((log.take_all().len(), skipped), (100, all - 100));
}
