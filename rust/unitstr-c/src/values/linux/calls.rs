//! The functions that call, look up and create functions.

use std::ffi::c_void;

use unitstr_values::live::{ErrorTexts, NotSet, RawError, Slot, release};

use super::{bytes, entry, host, object, place, runtime};
use crate::status::{USTR_DONE, USTR_E_FROZEN, USTR_E_LIBRARY, USTR_E_RANGE, USTR_RAISED};

/// The largest number of arguments of a call.
const MOST_ARGUMENTS: i32 = 1 << 20;

/// # Safety
///
/// * The contract of this function in `java/values.rs`.
pub(crate) unsafe extern "C" fn val_function(
    number: u32,
    name: *const c_void,
    name_bytes: i64,
    function: *mut u64,
) -> i32 {
    entry(number, || {
        let function = place(function)?;
        let runtime = runtime(number)?;
        // SAFETY: the caller promises that `name` is readable for `name_bytes`.
        let name = unsafe { bytes(name, name_bytes) }?;
        let found = match runtime.function(name) {
            Ok(found) => found.unwrap_or(0),
            Err(error) => {
                // SAFETY: this function has the reference to `error.error`.
                unsafe { release(error.error) };
                return Err(USTR_E_LIBRARY);
            }
        };
        // SAFETY: the caller promises that `function` is writable; `place` has checked null and alignment.
        unsafe { function.write(found) };
        Ok(USTR_DONE)
    })
}

/// # Safety
///
/// * The contract of this function in `java/values.rs`.
pub(crate) unsafe extern "C" fn val_set_global(
    number: u32,
    name: *const c_void,
    name_bytes: i64,
    function: u64,
    replace: u32,
    error: *mut c_void,
) -> i32 {
    entry(number, || {
        let error = place(error.cast::<RawError>())?;
        let runtime = runtime(number)?;
        let function = if function == 0 { 0 } else { object(function)? };
        // SAFETY: the caller promises that `name` is readable for `name_bytes`.
        let name = unsafe { bytes(name, name_bytes) }?;
        let changed = if function == 0 {
            runtime.remove_global(name)
        } else {
            // SAFETY: the caller promises that `function` is alive.
            unsafe { runtime.set_global(name, function, replace != 0) }
        };
        let (status, raised) = match changed {
            Ok(()) => (USTR_DONE, RawError::default()),
            Err(NotSet::Raised(raised)) => (USTR_RAISED, raised),
            Err(_) => return Err(USTR_E_FROZEN),
        };
        // SAFETY: the caller promises that `error` is writable; `place` has checked null and alignment.
        unsafe { error.write(raised) };
        Ok(status)
    })
}

/// # Safety
///
/// * The contract of this function in `java/values.rs`.
pub(crate) unsafe extern "C" fn val_call(
    number: u32,
    function: u64,
    args: *const c_void,
    count: i32,
    result: *mut c_void,
    error: *mut c_void,
) -> i32 {
    entry(number, || {
        let runtime = runtime(number)?;
        let function = object(function)?;
        let (result, error) = (place(result.cast::<Slot>())?, place(error.cast::<RawError>())?);
        let args = match count {
            0 => std::ptr::null(),
            1..=MOST_ARGUMENTS => place(args.cast::<Slot>().cast_mut())?.cast_const(),
            _ => return Err(USTR_E_RANGE),
        };
        let mut value = Slot::NONE;
        // SAFETY: the caller promises that `function` is alive and that there are `count` slots at `args`.
        let (status, raised) = match unsafe { runtime.call(function, args, count, &mut value) } {
            Ok(()) => (USTR_DONE, RawError::default()),
            Err(raised) => (USTR_RAISED, raised),
        };
        // SAFETY: the caller promises that `result` is writable; `place` has checked null and alignment.
        unsafe { result.write(value) };
        // SAFETY: the caller promises that `error` is writable; `place` has checked null and alignment.
        unsafe { error.write(raised) };
        Ok(status)
    })
}

/// # Safety
///
/// * The contract of this function in `java/values.rs`.
pub(crate) unsafe extern "C" fn val_function_new(number: u32, host_number: u32, slot: i64, function: *mut u64) -> i32 {
    entry(number, || {
        let function = place(function)?;
        let (runtime, host) = (runtime(number)?, host(host_number)?);
        let made = runtime.new_function(host, slot).ok_or(USTR_E_LIBRARY)?;
        // SAFETY: the caller promises that `function` is writable; `place` has checked null and alignment.
        unsafe { function.write(made) };
        Ok(USTR_DONE)
    })
}

/// # Safety
///
/// * The contract of this function in `java/values.rs`.
pub(crate) unsafe extern "C" fn val_error_new(
    number: u32,
    host_number: u32,
    slot: i64,
    texts: *const u64,
    cause: u64,
    error: *mut u64,
) -> i32 {
    entry(number, || {
        let error = place(error)?;
        let texts = place(texts.cast_mut().cast::<[u64; 6]>())?;
        let runtime = runtime(number)?;
        let exception = if slot == 0 { None } else { Some((host(host_number)?, slot)) };
        let cause = if cause == 0 { 0 } else { object(cause)? };
        // SAFETY: `texts` is not null and aligned, and the caller promises that it is readable for six words.
        let words = unsafe { texts.read() };
        let text = |at: usize| {
            let start = usize::try_from(words[at]).map_err(|_| USTR_E_RANGE)?;
            let count = i64::try_from(words[at + 1]).map_err(|_| USTR_E_RANGE)?;
            // SAFETY: the caller promises that the address `start` is readable for `count`.
            unsafe { bytes(std::ptr::with_exposed_provenance(start), count) }
        };
        let texts = ErrorTexts { kind: text(0)?, message: text(2)?, backtrace: text(4)? };
        // SAFETY: the caller promises that `cause` is 0 or a live Error object.
        let made = unsafe { runtime.new_error(texts, cause, exception) }.ok_or(USTR_E_LIBRARY)?;
        // SAFETY: the caller promises that `error` is writable; `place` has checked null and alignment.
        unsafe { error.write(made) };
        Ok(USTR_DONE)
    })
}
