//! JSON that Rust writes for the page. `answer!` makes the struct, its writer and its type in TypeScript from one table;
//! [`Types`] collects the types for the generated files.
//!
//! ```text
//! answer! {
//!     /// A change of a queue.
//!     pub struct Change {
//!         /// Time, s.
//!         "atS" at_s: f64,
//!         /// What happens to the packet.
//!         "kind" kind: &'static str = "drop" | "mark",
//!         /// The group; null for a burst.
//!         "group" group: Option<usize>,
//!     }
//! }
//! ```

use crate::Value;

/// A value that is written as JSON.
pub trait Answer {
    /// Returns the value.
    fn to_json(&self) -> Value;

    /// Returns its type. Adds the types of objects that have a name.
    fn describe(types: &mut Types) -> Type;
}

/// The type of a JSON value.
#[derive(Clone, PartialEq, Debug)]
pub enum Type {
    /// A number.
    Number,
    /// A text.
    Text,
    /// `true` or `false`.
    Flag,
    /// Any value.
    Any,
    /// One of these texts.
    Words(Vec<&'static str>),
    /// This or `null`.
    Maybe(Box<Type>),
    /// A list.
    List(Box<Type>),
    /// A list of two.
    Pair(Box<Type>),
    /// An object without a name of its own.
    Object(Vec<Member>),
    /// An object whose members may have any names.
    Map(Box<Type>),
    /// A type of [`Types`].
    Named(&'static str),
    /// The type of a member of a type of [`Types`].
    MemberOf(&'static str, &'static str),
    /// A type that another generated file has, by its name there.
    Elsewhere(&'static str),
}

/// A member of an object.
#[derive(Clone, PartialEq, Debug)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// One sentence or several; may be empty.
    pub help: String,
    /// It may be missing.
    pub is_optional: bool,
    /// Its type.
    pub of: Type,
}

impl Member {
    /// Returns a member that is always there.
    pub fn new(name: impl Into<String>, help: impl Into<String>, of: Type) -> Self {
        Member { name: name.into(), help: help.into(), is_optional: false, of }
    }

    /// Returns a member that may be missing.
    pub fn optional(name: impl Into<String>, help: impl Into<String>, of: Type) -> Self {
        Member { is_optional: true, ..Member::new(name, help, of) }
    }
}

/// An object with a name.
#[derive(Clone, PartialEq, Debug)]
pub struct Declaration {
    /// Its name.
    pub name: &'static str,
    /// One sentence.
    pub help: String,
    /// Its members in order.
    pub members: Vec<Member>,
}

/// The types of one generated file, in order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Types(Vec<Declaration>);

impl Types {
    /// Returns the types of `T` and of all objects in it.
    pub fn of<T: Answer>() -> Types {
        let mut types = Types::default();
        T::describe(&mut types);
        types
    }

    /// Adds an object with a name unless it is there, and returns its type.
    pub fn declare(
        &mut self,
        name: &'static str,
        help: &str,
        members: impl FnOnce(&mut Types) -> Vec<Member>,
    ) -> Type {
        if self.find(name).is_none() {
            let place = self.0.len();
            let help = help.trim().to_owned();
            self.0.push(Declaration { name, help, members: Vec::new() });
            self.0[place].members = members(self);
        }
        Type::Named(name)
    }

    /// The types in their order.
    pub fn all(&self) -> &[Declaration] {
        &self.0
    }

    fn find(&self, name: &str) -> Option<&Declaration> {
        self.0.iter().find(|declaration| declaration.name == name)
    }

    /// Returns the first place where `value` is not of a type; `None` if it is.
    pub fn misfit(&self, of: &Type, value: &Value) -> Option<String> {
        let wrong = || Some(format!(": {} is not of type {of:?}", value.to_compact()));
        match (of, value) {
            (Type::Any | Type::Elsewhere(_), _)
            | (Type::Number, Value::Number(_))
            | (Type::Text, Value::String(_))
            | (Type::Flag, Value::Bool(_))
            | (Type::Maybe(_), Value::Null) => None,
            (Type::Words(words), Value::String(word)) if words.contains(&word.as_str()) => None,
            (Type::Maybe(inner), value) => self.misfit(inner, value),
            (Type::List(item), Value::Array(items)) => items
                .iter()
                .enumerate()
                .find_map(|(at, value)| Some(format!("[{at}]{}", self.misfit(item, value)?))),
            (Type::Pair(item), Value::Array(items)) if items.len() == 2 => {
                self.misfit(&Type::List(item.clone()), value)
            }
            (Type::Map(item), Value::Object(members)) => members
                .iter()
                .find_map(|(name, value)| Some(format!(".{name}{}", self.misfit(item, value)?))),
            (Type::Object(members), value @ Value::Object(_)) => self.misfit_in(members, value),
            (Type::MemberOf(name, member), value) => {
                let members = self.find(name).map_or(&[][..], |found| &found.members);
                match members.iter().find(|one| one.name == *member) {
                    Some(member) => self.misfit(&member.of, value),
                    None => wrong(),
                }
            }
            (Type::Named(name), value) => match (self.find(name), value) {
                (Some(found), Value::Object(_)) => self.misfit_in(&found.members, value),
                _ => wrong(),
            },
            _ => wrong(),
        }
    }

    fn misfit_in(&self, members: &[Member], value: &Value) -> Option<String> {
        let Value::Object(found) = value else { return None };
        let unknown = found.iter().find(|(name, _)| members.iter().all(|one| one.name != *name));
        if let Some((name, _)) = unknown {
            return Some(format!(".{name} is unknown"));
        }
        members.iter().find_map(|member| match value.get(&member.name) {
            Some(value) => Some(format!(".{}{}", member.name, self.misfit(&member.of, value)?)),
            None => (!member.is_optional).then(|| format!(".{} is missing", member.name)),
        })
    }
}

macro_rules! simple {
    ($($Rust:ty: $Type:ident, $value:ident => $write:expr;)+) => {
        $(impl Answer for $Rust {
            fn to_json(&self) -> Value {
                let $value = self;
                $write
            }

            fn describe(_: &mut Types) -> Type {
                Type::$Type
            }
        })+
    };
}

simple! {
    f64: Number, number => Value::number(*number);
    u64: Number, count => Value::count(*count);
    u32: Number, count => Value::count(u64::from(*count));
    usize: Number, count => Value::count(*count as u64);
    bool: Flag, flag => Value::Bool(*flag);
    String: Text, text => Value::string(text.as_str());
    &'static str: Text, text => Value::string(*text);
    Value: Any, value => value.clone();
}

impl<T: Answer> Answer for Option<T> {
    fn to_json(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::to_json)
    }

    fn describe(types: &mut Types) -> Type {
        Type::Maybe(Box::new(T::describe(types)))
    }
}

impl<T: Answer> Answer for Vec<T> {
    fn to_json(&self) -> Value {
        Value::Array(self.iter().map(T::to_json).collect())
    }

