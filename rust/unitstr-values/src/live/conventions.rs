//! Functions of other calling conventions than libtvm_ffi's: TVM's old one, the one of RFC 97, and matx's order.

use std::ffi::{c_int, c_void};

use crate::d4a::{self, Arguments};
use crate::{AnyValue, Bad, Tag};

/// A function of old TVM: `(handle, n, codes, words, code of the result, word of the result)`.
pub type D4a = unsafe extern "C" fn(*mut c_void, c_int, *const i32, *const u64, *mut i32, *mut u64) -> c_int;

/// A function of RFC 97: `(handle, n, slots, result)`.
pub type D4b = unsafe extern "C" fn(*mut c_void, c_int, *const AnyValue, *mut AnyValue) -> c_int;

/// A function in matx's order, with its slots of 24 bytes: `(slots, n, result, resource)`.
pub type Matx = unsafe extern "C" fn(*const [u64; 3], c_int, *mut [u64; 3], *mut c_void) -> c_int;

/// Why there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotCalled {
    /// The function returned this number.
    Failed(c_int),
    /// What it returned is no value.
    Result(Bad),
    /// More arguments than a number holds.
    TooMany,
}

fn count(arguments: usize) -> Result<c_int, NotCalled> {
    c_int::try_from(arguments).map_err(|_| NotCalled::TooMany)
}

/// Calls a function of old TVM. A text in the result is lent, as a C string or a byte array.
///
/// # Errors
///
/// [`NotCalled`] says which.
///
/// # Safety
///
/// * The function is one of this kind, and may be called with this handle and with what the arguments refer to.
pub unsafe fn call_d4a(function: D4a, handle: *mut c_void, arguments: &Arguments) -> Result<Tag<'static>, NotCalled> {
    let (codes, values) = (arguments.codes(), arguments.values());
    let (mut code, mut word) = (d4a::code::NULL, 0);
    let n = count(codes.len())?;
    // SAFETY: the caller's promise; as many codes and words as said, and the results are locals.
    let status = unsafe { function(handle, n, codes.as_ptr(), values.as_ptr(), &raw mut code, &raw mut word) };
    if status != 0 {
        return Err(NotCalled::Failed(status));
    }
    d4a::read(code, word).map_err(NotCalled::Result)
}

/// Calls a function of RFC 97. The result is owned by whoever gets it.
///
/// # Errors
///
/// [`NotCalled::Failed`] and [`NotCalled::TooMany`].
///
/// # Safety
///
/// * The function is one of this kind, and may be called with this handle and with what the arguments refer to.
pub unsafe fn call_d4b(function: D4b, handle: *mut c_void, arguments: &[AnyValue]) -> Result<AnyValue, NotCalled> {
    let mut result = AnyValue::NULL;
    let n = count(arguments.len())?;
    // SAFETY: the caller's promise; as many slots as said, and the result is a local without a value.
    match unsafe { function(handle, n, arguments.as_ptr(), &raw mut result) } {
        0 => Ok(result),
        status => Err(NotCalled::Failed(status)),
    }
}

/// The null of matx: code -1 in the last four bytes.
pub const MATX_NULL: [u64; 3] = [0, 0, 0xFFFF_FFFF_0000_0000];

/// Calls a function in matx's order. The result is owned by whoever gets it.
///
/// # Errors
///
/// [`NotCalled::Failed`] and [`NotCalled::TooMany`].
///
/// # Safety
///
/// * The function is one of this kind, and may be called with this resource and with what the arguments refer to.
pub unsafe fn call_matx(function: Matx, arguments: &[[u64; 3]], resource: *mut c_void) -> Result<[u64; 3], NotCalled> {
    let mut result = MATX_NULL;
    let n = count(arguments.len())?;
    // SAFETY: the caller's promise; as many slots as said, and the result is a local that is null.
    match unsafe { function(arguments.as_ptr(), n, &raw mut result, resource) } {
        0 => Ok(result),
        status => Err(NotCalled::Failed(status)),
    }
}
