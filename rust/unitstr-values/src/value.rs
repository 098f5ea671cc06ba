//! A value that owns its content, independent of slots, lists and boxes.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::list::UList;
use super::owned::{Foreign, Object};
use super::{Bad, DataType, Device, Dialect, Memory, Rfc97, Tag, TextKind, ucs4};
use unitstr::Policy;

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
/// | `&[u32]` | `Ucs4` |
///
/// ```
/// use unitstr_values::{Tag, Value};
///
/// assert_eq!(Value::from(7_i16), Value::Int(7));
/// assert_eq!(Value::from(true).plain(), Some(Tag::Bool(true)));
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
    Str(Vec<u8>),
    /// UCS-4 text: code points, not checked.
    Ucs4(Vec<u32>),
    /// Bytes that are not text.
    Bytes(Vec<u8>),
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
            return Self::of_inline(&plain).ok_or(tag.not_here());
        }
        if let Some(text) = D::text(memory, tag)? {
            return Ok(Self::text(text.kind(), &text.to_bytes()));
        }
        match *tag {
            Tag::Wide { address, inline_bytes } => {
                let slot = super::rfc97::widen(memory, address, inline_bytes)?;
                Self::copy_of::<D, M>(memory, &Rfc97::read(&slot)?)
            }
            _ => Self::of_inline(tag).ok_or(tag.not_here()),
        }
    }

    fn text(kind: TextKind, bytes: &[u8]) -> Self {
        match kind {
            TextKind::Utf8 => Self::Str(bytes.to_vec()),
            TextKind::Ucs4 => Self::Ucs4(ucs4::of_bytes(bytes)),
            TextKind::Binary => Self::Bytes(bytes.to_vec()),
        }
    }

    /// The value stored in a slot, or `None` if the slot refers to something.
    pub(super) fn of_inline(tag: &Tag<'_>) -> Option<Self> {
        Some(match *tag {
            Tag::Null => Self::Null,
            Tag::Int(value) => Self::Int(value),
            Tag::Float(value) => Self::Float(value),
            Tag::Bool(value) => Self::Bool(value),
            Tag::Handle(address) => Self::Handle(address),
            Tag::DataType(value) => Self::DataType(value),
            Tag::Device(value) => Self::Device(value),
            Tag::Str(text) => Self::text(TextKind::Utf8, text),
            Tag::Bytes(text) => Self::text(TextKind::Binary, text),
            Tag::Ucs4(text) => Self::text(TextKind::Ucs4, text),
            _ => return None,
        })
    }

    /// Returns the value of an object: texts and boxes become values, not objects.
    #[must_use]
    pub fn of_object(object: &Object) -> Self {
        if let Some(value) = object.plain().and_then(|plain| Self::of_inline(&plain)) {
            return value;
        }
        if let Some((kind, bytes)) = object.as_text() {
            return Self::text(kind, bytes);
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
            Self::Str(text) => Some(Object::text(TextKind::Utf8, text)),
            Self::Ucs4(text) => Some(Object::text(TextKind::Ucs4, &ucs4::to_bytes(text))),
            Self::Bytes(bytes) => Some(Object::text(TextKind::Binary, bytes)),
            Self::List(list) => Some(list.object().clone()),
            Self::Object(object) => Some(object.clone()),
            _ => Object::boxed(&self.plain()?),
        }
    }

    /// Calls `then` with the content of a slot with `room` inline bytes, or with `None` if the value does not fit.
    pub(super) fn inline<R>(&self, room: usize, then: impl FnOnce(Option<Tag<'_>>) -> R) -> R {
        match self {
            Self::Null => then(Some(Tag::Null)),
            Self::DataType(value) => then(Some(Tag::DataType(*value))),
            Self::Device(value) => then(Some(Tag::Device(*value))),
            Self::Str(text) => then((text.len() <= room).then_some(Tag::Str(text))),
            Self::Bytes(text) => then((text.len() <= room).then_some(Tag::Bytes(text))),
            Self::Ucs4(text) => {
                let bytes = if text.len() <= room / 4 { Some(ucs4::to_bytes(text)) } else { None };
                then(bytes.as_deref().map(Tag::Ucs4))
            }
            _ => then(self.plain()),
        }
    }

    /// Returns the number, truth value or handle, as the content of a slot.
    #[must_use]
    pub fn plain(&self) -> Option<Tag<'static>> {
        match self {
            Self::Int(value) => Some(Tag::Int(*value)),
            Self::Float(value) => Some(Tag::Float(*value)),
            Self::Bool(value) => Some(Tag::Bool(*value)),
            Self::Handle(address) => Some(Tag::Handle(*address)),
            Self::Object(object) => object.plain(),
            _ => None,
        }
    }

    /// Returns the bytes of a string or a binary.
    #[must_use]
    pub fn as_bytes(&self) -> Option<&[u8]> {
        match self {
            Self::Str(text) | Self::Bytes(text) => Some(text),
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
    &str => |value| Self::Str(value.as_bytes().to_vec());
    &[u8] => |value| Self::Bytes(value.to_vec());
    &[u32] => |value| Self::Ucs4(value.to_vec());
    UList => |value| Self::List(value);
    Foreign => |value| Self::Foreign(value);
    Object => |value| Self::of_object(&value);
}

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// The order in a sorted list: null, truth values, numbers, text by code points, binaries, everything else.
pub(super) fn order(a: &Value, b: &Value) -> Ordering {
    const fn rank(value: &Value) -> u8 {
        match value {
            Value::Null => 0,
            Value::Bool(_) => 1,
            Value::Int(_) | Value::Float(_) => 2,
            Value::Str(_) | Value::Ucs4(_) => 3,
            Value::Bytes(_) => 4,
            _ => 5,
        }
    }
    match (a, b) {
        (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
        (Value::Int(a), Value::Int(b)) => a.cmp(b),
        (Value::Float(a), Value::Float(b)) => cmp_floats(*a, *b),
        (Value::Int(a), Value::Float(b)) => cmp_mixed(*a, *b),
        (Value::Float(a), Value::Int(b)) => cmp_mixed(*b, *a).reverse(),
        (Value::Bytes(a), Value::Bytes(b)) => a.cmp(b),
        _ => rank(a).cmp(&rank(b)).then_with(|| utf8(a).cmp(&utf8(b))),
    }
}

/// The UTF-8 of a text: the order of its unsigned bytes is the order of code points. Nothing for other values.
fn utf8(value: &Value) -> Cow<'_, [u8]> {
    match value {
        Value::Str(text) => text.into(),
        Value::Ucs4(text) => ucs4::to_utf8(text, Policy::Replace, ucs4::Surrogates::Keep).unwrap_or_default().into(),
        _ => Cow::default(),
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
