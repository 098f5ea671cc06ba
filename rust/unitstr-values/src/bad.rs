//! The one error of reading and writing values: which rule was broken, by which number, and what the limit is.

use std::error::Error;
use std::fmt;

use unitstr::TextError;

/// A slot, an object or a container that breaks a rule of its format, or a value that a slot cannot hold.
///
/// ```
/// use unitstr_values::{Bad, Dialect, TvmFfi};
///
/// // A small string that claims 5,000 bytes of a slot's seven.
/// let mut slot = [0; 16];
/// slot[0] = 11;
/// slot[4..8].copy_from_slice(&5_000_u32.to_le_bytes());
/// let bad = TvmFfi::read(&slot).unwrap_err();
/// assert_eq!(bad, Bad::Length { units: 5_000, limit: 7 });
/// assert_eq!(bad.to_string(), "a length of 5000 units where at most 7 are possible");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Bad {
    /// The memory given for a slot has not the size of one.
    Slot {
        /// Its size in bytes.
        bytes: usize,
        /// The size, or the least size, of a slot in bytes.
        expected: usize,
    },
    /// A type code that no value has in this place.
    Code {
        /// The code.
        code: i32,
    },
    /// A length that is negative or more than there can be.
    Length {
        /// The length, in units of what is counted.
        units: i64,
        /// The most there can be, in the same units.
        limit: u64,
    },
    /// A UCS-4 text that is no whole number of code points.
    Partial {
        /// Its size in bytes, no multiple of 4.
        bytes: usize,
    },
    /// A text or binary that does not fit into a slot: it has to become an object.
    TooLong {
        /// Its size in bytes.
        bytes: usize,
        /// What the slot has room for, in bytes.
        room: usize,
    },
    /// A kind of value that the dialect has no code for.
    NotHere {
        /// The kind.
        kind: &'static str,
    },
    /// The value is of another kind than was asked for.
    Kind {
        /// What was asked for.
        wanted: &'static str,
        /// What it is.
        found: &'static str,
    },
    /// Bytes that are not, or not all, in the memory that may be read.
    Address {
        /// Where they begin.
        address: u64,
        /// How many they are.
        bytes: u64,
    },
    /// A C string without a zero byte.
    Unterminated {
        /// Where it begins.
        address: u64,
    },
    /// An object whose header says another type than the slot that refers to it.
    Header {
        /// What the slot says.
        slot: i32,
        /// What the header says.
        header: i32,
    },
    /// A container whose numbers contradict each other.
    Broken {
        /// What is wrong.
        what: &'static str,
        /// Where the container is.
        address: u64,
    },
    /// A container that holds itself.
    Cycle {
        /// Where it is.
        address: u64,
    },
    /// Containers deeper in each other than is allowed.
    Depth {
        /// The limit.
        limit: usize,
    },
    /// More elements than are allowed, each counted as often as it is met.
    Elements {
        /// The limit.
        limit: u64,
    },
    /// Text that is malformed, where that is to be reported.
    Text(TextError),
}

impl fmt::Display for Bad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Slot { bytes, expected } => write!(f, "a slot of {bytes} bytes where {expected} are expected"),
            Self::Code { code } => write!(f, "the type code {code}, which no value has here"),
            Self::Length { units, limit } => {
                write!(f, "a length of {units} units where at most {limit} are possible")
            }
            Self::Partial { bytes } => write!(f, "a UCS-4 text of {bytes} bytes, which is no multiple of 4"),
            Self::TooLong { bytes, room } => write!(f, "{bytes} bytes do not fit into the {room} of the slot"),
            Self::NotHere { kind } => write!(f, "the dialect has no {kind}"),
            Self::Kind { wanted, found } => write!(f, "expected {wanted}, found {found}"),
            Self::Address { address, bytes } => write!(f, "{bytes} bytes at {address:#x} are not readable"),
            Self::Unterminated { address } => write!(f, "no zero byte ends the string at {address:#x}"),
            Self::Header { slot, header } => {
                write!(f, "the slot says type {slot}, the header of the object {header}")
            }
            Self::Broken { what, address } => write!(f, "the container at {address:#x} is broken: {what}"),
            Self::Cycle { address } => write!(f, "the container at {address:#x} holds itself"),
            Self::Depth { limit } => write!(f, "containers more than {limit} deep"),
            Self::Elements { limit } => write!(f, "more than {limit} elements"),
            Self::Text(error) => error.fmt(f),
        }
    }
}

impl Error for Bad {}

impl From<TextError> for Bad {
    fn from(error: TextError) -> Self {
        Self::Text(error)
    }
}
