use super::*;
use crate::header::tests::packet;
use crate::header::{Header, is_valid};
use aqm_scenario::{build, read_scenario};

/// A path under a fake clock, with what it has told.
struct Bed {
    path: Path,
    now: Time,
    /// End, flow (by its port), and due time in us.
    delivered: Vec<(Side, u16, u64)>,
    marked: usize,
    lost: usize,
    dequeues: usize,
}

fn us(micros: u64) -> Time {
    Time::from_nanos(micros * 1000)
}

impl Bed {
    fn new(scenario: &str) -> Self {
        let scenario = read_scenario(scenario).unwrap();
        let mut path = Path::new(&build(&scenario, 0));
        path.add_flow(Some(0));
        path.add_flow(Some(scenario.traffic.len() - 1));
        let now = Time::ZERO;
        Bed { path, now, delivered: Vec::new(), marked: 0, lost: 0, dequeues: 0 }
    }

    /// Calls the path at `now` only, as a late caller does.
    fn call(&mut self, now: Time) {
        let Bed { path, delivered, marked, lost, dequeues, .. } = self;
        self.now = now;
        path.run(now, &mut |event| match event {
            Event::Delivery(Delivery { to, due, packet }) => {
                let header = Header::read(packet).unwrap();
                assert!(is_valid(packet));
                *marked += usize::from(header.ecn == Ecn::Ce);
                delivered.push((to, header.source, due.nanos() / 1000));
            }
            Event::Lost(..) => *lost += 1,
            Event::Dequeue(_) => *dequeues += 1,
        });
    }

    fn send(&mut self, at: Time, from: Side, flow: FlowId, is_data: bool, bytes: u16, ecn: u8) {
        self.call(at);
        let packet = packet(bytes, ecn, (flow as u16, 5001), false, 1);
        let lost = &mut self.lost;
        self.path.receive(from, flow, is_data, &packet, at, &mut |event| {
            *lost += usize::from(matches!(event, Event::Lost(..)));
        });
    }

    /// Returns whether all packets of all hops are accounted for.
    fn adds_up(&self) -> bool {
        self.path.counts().iter().all(Counts::add_up)
    }
}

/// 12 Mbit/s: a packet of 1500 bytes takes 1 ms. 10 ms of propagation in each direction.
const PLAIN: &str = r#"{"version": 1, "durationS": 60, "link": {"rateMbps": 12, "rttMs": 20, "buffer": {"packets": 3}},
    "queues": [{"kind": "droptail"}], "traffic": [{"kind": "bulk"}]}"#;

#[test]
fn packets_leave_one_by_one_and_arrive_after_half_the_rtt() {
    let mut bed = Bed::new(PLAIN);
    for _ in 0..3 {
        bed.send(us(100), Side::Near, 0, true, 1500, 0);
    }
    assert_eq!(bed.path.next_due(), us(1100));
    bed.call(us(1100));
    assert_eq!(bed.path.next_due(), us(2100));
    bed.call(us(100_000));
    let forward = [11_100, 12_100, 13_100].map(|at| (Side::Far, 0, at));
    assert_eq!(bed.delivered, forward);
    assert_eq!((bed.dequeues, bed.lost, bed.path.packets()), (3, 0, 0));
    bed.send(us(200_000), Side::Far, 0, false, 52, 0);
    bed.call(us(300_000));
    assert_eq!(bed.delivered[3], (Side::Near, 0, 210_000), "ACKs take the other half");
}

#[test]
fn a_late_call_changes_no_time() {
    let send = |bed: &mut Bed| {
        for index in 0..40 {
            bed.send(us(137 * index), Side::Near, 0, true, 1500, 2);
        }
    };
    let mut late = Bed::new(&PLAIN.replace("droptail", "codel"));
    send(&mut late);
    late.call(us(900_000));
    let mut punctual = Bed::new(&PLAIN.replace("droptail", "codel"));
    send(&mut punctual);
    while punctual.path.next_due() < us(900_000) {
        let due = punctual.path.next_due();
        punctual.call(due);
    }
    punctual.call(us(900_000));
    assert_eq!(late.delivered, punctual.delivered);
    assert_eq!(late.path.summary(us(900_000)), punctual.path.summary(us(900_000)));
    assert!(late.lost > 0, "the buffer overflows");
}

