//! The entries that call functions, find them and make them.

use std::ffi::c_void;

use unitstr_values::live::{ErrorTexts, NotSet, RawError, Slot, release};

use super::{bytes, entry, host, object, place, runtime};
use crate::guard;
use crate::status::{USTR_DONE, USTR_E_FROZEN, USTR_E_LIBRARY, USTR_E_PANIC, USTR_E_RANGE, USTR_RAISED};

/// The most arguments of a call.
const MOST_ARGUMENTS: i32 = 1 << 20;

/// # Safety
///
/// * As the table says.
pub(crate) unsafe extern "C" fn val_function(
    number: u32,
    name: *const c_void,
    name_bytes: i64,
    function: *mut u64,
) -> i32 {
    entry(number, || {
        let function = place(function)?;
        let runtime = runtime(number)?;
        // SAFETY: the caller's promise.
        let name = unsafe { bytes(name, name_bytes) }?;
        let found = match runtime.function(name) {
            Ok(found) => found.unwrap_or(0),
            Err(error) => {
                // SAFETY: its reference is ours.
                unsafe { release(error.error) };
                return Err(USTR_E_LIBRARY);
            }
        };
        // SAFETY: the caller's promise, and aligned.
        unsafe { function.write(found) };
        Ok(USTR_DONE)
    })
}

/// # Safety
///
/// * As the table says.
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
        // SAFETY: the caller's promise.
        let name = unsafe { bytes(name, name_bytes) }?;
        let changed = if function == 0 {
            runtime.remove_global(name)
        } else {
            // SAFETY: as above.
            unsafe { runtime.set_global(name, function, replace != 0) }
        };
        let (status, raised) = match changed {
            Ok(()) => (USTR_DONE, RawError::default()),
            Err(NotSet::Raised(raised)) => (USTR_RAISED, raised),
            Err(_) => return Err(USTR_E_FROZEN),
        };
        // SAFETY: as above, and aligned.
        unsafe { error.write(raised) };
        Ok(status)
    })
}

/// # Safety
///
/// * As the table says.
pub(crate) unsafe extern "C" fn val_call(
    number: u32,
    function: u64,
    args: *const c_void,
    count: i32,
    result: *mut c_void,
    error: *mut c_void,
) -> i32 {
    guard::guarded(USTR_E_PANIC, || {
        guard::panic_if_asked(number);
        let call = || {
            let runtime = runtime(number)?;
            let function = object(function)?;
            let (result, error) = (place(result.cast::<Slot>())?, place(error.cast::<RawError>())?);
            let args = match count {
                0 => std::ptr::null(),
                1..=MOST_ARGUMENTS => place(args.cast::<Slot>().cast_mut())?.cast_const(),
                _ => return Err(USTR_E_RANGE),
            };
            let mut value = Slot::NONE;
            // SAFETY: the caller's promise.
            let (status, raised) = match unsafe { runtime.call(function, args, count, &mut value) } {
                Ok(()) => (USTR_DONE, RawError::default()),
                Err(raised) => (USTR_RAISED, raised),
            };
            // SAFETY: as above, and aligned.
            unsafe { result.write(value) };
            // SAFETY: as above.
            unsafe { error.write(raised) };
            Ok(status)
        };
        call().unwrap_or_else(|error: i32| error)
    })
}

/// # Safety
///
/// * As the table says.
pub(crate) unsafe extern "C" fn val_function_new(number: u32, host_number: u32, slot: i64, function: *mut u64) -> i32 {
    entry(number, || {
        let function = place(function)?;
        let (runtime, host) = (runtime(number)?, host(host_number)?);
        let made = runtime.new_function(host, slot).ok_or(USTR_E_LIBRARY)?;
        // SAFETY: the caller's promise, and aligned.
        unsafe { function.write(made) };
        Ok(USTR_DONE)
    })
}

/// # Safety
///
/// * As the table says.
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
        let exception = if slot == 0 {
            None
        } else {
            Some((host(host_number)?, slot))
        };
        let cause = if cause == 0 { 0 } else { object(cause)? };
        // SAFETY: the caller's promise: six words, and aligned.
        let words = unsafe { texts.read() };
        let text = |at: usize| {
            let start = usize::try_from(words[at]).map_err(|_| USTR_E_RANGE)?;
            let count = i64::try_from(words[at + 1]).map_err(|_| USTR_E_RANGE)?;
            // SAFETY: the caller's promise: so many bytes at this address.
            unsafe { bytes(std::ptr::with_exposed_provenance(start), count) }
        };
        let texts = ErrorTexts {
            kind: text(0)?,
            message: text(2)?,
            backtrace: text(4)?,
        };
        // SAFETY: the caller's promise.
        let made = unsafe { runtime.new_error(texts, cause, exception) }.ok_or(USTR_E_LIBRARY)?;
        // SAFETY: as above.
        unsafe { error.write(made) };
        Ok(USTR_DONE)
    })
}
