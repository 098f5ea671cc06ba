//! Reference-counted objects of libtvm_ffi.

use std::mem::offset_of;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering, fence};

/// The header of every object of libtvm_ffi.
#[repr(C)]
pub struct ObjectHeader {
    /// The number of strong references in the low half and of weak ones in the high half; all strong references
    /// together count as one weak reference.
    refs: AtomicU64,
    /// The type: 64 or more.
    index: i32,
    zero: u32,
    /// Destroys the object (flag 1), frees its memory (2), or both (3).
    deleter: Option<unsafe extern "C" fn(*mut ObjectHeader, i32)>,
}

const _: () = assert!(size_of::<ObjectHeader>() == 24);
const _: () = assert!(offset_of!(ObjectHeader, index) == 8);
const _: () = assert!(offset_of!(ObjectHeader, deleter) == 16);

const STRONG: u64 = 1;
const WEAK: u64 = 1 << 32;
/// The bits of the low half.
const STRONG_MASK: u64 = WEAK - 1;

impl ObjectHeader {
    /// Returns the header of a new object, which has one reference.
    #[must_use]
    pub const fn new(index: i32, deleter: Option<unsafe extern "C" fn(*mut Self, i32)>) -> Self {
        Self { refs: AtomicU64::new(STRONG | WEAK), index, zero: 0, deleter }
    }
}

/// A strong reference to an object of libtvm_ffi. Cloning counts references as the library does; the library need not
/// be loaded.
///
/// Source of the order of events: `Object::DecRef` in `object.h` of apache/tvm-ffi.
#[derive(Debug)]
pub struct Object(NonNull<ObjectHeader>);

impl Object {
    /// Takes over the caller's reference to the object at `address`.
    ///
    /// # Safety
    ///
    /// * `address` is the address of an object with the header [`ObjectHeader`], and the caller gives up one strong
    ///   reference.
    /// * Its deleter may be called on the thread that drops the last reference.
    #[must_use]
    pub const unsafe fn from_raw(address: NonNull<ObjectHeader>) -> Self {
        Self(address)
    }

    /// Returns the address of the object and passes the reference to the caller.
    #[must_use]
    pub const fn into_raw(self) -> NonNull<ObjectHeader> {
        let address = self.0;
        std::mem::forget(self);
        address
    }

    const fn header(&self) -> &ObjectHeader {
        // SAFETY: this reference keeps the object at `self.0` alive; its header changes only by its atomic.
        unsafe { self.0.as_ref() }
    }

    /// Returns the address of the object.
    #[must_use]
    pub fn address(&self) -> u64 {
        self.0.addr().get() as u64
    }

    /// Returns the present number of strong references.
    #[must_use]
    pub fn refs(&self) -> u64 {
        self.header().refs.load(Ordering::Relaxed) & STRONG_MASK
    }
}

impl Clone for Object {
    fn clone(&self) -> Self {
        self.header().refs.fetch_add(STRONG, Ordering::Relaxed);
        Self(self.0)
    }
}

impl Drop for Object {
    fn drop(&mut self) {
        let deleter = self.header().deleter;
        let end = |flags| {
            // All actions of other threads on the object, before they released it, happen before it is destroyed.
            fence(Ordering::Acquire);
            if let Some(deleter) = deleter {
                // SAFETY: the last reference of that kind is gone, and `deleter` is from the object's own header.
                unsafe { deleter(self.0.as_ptr(), flags) };
            }
        };
        let before = self.header().refs.fetch_sub(STRONG, Ordering::Release);
        if before == STRONG | WEAK {
            end(3);
        } else if before & STRONG_MASK == STRONG {
            end(1);
            // The object is destroyed; its header lives until the last weak reference is released.
            if self.header().refs.fetch_sub(WEAK, Ordering::Release) == WEAK {
                end(2);
            }
        }
    }
}
