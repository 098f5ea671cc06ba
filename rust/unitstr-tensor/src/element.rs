//! One element: its unchecked contents, and the element after its checks.

use super::{Field, FormatCode, FormatError, Kind};
use unitstr::Source;

/// The place of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// In the element, at this byte of it.
    Inside(usize),
    /// In the tensor's memory, at this byte of it, which may be outside.
    Buffer(u64),
    /// At an address of the machine that wrote the element. It may be any number.
    Address(u64),
}

/// The unchecked contents of an element, which must not be used to read memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fields {
    /// The kind of the element.
    pub kind: Kind,
    /// The size of the string in bytes.
    pub bytes: u64,
    /// The size in bytes to which the string can grow in place; 0 for OFFSET and VIEW, which must not be written.
    pub capacity: u64,
    /// The place of the string.
    pub place: Place,
    /// The count of elements in an OFFSET; readers ignore it.
    pub count: Option<u32>,
    /// Whether all unused bytes of the layout are zero.
    pub padding_is_zero: bool,
}

impl Fields {
    /// The contents of an element without a count and without unused bytes.
    #[inline(always)]
    pub(super) const fn new(kind: Kind, bytes: u64, capacity: u64, place: Place) -> Self {
        Self { kind, bytes, capacity, place, count: None, padding_is_zero: true }
    }
}

/// An element that passed the checks: its string can be read.
#[derive(Clone, Copy, Debug)]
pub struct Element<'a> {
    pub(super) kind: Kind,
    pub(super) capacity: u64,
    pub(super) place: Place,
    pub(super) text: Source<'a>,
}

impl<'a> Element<'a> {
    /// Returns the kind of the element.
    #[must_use]
    #[inline(always)]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the size of the string in bytes.
    #[must_use]
    #[inline(always)]
    pub const fn bytes(&self) -> usize {
        self.text.bytes()
    }

    /// Returns the size in bytes to which the string can grow in place; 0 for OFFSET and VIEW, which must not be
    /// written.
    #[must_use]
    #[inline(always)]
    pub const fn capacity(&self) -> u64 {
        self.capacity
    }

    /// Returns the place of the string.
    #[must_use]
    #[inline(always)]
    pub const fn place(&self) -> Place {
        self.place
    }

    /// Returns the string, in place. If another party changes it meanwhile, its contents are unspecified; its size is
    /// not.
    #[must_use]
    #[inline(always)]
    pub const fn text(&self) -> Source<'a> {
        self.text
    }
}

/// Creates the error of one element.
#[inline(always)]
pub(super) const fn wrong<T>(code: FormatCode, index: usize, field: Field) -> Result<T, FormatError> {
    Err(FormatError::new(code, index, field))
}
