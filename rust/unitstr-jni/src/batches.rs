//! Many texts in one call, in both directions. What goes in and out besides the text is an array of longs, copied once
//! each way.

use jni_sys::{JNIEnv, jarray, jbyteArray, jcharArray, jclass, jint, jlong, jlongArray, jobject};
use unitstr_c::API;
use unitstr_c::batch::{USTR_BATCH_CODER_SHIFT, USTR_BATCH_LENGTH_SHIFT};
use unitstr_c::options::USTR_FLAG_CHARS;
use unitstr_c::packed::USTR_PACKED_COUNT_MAX;
use unitstr_c::status::{USTR_E_NULL, USTR_E_RANGE};

use crate::env::Env;
use crate::place::Place;
use crate::{scratch, shim};

/// The size of a long in bytes.
pub(crate) const LONG: usize = size_of::<i64>();
/// The most bytes that a char, and that a byte order mark, becomes.
const MAX_BYTES: usize = 4;

/// The number of elements, if the array has so many.
pub(crate) fn longs(env: Env<'_>, array: jlongArray, count: usize) -> Result<usize, i32> {
    match count {
        0 => Ok(0),
        _ if array.is_null() => Err(USTR_E_NULL),
        _ if count > env.length(array) => Err(USTR_E_RANGE),
        _ => Ok(count),
    }
}

/// How many texts, or elements of a tensor, the entry has dealt with.
pub(crate) fn texts(packed: i64) -> usize {
    usize::try_from(packed & USTR_PACKED_COUNT_MAX).unwrap_or(0)
}

/// Decodes `count` texts of `src`, which is let go before an array is filled.
///
/// # Safety
///
/// * `env` is as [`Env::new`] wants it, with the arrays and the buffer.
/// * An address is readable for `src_bytes` bytes.
unsafe fn decode(
    env: *mut JNIEnv,
    src: Place,
    src_bytes: jlong,
    (spans, count): (jlongArray, jint),
    (encoding, flags): (jint, jint),
    (latin1, chars): (jbyteArray, jcharArray),
    results: jlongArray,
) -> jlong {
    shim(|| {
        // SAFETY: the caller's promise.
        let env = unsafe { Env::new(env) };
        let src = src.check(env, src_bytes)?;
        let count = usize::try_from(count).map_err(|_| USTR_E_RANGE)?;
        let spans_count = longs(env, spans, 2 * count)?;
        longs(env, results, count)?;
        let wanted = flags.cast_unsigned() & USTR_FLAG_CHARS == 0;
        let latin1_room = if wanted { env.length(latin1) } else { 0 };
        let chars_room = env.length(chars);
        scratch::with(3 * count * LONG + 2 * chars_room + latin1_room, |memory| {
            let results_memory = memory.wrapping_add(2 * count * LONG);
            let chars_memory = results_memory.wrapping_add(count * LONG);
            let latin1_memory = chars_memory.wrapping_add(2 * chars_room);
            // SAFETY: the memory begins with room for so many, and is aligned to 8.
            unsafe { env.get_longs(spans, memory.cast(), spans_count) }?;
            let readable = src.hold()?;
            // SAFETY: the source was checked, or is promised by the caller; the others share the memory, of the sum of
            // their sizes.
            let packed = unsafe {
                (API.batches.packed_decode_batch)(
                    readable.start.cast(),
                    src_bytes,
                    memory.cast(),
                    count as i64,
                    encoding.cast_unsigned(),
                    flags.cast_unsigned(),
                    latin1_memory.cast(),
                    latin1_room as i64,
                    chars_memory.cast(),
                    chars_room as i64,
                    results_memory.cast(),
                )
            };
            drop(readable);
            if packed < 0 {
                return Ok(packed);
            }
            let done = texts(packed);
            // SAFETY: the entry has written so many, and the memory is aligned to 8.
            let written = unsafe { std::slice::from_raw_parts(results_memory.cast::<i64>(), done) };
            // SAFETY: so many have been written.
            unsafe { env.set_bytes(latin1, latin1_memory, end(written, 0)) }?;
            // SAFETY: so many have been written, to memory that is aligned to 8.
            unsafe { env.set_chars(chars, chars_memory.cast(), end(written, 1)) }?;
            // SAFETY: so many have been written, to memory that is aligned to 8.
            unsafe { env.set_longs(results, results_memory.cast(), done) }?;
            Ok(packed)
        })
    })
}

/// How much of the destination for a coder is filled: up to the end of the last text in it.
pub(crate) fn end(results: &[i64], coder: u64) -> usize {
    let last = results
        .iter()
        .map(|result| result.cast_unsigned())
        .rfind(|result| result >> USTR_BATCH_CODER_SHIFT == coder);
    last.map_or(0, |result| {
        let start = result & ((1 << USTR_BATCH_LENGTH_SHIFT) - 1);
        let length = (result & !(1 << USTR_BATCH_CODER_SHIFT)) >> USTR_BATCH_LENGTH_SHIFT;
        usize::try_from(start + length).unwrap_or(0)
    })
}

