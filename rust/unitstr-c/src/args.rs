//! Checks of pointers and sizes that all functions share. Nothing is read or written before all checks have passed.

use std::ffi::c_void;
use std::ptr;

use unitstr::{Scan, Source, Target};

use crate::status::{USTR_E_NULL, USTR_E_RANGE};

/// Returns the size in bytes of a region that can exist: at most `isize::MAX` bytes, without wrapping, and null only
/// if it is empty.
fn region_bytes(start: *const c_void, elements: usize, element_bytes: usize) -> Result<usize, i32> {
    if elements == 0 {
        return Ok(0);
    }
    if start.is_null() {
        return Err(USTR_E_NULL);
    }
    let bytes = elements.checked_mul(element_bytes).filter(|bytes| isize::try_from(*bytes).is_ok());
    bytes.filter(|bytes| start.addr().checked_add(*bytes).is_some()).ok_or(USTR_E_RANGE)
}

/// Creates a source of encoded text or chars.
///
/// # Safety
///
/// * `start` satisfies [`Source::new`] for `elements` of `element_bytes` each.
pub(crate) unsafe fn source<'a>(
    start: *const c_void,
    elements: usize,
    element_bytes: usize,
) -> Result<Source<'a>, i32> {
    let bytes = region_bytes(start, elements, element_bytes)?;
    // SAFETY: the caller promises that `start` satisfies `Source::new` for this many bytes.
    Ok(unsafe { Source::new(start.cast(), bytes) })
}

/// Creates a target.
///
/// # Safety
///
/// * `start` satisfies [`Target::new`] for `elements` of `element_bytes` each.
pub(crate) unsafe fn target<'a>(start: *mut c_void, elements: usize, element_bytes: usize) -> Result<Target<'a>, i32> {
    let bytes = region_bytes(start, elements, element_bytes)?;
    // SAFETY: the caller promises that `start` satisfies `Target::new` for this many bytes.
    Ok(unsafe { Target::new(start.cast(), bytes) })
}

/// Creates a target whose contents beyond the result do not matter.
///
/// # Safety
///
/// * `start` satisfies [`Target::scratch`] for `elements` of `element_bytes` each.
pub(crate) unsafe fn scratch<'a>(start: *mut c_void, elements: usize, element_bytes: usize) -> Result<Target<'a>, i32> {
    let bytes = region_bytes(start, elements, element_bytes)?;
    // SAFETY: the caller promises that `start` satisfies `Target::scratch` for this many bytes.
    Ok(unsafe { Target::scratch(start.cast(), bytes) })
}

/// Creates a scan for a zero code unit, whose bound may extend beyond the end of the address space.
///
/// # Safety
///
/// * `start` satisfies [`Scan::new`].
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
    // SAFETY: the caller promises that `start` satisfies `Scan::new` for `max_units`; this bound is no larger.
    Ok(unsafe { Scan::new(start.cast(), max_units.min(largest)) })
}

/// Returns the address `offset` bytes after `base`. Only the sum matters: `base` may be null and `offset` an address.
pub(crate) fn at_offset(base: *const c_void, offset: i64) -> Result<*const c_void, i32> {
    let offset = usize::try_from(offset).map_err(|_| USTR_E_RANGE)?;
    if base.is_null() {
        return Ok(ptr::with_exposed_provenance(offset));
    }
    base.addr().checked_add(offset).ok_or(USTR_E_RANGE)?;
    Ok(base.wrapping_byte_add(offset))
}
