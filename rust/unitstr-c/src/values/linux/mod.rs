//! The functions where libtvm_ffi exists.

mod calls;
mod objects;
mod runtimes;

use std::ffi::c_void;

use unitstr_values::live::{Host, Runtime};

pub(crate) use self::{calls::*, objects::*, runtimes::*};
use super::{Dispatch, numbers};
use crate::guard::{guarded, panic_if_asked};
use crate::status::{USTR_E_NULL, USTR_E_PANIC, USTR_E_RANGE};

/// Runs the body of a function that returns a status or a number.
fn entry<R: Copy + From<i32>>(asked: u32, body: impl FnOnce() -> Result<R, i32>) -> R {
    guarded(R::from(USTR_E_PANIC), || {
        panic_if_asked(asked);
        body().unwrap_or_else(R::from)
    })
}

/// The upper half of an address, of which no address uses the highest bit.
const fn upper(address: u64) -> u32 {
    (address >> 32) as u32
}

fn runtime(number: u32) -> Result<&'static Runtime, i32> {
    Runtime::get(number).ok_or(USTR_E_RANGE)
}

fn host(number: u32) -> Result<&'static Host, i32> {
    Host::get(number).ok_or(USTR_E_RANGE)
}

/// Checks that an address is not null and aligned for its type.
fn place<T>(address: *mut T) -> Result<*mut T, i32> {
    if address.is_null() {
        return Err(USTR_E_NULL);
    }
    if address.is_aligned() { Ok(address) } else { Err(USTR_E_RANGE) }
}

/// Checks the address of an object.
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
/// * `start` is readable for `count` bytes that no other code writes, if it is not null.
unsafe fn bytes<'a>(start: *const c_void, count: i64) -> Result<&'a [u8], i32> {
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
