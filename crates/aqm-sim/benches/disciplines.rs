//! Cost of each discipline: five simulated seconds of 20 flows at 100 Mbit/s and 20 ms. The unit is
//! packets sent per second, and drop-tail is the baseline. `cargo bench -p aqm-sim --bench
//! disciplines`.

mod cases;

use aqm_sim::aqm::AqmConfig;
use aqm_sim::config::SimulationConfig;
use aqm_sim::time::Time;
use aqm_sim::world::Simulation;
use cases::CASES;
use divan::counter::ItemsCount;

const END: Time = Time::from_nanos(5_000_000_000);

fn main() {
    divan::main();
}

fn run(queue: AqmConfig) -> Simulation {
    let mut simulation = Simulation::new(&SimulationConfig { queue, ..CASES[1].config() });
    simulation.run_until(END);
    simulation
}

fn names() -> Vec<String> {
    AqmConfig::examples().into_iter().map(|(name, _)| name).collect()
}

#[divan::bench(args = names())]
fn discipline(bencher: divan::Bencher, name: &String) {
    let examples = AqmConfig::examples();
    let (_, queue) = examples.iter().find(|(other, _)| other == name).expect("the example exists");
    let packets = run(*queue).summary().packets.sent;
    bencher.counter(ItemsCount::new(packets)).bench(|| run(*queue));
}
