//! The snapshots of a lane.

use aqm_scenario::memory::SNAPSHOT_BYTES;
use aqm_sim::time::{Span, Time};
use aqm_sim::world::{Simulation, Snapshot};

/// Distance between snapshots in simulated time at the start of a run.
const FIRST_EVERY: Span = Span::from_millis(500);

/// Most snapshots of a lane. Their bytes are limited, too.
const MOST: usize = 64;

/// Snapshots of one lane at regular times, in order.
///
/// Their number is bounded: when there are too many, every second one is removed and the distance doubles.
/// To continue from any time, at most a twentieth of the run is simulated again. It is more if snapshots
/// are large, or if a lane has little work between them.
#[derive(Clone, Debug)]
pub struct Trail {
    snapshots: Vec<Snapshot>,
    every: Span,
}

impl Default for Trail {
    fn default() -> Self {
        Trail { snapshots: Vec::new(), every: FIRST_EVERY }
    }
}

impl Trail {
    /// Returns the most snapshots of `bytes` each. It is 0 if they are huge; such a lane is computed from the
    /// start.
    fn most(bytes: u64) -> usize {
        MOST.min((SNAPSHOT_BYTES / bytes.max(1)) as usize)
    }

    /// Returns when the next snapshot is due for a lane at `now`.
    pub fn next_due(&self, now: Time) -> Time {
        let passed = now.nanos() / self.every.nanos();
        Time::ZERO + self.every * (passed + 1)
    }

    /// Takes a snapshot of `lane` if its work since the last one equals at least `apart` packets.
    pub fn follow(&mut self, lane: &mut Simulation, apart: u64) {
        let last = self.snapshots.last().map_or(0, Snapshot::effort);
        let most = Trail::most(lane.snapshot_bytes());
        if most > 0 && lane.effort() - last >= apart {
            self.push(lane.snapshot(), most);
        }
    }

    /// Adds the latest snapshot, and keeps at most `most`.
    fn push(&mut self, snapshot: Snapshot, most: usize) {
        let snapshot_time = snapshot.time().nanos();
        self.snapshots.push(snapshot);
        while self.snapshots.len() > most {
            // With little work, snapshots are further apart than `every`.
            let mean = snapshot_time / self.snapshots.len() as u64;
            while self.every.nanos() < 2 * mean {
                self.every = self.every * 2;
            }
            let mut stays = true;
            self.snapshots.retain(|_| {
                stays = !stays;
                stays
            });
        }
    }

    /// Takes `lane` back to `time` or the last snapshot before, and removes later snapshots. Does nothing
    /// to a lane that is not beyond `time`. Returns false if there is no such snapshot.
    pub fn rewind(&mut self, lane: &mut Simulation, time: Time) -> bool {
        if lane.now() <= time {
            return true;
        }
        self.snapshots.retain(|snapshot| snapshot.time() <= time);
        let Some(last) = self.snapshots.last() else { return false };
        lane.restore(last);
        true
    }

    /// Returns the last snapshot that was taken at `time` or before.
    pub fn last_before(&self, time: Time) -> Option<&Snapshot> {
        self.last_before_where(time, |_| true)
    }

    /// Returns the last one of these for which `suits` returns true.
    pub fn last_before_where(
        &self,
        time: Time,
        suits: impl Fn(&Snapshot) -> bool,
    ) -> Option<&Snapshot> {
        let mut earlier = self.snapshots.iter().rev().filter(|snapshot| snapshot.time() <= time);
        earlier.find(|snapshot| suits(snapshot))
    }

    /// Returns the times of the snapshots.
    #[cfg(test)]
    fn times(&self) -> Vec<Time> {
        self.snapshots.iter().map(Snapshot::time).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aqm_scenario::model::Scenario;

    fn lane() -> Simulation {
        let text = r#"{ "version": 1, "durationS": 9, "link": { "rateMbps": 1, "rttMs": 10,
            "buffer": { "packets": 9 } }, "queues": [{ "kind": "droptail" }],
            "traffic": [{ "kind": "bulk" }] }"#;
        Simulation::new(&Scenario::parse(text).unwrap().start(0))
    }

    /// Runs to `seconds` as an experiment does, with at most `most` snapshots.
    fn run(lane: &mut Simulation, trail: &mut Trail, seconds: f64, most: usize) {
        while lane.now() < Time::from_seconds(seconds) {
            lane.run_until(trail.next_due(lane.now()));
            trail.push(lane.snapshot(), most);
        }
    }

    #[test]
    fn snapshots_are_few_and_reach_back_to_the_start() {
        let (mut lane, mut trail) = (lane(), Trail::default());
        run(&mut lane, &mut trail, 300.0, 16);
        let times: Vec<f64> = trail.times().iter().map(|time| time.seconds()).collect();
        assert!((8..=16).contains(&times.len()), "{times:?}");
        let distance = times[0];
        assert!(distance <= 300.0 / 8.0, "{times:?}");
        assert!(times.windows(2).all(|pair| pair[1] - pair[0] == distance), "{times:?}");
        assert!(300.0 - times[times.len() - 1] < distance, "{times:?}");
    }

    #[test]
    fn rewind_uses_the_last_snapshot_before_the_time() {
        let (mut lane, mut trail) = (lane(), Trail::default());
        run(&mut lane, &mut trail, 20.0, 64);
        let at = |seconds: f64| Time::from_seconds(seconds);
        assert!(trail.rewind(&mut lane, at(20.0)) && lane.now() == at(20.0), "it is there");
        assert!(trail.rewind(&mut lane, at(7.7)) && lane.now() == at(7.5));
        assert_eq!(trail.times().last(), Some(&at(7.5)), "later ones are gone");
        assert!(trail.rewind(&mut lane, at(7.0)) && lane.now() == at(7.0), "exactly");
        assert!(!trail.rewind(&mut lane, at(0.4)), "nothing is that early");
    }

    #[test]
    fn a_lane_with_little_work_has_few_snapshots() {
        let (mut lane, mut trail) = (lane(), Trail::default());
        let mut follow_until = |seconds: f64| {
            while lane.now() < Time::from_seconds(seconds) {
                lane.run_until(trail.next_due(lane.now()));
                trail.follow(&mut lane, 300);
            }
            let efforts: Vec<u64> = trail.snapshots.iter().map(Snapshot::effort).collect();
            let distances: Vec<u64> = efforts.windows(2).map(|pair| pair[1] - pair[0]).collect();
            (lane.effort(), distances)
        };
        let (effort, distances) = follow_until(200.0);
        assert!(distances.iter().all(|distance| (300..400).contains(distance)), "{distances:?}");
        assert!(distances.len() as u64 >= effort / 400, "{distances:?}");
        let (effort, distances) = follow_until(2000.0);
        assert!((31..64).contains(&distances.len()), "{distances:?}");
        assert!(distances.iter().all(|&distance| distance < effort / 28), "{distances:?}");
    }

    #[test]
    fn large_snapshots_are_fewer() {
        assert_eq!(Trail::most(130_000), 64);
        assert_eq!(Trail::most(2_000_000), 8);
        assert_eq!(Trail::most(1_000_000_000), 0);
        let (mut lane, mut trail) = (lane(), Trail::default());
        run(&mut lane, &mut trail, 20.0, 0);
        assert!(trail.times().is_empty());
        assert!(!trail.rewind(&mut lane, Time::from_seconds(10.0)));
    }
}
