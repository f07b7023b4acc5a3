//! Cost of taking and restoring a snapshot: `cargo bench -p aqm-sim --bench snapshot`.
//!
//! Prints medians in microseconds after a minute of simulated time. The simulation continues
//! between two snapshots, so the caches are as cold as for a user. Fails above [`LIMIT`] for 20
//! flows, and if the restored run differs.
#![allow(clippy::disallowed_methods, reason = "a stopwatch reads the clock")]

mod cases;

use aqm_sim::time::{Span, Time};
use aqm_sim::world::Simulation;
use cases::CASES;
use std::time::{Duration, Instant};

const ROUNDS: usize = 200;
const AFTER_S: f64 = 60.0;
const LIMIT: Duration = Duration::from_micros(200);

fn main() {
    println!("Medians of {ROUNDS}, after {AFTER_S} simulated seconds.");
    println!("| run | snapshot | restore |");
    println!("| --- | --- | --- |");
    // Two cases show the cost per flow. The faster links take too long.
    for case in &CASES[..2] {
        let mut simulation = Simulation::new(&case.config());
        simulation.run_until(Time::from_seconds(AFTER_S));
        let (mut taking, mut going) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let digest = simulation.digest();
            let start = Instant::now();
            let snapshot = simulation.snapshot();
            taking.push(start.elapsed());
            simulation.run_until(simulation.now() + Span::from_millis(250));
            let start = Instant::now();
            simulation.restore(&snapshot);
            going.push(start.elapsed());
            assert_eq!(simulation.digest(), digest, "{}: the restored run differs", case.name);
            simulation.run_until(simulation.now() + Span::from_millis(20));
        }
        let (taking, going) = (median(taking), median(going));
        let micros = |span: Duration| span.as_secs_f64() * 1e6;
        println!("| {} | {:.0} us | {:.0} us |", case.name, micros(taking), micros(going));
        assert!(taking <= LIMIT && going <= LIMIT, "slower than {LIMIT:?}");
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}
