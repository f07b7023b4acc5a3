//! Instructions per forwarded packet, counted by callgrind. The count is repeatable on a busy
//! machine, so it may fail a build. `cargo bench -p aqm-sim --bench instructions`; needs valgrind.
//!
//! With the argument `losses` it prints BBR and CUBIC at the same losses instead, without limits.
//!
//! Each case runs twice in its own process, short and long. The difference excludes start-up and
//! slow start.

mod cases;

use aqm_sim::aqm::{AqmConfig, DropTailParams, DualPi2Params, FqCodelParams};
use aqm_sim::cc::CcKind;
use aqm_sim::config::{BufferConfig, BulkConfig, SimulationConfig, TrafficConfig};
use aqm_sim::time::{Span, Time};
use aqm_sim::world::Simulation;
use cases::{CASES, Case};
use std::process::{Command, ExitCode};

/// Budgets in instructions per packet, in the order of [`CASES`]. They have headroom over the
/// measured counts; with 1, 20 and 1000 flows of one RTT it is 3 % above the simulator of five disciplines.
/// Change them only for a reason. The latest one: parts of a sender have private fields and methods of their own, which costs paced and
/// lossy flows 1 to 2 %.
const LIMITS: [f64; CASES.len()] = [395.0, 492.0, 405.0, 560.0, 500.0, 690.0];
/// Variations of [`CASES`]`[1]`, with a limit in instructions per packet.
const VARIATIONS: [(&str, Variation, f64); 14] = [
    // Twice CoDel's count with equal flows.
    ("FQ-CoDel", Variation::FqCodel, 920.0),
    ("delays of groups and flows recorded", Variation::Parts, 610.0),
    ("CUBIC only", Variation::Only(CcKind::Cubic), 500.0),
    ("DCTCP only", Variation::Only(CcKind::Dctcp), 530.0),
    ("BBR only", Variation::Only(CcKind::Bbr), 2310.0),
    ("CUBIC only, paced", Variation::Paced(CcKind::Cubic), 800.0),
    ("CUBIC only, drop-tail", Variation::DropTail(CcKind::Cubic), 415.0),
    ("BBR only, drop-tail", Variation::DropTail(CcKind::Bbr), 2100.0),
    ("BBRv3 only, drop-tail", Variation::DropTail(CcKind::Bbr3), 1020.0),
    ("Prague only, DualPI2", Variation::L4s, 1690.0),
    ("CUBIC only, 5 % random loss", Variation::Lossy(0.05), 900.0),
    ("CUBIC only, 18 % random loss", Variation::Lossy(0.18), 1420.0),
    ("BBR only, deep buffer", Variation::Deep(CcKind::Bbr, false, 0.0), 915.0),
    ("BBR only, deep buffer, 5 % random loss", Variation::Deep(CcKind::Bbr, false, 0.05), 1830.0),
];
/// Random losses of the comparison of BBR with CUBIC.
const LOSSES: [f64; 4] = [0.0, 0.01, 0.05, 0.18];
/// Its congestion controls, paced or not.
const COMPARED: [(CcKind, bool); 3] =
    [(CcKind::Cubic, false), (CcKind::Cubic, true), (CcKind::Bbr, false)];
/// Number of the comparison's first run on the command line.
const COMPARISON: usize = 1000;
/// Lengths of the two runs as shares of the case's. A thousand flows need almost the short run to
/// start and to recover from their first losses.
const SHORT: f64 = 0.3;
const LONG: f64 = 0.6;

