//! Owned copies of borrowed values.

use std::ffi::{CStr, c_char};
use std::ptr::{NonNull, with_exposed_provenance, with_exposed_provenance_mut};

use crate::Tag;
use crate::tvm::{SMALL, code};

use crate::live::{ByteArray, Object, ObjectHeader, Slot, text};

/// Adds a reference to an object; does nothing for 0.
///
/// # Safety
///
/// * `address` is 0 or the address of a live object of libtvm_ffi.
pub unsafe fn retain(address: u64) {
    // SAFETY: the caller promises that `address` is 0 or a live object.
    if let Some(object) = unsafe { object(address) } {
        std::mem::forget(object.clone());
        // The caller keeps its reference.
        std::mem::forget(object);
    }
}

/// Releases a reference to an object; does nothing for 0. Releasing the last one destroys the object.
///
/// # Safety
///
/// * `address` is 0 or the address of an object of libtvm_ffi, and the caller gives up one reference.
pub unsafe fn release(address: u64) {
    // SAFETY: the caller promises that `address` is 0 or an object, and gives up one reference.
    drop(unsafe { object(address) });
}

/// # Safety
///
/// * `address` is 0 or the address of a live object of libtvm_ffi.
unsafe fn object(address: u64) -> Option<Object> {
    let header = NonNull::new(with_exposed_provenance_mut::<ObjectHeader>(address as usize))?;
    // SAFETY: the caller promises that `header` is a live object, and decides about its reference.
    Some(unsafe { Object::from_raw(header) })
}

/// Returns an owned copy of a value that may be a view: a C string becomes a string, a byte array becomes a binary,
/// an object that a callee may take over is not moved. Objects get another reference. Any other value is copied as it
/// is.
///
/// * `None` if the slot is not a value: type -1, a small text above 7 bytes, a text above 2,147,483,647 bytes, a null
///   object address.
///
/// # Safety
///
/// * Everything to which the slot refers is alive, as the library's contract states.
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
            Slot::inline(&if view.index == code::SMALL_STR { Tag::Str(text) } else { Tag::Bytes(text) })
        }
        code::RAW_STR => {
            let start = NonNull::new(with_exposed_provenance_mut::<c_char>(at))?;
            // SAFETY: the caller promises that `start` is a live C string.
            let text = unsafe { CStr::from_ptr(start.as_ptr()) };
            fits(text.to_bytes()).map(|bytes| Slot::text(false, bytes))
        }
        code::BYTE_ARRAY_PTR => {
            let pair = NonNull::new(with_exposed_provenance_mut::<ByteArray>(at))?;
            // SAFETY: the caller promises that `pair` is a live byte array.
            let pair = unsafe { pair.read_unaligned() };
            if pair.size == 0 {
                return Some(Slot::text(true, &[]));
            }
            if pair.data.is_null() || pair.size as u64 > text::MOST {
                return None;
            }
            // SAFETY: `pair.data` is not null, and the caller promises that it is readable for `pair.size`.
            let bytes = unsafe { std::slice::from_raw_parts(pair.data, pair.size) };
            Some(Slot::text(true, bytes))
        }
        code::OBJECT_RVALUE_REF => {
            let place = NonNull::new(with_exposed_provenance_mut::<u64>(at))?;
            // SAFETY: the caller promises that `place` is the address of an object's address.
            let address = unsafe { place.read_unaligned() };
            if address == 0 {
                // A callee has taken the object over.
                return Some(Slot::NONE);
            }
            let header = with_exposed_provenance::<[i32; 3]>(address as usize);
            // SAFETY: `header` is a live object; the third number of its header is the type, which no code writes.
            let index = unsafe { header.cast::<i32>().wrapping_add(2).read() };
            // SAFETY: `address` is a live object.
            unsafe { retain(address) };
            Some(Slot::object(index, address))
        }
        code::OBJECT.. => {
            if view.word == 0 {
                return None;
            }
            // SAFETY: the caller promises that `view.word` is a live object.
            unsafe { retain(view.word) };
            Some(view)
        }
        _ => Some(view),
    }
}

const fn fits(bytes: &[u8]) -> Option<&[u8]> {
    if bytes.len() as u64 <= text::MOST { Some(bytes) } else { None }
}
