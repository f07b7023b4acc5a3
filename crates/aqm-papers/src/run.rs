//! Simulations and the values that are read from them.

use aqm_report::measures::LaneMeasure;
use aqm_scenario::{Scenario, build};
use aqm_sim::time::Time;
use aqm_sim::world::Simulation;
use aqm_sweep::pool;

/// Values read from one simulation.
pub type Measured = Vec<f64>;

/// Most drops and marks in the log of a run.
const MOST_SIGNALS: usize = 1 << 20;

/// What a run records besides the summary.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Records {
    /// The time series.
    #[default]
    Series,
    /// The time series, and a log of drops and marks.
    Signals,
    /// Nothing.
    Lane,
    /// The parts of the lane: traffic groups and classes.
    Parts,
    /// The delays of flows.
    Flows,
}

impl Records {
    /// Returns what these measures need.
    pub(crate) fn of(measures: &[LaneMeasure]) -> Self {
        let is_of_flow = |measure: &LaneMeasure| matches!(measure, LaneMeasure::Flow(..));
        let is_part = |measure: &LaneMeasure| {
            matches!(measure, LaneMeasure::Group(..) | LaneMeasure::Class(..))
        };
        if measures.iter().any(is_of_flow) {
            Records::Flows
        } else if measures.iter().any(is_part) {
            Records::Parts
        } else {
            Records::Lane
        }
    }
}

/// One lane of a scenario, and the function that reads its values.
pub struct Run {
    scenario: Scenario,
    lane: usize,
    columns: usize,
    records: Records,
    read: Box<dyn Fn(&Simulation) -> Measured + Send + Sync>,
}

impl Run {
    /// Returns a run of lane `lane` of `scenario`. `read` reads `columns` values of the complete simulation.
    pub fn new(
        scenario: Scenario,
        lane: usize,
        columns: usize,
        read: impl Fn(&Simulation) -> Measured + Send + Sync + 'static,
    ) -> Self {
        Run { scenario, lane, columns, records: Records::default(), read: Box::new(read) }
    }

    /// Returns the same run with a log of its drops and marks ([`Simulation::events`]).
    pub fn recording_signals(self) -> Self {
        self.recording(Records::Signals)
    }

    /// Returns the same run that records this.
    pub(crate) fn recording(self, records: Records) -> Self {
        Run { records, ..self }
    }

    /// Returns its scenario.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// Returns the index of its lane in the scenario.
    pub fn lane(&self) -> usize {
        self.lane
    }

    /// Returns the number of its values.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Runs it to its end.
    pub fn measure(&self) -> Measured {
        self.measure_reporting(u64::MAX, &mut || {})
    }

    /// Like [`Run::measure`], but calls `between` after the work of about every `packets` packets.
    pub fn measure_reporting(&self, packets: u64, between: &mut dyn FnMut()) -> Measured {
        let mut simulation = Simulation::new(&build(&self.scenario, self.lane));
        let end = Time::from_seconds(self.scenario.duration_s);
        match self.records {
            Records::Series => {}
            Records::Signals => simulation.record_events(Time::ZERO, end, MOST_SIGNALS),
            Records::Lane => simulation = simulation.without_series(),
            Records::Parts => simulation = simulation.without_series().with_parts(),
            Records::Flows => simulation = simulation.without_series().with_flow_delays(),
        }
        simulation.run_until_reporting(end, packets, between);
        let measured = (self.read)(&simulation);
        assert_eq!(measured.len(), self.columns, "a run reads as many values as it says");
        measured
    }

    /// Returns its relative cost, roughly proportional to the number of packets: Mbit/s times seconds.
    pub fn weight(&self) -> f64 {
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

/// Runs all simulations. Returns the values in the order of `runs`.
pub(crate) fn run_all(
    runs: &[Run],
    threads: usize,
    progress: &(dyn Fn(f64) + Sync),
) -> Vec<Measured> {
    pool::run(runs, threads, Run::weight, Run::measure, progress)
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
            Run::new(scenario, 0, 1, |simulation| vec![simulation.summary().packets.sent as f64])
        };
        vec![run(1), run(8), run(2), run(4)]
    }

    #[test]
    fn reports_between_parts_of_a_run_do_not_change_it() {
        let [_, fast, ..] = &runs()[..] else { panic!("four runs") };
        let mut parts = 0;
        assert_eq!(fast.measure_reporting(100, &mut || parts += 1), fast.measure());
        // 8 Mbit/s for 2 s are about 1300 packets.
        assert!((10..=40).contains(&parts), "{parts} parts");
    }

    #[test]
    fn results_do_not_depend_on_the_number_of_threads() {
        let runs = runs();
        let one = run_all(&runs, 1, &|_| {});
        assert_eq!(one, run_all(&runs, 3, &|_| {}));
        assert!(one[0] < one[2] && one[2] < one[3] && one[3] < one[1], "in order: {one:?}");
    }
}
