//! The functions that use libtvm_ffi. This module only checks arguments; `unitstr_values::live` does the work.

#[cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]
mod calls;
#[cfg(not(all(target_os = "linux", target_pointer_width = "64", target_endian = "little")))]
mod nowhere;
#[cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]
mod objects;
#[cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]
mod runtimes;

#[cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]
pub(crate) use self::{calls::*, objects::*, runtimes::*};
#[cfg(not(all(target_os = "linux", target_pointer_width = "64", target_endian = "little")))]
pub(crate) use nowhere::*;

#[cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]
use unitstr_values::live::{Host, Runtime};

#[cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]
use crate::status::{USTR_E_NULL, USTR_E_RANGE};

pub mod numbers;

/// The type of a host's `dispatch`.
pub(crate) type Dispatch = unsafe extern "C" fn(
    *mut std::ffi::c_void,
    i64,
    *const std::ffi::c_void,
    i32,
    *mut std::ffi::c_void,
    *mut std::ffi::c_void,
) -> i32;

/// Runs the body of a function that returns a status.
#[cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]
fn entry(asked: u32, body: impl FnOnce() -> Result<i32, i32>) -> i32 {
    crate::guard::guarded(crate::status::USTR_E_PANIC, || {
        crate::guard::panic_if_asked(asked);
        body().unwrap_or_else(|error| error)
    })
}

/// The upper half of an address, of which no address uses the highest bit.
#[cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]
const fn upper(address: u64) -> u32 {
    (address >> 32) as u32
}

#[cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]
fn runtime(number: u32) -> Result<&'static Runtime, i32> {
    Runtime::get(number).ok_or(USTR_E_RANGE)
}

#[cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]
fn host(number: u32) -> Result<&'static Host, i32> {
    Host::get(number).ok_or(USTR_E_RANGE)
}

/// Checks that an address is not null and aligned for its type.
#[cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]
fn place<T>(address: *mut T) -> Result<*mut T, i32> {
    if address.is_null() {
        return Err(USTR_E_NULL);
    }
    if address.is_aligned() { Ok(address) } else { Err(USTR_E_RANGE) }
}

/// Checks the address of an object.
#[cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]
const fn object(address: u64) -> Result<u64, i32> {
    match address {
        0 => Err(USTR_E_NULL),
        _ if !address.is_multiple_of(8) => Err(USTR_E_RANGE),
        _ => Ok(address),
    }
}

/// Borrows bytes.
///
/// # Safety
///
/// * `start` is readable for `count` bytes that nobody writes, if it is not null.
#[cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]
unsafe fn bytes<'a>(start: *const std::ffi::c_void, count: i64) -> Result<&'a [u8], i32> {
    let count = usize::try_from(count).map_err(|_| USTR_E_RANGE)?;
    if count == 0 {
        return Ok(&[]);
    }
    if start.is_null() {
        return Err(USTR_E_NULL);
    }
    start.addr().checked_add(count).ok_or(USTR_E_RANGE)?;
    // SAFETY: not null, and the caller promises that `start` is readable for `count`, which does not wrap.
    Ok(unsafe { std::slice::from_raw_parts(start.cast(), count) })
}
