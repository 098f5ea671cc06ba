//! The checks of pointers and sizes that all entries share. Nothing is read or written before they are all done.

use std::ffi::c_void;
use std::ptr;

use unitstr::{Scan, Source, Target};

use crate::status::{USTR_E_NULL, USTR_E_RANGE};

/// The bytes of a region, if it can be one: at most `isize::MAX` of them, not wrapping, and at null only if there are none.
fn region_bytes(start: *const c_void, elements: usize, element_bytes: usize) -> Result<usize, i32> {
    if elements == 0 {
        return Ok(0);
    }
    if start.is_null() {
        return Err(USTR_E_NULL);
    }
    let bytes = elements
        .checked_mul(element_bytes)
        .filter(|bytes| isize::try_from(*bytes).is_ok());
    bytes
        .filter(|bytes| start.addr().checked_add(*bytes).is_some())
        .ok_or(USTR_E_RANGE)
}

/// Encoded text or chars to read.
///
/// # Safety
///
/// * `start` is as [`Source::new`] wants it, for `elements` of `element_bytes` each.
pub(crate) unsafe fn source<'a>(
    start: *const c_void,
    elements: usize,
    element_bytes: usize,
) -> Result<Source<'a>, i32> {
    let bytes = region_bytes(start, elements, element_bytes)?;
    // SAFETY: the caller's promise, for just that many bytes.
    Ok(unsafe { Source::new(start.cast(), bytes) })
}

/// Memory to write.
///
/// # Safety
///
/// * `start` is as [`Target::new`] wants it, for `elements` of `element_bytes` each.
pub(crate) unsafe fn target<'a>(start: *mut c_void, elements: usize, element_bytes: usize) -> Result<Target<'a>, i32> {
    let bytes = region_bytes(start, elements, element_bytes)?;
    // SAFETY: the caller's promise, for just that many bytes.
    Ok(unsafe { Target::new(start.cast(), bytes) })
}

/// Memory to write whose contents beyond the result do not matter.
///
/// # Safety
///
/// * `start` is as [`Target::scratch`] wants it, for `elements` of `element_bytes` each.
pub(crate) unsafe fn scratch<'a>(start: *mut c_void, elements: usize, element_bytes: usize) -> Result<Target<'a>, i32> {
    let bytes = region_bytes(start, elements, element_bytes)?;
    // SAFETY: the caller's promise, for just that many bytes.
    Ok(unsafe { Target::scratch(start.cast(), bytes) })
}

/// Memory to search for a zero code unit; its bound may reach past the end of all memory.
///
/// # Safety
///
/// * `start` is as [`Scan::new`] wants it.
pub(crate) unsafe fn scan<'a>(start: *const c_void, max_units: usize, unit_size: u32) -> Result<Scan<'a>, i32> {
    let largest = match unit_size {
        1 => usize::MAX,
        2 => usize::MAX / 2,
        4 => usize::MAX / 4,
        _ => return Err(USTR_E_RANGE),
    };
    if start.is_null() && max_units > 0 {
        return Err(USTR_E_NULL);
    }
    // SAFETY: the caller's promise; a smaller bound promises less.
    Ok(unsafe { Scan::new(start.cast(), max_units.min(largest)) })
}

/// The address `offset` bytes after `base`. The sum is what counts: `base` may be null, and the offset an address.
pub(crate) fn at_offset(base: *const c_void, offset: i64) -> Result<*const c_void, i32> {
    let offset = usize::try_from(offset).map_err(|_| USTR_E_RANGE)?;
    if base.is_null() {
        return Ok(ptr::with_exposed_provenance(offset));
    }
    base.addr().checked_add(offset).ok_or(USTR_E_RANGE)?;
    Ok(base.wrapping_byte_add(offset))
}
