//! Tensors of strings. What goes in besides the memory is the option struct as an array, copied once; what comes out are
//! arrays, copied once. Java says where the memory is: `HERE_*`.

use std::ffi::c_void;

use jni_sys::{JNIEnv, jbyteArray, jcharArray, jclass, jint, jlong, jlongArray, jobject};
use unitstr_c::API;
use unitstr_c::options::USTR_FLAG_CHARS;
use unitstr_c::status::{USTR_E_NULL, USTR_E_RANGE, USTR_E_SIZE};
use unitstr_c::tensor::numbers::{USTR_TENSOR_ELEMENT_LONGS, USTR_TENSOR_STATE_LONGS};
use unitstr_c::tensor::options::ustr_tensor;

use crate::batches::{self, LONG, end, texts};
use crate::env::Env;
use crate::place::{Checked, Place, Readable};
use crate::{scratch, shim};

/// The memory is at an address.
pub const HERE_ADDRESS: i32 = 0;
/// The memory is in a `byte[]`, from an offset on.
pub const HERE_ARRAY: i32 = 1;
/// The memory is that of a direct buffer, from an offset on.
pub const HERE_BUFFER: i32 = 2;

/// Memory of Java's, as Java says where it is.
#[derive(Clone, Copy)]
pub(crate) struct Here {
    pub(crate) kind: jint,
    pub(crate) base: jobject,
    pub(crate) offset: jlong,
}

impl Here {
    /// The place, which has so many bytes from the offset on, and how far the offset is from where it starts.
    pub(crate) fn check(self, env: Env<'_>, bytes: i64) -> Result<(Checked<'_>, i64), i32> {
        match self.kind {
            HERE_ADDRESS => Ok((Place::Address(self.offset, 0).check(env, bytes)?, 0)),
            HERE_ARRAY => {
                if self.offset < 0 || bytes < 0 {
                    return Err(USTR_E_RANGE);
                }
                let end = self.offset.checked_add(bytes).ok_or(USTR_E_RANGE)?;
                Ok((Place::Array(self.base).check(env, end)?, self.offset))
            }
            HERE_BUFFER => Ok((Place::Direct(self.base, self.offset).check(env, bytes)?, self.offset)),
            _ => Err(USTR_E_RANGE),
        }
    }
}

/// A tensor to read: its options, and where its memory is.
struct Reading<'a> {
    options: Options,
    src: Checked<'a>,
    /// How far from where the place starts the tensor does.
    offset: isize,
}

impl<'a> Reading<'a> {
    fn check(env: Env<'a>, tensor: jbyteArray, here: Here, bytes: i64) -> Result<Self, i32> {
        let options = Options::get(env, tensor)?;
        let (src, offset) = here.check(env, bytes)?;
        let offset = isize::try_from(offset).map_err(|_| USTR_E_RANGE)?;
        Ok(Self { options, src, offset })
    }

    /// Where the tensor starts in what is held.
    fn base(&self, readable: &Readable<'_>) -> *const c_void {
        readable.start.wrapping_offset(self.offset).cast()
    }
}

/// The most bytes of an option struct: room for those of later versions.
const OPTION_BYTES: usize = 512;

/// A copy of an option struct.
pub(crate) struct Options([u64; OPTION_BYTES / LONG]);

impl Options {
    /// Copies it; it says no more bytes than the array has.
    pub(crate) fn get(env: Env<'_>, array: jbyteArray) -> Result<Self, i32> {
        if array.is_null() {
            return Err(USTR_E_NULL);
        }
        let length = env.length(array);
        if !(LONG..=OPTION_BYTES).contains(&length) {
            return Err(USTR_E_SIZE);
        }
        let mut copy = Self([0; OPTION_BYTES / LONG]);
        // SAFETY: the array is not longer than the copy.
        unsafe { env.get_bytes(array, copy.0.as_mut_ptr().cast(), length) }?;
        if copy.0[0] > length as u64 {
            return Err(USTR_E_SIZE);
        }
        Ok(copy)
    }

    pub(crate) fn place(&self) -> *const ustr_tensor {
        self.0.as_ptr().cast()
    }
}

