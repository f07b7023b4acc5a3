//! What the table of disciplines generates.
//!
//! - [`AqmConfig`]: a discipline and its parameters. [`AqmConfig::examples`] lists configurations of
//!   all disciplines: property tests, the reference engine and the benches walk over them.
//! - [`Aqm`]: any algorithm behind one type: a closed enum, so that a call is a jump and the host's
//!   loop needs no indirect calls.
//! - [`DropReason`] and [`AnyProbe`]: the `Reason` and `Probe` of each folder.
//!
//! [`AqmConfig`]: super::AqmConfig
//! [`AqmConfig::examples`]: super::AqmConfig::examples
//! [`Aqm`]: super::Aqm
//! [`DropReason`]: super::DropReason
//! [`AnyProbe`]: super::AnyProbe

use super::{Discipline, Environment, Twins};
use crate::packet::Queueable;
use crate::time::Time;
use std::fmt::Debug;

/// Parameters of one discipline.
pub trait Parameters: Copy + PartialEq + Debug + Twins {
    /// Whether a running queue can adopt `self` and keep its state: the variant is the same.
    fn is_same_variant(&self, _other: &Self) -> bool {
        true
    }

    /// Whether the discipline is meant to keep the delay low and the utilization high. The tests of
    /// whole runs then require both of its defaults.
    fn controls_delay() -> bool {
        true
    }

    /// Names of the classes among which the discipline divides packets; empty without classes.
    fn classes() -> &'static [&'static str] {
        &[]
    }

    /// Whether packets wait in several queues, so that the delays of flows differ.
    fn has_many_queues() -> bool {
        !Self::classes().is_empty()
    }

    /// Whether the algorithm drops or marks packets before the buffer is full.
    fn drops_early() -> bool {
        true
    }

    /// The same parameters with ECN on or off; unchanged where the discipline does not mark.
    fn with_ecn(self, _ecn: bool) -> Self {
        self
    }

    /// Named configurations for tests and benches: the defaults first, then each other
    /// variant with its defaults, then one for each option that takes another path through the code. Each drops early within 3000
    /// packets of a sustained overload at 12 Mbit/s, unless it never [drops early](Self::drops_early).
    fn examples() -> Vec<(&'static str, Self)>;
}

/// An algorithm: a [`Discipline`] that can be set up from parameters. A discipline has one for each
/// variant that has code of its own.
pub trait Algorithm<P: Queueable>: Discipline<P> {
    /// The discipline's parameters.
    type Params: Parameters;

    /// Whether these parameters select this algorithm: exactly one of a discipline's does.
    fn runs(_params: &Self::Params) -> bool {
        true
    }

    /// Empty queues at time `now`.
    fn new(params: &Self::Params, env: &Environment, now: Time) -> Self;

    /// Adopts new parameters of the same variant, or new surroundings; the state stays. A limit
    /// below the backlog admits nothing until the queue has drained, or makes the next arrival drop
    /// from the head.
    fn retune(&mut self, params: &Self::Params, env: &Environment, now: Time);
}

