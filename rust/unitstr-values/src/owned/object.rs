//! Reference-counted objects of RFC 97, including string objects.

use std::fmt;
use std::mem::offset_of;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicI32, Ordering, fence};

use crate::rfc97::{BOXES, code};
use crate::{Tag, TextKind};

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
}

/// A string object: the header, then size and capacity in units, then the units and a zero one.
#[repr(C)]
struct StringHead {
    header: Header,
    size: u64,
    capacity: u64,
}

const _: () = assert!(size_of::<StringHead>() == 32);
const _: () = assert!(offset_of!(StringHead, size) == 16);
const _: () = assert!(offset_of!(StringHead, capacity) == 24);

/// The kind of text in a string object with this type; `None` if it is another object.
const fn kind_of(code: i32) -> Option<TextKind> {
    match code {
        code::STRING => Some(TextKind::Utf8),
        code::UCS4_STRING => Some(TextKind::Ucs4),
        code::BYTES => Some(TextKind::Binary),
        _ => None,
    }
}

/// The number of 8-byte words of a string object with this capacity in bytes, and a zero unit.
const fn words(bytes: usize, kind: TextKind) -> usize {
    (size_of::<StringHead>() + bytes + kind.unit_bytes()).div_ceil(8)
}

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

/// A reference to an object of RFC 97. Cloning adds a reference; dropping the last one frees the object.
///
/// The type does not give access to the content of objects of unknown types.
///
/// ```
/// use unitstr_values::{Object, TextKind};
///
/// let text = Object::text(TextKind::Utf8, b"more than sixteen bytes");
/// let again = text.clone();
/// assert_eq!((text.code(), text.refs()), (128, 2));
/// drop(again);
/// assert_eq!(text.refs(), 1);
/// ```
pub struct Object(NonNull<Header>);

impl Object {
    /// Creates a string object or a binary object with these bytes, which are not checked.
    ///
    /// # Panics
    ///
    /// If UCS-4 is not whole code points, or there are more than 2,147,483,647 units.
    #[must_use]
    pub fn text(kind: TextKind, bytes: &[u8]) -> Self {
        let code = match kind {
            TextKind::Utf8 => code::STRING,
            TextKind::Ucs4 => code::UCS4_STRING,
            TextKind::Binary => code::BYTES,
        };
        assert!(bytes.len().is_multiple_of(kind.unit_bytes()), "{} bytes are not whole code points", bytes.len());
        let units = bytes.len() / kind.unit_bytes();
        assert!(i32::try_from(units).is_ok(), "{units} units exceed the limit of {}", i32::MAX);
        let memory = Box::into_raw(vec![0_u64; words(bytes.len(), kind)].into_boxed_slice());
        let head = memory.cast::<StringHead>();
        let header = Header::new(code, delete_text);
        // SAFETY: `head` is the start of a new block that is larger than a head and aligned to 8.
        unsafe { head.write(StringHead { header, size: units as u64, capacity: units as u64 }) };
        // SAFETY: the block at `head` is larger than one head.
        let place = unsafe { head.add(1) }.cast::<u8>();
        // SAFETY: the new block has place for `bytes` and a zero unit after the head.
        unsafe { place.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
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

    /// Creates a box: an object that holds an int, a float, a bool or a handle; `None` for any other value.
    #[must_use]
    pub fn boxed(value: &Tag<'_>) -> Option<Self> {
        let (kind, word) = value.word()?;
        let (code, _) = BOXES.iter().find(|(_, boxed)| *boxed == kind)?;
        let new = Box::new(PlainBox { header: Header::new(*code, delete_box), word });
        // SAFETY: the pointer is from a `Box`, so it is not null.
        Some(Self(unsafe { NonNull::new_unchecked(Box::into_raw(new)) }.cast()))
    }

    /// Returns the number, truth value or handle of a box (64 to 67).
    #[must_use]
    pub fn plain(&self) -> Option<Tag<'static>> {
        let (_, kind) = BOXES.iter().find(|(code, _)| *code == self.code())?;
        // SAFETY: an object with this code is a box, which `self` keeps alive; nobody writes its value.
        let word = unsafe { (*self.0.cast::<PlainBox>().as_ptr()).word };
        Some(kind.tag(word))
    }

    /// Returns the bytes of a string object (128, 129) or a binary object (130).
    #[must_use]
    pub fn as_text(&self) -> Option<(TextKind, &[u8])> {
        let kind = kind_of(self.code())?;
        let head = self.0.cast::<StringHead>().as_ptr();
        // SAFETY: an object with this code has the head of a string, and `self` keeps it alive.
        let size = unsafe { (*head).size };
        // SAFETY: the units follow `head` in the same memory.
        let units = unsafe { head.add(1) }.cast::<u8>();
        // SAFETY: there are `size` units at `units`, which nobody writes while there are references to them. They are
        // in memory, so their number of bytes fits into a `usize`.
        Some((kind, unsafe { std::slice::from_raw_parts(units, size as usize * kind.unit_bytes()) }))
    }
}

/// Frees a string object that [`Object::text`] made.
///
/// # Safety
///
/// * `object` is such an object, and there is no reference left to it.
unsafe extern "C" fn delete_text(object: *mut Header) {
    // SAFETY: the caller promises that `object` is a string object, which begins with this head, without references.
    let head = unsafe { &*object.cast::<StringHead>() };
    let kind = kind_of(head.header.code).unwrap_or(TextKind::Binary);
    let words = words(head.capacity as usize * kind.unit_bytes(), kind);
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
