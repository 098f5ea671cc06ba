//! Numbers, truth values and handles, and their conversions.

use super::{Bad, Tag};

/// An unboxed value without text and without memory.
///
/// | | [`as_int`](Self::as_int) | [`as_float`](Self::as_float) | [`as_bool`](Self::as_bool) | [`as_handle`](Self::as_handle) |
/// |---|---|---|---|---|
/// | `Int` | itself | nearest | is not 0 | – |
/// | `Float` | – | itself | – | – |
/// | `Bool` | 0 or 1 | 0 or 1 | itself | – |
/// | `Handle` | – | – | – | itself |
///
/// A string is never a number. Source: the casts of libtvm_ffi, `type_traits.h` of apache/tvm-ffi.
///
/// ```
/// use unitstr_values::Plain;
///
/// assert_eq!(Plain::Bool(true).as_float(), Ok(1.0));
/// assert!(Plain::Float(1.0).as_int().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Plain {
    /// A number.
    Int(i64),
    /// A number.
    Float(f64),
    /// A truth value.
    Bool(bool),
    /// An opaque address.
    Handle(u64),
}

impl Plain {
    /// Returns the plain value stored in a slot.
    #[must_use]
    pub const fn of(tag: &Tag<'_>) -> Option<Self> {
        match *tag {
            Tag::Int(value) => Some(Self::Int(value)),
            Tag::Float(value) => Some(Self::Float(value)),
            Tag::Bool(value) => Some(Self::Bool(value)),
            Tag::Handle(address) => Some(Self::Handle(address)),
            _ => None,
        }
    }

    /// Returns the content of a slot with this value.
    #[must_use]
    pub const fn tag(self) -> Tag<'static> {
        match self {
            Self::Int(value) => Tag::Int(value),
            Self::Float(value) => Tag::Float(value),
            Self::Bool(value) => Tag::Bool(value),
            Self::Handle(address) => Tag::Handle(address),
        }
    }

    /// Returns the integer value of an int or a bool.
    ///
    /// # Errors
    ///
    /// [`Bad::Kind`] for a float and for a handle.
    pub const fn as_int(self) -> Result<i64, Bad> {
        match self {
            Self::Int(value) => Ok(value),
            Self::Bool(value) => Ok(value as i64),
            Self::Float(_) | Self::Handle(_) => Err(self.tag().no("int")),
        }
    }

    /// Returns the floating-point value of a float, an int (rounded to the nearest, beyond 2^53) or a bool.
    ///
    /// # Errors
    ///
    /// [`Bad::Kind`] for a handle.
    pub const fn as_float(self) -> Result<f64, Bad> {
        match self {
            Self::Float(value) => Ok(value),
            Self::Int(value) => Ok(value as f64),
            Self::Bool(value) => Ok(value as i64 as f64),
            Self::Handle(_) => Err(self.tag().no("float")),
        }
    }

    /// Returns the truth value of a bool, or whether an int is not 0.
    ///
    /// # Errors
    ///
    /// [`Bad::Kind`] for a float and for a handle.
    pub const fn as_bool(self) -> Result<bool, Bad> {
        match self {
            Self::Bool(value) => Ok(value),
            Self::Int(value) => Ok(value != 0),
            Self::Float(_) | Self::Handle(_) => Err(self.tag().no("bool")),
        }
    }

    /// Returns the address of a handle.
    ///
    /// # Errors
    ///
    /// [`Bad::Kind`] for any other value.
    pub const fn as_handle(self) -> Result<u64, Bad> {
        match self {
            Self::Handle(address) => Ok(address),
            _ => Err(self.tag().no("handle")),
        }
    }
}
