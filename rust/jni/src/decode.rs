//! Encoded text to chars. They go through native memory and then, by one copy, into the one of the two arrays that they
//! are for.

use jni_sys::{JNIEnv, jbyteArray, jcharArray, jclass, jint, jlong, jobject};
use unitstr_capi::API;
use unitstr_capi::options::USTR_FLAG_CHARS;
use unitstr_capi::packed::{USTR_PACKED_CODER_SHIFT, USTR_PACKED_COUNT_MAX};

use crate::env::Env;
use crate::place::Place;
use crate::{scratch, shim};

/// Decodes `bytes` bytes of `src`, which is let go before an array is filled.
///
/// # Safety
///
/// * `env` is as [`Env::new`] wants it, with the arrays and the buffer.
/// * An address is readable for `bytes` bytes.
unsafe fn decode(
    env: *mut JNIEnv,
    src: Place,
    bytes: jint,
    (encoding, flags): (jint, jint),
    latin1: jbyteArray,
    chars: jcharArray,
) -> jlong {
    shim(|| {
        // SAFETY: the caller's promise.
        let env = unsafe { Env::new(env) };
        let src = src.check(env, bytes.into())?;
        // No text has more chars than bytes.
        let wanted = flags.cast_unsigned() & USTR_FLAG_CHARS == 0;
        let latin1_room = if wanted { env.length(latin1).min(src.count) } else { 0 };
        let chars_room = env.length(chars).min(src.count);
        scratch::with(2 * chars_room + latin1_room, |memory| {
            let latin1_memory = memory.wrapping_add(2 * chars_room);
            let readable = src.hold()?;
            // SAFETY: the source was checked, or is promised by the caller; the destinations share the memory, of the
            // sum of their sizes.
            let packed = unsafe {
                (API.packed_decode)(
                    readable.start.cast(),
                    src.offset,
                    bytes.into(),
                    encoding.cast_unsigned(),
                    flags.cast_unsigned(),
                    latin1_memory.cast(),
                    latin1_room as i64,
                    memory.cast(),
                    chars_room as i64,
                )
            };
            drop(readable);
            if packed < 0 {
                return Ok(packed);
            }
            let written = usize::try_from(packed & USTR_PACKED_COUNT_MAX).unwrap_or(0);
            if packed >> USTR_PACKED_CODER_SHIFT & 1 == 0 {
                // SAFETY: so many have been written.
                unsafe { env.set_bytes(latin1, latin1_memory, written) }?;
            } else {
                // SAFETY: so many have been written, to memory that is aligned to 8.
                unsafe { env.set_chars(chars, memory.cast(), written) }?;
            }
            Ok(packed)
        })
    })
}

/// `static native long decodeArray0(byte[] src, int bytes, int encoding, int flags, byte[] latin1, char[] chars)`.
///
/// # Safety
///
/// * Called by the JVM as that method.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniBinding_decodeArray0(
    env: *mut JNIEnv,
    _class: jclass,
    src: jbyteArray,
    bytes: jint,
    encoding: jint,
    flags: jint,
    latin1: jbyteArray,
    chars: jcharArray,
) -> jlong {
    // SAFETY: the JVM's own.
    unsafe { decode(env, Place::Array(src), bytes, (encoding, flags), latin1, chars) }
}

/// `static native long decodeAddress0(long address, long offset, int bytes, int encoding, int flags, byte[] latin1,
/// char[] chars)`.
///
/// # Safety
///
/// * Called by the JVM as that method, with `bytes` bytes that are readable at `address + offset`.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniBinding_decodeAddress0(
    env: *mut JNIEnv,
    _class: jclass,
    address: jlong,
    offset: jlong,
    bytes: jint,
    encoding: jint,
    flags: jint,
    latin1: jbyteArray,
    chars: jcharArray,
) -> jlong {
    // SAFETY: the JVM's own; the caller's promise.
    unsafe {
        decode(
            env,
            Place::Address(address, offset),
            bytes,
            (encoding, flags),
            latin1,
            chars,
        )
    }
}

/// `static native long decodeBuffer0(ByteBuffer direct, long offset, int bytes, int encoding, int flags, byte[] latin1,
/// char[] chars)`.
///
/// # Safety
///
/// * Called by the JVM as that method.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniBinding_decodeBuffer0(
    env: *mut JNIEnv,
    _class: jclass,
    direct: jobject,
    offset: jlong,
    bytes: jint,
    encoding: jint,
    flags: jint,
    latin1: jbyteArray,
    chars: jcharArray,
) -> jlong {
    // SAFETY: the JVM's own.
    unsafe {
        decode(
            env,
            Place::Direct(direct, offset),
            bytes,
            (encoding, flags),
            latin1,
            chars,
        )
    }
}
