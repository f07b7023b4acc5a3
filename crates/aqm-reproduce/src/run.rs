//! Simulations, many at a time.

use aqm_scenario::{Scenario, build};
use aqm_sim::aqm::AqmConfig;
use aqm_sim::time::Time;
use aqm_sim::world::Simulation;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What was read from one simulation.
pub type Measured = Vec<f64>;

/// One lane of a scenario, and what to read from it.
pub struct Run {
    scenario: Scenario,
    lane: usize,
    adapt: fn(&mut AqmConfig),
    read: Box<dyn Fn(&Simulation) -> Measured + Send + Sync>,
}

impl Run {
    /// Lane `lane` of `scenario`; `read` looks at the finished simulation.
    pub fn new(
        scenario: Scenario,
        lane: usize,
        read: impl Fn(&Simulation) -> Measured + Send + Sync + 'static,
    ) -> Self {
        Run { scenario, lane, adapt: |_| {}, read: Box::new(read) }
    }

    /// The same with a discipline that scenarios do not offer.
    pub fn adapted(self, adapt: fn(&mut AqmConfig)) -> Self {
        Run { adapt, ..self }
    }

    /// Runs it to its end.
    pub fn measure(&self) -> Measured {
        let mut config = build(&self.scenario, self.lane);
        (self.adapt)(&mut config.queue);
        let mut simulation = Simulation::new(&config);
        simulation.run_until(Time::from_seconds(self.scenario.duration_s));
        (self.read)(&simulation)
    }

    /// How long it takes, compared with others: about in proportion to the packets.
    fn weight(&self) -> f64 {
        self.scenario.link.rate_mbps * self.scenario.duration_s
    }
}

/// Reads a scenario that is part of this crate.
///
/// # Panics
/// If it is not valid.
pub(crate) fn scenario(text: &str) -> Scenario {
    Scenario::parse(text).unwrap_or_else(|problems| {
        let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
        panic!("{text}\n{}", problems.join("\n"))
    })
}

/// Runs everything, the longest first so that no thread is left with it at the end. What comes
/// back is in the order of `runs`, whatever the number of threads.
pub(crate) fn run_all(
    runs: &[Run],
    threads: usize,
    progress: &(dyn Fn(f64) + Sync),
) -> Vec<Measured> {
    let mut order: Vec<usize> = (0..runs.len()).collect();
    order.sort_by(|&a, &b| runs[b].weight().total_cmp(&runs[a].weight()).then(a.cmp(&b)));
    let total: f64 = runs.iter().map(Run::weight).sum();
    let next = AtomicUsize::new(0);
    let state = Mutex::new((0.0, vec![Measured::new(); runs.len()]));
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, runs.len().max(1)) {
            scope.spawn(|| {
                while let Some(&index) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let measured = runs[index].measure();
                    let mut state = state.lock().expect("no thread panics while it holds this");
                    state.0 += runs[index].weight();
                    state.1[index] = measured;
                    progress(state.0 / total);
                }
            });
        }
    });
    state.into_inner().expect("all threads have ended well").1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs() -> Vec<Run> {
        let run = |rate: u32| {
            let scenario = scenario(&format!(
                r#"{{ "version": 1, "durationS": 2, "link": {{ "rateMbps": {rate}, "rttMs": 20,
                "buffer": {{ "packets": 50 }} }}, "queues": [{{ "kind": "droptail" }}],
                "traffic": [{{ "kind": "bulk" }}] }}"#
            ));
            Run::new(scenario, 0, |simulation| vec![simulation.summary().packets.sent as f64])
        };
        vec![run(1), run(8), run(2), run(4)]
    }

    #[test]
    fn results_do_not_depend_on_the_number_of_threads() {
        let runs = runs();
        let one = run_all(&runs, 1, &|_| {});
        assert_eq!(one, run_all(&runs, 3, &|_| {}));
        assert!(one[0] < one[2] && one[2] < one[3] && one[3] < one[1], "in order: {one:?}");
    }

    #[test]
    fn progress_ends_at_one() {
        let shares = Mutex::new(Vec::new());
        run_all(&runs(), 2, &|share| shares.lock().unwrap().push(share));
        let shares = shares.into_inner().unwrap();
        assert_eq!(shares.len(), 4);
        assert!(shares.is_sorted() && (shares[3] - 1.0).abs() < 1e-9, "{shares:?}");
    }
}