/// How many there are, if it is a number, and the array has so many longs for each.
pub(crate) fn longs(env: Env<'_>, array: jlongArray, count: jint, each: usize) -> Result<usize, i32> {
    let count = usize::try_from(count).map_err(|_| USTR_E_RANGE)?;
    batches::longs(env, array, count * each)?;
    Ok(count)
}

/// `static native long decode0(byte[] tensor, int here, Object base, long offset, long bytes, long first, int count,
/// int encoding, int flags, byte[] latin1, char[] chars, long[] results)`.
///
/// # Safety
///
/// * Called by the JVM as that method. An address is readable for `bytes`; unless the tensor is not trusted, so are those in
///   its elements.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniTensors_decode0(
    env: *mut JNIEnv,
    _class: jclass,
    tensor: jbyteArray,
    here: jint,
    base: jobject,
    offset: jlong,
    bytes: jlong,
    first: jlong,
    count: jint,
    encoding: jint,
    flags: jint,
    latin1: jbyteArray,
    chars: jcharArray,
    results: jlongArray,
) -> jlong {
    shim(|| {
        // SAFETY: the JVM's own.
        let env = unsafe { Env::new(env) };
        let here = Here {
            kind: here,
            base,
            offset,
        };
        let tensor = Reading::check(env, tensor, here, bytes)?;
        let count = longs(env, results, count, 1)?;
        let wanted = flags.cast_unsigned() & USTR_FLAG_CHARS == 0;
        let latin1_room = if wanted { env.length(latin1) } else { 0 };
        let chars_room = env.length(chars);
        scratch::with(count * LONG + 2 * chars_room + latin1_room, |memory| {
            let chars_memory = memory.wrapping_add(count * LONG);
            let latin1_memory = chars_memory.wrapping_add(2 * chars_room);
            let readable = tensor.src.hold()?;
            // SAFETY: the source was checked, or is promised by the caller; the others share the memory, of the sum of
            // their sizes.
            let packed = unsafe {
                (API.tensors.packed_decode_tensor)(
                    tensor.options.place(),
                    tensor.base(&readable),
                    bytes,
                    first,
                    count as i64,
                    encoding.cast_unsigned(),
                    flags.cast_unsigned(),
                    latin1_memory.cast(),
                    latin1_room as i64,
                    chars_memory.cast(),
                    chars_room as i64,
                    memory.cast(),
                )
            };
            drop(readable);
            if packed < 0 {
                return Ok(packed);
            }
            let done = texts(packed);
            // SAFETY: the entry has written so many, and the memory is aligned to 8.
            let written = unsafe { std::slice::from_raw_parts(memory.cast::<i64>(), done) };
            // SAFETY: so many have been written.
            unsafe { env.set_bytes(latin1, latin1_memory, end(written, 0)) }?;
            // SAFETY: so many have been written, to memory that is aligned to 8.
            unsafe { env.set_chars(chars, chars_memory.cast(), end(written, 1)) }?;
            // SAFETY: so many have been written, to memory that is aligned to 8.
            unsafe { env.set_longs(results, memory.cast(), done) }?;
            Ok(packed)
        })
    })
}

/// `static native long elements0(byte[] tensor, int here, Object base, long offset, long bytes, long first,
/// int count, long[] results)`.
///
/// # Safety
///
/// * Called by the JVM as that method. An address is readable for `bytes`.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniTensors_elements0(
    env: *mut JNIEnv,
    _class: jclass,
    tensor: jbyteArray,
    here: jint,
    base: jobject,
    offset: jlong,
    bytes: jlong,
    first: jlong,
    count: jint,
    results: jlongArray,
) -> jlong {
    shim(|| {
        // SAFETY: the JVM's own.
        let env = unsafe { Env::new(env) };
        let here = Here {
            kind: here,
            base,
            offset,
        };
        let tensor = Reading::check(env, tensor, here, bytes)?;
        let each = USTR_TENSOR_ELEMENT_LONGS as usize;
        let count = longs(env, results, count, each)?;
        scratch::with(each * count * LONG, |memory| {
            let readable = tensor.src.hold()?;
            let base = tensor.base(&readable);
            let look = API.tensors.packed_tensor_elements;
            // SAFETY: the source was checked, or is promised by the caller; the memory has room for the results.
            let packed = unsafe { look(tensor.options.place(), base, bytes, first, count as i64, memory.cast()) };
            drop(readable);
            if packed >= 0 {
                // SAFETY: so many have been written, to memory that is aligned to 8.
                unsafe { env.set_longs(results, memory.cast(), each * texts(packed)) }?;
            }
            Ok(packed)
        })
    })
}