/// `static native long decodeBatchArray0(byte[] src, int bytes, long[] spans, int count, int encoding, int flags,
/// byte[] latin1, char[] chars, long[] results)`.
///
/// # Safety
///
/// * Called by the JVM as that method.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniBinding_decodeBatchArray0(
    env: *mut JNIEnv,
    _class: jclass,
    src: jbyteArray,
    bytes: jint,
    spans: jlongArray,
    count: jint,
    encoding: jint,
    flags: jint,
    latin1: jbyteArray,
    chars: jcharArray,
    results: jlongArray,
) -> jlong {
    // SAFETY: the JVM's own.
    unsafe {
        decode(
            env,
            Place::Array(src),
            bytes.into(),
            (spans, count),
            (encoding, flags),
            (latin1, chars),
            results,
        )
    }
}

/// `static native long decodeBatchAddress0(long address, long bytes, long[] spans, int count, int encoding, int flags,
/// byte[] latin1, char[] chars, long[] results)`.
///
/// # Safety
///
/// * Called by the JVM as that method, with texts that are readable.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniBinding_decodeBatchAddress0(
    env: *mut JNIEnv,
    _class: jclass,
    address: jlong,
    bytes: jlong,
    spans: jlongArray,
    count: jint,
    encoding: jint,
    flags: jint,
    latin1: jbyteArray,
    chars: jcharArray,
    results: jlongArray,
) -> jlong {
    // SAFETY: the JVM's own; the caller's promise.
    unsafe {
        decode(
            env,
            Place::Address(address, 0),
            bytes,
            (spans, count),
            (encoding, flags),
            (latin1, chars),
            results,
        )
    }
}

/// `static native long decodeBatchBuffer0(ByteBuffer direct, long bytes, long[] spans, int count, int encoding,
/// int flags, byte[] latin1, char[] chars, long[] results)`.
///
/// # Safety
///
/// * Called by the JVM as that method.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniBinding_decodeBatchBuffer0(
    env: *mut JNIEnv,
    _class: jclass,
    direct: jobject,
    bytes: jlong,
    spans: jlongArray,
    count: jint,
    encoding: jint,
    flags: jint,
    latin1: jbyteArray,
    chars: jcharArray,
    results: jlongArray,
) -> jlong {
    // SAFETY: the JVM's own.
    unsafe {
        decode(
            env,
            Place::Direct(direct, 0),
            bytes,
            (spans, count),
            (encoding, flags),
            (latin1, chars),
            results,
        )
    }
}

/// The texts to encode, as arrays.
#[derive(Clone, Copy)]
struct Texts {
    src: jcharArray,
    chars: jint,
    ends: jlongArray,
    count: jint,
}

/// Where encoded texts go.
enum To {
    /// Nowhere: they are only measured.
    Nothing,
    /// Memory that is no array, and its capacity in bytes.
    Memory(Place, i64),
    /// An array, by way of native memory.
    Array(jbyteArray, i64),
}

/// Encodes or measures texts.
///
/// # Safety
///
/// * `env` is as [`Env::new`] wants it, with the arrays and the buffer.
/// * An address is writable for its capacity.
unsafe fn encode(
    env: *mut JNIEnv,
    texts_in: Texts,
    to: To,
    (encoding, flags): (jint, jint),
    results: jlongArray,
) -> jlong {
    shim(|| {
        // SAFETY: the caller's promise.
        let env = unsafe { Env::new(env) };
        let (encoding, flags) = (encoding.cast_unsigned(), flags.cast_unsigned());
        let src = Place::Array(texts_in.src).check(env, texts_in.chars.into())?;
        let count = usize::try_from(texts_in.count).map_err(|_| USTR_E_RANGE)?;
        longs(env, texts_in.ends, count)?;
        longs(env, results, count)?;
        let room = match to {
            To::Array(array, capacity) => {
                let room = Place::Array(array).check(env, capacity)?.count;
                room.min((src.count + count) * MAX_BYTES)
            }
            _ => 0,
        };
        let dst = match to {
            To::Memory(place, capacity) => Some((place.check(env, capacity)?, capacity)),
            _ => None,
        };
        scratch::with(2 * count * LONG + room, |memory| {
            let results_memory = memory.wrapping_add(count * LONG);
            let bytes_memory = results_memory.wrapping_add(count * LONG);
            // SAFETY: the memory begins with room for so many, and is aligned to 8.
            unsafe { env.get_longs(texts_in.ends, memory.cast(), count) }?;
            let readable = src.hold()?;
            let (start, offset, capacity) = match &dst {
                Some((dst, capacity)) => (dst.start, dst.offset, *capacity),
                None => (bytes_memory, 0, room as i64),
            };
            let (chars, src_chars) = (readable.start.cast(), i64::from(texts_in.chars));
            let (ends, count) = (memory.cast(), count as i64);
            let packed = if let To::Nothing = to {
                let measure = API.batches.packed_measure_batch;
                let results = results_memory.cast();
                // SAFETY: the source was checked; the ends and the results are parts of the memory.
                unsafe { measure(chars, src_chars, ends, count, encoding, flags, results) }
            } else {
                // SAFETY: as above; the destination was checked, is promised by the caller, or is a part of the memory.
                unsafe {
                    (API.batches.packed_encode_batch)(
                        chars,
                        src_chars,
                        ends,
                        count,
                        start.cast(),
                        offset,
                        capacity,
                        encoding,
                        flags,
                        results_memory.cast(),
                    )
                }
            };
            drop(readable);
            if packed < 0 {
                return Ok(packed);
            }
            let done = texts(packed);
            // SAFETY: the entry has written so many, and the memory is aligned to 8.
            let ends = unsafe { std::slice::from_raw_parts(results_memory.cast::<i64>(), done) };
            if let To::Array(array, _) = to {
                let written = usize::try_from(ends.last().copied().unwrap_or(0)).unwrap_or(0);
                // SAFETY: so many have been written.
                unsafe { env.set_bytes(array, bytes_memory, written) }?;
            }
            // SAFETY: so many have been written, to memory that is aligned to 8.
            unsafe { env.set_longs(results, results_memory.cast(), done) }?;
            Ok(packed)
        })
    })
}

