//! What can be configured about each discipline, with the sources' defaults.

use crate::time::Span;

/// A discipline and its parameters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum AqmConfig {
    /// First in, first out, until the buffer is full.
    DropTail,
    /// Random Early Detection.
    Red(RedParams),
    /// Adaptive RED (Floyd, Gummadi, Shenker 2001), set up from link rate and target delay.
    Ared(AredParams),
    /// Controlled Delay.
    Codel(CodelParams),
    /// Proportional Integral controller Enhanced.
    Pie(PieParams),
}

/// An amount of queued data.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Amount {
    /// In packets of the largest size.
    Packets(f64),
    /// In bytes.
    Bytes(f64),
    /// As a share of the buffer, 0..1.
    BufferShare(f64),
}

/// Which RED.
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
    /// Which arithmetic.
    pub variant: RedVariant,
    /// `min_th`: no packet is hit while the average queue is below.
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
    /// Average bytes, and hit large packets more often than small ones; otherwise packets. `Linux`
    /// always averages bytes and hits all sizes alike.
    pub byte_mode: bool,
    /// Adapt `max_p` every 0.5 s (the kernel's `adaptive` flag; only `Linux`).
    pub adaptive: bool,
    /// What `tc` is told of the average packet (`avpkt`), in bytes: the burst behind the automatic
    /// weight and the decay during idle periods follow from it. Only `Linux`.
    pub average_packet: u32,
    /// Mark instead of dropping. Where a hit is certain `Floyd` drops capable packets too (RFC 3168,
    /// section 7); `Linux` marks them.
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

/// Which Adaptive RED.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AredVariant {
    /// Floyd, Gummadi and Shenker 2001, with hits that wait as in their simulator.
    #[default]
    Floyd2001,
    /// What the numbers of Schwardmann, Wagner and Kuehlewind 2014 say of their own code: hits do
    /// not wait, and the average starts from zero whenever a packet finds the queue empty. There to
    /// reproduce them; scenarios do not offer it.
    Schwardmann2014,
}

/// Parameters of Adaptive RED; all others follow from the link rate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AredParams {
    /// Whose reading.
    pub variant: AredVariant,
    /// Target mean queue delay: min_th = max(5, target * C / 2) packets, max_th = 3 min_th.
    pub target: Span,
    /// Time between adaptations of max_p.
    pub interval: Span,
    /// Lower bound of max_p; `None`: as in the authors' simulator.
    pub min_max_p: Option<f64>,
    /// Mark instead of dropping, up to twice max_th.
    pub ecn: bool,
}

impl Default for AredParams {
    /// 5 ms, 0.5 s and 0.01: Floyd, Gummadi, Shenker 2001.
    fn default() -> Self {
        AredParams {
            variant: AredVariant::Floyd2001,
            target: Span::from_millis(5),
            interval: Span::from_millis(500),
            min_max_p: Some(0.01),
            ecn: false,
        }
    }
}

/// Which CoDel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CodelVariant {
    /// Linux since 4.x: integer arithmetic, one Newton step a drop.
    Linux,
    /// Linux 3.10: the small-queue test compares with the largest packet seen.
    Linux310,
    /// RFC 8289: real arithmetic, exact square root.
    Rfc8289,
    /// What the numbers of Schwardmann, Wagner and Kuehlewind 2014 say of their own code: as
    /// `Rfc8289`, but the first gap is interval / sqrt(2) already, and a dropping state inherits the
    /// last one's count whole. There to reproduce them; scenarios do not offer it.
    Schwardmann2014,
}

/// Parameters of CoDel.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CodelParams {
    /// Which arithmetic.
    pub variant: CodelVariant,
    /// Acceptable standing queue delay.
    pub target: Span,
    /// Time over which a queue counts as standing: a worst-case RTT.
    pub interval: Span,
    /// Mark instead of dropping.
    pub ecn: bool,
    /// Mark every packet that waited longer; `Rfc8289` has no such thing.
    pub ce_threshold: Option<Span>,
}

impl Default for CodelParams {
    /// 5 ms and 100 ms: RFC 8289, section 4.
    fn default() -> Self {
        CodelParams {
            variant: CodelVariant::Linux,
            target: Span::from_millis(5),
            interval: Span::from_millis(100),
            ecn: false,
            ce_threshold: None,
        }
    }
}

/// Which PIE.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieVariant {
    /// RFC 8033, real arithmetic.
    Rfc8033,
    /// Pan et al. 2013 with the extras of the kernel code of that year (Schwardmann et al. 2014,
    /// section 3.3), real arithmetic.
    Paper2013,
    /// Linux since 5.6: integer arithmetic, timestamps.
    Linux,
    /// Linux 3.14 to 4.20: integer arithmetic, departure-rate estimator.
    Linux414,
}

/// Parameters of PIE.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PieParams {
    /// Which generation.
    pub variant: PieVariant,
    /// Reference queue delay.
    pub target: Span,
    /// Time between updates of the drop probability. The kernel generations round it up to whole
    /// milliseconds (HZ = 1000).
    pub update: Span,
    /// Gain of the distance to the target, per second.
    pub alpha: f64,
    /// Gain of the delay's change, per second.
    pub beta: f64,
    /// A burst of this length passes without early drops after a quiet period.
    pub max_burst: Span,
    /// Mark instead of dropping while the probability is at most 10 % (`Rfc8033`: below).
    pub ecn: bool,
    /// Hit large packets more often than small ones.
    pub byte_mode: bool,
    /// Estimate delay as backlog / departure rate (always on in the 2013 generation); otherwise
    /// from timestamps.
    pub rate_estimator: bool,
}

impl PieParams {
    /// The defaults of `variant`'s source.
    pub fn new(variant: PieVariant) -> Self {
        // RFC 8033, section 4 and 5.1; Linux uses the same values.
        let current = PieParams {
            variant,
            target: Span::from_millis(15),
            update: Span::from_millis(15),
            alpha: 0.125,
            beta: 1.25,
            max_burst: Span::from_millis(150),
            ecn: false,
            byte_mode: false,
            rate_estimator: false,
        };
        match variant {
            PieVariant::Rfc8033 | PieVariant::Linux => current,
            // Pan et al. 2013, section IV; sch_pie of Linux 3.14.
            PieVariant::Paper2013 | PieVariant::Linux414 => PieParams {
                target: Span::from_millis(20),
                update: Span::from_millis(30),
                max_burst: Span::from_millis(100),
                rate_estimator: true,
                ..current
            },
        }
    }
}

impl Default for PieParams {
    fn default() -> Self {
        PieParams::new(PieVariant::Rfc8033)
    }
}