#[test]
fn counts_add_up_at_any_time() {
    let mut bed = Bed::new(PLAIN);
    for index in 0..200 {
        bed.send(us(400 * index), Side::Near, 0, true, 1500, 0);
        assert!(bed.adds_up(), "{:?}", bed.path.counts());
    }
    let counts = bed.path.counts()[0];
    assert_eq!((counts.arrived, counts.backlog), (200, 4), "three wait, and one is on the link");
    assert_eq!(bed.lost as u64, counts.dropped);
    bed.call(us(1_000_000));
    let counts = bed.path.counts()[0];
    assert_eq!((counts.backlog, counts.departed), (0, 200 - counts.dropped));
    assert_eq!(bed.delivered.len() as u64, counts.departed);
    let packets = bed.path.summary(us(1_000_000)).packets;
    assert_eq!((packets.offered, packets.sent), (200, counts.departed));
    assert_eq!(packets.dropped(), counts.dropped);
}

#[test]
fn a_discipline_marks_real_headers() {
    let scenario = r#"{"version": 1, "durationS": 60, "link": {"rateMbps": 12, "rttMs": 20, "buffer": {"packets": 500}},
        "queues": [{"kind": "codel", "ecn": true}], "traffic": [{"kind": "bulk", "ecn": true}]}"#;
    let mut bed = Bed::new(scenario);
    for index in 0..1000 {
        bed.send(us(800 * index), Side::Near, 0, true, 1500, 2);
    }
    bed.call(us(5_000_000));
    let packets = bed.path.summary(us(5_000_000)).packets;
    assert!(packets.marked > 5, "{packets:?}");
    assert_eq!((bed.marked as u64, packets.dropped()), (packets.marked, 0));
}

#[test]
fn the_log_has_a_row_for_each_packet_and_hop() {
    let scenario = r#"{"version": 1, "durationS": 60, "link": {"rateMbps": 12, "rttMs": 20, "buffer": {"packets": 20},
        "lossRate": 0.05, "hopsAfter": [{"rateMbps": 10, "buffer": {"packets": 30}, "delayMs": 2}]},
        "queues": [{"kind": "fqCodel", "ecn": true}], "traffic": [{"kind": "bulk", "ecn": true}]}"#;
    let mut bed = Bed::new(scenario);
    bed.path.record_packets(Time::ZERO, us(10_000_000), false);
    for index in 0..1000 {
        bed.send(us(700 * index), Side::Near, 0, true, 1500, if index % 2 == 0 { 2 } else { 0 });
        bed.send(us(700 * index + 100), Side::Far, 0, false, 52, 0);
    }
    bed.call(us(5_000_000));
    let (counts, summary) = (bed.path.counts(), bed.path.summary(us(5_000_000)));
    let rows: Vec<PacketRow> = bed.path.take_packets().0.into_iter().map(|(row, _)| row).collect();
    let of = |hop, has: &dyn Fn(&PacketRow) -> bool| {
        rows.iter().filter(|row| row.hop == hop && has(row)).count() as u64
    };
    let is_dropped = |row: &PacketRow| matches!(row.fate, Fate::Dropped(_));
    for (hop, counts) in [(HopId::Lane, counts[0]), (HopId::Other(0), counts[1])] {
        assert_eq!(of(hop, &|_| true), counts.arrived, "{hop:?}");
        assert_eq!(of(hop, &is_dropped), counts.dropped, "{hop:?}");
        assert_eq!(of(hop, &|row| row.departed.is_some()), counts.departed, "{hop:?}");
        assert!(counts.dropped > 0);
    }
    assert_eq!(of(HopId::WayBack, &|row| row.fate == Fate::Delivered), 1000);
    let lost = of(HopId::Lane, &|row| row.fate == Fate::Lost);
    assert!(lost > 10);
    assert_eq!(of(HopId::Lane, &|row| row.fate == Fate::Forwarded), counts[1].arrived);
    assert_eq!(of(HopId::Lane, &|row| row.mark.is_some()), summary.packets.marked);
    let waits = rows.iter().filter(|row| row.hop == HopId::Lane && !is_dropped(row));
    let waits: Vec<f64> = waits.map(|row| (row.dequeued.unwrap() - row.arrived).millis()).collect();
    let mean = waits.iter().sum::<f64>() / waits.len() as f64;
    assert!((mean - summary.delay.unwrap().mean).abs() < 1e-6);
    assert!(rows.iter().all(|row| row.hop != HopId::Lane || row.bucket.is_some()));
}

