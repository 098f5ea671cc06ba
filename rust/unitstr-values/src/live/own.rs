//! From what was lent to what is owned.

use std::ffi::{CStr, c_char};
use std::ptr::{NonNull, with_exposed_provenance, with_exposed_provenance_mut};

use crate::tvm::{SMALL, code};
use crate::{Foreign, ForeignHeader, Tag};

use crate::live::{ByteArray, Slot, text};

/// One reference more to an object; nothing for 0.
///
/// # Safety
///
/// * `address` is 0 or that of an object of libtvm_ffi that lives.
pub unsafe fn retain(address: u64) {
    // SAFETY: the caller's promise.
    if let Some(object) = unsafe { object(address) } {
        std::mem::forget(object.clone());
        // The reference is the caller's, still.
        std::mem::forget(object);
    }
}

/// One reference fewer to an object; nothing for 0. The last one ends it.
///
/// # Safety
///
/// * `address` is 0 or that of an object of libtvm_ffi, with a reference that is given up.
pub unsafe fn release(address: u64) {
    // SAFETY: the caller's promise.
    drop(unsafe { object(address) });
}

/// # Safety
///
/// * `address` is 0 or that of an object of libtvm_ffi that lives.
unsafe fn object(address: u64) -> Option<Foreign> {
    let header = NonNull::new(with_exposed_provenance_mut::<ForeignHeader>(address as usize))?;
    // SAFETY: the caller's promise; whose reference it is, the caller decides.
    Some(unsafe { Foreign::from_raw(header) })
}

/// An owned copy of a value that may be a view: a C string becomes a string, a byte array a binary, an object that a
/// callee may take is not taken. Objects get a reference more. All else is copied as it is.
///
/// * `None` if it is no value: the type -1, a small text above 7 bytes, a text above 2,147,483,647, nothing where an
///   object is named.
///
/// # Safety
///
/// * What the slot refers to is there, as the library says.
#[must_use]
pub unsafe fn own(view: Slot) -> Option<Slot> {
    if !view.is_sound() {
        return None;
    }
    let at = view.word as usize;
    match view.index {
        code::SMALL_STR | code::SMALL_BYTES => {
            let bytes = view.to_bytes();
            let text = &bytes[8..8 + (view.len as usize).min(SMALL)];
            Slot::inline(&if view.index == code::SMALL_STR {
                Tag::Str(text)
            } else {
                Tag::Bytes(text)
            })
        }
        code::RAW_STR => {
            let start = NonNull::new(with_exposed_provenance_mut::<c_char>(at))?;
            // SAFETY: the caller's promise: a zero byte ends it.
            let text = unsafe { CStr::from_ptr(start.as_ptr()) };
            fits(text.to_bytes()).map(|bytes| Slot::text(false, bytes))
        }
        code::BYTE_ARRAY_PTR => {
            let pair = NonNull::new(with_exposed_provenance_mut::<ByteArray>(at))?;
            // SAFETY: the caller's promise.
            let pair = unsafe { pair.read_unaligned() };
            if pair.size == 0 {
                return Some(Slot::text(true, &[]));
            }
            if pair.data.is_null() || pair.size as u64 > text::MOST {
                return None;
            }
            // SAFETY: as above, so many bytes at an address that is not null.
            let bytes = unsafe { std::slice::from_raw_parts(pair.data, pair.size) };
            Some(Slot::text(true, bytes))
        }
        code::OBJECT_RVALUE_REF => {
            let place = NonNull::new(with_exposed_provenance_mut::<u64>(at))?;
            // SAFETY: the caller's promise: the address of the address of an object.
            let address = unsafe { place.read_unaligned() };
            if address == 0 {
                // Somebody took it.
                return Some(Slot::NONE);
            }
            let header = with_exposed_provenance::<[i32; 3]>(address as usize);
            // SAFETY: as above; the third number of a header is the type, which nobody writes.
            let index = unsafe { header.cast::<i32>().wrapping_add(2).read() };
            // SAFETY: as above.
            unsafe { retain(address) };
            Some(Slot::object(index, address))
        }
        code::OBJECT.. => {
            if view.word == 0 {
                return None;
            }
            // SAFETY: as above.
            unsafe { retain(view.word) };
            Some(view)
        }
        _ => Some(view),
    }
}

const fn fits(bytes: &[u8]) -> Option<&[u8]> {
    if bytes.len() as u64 <= text::MOST {
        Some(bytes)
    } else {
        None
    }
}
