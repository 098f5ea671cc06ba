//! What can be wrong with a tensor of strings, or with a wish to write one: the one list of numbers, which C and Java
//! repeat.

use std::error::Error;
use std::fmt;

macro_rules! list {
    ($(#[$doc:meta])* $type:ident { $($(#[$each:meta])* $name:ident = $id:literal $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        #[repr(u32)]
        pub enum $type {
            $($(#[$each])* $name = $id,)*
        }

        impl $type {
            /// All of them, in the order of their numbers.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The number that crosses a foreign border.
            #[must_use]
            pub const fn id(self) -> u32 {
                self as u32
            }

            /// The one with this number, if there is one.
            #[must_use]
            pub const fn from_id(id: u32) -> Option<Self> {
                match id {
                    $($id => Some(Self::$name),)*
                    _ => None,
                }
            }

            /// The name, as C and Java spell it.
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
    /// What is wrong.
    FormatCode {
        /// The memory is too small for the table of so many elements.
        TableTruncated = 1 "TABLE_TRUNCATED",
        /// There is no such element.
        IndexRange = 2 "INDEX_RANGE",
        /// More bytes inside of an element than there is room.
        SmallSize = 3 "SMALL_SIZE",
        /// A string in the same memory is not all inside of it.
        OffsetRange = 4 "OFFSET_RANGE",
        /// A string in the same memory begins inside of the table.
        OffsetIntoTable = 5 "OFFSET_INTO_TABLE",
        /// An address, where addresses are not trusted, or those of another machine.
        PointerRefused = 6 "POINTER_REFUSED",
        /// A null address of a string that is not empty.
        NullData = 7 "NULL_DATA",
        /// The string is longer than is allowed, or than the format can say.
        SizeLimit = 8 "SIZE_LIMIT",
        /// All strings together are longer than is allowed, or than the format can say.
        TotalLimit = 9 "TOTAL_LIMIT",
        /// The capacity is smaller than the size.
        Capacity = 10 "CAPACITY",
        /// The string goes on past the last address.
        PointerWraps = 11 "POINTER_WRAPS",
        /// The string is not all inside of one of the ranges that are allowed.
        PointerRange = 12 "POINTER_RANGE",
        /// A count that the bytes hold is not that of the elements.
        Count = 13 "COUNT",
        /// A string begins before the one of the element before.
        NotMonotonic = 14 "NOT_MONOTONIC",
        /// A string begins inside of the one before.
        Overlap = 15 "OVERLAP",
        /// Bytes that no field uses are not zero.
        Padding = 16 "PADDING",
        /// A length of variable size does not end, says more than 64 bits, or is longer than it need be.
        Varint = 17 "VARINT",
        /// The first string does not begin where the table ends.
        FirstOffset = 18 "FIRST_OFFSET",
        /// The last string does not end where the memory ends.
        EndOffset = 19 "END_OFFSET",
        /// Nothing was written: the element is too far from its string for the format.
        Distance = 20 "DISTANCE",
        /// Nothing was written: there is no string, and none is to take its place.
        NullElement = 21 "NULL_ELEMENT",
        /// Nothing was written: there is no memory for it.
        NoMemory = 22 "NO_MEMORY",
        /// Nothing was written: the format does not have this, or not on this machine.
        Unsupported = 23 "UNSUPPORTED",
        /// Nothing was written: the target is too small.
        TargetSize = 24 "TARGET_SIZE",
    }
}

list! {
    /// Where it is wrong.
    Field {
        /// The table as a whole.
        Table = 0 "TABLE",
        /// The size of a string, or its length of variable size.
        Size = 1 "SIZE",
        /// The capacity.
        Capacity = 2 "CAPACITY",
        /// The address.
        Pointer = 3 "POINTER",
        /// The offset.
        Offset = 4 "OFFSET",
        /// The count.
        Count = 5 "COUNT",
        /// Bytes that no field uses.
        Padding = 6 "PADDING",
        /// The offset behind the last string.
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

/// What is wrong with a tensor of strings: what, in which element, in which field.
///
/// ```
/// use unitstr_tensor::{Field, FormatCode, FormatError};
///
/// let error = FormatError::new(FormatCode::SmallSize, 7, Field::Size);
/// assert_eq!(error.to_string(), "SMALL_SIZE in SIZE of element 7");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FormatError {
    /// What.
    pub code: FormatCode,
    /// In which element, from 0; the count of elements if it is in none.
    pub index: usize,
    /// In which of its fields.
    pub field: Field,
}

impl FormatError {
    /// This error.
    #[must_use]
    pub const fn new(code: FormatCode, index: usize, field: Field) -> Self {
        Self { code, index, field }
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (code, field, index) = (self.code.name(), self.field.name(), self.index);
        write!(f, "{code} in {field} of element {index}")
    }
}

impl Error for FormatError {}
