//! The list of algorithms. One line adds one: `Name(Type) = "name in scenarios";`.
//!
//! Every flow has room for the largest type of the list. A state much larger than CUBIC's 190 bytes
//! belongs into a `Box`, so that flows with other algorithms stay small.

use super::{AckEvent, Algorithm, Context, Events, Growth, Setup, Window};

/// Generates the names, the configuration, the state and its dispatch from one line per algorithm.
macro_rules! congestion_controls {
    (
        default $Default:ident;
        $(
            $(#[doc = $help:literal])+
            $(#[cfg($cfg:meta)])?
            $Name:ident($Type:ty) = $json:literal;
        )+
    ) => {
        /// The congestion controls, without their parameters.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum CcKind {
            $( $(#[doc = $help])+ $(#[cfg($cfg)])? $Name, )+
        }

        impl CcKind {
            /// Every algorithm, in the order in which they are offered.
            pub const ALL: &'static [CcKind] = &[$( $(#[cfg($cfg)])? CcKind::$Name, )+];

            /// Returns the name in scenarios.
            pub const fn name(self) -> &'static str {
                match self {
                    $( $(#[cfg($cfg)])? CcKind::$Name => $json, )+
                }
            }
        }

        impl Default for CcKind {
            fn default() -> Self {
                CcKind::$Default
            }
        }

        /// A congestion control with its parameters.
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub enum CcConfig {
            $( $(#[doc = $help])+ $(#[cfg($cfg)])? $Name(<$Type as Algorithm>::Params), )+
        }

        impl CcConfig {
            /// Returns which algorithm this is.
            pub const fn kind(&self) -> CcKind {
                match self {
                    $( $(#[cfg($cfg)])? CcConfig::$Name(_) => CcKind::$Name, )+
                }
            }
        }

        /// The default parameters.
        impl From<CcKind> for CcConfig {
            fn from(kind: CcKind) -> Self {
                match kind {
                    $( $(#[cfg($cfg)])? CcKind::$Name => CcConfig::$Name(Default::default()), )+
                }
            }
        }

        /// One flow's algorithm.
        // The tag has a place of its own, because the compiler's choice takes longer to read.
        #[derive(Clone, PartialEq, Debug)]
        #[repr(u8)]
        pub(super) enum State {
            $( $(#[cfg($cfg)])? $Name($Type), )+
        }

        impl State {
            pub(super) fn new(config: &CcConfig, setup: &Setup) -> Self {
                match config {
                    $(
                        $(#[cfg($cfg)])?
                        CcConfig::$Name(params) => State::$Name(<$Type as Algorithm>::new(params, setup)),
                    )+
                }
            }

            /// The algorithm for events that are rare.
            pub(super) fn events(&mut self) -> &mut dyn Events {
                match self {
                    $( $(#[cfg($cfg)])? State::$Name(algorithm) => algorithm, )+
                }
            }

            pub(super) fn view(&self) -> &dyn Events {
                match self {
                    $( $(#[cfg($cfg)])? State::$Name(algorithm) => algorithm, )+
                }
            }
        }
    };
}

impl State {
    /// [`Events::on_ack`], then [`Events::grow`] if `grows` returns true for the window.
    // The algorithms of most flows are compiled into the path of every ACK. All others are called, so
    // that their number costs these nothing. Each arm copies what it passes on, so that arms which are
    // inlined keep it in registers.
    #[inline(always)]
    pub(super) fn on_progress(
        &mut self,
        window: &mut Window,
        context: &Context,
        ack: &AckEvent,
        grows: impl Fn(&Window) -> Option<Growth>,
    ) {
        match self {
            State::Cubic(algorithm) => {
                algorithm.on_ack(window, &Context { ..*context }, &AckEvent { ..*ack });
                if let Some(growth) = grows(window) {
                    algorithm.grow(window, &Context { ..*context }, &growth);
                }
            }
            State::NewReno(algorithm) => {
                algorithm.on_ack(window, &Context { ..*context }, &AckEvent { ..*ack });
                if let Some(growth) = grows(window) {
                    algorithm.grow(window, &Context { ..*context }, &growth);
                }
            }
            other => {
                other.on_ack(window, &Context { ..*context }, &AckEvent { ..*ack });
                if let Some(growth) = grows(window) {
                    other.grow(window, &Context { ..*context }, &growth);
                }
            }
        }
    }

    #[inline(never)]
    fn on_ack(&mut self, window: &mut Window, context: &Context, ack: &AckEvent) {
        self.events().on_ack(window, context, ack);
    }

    #[inline(never)]
    fn grow(&mut self, window: &mut Window, context: &Context, growth: &Growth) {
        self.events().grow(window, context, growth);
    }
}

congestion_controls! {
    default Cubic;
    /// CUBIC (RFC 9438), in the Linux stacks with HyStart: the default of today's systems.
    Cubic(super::cubic::Cubic) = "cubic";
    /// NewReno (RFC 5681, RFC 6582): Reno's window rules; loss recovery is the stack's.
    NewReno(super::reno::Reno) = "newreno";
    /// HighSpeed TCP (RFC 3649): Reno for windows up to 38 segments, faster beyond.
    Hstcp(super::hstcp::Hstcp) = "hstcp";
    /// Scalable TCP (Kelly 2003): grows and falls in proportion to its window.
    Scalable(super::scalable::Scalable) = "scalable";
    /// H-TCP (Leith and Shorten 2004): grows faster the longer the last loss is ago.
    Htcp(super::htcp::Htcp) = "htcp";
    /// BIC (Xu, Harfoush and Rhee 2004): searches for the last maximum by bisection.
    Bic(super::bic::Bic) = "bic";
    /// Vegas (Brakmo and Peterson 1995): keeps two to four segments in the queue.
    Vegas(super::vegas::Vegas) = "vegas";
    /// DCTCP (RFC 8257): falls in proportion to the fraction of ECN marks.
    Dctcp(super::dctcp::Dctcp) = "dctcp";
    /// BBR version 1 (Cardwell et al. 2016): paces at the measured bandwidth.
    Bbr(Box<super::bbr::Bbr>) = "bbr";
    /// AIMD(a, b) (Floyd, Handley and Padhye 2000): Reno with any increase and decrease.
    Aimd(super::aimd::Aimd) = "aimd";
    /// LEDBAT (RFC 6817): keeps the queueing delay at 100 ms and makes room for all others.
    Ledbat(Box<super::ledbat::Ledbat>) = "ledbat";
    /// Reno of RFC 5681, without SACK: repairs one loss per recovery.
    Reno(super::reno::RenoWith<false>) = "reno";
    /// Reno with SACK recovery (RFC 6675).
    Sack(super::reno::RenoWith<true>) = "sack";
    /// Prague (draft-briscoe-iccrg-prague-congestion-control): the sender of L4S, for a queue with L4S marks.
    Prague(super::prague::Prague) = "prague";
    /// Westwood+ (Grieco and Mascolo 2004): after a loss the window is the measured bandwidth times the RTT.
    Westwood(super::westwood::Westwood) = "westwood";
    /// Illinois (Liu, Basar and Srikant 2008): the queueing delay sets increase and decrease.
    Illinois(super::illinois::Illinois) = "illinois";
    /// YeAH (Baiocchi, Castellani and Vacirca 2007): Scalable with a short queue, Reno with a long one.
    Yeah(super::yeah::Yeah) = "yeah";
    /// Veno (Fu and Liew 2003): Reno that tells random losses from congestion.
    Veno(super::veno::Veno) = "veno";
    /// BBR version 3 (draft-ietf-ccwg-bbr-06): as version 1, but losses bound rate and flight.
    Bbr3(Box<super::bbr3::Bbr3>) = "bbr3";
    /// A paced algorithm with a large state, for tests of the seam.
    #[cfg(test)]
    Toy(Box<super::toy::Toy>) = "toy";
}

impl Default for CcConfig {
    fn default() -> Self {
        CcKind::default().into()
    }
}
