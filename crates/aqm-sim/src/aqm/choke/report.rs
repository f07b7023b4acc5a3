//! What CHOKe reports: the reasons of its drops and marks, and its inner state.

use crate::aqm::report::Rounded;
use crate::aqm::{Explain, Inspect, Number, red};
use std::fmt;

/// Why CHOKe dropped or marked a packet. Queue lengths are in packets of the largest size.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Reason {
    /// An arriving packet and a waiting one, chosen at random, belong to the same flow; both are dropped.
    Matched {
        /// Average queue.
        average: f64,
        /// Lower threshold.
        min: f64,
    },
    /// The RED inside decided.
    Red(red::Reason),
}

impl Explain for Reason {
    fn code(&self) -> &'static str {
        match self {
            Reason::Matched { .. } => "choke.matched",
            Reason::Red(red::Reason::Early { .. }) => "choke.early",
            Reason::Red(red::Reason::Forced { .. }) => "choke.forced",
        }
    }

    fn numbers(&self) -> Vec<Number> {
        match self {
            Reason::Matched { average, min } => vec![
                Number::new("averageQueue", "packets", *average),
                Number::new("minThreshold", "packets", *min),
            ],
            Reason::Red(reason) => reason.numbers(),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Reason::Matched { average, min } => write!(
                f,
                "CHOKe: the average queue of {} packets is above the lower threshold of {}; an arriving packet \
                 met a waiting one of its own flow, and both are dropped.",
                Rounded(average),
                Rounded(min)
            ),
            Reason::Red(reason) => reason.write("CHOKe", f),
        }
    }
}

/// Inner state of CHOKe.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Probe {
    /// The state of the RED inside.
    pub red: red::Probe,
    /// Pairs of packets dropped since the start, because they belonged to the same flow.
    pub pairs: u64,
}

impl Inspect for Probe {
    fn numbers(&self) -> Vec<Number> {
        let mut numbers = self.red.numbers();
        numbers.push(Number::new("matchedPairs", "", self.pairs as f64));
        numbers
    }

    /// RED's probability; a flow's packets are matched with the flow's share of the queue.
    fn probability(&self) -> Option<f64> {
        self.red.probability()
    }
}