    fn describe(types: &mut Types) -> Type {
        Type::List(Box::new(T::describe(types)))
    }
}

impl<T: Answer> Answer for [T; 2] {
    fn to_json(&self) -> Value {
        Value::Array(self.iter().map(T::to_json).collect())
    }

    fn describe(types: &mut Types) -> Type {
        Type::Pair(Box::new(T::describe(types)))
    }
}

/// Members of any names.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Members(pub Vec<(String, Value)>);

impl Answer for Members {
    fn to_json(&self) -> Value {
        Value::Object(self.0.clone())
    }

    fn describe(_: &mut Types) -> Type {
        Type::Map(Box::new(Type::Any))
    }
}

/// Returns the number if it is finite: in an answer, what is not known is null.
pub fn known(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}

/// Defines structs that are written as JSON: see [`mod@crate::answer`].
#[macro_export]
macro_rules! answer {
    ($(
        $(#[doc = $help:literal])+
        $(#[derive($($Trait:ident),+)])?
        pub struct $Name:ident {
            $(
                $(#[doc = $member_help:literal])+
                $json:literal $field:ident: $Type:ty $(= $($word:literal)|+)?
            ),+ $(,)?
        }
    )+) => {
        $(
            $(#[doc = $help])+
            #[derive(Clone, PartialEq, Debug)]
            $(#[derive($($Trait),+)])?
            pub struct $Name {
                $( $(#[doc = $member_help])+ pub $field: $Type, )+
            }

            impl $crate::answer::Answer for $Name {
                fn to_json(&self) -> $crate::Value {
                    $crate::Value::object([
                        $(($json, $crate::answer::Answer::to_json(&self.$field)),)+
                    ])
                }

                fn describe(types: &mut $crate::answer::Types) -> $crate::answer::Type {
                    types.declare(stringify!($Name), concat!($($help),+), |types| {
                        let _ = &types;
                        vec![$($crate::answer::Member::new(
                            $json,
                            concat!($($member_help),+).trim(),
                            $crate::type_of_answer!(types, $Type $(, $($word),+)?),
                        ),)+]
                    })
                }
            }
        )+
    };
}

/// The type of a member: the words, or that of the Rust type.
#[doc(hidden)]
#[macro_export]
macro_rules! type_of_answer {
    ($types:ident, $Type:ty) => {
        <$Type as $crate::answer::Answer>::describe($types)
    };
    ($types:ident, $Type:ty, $($word:literal),+) => {
        $crate::answer::Type::Words(vec![$($word),+])
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    answer! {
        /// An outer object.
        pub struct Outer {
            /// Words.
            "kind" kind: &'static str = "a" | "b",
            /// A list.
            "inner" inner: Vec<Inner>,
            /// A number.
            "atS" at_s: Option<f64>,
        }

        /// An inner object.
        pub struct Inner {
            /// A count.
            "count" count: u64,
        }
    }

    #[test]
    fn what_is_written_is_of_the_described_type() {
        let outer = Outer { kind: "b", inner: vec![Inner { count: 3 }], at_s: known(f64::NAN) };
        let written = outer.to_json();
        assert_eq!(written.to_compact(), r#"{"kind":"b","inner":[{"count":3}],"atS":null}"#);
        let (types, outer) = (Types::of::<Outer>(), Type::Named("Outer"));
        assert_eq!(types.misfit(&outer, &written), None);
        let misfit = |text: &str| types.misfit(&outer, &crate::parse(text).unwrap()).unwrap();
        assert!(misfit(r#"{"kind":"c","inner":[],"atS":null}"#).starts_with(".kind: "));
        let text = r#"{"kind":"a","inner":[{"count":3},{"count":"x"}],"atS":null}"#;
        assert!(misfit(text).starts_with(".inner[1].count: "));
        assert_eq!(misfit(r#"{"kind":"a","inner":[]}"#), ".atS is missing");
        assert_eq!(misfit(r#"{"kind":"a","inner":[],"atS":1,"x":1}"#), ".x is unknown");
    }
}
