//! Searches for the first zero code unit, outside of arrays.

use jni_sys::{JNIEnv, jclass, jint, jlong, jobject};
use unitstr_c::API;
use unitstr_c::status::USTR_E_RANGE;

use crate::env::Env;
use crate::place::Place;
use crate::shim;

/// Searches `src`, of which `bytes` bytes are checked.
///
/// # Safety
///
/// * `env` is as [`Env::new`] wants it, with the buffer.
/// * An address is readable up to the first zero unit, or for `max_units` of them.
unsafe fn find_zero(env: *mut JNIEnv, src: Place, bytes: Option<i64>, max_units: jlong, unit_size: jint) -> jlong {
    shim(|| {
        // SAFETY: the caller's promise.
        let env = unsafe { Env::new(env) };
        let src = src.check(env, bytes.ok_or(USTR_E_RANGE)?)?;
        // SAFETY: the source was checked, or is promised by the caller.
        Ok(unsafe {
            (API.strings.packed_find_zero)(src.start.cast(), src.offset, max_units, unit_size.cast_unsigned())
        })
    })
}

/// `static native long findZeroAddress0(long address, long offset, long maxUnits, int unitSize)`.
///
/// # Safety
///
/// * Called by the JVM as that method, with memory that is readable at `address + offset` up to the first zero unit, or
///   for `max_units` of them.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniBinding_findZeroAddress0(
    env: *mut JNIEnv,
    _class: jclass,
    address: jlong,
    offset: jlong,
    max_units: jlong,
    unit_size: jint,
) -> jlong {
    // SAFETY: the JVM's own; the caller's promise.
    unsafe { find_zero(env, Place::Address(address, offset), Some(0), max_units, unit_size) }
}

/// `static native long findZeroBuffer0(ByteBuffer direct, long offset, long maxUnits, int unitSize)`.
///
/// # Safety
///
/// * Called by the JVM as that method.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniBinding_findZeroBuffer0(
    env: *mut JNIEnv,
    _class: jclass,
    direct: jobject,
    offset: jlong,
    max_units: jlong,
    unit_size: jint,
) -> jlong {
    let bytes = max_units.checked_mul(unit_size.into());
    // SAFETY: the JVM's own.
    unsafe { find_zero(env, Place::Direct(direct, offset), bytes, max_units, unit_size) }
}
