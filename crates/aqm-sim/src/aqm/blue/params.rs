//! Parameters of BLUE, with the paper's values.

use crate::aqm::Parameters;
use crate::aqm::twins::{Place, TcTwin, Twins, no_tc};
use crate::time::Span;

/// Parameters of BLUE.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BlueParams {
    /// d1: an increase of the probability.
    pub increase: f64,
    /// d2: a decrease of the probability.
    pub decrease: f64,
    /// Shortest time between two changes of the probability.
    pub freeze: Span,
    /// L: a queue longer than this many packets raises the probability like an overflow. `None`:
    /// only an overflow does.
    pub threshold: Option<u64>,
    /// Mark instead of dropping. A full buffer still drops.
    pub ecn: bool,
}

impl Default for BlueParams {
    /// Feng et al. 2002: one of the four settings of the paper's simulations, which combine freeze times of
    /// 10 and 100 ms with d1 of 0.0025 and 0.02, and d2 a tenth of d1.
    fn default() -> Self {
        BlueParams {
            increase: 0.0025,
            decrease: 0.00025,
            freeze: Span::from_millis(100),
            threshold: None,
            ecn: false,
        }
    }
}

impl Twins for BlueParams {
    const NAME: &'static str = "BLUE";

    fn tc(&self, _place: &Place) -> Result<TcTwin, String> {
        let hint = "The kernel's sfb is another algorithm, with a BLUE for each class of flows.";
        Err(format!("{} {hint}", no_tc(Self::NAME)))
    }
}

impl Parameters for BlueParams {
    /// BLUE avoids losses and idle time; the delay depends on the buffer.
    fn controls_delay() -> bool {
        false
    }

    fn with_ecn(self, ecn: bool) -> Self {
        BlueParams { ecn, ..self }
    }

    fn examples() -> Vec<(&'static str, Self)> {
        let default = BlueParams::default();
        vec![("default", default), ("threshold", BlueParams { threshold: Some(50), ..default })]
    }
}
