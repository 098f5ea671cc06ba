//! Counted objects of RFC 97, and the string objects among them.

use std::fmt;
use std::mem::offset_of;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicI32, Ordering, fence};

use super::string::Unit;
use crate::Plain;
use crate::rfc97::code;

/// What every object of RFC 97 begins with.
#[repr(C)]
pub struct Header {
    /// The type: above 0.
    code: i32,
    /// How many references there are; [`i32::MAX`] and it lives for ever.
    refs: AtomicI32,
    /// Frees the object, which has no references any more. On any thread.
    deleter: Option<unsafe extern "C" fn(*mut Header)>,
}

const _: () = assert!(size_of::<Header>() == 16);
const _: () = assert!(offset_of!(Header, refs) == 4);
const _: () = assert!(offset_of!(Header, deleter) == 8);

impl Header {
    /// The header of a new object, which has one reference.
    #[must_use]
    pub const fn new(code: i32, deleter: unsafe extern "C" fn(*mut Self)) -> Self {
        Self {
            code,
            refs: AtomicI32::new(1),
            deleter: Some(deleter),
        }
    }

    /// One reference more.
    pub(super) fn retain(&self) {
        // No order: whoever retains has a reference. What is immortal stays so.
        let _ = self
            .refs
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |refs| refs.checked_add(1));
    }

    /// One reference fewer; whether that was the last one.
    pub(super) fn release(&self) -> bool {
        let before = self.refs.fetch_update(Ordering::Release, Ordering::Relaxed, |refs| {
            (refs != i32::MAX).then(|| refs - 1)
        });
        if before != Ok(1) {
            return false;
        }
        // What others did with the object before they released it happens before its end.
        fence(Ordering::Acquire);
        true
    }

    /// Whether nobody else has a reference.
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

/// Frees a box that [`Object::boxed`] made.
///
/// # Safety
///
/// * `object` is such an object, without any reference left.
unsafe extern "C" fn delete_box(object: *mut Header) {
    // SAFETY: it was made as a box of Rust's.
    drop(unsafe { Box::from_raw(object.cast::<PlainBox>()) });
}

/// The 8-byte words of memory for so many bytes of a head, so many units and a zero one.
///
/// # Panics
///
/// If there are more than 2,147,483,647 units.
pub(super) fn words<U: Unit>(head: usize, capacity: usize) -> usize {
    assert!(i32::try_from(capacity).is_ok(), "{capacity} units are too many");
    (head + (capacity + 1) * size_of::<U>()).div_ceil(8)
}