/// What differs from a case.
#[derive(Clone, Copy)]
enum Variation {
    None,
    FqCodel,
    /// With [`Simulation::with_parts`].
    Parts,
    /// All flows have this congestion control.
    Only(CcKind),
    /// The same with pacing.
    Paced(CcKind),
    /// The same behind a drop-tail queue.
    DropTail(CcKind),
    /// All flows are Prague, behind DualPI2.
    L4s,
    /// One congestion control, perhaps paced, behind a drop-tail queue of eight bandwidth-delay
    /// products, on a path that loses this share of the packets at random.
    Deep(CcKind, bool, f64),
    /// All flows are CUBIC, and the path loses this share of the packets at random.
    Lossy(f64),
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, flag, case, share] = &arguments[..]
        && flag == "--run"
    {
        let number: usize = case.parse().expect("a number of a case");
        let share = share.parse().expect("a share");
        let sent = match CASES.get(number) {
            Some(case) => run(case, Variation::None, share),
            None if number >= COMPARISON => run(&CASES[1], compared(number - COMPARISON), share),
            None => run(&CASES[1], VARIATIONS[number - CASES.len()].1, share),
        };
        println!("{sent}");
        return ExitCode::SUCCESS;
    }
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("valgrind is not installed; no instructions were counted");
        return ExitCode::SUCCESS;
    }
    if arguments.iter().any(|argument| argument == "losses") {
        compare_losses();
        return ExitCode::SUCCESS;
    }
    let mut ok = true;
    println!("| run | instructions per packet | limit |");
    println!("| --- | --- | --- |");
    let cases = CASES.iter().zip(LIMITS).map(|(case, limit)| (case.name.to_owned(), limit));
    let variations =
        VARIATIONS.iter().map(|&(name, _, limit)| (format!("20 flows, {name}"), limit));
    for (index, (name, limit)) in cases.chain(variations).enumerate() {
        let instructions = per_packet(index);
        println!("| {name} | {instructions:.0} | {limit:.0} |");
        ok &= instructions <= limit;
    }
    if ok { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Prints BBR's instructions beside CUBIC's at the same random losses.
fn compare_losses() {
    println!("| random loss | CUBIC | CUBIC, paced | BBR |");
    println!("| --- | --- | --- | --- |");
    for (row, loss) in LOSSES.iter().enumerate() {
        let first = COMPARISON + row * COMPARED.len();
        let [cubic, paced, bbr] = [0, 1, 2].map(|column| per_packet(first + column));
        println!("| {loss} | {cubic:.0} | {paced:.0} | {bbr:.0} |");
    }
}

/// Returns run `number` of the comparison.
fn compared(number: usize) -> Variation {
    let (cc, pacing) = COMPARED[number % COMPARED.len()];
    Variation::Deep(cc, pacing, LOSSES[number / COMPARED.len()])
}

/// Returns the instructions per packet of a run.
fn per_packet(index: usize) -> f64 {
    let (short, long) = (count(index, SHORT), count(index, LONG));
    (long.0 - short.0) as f64 / (long.1 - short.1) as f64
}

/// Returns the packets sent in a share of a case.
fn run(case: &Case, variation: Variation, share: f64) -> u64 {
    let mut simulation = Simulation::new(&varied(case.config(), variation));
    if let Variation::Parts = variation {
        simulation = simulation.with_parts();
    }
    let end = Time::from_seconds(case.seconds * share);
    while simulation.now() < end {
        let until = (simulation.now() + Span::from_millis(50)).min(end);
        simulation.run_until(until);
    }
    simulation.summary().packets.sent
}

fn varied(mut config: SimulationConfig, variation: Variation) -> SimulationConfig {
    match variation {
        Variation::None | Variation::Parts => {}
        Variation::FqCodel => config.queue = AqmConfig::FqCodel(FqCodelParams::default()),
        Variation::Only(cc) => set(&mut config, cc, false),
        Variation::Paced(cc) => set(&mut config, cc, true),
        Variation::DropTail(cc) => {
            config.queue = AqmConfig::DropTail(DropTailParams);
            set(&mut config, cc, false);
        }
        Variation::Deep(cc, pacing, loss) => {
            config.queue = AqmConfig::DropTail(DropTailParams);
            config.link.buffer = BufferConfig::Bdp { factor: 8.0, min_packets: 10 };
            config.link.noise.loss = loss;
            set(&mut config, cc, pacing);
        }
        Variation::Lossy(loss) => {
            config.link.noise.loss = loss;
            set(&mut config, CcKind::Cubic, false);
        }
        Variation::L4s => {
            config.queue = AqmConfig::DualPi2(DualPi2Params::default());
            set(&mut config, CcKind::Prague, false);
            each_bulk(&mut config, |bulk| bulk.ecn = true);
        }
    }
    config
}

/// Gives all flows one congestion control.
fn set(config: &mut SimulationConfig, cc: CcKind, pacing: bool) {
    each_bulk(config, |bulk| {
        bulk.cc = cc.into();
        bulk.pacing = pacing;
    });
}

fn each_bulk(config: &mut SimulationConfig, change: impl Fn(&mut BulkConfig)) {
    for traffic in &mut config.traffic {
        if let TrafficConfig::Bulk(bulk) = traffic {
            change(bulk);
        }
    }
}

/// Returns the instructions and packets of a share of a case.
fn count(index: usize, share: f64) -> (u64, u64) {
    let program = std::env::current_exe().expect("the program has a path");
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(["--run", &index.to_string(), &share.to_string()])
        .output()
        .expect("valgrind runs");
    let packets = String::from_utf8_lossy(&output.stdout);
    let log = String::from_utf8_lossy(&output.stderr);
    let total = log.lines().find_map(|line| line.split_once("Collected :"));
    let (_, instructions) = total.expect("callgrind prints the count");
    let number = |text: &str| text.trim().parse().expect("a number");
    (number(instructions), number(&packets))
}
