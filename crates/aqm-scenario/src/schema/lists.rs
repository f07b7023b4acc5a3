//! Checks of lists.

use super::describe::Shape;
use super::{Check, Detail, Json};
use crate::problem::Reader;
use aqm_json::{Value, shown};
use std::marker::PhantomData;

/// A list of values of type `T`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct List<T> {
    limits: Limits,
    item: PhantomData<T>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Limits {
    min: usize,
    max: usize,
    noun: &'static str,
}

impl Limits {
    /// Returns the items if their number is accepted.
    fn items<'a>(&self, value: &'a Value, reader: &mut Reader) -> Option<&'a [Value]> {
        let Value::Array(items) = value else {
            reader.expected(value.kind(), &["a list of ", self.noun].concat());
            return None;
        };
        if (self.min..=self.max).contains(&items.len()) {
            return Some(items);
        }
        let [min, max, got] = [self.min, self.max, items.len()].map(|count| shown(count as f64));
        let got = ["has ", &got, " ", self.noun].concat();
        reader.problem([&got, "; expected ", &min, " to ", &max, "."].concat());
        None
    }
}

impl<T> List<T> {
    /// Accepts `min..=max` items; `noun` is their name in messages, in the plural.
    pub const fn of(min: usize, max: usize, noun: &'static str) -> Self {
        List { limits: Limits { min, max, noun }, item: PhantomData }
    }
}

impl<T: Json + 'static> Check for List<T> {
    type Value = Vec<T>;

    fn read(&self, value: &Value, reader: &mut Reader) -> Option<Vec<T>> {
        let items = self.limits.items(value, reader)?;
        let count = items.len();
        let items = items.iter().enumerate();
        // Read every item, also after a problem, to report all problems.
        let items: Vec<_> = items
            .filter_map(|(index, item)| reader.item(index, |reader| T::read(item, reader)))
            .collect();
        (items.len() == count).then_some(items)
    }

    fn write(&self, value: &Vec<T>, detail: Detail) -> Option<Value> {
        Some(Value::Array(value.iter().map(|item| item.write(detail)).collect()))
    }

    fn shape(&self) -> Shape {
        Shape::List { item: Box::new(T::shape()), min: self.limits.min, max: self.limits.max }
    }
}

/// A list of values that one check accepts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Items<C> {
    limits: Limits,
    item: C,
}

impl<C> Items<C> {
    /// Accepts `min..=max` values that `item` accepts; `noun` is their name in messages, in the plural.
    pub const fn of(min: usize, max: usize, noun: &'static str, item: C) -> Self {
        Items { limits: Limits { min, max, noun }, item }
    }
}

impl<C: Check> Check for Items<C> {
    type Value = Vec<C::Value>;

    fn read(&self, value: &Value, reader: &mut Reader) -> Option<Self::Value> {
        let items = self.limits.items(value, reader)?;
        let mut values = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            if reader.is_full() {
                return None;
            }
            values.extend(reader.item(index, |reader| self.item.read(item, reader)));
        }
        (values.len() == items.len()).then_some(values)
    }

    fn write(&self, value: &Self::Value, detail: Detail) -> Option<Value> {
        Some(Value::Array(value.iter().filter_map(|item| self.item.write(item, detail)).collect()))
    }

    fn shape(&self) -> Shape {
        let Limits { min, max, .. } = self.limits;
        Shape::List { item: Box::new(self.item.shape()), min, max }
    }
}
