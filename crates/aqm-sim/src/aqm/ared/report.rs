//! What Adaptive RED reports: RED's reasons and state under its own name.

use crate::aqm::{Explain, Inspect, Number, red};
use std::fmt;

/// Why Adaptive RED dropped or marked a packet.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reason(
    /// The reason of the RED inside.
    pub red::Reason,
);

impl Explain for Reason {
    fn code(&self) -> &'static str {
        match self.0 {
            red::Reason::Early { .. } => "ared.early",
            red::Reason::Forced { .. } => "ared.forced",
        }
    }

    fn numbers(&self) -> Vec<Number> {
        self.0.numbers()
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write("Adaptive RED", f)
    }
}

/// Inner state of Adaptive RED.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Probe(
    /// The state of the RED inside; `max_p` is the value in force.
    pub red::Probe,
);

impl Inspect for Probe {
    fn numbers(&self) -> Vec<Number> {
        self.0.numbers()
    }

    fn probability(&self) -> Option<f64> {
        self.0.probability()
    }
}
