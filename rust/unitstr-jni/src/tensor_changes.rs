//! Tensors of strings that are changed where they are: at addresses. What is passed on is a copy, so that no array is held
//! while C's heap is used and owners are called.

use std::ptr;

use jni_sys::{JNIEnv, jbyteArray, jclass, jint, jlong, jlongArray};
use unitstr_c::API;
use unitstr_c::status::USTR_E_RANGE;
use unitstr_c::tensor::numbers::USTR_TENSOR_OWNER_LONGS;

use crate::batches::LONG;
use crate::env::Env;
use crate::place::Place;
use crate::tensors::{Options, longs};
use crate::{scratch, shim};

/// An address as Java has it.
fn address<T>(number: jlong) -> Result<*mut T, i32> {
    let number = usize::try_from(number.cast_unsigned()).map_err(|_| USTR_E_RANGE)?;
    Ok(ptr::with_exposed_provenance_mut(number))
}

/// `static native long change0(byte[] tensor, long base, long bytes, long first, int count, int change, int fill,
/// long number, byte[] text, long textAddress, long textBytes, long[] ends)`. The text is at the address if there is no
/// array.
///
/// # Safety
///
/// * Called by the JVM as that method. The memory is as `packed_change_tensor` wants it; so is text at an address.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniTensorChanges_change0(
    env: *mut JNIEnv,
    _class: jclass,
    tensor: jbyteArray,
    base: jlong,
    bytes: jlong,
    first: jlong,
    count: jint,
    change: jint,
    fill: jint,
    number: jlong,
    text: jbyteArray,
    text_address: jlong,
    text_bytes: jlong,
    ends: jlongArray,
) -> jlong {
    shim(|| {
        // SAFETY: the JVM's own.
        let env = unsafe { Env::new(env) };
        let options = Options::get(env, tensor)?;
        let base = address(base)?;
        let counted = if ends.is_null() { 0 } else { longs(env, ends, count, 1)? };
        let copied = if text.is_null() {
            0
        } else {
            Place::Array(text).check(env, text_bytes)?.count
        };
        scratch::with(counted * LONG + copied, |memory| {
            let text_memory = memory.wrapping_add(counted * LONG);
            if counted > 0 {
                // SAFETY: the memory begins with room for so many, and is aligned to 8.
                unsafe { env.get_longs(ends, memory.cast(), counted) }?;
            }
            if copied > 0 {
                // SAFETY: there is room for so many behind the longs.
                unsafe { env.get_bytes(text, text_memory, copied) }?;
            }
            let text = if text.is_null() {
                address(text_address)?
            } else {
                text_memory
            };
            let ends = if ends.is_null() {
                ptr::null()
            } else {
                memory.cast_const()
            };
            // SAFETY: the ends and the text were copied; the rest is promised by the caller.
            Ok(unsafe {
                (API.changes.packed_change_tensor)(
                    options.place(),
                    base,
                    bytes,
                    first,
                    count.into(),
                    change.cast_unsigned(),
                    fill.cast_unsigned(),
                    number,
                    text.cast_const().cast(),
                    text_bytes,
                    ends.cast(),
                )
            })
        })
    })
}

/// `static native long assign0(byte[] tensor, long base, long bytes, long first, byte[] from, long fromBase,
/// long fromBytes, long fromFirst, int count, int change)`.
///
/// # Safety
///
/// * Called by the JVM as that method. The memory of both is as `packed_assign_tensor` wants it.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniTensorChanges_assign0(
    env: *mut JNIEnv,
    _class: jclass,
    tensor: jbyteArray,
    base: jlong,
    bytes: jlong,
    first: jlong,
    from: jbyteArray,
    from_base: jlong,
    from_bytes: jlong,
    from_first: jlong,
    count: jint,
    change: jint,
) -> jlong {
    shim(|| {
        // SAFETY: the JVM's own.
        let env = unsafe { Env::new(env) };
        let (options, others) = (Options::get(env, tensor)?, Options::get(env, from)?);
        let (base, from_base) = (address(base)?, address(from_base)?);
        // SAFETY: promised by the caller.
        Ok(unsafe {
            (API.changes.packed_assign_tensor)(
                options.place(),
                base,
                bytes,
                first,
                others.place(),
                from_base,
                from_bytes,
                from_first,
                count.into(),
                change.cast_unsigned(),
            )
        })
    })
}

/// `static native long owner0(long bytes, long[] results)`.
///
/// # Safety
///
/// * Called by the JVM as that method.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniTensorChanges_owner0(
    env: *mut JNIEnv,
    _class: jclass,
    bytes: jlong,
    results: jlongArray,
) -> jlong {
    shim(|| {
        // SAFETY: the JVM's own.
        let env = unsafe { Env::new(env) };
        let mut made = [0_i64; USTR_TENSOR_OWNER_LONGS as usize];
        longs(env, results, 1, made.len())?;
        // SAFETY: room for both.
        let status = unsafe { (API.changes.tensor_owner_new)(bytes, made.as_mut_ptr().cast()) };
        // SAFETY: a local of that size.
        unsafe { env.set_longs(results, made.as_ptr(), made.len()) }?;
        Ok(status)
    })
}

/// `static native long references0(long owner, long change)`.
///
/// # Safety
///
/// * Called by the JVM as that method. The owner is as `tensor_owner_references` wants it.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniTensorChanges_references0(
    _env: *mut JNIEnv,
    _class: jclass,
    owner: jlong,
    change: jlong,
) -> jlong {
    shim(|| {
        let owner = address(owner)?;
        // SAFETY: promised by the caller.
        Ok(unsafe { (API.changes.tensor_owner_references)(owner, change) })
    })
}