/// `static native long encodeBatchArray0(char[] src, int chars, long[] ends, int count, byte[] dst, int capacityBytes,
/// int encoding, int flags, long[] results)`.
///
/// # Safety
///
/// * Called by the JVM as that method.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniBinding_encodeBatchArray0(
    env: *mut JNIEnv,
    _class: jclass,
    src: jcharArray,
    chars: jint,
    ends: jlongArray,
    count: jint,
    dst: jarray,
    capacity: jint,
    encoding: jint,
    flags: jint,
    results: jlongArray,
) -> jlong {
    let texts = Texts {
        src,
        chars,
        ends,
        count,
    };
    // SAFETY: the JVM's own.
    unsafe { encode(env, texts, To::Array(dst, capacity.into()), (encoding, flags), results) }
}

/// `static native long encodeBatchAddress0(char[] src, int chars, long[] ends, int count, long address, long offset,
/// long capacityBytes, int encoding, int flags, long[] results)`.
///
/// # Safety
///
/// * Called by the JVM as that method, with `capacity` bytes that are writable at `address + offset`.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniBinding_encodeBatchAddress0(
    env: *mut JNIEnv,
    _class: jclass,
    src: jcharArray,
    chars: jint,
    ends: jlongArray,
    count: jint,
    address: jlong,
    offset: jlong,
    capacity: jlong,
    encoding: jint,
    flags: jint,
    results: jlongArray,
) -> jlong {
    let texts = Texts {
        src,
        chars,
        ends,
        count,
    };
    let to = To::Memory(Place::Address(address, offset), capacity);
    // SAFETY: the JVM's own; the caller's promise.
    unsafe { encode(env, texts, to, (encoding, flags), results) }
}

/// `static native long encodeBatchBuffer0(char[] src, int chars, long[] ends, int count, ByteBuffer direct, long offset,
/// long capacityBytes, int encoding, int flags, long[] results)`.
///
/// # Safety
///
/// * Called by the JVM as that method, with a buffer that may be written.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniBinding_encodeBatchBuffer0(
    env: *mut JNIEnv,
    _class: jclass,
    src: jcharArray,
    chars: jint,
    ends: jlongArray,
    count: jint,
    direct: jobject,
    offset: jlong,
    capacity: jlong,
    encoding: jint,
    flags: jint,
    results: jlongArray,
) -> jlong {
    let texts = Texts {
        src,
        chars,
        ends,
        count,
    };
    let to = To::Memory(Place::Direct(direct, offset), capacity);
    // SAFETY: the JVM's own.
    unsafe { encode(env, texts, to, (encoding, flags), results) }
}

/// `static native long measureBatch0(char[] src, int chars, long[] ends, int count, int encoding, int flags,
/// long[] results)`.
///
/// # Safety
///
/// * Called by the JVM as that method.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniBinding_measureBatch0(
    env: *mut JNIEnv,
    _class: jclass,
    src: jcharArray,
    chars: jint,
    ends: jlongArray,
    count: jint,
    encoding: jint,
    flags: jint,
    results: jlongArray,
) -> jlong {
    let texts = Texts {
        src,
        chars,
        ends,
        count,
    };
    // SAFETY: the JVM's own.
    unsafe { encode(env, texts, To::Nothing, (encoding, flags), results) }
}
