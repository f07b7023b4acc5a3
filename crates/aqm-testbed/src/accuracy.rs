//! How late a run was, and whether it counts.
//!
//! A run is valid if all of this holds:
//!
//! - of the dequeues, of the deliveries and of the actions of the end systems, at most 1 % were later than the [limit](limit): 2 % of
//!   the round-trip time, at least 0.1 ms and at most 1 ms. Of fewer than 1000 events ten may be later, because one pause of the
//!   machine hits a few at once;
//! - none was late by more than one round-trip time, at least 10 ms: the machine did not stand still;
//! - at most 5 % of the processor time was stolen by the hypervisor;
//! - the devices lost no packet, and every packet that arrived at a hop left it, was dropped, or waits there.
//!
//! The queue delay itself does not depend on lateness, because dequeues take place at their nominal times. A late delivery adds to the
//! round-trip time of one packet, so the limits are shares of it.

use aqm_sim::time::Span;

/// Share of the round-trip time by which a packet may be late.
const SHARE: f64 = 0.02;
/// Least limit of the 99th percentile in ms.
const LEAST_MS: f64 = 0.1;
/// Largest limit of the 99th percentile in ms.
const MOST_MS: f64 = 1.0;
/// Least limit of the largest lateness in ms.
const LEAST_MAX_MS: f64 = 10.0;
/// Share of the events that may be later than the limit.
const TAIL: f64 = 0.01;
/// Number of events that may be later in any case.
const LEAST_TAIL: usize = 10;
/// Largest share of stolen processor time.
const MOST_STOLEN: f64 = 0.05;

/// Lateness of events of one kind.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Lateness {
    /// Number of events.
    pub count: u64,
    /// Median in us.
    pub p50_us: f64,
    /// 99th percentile in us.
    pub p99_us: f64,
    /// Lateness in us that all events but 1 % do not exceed, or all but ten if that is more.
    pub tail_us: f64,
    /// Maximum in us.
    pub max_us: f64,
}

impl Lateness {
    /// Summarises the lateness of events in ns. Sorts `nanos`.
    pub fn of(nanos: &mut [u32]) -> Self {
        nanos.sort_unstable();
        let us = |index: usize| nanos.get(index).map_or(0.0, |&nanos| f64::from(nanos) / 1e3);
        // The smallest value that this share of the events does not exceed.
        let at = |share: f64| us((share * nanos.len() as f64).ceil().max(1.0) as usize - 1);
        let later = ((TAIL * nanos.len() as f64) as usize).max(LEAST_TAIL);
        Lateness {
            count: nanos.len() as u64,
            p50_us: at(0.5),
            p99_us: at(0.99),
            tail_us: nanos.len().checked_sub(later + 1).map_or(0.0, us),
            max_us: at(1.0),
        }
    }
}

/// What a run notes about itself.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Accuracy {
    /// Lateness of dequeues: from the nominal end of a transmission until the discipline handed out the next packet.
    pub dequeues: Lateness,
    /// Lateness of deliveries: from the nominal end of a propagation delay until the end system had the packet.
    pub deliveries: Lateness,
    /// Lateness of the ends: from the time at which a datagram or an application was due until it acted.
    pub ends: Lateness,
    /// Processor time that the hypervisor gave to others, as a share of the time of all processors.
    pub stolen: f64,
    /// How often the kernel took the processor away from the threads of the run.
    pub involuntary_switches: u64,
    /// Whether the kernel allowed real-time priority.
    pub has_priority: bool,
    /// Packets that the devices lost before the path read them, or after it wrote them.
    pub lost_by_devices: u64,
    /// Whether the packets of all hops are accounted for.
    pub adds_up: bool,
}

/// Returns the largest 99th percentile of lateness that counts as punctual, for this round-trip time, in ms.
pub fn limit(rtt: Span) -> f64 {
    (SHARE * rtt.millis()).clamp(LEAST_MS, MOST_MS)
}

impl Accuracy {
    /// Returns why a run with the shortest round-trip time `rtt` is not valid; empty if it is valid.
    pub fn objections(&self, rtt: Span) -> Vec<String> {
        let mut reasons = Vec::new();
        let (limit, most) = (limit(rtt), rtt.millis().max(LEAST_MAX_MS));
        let kinds = [
            ("dequeues", &self.dequeues),
            ("deliveries", &self.deliveries),
            ("datagrams and applications", &self.ends),
        ];
        for (name, lateness) in kinds {
            let (tail, max) = (lateness.tail_us / 1e3, lateness.max_us / 1e3);
            if tail > limit {
                reasons.push(format!(
                    "more than 1 % of the {name} were late by {tail:.3} ms; at most {limit} ms is valid"
                ));
            }
            if max > most {
                reasons.push(format!(
                    "largest lateness of {name}: {max:.1} ms; at most {most} ms is valid"
                ));
            }
        }
        if self.stolen > MOST_STOLEN {
            let percent = 100.0 * self.stolen;
            reasons.push(format!(
                "{percent:.1} % of the processor time was stolen; at most 5 % is valid"
            ));
        }
        if self.lost_by_devices > 0 {
            reasons.push(format!("the devices lost {} packets", self.lost_by_devices));
        }
        if !self.adds_up {
            reasons.push("arrivals differ from departures, drops and backlog".to_owned());
        }
        reasons
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RTT: Span = Span::from_millis(20);

    fn punctual() -> Accuracy {
        let (tail_us, max_us) = (390.0, 19_000.0);
        let lateness = Lateness { count: 9, p50_us: 10.0, p99_us: 450.0, tail_us, max_us };
        Accuracy { dequeues: lateness, deliveries: lateness, adds_up: true, ..Accuracy::default() }
    }

    #[test]
    fn quantiles_are_those_of_the_sorted_values() {
        let mut nanos: Vec<u32> = (1..=200).rev().map(|index| index * 1000).collect();
        let lateness = Lateness::of(&mut nanos);
        // Ten of the 200 are later than the tail.
        let (tail_us, max_us) = (190.0, 200.0);
        let expected = Lateness { count: 200, p50_us: 100.0, p99_us: 198.0, tail_us, max_us };
        assert_eq!(lateness, expected);
        let mut many: Vec<u32> = (1..=5000).map(|index| index * 1000).collect();
        assert_eq!(Lateness::of(&mut many).tail_us, 4950.0);
        assert_eq!(Lateness::of(&mut [7000; 10]).tail_us, 0.0);
        assert_eq!(Lateness::of(&mut []), Lateness::default());
    }

    #[test]
    fn the_limit_follows_the_rtt() {
        let limits = [1, 20, 50, 500].map(|ms| limit(Span::from_millis(ms)));
        assert_eq!(limits, [0.1, 0.4, 1.0, 1.0]);
    }

    #[test]
    fn a_punctual_run_is_valid() {
        assert_eq!(punctual().objections(RTT), Vec::<String>::new());
    }

    #[test]
    fn each_rule_refuses_a_run() {
        let late = Lateness { tail_us: 410.0, ..punctual().dequeues };
        let stood = Lateness { max_us: 21_000.0, ..punctual().dequeues };
        let broken = [
            Accuracy { dequeues: late, ..punctual() },
            Accuracy { deliveries: late, ..punctual() },
            Accuracy { ends: late, ..punctual() },
            Accuracy { deliveries: stood, ..punctual() },
            Accuracy { stolen: 0.06, ..punctual() },
            Accuracy { lost_by_devices: 1, ..punctual() },
            Accuracy { adds_up: false, ..punctual() },
        ];
        for accuracy in broken {
            assert_eq!(accuracy.objections(RTT).len(), 1, "{accuracy:?}");
        }
    }
}