/// Generates the types of this module from the table of disciplines.
macro_rules! generate {
    ($($(#[$doc:meta])* $kind:ident = $module:ident::$params:ident [$($algorithm:ident),+] $($hot:ident)?;)+) => {
        $(pub use $module::params::*;)+

        /// A discipline and its parameters.
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub enum AqmConfig {
            $($(#[$doc])* $kind($params),)+
        }

        impl AqmConfig {
            /// Each discipline's name and its first [example](Parameters::examples): the defaults.
            pub fn defaults() -> Vec<(&'static str, AqmConfig)> {
                vec![$({
                    let mut examples = <$params as $crate::aqm::Parameters>::examples();
                    (stringify!($module), AqmConfig::$kind(examples.swap_remove(0).1))
                }),+]
            }

            /// Same kind and variant, whatever the parameters.
            pub fn is_same_algorithm(&self, other: &AqmConfig) -> bool {
                match (self, other) {
                    $((AqmConfig::$kind(a), AqmConfig::$kind(b)) => {
                        $crate::aqm::Parameters::is_same_variant(a, b)
                    })+
                    _ => false,
                }
            }

            /// Returns [`Twins::NAME`]($crate::aqm::Twins::NAME).
            pub fn name(&self) -> &'static str {
                match self {
                    $(AqmConfig::$kind(_) => <$params as $crate::aqm::Twins>::NAME,)+
                }
            }

            /// Returns the counterpart in the Linux kernel, or a sentence that says why there is none.
            pub fn tc(&self, place: &$crate::aqm::Place) -> Result<$crate::aqm::TcTwin, String> {
                match self {
                    $(AqmConfig::$kind(params) => $crate::aqm::Twins::tc(params, place),)+
                }
            }

            /// Returns the counterpart in ns-3, or a sentence that says why there is none.
            pub fn ns3(&self, place: &$crate::aqm::Place) -> Result<$crate::aqm::Ns3Twin, String> {
                match self {
                    $(AqmConfig::$kind(params) => $crate::aqm::Twins::ns3(params, place),)+
                }
            }

            /// Whether the discipline is meant to keep the delay low.
            pub fn controls_delay(&self) -> bool {
                match self {
                    $(AqmConfig::$kind(_) => <$params as $crate::aqm::Parameters>::controls_delay(),)+
                }
            }

            /// [`Parameters::classes`](crate::aqm::Parameters::classes) of the discipline.
            pub fn classes(&self) -> &'static [&'static str] {
                match self {
                    $(AqmConfig::$kind(_) => <$params as $crate::aqm::Parameters>::classes(),)+
                }
            }

            /// Whether packets wait in several queues, so that the delays of flows differ.
            pub fn has_many_queues(&self) -> bool {
                match self {
                    $(AqmConfig::$kind(_) => <$params as $crate::aqm::Parameters>::has_many_queues(),)+
                }
            }

            /// Whether the algorithm drops or marks packets before the buffer is full.
            pub fn drops_early(&self) -> bool {
                match self {
                    $(AqmConfig::$kind(_) => <$params as $crate::aqm::Parameters>::drops_early(),)+
                }
            }

            /// The same with ECN on or off.
            pub fn with_ecn(self, ecn: bool) -> Self {
                match self {
                    $(AqmConfig::$kind(params) => {
                        AqmConfig::$kind($crate::aqm::Parameters::with_ecn(params, ecn))
                    })+
                }
            }

            /// The [examples](Parameters::examples) of all disciplines, with names like
            /// `codel rfc8289`.
            pub fn examples() -> Vec<(String, AqmConfig)> {
                let mut all = Vec::new();
                $(for (name, params) in <$params as $crate::aqm::Parameters>::examples() {
                    all.push((format!("{} {name}", stringify!($module)), AqmConfig::$kind(params)));
                })+
                all
            }
        }

        /// Returns all numbers of probes: those of `probe_numbers.rs`, then those that only one discipline has.
        pub fn probe_numbers() -> impl Iterator<Item = &'static ProbeNumber> {
            let own: &[&'static [ProbeNumber]] = &[$(<$module::Probe as Inspect>::OWN),+];
            probe_numbers::SHARED.iter().chain(own.iter().copied().flatten())
        }

        $(impl From<$params> for AqmConfig {
            fn from(params: $params) -> Self {
                AqmConfig::$kind(params)
            }
        })+

        /// Why a packet was dropped.
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub enum DropReason {
            /// The buffer was full.
            Overflow,
            $($(#[$doc])* $kind($module::Reason),)+
        }

        $(impl From<$module::Reason> for DropReason {
            fn from(reason: $module::Reason) -> Self {
                DropReason::$kind(reason)
            }
        })+

        impl Explain for DropReason {
            fn code(&self) -> &'static str {
                match self {
                    DropReason::Overflow => "overflow",
                    $(DropReason::$kind(reason) => reason.code(),)+
                }
            }

            fn numbers(&self) -> Vec<Number> {
                match self {
                    DropReason::Overflow => Vec::new(),
                    $(DropReason::$kind(reason) => reason.numbers(),)+
                }
            }

            #[inline]
            fn is_overflow(&self) -> bool {
                match self {
                    DropReason::Overflow => true,
                    $(DropReason::$kind(reason) => reason.is_overflow(),)+
                }
            }
        }

        impl std::fmt::Display for DropReason {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    DropReason::Overflow => f.write_str("The buffer was full."),
                    $(DropReason::$kind(reason) => std::fmt::Display::fmt(reason, f),)+
                }
            }
        }

        /// Inner state of a discipline.
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub enum AnyProbe {
            $($(#[$doc])* $kind($module::Probe),)+
        }

        impl Inspect for AnyProbe {
            fn numbers(&self) -> Vec<Number> {
                match self {
                    $(AnyProbe::$kind(probe) => probe.numbers(),)+
                }
            }

            fn probability(&self) -> Option<f64> {
                match self {
                    $(AnyProbe::$kind(probe) => probe.probability(),)+
                }
            }
        }

        sort_algorithms! { [] [] $($kind = $module [$($algorithm),+] $($hot)?;)+ }
    };
}

/// Sorts the algorithms of the table into those with a place in the host's loop and the others.
/// Passes both lists to [`dispatch`].
macro_rules! sort_algorithms {
    ([$($hot:tt)*] [$($other:tt)*]) => {
        dispatch! { [$($hot)*] [$($other)*] }
    };
    ([$($hot:tt)*] $other:tt
     $kind:ident = $module:ident [$($algorithm:ident),+] hot; $($rest:tt)*) => {
        sort_algorithms! { [$($hot)* $($algorithm = $kind $module;)+] $other $($rest)* }
    };
    ($hot:tt [$($other:tt)*]
     $kind:ident = $module:ident [$($algorithm:ident),+]; $($rest:tt)*) => {
        sort_algorithms! { $hot [$($other)* $($algorithm = $kind $module;)+] $($rest)* }
    };
}

/// Generates `AnyAlgorithm` from the lists of hot algorithms and of the others.
macro_rules! dispatch {
    ([$($hot:ident = $kind:ident $module:ident;)+]
     [$($other:ident = $other_kind:ident $other_module:ident;)+]) => {
        /// Any algorithm. The tag has a byte of its own, which is faster to read than a niche.
        #[derive(Clone, Debug)]
        #[repr(u8)]
        enum AnyAlgorithm<P> {
            $($hot($module::$hot<P>),)+
            /// Behind one call, so that the number of these algorithms costs the others nothing.
            Other(Box<OtherAlgorithm<P>>),
        }

        /// An algorithm without a place in the host's loop.
        #[derive(Clone, Debug)]
        #[repr(u8)]
        enum OtherAlgorithm<P> {
            $($other($other_module::$other<P>),)+
        }

        /// Evaluates `$call` with `$queue` bound to the running algorithm.
        macro_rules! each {
            ($any:expr, $queue:ident => $call:expr) => {
                match $any {
                    $(AnyAlgorithm::$hot($queue) => $call,)+
                    AnyAlgorithm::Other($queue) => $call,
                }
            };
        }

        /// The same among the other algorithms.
        macro_rules! each_other {
            ($any:expr, $queue:ident => $call:expr) => {
                match $any {
                    $(OtherAlgorithm::$other($queue) => $call,)+
                }
            };
        }

        impl<P: Queueable> AnyAlgorithm<P> {
            fn new(config: &AqmConfig, env: &Environment, now: Time) -> Self {
                match config {
                    $(AqmConfig::$kind(params)
                        if <$module::$hot<P> as Algorithm<P>>::runs(params) =>
                    {
                        AnyAlgorithm::$hot(Algorithm::new(params, env, now))
                    })+
                    $(AqmConfig::$other_kind(params)
                        if <$other_module::$other<P> as Algorithm<P>>::runs(params) =>
                    {
                        let other = OtherAlgorithm::$other(Algorithm::new(params, env, now));
                        AnyAlgorithm::Other(Box::new(other))
                    })+
                    _ => unreachable!("no algorithm runs {config:?}"),
                }
            }

            fn retune(&mut self, config: &AqmConfig, env: &Environment, now: Time) {
                match (self, config) {
                    $((AnyAlgorithm::$hot(queue), AqmConfig::$kind(params)) => {
                        Algorithm::retune(queue, params, env, now);
                    })+
                    (AnyAlgorithm::Other(other), config) => match (&mut **other, config) {
                        $((OtherAlgorithm::$other(queue), AqmConfig::$other_kind(params)) => {
                            Algorithm::retune(queue, params, env, now);
                        })+
                        _ => unreachable!("retuned with another algorithm's parameters"),
                    },
                    _ => unreachable!("retuned with another algorithm's parameters"),
                }
            }
        }
    };
}
