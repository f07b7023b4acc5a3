//! Parameters of RED, with the sources' defaults.

use crate::aqm::{Amount, Parameters};

/// Variants of RED.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RedVariant {
    /// Floyd and Jacobson 1993, real arithmetic, exact idle decay, optional gentle slope.
    Floyd,
    /// The kernel's integer arithmetic (`sch_red`, byte mode, no gentle slope).
    Linux,
}

/// Parameters of RED.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RedParams {
    /// Variant.
    pub variant: RedVariant,
    /// `min_th`: below this average queue no packet is hit.
    pub min: Amount,
    /// `max_th`: the probability reaches `max_p` here.
    pub max: Amount,
    /// Probability at `max`, 0..1.
    pub max_p: f64,
    /// Weight of a new sample in the average queue, 0..1. `None`: `Floyd` takes 1 - exp(-1/C) with
    /// C packets/s; `Linux` takes what `tc` takes for a burst of (2 min + max) / 3 average packets.
    /// `Linux` rounds to a power of 1/2.
    pub weight: Option<f64>,
    /// Between `max` and twice `max` the probability rises from `max_p` to 1 (Floyd 2000); only
    /// `Floyd`.
    pub gentle: bool,
    /// After a hit, wait 1/p packets before the next one can follow, so that the gaps are uniform
    /// on 1/p..2/p (`wait_` in the authors' simulator ns-2, where it is on by default). Otherwise
    /// they are uniform on 1..1/p (Floyd and Jacobson 1993, method 2), a third as long on average.
    pub wait: bool,
    /// Average the queue in bytes and hit large packets more often than small ones; otherwise average
    /// it in packets. `Linux` always averages bytes and hits all sizes alike.
    pub byte_mode: bool,
    /// Adapt `max_p` every 0.5 s (the kernel's `adaptive` flag; only `Linux`).
    pub adaptive: bool,
    /// Average packet size that `tc` receives (`avpkt`), in bytes: the burst behind the automatic
    /// weight and the decay during idle periods follow from it. Only `Linux`.
    pub average_packet: u32,
    /// Mark instead of dropping. Where every packet is hit, `Floyd` also drops ECN-capable packets
    /// (RFC 3168, section 7); `Linux` marks them.
    pub ecn: bool,
}

impl Default for RedParams {
    /// min 5, max 15 packets, weight 0.002: Floyd and Jacobson 1993; max_p 0.1 and gentle: Floyd's
    /// later advice (1997, 2000).
    fn default() -> Self {
        RedParams {
            variant: RedVariant::Floyd,
            min: Amount::Packets(5.0),
            max: Amount::Packets(15.0),
            max_p: 0.1,
            weight: Some(0.002),
            gentle: true,
            wait: false,
            byte_mode: false,
            adaptive: false,
            average_packet: 1500,
            ecn: false,
        }
    }
}

impl Parameters for RedParams {
    fn is_same_variant(&self, other: &Self) -> bool {
        self.variant == other.variant
    }

    fn with_ecn(self, ecn: bool) -> Self {
        RedParams { ecn, ..self }
    }

    fn examples() -> Vec<(&'static str, Self)> {
        let floyd = RedParams::default();
        let linux = RedParams { variant: RedVariant::Linux, ..floyd };
        let quick = RedParams { weight: Some(0.1), ..floyd };
        vec![
            ("floyd", floyd),
            ("linux", linux),
            ("linux adaptive", RedParams { adaptive: true, weight: Some(0.1), ..linux }),
            ("floyd wait", RedParams { wait: true, ..floyd }),
            ("floyd quick", quick),
            ("floyd steep bytes", RedParams { gentle: false, byte_mode: true, ..quick }),
        ]
    }
}
