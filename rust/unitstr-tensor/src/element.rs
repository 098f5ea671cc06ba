//! One element: what it says, and what it was found to be.

use super::{Field, FormatCode, FormatError, Kind};
use unitstr::Source;

/// Where a string lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// Inside of the element, so many bytes from its start.
    Inside(usize),
    /// In the tensor's memory, so many bytes from its start. It may not be inside.
    Buffer(u64),
    /// At an address of the machine that wrote the element. It may be anything.
    Address(u64),
}

/// What an element says, as it is: nothing has been checked, and nothing may be read by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fields {
    /// Where it has its string.
    pub kind: Kind,
    /// The size of the string.
    pub bytes: u64,
    /// The size that it can grow to where it is; 0 for OFFSET and VIEW, which nobody may write to.
    pub capacity: u64,
    /// Where the string lies.
    pub place: Place,
    /// What an OFFSET says the count of elements is; nothing reads it.
    pub count: Option<u32>,
    /// Whether all bytes are zero that the layout says no field uses.
    pub padding_is_zero: bool,
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
    /// Where it has its string.
    #[must_use]
    #[inline(always)]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// The size of the string in bytes.
    #[must_use]
    #[inline(always)]
    pub const fn bytes(&self) -> usize {
        self.text.bytes()
    }

    /// The size in bytes that it can grow to where it is; 0 for OFFSET and VIEW, which nobody may write to.
    #[must_use]
    #[inline(always)]
    pub const fn capacity(&self) -> u64 {
        self.capacity
    }

    /// Where the string lies.
    #[must_use]
    #[inline(always)]
    pub const fn place(&self) -> Place {
        self.place
    }

    /// The string, where it is. Another party may change it meanwhile: then it is any text of this size.
    #[must_use]
    #[inline(always)]
    pub const fn text(&self) -> Source<'a> {
        self.text
    }
}

/// What is wrong with one element.
#[inline(always)]
pub(super) const fn wrong<T>(code: FormatCode, index: usize, field: Field) -> Result<T, FormatError> {
    Err(FormatError::new(code, index, field))
}
