//! Tensors of strings that are written: into memory that is no array.

use jni_sys::{JNIEnv, jarray, jbyteArray, jcharArray, jclass, jint, jlong, jlongArray, jobject};
use std::ffi::c_void;

use unitstr_c::API;
use unitstr_c::status::{USTR_E_RANGE, USTR_E_UNSUPPORTED};

use crate::batches::{self, LONG};
use crate::env::Env;
use crate::place::Place;
use crate::tensors::{HERE_ARRAY, Here, Options, longs};
use crate::{scratch, shim};

/// The texts to write.
#[derive(Clone, Copy)]
struct Texts {
    /// A `char[]` or a `byte[]`, or null.
    src: jarray,
    /// How many of its elements there are.
    size: jlong,
    ends: jlongArray,
    count: jint,
}

/// What a call passes on: the texts, the ends, the results, in native memory.
struct Given {
    src: *const c_void,
    size: i64,
    ends: *const c_void,
    count: i64,
    results: *mut c_void,
}

/// Runs an entry that takes texts and gives results.
///
/// # Safety
///
/// * `env` is as [`Env::new`] wants it, with the arrays.
unsafe fn with_texts(
    env: Env<'_>,
    texts: Texts,
    results: jlongArray,
    entry: impl FnOnce(Given) -> Result<i64, i32>,
) -> Result<i64, i32> {
    let src = if texts.src.is_null() {
        None
    } else {
        Some(Place::Array(texts.src).check(env, texts.size)?)
    };
    let count = longs(env, texts.ends, texts.count, 1)?;
    longs(env, results, texts.count, 1)?;
    scratch::with(2 * count * LONG, |memory| {
        let results_memory = memory.wrapping_add(count * LONG);
        // SAFETY: the memory begins with room for so many, and is aligned to 8.
        unsafe { env.get_longs(texts.ends, memory.cast(), count) }?;
        let readable = src.map(|src| src.hold()).transpose()?;
        let packed = entry(Given {
            src: readable
                .as_ref()
                .map_or(std::ptr::null(), |readable| readable.start.cast()),
            size: texts.size,
            ends: memory.cast(),
            count: count as i64,
            results: results_memory.cast(),
        })?;
        drop(readable);
        if packed >= 0 {
            // SAFETY: so many have been written, to memory that is aligned to 8.
            unsafe { env.set_longs(results, results_memory.cast(), batches::texts(packed)) }?;
        }
        Ok(packed)
    })
}

/// `static native long measure0(byte[] tensor, long first, long position, char[] src, long chars, long[] ends,
/// int count, int encoding, int flags, long[] results)`.
///
/// # Safety
///
/// * Called by the JVM as that method.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniTensors_measure0(
    env: *mut JNIEnv,
    _class: jclass,
    tensor: jbyteArray,
    first: jlong,
    position: jlong,
    src: jcharArray,
    chars: jlong,
    ends: jlongArray,
    count: jint,
    encoding: jint,
    flags: jint,
    results: jlongArray,
) -> jlong {
    shim(|| {
        // SAFETY: the JVM's own.
        let env = unsafe { Env::new(env) };
        let options = Options::get(env, tensor)?;
        let texts = Texts {
            src,
            size: chars,
            ends,
            count,
        };
        let measure = |given: Given| {
            // SAFETY: the arrays were checked.
            Ok(unsafe {
                (API.tensors.packed_measure_tensor)(
                    options.place(),
                    first,
                    position,
                    given.src,
                    given.size,
                    given.ends,
                    given.count,
                    encoding.cast_unsigned(),
                    flags.cast_unsigned(),
                    given.results,
                )
            })
        };
        // SAFETY: the JVM's own.
        unsafe { with_texts(env, texts, results, measure) }
    })
}

/// Memory to write: where it starts, and how far from there what is meant is.
type Target = (*mut c_void, i64);

/// Memory that is no array, which has so many bytes from the offset on.
fn target(env: Env<'_>, here: Here, bytes: i64) -> Result<Target, i32> {
    if here.kind == HERE_ARRAY {
        return Err(USTR_E_UNSUPPORTED);
    }
    let (checked, _) = here.check(env, bytes)?;
    Ok((checked.start.cast(), checked.offset))
}