/// `static native long copy0(byte[] tensor, int here, Object base, long offset, long bytes, long first, int count,
/// byte[] target, int capacityBytes, long[] results)`.
///
/// # Safety
///
/// * Called by the JVM as that method. An address is readable for `bytes`; unless the tensor is not trusted, so are those in
///   its elements.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniTensors_copy0(
    env: *mut JNIEnv,
    _class: jclass,
    tensor: jbyteArray,
    here: jint,
    base: jobject,
    offset: jlong,
    bytes: jlong,
    first: jlong,
    count: jint,
    target: jbyteArray,
    capacity: jint,
    results: jlongArray,
) -> jlong {
    shim(|| {
        // SAFETY: the JVM's own.
        let env = unsafe { Env::new(env) };
        let here = Here {
            kind: here,
            base,
            offset,
        };
        let tensor = Reading::check(env, tensor, here, bytes)?;
        let count = longs(env, results, count, 1)?;
        let room = Place::Array(target).check(env, capacity.into())?.count;
        scratch::with(count * LONG + room, |memory| {
            let bytes_memory = memory.wrapping_add(count * LONG);
            let readable = tensor.src.hold()?;
            // SAFETY: the source was checked, or is promised by the caller; the others share the memory, of the sum of
            // their sizes.
            let packed = unsafe {
                (API.tensors.packed_copy_tensor)(
                    tensor.options.place(),
                    tensor.base(&readable),
                    bytes,
                    first,
                    count as i64,
                    bytes_memory.cast(),
                    room as i64,
                    memory.cast(),
                )
            };
            drop(readable);
            if packed < 0 {
                return Ok(packed);
            }
            let done = texts(packed);
            // SAFETY: the entry has written so many, and the memory is aligned to 8.
            let ends = unsafe { std::slice::from_raw_parts(memory.cast::<i64>(), done) };
            let written = usize::try_from(ends.last().copied().unwrap_or(0)).unwrap_or(0);
            // SAFETY: so many have been written.
            unsafe { env.set_bytes(target, bytes_memory, written) }?;
            // SAFETY: so many have been written, to memory that is aligned to 8.
            unsafe { env.set_longs(results, memory.cast(), done) }?;
            Ok(packed)
        })
    })
}

/// `static native long validate0(byte[] tensor, int here, Object base, long offset, long bytes, long first,
/// int count, long[] state)`.
///
/// # Safety
///
/// * Called by the JVM as that method. An address is readable for `bytes`.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_dev_unitstr_internal_JniTensors_validate0(
    env: *mut JNIEnv,
    _class: jclass,
    tensor: jbyteArray,
    here: jint,
    base: jobject,
    offset: jlong,
    bytes: jlong,
    first: jlong,
    count: jint,
    state: jlongArray,
) -> jlong {
    shim(|| {
        // SAFETY: the JVM's own.
        let env = unsafe { Env::new(env) };
        let here = Here {
            kind: here,
            base,
            offset,
        };
        let tensor = Reading::check(env, tensor, here, bytes)?;
        let mut numbers = [0_i64; USTR_TENSOR_STATE_LONGS as usize];
        longs(env, state, 1, numbers.len())?;
        // SAFETY: as many as the array has, at least.
        unsafe { env.get_longs(state, numbers.as_mut_ptr(), numbers.len()) }?;
        let readable = tensor.src.hold()?;
        let base = tensor.base(&readable);
        let validate = API.tensors.packed_validate_tensor;
        let here = numbers.as_mut_ptr().cast();
        // SAFETY: the source was checked, or is promised by the caller; the state is a local.
        let packed = unsafe { validate(tensor.options.place(), base, bytes, first, count.into(), here) };
        drop(readable);
        // SAFETY: a local of that size.
        unsafe { env.set_longs(state, numbers.as_ptr(), numbers.len()) }?;
        Ok(packed)
    })
}
