//! Forwarded packets per second of the engine and of the reference engine. Both run alternately in
//! one process: `cargo bench -p aqm-sim --bench engine [-- ROUNDS]`.
//!
//! Fails if the results differ, or if a ratio is far too low.
//!
//! Both engines compute the same packets with the same endpoints and disciplines. So the ratio
//! measures the engine alone. Absolute numbers depend on the machine and its load; quote the
//! ratios.
//! else it does; quote the ratios.
#![allow(clippy::disallowed_methods, reason = "a stopwatch reads the clock")]

mod cases;
#[path = "../tests/reference/mod.rs"]
mod reference;

use aqm_sim::time::{Span, Time};
use aqm_sim::world::Simulation;
use cases::{CASES, Case};
use reference::Reference;
use std::process::ExitCode;
use std::time::Instant;

const ROUNDS: usize = 5;
/// Lowest ratio that passes. It is far below the measured ratios, because other load on the machine
/// changes them.
const LOWEST_RATIO: f64 = 2.5;
/// In slices, as on the page.
const SLICE: Span = Span::from_millis(50);

fn main() -> ExitCode {
    let rounds = std::env::args().find_map(|arg| arg.parse().ok()).unwrap_or(ROUNDS).max(1);
    println!("Million forwarded packets per second, medians of {rounds} rounds.");
    println!("| run | engine | ns per packet | reference | ratio |");
    println!("| --- | --- | --- | --- | --- |");
    let mut ok = true;
    for case in &CASES {
        let (mut fast, mut slow, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..rounds {
            let (engine, digest) = time(case, run_engine);
            let (reference, expected) = time(case, run_reference);
            assert_eq!(digest, expected, "{}: the engines disagree", case.name);
            fast.push(engine);
            slow.push(reference);
            ratios.push(engine / reference);
        }
        let (fast, slow, ratio) = (median(fast), median(slow), median(ratios));
        let name = case.name;
        println!("| {name} | {fast:.2} | {:.0} | {slow:.2} | {ratio:.2} |", 1e3 / fast);
        ok &= ratio >= LOWEST_RATIO;
    }
    if ok { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Result of a run: packets sent and digest.
struct Done {
    packets: u64,
    digest: u64,
}

/// Returns million packets per second, and the digest.
fn time(case: &Case, run: fn(&Case) -> Done) -> (f64, u64) {
    let start = Instant::now();
    let done = run(case);
    (done.packets as f64 / start.elapsed().as_secs_f64() / 1e6, done.digest)
}

fn run_engine(case: &Case) -> Done {
    let mut simulation = Simulation::new(&case.config());
    in_slices(case, |until| simulation.run_until(until));
    Done { packets: simulation.summary().packets.sent, digest: simulation.digest() }
}

fn run_reference(case: &Case) -> Done {
    let mut reference = Reference::new(&case.config());
    in_slices(case, |until| reference.run_until(until));
    let sent =
        |(_, entry): &&(Time, reference::Entry)| matches!(entry, reference::Entry::Sent { .. });
    let packets = reference.entries().iter().filter(sent).count() as u64;
    Done { packets, digest: reference.digest() }
}

fn in_slices(case: &Case, mut run_until: impl FnMut(Time)) {
    let end = Time::from_seconds(case.seconds);
    let mut until = Time::ZERO;
    while until < end {
        until = (until + SLICE).min(end);
        run_until(until);
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
