//! The functions for objects of libtvm_ffi, which need no loaded library.

use std::ffi::c_void;

use unitstr_values::live::{MOST_TEXT, Slot, new_text, own, release, retain};
use unitstr_values::tvm::code;

use super::{bytes, entry, object, place, upper};
use crate::status::{USTR_DONE, USTR_E_RANGE};

/// # Safety
///
/// * The contract of this function in `java/values.rs`.
pub(crate) unsafe extern "C" fn val_text_new(
    kind: i32,
    start: *const c_void,
    count: i64,
    capacity: i64,
    address: *mut u64,
) -> i32 {
    entry(kind.cast_unsigned(), || {
        let address = place(address)?;
        if !matches!(kind, code::STR | code::BYTES) {
            return Err(USTR_E_RANGE);
        }
        let fits = |number: i64| u64::try_from(number).ok().filter(|number| *number <= MOST_TEXT);
        let (_, capacity) = (fits(count).ok_or(USTR_E_RANGE)?, fits(capacity).ok_or(USTR_E_RANGE)?);
        let text = if start.is_null() {
            &[]
        } else {
            // SAFETY: the caller promises that `start` is readable for `count`.
            unsafe { bytes(start, count) }?
        };
        let made = new_text(kind, text, capacity).into_raw();
        // SAFETY: the caller promises that `address` is writable; `place` has checked null and alignment.
        unsafe { address.write(made.as_ptr().expose_provenance() as u64) };
        Ok(USTR_DONE)
    })
}

/// # Safety
///
/// * The contract of this function in `java/values.rs`.
pub(crate) unsafe extern "C" fn val_retain(address: u64) -> i32 {
    entry(upper(address), || {
        if address != 0 {
            // SAFETY: the caller promises that `address` is a live object.
            unsafe { retain(object(address)?) };
        }
        Ok(USTR_DONE)
    })
}

/// # Safety
///
/// * The contract of this function in `java/values.rs`.
pub(crate) unsafe extern "C" fn val_release(address: u64) -> i32 {
    entry(upper(address), || {
        if address != 0 {
            // SAFETY: the caller promises that `address` is a live object, and gives up a reference.
            unsafe { release(object(address)?) };
        }
        Ok(USTR_DONE)
    })
}

/// # Safety
///
/// * The contract of this function in `java/values.rs`.
pub(crate) unsafe extern "C" fn val_own(view: *const c_void, slot: *mut c_void) -> i32 {
    entry(upper(view.addr() as u64), || {
        let (view, slot) = (place(view.cast::<Slot>().cast_mut())?, place(slot.cast::<Slot>())?);
        // SAFETY: the caller promises that `view` is a slot; `place` has checked null and alignment.
        let view = unsafe { view.read() };
        // SAFETY: the caller promises that everything to which `view` refers is alive.
        let owned = unsafe { own(view) }.ok_or(USTR_E_RANGE)?;
        // SAFETY: the caller promises that `slot` is writable; `place` has checked null and alignment.
        unsafe { slot.write(owned) };
        Ok(USTR_DONE)
    })
}