#[test]
fn changes_take_effect_at_their_times() {
    let scenario = PLAIN.replace(
        r#""traffic""#,
        r#""changes": [{"atS": 0.01, "set": "link.rateMbps", "to": 6}, {"atS": 0.02, "set": "link.rttMs", "to": 40}], "traffic""#,
    );
    let mut bed = Bed::new(&scenario);
    bed.send(us(9_500), Side::Near, 0, true, 1500, 0);
    bed.send(us(9_500), Side::Near, 0, true, 1500, 0);
    bed.send(us(30_000), Side::Near, 0, true, 1500, 0);
    bed.call(us(100_000));
    let at: Vec<u64> = bed.delivered.iter().map(|&(.., at)| at).collect();
    assert_eq!(at, [20_500, 22_500, 52_000], "the packet on the link keeps its rate");
}

#[test]
fn a_path_of_three_hops_has_their_delays() {
    let scenario = r#"{"version": 1, "durationS": 60, "link": {"rateMbps": 12, "rttMs": 20, "buffer": {"packets": 100},
        "hopsBefore": [{"rateMbps": 24, "buffer": {"packets": 100}, "delayMs": 3}],
        "hopsAfter": [{"rateMbps": 6, "buffer": {"packets": 100}, "delayMs": 2}]},
        "queues": [{"kind": "droptail"}],
        "traffic": [{"kind": "bulk"}, {"kind": "bulk", "firstHop": 2, "lastHop": 2}]}"#;
    let mut bed = Bed::new(scenario);
    bed.send(us(0), Side::Near, 0, true, 1500, 0);
    bed.call(us(100_000));
    // 0.5 + 3 + 1 + 2 + 2 ms of hops and delays, and 10 ms behind the last one.
    assert_eq!(bed.delivered, [(Side::Far, 0, 18_500)]);
    bed.send(us(200_000), Side::Near, 1, true, 1500, 0);
    bed.call(us(300_000));
    assert_eq!(bed.delivered[1], (Side::Far, 1, 211_000), "this flow passes the second hop only");
    let counts: Vec<u64> = bed.path.counts().iter().map(|counts| counts.departed).collect();
    assert_eq!(counts, [1, 2, 1]);
    assert_eq!(bed.path.summary(us(300_000)).hops.len(), 2);
}

