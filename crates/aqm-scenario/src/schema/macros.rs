//! From one table to struct, walk over its fields, and description.

/// Defines a struct and its JSON object.
///
/// ```text
/// record! {
///     /// One sentence, shown in help and documentation.
///     pub struct Name, agree method {          // `method` checks fields against each other
///         /// One sentence.
///         field: f64 {
///             json: "fieldMs",                 // name in JSON, with its unit
///             label: "Field",                  // words beside a control
///             check: Number::new("ms", 0.0, 1.0),
///             default: 0.5,                    // required without; may use `*field` of those before
///             live: true,                      // can be changed while a simulation runs
///             source: "RFC 1, section 2",      // where the default comes from
///         }
///     }
/// }
/// ```
macro_rules! record {
    (
        $(#[doc = $help:literal])+
        $(#[derive($Trait:ident)])?
        pub struct $Name:ident $(, agree $agree:ident)? {
            $(
                $(#[doc = $field_help:literal])+
                $field:ident: $ty:ty {
                    json: $json:literal, label: $label:literal, check: $check:expr
                    $(, default: $default:expr)?
                    $(, live: $live:literal)?
                    $(, source: $source:literal)?
                    $(,)?
                }
            )*
        }
    ) => {
        $(#[doc = $help])+
        #[derive(Clone, PartialEq, Debug $(, $Trait)?)]
        pub struct $Name {
            $( $(#[doc = $field_help])+ pub $field: $ty, )*
        }

        impl $crate::schema::Blank for $Name {
            const BLANK: Self =
                $Name { $($field: <$ty as $crate::schema::Blank>::BLANK),* };
        }

        impl $crate::schema::Fields for $Name {
            fn walk(&mut self, walk: &mut $crate::schema::Walk<'_>) {
                let _ = &walk;
                $(
                    $crate::schema::Check::visit(
                        const { &$check },
                        walk,
                        $crate::schema::At { name: $json, live: [$($live,)? false][0] },
                        &mut self.$field,
                        $crate::schema::default_of!($($default)?),
                    );
                    let $field = &self.$field;
                    let _ = $field;
                )*
            }

            $(
                fn agree(&self, reader: &mut $crate::problem::Reader) {
                    $Name::$agree(self, reader);
                }
            )?
        }

        impl $crate::schema::Json for $Name {
            fn blank(_: usize) -> Self {
                <Self as $crate::schema::Blank>::BLANK
            }

            fn fields(&mut self) -> &mut dyn $crate::schema::Fields {
                self
            }

            #[cfg(feature = "generate")]
            fn shape() -> $crate::schema::describe::Shape {
                $crate::schema::describe::Shape::Record(
                    <Self as $crate::schema::Record>::record(),
                )
            }
        }

        #[cfg(feature = "generate")]
        impl $crate::schema::Record for $Name {
            fn record() -> $crate::schema::describe::Record {
                #[allow(unused_mut)]
                let mut fields = Vec::new();
                $(
                    let $field = &$crate::schema::describe::add_field(
                        &mut fields,
                        [$json, $label, concat!($($field_help),+), [$($source,)? ""][0]],
                        [$($live,)? false][0],
                        const { &$check },
                        $crate::schema::default_of!($($default)?),
                    );
                    let _: &$ty = $field;
                )*
                $crate::schema::describe::Record {
                    name: stringify!($Name),
                    help: concat!($($help),+).trim().to_owned(),
                    fields,
                }
            }
        }
    };
}

/// `Some(default)`, or `None` without one.
macro_rules! default_of {
    () => {
        None
    };
    ($default:expr) => {
        Some($default)
    };
}

/// What an enum of records has to know of its variants, in an impl of `Json`.
macro_rules! of_records {
    ($Name:ident: $($Variant:ident($Record:ty)),+) => {
        fn blank(kind: usize) -> Self {
            let blanks = [$(|| $Name::$Variant(<$Record as $crate::schema::Blank>::BLANK)),+];
            blanks[kind]()
        }

        fn index(&self) -> usize {
            let kinds = [$(matches!(self, $Name::$Variant(_))),+];
            kinds.iter().take_while(|is_this| !**is_this).count()
        }

        fn fields(&mut self) -> &mut dyn $crate::schema::Fields {
            match self {
                $( $Name::$Variant(record) => record, )+
            }
        }
    };
}

/// Defines an enum of records that are told apart by the member `tag`.
macro_rules! tagged {
    (
        $(#[doc = $help:literal])+
        $(#[derive($Trait:ident)])?
        pub enum $Name:ident by $tag:literal, later $later:expr => {
            $( $(#[doc = $variant_help:literal])+ $json:literal => $Variant:ident($Record:ty), )+
        }
    ) => {
        $(#[doc = $help])+
        #[derive(Clone, PartialEq, Debug $(, $Trait)?)]
        pub enum $Name {
            $( $(#[doc = $variant_help])+ $Variant($Record), )+
        }

        impl $Name {
            /// The name of this kind.
            pub fn kind(&self) -> &'static str {
                let index = $crate::schema::Json::index(self);
                <Self as $crate::schema::Json>::KINDS.names[index]
            }
        }

        impl $crate::schema::Blank for $Name {
            const BLANK: Self = $crate::schema::first_of!(
                $($Name::$Variant(<$Record as $crate::schema::Blank>::BLANK),)+
            );
        }

        impl $crate::schema::Json for $Name {
            const KINDS: $crate::schema::Kinds = $crate::schema::Kinds {
                names: &[$($json),+],
                tag: $tag,
                later: $later,
            };

            $crate::schema::of_records!($Name: $($Variant($Record)),+);

            #[cfg(feature = "generate")]
            fn shape() -> $crate::schema::describe::Shape {
                $crate::schema::describe::Shape::Tagged {
                    name: stringify!($Name),
                    help: concat!($($help),+).trim().to_owned(),
                    tag: $tag,
                    variants: vec![$($crate::schema::describe::Named {
                        name: $json,
                        help: concat!($($variant_help),+).trim().to_owned(),
                        of: <$Record as $crate::schema::Record>::record(),
                    }),+],
                }
            }
        }
    };
}

/// Defines an enum of records of which each has a member that no other has.
macro_rules! keyed {
    (
        $(#[doc = $help:literal])+
        $(#[derive($Trait:ident)])?
        pub enum $Name:ident {
            $( $(#[doc = $variant_help:literal])+ $json:literal => $Variant:ident($Record:ty), )+
        }
    ) => {
        $(#[doc = $help])+
        #[derive(Clone, PartialEq, Debug $(, $Trait)?)]
        pub enum $Name {
            $( $(#[doc = $variant_help])+ $Variant($Record), )+
        }

        impl $crate::schema::Blank for $Name {
            const BLANK: Self = $crate::schema::first_of!(
                $($Name::$Variant(<$Record as $crate::schema::Blank>::BLANK),)+
            );
        }

        impl $crate::schema::Json for $Name {
            const KINDS: $crate::schema::Kinds = $crate::schema::Kinds {
                names: &[$($json),+],
                tag: "",
                later: &[],
            };

            $crate::schema::of_records!($Name: $($Variant($Record)),+);

            #[cfg(feature = "generate")]
            fn shape() -> $crate::schema::describe::Shape {
                $crate::schema::describe::Shape::Keyed {
                    name: stringify!($Name),
                    help: concat!($($help),+).trim().to_owned(),
                    variants: vec![$($crate::schema::describe::Named {
                        name: $json,
                        help: concat!($($variant_help),+).trim().to_owned(),
                        of: <$Record as $crate::schema::Record>::record(),
                    }),+],
                }
            }
        }
    };
}

/// The first of several expressions; the others are not evaluated.
macro_rules! first_of {
    ($first:expr, $($rest:tt)*) => {
        $first
    };
}

/// Gives names to the values of a type of the simulator.
macro_rules! choice {
    (
        $Type:ident, later $later:expr => {
            $( $(#[doc = $help:literal])+ $json:literal => $value:expr, )+
        }
    ) => {
        impl $crate::schema::Blank for $Type {
            const BLANK: Self = $crate::schema::first_of!($($value,)+);
        }

        impl $crate::schema::Choice for $Type {
            const TYPE: &'static str = stringify!($Type);
            const NAMES: &'static [&'static str] = &[$($json),+];
            const VALUES: &'static [Self] = &[$($value),+];
            const LATER: &'static [&'static str] = $later;

            #[cfg(feature = "generate")]
            fn help() -> Vec<String> {
                vec![$(concat!($($help),+).trim().to_owned()),+]
            }
        }
    };
}

pub(crate) use {choice, default_of, first_of, keyed, of_records, record, tagged};
