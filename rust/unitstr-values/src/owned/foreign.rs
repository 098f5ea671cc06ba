//! Counted objects of libtvm_ffi.

use std::fmt;
use std::mem::offset_of;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering, fence};

/// What every object of libtvm_ffi begins with.
#[repr(C)]
pub struct ForeignHeader {
    /// Strong references in the low half, weak ones in the high half; all strong ones together are one weak one.
    refs: AtomicU64,
    /// The type: 64 or more.
    index: i32,
    zero: u32,
    /// Ends the object (flag 1), frees its memory (2), or both (3).
    deleter: Option<unsafe extern "C" fn(*mut ForeignHeader, i32)>,
}

const _: () = assert!(size_of::<ForeignHeader>() == 24);
const _: () = assert!(offset_of!(ForeignHeader, index) == 8);
const _: () = assert!(offset_of!(ForeignHeader, deleter) == 16);

const STRONG: u64 = 1;
const WEAK: u64 = 1 << 32;
/// The low half.
const STRONG_MASK: u64 = WEAK - 1;

impl ForeignHeader {
    /// The header of a new object, which has one reference.
    #[must_use]
    pub const fn new(index: i32, deleter: Option<unsafe extern "C" fn(*mut Self, i32)>) -> Self {
        Self {
            refs: AtomicU64::new(STRONG | WEAK),
            index,
            zero: 0,
            deleter,
        }
    }
}

/// A strong reference to an object of libtvm_ffi. Cloning counts, as the library counts; it need not be loaded.
///
/// Source of the order of events: `Object::DecRef` in `object.h` of apache/tvm-ffi.
pub struct Foreign(NonNull<ForeignHeader>);

impl Foreign {
    /// An object by its address, with the reference that the caller has.
    ///
    /// # Safety
    ///
    /// * `address` is that of an object whose header is as [`ForeignHeader`] says, with one strong reference that
    ///   becomes this one.
    /// * Its deleter may be called on the thread that drops the last reference.
    #[must_use]
    pub const unsafe fn from_raw(address: NonNull<ForeignHeader>) -> Self {
        Self(address)
    }

    /// The address of the object, with the reference: it is the caller's now.
    #[must_use]
    pub const fn into_raw(self) -> NonNull<ForeignHeader> {
        let address = self.0;
        std::mem::forget(self);
        address
    }

    const fn header(&self) -> &ForeignHeader {
        // SAFETY: this reference keeps the object alive; a header changes by its atomic only.
        unsafe { self.0.as_ref() }
    }

    /// Where the object is.
    #[must_use]
    pub fn address(&self) -> u64 {
        self.0.addr().get() as u64
    }

    /// Its type index.
    #[must_use]
    pub const fn index(&self) -> i32 {
        self.header().index
    }

    /// How many strong references there are at this moment.
    #[must_use]
    pub fn refs(&self) -> u64 {
        self.header().refs.load(Ordering::Relaxed) & STRONG_MASK
    }
}

impl Clone for Foreign {
    fn clone(&self) -> Self {
        self.header().refs.fetch_add(STRONG, Ordering::Relaxed);
        Self(self.0)
    }
}

impl Drop for Foreign {
    fn drop(&mut self) {
        let deleter = self.header().deleter;
        let end = |flags| {
            // What others did with the object before they released it happens before its end.
            fence(Ordering::Acquire);
            if let Some(deleter) = deleter {
                // SAFETY: the last reference of that kind is gone, and the deleter is the object's own.
                unsafe { deleter(self.0.as_ptr(), flags) };
            }
        };
        let before = self.header().refs.fetch_sub(STRONG, Ordering::Release);
        if before == STRONG | WEAK {
            end(3);
        } else if before & STRONG_MASK == STRONG {
            end(1);
            // The object has ended; its header lives until the last weak reference goes.
            if self.header().refs.fetch_sub(WEAK, Ordering::Release) == WEAK {
                end(2);
            }
        }
    }
}

impl fmt::Debug for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Foreign({} at {:#x})", self.index(), self.address())
    }
}

impl PartialEq for Foreign {
    /// Whether it is the same object.
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