/// `static native long encode0(byte[] tensor, int tableHere, Object table, long tableOffset, long tableBytes,
/// int dataHere, Object data, long dataOffset, long dataBytes, long first, long position, char[] src, int chars,
/// long[] ends, int count, int encoding, int flags, long[] results)`.
///
/// # Safety
///
/// * Called by the JVM as that method. Addresses are writable for their sizes, and `tableBytes` is the size of the part of
///   the table.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniTensors_encode0(
    env: *mut JNIEnv,
    _class: jclass,
    tensor: jbyteArray,
    table_here: jint,
    table: jobject,
    table_offset: jlong,
    table_bytes: jlong,
    data_here: jint,
    data: jobject,
    data_offset: jlong,
    data_bytes: jlong,
    first: jlong,
    position: jlong,
    src: jcharArray,
    chars: jint,
    ends: jlongArray,
    count: jint,
    encoding: jint,
    flags: jint,
    results: jlongArray,
) -> jlong {
    shim(|| {
        // SAFETY: the JVM's own.
        let env = unsafe { Env::new(env) };
        let options = Options::get(env, tensor)?;
        let here = |kind, base, offset| Here { kind, base, offset };
        let (table, table_offset) = target(env, here(table_here, table, table_offset), table_bytes)?;
        let (data, data_offset) = target(env, here(data_here, data, data_offset), data_bytes)?;
        let texts = Texts {
            src,
            size: chars.into(),
            ends,
            count,
        };
        let encode = |given: Given| {
            // SAFETY: the arrays were checked; the memory was, or is promised by the caller.
            Ok(unsafe {
                (API.tensors.packed_encode_tensor)(
                    options.place(),
                    table,
                    table_offset,
                    data,
                    data_offset,
                    data_bytes,
                    first,
                    position,
                    given.src,
                    given.size,
                    given.ends,
                    given.count,
                    encoding.cast_unsigned(),
                    flags.cast_unsigned(),
                    given.results,
                )
            })
        };
        // SAFETY: the JVM's own.
        unsafe { with_texts(env, texts, results, encode) }
    })
}

/// `static native long put0(byte[] tensor, int tableHere, Object table, long tableOffset, long tableBytes,
/// int dataHere, Object data, long dataOffset, long dataBytes, long first, long position, byte[] src, long bytes,
/// long[] ends, int count, long[] results)`.
///
/// # Safety
///
/// * Called by the JVM as that method. Addresses are writable for their sizes, and `tableBytes` is the size of the part of
///   the table.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniTensors_put0(
    env: *mut JNIEnv,
    _class: jclass,
    tensor: jbyteArray,
    table_here: jint,
    table: jobject,
    table_offset: jlong,
    table_bytes: jlong,
    data_here: jint,
    data: jobject,
    data_offset: jlong,
    data_bytes: jlong,
    first: jlong,
    position: jlong,
    src: jbyteArray,
    bytes: jlong,
    ends: jlongArray,
    count: jint,
    results: jlongArray,
) -> jlong {
    shim(|| {
        if bytes < 0 {
            return Err(USTR_E_RANGE);
        }
        // SAFETY: the JVM's own.
        let env = unsafe { Env::new(env) };
        let options = Options::get(env, tensor)?;
        let here = |kind, base, offset| Here { kind, base, offset };
        let (table, table_offset) = target(env, here(table_here, table, table_offset), table_bytes)?;
        let (data, data_offset) = target(env, here(data_here, data, data_offset), data_bytes)?;
        let texts = Texts {
            src,
            size: bytes,
            ends,
            count,
        };
        let put = |given: Given| {
            // SAFETY: the arrays were checked; the memory was, or is promised by the caller.
            Ok(unsafe {
                (API.tensors.packed_put_tensor)(
                    options.place(),
                    table,
                    table_offset,
                    data,
                    data_offset,
                    data_bytes,
                    first,
                    position,
                    given.src,
                    given.size,
                    given.ends,
                    given.count,
                    given.results,
                )
            })
        };
        // SAFETY: the JVM's own.
        unsafe { with_texts(env, texts, results, put) }
    })
}
