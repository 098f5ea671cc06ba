//! String tensors. Apart from memory, the argument is the struct that describes the tensor, as an array, copied once;
//! results are arrays, copied once.

use std::ffi::c_void;
use std::ptr;

use jni_sys::{jbyteArray, jint, jlong, jlongArray};
use unitstr_c::JAVA_API;
use unitstr_c::java::numbers::{USTR_TENSOR_ELEMENT_LONGS, USTR_TENSOR_OWNER_LONGS, USTR_TENSOR_STATE_LONGS};
use unitstr_c::status::{USTR_E_NULL, USTR_E_RANGE, USTR_E_SIZE};
use unitstr_c::tensor::options::ustr_tensor;

use crate::batches::{Decoded, LONG, longs, texts};
use crate::env::Env;
use crate::memory::{Memory, address};
use crate::scratch;
use crate::text::How;

/// The largest size of that struct in bytes, which allows for later versions.
const OPTION_BYTES: usize = 512;

/// A copy of the struct that describes a tensor.
struct Options([u64; OPTION_BYTES / LONG]);

impl Options {
    /// Copies the struct; its `struct_size` must not exceed the array.
    fn get(env: Env<'_>, array: jbyteArray) -> Result<Self, i32> {
        if array.is_null() {
            return Err(USTR_E_NULL);
        }
        let length = env.length(array);
        if !(LONG..=OPTION_BYTES).contains(&length) {
            return Err(USTR_E_SIZE);
        }
        let mut copy = Self([0; OPTION_BYTES / LONG]);
        // SAFETY: `length`, the length of the array, is at most the size of `copy`.
        unsafe { env.get_bytes(array, 0, copy.0.as_mut_ptr().cast(), length) }?;
        if copy.0[0] > length as u64 {
            return Err(USTR_E_SIZE);
        }
        Ok(copy)
    }

    fn place(&self) -> *const ustr_tensor {
        self.0.as_ptr().cast()
    }
}

/// A tensor as Java passes it: its description, its memory, and the index of the first element to use.
#[derive(Clone, Copy)]
pub(crate) struct Tensor {
    pub(crate) options: jbyteArray,
    pub(crate) memory: Memory,
    pub(crate) bytes: jlong,
    pub(crate) first: jlong,
}

impl Tensor {
    /// Calls `body` with the description and the memory. `body` must not call the JVM.
    ///
    /// # Safety
    ///
    /// * The memory satisfies [`Memory::place`], and is readable for `bytes`.
    unsafe fn read(
        self,
        env: Env<'_>,
        options: &Options,
        body: impl FnOnce(*const ustr_tensor, *const c_void) -> i64,
    ) -> Result<i64, i32> {
        let run = |start: *const u8, offset: i64| {
            let offset = isize::try_from(offset).map_err(|_| USTR_E_RANGE)?;
            Ok(body(options.place(), start.wrapping_offset(offset).cast()))
        };
        // SAFETY: the caller promises what `Memory::read` requires of the memory.
        unsafe { self.memory.read(env, self.bytes, run) }?
    }
}

/// Decodes the strings of `count` elements.
///
/// # Safety
///
/// * As [`Tensor::read`]; unless the tensor is untrusted, the addresses in its elements are readable for their sizes.
pub(crate) unsafe fn decode(env: Env<'_>, tensor: Tensor, count: jint, how: How, to: Decoded) -> Result<i64, i32> {
    let options = Options::get(env, tensor.options)?;
    let count = longs(env, to.results, count, 1)?;
    to.with(env, (0, count), how, |_, rooms| {
        let run = |options, base| {
            // SAFETY: `base` is readable for `bytes`, by `Tensor::read`; the others are parts of the scratch, of the
            // sizes that are passed.
            unsafe {
                (JAVA_API.tensors.packed_decode_tensor)(
                    options,
                    base,
                    tensor.bytes,
                    tensor.first,
                    count as i64,
                    how.0,
                    how.1,
                    rooms.latin1.cast(),
                    rooms.latin1_room,
                    rooms.chars.cast(),
                    rooms.chars_room,
                    rooms.results.cast(),
                )
            }
        };
        // SAFETY: the caller promises what `Tensor::read` requires of `tensor`.
        unsafe { tensor.read(env, &options, run) }
    })
}

