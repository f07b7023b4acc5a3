use super::*;
use aqm_json::parse;
use aqm_scenario::{build, read_scenario};
use aqm_sim::time::Time;
use aqm_sim::world::Simulation;

/// Runs the first lane of a scenario with this traffic, for 3.05 s.
fn recorded(flows: usize) -> (Scenario, Simulation) {
    let text = format!(
        r#"{{ "version": 1, "title": "A \"test\" – 1", "durationS": 9, "link": {{ "rateMbps": 5, "rttMs": 20,
        "buffer": {{ "packets": 20 }} }}, "queues": [{{ "kind": "codel" }}],
        "traffic": [{{ "kind": "bulk", "flows": {flows}, "startS": 0.5 }}] }}"#
    );
    let scenario = read_scenario(&text).expect("it is valid");
    let mut simulation = Simulation::new(&build(&scenario, 0));
    simulation.run_until(Time::from_seconds(3.05));
    (scenario, simulation)
}

fn file(scenario: &Scenario, simulation: &Simulation, source: Source<'_>) -> Value {
    let recording =
        Recording { series: simulation.series(), goodput: &simulation.goodput_seconds(0) };
    parse(&data_file(scenario, 0, recording, source, "1.2.3")).expect("it is JSON")
}

fn at<'a>(value: &'a Value, path: &[&str]) -> &'a Value {
    path.iter().fold(value, |value, name| value.get(name).unwrap_or_else(|| panic!("{name}")))
}

fn numbers(value: &Value) -> Vec<Option<f64>> {
    let Value::Array(values) = value else { panic!("no list") };
    let number =
        |value: &Value| if let Value::Number(number) = value { Some(*number) } else { None };
    values.iter().map(number).collect()
}

fn rows(value: &Value) -> &[Value] {
    let Value::Array(rows) = value else { panic!("no list") };
    rows
}

#[test]
fn a_step_has_the_delay_and_the_counts_of_its_bins() {
    let (scenario, simulation) = recorded(2);
    let value = file(&scenario, &simulation, Source::Simulation(Some("https://a.test/#x")));
    let x = numbers(at(&value, &["x_values"]));
    assert_eq!((x.len(), x[0], x[29]), (30, Some(0.1), Some(3.0)));
    let results = at(&value, &["results"]);
    let of = |name: &str| numbers(at(results, &[name]));
    let series = simulation.series();

    let ping = of("Ping (ms) ICMP");
    assert_eq!(ping[2], None, "no packets before 0.5 s");
    let last = series.rows()[..300].iter().rev().map(|row| row[Column::DelayMeanMs]);
    let last = last.filter(|delay| !delay.is_nan()).map(f64::from).next().unwrap();
    assert!((ping[29].unwrap() - 20.0 - last).abs() < 1e-6, "{ping:?}");

    let bits: f64 = series.column(Column::SentBits).take(300).map(f64::from).sum();
    let sum: f64 = of("TCP upload sum").iter().map(|mbps| mbps.unwrap() * 1e5).sum();
    assert!((bits - sum).abs() < 1.0, "{bits} {sum}");
    assert!(bits > 5e6);
    let drops: f32 = series.rows()[..300].iter().map(dropped).sum();
    let written: f64 = of("qdisc_stats_bottleneck::dropped").iter().map(|n| n.unwrap()).sum();
    assert_eq!(f64::from(drops), written);
    assert!(written > 0.0);

    let flows = [of("TCP upload::1"), of("TCP upload::2")];
    let second = &simulation.goodput_seconds(0)[2].flows;
    let shown = [flows[0][25], flows[1][25]].map(Option::unwrap);
    assert!((shown[0] - second[0].1).abs() < 1e-9 && (shown[1] - second[1].1).abs() < 1e-9);
    assert!((of("TCP upload avg")[25].unwrap() * 2.0 - shown[0] - shown[1]).abs() < 1e-8);
    let fairness = of("TCP upload fairness")[25].unwrap();
    assert!((0.5..=1.0).contains(&fairness), "{fairness}");
}

#[test]
fn raw_values_of_the_queue_are_the_time_series() {
    let (scenario, simulation) = recorded(1);
    let value = file(&scenario, &simulation, Source::Simulation(None));
    let rows = rows(at(&value, &["raw_values", QDISC]));
    assert_eq!(rows.len(), 305, "incomplete steps are there, too");
    for (bin, (row, own)) in rows.iter().zip(simulation.series().rows()).enumerate() {
        let of =
            |name: &str| if let Some(Value::Number(n)) = row.get(name) { *n } else { f64::NAN };
        assert_eq!(of("t"), (bin + 1) as f64 / 100.0);
        let same = |name: &str, column| {
            let (shown, own) = (of(name) as f32, own[column]);
            assert!(shown == own || shown.is_nan() && own.is_nan(), "{name}: {shown} {own}");
        };
        same("delay", Column::DelayMeanMs);
        same("backlog_pkts", Column::QueuePackets);
        same("backlog_bytes", Column::QueueBytes);
        same("ecn_mark", Column::Marks);
        same("sent", Column::Sent);
        assert_eq!(of("dropped") as f32, dropped(own));
    }
}

#[test]
fn metadata_name_the_test_the_source_and_the_base_rtt() {
    let (scenario, simulation) = recorded(1);
    let value = file(&scenario, &simulation, Source::Simulation(Some("https://a.test/#x")));
    let of = |path: &[&str]| at(&value, path).clone();
    assert_eq!(of(&["version"]), Value::count(4));
    let metadata = |name| of(&["metadata", name]);
    assert_eq!(metadata("NAME"), Value::string("tcp_nup"));
    assert_eq!(metadata("NOTE"), Value::string("https://a.test/#x"));
    assert_eq!(metadata("DATA_FILENAME"), Value::string("a-test-1-0-codel.flent.gz"));
    assert_eq!(metadata("TIME"), metadata("T0"));
    let own = |name| of(&["metadata", "AQM_PLAYGROUND", name]);
    assert_eq!(own("baseRttMs"), Value::number(20.0));
    assert_eq!(
        (own("source"), own("version")),
        (Value::string("simulation"), Value::string("1.2.3"))
    );

    let place = ["6.1", "a machine", "2026-11-27T10:20Z"];
    let measured = file(&scenario, &simulation, Source::Testbed(place));
    assert_eq!(at(&measured, &["metadata", "TIME"]), &Value::string("2026-11-27T10:20:00.000000Z"));
    assert_eq!(at(&measured, &["metadata", "NOTE"]), &Value::string("Linux 6.1, a machine"));
}

#[test]
fn many_flows_have_their_sum_only() {
    // Some deliver nothing in this time.
    let (scenario, simulation) = recorded(4 * MOST_FLOWS);
    let value = file(&scenario, &simulation, Source::Simulation(None));
    assert!(at(&value, &["results"]).get("TCP upload::1").is_none());
    let sum = numbers(at(&value, &["results", SUM]));
    assert!(sum.iter().any(|mbps| mbps.unwrap() > 2.0), "{sum:?}");
}

#[test]
fn short_decimals_read_back_as_the_same_number() {
    for value in [0.1_f32, 12.345, 1e-7, 0.0, 123_456.79, 16_777_216.0, 1.0 / 3.0] {
        assert_eq!(exact(value) as f32, value);
    }
    assert_eq!(exact(0.1), 0.1);
}
