//! Encoded text to chars. They go through native memory and then, by one copy, into the one of the two arrays that they
//! are for.

use jni_sys::{JNIEnv, jbyteArray, jcharArray, jclass, jint, jlong, jobject};
use unitstr_c::API;
use unitstr_c::options::{self, USTR_FLAG_CHARS};
use unitstr_c::packed::{USTR_PACKED_CODER_SHIFT, USTR_PACKED_COUNT_MAX};
use unitstr_c::status::{USTR_E_NULL, USTR_E_RANGE};

use crate::env::Env;
use crate::place::Place;
use crate::source::Source;
use crate::{scratch, shim};

/// Where encoded text is.
enum Text {
    Array(Source),
    Memory(Place),
}

/// What lets a kernel store whole vectors up to the end of the text.
const SLACK: usize = 64;

/// The most chars of a text; a unit that is cut off counts as one.
fn most_chars(bytes: usize, encoding: jint) -> usize {
    match options::unit_size(encoding.cast_unsigned()) {
        1 => bytes,
        2 => bytes.div_ceil(2),
        _ => 2 * bytes.div_ceil(4),
    }
}

/// Decodes `bytes` bytes of `src`, which is let go before an array is filled. The arrays come with their lengths; the JVM
/// sees to it that no more is copied into them.
///
/// # Safety
///
/// * `env` is as [`Env::new`] wants it, with the arrays and the buffer.
/// * An address is readable for `bytes` bytes.
unsafe fn decode(
    env: *mut JNIEnv,
    src: Text,
    bytes: jint,
    (encoding, flags): (jint, jint),
    (latin1, latin1_length): (jbyteArray, jint),
    (chars, chars_length): (jcharArray, jint),
) -> jlong {
    shim(|| {
        // SAFETY: the caller's promise.
        let env = unsafe { Env::new(env) };
        let most = most_chars(usize::try_from(bytes).map_err(|_| USTR_E_RANGE)?, encoding);
        let room = |length: jint| usize::try_from(length).map_or(Err(USTR_E_RANGE), |n| Ok(n.min(most + SLACK)));
        let wanted = flags.cast_unsigned() & USTR_FLAG_CHARS == 0;
        let latin1_room = if wanted { room(latin1_length)? } else { 0 };
        let chars_room = room(chars_length)?;
        scratch::with(2 * chars_room + latin1_room, |memory| {
            let latin1_memory = memory.wrapping_add(2 * chars_room);
            let run = |start: *const u8, offset| {
                // SAFETY: the source was checked, or is promised by the caller; the destinations share the memory, of
                // the sum of their sizes.
                unsafe {
                    (API.strings.packed_decode)(
                        start.cast(),
                        offset,
                        bytes.into(),
                        encoding.cast_unsigned(),
                        flags.cast_unsigned(),
                        latin1_memory.cast(),
                        latin1_room as i64,
                        memory.cast(),
                        chars_room as i64,
                    )
                }
            };
            let packed = match src {
                Text::Array(source) => source.read(env, bytes, |start, _| run(start, 0))?,
                Text::Memory(place) => {
                    let place = place.check(env, bytes.into())?;
                    run(place.start, place.offset)
                }
            };
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

/// `static native long decodeArray0(byte[] src, int bytes, int encoding, int flags, byte[] latin1, int latin1Length,
/// char[] chars, int charsLength)`.
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
    latin1_length: jint,
    chars: jcharArray,
    chars_length: jint,
) -> jlong {
    let src = Text::Array(Source::Bytes(src));
    let (latin1, chars) = ((latin1, latin1_length), (chars, chars_length));
    // SAFETY: the JVM's own.
    unsafe { decode(env, src, bytes, (encoding, flags), latin1, chars) }
}

/// `static native long decodeAddress0(long address, long offset, int bytes, int encoding, int flags, byte[] latin1,
/// int latin1Length, char[] chars, int charsLength)`.
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
    latin1_length: jint,
    chars: jcharArray,
    chars_length: jint,
) -> jlong {
    let src = Text::Memory(Place::Address(address, offset));
    let (latin1, chars) = ((latin1, latin1_length), (chars, chars_length));
    // SAFETY: the JVM's own; the caller's promise.
    unsafe { decode(env, src, bytes, (encoding, flags), latin1, chars) }
}

/// `static native long decodeBuffer0(ByteBuffer direct, long size, long offset, int bytes, int encoding, int flags,
/// byte[] latin1, int latin1Length, char[] chars, int charsLength)`.
///
/// # Safety
///
/// * Called by the JVM as that method, with a buffer that is direct and has `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniBinding_decodeBuffer0(
    env: *mut JNIEnv,
    _class: jclass,
    direct: jobject,
    size: jlong,
    offset: jlong,
    bytes: jint,
    encoding: jint,
    flags: jint,
    latin1: jbyteArray,
    latin1_length: jint,
    chars: jcharArray,
    chars_length: jint,
) -> jlong {
    let src = Text::Memory(Place::Known(direct, offset, size));
    let (latin1, chars) = ((latin1, latin1_length), (chars, chars_length));
    // SAFETY: the JVM's own; the caller's promise.
    unsafe { decode(env, src, bytes, (encoding, flags), latin1, chars) }
}

/// Decodes a short text to `result`, native memory of `room` bytes that Java keeps and reads by itself: chars from its
/// start on, or bytes of Latin-1 from two thirds of it on. So no function of the JVM is called for an array, each of which
/// takes as long as a short text.
///
/// # Safety
///
/// * `env` is as [`Env::new`] wants it, with the buffers; `result` is direct, aligned to 8, and has `room` bytes.
/// * An address is readable for `bytes` bytes.
unsafe fn decode_short(
    env: *mut JNIEnv,
    src: Place,
    bytes: jint,
    (encoding, flags): (jint, jint),
    (result, room): (jobject, jint),
) -> jlong {
    shim(|| {
        // SAFETY: the caller's promise.
        let env = unsafe { Env::new(env) };
        let room = usize::try_from(room).map_err(|_| USTR_E_RANGE)? / 3;
        let most = most_chars(usize::try_from(bytes).map_err(|_| USTR_E_RANGE)?, encoding) + SLACK;
        if most > room {
            return Err(USTR_E_RANGE);
        }
        if result.is_null() {
            return Err(USTR_E_NULL);
        }
        let place = src.check(env, bytes.into())?;
        // SAFETY: the caller's promise.
        let memory = unsafe { env.address_of_direct(result) };
        // SAFETY: the source was checked, or is promised by the caller; the destinations are two thirds and one third of
        // the memory, and get no more than that.
        Ok(unsafe {
            (API.strings.packed_decode)(
                place.start.cast(),
                place.offset,
                bytes.into(),
                encoding.cast_unsigned(),
                flags.cast_unsigned(),
                memory.wrapping_add(2 * room).cast(),
                most as i64,
                memory.cast(),
                most as i64,
            )
        })
    })
}

/// `static native long decodeShortAddress0(long address, long offset, int bytes, int encoding, int flags,
/// ByteBuffer result, int room)`.
///
/// # Safety
///
/// * Called by the JVM as that method, with `bytes` bytes that are readable at `address + offset`, and a buffer that is
///   direct, aligned to 8, and has `room` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniBinding_decodeShortAddress0(
    env: *mut JNIEnv,
    _class: jclass,
    address: jlong,
    offset: jlong,
    bytes: jint,
    encoding: jint,
    flags: jint,
    result: jobject,
    room: jint,
) -> jlong {
    let src = Place::Address(address, offset);
    // SAFETY: the JVM's own; the caller's promise.
    unsafe { decode_short(env, src, bytes, (encoding, flags), (result, room)) }
}

/// `static native long decodeShortBuffer0(ByteBuffer direct, long size, long offset, int bytes, int encoding, int flags,
/// ByteBuffer result, int room)`.
///
/// # Safety
///
/// * Called by the JVM as that method, with a buffer that is direct and has `size` bytes, and one that is direct, aligned
///   to 8, and has `room` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniBinding_decodeShortBuffer0(
    env: *mut JNIEnv,
    _class: jclass,
    direct: jobject,
    size: jlong,
    offset: jlong,
    bytes: jint,
    encoding: jint,
    flags: jint,
    result: jobject,
    room: jint,
) -> jlong {
    let src = Place::Known(direct, offset, size);
    // SAFETY: the JVM's own; the caller's promise.
    unsafe { decode_short(env, src, bytes, (encoding, flags), (result, room)) }
}
