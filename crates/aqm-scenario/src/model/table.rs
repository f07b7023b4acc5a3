//! One table for the parameters of an algorithm or a discipline.
use crate::schema::Choice;
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
                    $($field: $crate::model::table::Quantity::of($Params::default().$field),)*
                }
            }
        }

        impl $Name {
            /// Returns the parameters of the simulator.
            pub(super) fn config(&self) -> aqm_sim::cc::CcConfig {
                aqm_sim::cc::CcConfig::$Name($Params {
                    $($field: $crate::model::table::Quantity::simulated(self.$field),)*
                })
            }
        }
    };
}

/// Like `algorithm!`, for the record of a discipline. Each field can change while a simulation runs.
///
/// ```text
/// discipline! {
///     /// One sentence.
///     pub struct Nth of NthParams, label "Nth", look "blue" "long", family "For studies" {
///         /// One sentence.
///         every: u64 { json: "every", label: "Every", check: Integer::new("", 1, 10) }
///     }
/// }
/// ```
///
/// `of NthParams by NthVariant` adds the field `variant`; the defaults of the others are `NthParams::new(variant)`.
macro_rules! discipline {
    (
        $(#[doc = $help:literal])+
        pub struct $Name:ident of $Params:ident by $Variant:ty, label $($rest:tt)+
    ) => {
        $crate::model::table::discipline! {
            @record [$Params, $Params::new(*variant)]
            [
                /// Which implementation to follow.
                variant: $Variant {
                    json: "variant", label: "Variant", check: $crate::schema::Choices::NEW,
                    default: $Params::default().variant, live: true,
                }
            ]
            $(#[doc = $help])+
            pub struct $Name, label $($rest)+
        }
    };
    (
        $(#[doc = $help:literal])+
        pub struct $Name:ident of $Params:ident, label $($rest:tt)+
    ) => {
        $crate::model::table::discipline! {
            @record [$Params, $Params::default()] []
            $(#[doc = $help])+
            pub struct $Name, label $($rest)+
        }
    };
    (
        @record [$Params:ident, $start:expr]
        [$($(#[doc = $variant_help:literal])+ $variant:ident: $Variant:ty { $($of_variant:tt)+ })?]
        $(#[doc = $help:literal])+
        pub struct $Name:ident, label $label:literal, look $colour:literal $dash:literal,
        family $family:literal $(, agree $agree:ident)? {
            $(
                $(#[doc = $field_help:literal])+
                $field:ident: $ty:ty {
                    json: $json:literal, label: $field_label:literal, check: $check:expr
                    $(, source: $source:literal)? $(,)?
                }
            )*
        }
    ) => {
        $crate::schema::record! {
            $(#[doc = $help])+
            #[derive(Copy)]
            pub struct $Name, label $label, look $colour $dash, family $family $(, agree $agree)? {
                $($(#[doc = $variant_help])+ $variant: $Variant { $($of_variant)+ })?
                $(
                    $(#[doc = $field_help])+
                    $field: $ty {
                        json: $json, label: $field_label, check: $check,
                        default: $crate::model::table::Quantity::of($start.$field), live: true
                        $(, source: $source)?
                    }
                )*
            }
        }

        impl $Name {
            /// Returns the parameters of the simulator.
            pub(super) fn config(&self) -> aqm_sim::aqm::AqmConfig {
                aqm_sim::aqm::AqmConfig::$Name($Params {
                    $($variant: self.$variant,)?
                    $($field: $crate::model::table::Quantity::simulated(self.$field),)*
                })
            }
        }
    };
}

pub(super) use {algorithm, discipline};

/// A value of the format for a value `T` of the simulator.
pub(super) trait Quantity<T> {
    fn of(simulated: T) -> Self;

    fn simulated(self) -> T;
}

impl<T: Choice> Quantity<T> for T {
    fn of(simulated: T) -> Self {
        simulated
    }

    fn simulated(self) -> T {
        self
    }
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

impl Quantity<u64> for u64 {
    fn of(simulated: u64) -> Self {
        simulated
    }

    fn simulated(self) -> u64 {
        self
    }
}

/// A value that may be off.
impl<T, Q: Quantity<T>> Quantity<Option<T>> for Option<Q> {
    fn of(simulated: Option<T>) -> Self {
        simulated.map(Q::of)
    }

    fn simulated(self) -> Option<T> {
        self.map(Q::simulated)
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
