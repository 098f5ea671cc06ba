//! A value that owns its content, independent of slots, lists and boxes.

use std::cmp::Ordering;

use super::list::UList;
use super::owned::{Foreign, Object, StringCore};
use super::{Bad, DataType, Device, Dialect, Memory, Plain, Tag, TextKind, Ucs4String};

/// A value that owns its content.
///
/// | Rust | becomes |
/// |---|---|
/// | `i8` to `i64` | `Int` |
/// | `f32`, `f64` | `Float` |
/// | `bool` | `Bool` |
/// | `char`, `&str` | `Str` |
/// | `&[u8]` | `Bytes` |
/// | `Option` | `Null`, or the above |
///
/// Numbers convert to each other as in [`Plain`].
///
/// ```
/// use unitstr_values::{Plain, Value};
///
/// assert_eq!(Value::from(7_i16), Value::Int(7));
/// assert_eq!(Value::from(true).plain(), Some(Plain::Bool(true)));
/// assert_eq!(Value::from("héllo").as_bytes(), Some("héllo".as_bytes()));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value {
    /// No value.
    Null,
    /// A number.
    Int(i64),
    /// A number.
    Float(f64),
    /// A truth value.
    Bool(bool),
    /// An opaque address.
    Handle(u64),
    /// A data type.
    DataType(DataType),
    /// A device.
    Device(Device),
    /// Bytes of a string, intended to be UTF-8 but not checked.
    Str(StringCore<u8>),
    /// Code points.
    Ucs4(Ucs4String),
    /// Bytes that are not text.
    Bytes(StringCore<u8>),
    /// A list, which may be shared. Two values are equal if they are the same list.
    List(UList),
    /// Any other object of RFC 97. Two values are equal if they are the same object.
    Object(Object),
    /// An object of libtvm_ffi. Two values are equal if they are the same object.
    Foreign(Foreign),
}

impl Value {
    /// Copies the content of a slot: borrowed text becomes an owned text, a box its plain value.
    ///
    /// # Errors
    ///
    /// * [`Bad::NotHere`] if it cannot be copied: a tensor, an object that is neither text nor box, an unknown value.
    /// * The errors of [`Dialect::text`].
    ///
    /// ```
    /// use unitstr_values::{Blocks, Tag, TvmFfi, Value};
    ///
    /// let mut memory = Blocks::new();
    /// let view = Tag::CStr(memory.place(b"borrowed\0"));
    /// assert_eq!(Value::copy_of::<TvmFfi, _>(&memory, &view)?, Value::from("borrowed"));
    /// # Ok::<(), unitstr_values::Bad>(())
    /// ```
    pub fn copy_of<D: Dialect, M: Memory + ?Sized>(memory: &M, tag: &Tag<'_>) -> Result<Self, Bad> {
        if let Some(plain) = D::plain(memory, tag)? {
            return Ok(plain.into());
        }
        if let Some(text) = D::text(memory, tag)? {
            let bytes = text.to_bytes();
            return Ok(match text.kind() {
                TextKind::Utf8 => Self::Str(StringCore::new(&bytes)),
                TextKind::Binary => Self::Bytes(StringCore::new(&bytes)),
                TextKind::Ucs4 => Self::ucs4(&bytes),
            });
        }
        match *tag {
            Tag::Null => Ok(Self::Null),
            Tag::DataType(value) => Ok(Self::DataType(value)),
            Tag::Device(value) => Ok(Self::Device(value)),
            Tag::Wide { address, inline_bytes } => {
                let slot = super::rfc97::widen(memory, address, inline_bytes)?;
                Self::copy_of::<D, M>(memory, &slot.tag()?)
            }
            _ => Err(tag.not_here()),
        }
    }

    /// The text in these bytes, 4 for each code point.
    fn ucs4(bytes: &[u8]) -> Self {
        let units: Vec<u32> = bytes.as_chunks().0.iter().map(|unit| u32::from_le_bytes(*unit)).collect();
        Self::Ucs4(Ucs4String::of_core(StringCore::new(&units)))
    }

