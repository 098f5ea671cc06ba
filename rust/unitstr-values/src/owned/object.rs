//! Reference-counted objects of RFC 97, including string objects.

use std::fmt;
use std::mem::offset_of;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicI32, Ordering, fence};

use super::string::Unit;
use crate::Plain;
use crate::rfc97::code;

/// The header of every object of RFC 97.
#[repr(C)]
pub struct Header {
    /// The type: above 0.
    code: i32,
    /// The number of references; an object with [`i32::MAX`] lives until the process ends.
    refs: AtomicI32,
    /// Frees the object when it has no references left, on any thread.
    deleter: Option<unsafe extern "C" fn(*mut Header)>,
}

const _: () = assert!(size_of::<Header>() == 16);
const _: () = assert!(offset_of!(Header, refs) == 4);
const _: () = assert!(offset_of!(Header, deleter) == 8);

impl Header {
    /// Returns the header of a new object, which has one reference.
    #[must_use]
    pub const fn new(code: i32, deleter: unsafe extern "C" fn(*mut Self)) -> Self {
        Self { code, refs: AtomicI32::new(1), deleter: Some(deleter) }
    }

    /// Adds a reference.
    pub(super) fn retain(&self) {
        // No ordering is needed: the caller has a reference. The count of an immortal object stays unchanged.
        let _ = self.refs.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |refs| refs.checked_add(1));
    }

    /// Releases a reference; returns whether it was the last.
    pub(super) fn release(&self) -> bool {
        let before =
            self.refs.fetch_update(Ordering::Release, Ordering::Relaxed, |refs| (refs != i32::MAX).then(|| refs - 1));
        if before != Ok(1) {
            return false;
        }
        // What other threads did with the object before they released it happens before it is freed.
        fence(Ordering::Acquire);
        true
    }

    /// Whether there is only one reference.
    pub(super) fn is_unique(&self) -> bool {
        self.refs.load(Ordering::Acquire) == 1
    }
}

/// A string object: the header, then size and capacity in units, then the units and a zero one.
#[repr(C)]
pub(super) struct StringHead {
    pub(super) header: Header,
    pub(super) size: u64,
    pub(super) capacity: u64,
}

const _: () = assert!(size_of::<StringHead>() == 32);
const _: () = assert!(offset_of!(StringHead, size) == 16);
const _: () = assert!(offset_of!(StringHead, capacity) == 24);

/// A box: the header, then the value.
#[repr(C)]
struct PlainBox {
    header: Header,
    word: u64,
}

const _: () = assert!(size_of::<PlainBox>() == 24);
const _: () = assert!(offset_of!(PlainBox, word) == 16);

/// Frees a box object that [`Object::boxed`] made.
///
/// # Safety
///
/// * `object` is such an object, and there is no reference left to it.
unsafe extern "C" fn delete_box(object: *mut Header) {
    // SAFETY: the caller promises that `object` was made by `Object::boxed`, as a `Box`, and has no references left.
    drop(unsafe { Box::from_raw(object.cast::<PlainBox>()) });
}

/// The number of 8-byte words for a head of `head` bytes, `capacity` units and a zero unit.
///
/// # Panics
///
/// If there are more than 2,147,483,647 units.
pub(super) fn words<U: Unit>(head: usize, capacity: usize) -> usize {
    assert!(i32::try_from(capacity).is_ok(), "{capacity} units are too many");
    (head + (capacity + 1) * size_of::<U>()).div_ceil(8)
}

/// A reference to an object of RFC 97. Cloning adds a reference; dropping the last one frees the object.
///
/// The type does not give access to the content of objects of unknown types.
///
/// ```
/// use unitstr_values::Object;
///
/// let text = Object::string(b"more than sixteen bytes");
/// let again = text.clone();
/// assert_eq!((text.code(), text.refs()), (128, 2));
/// drop(again);
/// assert_eq!(text.refs(), 1);
/// ```
pub struct Object(NonNull<Header>);

impl Object {
    /// Creates a string object of UTF-8, which is not checked.
    ///
    /// # Panics
    ///
    /// If there are more than 2,147,483,647 bytes; the same applies to all texts.
    #[must_use]
    pub fn string(bytes: &[u8]) -> Self {
        Self::of_units(code::STRING, bytes, bytes.len())
    }

    /// Creates a string object of UCS-4, which is not checked.
    #[must_use]
    pub fn ucs4(code_points: &[u32]) -> Self {
        Self::of_units(code::UCS4_STRING, code_points, code_points.len())
    }

    /// Creates a binary object.
    #[must_use]
    pub fn bytes(bytes: &[u8]) -> Self {
        Self::of_units(code::BYTES, bytes, bytes.len())
    }

    /// Creates a string object with this capacity.
    pub(super) fn of_units<U: Unit>(code: i32, units: &[U], capacity: usize) -> Self {
        debug_assert!(units.len() <= capacity);
        let memory = Box::into_raw(vec![0_u64; words::<U>(size_of::<StringHead>(), capacity)].into_boxed_slice());
        let head = memory.cast::<StringHead>();
        let new = StringHead {
            header: Header::new(code, delete_string::<U>),
            size: units.len() as u64,
            capacity: capacity as u64,
        };
        // SAFETY: `head` is the start of a new block that is larger than a head and aligned to 8.
        unsafe { head.write(new) };
        // SAFETY: the block at `head` is larger than one head.
        let place = unsafe { head.add(1) }.cast::<U>();
        // SAFETY: the new block has place for `capacity` units after the head, at least `units.len()`, and a zero
        // unit.
        unsafe { place.copy_from_nonoverlapping(units.as_ptr(), units.len()) };
        // SAFETY: `memory` is from a `Box`, so it is not null.
        Self(unsafe { NonNull::new_unchecked(memory.cast()) })
    }

