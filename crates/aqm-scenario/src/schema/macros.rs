//! From one table to struct, reader, writer and description.

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
///             default: 0.5,                    // required without; may use the fields before
///             live: true,                      // can be changed while a simulation runs
///             source: "RFC 1, section 2",      // where the default comes from
///         }
///     }
/// }
/// ```
macro_rules! record {
    (
        $(#[doc = $help:literal])+
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
        #[derive(Clone, PartialEq, Debug)]
        pub struct $Name {
            $( $(#[doc = $field_help])+ pub $field: $ty, )*
        }

        impl $crate::schema::Record for $Name {
            fn read_beside(
                beside: &[&'static str],
                value: &$crate::json::Value,
                reader: &mut $crate::problem::Reader,
            ) -> Option<Self> {
                let before = reader.count();
                let members = $crate::schema::Members::of(value, reader)?;
                $(
                    let $field: $ty = members.field(
                        $json, &$check, $crate::schema::default_of!($($default)?), reader,
                    );
                )*
                members.refuse_unknown(&[&[$($json),*], beside].concat(), reader);
                if reader.count() > before {
                    return None;
                }
                let record = $Name { $($field),* };
                $( record.$agree(reader); )?
                (reader.count() == before).then_some(record)
            }

            fn write_into(
                &self,
                members: &mut Vec<(String, $crate::json::Value)>,
                detail: $crate::schema::Detail,
            ) {
                $(
                    let $field: $ty = self.$field.clone();
                    $crate::schema::write_field(
                        members, $json, &$check, &$field,
                        $crate::schema::default_of!($($default)?), detail,
                    );
                )*
                let _ = (members, detail);
            }

            #[cfg(feature = "generate")]
            fn record() -> $crate::schema::describe::Record {
                #[allow(unused_mut)]
                let mut fields = Vec::new();
                $(
                    let $field: $ty = $crate::schema::describe::add_field(
                        &mut fields,
                        [$json, $label, concat!($($field_help),+), [$($source,)? ""][0]],
                        [$($live,)? false][0],
                        &$check,
                        $crate::schema::default_of!($($default)?),
                    );
                    let _ = &$field;
                )*
                $crate::schema::describe::Record {
                    name: stringify!($Name),
                    help: concat!($($help),+).trim().to_owned(),
                    fields,
                }
            }
        }

        impl $crate::schema::Json for $Name {
            fn read(
                value: &$crate::json::Value,
                reader: &mut $crate::problem::Reader,
            ) -> Option<Self> {
                <Self as $crate::schema::Record>::read_beside(&[], value, reader)
            }

            fn write(&self, detail: $crate::schema::Detail) -> $crate::json::Value {
                let mut members = Vec::new();
                $crate::schema::Record::write_into(self, &mut members, detail);
                $crate::json::Value::Object(members)
            }

            fn placeholder() -> Self {
                #[allow(unused_imports)]
                use $crate::schema::Check as _;
                $Name { $($field: $check.placeholder()),* }
            }

            fn live(&self) -> Vec<&'static str> {
                let fields: &[(&'static str, bool)] = &[$(($json, [$($live,)? false][0])),*];
                fields.iter().filter(|(_, live)| *live).map(|(name, _)| *name).collect()
            }

            #[cfg(feature = "generate")]
            fn shape() -> $crate::schema::describe::Shape {
                $crate::schema::describe::Shape::Record(
                    <Self as $crate::schema::Record>::record(),
                )
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

/// Defines an enum of records that are told apart by the member `tag`.
macro_rules! tagged {
    (
        $(#[doc = $help:literal])+
        pub enum $Name:ident by $tag:literal, later $later:expr => {
            $( $(#[doc = $variant_help:literal])+ $json:literal => $Variant:ident($Record:ty), )+
        }
    ) => {
        $(#[doc = $help])+
        #[derive(Clone, PartialEq, Debug)]
        pub enum $Name {
            $( $(#[doc = $variant_help])+ $Variant($Record), )+
        }

        impl $Name {
            /// Names of all kinds, in the order in which they are offered.
            pub const KINDS: &'static [&'static str] = &[$($json),+];

            /// The name of this kind.
            pub fn kind(&self) -> &'static str {
                match self {
                    $( $Name::$Variant(_) => $json, )+
                }
            }
        }

        impl $crate::schema::Json for $Name {
            fn read(
                value: &$crate::json::Value,
                reader: &mut $crate::problem::Reader,
            ) -> Option<Self> {
                let kind = $crate::schema::read_tag(value, $tag, Self::KINDS, $later, reader)?;
                match kind {
                    $(
                        $json => <$Record as $crate::schema::Record>::read_beside(
                            &[$tag], value, reader,
                        )
                        .map($Name::$Variant),
                    )+
                    _ => None,
                }
            }

            fn write(&self, detail: $crate::schema::Detail) -> $crate::json::Value {
                let kind = $crate::json::Value::string(self.kind());
                let mut members = vec![($tag.to_owned(), kind)];
                match self {
                    $(
                        $Name::$Variant(record) => $crate::schema::Record::write_into(
                            record, &mut members, detail,
                        ),
                    )+
                }
                $crate::json::Value::Object(members)
            }

            fn placeholder() -> Self {
                $crate::schema::first_of!($($Name::$Variant(<$Record as $crate::schema::Json>::placeholder()),)+)
            }

            fn live(&self) -> Vec<&'static str> {
                match self {
                    $( $Name::$Variant(record) => $crate::schema::Json::live(record), )+
                }
            }

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
        pub enum $Name:ident {
            $( $(#[doc = $variant_help:literal])+ $json:literal => $Variant:ident($Record:ty), )+
        }
    ) => {
        $(#[doc = $help])+
        #[derive(Clone, PartialEq, Debug)]
        pub enum $Name {
            $( $(#[doc = $variant_help])+ $Variant($Record), )+
        }

        impl $crate::schema::Json for $Name {
            fn read(
                value: &$crate::json::Value,
                reader: &mut $crate::problem::Reader,
            ) -> Option<Self> {
                match $crate::schema::read_key(value, &[$($json),+], reader)? {
                    $(
                        $json => <$Record as $crate::schema::Json>::read(value, reader)
                            .map($Name::$Variant),
                    )+
                    _ => None,
                }
            }

            fn write(&self, detail: $crate::schema::Detail) -> $crate::json::Value {
                match self {
                    $( $Name::$Variant(record) => $crate::schema::Json::write(record, detail), )+
                }
            }

            fn placeholder() -> Self {
                $crate::schema::first_of!($($Name::$Variant(<$Record as $crate::schema::Json>::placeholder()),)+)
            }

            fn live(&self) -> Vec<&'static str> {
                Vec::new()
            }

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

pub(crate) use {choice, default_of, first_of, keyed, record, tagged};
