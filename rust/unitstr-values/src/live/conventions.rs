//! Functions of other calling conventions than libtvm_ffi's: old TVM's, RFC 97's, and matx's.

use std::ffi::{c_int, c_void};

use crate::d4a::{self, Arguments};
use crate::{AnyValue, Bad, Tag};

/// A function of old TVM: `(handle, n, codes, words, code of the result, word of the result)`.
pub type D4a = unsafe extern "C" fn(*mut c_void, c_int, *const i32, *const u64, *mut i32, *mut u64) -> c_int;

/// A function of RFC 97: `(handle, n, slots, result)`.
pub type D4b = unsafe extern "C" fn(*mut c_void, c_int, *const AnyValue, *mut AnyValue) -> c_int;

/// A function of matx, with slots of 24 bytes: `(slots, n, result, resource)`.
pub type Matx = unsafe extern "C" fn(*const [u64; 3], c_int, *mut [u64; 3], *mut c_void) -> c_int;

/// The reason why a call has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotCalled {
    /// The function returned this number.
    Failed(c_int),
    /// The result is not a valid value.
    Result(Bad),
    /// The number of arguments exceeds an `int`.
    TooMany,
}

fn count(arguments: usize) -> Result<c_int, NotCalled> {
    c_int::try_from(arguments).map_err(|_| NotCalled::TooMany)
}

/// Calls a function of old TVM. A text in the result is borrowed, as a C string or a byte array.
///
/// # Errors
///
/// [`NotCalled`] states the reason.
///
/// # Safety
///
/// * `function` has this type, and may be called with `handle` and with everything to which the arguments refer.
pub unsafe fn call_d4a(function: D4a, handle: *mut c_void, arguments: &Arguments) -> Result<Tag<'static>, NotCalled> {
    let (codes, values) = (arguments.codes(), arguments.values());
    let (mut code, mut word) = (d4a::code::NULL, 0);
    let n = count(codes.len())?;
    // SAFETY: the caller promises that `function` may be called with these arguments; there are `n` codes and words,
    // and the results are locals.
    let status = unsafe { function(handle, n, codes.as_ptr(), values.as_ptr(), &raw mut code, &raw mut word) };
    if status != 0 {
        return Err(NotCalled::Failed(status));
    }
    d4a::read(code, word).map_err(NotCalled::Result)
}

/// Calls a function of RFC 97. The caller owns the result.
///
/// # Errors
///
/// [`NotCalled::Failed`] and [`NotCalled::TooMany`].
///
/// # Safety
///
/// * `function` has this type, and may be called with `handle` and with everything to which the arguments refer.
pub unsafe fn call_d4b(function: D4b, handle: *mut c_void, arguments: &[AnyValue]) -> Result<AnyValue, NotCalled> {
    let mut result = AnyValue::NULL;
    let n = count(arguments.len())?;
    // SAFETY: the caller promises that `function` may be called with these arguments; there are `n` slots, and
    // `result` is a local without a value.
    match unsafe { function(handle, n, arguments.as_ptr(), &raw mut result) } {
        0 => Ok(result),
        status => Err(NotCalled::Failed(status)),
    }
}

/// The null of matx: code -1 in the last four bytes.
pub const MATX_NULL: [u64; 3] = [0, 0, 0xFFFF_FFFF_0000_0000];

/// Calls a function of matx. The caller owns the result.
///
/// # Errors
///
/// [`NotCalled::Failed`] and [`NotCalled::TooMany`].
///
/// # Safety
///
/// * `function` has this type, and may be called with `resource` and with everything to which the arguments refer.
pub unsafe fn call_matx(function: Matx, arguments: &[[u64; 3]], resource: *mut c_void) -> Result<[u64; 3], NotCalled> {
    let mut result = MATX_NULL;
    let n = count(arguments.len())?;
    // SAFETY: the caller promises that `function` may be called with these arguments; there are `n` slots, and
    // `result` is a local that is null.
    match unsafe { function(arguments.as_ptr(), n, &raw mut result, resource) } {
        0 => Ok(result),
        status => Err(NotCalled::Failed(status)),
    }
}
