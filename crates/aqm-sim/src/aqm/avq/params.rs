//! Parameters of AVQ, with the paper's values.

use crate::aqm::{Amount, Parameters, Twins};

/// Parameters of AVQ.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AvqParams {
    /// gamma: utilization of the link that AVQ aims at, 0..1.
    pub utilization: f64,
    /// alpha: speed at which the virtual capacity adapts, per second.
    pub alpha: f64,
    /// B: size of the virtual buffer.
    pub buffer: Amount,
    /// Mark instead of dropping. A full buffer still drops.
    pub ecn: bool,
}

impl Default for AvqParams {
    /// Kunniyur and Srikant 2001, section 4: the virtual buffer is as large as the buffer.
    fn default() -> Self {
        AvqParams { utilization: 0.98, alpha: 0.15, buffer: Amount::BufferShare(1.0), ecn: false }
    }
}

impl Twins for AvqParams {
    const NAME: &'static str = "AVQ";
}

impl Parameters for AvqParams {
    fn with_ecn(self, ecn: bool) -> Self {
        AvqParams { ecn, ..self }
    }

    fn examples() -> Vec<(&'static str, Self)> {
        let default = AvqParams::default();
        let buffer = Amount::Packets(20.0);
        vec![("default", default), ("small buffer", AvqParams { buffer, ..default })]
    }
}
