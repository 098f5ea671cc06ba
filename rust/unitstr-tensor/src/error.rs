//! The errors of reading and writing string tensors. This is the list of their numbers, which C and Java repeat.

use std::error::Error;
use std::fmt;

macro_rules! list {
    ($(#[$doc:meta])* $type:ident { $($(#[$each:meta])* $name:ident = $id:literal $text:literal,)* }) => {
        numbered! {
            $(#[$doc])*
            #[non_exhaustive]
            $type { $($(#[$each])* $name = $id,)* }
        }

        impl $type {
            /// All values, in the order of their numbers.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// Returns the name, as C and Java spell it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }
        }
    };
}

list! {
    /// The kind of an error.
    FormatCode {
        /// The memory is too small for the table of this many elements.
        TableTruncated = 1 "TABLE_TRUNCATED",
        /// The element's index is out of range.
        IndexRange = 2 "INDEX_RANGE",
        /// A string stored in its element is larger than fits there.
        SmallSize = 3 "SMALL_SIZE",
        /// A string at an offset is not entirely inside the memory.
        OffsetRange = 4 "OFFSET_RANGE",
        /// An offset puts the start of a string into the table.
        OffsetIntoTable = 5 "OFFSET_INTO_TABLE",
        /// The element holds an address, and addresses are not trusted or belong to another machine.
        PointerRefused = 6 "POINTER_REFUSED",
        /// The address of a non-empty string is null, or below 4096, where no memory is.
        NullData = 7 "NULL_DATA",
        /// A string is larger than the limit, or larger than the format can express.
        SizeLimit = 8 "SIZE_LIMIT",
        /// All strings together are larger than the limit, or larger than the format can express.
        TotalLimit = 9 "TOTAL_LIMIT",
        /// A capacity is smaller than its size.
        Capacity = 10 "CAPACITY",
        /// A string wraps around the end of the address space.
        PointerWraps = 11 "POINTER_WRAPS",
        /// A string is not entirely inside one of the allowed ranges.
        PointerRange = 12 "POINTER_RANGE",
        /// The count stored in the bytes is not the number of elements.
        Count = 13 "COUNT",
        /// A string begins before the string of the preceding element.
        NotMonotonic = 14 "NOT_MONOTONIC",
        /// A string begins inside the preceding string.
        Overlap = 15 "OVERLAP",
        /// Unused bytes are not zero.
        Padding = 16 "PADDING",
        /// A varint length is not terminated, exceeds 64 bits, or is longer than necessary.
        Varint = 17 "VARINT",
        /// The first string does not begin at the end of the table.
        FirstOffset = 18 "FIRST_OFFSET",
        /// The last string does not end at the end of the memory.
        EndOffset = 19 "END_OFFSET",
        /// Nothing was written: the distance from the element to its string is too large for the format.
        Distance = 20 "DISTANCE",
        /// Nothing was written: an element has no string, and nothing may replace it.
        NullElement = 21 "NULL_ELEMENT",
        /// Nothing was written: out of memory.
        NoMemory = 22 "NO_MEMORY",
        /// Nothing was written: the format does not support this, or not on this machine.
        Unsupported = 23 "UNSUPPORTED",
        /// Nothing was written: the target is too small.
        TargetSize = 24 "TARGET_SIZE",
    }
}

list! {
    /// The field in which an error is.
    Field {
        /// The table as a whole.
        Table = 0 "TABLE",
        /// The size of a string, or its varint length.
        Size = 1 "SIZE",
        /// The capacity.
        Capacity = 2 "CAPACITY",
        /// The address.
        Pointer = 3 "POINTER",
        /// The offset.
        Offset = 4 "OFFSET",
        /// The count.
        Count = 5 "COUNT",
        /// Unused bytes.
        Padding = 6 "PADDING",
        /// The offset after the last string.
        End = 7 "END",
        /// The string itself.
        Text = 8 "TEXT",
    }
}

impl fmt::Display for FormatCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Error for FormatCode {}

/// An error in a string tensor: its kind, element and field.
///
/// ```
/// use unitstr_tensor::{Field, FormatCode, FormatError};
///
/// let error = FormatError::new(FormatCode::SmallSize, 7, Field::Size);
/// assert_eq!(error.to_string(), "SMALL_SIZE in SIZE of element 7");
/// assert_eq!(error.code.to_string(), "SMALL_SIZE");
/// let whole = FormatError::new(FormatCode::TableTruncated, 8, Field::Table);
/// assert_eq!(whole.to_string(), "TABLE_TRUNCATED in TABLE of 8 elements");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FormatError {
    /// The kind of the error.
    pub code: FormatCode,
    /// The index of the element, from 0; the number of elements if the error concerns the tensor as a whole.
    pub index: usize,
    /// The field in which the error is.
    pub field: Field,
}

impl FormatError {
    /// Creates an error.
    #[must_use]
    pub const fn new(code: FormatCode, index: usize, field: Field) -> Self {
        Self { code, index, field }
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (code, field, index) = (self.code.name(), self.field.name(), self.index);
        match self.code {
            FormatCode::TableTruncated => write!(f, "{code} in {field} of {index} elements"),
            _ => write!(f, "{code} in {field} of element {index}"),
        }
    }
}

impl Error for FormatError {}
