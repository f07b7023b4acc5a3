//! What each discipline costs: five simulated seconds of 20 flows at 100 Mbit/s and 20 ms under
//! every one of them, as items (packets sent) per second; drop-tail is the baseline to divide by.
//! `cargo bench -p aqm-sim --bench disciplines`.

mod cases;

use aqm_sim::aqm::{
    AqmConfig, AredParams, CodelParams, CodelVariant, PieParams, PieVariant, RedParams, RedVariant,
};
use aqm_sim::time::Time;
use aqm_sim::world::Simulation;
use cases::CASES;
use divan::counter::ItemsCount;

const END: Time = Time::from_nanos(5_000_000_000);

fn main() {
    divan::main();
}

fn run(queue: AqmConfig) -> Simulation {
    let mut simulation =
        Simulation::new(&aqm_sim::config::SimulationConfig { queue, ..CASES[1].config() });
    simulation.run_until(END);
    simulation
}

fn measure(bencher: divan::Bencher, queue: AqmConfig) {
    let packets = run(queue).summary().packets.sent;
    bencher.counter(ItemsCount::new(packets)).bench(|| run(queue));
}

#[divan::bench]
fn droptail(bencher: divan::Bencher) {
    measure(bencher, AqmConfig::DropTail);
}

#[divan::bench(args = ["floyd", "linux"])]
fn red(bencher: divan::Bencher, variant: &str) {
    let variant = if variant == "linux" { RedVariant::Linux } else { RedVariant::Floyd };
    measure(bencher, AqmConfig::Red(RedParams { variant, ..RedParams::default() }));
}

#[divan::bench]
fn ared(bencher: divan::Bencher) {
    measure(bencher, AqmConfig::Ared(AredParams::default()));
}

#[divan::bench(args = ["linux", "linux-3.10", "rfc8289"])]
fn codel(bencher: divan::Bencher, variant: &str) {
    let variant = match variant {
        "linux" => CodelVariant::Linux,
        "linux-3.10" => CodelVariant::Linux310,
        _ => CodelVariant::Rfc8289,
    };
    measure(bencher, AqmConfig::Codel(CodelParams { variant, ..CodelParams::default() }));
}

#[divan::bench(args = ["linux", "linux-4.14", "rfc8033", "paper2013"])]
fn pie(bencher: divan::Bencher, variant: &str) {
    let variant = match variant {
        "linux" => PieVariant::Linux,
        "linux-4.14" => PieVariant::Linux414,
        "rfc8033" => PieVariant::Rfc8033,
        _ => PieVariant::Paper2013,
    };
    measure(bencher, AqmConfig::Pie(PieParams::new(variant)));
}