    /// The value stored in a slot, or `None` if the slot refers to something.
    pub(super) fn of_inline(tag: &Tag<'_>) -> Option<Self> {
        Some(match *tag {
            Tag::Null => Self::Null,
            Tag::DataType(value) => Self::DataType(value),
            Tag::Device(value) => Self::Device(value),
            Tag::Str(text) => Self::Str(StringCore::new(text)),
            Tag::Bytes(text) => Self::Bytes(StringCore::new(text)),
            Tag::Ucs4(text) => Self::ucs4(text),
            _ => return Plain::of(tag).map(Self::from),
        })
    }

    /// Returns the value of an object: texts and boxes become values, not objects.
    #[must_use]
    pub fn of_object(object: &Object) -> Self {
        if let Some(plain) = object.as_plain() {
            return plain.into();
        }
        if let Some(text) = StringCore::<u8>::of_object(object) {
            return Self::Str(text);
        }
        if let Some(text) = StringCore::<u32>::of_object(object) {
            return Self::Ucs4(Ucs4String::of_core(text));
        }
        if let Some(bytes) = object.as_bytes() {
            return Self::Bytes(StringCore::new(bytes));
        }
        match UList::of_object(object) {
            Some(list) => Self::List(list),
            None => Self::Object(object.clone()),
        }
    }

    /// Returns the value as an object: a box, a string object, or the object itself. `None` for null, data types,
    /// devices and foreign objects, which have no such form.
    #[must_use]
    pub fn to_object(&self) -> Option<Object> {
        match self {
            Self::Str(text) => Some(text.to_object()),
            Self::Ucs4(text) => Some(text.core().to_object()),
            Self::Bytes(bytes) => Some(Object::bytes(bytes.as_slice())),
            Self::List(list) => Some(list.object().clone()),
            Self::Object(object) => Some(object.clone()),
            Self::Null | Self::DataType(_) | Self::Device(_) | Self::Foreign(_) => None,
            _ => self.plain().map(Object::boxed),
        }
    }

