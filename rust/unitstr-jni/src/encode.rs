//! Chars to encoded text, and its measure. Text for an array goes through native memory.

use jni_sys::{JNIEnv, jbyteArray, jcharArray, jclass, jint, jlong, jobject};
use unitstr_c::API;
use unitstr_c::packed::USTR_PACKED_COUNT_MAX;
use unitstr_c::status::{USTR_E_NULL, USTR_E_RANGE};

use crate::env::Env;
use crate::place::Place;
use crate::source::Source;
use crate::{scratch, shim};

/// The most bytes that a char, and that a byte order mark, becomes.
const MAX_BYTES: usize = 4;

/// Encodes the first `chars` chars of `src` to `dst + offset`.
///
/// # Safety
///
/// * `dst + offset` is writable for `capacity` bytes.
unsafe fn encode_to(
    env: Env<'_>,
    (src, chars): (jcharArray, jint),
    (dst, offset): (*mut u8, i64),
    capacity: i64,
    (encoding, flags): (jint, jint),
) -> Result<i64, i32> {
    Source::Chars(src).read(env, chars, |start, count| {
        // SAFETY: the source is readable; the destination is promised by the caller.
        unsafe {
            (API.strings.packed_encode)(
                start.cast(),
                count as i64,
                dst.cast(),
                offset,
                capacity,
                encoding.cast_unsigned(),
                flags.cast_unsigned(),
            )
        }
    })
}

/// Encodes to memory that is not in an array.
///
/// # Safety
///
/// * `env` is as [`Env::new`] wants it, with the array and the buffer.
/// * An address is writable for `capacity` bytes.
unsafe fn encode(
    env: *mut JNIEnv,
    src: (jcharArray, jint),
    dst: Place,
    capacity: jlong,
    options: (jint, jint),
) -> jlong {
    shim(|| {
        // SAFETY: the caller's promise.
        let env = unsafe { Env::new(env) };
        let dst = dst.check(env, capacity)?;
        // SAFETY: the destination was checked, or is promised by the caller.
        unsafe { encode_to(env, src, (dst.start, dst.offset), capacity, options) }
    })
}

/// `static native long encodeArray0(char[] src, int chars, byte[] dst, int capacityBytes, int encoding, int flags)`.
///
/// # Safety
///
/// * Called by the JVM as that method.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniBinding_encodeArray0(
    env: *mut JNIEnv,
    _class: jclass,
    src: jcharArray,
    chars: jint,
    dst: jbyteArray,
    capacity: jint,
    encoding: jint,
    flags: jint,
) -> jlong {
    shim(|| {
        // SAFETY: the JVM's own.
        let env = unsafe { Env::new(env) };
        let count = usize::try_from(chars).map_err(|_| USTR_E_RANGE)?;
        let capacity = usize::try_from(capacity).map_err(|_| USTR_E_RANGE)?;
        if dst.is_null() && capacity > 0 {
            return Err(USTR_E_NULL);
        }
        let room = capacity.min((count + 1) * MAX_BYTES);
        scratch::with(room, |memory| {
            // SAFETY: the memory is that large.
            let packed = unsafe { encode_to(env, (src, chars), (memory, 0), room as i64, (encoding, flags)) }?;
            if packed > 0 {
                let written = usize::try_from(packed & USTR_PACKED_COUNT_MAX).unwrap_or(0);
                // SAFETY: so many have been written. The JVM sees to it that no more is copied than the array takes.
                unsafe { env.set_bytes(dst, memory, written) }?;
            }
            Ok(packed)
        })
    })
}

/// `static native long encodeAddress0(char[] src, int chars, long address, long offset, long capacityBytes, int encoding,
/// int flags)`.
///
/// # Safety
///
/// * Called by the JVM as that method, with `capacity` bytes that are writable at `address + offset`.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniBinding_encodeAddress0(
    env: *mut JNIEnv,
    _class: jclass,
    src: jcharArray,
    chars: jint,
    address: jlong,
    offset: jlong,
    capacity: jlong,
    encoding: jint,
    flags: jint,
) -> jlong {
    // SAFETY: the JVM's own; the caller's promise.
    unsafe {
        encode(
            env,
            (src, chars),
            Place::Address(address, offset),
            capacity,
            (encoding, flags),
        )
    }
}