/// Describes `count` elements.
///
/// # Safety
///
/// * As [`Tensor::read`].
pub(crate) unsafe fn elements(env: Env<'_>, tensor: Tensor, count: jint, results: jlongArray) -> Result<i64, i32> {
    let options = Options::get(env, tensor.options)?;
    let each = USTR_TENSOR_ELEMENT_LONGS as usize;
    let count = longs(env, results, count, each)?;
    scratch::with(each * count * LONG, |memory| {
        let look = JAVA_API.tensors.packed_tensor_elements;
        let run = |options, base| {
            // SAFETY: `base` is readable for `bytes`, by `Tensor::read`; `memory` has room for the results.
            unsafe { look(options, base, tensor.bytes, tensor.first, count as i64, memory.cast()) }
        };
        // SAFETY: the caller promises what `Tensor::read` requires of `tensor`.
        let packed = unsafe { tensor.read(env, &options, run) }?;
        if packed >= 0 {
            // SAFETY: this many longs were written to `memory`, which is aligned to 8.
            unsafe { env.set_longs(results, memory.cast(), each * texts(packed).min(count)) }?;
        }
        Ok(packed)
    })
}

/// Copies the strings of `count` elements to the start of `target`.
///
/// # Safety
///
/// * As [`Tensor::read`]; unless the tensor is untrusted, the addresses in its elements are readable for their sizes.
pub(crate) unsafe fn copy(
    env: Env<'_>,
    tensor: Tensor,
    count: jint,
    (target, capacity): (jbyteArray, jint),
    results: jlongArray,
) -> Result<i64, i32> {
    let options = Options::get(env, tensor.options)?;
    let count = longs(env, results, count, 1)?;
    let room = usize::try_from(capacity).map_err(|_| USTR_E_RANGE)?;
    if room > env.length(target) {
        return Err(if target.is_null() { USTR_E_NULL } else { USTR_E_RANGE });
    }
    scratch::with(count * LONG + room, |memory| {
        let bytes = memory.wrapping_add(count * LONG);
        let run = |options, base| {
            let copy = JAVA_API.tensors.packed_copy_tensor;
            let (size, first, count, room) = (tensor.bytes, tensor.first, count as i64, room as i64);
            // SAFETY: `base` is readable for `bytes`, by `Tensor::read`; the others share `memory`, of the sum of their
            // sizes.
            unsafe { copy(options, base, size, first, count, bytes.cast(), room, memory.cast()) }
        };
        // SAFETY: the caller promises what `Tensor::read` requires of `tensor`.
        let packed = unsafe { tensor.read(env, &options, run) }?;
        if packed < 0 {
            return Ok(packed);
        }
        let done = texts(packed).min(count);
        // SAFETY: the function has written `done` longs to `memory`, which is aligned to 8.
        let ends = unsafe { std::slice::from_raw_parts(memory.cast::<i64>(), done) };
        let written = usize::try_from(ends.last().copied().unwrap_or(0)).unwrap_or(0);
        // SAFETY: `written` bytes were written to `bytes`, at most `room`.
        unsafe { env.set_bytes(target, 0, bytes, written.min(room)) }?;
        // SAFETY: `done` longs were written to `memory`, which is aligned to 8.
        unsafe { env.set_longs(results, memory.cast(), done) }?;
        Ok(packed)
    })
}

/// Validates `count` elements.
///
/// # Safety
///
/// * As [`Tensor::read`].
pub(crate) unsafe fn validate(env: Env<'_>, tensor: Tensor, count: jint, state: jlongArray) -> Result<i64, i32> {
    let options = Options::get(env, tensor.options)?;
    let mut numbers = [0_i64; USTR_TENSOR_STATE_LONGS as usize];
    longs(env, state, 1, numbers.len())?;
    // SAFETY: `numbers` is a local of this size, and the array has at least as many longs.
    unsafe { env.get_longs(state, numbers.as_mut_ptr(), numbers.len()) }?;
    let validate = JAVA_API.tensors.packed_validate_tensor;
    let run = |options, base| {
        let state = numbers.as_mut_ptr().cast();
        // SAFETY: `base` is readable for `bytes`, by `Tensor::read`; the state is a local of that size.
        unsafe { validate(options, base, tensor.bytes, tensor.first, count.into(), state) }
    };
    // SAFETY: the caller promises what `Tensor::read` requires of `tensor`.
    let packed = unsafe { tensor.read(env, &options, run) }?;
    // SAFETY: `numbers` is a local of this size.
    unsafe { env.set_longs(state, numbers.as_ptr(), numbers.len()) }?;
    Ok(packed)
}

/// A change of elements: its number, its fill byte and its size.
#[derive(Clone, Copy)]
pub(crate) struct Change {
    pub(crate) change: jint,
    pub(crate) fill: jint,
    pub(crate) number: jlong,
}

