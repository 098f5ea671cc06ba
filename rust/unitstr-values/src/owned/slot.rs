//! A slot that owns its content.

use std::mem::ManuallyDrop;
use std::ptr::{NonNull, with_exposed_provenance_mut};

use super::{Foreign, Object};
use crate::rfc97::code;
use crate::{AnyPad, Family, Section, Tag, Value};

/// A slot of RFC 97, of 8 + 8 * `WORDS` bytes, that owns its content: text that fits is stored in it, longer text
/// becomes an object.
///
/// ```
/// use unitstr_values::{OwnedAny, Value};
///
/// let slot = OwnedAny::<2>::new(Value::from("sixteen bytes ok"));
/// assert_eq!(slot.bits().code(), -11);
/// let slot = OwnedAny::<2>::new(Value::from("seventeen bytes.."));
/// assert_eq!(slot.bits().code(), -13);
/// assert_eq!(slot.value(), Value::from("seventeen bytes.."));
/// ```
#[derive(Debug)]
#[repr(transparent)]
pub struct OwnedAny<const WORDS: usize>(AnyPad<WORDS>);

enum Held {
    Nothing,
    /// Borrowed from the slot.
    Object(ManuallyDrop<Object>),
    Foreign(ManuallyDrop<Foreign>),
}

impl<const WORDS: usize> OwnedAny<WORDS> {
    /// Creates a slot with this value.
    #[must_use]
    pub fn new(value: Value) -> Self {
        let value = match value {
            // A box or a text is stored as a value, not as an object.
            Value::Object(object) => Value::of_object(&object),
            other => other,
        };
        if let Value::Foreign(object) = value {
            let address = object.into_raw().as_ptr().expose_provenance() as u64;
            return Self(AnyPad::of_word(code::FOREIGN, 0, address));
        }
        if let Some(slot) = value.inline(AnyPad::<WORDS>::INLINE, |tag| tag.and_then(|tag| AnyPad::new(&tag).ok())) {
            return Self(slot);
        }
        let Some(object) = value.to_object() else {
            unreachable!("{value:?}");
        };
        let code = match Section::of(object.code()) {
            Some(Section::Module) => object.code(),
            _ => code::OBJECT,
        };
        let address = object.into_raw().as_ptr().expose_provenance() as u64;
        Self(AnyPad::of_word(code, 0, address))
    }

    /// Returns the bits of the slot, which another party may read as long as this lives.
    #[must_use]
    pub const fn bits(&self) -> &AnyPad<WORDS> {
        &self.0
    }

    fn held(&self) -> Held {
        let address = |address: u64| with_exposed_provenance_mut::<u8>(address as usize);
        match self.0.tag() {
            Ok(Tag::Object { of: Family::Rfc97, address: at, .. }) => match NonNull::new(address(at)) {
                // SAFETY: `new` stored an object with a reference in this slot, and the slot keeps the reference.
                Some(object) => Held::Object(ManuallyDrop::new(unsafe { Object::from_raw(object.cast()) })),
                None => Held::Nothing,
            },
            Ok(Tag::Object { of: Family::TvmFfi, address: at, .. }) => match NonNull::new(address(at)) {
                // SAFETY: the same for an object of libtvm_ffi.
                Some(object) => Held::Foreign(ManuallyDrop::new(unsafe { Foreign::from_raw(object.cast()) })),
                None => Held::Nothing,
            },
            _ => Held::Nothing,
        }
    }

    /// Returns a copy of the value.
    #[must_use]
    pub fn value(&self) -> Value {
        match self.held() {
            Held::Object(object) => Value::of_object(&object),
            Held::Foreign(object) => Value::Foreign(Foreign::clone(&object)),
            Held::Nothing => match self.0.tag() {
                Ok(tag) => Value::of_inline(&tag).unwrap_or(Value::Null),
                Err(_) => Value::Null,
            },
        }
    }
}

impl<const WORDS: usize> Drop for OwnedAny<WORDS> {
    fn drop(&mut self) {
        match self.held() {
            Held::Object(object) => drop(ManuallyDrop::into_inner(object)),
            Held::Foreign(object) => drop(ManuallyDrop::into_inner(object)),
            Held::Nothing => {}
        }
    }
}
