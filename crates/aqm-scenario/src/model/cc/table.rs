//! One table for the parameters of an algorithm.

use aqm_sim::time::Span;

/// Defines the record of an algorithm whose fields are those of its parameters in the simulator, `NthParams` of `Nth`. The
/// table has what only the format needs; defaults are the simulator's. Both structs give a field the same name.
///
/// ```text
/// algorithm! {
///     /// One sentence.
///     pub struct Nth of NthParams, label "Nth", family "For studies" {
///         /// One sentence.
///         weight: u64 { json: "weight", label: "Weight", check: Integer::new("", 0, 10), source: "RFC 1, section 2" }
///     }
/// }
/// ```
macro_rules! algorithm {
    (
        $(#[doc = $help:literal])+
        pub struct $Name:ident of $Params:ident, label $label:literal, family $family:literal
        $(, agree $agree:ident)? {
            $(
                $(#[doc = $field_help:literal])+
                $field:ident: $ty:ty {
                    json: $json:literal, label: $field_label:literal, check: $check:expr,
                    source: $source:literal $(,)?
                }
            )*
        }
    ) => {
        $crate::schema::record! {
            $(#[doc = $help])+
            #[derive(Copy)]
            pub struct $Name, label $label, family $family $(, agree $agree)? {
                $(
                    $(#[doc = $field_help])+
                    $field: $ty {
                        json: $json, label: $field_label, check: $check,
                        default: $Name::default().$field, source: $source,
                    }
                )*
            }
        }

        impl Default for $Name {
            fn default() -> Self {
                $Name {
                    $($field: super::table::Quantity::of($Params::default().$field),)*
                }
            }
        }

        impl $Name {
            /// Returns the parameters of the simulator.
            pub(super) fn config(&self) -> aqm_sim::cc::CcConfig {
                aqm_sim::cc::CcConfig::$Name($Params {
                    $($field: super::table::Quantity::simulated(self.$field),)*
                })
            }
        }
    };
}

pub(super) use algorithm;

/// A value of the format for a value `T` of the simulator.
pub(super) trait Quantity<T> {
    fn of(simulated: T) -> Self;

    fn simulated(self) -> T;
}

impl Quantity<f64> for f64 {
    fn of(simulated: f64) -> Self {
        simulated
    }

    fn simulated(self) -> f64 {
        self
    }
}

impl Quantity<bool> for bool {
    fn of(simulated: bool) -> Self {
        simulated
    }

    fn simulated(self) -> bool {
        self
    }
}

/// The limits of the format fit into 32 bits.
impl Quantity<u32> for u64 {
    fn of(simulated: u32) -> Self {
        simulated.into()
    }

    fn simulated(self) -> u32 {
        self as u32
    }
}

/// A time in ms.
impl Quantity<Span> for f64 {
    fn of(simulated: Span) -> Self {
        simulated.millis()
    }

    fn simulated(self) -> Span {
        crate::convert::millis(self)
    }
}
