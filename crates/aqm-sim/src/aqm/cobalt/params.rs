//! Parameters of COBALT, with the defaults of CAKE in Linux.

use crate::aqm::Parameters;
use crate::time::Span;

/// Parameters of COBALT.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CobaltParams {
    /// Acceptable standing queue delay.
    pub target: Span,
    /// Time between the first two signals of CoDel: a worst-case RTT.
    pub interval: Span,
    /// Raise target and interval on links on which the largest packet takes more than 2/3 of the target.
    pub scales_with_rate: bool,
    /// CoDel marks instead of dropping; BLUE always drops.
    pub ecn: bool,
    /// BLUE's probability rises by this much when the buffer overflows, 0..1.
    pub increment: f64,
    /// BLUE's probability falls by this much when the queue is empty, 0..1.
    pub decrement: f64,
}

impl Default for CobaltParams {
    /// CAKE in Linux: 5 ms, 100 ms, 1/256 and 1/4096, with ECN.
    fn default() -> Self {
        CobaltParams {
            target: Span::from_millis(5),
            interval: Span::from_millis(100),
            scales_with_rate: true,
            ecn: true,
            increment: 1.0 / 256.0,
            decrement: 1.0 / 4096.0,
        }
    }
}

impl Parameters for CobaltParams {
    fn with_ecn(self, ecn: bool) -> Self {
        CobaltParams { ecn, ..self }
    }

    fn examples() -> Vec<(&'static str, Self)> {
        let linux = CobaltParams::default();
        let (target, interval) = (Span::from_millis(13), Span::from_millis(130));
        vec![
            ("linux", linux),
            ("eager", CobaltParams { increment: 0.1, decrement: 0.01, ..linux }),
            ("slow", CobaltParams { target, interval, scales_with_rate: false, ..linux }),
        ]
    }
}
