//! Parameters of the queue whose user drops packets.

use crate::aqm::Parameters;
use crate::aqm::twins::{Place, TcTwin, Twins, no_tc};

/// Parameters of the queue whose user drops packets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ManualParams {
    /// Mark instead of dropping, if the packet can be marked. A full buffer still drops.
    pub ecn: bool,
}

impl Twins for ManualParams {
    const NAME: &'static str = "A queue whose user drops packets";

    fn tc(&self, _place: &Place) -> Result<TcTwin, String> {
        let hint = "Choose Drop-tail to export the buffer without the drops.";
        Err(format!("{} {hint}", no_tc(Self::NAME)))
    }
}

impl Parameters for ManualParams {
    fn controls_delay() -> bool {
        false
    }

    /// Without an order it drops nothing.
    fn drops_early() -> bool {
        false
    }

    fn with_ecn(self, ecn: bool) -> Self {
        ManualParams { ecn }
    }

    fn examples() -> Vec<(&'static str, Self)> {
        vec![("default", ManualParams::default())]
    }
}
