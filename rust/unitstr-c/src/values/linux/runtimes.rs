//! The functions for hosts and libraries.

use std::ffi::{OsStr, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use unitstr_values::live::{Dispatch as HostDispatch, Host, Library, Runtime, Warning, freeze};

use super::numbers::{USTR_VALUES_LOCAL, USTR_VALUES_PLAIN};
use super::{Dispatch, bytes, entry, host, place, runtime, upper};
use crate::status::{USTR_DONE, USTR_E_FLAGS, USTR_E_LIBRARY, USTR_E_NULL, USTR_E_RANGE};

/// # Safety
///
/// * The contract of this function in `java/values.rs`.
pub(crate) unsafe extern "C" fn val_host_new(
    dispatch: Option<Dispatch>,
    context: *mut c_void,
    number: *mut u32,
) -> i32 {
    entry(upper(context.addr() as u64), || {
        let number = place(number)?;
        let dispatch = dispatch.ok_or(USTR_E_NULL)?;
        // SAFETY: both types have the same arguments: pointers to a slot and to an error are pointers in C.
        let dispatch = unsafe { std::mem::transmute::<Dispatch, HostDispatch>(dispatch) };
        // SAFETY: the caller promises that `dispatch` may be called with `context`, as `Host::new` requires.
        let host = unsafe { Host::new(dispatch, context) }.ok_or(USTR_E_RANGE)?;
        // SAFETY: the caller promises that `number` is writable; `place` has checked null and alignment.
        unsafe { number.write(host.number()) };
        Ok(USTR_DONE)
    })
}

/// # Safety
///
/// * Always.
pub(crate) unsafe extern "C" fn val_host_close(number: u32) -> i32 {
    entry(number, || {
        host(number)?.close();
        Ok(USTR_DONE)
    })
}

/// # Safety
///
/// * The contract of this function in `java/values.rs`.
pub(crate) unsafe extern "C" fn val_drain_dead(number: u32, slots: *mut i64, capacity: i64) -> i64 {
    entry(number, || {
        let host = host(number)?;
        let capacity = usize::try_from(capacity).map_err(|_| USTR_E_RANGE)?;
        if capacity == 0 {
            return Ok(0);
        }
        let slots = place(slots)?;
        capacity.checked_mul(8).and_then(|bytes| isize::try_from(bytes).ok()).ok_or(USTR_E_RANGE)?;
        // SAFETY: aligned; the caller promises that `slots` is writable for `capacity` and not used by other code.
        let slots = unsafe { std::slice::from_raw_parts_mut(slots, capacity) };
        // At most `capacity`.
        Ok(host.drain_dead(slots).cast_signed() as i64)
    })
}

/// The warnings about a library, one per line.
fn lines(warnings: &[Warning]) -> String {
    let lines: Vec<_> = warnings.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

/// # Safety
///
/// * The contract of this function in `java/values.rs`; the caller trusts the library.
pub(crate) unsafe extern "C" fn val_open(
    path: *const c_void,
    path_bytes: i64,
    flags: u32,
    number: *mut u32,
    text: *mut c_void,
    text_bytes: i64,
    text_size: *mut i64,
) -> i32 {
    entry(flags, || {
        let is_global = match flags {
            0 | USTR_VALUES_PLAIN => true,
            _ if flags == USTR_VALUES_PLAIN | USTR_VALUES_LOCAL => false,
            _ => return Err(USTR_E_FLAGS),
        };
        let (number, text_size) = (place(number)?, place(text_size)?);
        let room = usize::try_from(text_bytes).map_err(|_| USTR_E_RANGE)?;
        if text.is_null() && room > 0 {
            return Err(USTR_E_NULL);
        }
        // SAFETY: the caller promises that `path` is readable for `path_bytes`.
        let path = Path::new(OsStr::from_bytes(unsafe { bytes(path, path_bytes) }?));
        let opened = if flags != 0 {
            // SAFETY: the caller trusts the library at `path`.
            let library = unsafe { Library::open(path, is_global) };
            library.map(|library| (0, lines(library.warnings()))).map_err(|error| error.to_string())
        } else {
            // SAFETY: the caller trusts the library at `path`.
            let runtime = unsafe { Runtime::open(path) };
            runtime
                .map(|runtime| (runtime.number(), lines(runtime.library().warnings())))
                .map_err(|error| error.to_string())
        };
        let (status, said) = match opened {
            Ok((opened, warnings)) => {
                // SAFETY: the caller promises that `number` is writable; `place` has checked null and alignment.
                unsafe { number.write(opened) };
                (USTR_DONE, warnings)
            }
            Err(reason) => (USTR_E_LIBRARY, reason),
        };
        // SAFETY: the caller promises that `text_size` is writable; `place` has checked null and alignment.
        unsafe { text_size.write(said.len().cast_signed() as i64) };
        if !text.is_null() {
            let count = said.len().min(room);
            // SAFETY: the caller promises that `text` is writable for `text_bytes`; `count` is at most that and the
            // size of `said`.
            unsafe { text.cast::<u8>().copy_from_nonoverlapping(said.as_ptr(), count) };
        }
        Ok(status)
    })
}

/// # Safety
///
/// * Always.
pub(crate) unsafe extern "C" fn val_version(number: u32) -> i64 {
    entry(number, || {
        let [major, minor, patch] = runtime(number)?.library().version().map(i64::from);
        Ok(major << 32 | minor << 16 | patch)
    })
}

/// # Safety
///
/// * Always.
pub(crate) unsafe extern "C" fn val_freeze(number: u32) -> i32 {
    entry(number, || {
        runtime(number)?;
        freeze();
        Ok(USTR_DONE)
    })
}