#[test]
fn losses_and_jitter_are_behind_the_queue_and_keep_the_order() {
    let scenario = PLAIN.replace(r#""buffer""#, r#""lossRate": 0.2, "jitterMs": 5, "buffer""#);
    let mut bed = Bed::new(&scenario);
    for index in 0..500 {
        bed.send(us(2_000 * index), Side::Near, 0, true, 1500, 0);
    }
    bed.call(us(3_000_000));
    assert!((60..140).contains(&bed.lost), "{} of 500", bed.lost);
    assert_eq!(bed.delivered.len() + bed.lost, 500);
    assert!(bed.delivered.is_sorted_by_key(|&(.., at)| at));
    let rate = bed.path.summary(us(3_000_000)).path_loss_rate.unwrap();
    assert!((rate - bed.lost as f64 / 500.0).abs() < 1e-9);
    assert!(bed.adds_up());
}

#[test]
fn the_way_back_can_have_a_queue_of_its_own() {
    let reverse = r#""reverse": {"rateMbps": 0.416, "buffer": {"packets": 2}}, "rttMs""#;
    let mut bed = Bed::new(&PLAIN.replace(r#""rttMs""#, reverse));
    // 52 bytes take 1 ms.
    for _ in 0..5 {
        bed.send(us(0), Side::Far, 0, false, 52, 0);
    }
    bed.call(us(100_000));
    let at: Vec<u64> = bed.delivered.iter().map(|&(.., at)| at).collect();
    assert_eq!(at, [11_000, 12_000, 13_000]);
    assert_eq!(bed.lost, 2);
    let reverse = bed.path.summary(us(100_000)).reverse.unwrap();
    assert_eq!((reverse.packets.sent, reverse.packets.overflow), (3, 2));
}

#[test]
fn the_queue_of_the_device_takes_packets_ahead_of_the_link() {
    let scenario = PLAIN.replace(r#""buffer""#, r#""deviceQueuePackets": 2, "buffer""#);
    let scenario = scenario.replace(r#""durationS": 60"#, r#""durationS": 60, "warmupS": 0"#);
    let mut bed = Bed::new(&scenario);
    for _ in 0..7 {
        bed.send(us(0), Side::Near, 0, true, 1500, 0);
    }
    let counts = bed.path.counts()[0];
    assert_eq!(
        (counts.backlog, counts.dropped),
        (6, 1),
        "one on the link, two in the device, three wait"
    );
    bed.call(us(100_000));
    let at: Vec<u64> = bed.delivered.iter().map(|&(.., at)| at).collect();
    assert_eq!(at, [11_000, 12_000, 13_000, 14_000, 15_000, 16_000]);
    // The packets waited 0, 1, 2, 2, 2 and 2 ms in the device.
    let delay = bed.path.summary(us(100_000)).device_delay.unwrap();
    assert_eq!((delay.mean, delay.max), (1.5, 2.0));
    assert!(bed.adds_up());
}

#[test]
fn a_token_bucket_sends_a_burst_after_a_pause() {
    let scenario = PLAIN.replace(r#""buffer""#, r#""tokenBucketBytes": 3000, "buffer""#);
    let mut bed = Bed::new(&scenario);
    for start in [0, 50_000] {
        for _ in 0..4 {
            bed.send(us(start), Side::Near, 0, true, 1500, 0);
        }
    }
    bed.call(us(100_000));
    let at: Vec<u64> = bed.delivered.iter().map(|&(.., at)| at).collect();
    assert_eq!(at[..4], [10_000, 10_000, 11_000, 12_000]);
    assert_eq!(at[4..], [60_000, 60_000, 61_000, 62_000]);
    assert!(bed.adds_up());
}

#[test]
fn a_transmission_follows_the_schedule_until_the_rate_is_changed() {
    let schedule = r#""schedule": {"kind": "square", "highMbps": 12, "lowMbps": 6, "periodS": 0.02}, "buffer""#;
    let scenario = PLAIN.replace(r#""buffer""#, schedule).replace(
        r#""traffic""#,
        r#""changes": [{"atS": 0.2, "set": "link.rttMs", "to": 40}, {"atS": 0.3, "set": "link.rateMbps", "to": 12}], "traffic""#,
    );
    let mut bed = Bed::new(&scenario);
    for start in [1_000, 9_500, 12_000, 212_000, 312_000] {
        bed.send(us(start), Side::Near, 0, true, 1500, 0);
    }
    bed.call(us(900_000));
    let at: Vec<u64> = bed.delivered.iter().map(|&(.., at)| at).collect();
    assert_eq!(at[..3], [12_000, 21_000, 24_000], "half of the second packet takes twice as long");
    assert_eq!(at[3..], [234_000, 333_000], "a change of the RTT keeps the schedule");
}