    /// Calls `then` with the content of a slot with `room` inline bytes, or with `None` if the value does not fit.
    pub(super) fn inline<R>(&self, room: usize, then: impl FnOnce(Option<Tag<'_>>) -> R) -> R {
        let fits = |bytes: usize| bytes <= room;
        match self {
            Self::Null => then(Some(Tag::Null)),
            Self::DataType(value) => then(Some(Tag::DataType(*value))),
            Self::Device(value) => then(Some(Tag::Device(*value))),
            Self::Str(text) => then(fits(text.len()).then(|| Tag::Str(text.as_slice()))),
            Self::Bytes(text) => then(fits(text.len()).then(|| Tag::Bytes(text.as_slice()))),
            Self::Ucs4(text) if fits(text.core().len().saturating_mul(4)) => {
                let bytes: Vec<u8> = text.view().units().iter().flat_map(|unit| unit.to_le_bytes()).collect();
                then(Some(Tag::Ucs4(&bytes)))
            }
            Self::Ucs4(_) | Self::List(_) | Self::Object(_) | Self::Foreign(_) => then(None),
            Self::Int(_) | Self::Float(_) | Self::Bool(_) | Self::Handle(_) => then(self.plain().map(Plain::tag)),
        }
    }

    /// Returns the number, truth value or handle.
    #[must_use]
    pub fn plain(&self) -> Option<Plain> {
        match self {
            Self::Int(value) => Some(Plain::Int(*value)),
            Self::Float(value) => Some(Plain::Float(*value)),
            Self::Bool(value) => Some(Plain::Bool(*value)),
            Self::Handle(address) => Some(Plain::Handle(*address)),
            Self::Object(object) => object.as_plain(),
            _ => None,
        }
    }

    /// Returns the bytes of a string or a binary.
    #[must_use]
    pub const fn as_bytes(&self) -> Option<&[u8]> {
        match self {
            Self::Str(text) | Self::Bytes(text) => Some(text.as_slice()),
            _ => None,
        }
    }
}

macro_rules! from {
    ($($from:ty => |$value:ident| $to:expr;)*) => {$(
        impl From<$from> for Value {
            fn from($value: $from) -> Self {
                $to
            }
        }
    )*};
}

from! {
    i8 => |value| Self::Int(value.into());
    i16 => |value| Self::Int(value.into());
    i32 => |value| Self::Int(value.into());
    i64 => |value| Self::Int(value);
    f32 => |value| Self::Float(value.into());
    f64 => |value| Self::Float(value);
    bool => |value| Self::Bool(value);
    char => |value| Self::from(&*value.encode_utf8(&mut [0; 4]));
    &str => |value| Self::Str(StringCore::new(value.as_bytes()));
    &[u8] => |value| Self::Bytes(StringCore::new(value));
    Ucs4String => |value| Self::Ucs4(value);
    UList => |value| Self::List(value);
    Foreign => |value| Self::Foreign(value);
    Object => |value| Self::of_object(&value);
    Plain => |value| match value {
        Plain::Int(value) => Self::Int(value),
        Plain::Float(value) => Self::Float(value),
        Plain::Bool(value) => Self::Bool(value),
        Plain::Handle(address) => Self::Handle(address),
    };
}

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// The sort key: null, truth values, numbers, text by code points, binaries, everything else.
#[derive(Debug)]
pub(super) enum Key {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(Vec<u8>),
    Bytes(Vec<u8>),
    Other,
}

impl Key {
    pub(super) fn of(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(*value),
            Value::Int(value) => Self::Int(*value),
            Value::Float(value) => Self::Float(*value),
            // The order of unsigned bytes of UTF-8 is the order of code points.
            Value::Str(text) => Self::Text(text.as_slice().to_vec()),
            Value::Ucs4(text) => {
                let utf8 = text.view().to_utf8(unitstr::Policy::Replace, super::Surrogates::Keep);
                Self::Text(utf8.unwrap_or_default())
            }
            Value::Bytes(bytes) => Self::Bytes(bytes.as_slice().to_vec()),
            _ => Self::Other,
        }
    }

    const fn rank(&self) -> u8 {
        match self {
            Self::Null => 0,
            Self::Bool(_) => 1,
            Self::Int(_) | Self::Float(_) => 2,
            Self::Text(_) => 3,
            Self::Bytes(_) => 4,
            Self::Other => 5,
        }
    }

    pub(super) fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Bool(a), Self::Bool(b)) => a.cmp(b),
            (Self::Int(a), Self::Int(b)) => a.cmp(b),
            (Self::Float(a), Self::Float(b)) => cmp_floats(*a, *b),
            (Self::Int(a), Self::Float(b)) => cmp_mixed(*a, *b),
            (Self::Float(a), Self::Int(b)) => cmp_mixed(*b, *a).reverse(),
            (Self::Text(a), Self::Text(b)) | (Self::Bytes(a), Self::Bytes(b)) => a.cmp(b),
            _ => self.rank().cmp(&other.rank()),
        }
    }
}

/// Compares floats; NaN is greater than all numbers.
fn cmp_floats(a: f64, b: f64) -> Ordering {
    a.partial_cmp(&b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()))
}

/// Compares exactly, also where a float has fewer digits than the int.
#[allow(clippy::cast_precision_loss, reason = "the limits are powers of two")]
fn cmp_mixed(int: i64, float: f64) -> Ordering {
    if float.is_nan() || float >= i64::MAX as f64 {
        return Ordering::Less;
    }
    if float < i64::MIN as f64 {
        return Ordering::Greater;
    }
    let whole = float.trunc();
    int.cmp(&(whole as i64)).then_with(|| whole.total_cmp(&float))
}
