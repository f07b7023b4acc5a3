//! What the table of algorithms generates: names, configuration, state and its dispatch.

use super::{AckEvent, CcConfig, CcKind, Context, Events, Growth, State, Window};

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

            /// Returns what a script for the Linux kernel runs in its place.
            pub const fn kernel(&self) -> Twin {
                match self {
                    $( $(#[cfg($cfg)])? CcConfig::$Name(_) => <$Type as Algorithm>::KERNEL, )+
                }
            }

            /// Returns what a program for ns-3 runs in its place.
            pub const fn ns3(&self) -> Twin {
                match self {
                    $( $(#[cfg($cfg)])? CcConfig::$Name(_) => <$Type as Algorithm>::NS3, )+
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
        enum State {
            $( $(#[cfg($cfg)])? $Name($Type), )+
        }

        impl State {
            fn new(config: &CcConfig, setup: &Setup) -> Self {
                match config {
                    $(
                        $(#[cfg($cfg)])?
                        CcConfig::$Name(params) => State::$Name(<$Type as Algorithm>::new(params, setup)),
                    )+
                }
            }

            /// The algorithm for events that are rare.
            fn events(&mut self) -> &mut dyn Events {
                match self {
                    $( $(#[cfg($cfg)])? State::$Name(algorithm) => algorithm, )+
                }
            }

            fn view(&self) -> &dyn Events {
                match self {
                    $( $(#[cfg($cfg)])? State::$Name(algorithm) => algorithm, )+
                }
            }
        }
    };
}

impl State {
    /// `Events::on_ack`, then `Events::grow` if `grows` returns true for the window.
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

impl Default for CcConfig {
    fn default() -> Self {
        CcKind::default().into()
    }
}