/// `static native long encodeBuffer0(char[] src, int chars, ByteBuffer direct, long size, long offset,
/// long capacityBytes, int encoding, int flags)`.
///
/// # Safety
///
/// * Called by the JVM as that method, with a buffer that is direct, has `size` bytes, and may be written.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniBinding_encodeBuffer0(
    env: *mut JNIEnv,
    _class: jclass,
    src: jcharArray,
    chars: jint,
    direct: jobject,
    size: jlong,
    offset: jlong,
    capacity: jlong,
    encoding: jint,
    flags: jint,
) -> jlong {
    // SAFETY: the JVM's own; the caller's promise.
    unsafe {
        encode(
            env,
            (src, chars),
            Place::Known(direct, offset, size),
            capacity,
            (encoding, flags),
        )
    }
}

/// Encodes the chars at the start of `src`, native memory of `room` bytes that Java keeps and fills by itself. So no
/// function of the JVM is called for an array, each of which takes as long as a short text.
///
/// # Safety
///
/// * `env` is as [`Env::new`] wants it, with the buffers; `src` is direct, aligned to 8, and has `room` bytes.
/// * An address is writable for `capacity` bytes.
unsafe fn encode_short(
    env: *mut JNIEnv,
    (src, room, chars): (jobject, jint, jint),
    dst: Place,
    capacity: jlong,
    (encoding, flags): (jint, jint),
) -> jlong {
    shim(|| {
        // SAFETY: the caller's promise.
        let env = unsafe { Env::new(env) };
        if src.is_null() {
            return Err(USTR_E_NULL);
        }
        if chars < 0 || chars > room / 2 {
            return Err(USTR_E_RANGE);
        }
        let dst = dst.check(env, capacity)?;
        // SAFETY: the caller's promise.
        let start = unsafe { env.address_of_direct(src) };
        // SAFETY: the memory has so many chars; the destination was checked, or is promised by the caller.
        Ok(unsafe {
            (API.strings.packed_encode)(
                start.cast_const().cast(),
                chars.into(),
                dst.start.cast(),
                dst.offset,
                capacity,
                encoding.cast_unsigned(),
                flags.cast_unsigned(),
            )
        })
    })
}

/// `static native long encodeShortAddress0(ByteBuffer src, int room, int chars, long address, long offset,
/// long capacityBytes, int encoding, int flags)`.
///
/// # Safety
///
/// * Called by the JVM as that method, with a buffer that is direct, aligned to 8, and has `room` bytes, and `capacity`
///   bytes that are writable at `address + offset`.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniBinding_encodeShortAddress0(
    env: *mut JNIEnv,
    _class: jclass,
    src: jobject,
    room: jint,
    chars: jint,
    address: jlong,
    offset: jlong,
    capacity: jlong,
    encoding: jint,
    flags: jint,
) -> jlong {
    let dst = Place::Address(address, offset);
    // SAFETY: the JVM's own; the caller's promise.
    unsafe { encode_short(env, (src, room, chars), dst, capacity, (encoding, flags)) }
}

/// `static native long encodeShortBuffer0(ByteBuffer src, int room, int chars, ByteBuffer direct, long size, long offset,
/// long capacityBytes, int encoding, int flags)`.
///
/// # Safety
///
/// * Called by the JVM as that method, with a buffer that is direct, aligned to 8, and has `room` bytes, and one that is
///   direct, has `size` bytes, and may be written.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniBinding_encodeShortBuffer0(
    env: *mut JNIEnv,
    _class: jclass,
    src: jobject,
    room: jint,
    chars: jint,
    direct: jobject,
    size: jlong,
    offset: jlong,
    capacity: jlong,
    encoding: jint,
    flags: jint,
) -> jlong {
    let dst = Place::Known(direct, offset, size);
    // SAFETY: the JVM's own; the caller's promise.
    unsafe { encode_short(env, (src, room, chars), dst, capacity, (encoding, flags)) }
}

/// `static native long measure0(char[] src, int chars, int encoding, int flags)`.
///
/// # Safety
///
/// * Called by the JVM as that method.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniBinding_measure0(
    env: *mut JNIEnv,
    _class: jclass,
    src: jcharArray,
    chars: jint,
    encoding: jint,
    flags: jint,
) -> jlong {
    shim(|| {
        // SAFETY: the JVM's own.
        let env = unsafe { Env::new(env) };
        let (encoding, flags) = (encoding.cast_unsigned(), flags.cast_unsigned());
        Source::Chars(src).read(env, chars, |start, count| {
            // SAFETY: the source is readable.
            unsafe { (API.strings.packed_measure)(start.cast(), count as i64, encoding, flags) }
        })
    })
}