/// The texts of a change: in an array, or at an address if the array is null.
#[derive(Clone, Copy)]
pub(crate) struct ChangeTexts {
    pub(crate) array: jbyteArray,
    pub(crate) address: jlong,
    pub(crate) bytes: jlong,
    pub(crate) ends: jlongArray,
}

/// Changes `count` elements in place, at an address. Arrays are copied first, so that none is held while C's heap is
/// used and owners are called.
///
/// # Safety
///
/// * The memory satisfies `packed_change_tensor`, and so does text at an address.
pub(crate) unsafe fn change(
    env: Env<'_>,
    tensor: Tensor,
    count: jint,
    what: Change,
    given: ChangeTexts,
) -> Result<i64, i32> {
    let options = Options::get(env, tensor.options)?;
    // SAFETY: the caller promises what `outside` requires of `tensor.memory`.
    let (base, _) = unsafe { tensor.memory.outside(env) }?;
    let ends = if given.ends.is_null() { 0 } else { longs(env, given.ends, count, 1)? };
    let copied = if given.array.is_null() {
        0
    } else {
        let bytes = usize::try_from(given.bytes).map_err(|_| USTR_E_RANGE)?;
        if bytes > env.length(given.array) {
            return Err(USTR_E_RANGE);
        }
        bytes
    };
    scratch::with(ends * LONG + copied, |memory| {
        let copy = memory.wrapping_add(ends * LONG);
        // SAFETY: `memory` begins with place for `ends` longs, and is aligned to 8.
        unsafe { env.get_longs(given.ends, memory.cast(), ends) }?;
        // SAFETY: `copy` has place for `copied` bytes, after the longs.
        unsafe { env.get_bytes(given.array, 0, copy, copied) }?;
        let text = if given.array.is_null() { address(given.address)? } else { copy };
        let ends = if given.ends.is_null() { ptr::null() } else { memory.cast_const() };
        // SAFETY: the ends and the text were copied; the caller promises what the function requires of the other
        // memory.
        Ok(unsafe {
            (JAVA_API.changes.packed_change_tensor)(
                options.place(),
                base.cast(),
                tensor.bytes,
                tensor.first,
                count.into(),
                what.change.cast_unsigned(),
                what.fill.cast_unsigned(),
                what.number,
                text.cast_const().cast(),
                given.bytes,
                ends.cast(),
            )
        })
    })
}

/// Assigns an element of another tensor to an element.
///
/// # Safety
///
/// * The memory of both tensors satisfies `packed_assign_tensor`.
pub(crate) unsafe fn assign(env: Env<'_>, tensor: Tensor, from: Tensor, change: jint) -> Result<i64, i32> {
    let (options, others) = (Options::get(env, tensor.options)?, Options::get(env, from.options)?);
    // SAFETY: the caller promises what `outside` requires of `tensor.memory`.
    let (base, _) = unsafe { tensor.memory.outside(env) }?;
    // SAFETY: the caller promises what `outside` requires of `from.memory`.
    let (other, _) = unsafe { from.memory.outside(env) }?;
    // SAFETY: the caller promises what `packed_assign_tensor` requires of both memories.
    Ok(unsafe {
        (JAVA_API.changes.packed_assign_tensor)(
            options.place(),
            base.cast(),
            tensor.bytes,
            tensor.first,
            others.place(),
            other.cast(),
            from.bytes,
            from.first,
            change.cast_unsigned(),
        )
    })
}

/// Creates an owner of `bytes` bytes.
///
/// # Safety
///
/// * None.
pub(crate) unsafe fn new_owner(env: Env<'_>, bytes: jlong, results: jlongArray) -> Result<i64, i32> {
    let mut made = [0_i64; USTR_TENSOR_OWNER_LONGS as usize];
    longs(env, results, 1, made.len())?;
    // SAFETY: `made` has place for both results.
    let status = unsafe { (JAVA_API.changes.tensor_owner_new)(bytes, made.as_mut_ptr().cast()) };
    // SAFETY: `made` is a local of this size.
    unsafe { env.set_longs(results, made.as_ptr(), made.len()) }?;
    Ok(status)
}

/// Adds or releases references to an owner.
///
/// # Safety
///
/// * The owner satisfies `tensor_owner_references`.
pub(crate) unsafe fn references(_env: Env<'_>, owner: jlong, change: jlong) -> Result<i64, i32> {
    // SAFETY: the caller promises what `tensor_owner_references` requires of `owner`.
    Ok(unsafe { (JAVA_API.changes.tensor_owner_references)(address(owner)?, change) })
}
