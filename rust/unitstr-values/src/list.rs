//! A list of values of any kind, with eight bytes for each common one.

use std::fmt;

use super::owned::{Object, RawList};
use super::value::{Value, order};

/// A list of values. Cloning creates another handle to the same list; dropping the last handle frees the list. A list
/// that contains itself is never freed.
///
/// | element | bytes in the list |
/// |---|---|
/// | null, a truth value, an int from -128 to 255, a string of one byte, a UCS-4 string of one code point below 256 | 8 |
/// | any other number, handle, data type or device; text or binary of at most 16 bytes | 8 and 24 in the pool |
/// | longer text, a list, any other object | 8, and the object |
///
/// * Values are copied when they are stored and when they are read: no result refers to the memory of the list.
/// * All handles must be on one thread. Calls may nest: a deleter or a comparison may use the list.
/// * Cost: as a vector's; freed slots of the pool are reused, and the pool never shrinks.
///
/// ```
/// use unitstr_values::{UList, Value};
///
/// let list = UList::new();
/// list.push("a");
/// list.push(7_i64);
/// list.push(list.len() as i64 * 1000);
/// assert_eq!(list.get(2), Some(Value::Int(2000)));
/// ```
#[derive(Clone, PartialEq)]
pub struct UList(RawList);

impl UList {
    /// Creates an empty list.
    #[must_use]
    pub fn new() -> Self {
        Self(RawList::new())
    }

    /// Returns the list of a list object (131).
    #[must_use]
    pub fn of_object(object: &Object) -> Option<Self> {
        RawList::of_object(object).map(Self)
    }

    /// Returns the list as an object (131).
    #[must_use]
    pub const fn object(&self) -> &Object {
        self.0.object()
    }

    /// Returns the number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.items(|items| items.len())
    }

    /// Returns whether the list is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns a copy of an element; `None` past the end.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Value> {
        let item = self.0.items(|items| items.get(index).copied())?;
        Some(self.0.value(item))
    }

    /// Appends an element.
    pub fn push(&self, value: impl Into<Value>) {
        let item = self.0.take(value.into());
        self.0.items(|items| items.push(item));
    }

    /// Inserts an element before the one at `index`, or at the end.
    ///
    /// # Panics
    ///
    /// If `index` is past the end. [`UList::set`] and [`UList::remove`] panic if there is no element at `index`. The
    /// list is then unchanged.
    pub fn insert(&self, index: usize, value: impl Into<Value>) {
        let len = self.len();
        assert!(index <= len, "index {index} out of bounds for length {len}");
        let item = self.0.take(value.into());
        self.0.items(|items| items.insert(index, item));
    }

    /// Replaces an element.
    pub fn set(&self, index: usize, value: impl Into<Value>) {
        self.check(index);
        let item = self.0.take(value.into());
        let old = self.0.items(|items| std::mem::replace(&mut items[index], item));
        self.0.give_back(old);
    }

    /// Removes and returns an element.
    pub fn remove(&self, index: usize) -> Value {
        self.check(index);
        let old = self.0.items(|items| items.remove(index));
        let value = self.0.value(old);
        self.0.give_back(old);
        value
    }

    /// Removes and returns the last element, if there is one.
    #[must_use]
    pub fn pop(&self) -> Option<Value> {
        let last = self.len().checked_sub(1)?;
        Some(self.remove(last))
    }

    /// Removes the elements from `len` on.
    pub fn truncate(&self, len: usize) {
        while let Some(old) = self.0.items(|items| if items.len() > len { items.pop() } else { None }) {
            self.0.give_back(old);
        }
    }

    /// Removes all elements.
    pub fn clear(&self) {
        self.truncate(0);
    }

    fn check(&self, index: usize) {
        let len = self.len();
        assert!(index < len, "index {index} out of bounds for length {len}");
    }

    /// Returns copies of all elements in order, including those appended during the iteration.
    pub fn iter(&self) -> impl Iterator<Item = Value> + use<> {
        let list = self.clone();
        let mut index = 0;
        std::iter::from_fn(move || {
            let value = list.get(index);
            index += 1;
            value
        })
    }

    /// Sorts the list: null, truth values, numbers by size, text by code points, binaries by bytes, everything else
    /// in its present order. Equal elements keep their order.
    ///
    /// * Cost: a copy of each element; UCS-4 is converted to UTF-8 for each comparison.
    pub fn sort(&self) {
        let items = self.0.items(|items| items.clone());
        let mut keyed: Vec<_> = items.into_iter().map(|item| (self.0.value(item), item)).collect();
        keyed.sort_by(|(a, _), (b, _)| order(a, b));
        // No foreign code has run since: the items are the same.
        self.0.items(|items| {
            for (item, (_, sorted)) in items.iter_mut().zip(keyed) {
                *item = sorted;
            }
        });
    }
}

impl Default for UList {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for UList {
    /// Prints the identity of the list, not its content, because it may contain itself.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "UList({} elements at {:#x})", self.len(), self.object().address())
    }
}

impl<T: Into<Value>> Extend<T> for UList {
    fn extend<I: IntoIterator<Item = T>>(&mut self, values: I) {
        values.into_iter().for_each(|value| self.push(value));
    }
}

impl<T: Into<Value>> FromIterator<T> for UList {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        let list = Self::new();
        values.into_iter().for_each(|value| list.push(value));
        list
    }
}
