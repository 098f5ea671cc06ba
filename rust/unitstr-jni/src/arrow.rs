//! The native methods for Arrow's C data interface. The caller in Java is responsible for all addresses.

use jni_sys::{jint, jlong};
use unitstr_c::JAVA_API;

use crate::env::Env;

/// `arrow_export`.
///
/// # Safety
///
/// * Addresses satisfy the contract of the table's function.
pub(crate) unsafe fn export(
    _env: Env<'_>,
    kind: jint,
    from: jlong,
    count: jlong,
    owner: jlong,
    to: jlong,
) -> Result<i64, i32> {
    let (from, owner, to) = (from.cast_unsigned(), owner.cast_unsigned(), to.cast_unsigned());
    // SAFETY: the caller promises what the function requires of addresses.
    Ok(unsafe { (JAVA_API.arrow.arrow_export)(kind.cast_unsigned(), from, count, owner, to) })
}

/// `arrow_call`.
///
/// # Safety
///
/// * Addresses satisfy the contract of the table's function.
pub(crate) unsafe fn call(_env: Env<'_>, kind: jint, function: jlong, first: jlong, second: jlong) -> Result<i64, i32> {
    let (function, first, second) = (function.cast_unsigned(), first.cast_unsigned(), second.cast_unsigned());
    // SAFETY: the caller promises what the function requires of addresses.
    Ok(unsafe { (JAVA_API.arrow.arrow_call)(kind.cast_unsigned(), function, first, second) })
}