/// A reference to an object of RFC 97. Cloning counts; the last one to go frees the object.
///
/// It says what the object is, not what is inside: that is for who knows its type.
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
    /// A string object of UTF-8, not checked.
    ///
    /// # Panics
    ///
    /// If there are more than 2,147,483,647 bytes; so of all texts.
    #[must_use]
    pub fn string(bytes: &[u8]) -> Self {
        Self::of_units(code::STRING, bytes, bytes.len())
    }

    /// A string object of UCS-4, not checked.
    #[must_use]
    pub fn ucs4(code_points: &[u32]) -> Self {
        Self::of_units(code::UCS4_STRING, code_points, code_points.len())
    }

    /// A binary object.
    #[must_use]
    pub fn bytes(bytes: &[u8]) -> Self {
        Self::of_units(code::BYTES, bytes, bytes.len())
    }

    /// A string object with room for more units.
    pub(super) fn of_units<U: Unit>(code: i32, units: &[U], capacity: usize) -> Self {
        debug_assert!(units.len() <= capacity);
        let memory = Box::into_raw(vec![0_u64; words::<U>(size_of::<StringHead>(), capacity)].into_boxed_slice());
        let head = memory.cast::<StringHead>();
        let new = StringHead {
            header: Header::new(code, delete_string::<U>),
            size: units.len() as u64,
            capacity: capacity as u64,
        };
        // SAFETY: the block begins with room for the head, aligned to 8.
        unsafe { head.write(new) };
        // SAFETY: the head is shorter than the block.
        let place = unsafe { head.add(1) }.cast::<U>();
        // SAFETY: so many units fit behind the head, and a zero one that is there already; the block is new.
        unsafe { place.copy_from_nonoverlapping(units.as_ptr(), units.len()) };
        // SAFETY: a box is not at null.
        Self(unsafe { NonNull::new_unchecked(memory.cast()) })
    }

    /// An object by its address, with the reference that the caller has.
    ///
    /// # Safety
    ///
    /// * `address` is that of an object whose header is as [`Header`] says, with one reference that becomes this one.
    /// * What the object is, by its code, is what its memory holds: strings, binaries and lists of this crate's layout.
    /// * Its deleter may be called on the thread that drops the last reference.
    #[must_use]
    pub const unsafe fn from_raw(address: NonNull<Header>) -> Self {
        Self(address)
    }

    /// The address of the object, with the reference: it is the caller's now.
    #[must_use]
    pub const fn into_raw(self) -> NonNull<Header> {
        let address = self.0;
        std::mem::forget(self);
        address
    }

    /// Where the object is.
    #[must_use]
    pub fn address(&self) -> u64 {
        self.0.addr().get() as u64
    }

    /// Where the header is.
    pub(super) const fn raw(&self) -> NonNull<Header> {
        self.0
    }

    pub(super) const fn header(&self) -> &Header {
        // SAFETY: this reference keeps the object alive; a header changes by its atomic only.
        unsafe { self.0.as_ref() }
    }

    /// Its type.
    #[must_use]
    pub const fn code(&self) -> i32 {
        self.header().code
    }

    /// How many references there are at this moment.
    #[must_use]
    pub fn refs(&self) -> i32 {
        self.header().refs.load(Ordering::Relaxed)
    }

    /// A box: an object with this plain value.
    #[must_use]
    pub fn boxed(value: Plain) -> Self {
        let (code, word) = match value {
            Plain::Int(value) => (code::BOXED_INT, value.cast_unsigned()),
            Plain::Float(value) => (code::BOXED_FLOAT, value.to_bits()),
            Plain::Bool(value) => (code::BOXED_BOOL, value.into()),
            Plain::Handle(address) => (code::BOXED_HANDLE, address),
        };
        let new = PlainBox {
            header: Header::new(code, delete_box),
            word,
        };
        // SAFETY: a box is not at null.
        Self(unsafe { NonNull::new_unchecked(Box::into_raw(Box::new(new))) }.cast())
    }

    /// The plain value of a box (64 to 67).
    #[must_use]
    pub fn as_plain(&self) -> Option<Plain> {
        let code = self.code();
        if !(code::BOXED_INT..=code::BOXED_HANDLE).contains(&code) {
            return None;
        }
        // SAFETY: an object of these codes is a box, and lives; nobody writes its value.
        let word = unsafe { (*self.0.cast::<PlainBox>().as_ptr()).word };
        Some(match code {
            code::BOXED_INT => Plain::Int(word.cast_signed()),
            code::BOXED_FLOAT => Plain::Float(f64::from_bits(word)),
            code::BOXED_BOOL => Plain::Bool(word != 0),
            _ => Plain::Handle(word),
        })
    }

    /// The units of a string object of this code.
    pub(super) fn units<U: Unit>(&self, code: i32) -> Option<&[U]> {
        if self.code() != code {
            return None;
        }
        let head = self.0.cast::<StringHead>().as_ptr();
        // SAFETY: an object of this code has the head of a string, and lives.
        let size = unsafe { (*head).size };
        // SAFETY: the units follow the head in the same memory.
        let units = unsafe { head.add(1) }.cast::<U>();
        // SAFETY: there are so many units, aligned to 8, and nobody writes them while there are two references, or
        // while this one, which would have to be borrowed to be written by, is borrowed to be read by. They fit in
        // memory, so their number does in a `usize`.
        Some(unsafe { std::slice::from_raw_parts(units, size as usize) })
    }

    /// The bytes of a string object (128).
    #[must_use]
    pub fn as_string(&self) -> Option<&[u8]> {
        self.units(code::STRING)
    }

    /// The code points of a UCS-4 string object (129).
    #[must_use]
    pub fn as_ucs4(&self) -> Option<&[u32]> {
        self.units(code::UCS4_STRING)
    }

    /// The bytes of a binary object (130).
    #[must_use]
    pub fn as_bytes(&self) -> Option<&[u8]> {
        self.units(code::BYTES)
    }
}

/// Frees a string object that [`Object::of_units`] made.
///
/// # Safety
///
/// * `object` is such an object, of such units, without any reference left.
unsafe extern "C" fn delete_string<U: Unit>(object: *mut Header) {
    let head = object.cast::<StringHead>();
    // SAFETY: who calls this has the last reference to a string object, which begins with such a head.
    let capacity = unsafe { (*head).capacity };
    let words = words::<U>(size_of::<StringHead>(), capacity as usize);
    let memory = std::ptr::slice_from_raw_parts_mut(object.cast::<u64>(), words);
    // SAFETY: it was made as a box of so many words, by the capacity it still has.
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
            // SAFETY: that was the last reference, and the deleter is the object's own.
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
    /// Whether it is the same object.
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