    /// Takes over the caller's reference to the object at `address`.
    ///
    /// # Safety
    ///
    /// * `address` is the address of an object with the header [`Header`], and the caller gives up one reference.
    /// * The memory of the object matches its code: strings, binaries and lists have this crate's layout.
    /// * Its deleter may be called on the thread that drops the last reference.
    #[must_use]
    pub const unsafe fn from_raw(address: NonNull<Header>) -> Self {
        Self(address)
    }

    /// Returns the address of the object and passes the reference to the caller.
    #[must_use]
    pub const fn into_raw(self) -> NonNull<Header> {
        let address = self.0;
        std::mem::forget(self);
        address
    }

    /// Returns the address of the object.
    #[must_use]
    pub fn address(&self) -> u64 {
        self.0.addr().get() as u64
    }

    /// Returns the address of the header.
    pub(super) const fn raw(&self) -> NonNull<Header> {
        self.0
    }

    pub(super) const fn header(&self) -> &Header {
        // SAFETY: this reference keeps the object at `self.0` alive; its header changes only by its atomic.
        unsafe { self.0.as_ref() }
    }

    /// Returns the type.
    #[must_use]
    pub const fn code(&self) -> i32 {
        self.header().code
    }

    /// Returns the present number of references.
    #[must_use]
    pub fn refs(&self) -> i32 {
        self.header().refs.load(Ordering::Relaxed)
    }

    /// Creates a box: an object with this plain value.
    #[must_use]
    pub fn boxed(value: Plain) -> Self {
        let (code, word) = match value {
            Plain::Int(value) => (code::BOXED_INT, value.cast_unsigned()),
            Plain::Float(value) => (code::BOXED_FLOAT, value.to_bits()),
            Plain::Bool(value) => (code::BOXED_BOOL, value.into()),
            Plain::Handle(address) => (code::BOXED_HANDLE, address),
        };
        let new = PlainBox { header: Header::new(code, delete_box), word };
        // SAFETY: the pointer is from a `Box`, so it is not null.
        Self(unsafe { NonNull::new_unchecked(Box::into_raw(Box::new(new))) }.cast())
    }

    /// Returns the plain value of a box (64 to 67).
    #[must_use]
    pub fn as_plain(&self) -> Option<Plain> {
        let code = self.code();
        if !(code::BOXED_INT..=code::BOXED_HANDLE).contains(&code) {
            return None;
        }
        // SAFETY: an object with this code is a box, which `self` keeps alive; nobody writes its value.
        let word = unsafe { (*self.0.cast::<PlainBox>().as_ptr()).word };
        Some(match code {
            code::BOXED_INT => Plain::Int(word.cast_signed()),
            code::BOXED_FLOAT => Plain::Float(f64::from_bits(word)),
            code::BOXED_BOOL => Plain::Bool(word != 0),
            _ => Plain::Handle(word),
        })
    }

    /// Returns the units of a string object of this code.
    pub(super) fn units<U: Unit>(&self, code: i32) -> Option<&[U]> {
        if self.code() != code {
            return None;
        }
        let head = self.0.cast::<StringHead>().as_ptr();
        // SAFETY: an object with this code has the head of a string, and `self` keeps it alive.
        let size = unsafe { (*head).size };
        // SAFETY: the units follow `head` in the same memory.
        let units = unsafe { head.add(1) }.cast::<U>();
        // SAFETY: there are `size` units at `units`, aligned to 8. Nobody writes them while there are two references,
        // or while this one is borrowed, because writing borrows it mutably. They are in memory, so their number fits
        // into a `usize`.
        Some(unsafe { std::slice::from_raw_parts(units, size as usize) })
    }

    /// Returns the bytes of a string object (128).
    #[must_use]
    pub fn as_string(&self) -> Option<&[u8]> {
        self.units(code::STRING)
    }

    /// Returns the code points of a UCS-4 string object (129).
    #[must_use]
    pub fn as_ucs4(&self) -> Option<&[u32]> {
        self.units(code::UCS4_STRING)
    }

    /// Returns the bytes of a binary object (130).
    #[must_use]
    pub fn as_bytes(&self) -> Option<&[u8]> {
        self.units(code::BYTES)
    }
}

/// Frees a string object that [`Object::of_units`] made.
///
/// # Safety
///
/// * `object` is such an object with units of type `U`, and there is no reference left to it.
unsafe extern "C" fn delete_string<U: Unit>(object: *mut Header) {
    let head = object.cast::<StringHead>();
    // SAFETY: the caller promises that `object` is a string object, which begins with this head, without references.
    let capacity = unsafe { (*head).capacity };
    let words = words::<U>(size_of::<StringHead>(), capacity as usize);
    let memory = std::ptr::slice_from_raw_parts_mut(object.cast::<u64>(), words);
    // SAFETY: `memory` was made as a `Box` of this many words, and the capacity has not changed since.
    drop(unsafe { Box::from_raw(memory) });
}

impl Clone for Object {
    fn clone(&self) -> Self {
        self.header().retain();
        Self(self.0)
    }
}

impl Drop for Object {
    fn drop(&mut self) {
        let deleter = self.header().deleter;
        if self.header().release()
            && let Some(deleter) = deleter
        {
            // SAFETY: this was the last reference, and `deleter` is from the object's own header.
            unsafe { deleter(self.0.as_ptr()) };
        }
    }
}

impl fmt::Debug for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Object({} at {:#x})", self.code(), self.address())
    }
}

impl PartialEq for Object {
    /// Returns whether both are the same object.
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
