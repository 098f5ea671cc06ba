//! Encoded text against chars. Both are read where they are.

use jni_sys::{JNIEnv, jbyteArray, jcharArray, jclass, jint, jlong, jobject};
use unitstr_c::API;

use crate::env::Env;
use crate::place::Place;
use crate::shim;

/// Compares `bytes` bytes of `src` with `chars` chars of `text`.
///
/// # Safety
///
/// * `env` is as [`Env::new`] wants it, with the arrays and the buffer.
/// * An address is readable for `bytes` bytes.
unsafe fn compare(
    env: *mut JNIEnv,
    src: Place,
    bytes: jint,
    (encoding, flags): (jint, jint),
    text: jcharArray,
    chars: jint,
) -> jlong {
    shim(|| {
        // SAFETY: the caller's promise.
        let env = unsafe { Env::new(env) };
        let src = src.check(env, bytes.into())?;
        let text = Place::Array(text).check(env, chars.into())?;
        let readable_src = src.hold()?;
        let readable_text = text.hold()?;
        // SAFETY: the source was checked, or is promised by the caller; the text was checked.
        Ok(unsafe {
            (API.strings.packed_compare)(
                readable_src.start.cast(),
                src.offset,
                bytes.into(),
                encoding.cast_unsigned(),
                flags.cast_unsigned(),
                readable_text.start.cast(),
                chars.into(),
            )
        })
    })
}

/// `static native long equalArray0(byte[] src, int bytes, int encoding, int flags, char[] text, int chars)`.
///
/// # Safety
///
/// * Called by the JVM as that method.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniBinding_equalArray0(
    env: *mut JNIEnv,
    _class: jclass,
    src: jbyteArray,
    bytes: jint,
    encoding: jint,
    flags: jint,
    text: jcharArray,
    chars: jint,
) -> jlong {
    // SAFETY: the JVM's own.
    unsafe { compare(env, Place::Array(src), bytes, (encoding, flags), text, chars) }
}

/// `static native long equalAddress0(long address, long offset, int bytes, int encoding, int flags, char[] text,
/// int chars)`.
///
/// # Safety
///
/// * Called by the JVM as that method, with `bytes` bytes that are readable at `address + offset`.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniBinding_equalAddress0(
    env: *mut JNIEnv,
    _class: jclass,
    address: jlong,
    offset: jlong,
    bytes: jint,
    encoding: jint,
    flags: jint,
    text: jcharArray,
    chars: jint,
) -> jlong {
    // SAFETY: the JVM's own; the caller's promise.
    unsafe {
        compare(
            env,
            Place::Address(address, offset),
            bytes,
            (encoding, flags),
            text,
            chars,
        )
    }
}

/// `static native long equalBuffer0(ByteBuffer direct, long offset, int bytes, int encoding, int flags, char[] text,
/// int chars)`.
///
/// # Safety
///
/// * Called by the JVM as that method.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniBinding_equalBuffer0(
    env: *mut JNIEnv,
    _class: jclass,
    direct: jobject,
    offset: jlong,
    bytes: jint,
    encoding: jint,
    flags: jint,
    text: jcharArray,
    chars: jint,
) -> jlong {
    // SAFETY: the JVM's own.
    unsafe {
        compare(
            env,
            Place::Direct(direct, offset),
            bytes,
            (encoding, flags),
            text,
            chars,
        )
    }
}
