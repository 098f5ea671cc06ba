//! The error of reading and writing values: the violated rule, the offending number and the limit.

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
/// assert_eq!(bad.to_string(), "length 5000 is not from 0 to 7 units");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Bad {
    /// The size of the memory is not the size of a slot.
    Slot {
        /// Its size in bytes.
        bytes: usize,
        /// The size, or the smallest size, of a slot in bytes.
        expected: usize,
    },
    /// A type code that no value can have in this place.
    Code {
        /// The code.
        code: i32,
    },
    /// A length that is negative or too large.
    Length {
        /// The length, in units.
        units: i64,
        /// The largest possible length, in the same units.
        limit: u64,
    },
    /// A UCS-4 text whose size is not a multiple of 4 bytes.
    Partial {
        /// Its size in bytes.
        bytes: usize,
    },
    /// A text or binary that does not fit into a slot: it must become an object.
    TooLong {
        /// Its size in bytes.
        bytes: usize,
        /// The capacity of the slot in bytes.
        room: usize,
    },
    /// A kind of value for which the dialect has no code.
    NotHere {
        /// The kind.
        kind: &'static str,
    },
    /// A value of another kind than expected.
    Kind {
        /// The expected kind.
        wanted: &'static str,
        /// The kind found.
        found: &'static str,
    },
    /// Bytes that are not entirely in the memory that may be read.
    Address {
        /// The address of the first byte.
        address: u64,
        /// The number of bytes.
        bytes: u64,
    },
    /// A C string without a zero byte.
    Unterminated {
        /// The address of the first byte.
        address: u64,
    },
    /// An object whose header states another type than the slot that refers to it.
    Header {
        /// The type in the slot.
        slot: i32,
        /// The type in the header.
        header: i32,
    },
    /// A container whose numbers contradict each other.
    Broken {
        /// The contradiction.
        what: &'static str,
        /// The address of the container.
        address: u64,
    },
    /// A container that contains itself.
    Cycle {
        /// The address of the container.
        address: u64,
    },
    /// Containers that are nested too deeply.
    Depth {
        /// The limit.
        limit: usize,
    },
    /// Too many elements, or bytes of text; shared ones count each time.
    Elements {
        /// The limit.
        limit: u64,
        /// The thing that the limit counts.
        unit: &'static str,
    },
    /// Malformed text, if errors are reported.
    Text(TextError),
}

impl fmt::Display for Bad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Slot { bytes, expected } => write!(f, "the slot has {bytes} bytes, expected {expected}"),
            Self::Code { code } => write!(f, "no value has the type code {code} here"),
            Self::Length { units, limit } => {
                write!(f, "length {units} is not from 0 to {limit} units")
            }
            Self::Partial { bytes } => write!(f, "a UCS-4 text of {bytes} bytes, which is not a multiple of 4"),
            Self::TooLong { bytes, room } => write!(f, "{bytes} bytes do not fit into {room} bytes of the slot"),
            Self::NotHere { kind } => write!(f, "the dialect has no {kind}"),
            Self::Kind { wanted, found } => write!(f, "expected {wanted}, found {found}"),
            Self::Address { address, bytes } => write!(f, "{bytes} bytes at {address:#x} are not readable"),
            Self::Unterminated { address } => write!(f, "the string at {address:#x} has no zero byte"),
            Self::Header { slot, header } => {
                write!(f, "the slot states type {slot}, the object's header {header}")
            }
            Self::Broken { what, address } => write!(f, "the container at {address:#x} is broken: {what}"),
            Self::Cycle { address } => write!(f, "the container at {address:#x} contains itself"),
            Self::Depth { limit } => write!(f, "containers nested more than {limit} deep"),
            Self::Elements { limit, unit } => write!(f, "more than {limit} {unit}"),
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
