//! From one table to struct, walk over its fields, and description.

/// Defines a struct and its JSON object.
///
/// ```text
/// record! {
///     /// One sentence, shown in help and documentation.
///     pub struct Name,
///     label "Name of the thing", short "Name", // on the page; the label if `short` is left out
///     look "blue" "long",                      // colour and dash of a lane (web/src/core/content/lane-styles.ts)
///     family "By delay",                       // its group in the menus of the page
///     agree method {                           // `method` checks fields against each other
///         /// One sentence.
///         field: f64 {
///             json: "fieldMs",                 // name in JSON, with its unit
///             label: "Field",                  // label of the control
///             check: Number::new("ms", 0.0, 1.0),
///             default: 0.5,                    // required if left out; may use `*field` of earlier fields
///             live: true,                      // can be changed while a simulation runs
///             source: "RFC 1, section 2",      // where the default comes from
///             less_than: "otherMs",            // the control stays below this field; `method` must check it, too
///         }
///     }
/// }
/// ```
#[macro_export]
macro_rules! record {
    (
        $(#[doc = $help:literal])+
        $(#[derive($Trait:ident)])?
        pub struct $Name:ident
        $(, label $title:literal $(, short $short:literal)?)?
        $(, look $colour:literal $dash:literal)?
        $(, family $family:literal)?
        $(, agree $agree:ident)? {
            $(
                $(#[doc = $field_help:literal])+
                $field:ident: $ty:ty {
                    json: $json:literal, label: $label:literal, check: $check:expr
                    $(, default: $default:expr)?
                    $(, live: $live:literal)?
                    $(, source: $source:literal)?
                    $(, less_than: $less_than:literal)?
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
                        $crate::default_of!($($default)?),
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

            fn shape() -> $crate::schema::describe::Shape {
                $crate::schema::describe::Shape::Record(
                    <Self as $crate::schema::Record>::record(),
                )
            }
        }

        impl $crate::schema::Record for $Name {
            const SHORT: &'static str = [$($($short,)? $title,)? ""][0];

            fn record() -> $crate::schema::describe::Record {
                #[allow(unused_mut)]
                let mut fields = Vec::new();
                $(
                    let $field = &$crate::schema::add_field(
                        &mut fields,
                        $crate::schema::Words {
                            name: $json,
                            label: $label,
                            help: concat!($($field_help),+),
                            source: [$($source,)? ""][0],
                            less_than: [$($less_than,)? ""][0],
                        },
                        [$($live,)? false][0],
                        const { &$check },
                        $crate::default_of!($($default)?),
                    );
                    let _: &$ty = $field;
                )*
                $crate::schema::describe::Record {
                    name: stringify!($Name),
                    label: [$($title,)? ""][0],
                    short: Self::SHORT,
                    look: [$(Some([$colour, $dash]),)? None][0],
                    family: [$($family,)? ""][0],
                    help: concat!($($help),+).trim().to_owned(),
                    fields,
                }
            }
        }
    };
}

/// `Some(default)`, or `None` without one.
#[macro_export]
macro_rules! default_of {
    () => {
        None
    };
    ($default:expr) => {
        Some($default)
    };
}

/// The items of `impl Json` that an enum of records has for all its variants.
#[macro_export]
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

/// Defines an enum of records; the member `tag` names the kind. Label and help of a kind are those of
/// its record. With `or word`, the kind's name alone stands for the kind with default parameters.
#[macro_export]
macro_rules! tagged {
    (
        $(#[doc = $help:literal])+
        $(#[derive($Trait:ident)])?
        pub enum $Name:ident by $tag:literal $(or $word:ident)?, later $later:expr => {
            $( $json:literal => $Variant:ident($Record:ty), )+
        }
    ) => {
        $(#[doc = $help])+
        #[derive(Clone, PartialEq, Debug $(, $Trait)?)]
        pub enum $Name {
            $( #[doc = concat!("`", $json, "`")] $Variant($Record), )+
        }

        impl $Name {
            /// The name of this kind.
            pub fn kind(&self) -> &'static str {
                let index = $crate::schema::Json::index(self);
                <Self as $crate::schema::Json>::KINDS.names[index]
            }
        }

        impl $crate::schema::Blank for $Name {
            const BLANK: Self = $crate::first_of!(
                $($Name::$Variant(<$Record as $crate::schema::Blank>::BLANK),)+
            );
        }

        impl $crate::schema::Json for $Name {
            const KINDS: $crate::schema::Kinds = $crate::schema::Kinds {
                names: &[$($json),+],
                tag: $tag,
                word: [$($crate::is_word!($word),)? false][0],
                later: $later,
            };

            $crate::of_records!($Name: $($Variant($Record)),+);

            fn shape() -> $crate::schema::describe::Shape {
                $crate::schema::describe::Shape::Tagged {
                    name: stringify!($Name),
                    help: concat!($($help),+).trim().to_owned(),
                    tag: $tag,
                    word: <Self as $crate::schema::Json>::KINDS.word,
                    variants: vec![$($crate::schema::describe::Named::record(
                        $json,
                        <$Record as $crate::schema::Record>::record(),
                    )),+],
                }
            }
        }
    };
}

/// Defines an enum of records; each has a member that no other has, which names the kind.
#[macro_export]
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
            const BLANK: Self = $crate::first_of!(
                $($Name::$Variant(<$Record as $crate::schema::Blank>::BLANK),)+
            );
        }

        impl $crate::schema::Json for $Name {
            const KINDS: $crate::schema::Kinds = $crate::schema::Kinds {
                names: &[$($json),+],
                tag: "",
                word: false,
                later: &[],
            };

            $crate::of_records!($Name: $($Variant($Record)),+);

            fn shape() -> $crate::schema::describe::Shape {
                $crate::schema::describe::Shape::Keyed {
                    name: stringify!($Name),
                    help: concat!($($help),+).trim().to_owned(),
                    variants: vec![$($crate::schema::describe::Named {
                        name: $json,
                        label: "",
                        help: concat!($($variant_help),+).trim().to_owned(),
                        of: <$Record as $crate::schema::Record>::record(),
                    }),+],
                }
            }
        }
    };
}

/// The first of several expressions; the others are not evaluated.
#[macro_export]
macro_rules! first_of {
    ($first:expr, $($rest:tt)*) => {
        $first
    };
}

/// Names the values of a type of the simulator: `"linux414" as "Linux 4.14" => PieVariant::Linux414`, with
/// the word in JSON, the label on the page, and one sentence of help above.
#[macro_export]
macro_rules! choice {
    (
        $Type:ident, later $later:expr => {
            $( $(#[doc = $help:literal])+ $json:literal as $label:literal => $value:expr, )+
        }
    ) => {
        impl $crate::schema::Blank for $Type {
            const BLANK: Self = $crate::first_of!($($value,)+);
        }

        impl $crate::schema::Choice for $Type {
            const TYPE: &'static str = stringify!($Type);
            const NAMES: &'static [&'static str] = &[$($json),+];
            const VALUES: &'static [Self] = &[$($value),+];
            const LATER: &'static [&'static str] = $later;

            fn options() -> Vec<$crate::schema::describe::Named<()>> {
                vec![$($crate::schema::describe::Named {
                    name: $json,
                    label: $label,
                    help: concat!($($help),+).trim().to_owned(),
                    of: (),
                }),+]
            }
        }
    };
}

/// True; takes the word `word` only.
#[macro_export]
macro_rules! is_word {
    (word) => {
        true
    };
}
